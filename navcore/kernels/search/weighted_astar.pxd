# Attributes and signatures of the search; no other kernel uses it.

cimport cython

from navcore.kernels.search.lane_map cimport LaneMap

@cython.final
cdef class Weigher:
    cdef const float[::1] cost
    cdef const unsigned char[::1] stamped
    cdef bint has_stamps
    cdef int row_length
    cdef double least
    cdef bint four
    cdef double per_bucket
    cdef double share_left
    cdef double share_entered
    cdef int[::1] nodes
    cdef double[::1] costs
    cdef int[::1] heads
    cdef int[::1] levels
    cdef int[::1] entries
    cdef int[:, ::1] turns
    cdef int first_stamped
    cdef bint has_lanes
    cdef LaneMap lanes
    cdef const int[::1] first_lanes
    cdef int mark
    cdef int goal
    cdef int goal_x
    cdef int goal_z
    cdef long long bucket
    cdef long long last_bucket
    cdef int free_entry
    cdef int used_entries
    cdef unsigned long long beyond
    cdef int window_bits
    cdef readonly long long visited
    cdef readonly long long operations
    cdef readonly double best
    cdef inline double _cost_of(self, int node) noexcept nogil
    cdef inline bint _is_stamped(self, int number) noexcept nogil
    cdef inline double _distance(self, int x, int z) noexcept nogil
    cdef void _defer(self, Py_ssize_t entry, long long bucket) noexcept nogil
    cdef void _bring_in(self) noexcept nogil
    cdef inline double _f(self, int node) noexcept nogil
    cdef inline long long _bucket_of(self, double f) noexcept nogil
    cdef inline int _is_better(self, int node, double cost) noexcept nogil
    cdef void _begin(self, int start, int goal, int generation, bint mean, bint four) noexcept nogil
    cdef inline void _note(self, int node, double cost, int mark, int origin) noexcept nogil
    cdef inline void _queue(self, int node, long long bucket) noexcept nogil
    cdef void _follow_lanes(self, int node, int x, int z) noexcept nogil
    cdef void _clear(self) noexcept nogil
