# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Errands, Ways
from navcore.kernels.crowd.streams cimport Streams
from navcore.kernels.crowd.walkability cimport Floors

@cython.final
cdef class PassingLanes:
    cdef Floors floors
    cdef Ways ways
    cdef Errands errands
    cdef Streams streams
    cdef const double[:, ::1] positions
    cdef const unsigned char[::1] storeys
    cdef const long long[::1] ids
    cdef const unsigned char[::1] aside
    cdef const unsigned char[::1] players
    cdef const signed char[::1] movements
    cdef const unsigned char[::1] held
    cdef double[::1] lanes
    cdef double[:, ::1] aims
    cdef const double[::1] rules
    cdef double stride
    cdef double foreseen
    cdef double eases
    cdef double reach
    cdef double near
    cdef double towards
    cdef double along
    cdef double aside_cost
    cdef double left
    cdef double least
    cdef double share
    cdef double ux
    cdef double uz
    cdef double far
    cdef bint meets
    cdef bint _may(self, Py_ssize_t i) noexcept nogil
    cdef bint _see(self, Py_ssize_t i) noexcept nogil
    cdef double _x(self, Py_ssize_t i, double lane) noexcept nogil
    cdef double _z(self, Py_ssize_t i, double lane) noexcept nogil
    cdef double _lane(self, Py_ssize_t i) noexcept nogil
    cdef double _cost(self, Py_ssize_t i, double lane, double enough) noexcept nogil
