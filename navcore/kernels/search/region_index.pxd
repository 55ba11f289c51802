# Declarations for other kernels.

cimport cython

@cython.final
cdef class Index:
    cdef const unsigned long long[:, ::1] words
    cdef const int[::1] starts
    cdef const int[::1] regions
    cdef long long row_length
    cdef long long wide
    cdef long long high
    cdef int region_of(self, long long cell) noexcept nogil
    cdef bint _holds(self, long long tile, int region) noexcept nogil
    cdef long long _least(self, long long tile, long long length, long long to) noexcept nogil
    cdef void _search(
        self,
        long long row,
        long long column,
        int region,
        long long x,
        long long z,
        long long* best,
        int[::1] found,
    ) noexcept nogil
