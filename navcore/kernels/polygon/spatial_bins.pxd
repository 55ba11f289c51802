# Declarations for other kernels.

cimport cython

@cython.final
cdef class Bins:
    cdef const double[:, ::1] segments
    cdef const double[::1] frame
    cdef const long long[::1] starts
    cdef const int[::1] items
    cdef Py_ssize_t wide
    cdef Py_ssize_t column(self, double x) noexcept nogil
    cdef Py_ssize_t row(self, double z) noexcept nogil
    cdef double along(self, Py_ssize_t k, double x, double z) noexcept nogil
    cdef double apart(self, Py_ssize_t k, double x, double z) noexcept nogil
    cdef double nearest(self, double x, double z, double reach, double enough) noexcept nogil
