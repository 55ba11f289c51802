# What other kernels use of this one.

cimport cython

@cython.final
cdef class Streams:
    cdef double side
    cdef int[::1] slots
    cdef long long[::1] numbers
    cdef double[:, ::1] sums
    cdef long long asked
    cdef int at(self, double x, double z, long long storey) noexcept nogil
    cdef long long _slot(self, double x, double z, long long storey) noexcept nogil
