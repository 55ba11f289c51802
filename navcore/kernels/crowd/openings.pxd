# The fields, typed.

cimport cython

@cython.final
cdef class Openings:
    cdef const double[:, ::1] boxes
    cdef const double[:, ::1] lines
    cdef const unsigned char[::1] layers
    cdef const double[:, ::1] edges
    cdef const long long[:, ::1] spans
    cdef double min_x
    cdef double min_z
    cdef double size
    cdef int columns
    cdef int rows
    cdef const int[::1] starts
    cdef const int[::1] items
    cdef Py_ssize_t _square_of(self, double x, double z) noexcept nogil
    cdef int _bits(
        self, Py_ssize_t k, int storey, double x0, double z0, double x1, double z1
    ) noexcept nogil
    cdef bint _holds(self, Py_ssize_t k, double x, double z) noexcept nogil
    cdef double _away(self, Py_ssize_t k, double x, double z) noexcept nogil
