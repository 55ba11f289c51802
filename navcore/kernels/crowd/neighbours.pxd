# What other kernels use of this one.

cimport cython

@cython.final
cdef class Neighbours:
    cdef const double[:, ::1] positions
    cdef double min_x
    cdef double min_z
    cdef double squares_a_metre
    cdef int columns
    cdef int rows
    cdef int lines
    cdef int[::1] heads
    cdef int[::1] order
    cdef int[::1] squares
    cdef double[:, ::1] sorted
    cdef const double[::1] radii
    cdef int[:, ::1] found
    cdef double slack
    cdef const unsigned char[::1] storeys
    cdef bint is_flat
    cdef int absent
    cdef void _fill(self) noexcept nogil
    cdef int first_row(self, Py_ssize_t i) noexcept nogil
    cdef int column_of(self, double x) noexcept nogil
    cdef int row_of(self, double z) noexcept nogil
    cdef Py_ssize_t _add(
        self,
        int i,
        int begin,
        int end,
        Py_ssize_t most,
        Py_ssize_t count,
    ) noexcept nogil
