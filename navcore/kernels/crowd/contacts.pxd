# The fields, typed.

cimport cython

@cython.final
cdef class Contacts:
    cdef const double[:, ::1] places
    cdef const double[::1] radii
    cdef const unsigned char[::1] storeys
    cdef double min_x
    cdef double min_z
    cdef double size
    cdef int columns
    cdef int rows
    cdef double around
    cdef int[::1] heads
    cdef int[::1] order
    cdef double[:, ::1] sorted
    cdef double[::1] deepest
    cdef int[::1] near
    cdef int[:, ::1] pairs
    cdef Py_ssize_t found
    cdef void _sort(self) noexcept nogil
    cdef int _square_of(self, Py_ssize_t i) noexcept nogil
    cdef void _meet(self, Py_ssize_t one, int begin, int end) noexcept nogil
    cdef void _overlap(self, int a, int b, double depth) noexcept nogil

cdef int _step_of(double at, double size, int count) noexcept nogil
