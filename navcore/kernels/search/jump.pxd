# Declarations for other kernels.

cimport cython

from navcore.kernels.raster.bitmap_scan cimport Lines
from navcore.kernels.search.jump_cache cimport Successors

@cython.final
cdef class Jumper:
    cdef Lines rows
    cdef Lines columns
    cdef Successors known
    cdef int serial
    cdef int row_length
    cdef int[::1] nodes
    cdef int[::1] heads
    cdef int[:, ::1] entries
    cdef int[:, ::1] turns
    cdef int generation
    cdef int goal_x
    cdef int goal_z
    cdef long long bucket
    cdef long long last_bucket
    cdef int free_entry
    cdef int used_entries
    cdef readonly long long visited
    cdef readonly long long operations
    cdef readonly double best
    cdef double _distance(self, int x, int z) noexcept nogil
    cdef void _queue(self, int node, double f) noexcept nogil
    cdef void _reach(
        self,
        int x,
        int z,
        int straight,
        int diagonal,
        int direction,
        int origin,
    ) noexcept nogil
    cdef void _along(
        self,
        int direction,
        int x,
        int z,
        int straight,
        int diagonal,
        int origin,
    ) noexcept nogil
    cdef void _across(
        self,
        int dx,
        int dz,
        int x,
        int z,
        int straight,
        int diagonal,
        int origin,
    ) noexcept nogil
    cdef void _turn(
        self,
        int dx,
        int dz,
        int side_x,
        int side_z,
        int x,
        int z,
        int node,
    ) noexcept nogil
    cdef void _expand(self, int node, int x, int z) noexcept nogil
    cdef void _expand_known(
        self,
        int node,
        int x,
        int z,
        int straight,
        int diagonal,
        int direction,
    ) noexcept nogil
    cdef void _see(
        self,
        int dx,
        int dz,
        int steps,
        int x,
        int z,
        int straight,
        int diagonal,
        int origin,
    ) noexcept nogil
    cdef bint _meets(self, int direction, int x, int z) noexcept nogil
    cdef int _take(self) noexcept nogil
    cdef bint _is_stale(self, int node) noexcept nogil
    cdef void _begin(self, int start, int goal, int generation) noexcept nogil
    cdef int run(self, int start, int goal, int generation, long long limit) noexcept nogil
    cdef void _clear(self) noexcept nogil
    cdef Py_ssize_t follow(self, int goal, bint goal_first) noexcept nogil
