# What other kernels use of this one.

cimport cython

@cython.final
cdef class Neighbours:
    cdef const double[:, ::1] positions
    cdef double min_x
    cdef double min_z
    cdef double size
    cdef int columns
    cdef int rows
    cdef int[::1] heads
    cdef int[::1] order
    cdef int[::1] squares
    cdef void _fill(self) noexcept nogil
    cdef int column_of(self, double x) noexcept nogil
    cdef int row_of(self, double z) noexcept nogil
    cdef int _partners(
        self,
        Py_ssize_t i,
        const double[::1] radii,
        double slack,
        int[::1] others,
        Py_ssize_t first,
    ) noexcept nogil
