# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Ways

@cython.final
cdef class Passages:
    cdef const unsigned char[::1] classes
    cdef int row_length
    cdef int rows
    cdef int open_class
    cdef double left
    cdef double top
    cdef double side
    cdef double cells_a_metre
    cdef Ways ways
    cdef const double[:, ::1] positions
    cdef int[:, ::1] cells
    cdef double[:, :, ::1] found
    cdef double reach
    cdef int cell
    cdef int noted
    cdef int least
    cdef int peak
    cdef bint falls
    cdef int least_cell
    cdef double least_x
    cdef double least_z
    cdef double least_ux
    cdef double least_uz
    cdef double at_x
    cdef double at_z
    cdef double at_ux
    cdef double at_uz
    cdef double[::1] last
    cdef int class_at(self, double x, double z) noexcept nogil
    cdef void _look(self, Py_ssize_t k, Py_ssize_t i) noexcept nogil
    cdef void _begin(self, int least, double x, double z, double ux, double uz) noexcept nogil
    cdef void _take(
        self, Py_ssize_t k, Py_ssize_t i, int here, double gone,
        double x, double z, double ux, double uz,
    ) noexcept nogil
    cdef double _above(self, int rim) noexcept nogil
    cdef void _put(
        self, Py_ssize_t k, Py_ssize_t i, double ends, double x, double z
    ) noexcept nogil
    cdef void _go(self, Py_ssize_t i, double far) noexcept nogil
    cdef double _free(self, double dx, double dz, double most) noexcept nogil
    cdef int beside(self, int side) noexcept nogil
