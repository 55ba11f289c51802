# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Ways
from navcore.kernels.crowd.walkability cimport Floors

@cython.final
cdef class Walkers:
    cdef double threshold
    cdef Floors floors
    cdef Ways ways
    cdef double[:, ::1] positions
    cdef double[::1] facings
    cdef const double[::1] walk_speeds
    cdef const double[::1] rotation_speeds
    cdef unsigned char[::1] blocked
    cdef void _walk(self, Py_ssize_t i, double speed, double left) noexcept nogil
    cdef bint _may_go_on(
        self, Py_ssize_t i, long long j, double x, double z
    ) noexcept nogil

@cython.final
cdef class Contact:
    cdef double threshold
    cdef Floors floors
    cdef Ways ways
    cdef double[:, ::1] positions
    cdef double[:, ::1] walk_targets
    cdef const long long[::1] asked
    cdef const double[::1] radii
    cdef const long long[::1] ids
    cdef const unsigned char[::1] players
    cdef int[::1] blockers
    cdef readonly Py_ssize_t overlaps
    cdef readonly Py_ssize_t stands
    cdef readonly Py_ssize_t walks
    cdef bint has_pushed
    cdef bint _is_beyond(
        self, Py_ssize_t i, const double[:, ::1] indexed, double slack
    ) noexcept nogil
    cdef bint _is_moving(self, Py_ssize_t i) noexcept nogil
    cdef bint _part(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef void _push(
        self, Py_ssize_t i, Py_ssize_t j, double nx, double nz, double overlap,
        bint i_moves, bint j_moves
    ) noexcept nogil
    cdef bint _can(self, Py_ssize_t i, double dx, double dz) noexcept nogil
    cdef void _move(
        self, Py_ssize_t i, double dx, double dz, bint moves
    ) noexcept nogil
