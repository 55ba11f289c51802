# What other kernels use of this one.

cimport cython
from navcore.kernels.raster.grid_transform cimport Frame
from navcore.kernels.search.sight cimport Sight

@cython.final
cdef class Ground:
    cdef Frame frame
    cdef Sight sight
    cdef const float[::1] costs
    cdef bint has_costs
    cdef Ground other
    cdef double cells_a_metre
    cdef double left
    cdef double top
    cdef double columns
    cdef double rows
    cdef int _node(self, int column, int row) noexcept nogil
    cdef int _cell(self, double x, double z) noexcept nogil
    cdef bint is_free(self, double x, double z) noexcept nogil
    cdef bint lets_pass(self, double ax, double az, double bx, double bz) noexcept nogil
    cdef double slowness(self, double x, double z) noexcept nogil
    cdef bint lets_pass_on(
        self, int number, double ax, double az, double bx, double bz
    ) noexcept nogil
    cdef double slowness_on(self, int number, double x, double z) noexcept nogil

@cython.final
cdef class Floors:
    cdef Ground first
    cdef const unsigned char[::1] numbers
    cdef bint is_one
    cdef const double[:, ::1] corridors
    cdef bint is_open
    cdef bint lets_pass(
        self, Py_ssize_t row, double ax, double az, double bx, double bz
    ) noexcept nogil
    cdef double slowness(self, Py_ssize_t row, double x, double z) noexcept nogil
    cdef bint _keeps_in(
        self, Py_ssize_t row, double ax, double az, double bx, double bz
    ) noexcept nogil
    cdef double _beyond(self, Py_ssize_t row, double x, double z) noexcept nogil
