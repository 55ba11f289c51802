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
