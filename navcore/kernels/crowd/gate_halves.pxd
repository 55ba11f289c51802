# What other kernels use of this one.

cimport cython

@cython.final
cdef class Halves:
    cdef const double[:, ::1] positions
    cdef const double[::1] radii
    cdef double[:, ::1] aims
    cdef const double[::1] rules
    cdef const double[:, ::1] parts
    cdef double before
    cdef double beside
    cdef void come(self, const double[:, ::1] parts)
    cdef void go_on_right(self, Py_ssize_t k, Py_ssize_t i) noexcept nogil
    cdef void see(self, Py_ssize_t k, Py_ssize_t i) noexcept nogil
    cdef void head(self, Py_ssize_t k, Py_ssize_t i, double far, double side) noexcept nogil
    cdef void come_right(self, Py_ssize_t k, Py_ssize_t i, int present, int others) noexcept nogil
