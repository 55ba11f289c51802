# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Errands, Ways
from navcore.kernels.crowd.streams cimport Streams
from navcore.kernels.crowd.walkability cimport Floors

@cython.final
cdef class WideTurns:
    cdef Floors floors
    cdef Ways ways
    cdef Errands errands
    cdef Streams streams
    cdef const double[:, ::1] positions
    cdef const double[::1] speeds
    cdef const double[::1] radii
    cdef const unsigned char[::1] storeys
    cdef const long long[::1] ids
    cdef const unsigned char[::1] aside
    cdef const signed char[::1] movements
    cdef double[::1] gaps
    cdef unsigned char[::1] off_path
    cdef double[:, ::1] detour
    cdef double[:, :, ::1] room
    cdef double stride
    cdef double foreseen
    cdef double slowest
    cdef double creeping
    cdef double few
    cdef double against
    cdef double gain
    cdef double share
    cdef double berth
    cdef const double[::1] rules
    cdef Py_ssize_t count
    cdef Py_ssize_t first
    cdef Py_ssize_t last
    cdef bint is_left
    cdef bint creeps
    cdef double creeps_x
    cdef double creeps_z
    cdef bint _look(self, Py_ssize_t i) noexcept nogil
    cdef bint _saves(self, double seconds, double direct) noexcept nogil
    cdef void _go(self, Py_ssize_t i) noexcept nogil
    cdef void _take_path(self, Py_ssize_t i) noexcept nogil
    cdef double _length(self, Py_ssize_t p, Py_ssize_t k) noexcept nogil
    cdef bint _find_turns(self) noexcept nogil
    cdef double _with(self, Py_ssize_t i, double offset, double enough) noexcept nogil
    cdef double _seconds(self, Py_ssize_t i, Py_ssize_t p, double enough) noexcept nogil
    cdef double _late(
        self, Py_ssize_t i, double x, double z, double ux, double uz
    ) noexcept nogil
