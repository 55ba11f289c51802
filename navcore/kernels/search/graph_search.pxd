# Attributes of the class of this kernel.

cimport cython

@cython.final
cdef class Search:
    cdef const int[::1] offsets
    cdef const int[::1] targets
    cdef const double[::1] costs
    cdef const unsigned char[::1] is_open
    cdef const double[:, ::1] positions
    cdef double[:, ::1] numbers
    cdef int[:, ::1] marks
    cdef double x
    cdef double z
    cdef double factor
    cdef int size
    cdef int last
    cdef readonly double best
    cdef readonly long long visited
    cdef readonly long long operations
    cdef bint _before(self, int a, int b) noexcept nogil
    cdef void _rise(self, int node) noexcept nogil
    cdef int _pop(self) noexcept nogil
    cdef void _reach(self, int node, double cost, int origin, int edge) noexcept nogil
    cdef void _expand(self, int node) noexcept nogil
