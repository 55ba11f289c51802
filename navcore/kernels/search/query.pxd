# Attributes of the classes of this kernel.

cimport cython

from navcore.kernels.raster.grid_transform cimport Frame
from navcore.kernels.search.jump cimport Jumper
from navcore.kernels.search.region_index cimport Index
from navcore.kernels.search.sight cimport Sight
from navcore.kernels.search.string_pull cimport Tightener

@cython.final
cdef class Lane:
    cdef Frame frame
    cdef Jumper jumper
    cdef Tightener tightener
    cdef Sight sight
    cdef Py_ssize_t count
    cdef Py_ssize_t kept
    cdef bint settle(
        self, double start_x, double start_z, double goal_x, double goal_z, bint taut
    ) noexcept nogil
    cdef double length(self) noexcept nogil

@cython.final
cdef class Query:
    cdef Index index
    cdef Lane ahead
    cdef Lane back
    cdef readonly int lane
    cdef readonly Py_ssize_t turns
    cdef readonly Py_ssize_t kept
    cdef readonly long long visited
    cdef readonly long long operations
    cdef readonly double cost
    cdef int _search(
        self,
        Lane lane,
        int start,
        int goal,
        int generation,
        long long limit,
        bint backward,
    ) noexcept nogil
    cdef int _find(
        self,
        double start_x,
        double start_z,
        double goal_x,
        double goal_z,
        int generation,
        long long limit,
        bint taut,
    ) noexcept nogil
