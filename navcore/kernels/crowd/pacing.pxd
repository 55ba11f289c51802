# What other kernels use of this one.

cimport cython
from navcore.kernels.crowd.agents cimport Bodies
from navcore.kernels.crowd.right_of_way cimport RightOfWay
from navcore.kernels.crowd.seen cimport Seen
from navcore.kernels.crowd.walkability cimport Floors

@cython.final
cdef class Pacing:
    cdef Floors floors
    cdef Bodies bodies
    cdef RightOfWay right
    cdef Seen seen
    cdef double[::1] steers
    cdef const double[:, ::1] fan
    cdef double speed
    cdef double ux
    cdef double uz
    cdef double most
    cdef double deepest
    cdef double nearest
    cdef bint presses
    cdef bint waits
    cdef bint queues
    cdef int giver
    cdef double giver_x
    cdef double giver_z
    cdef double wish_x
    cdef double wish_z
    cdef double pace(
        self,
        Py_ssize_t i,
        Py_ssize_t row,
        double dx,
        double dz,
        double free,
        double speed,
    ) noexcept nogil
    cdef bint _holds_with(self, int k, double dx, double dz) noexcept nogil
    cdef void _mind(self, int k, Py_ssize_t i, Py_ssize_t row) noexcept nogil
    cdef double _least(self, Py_ssize_t row) noexcept nogil
    cdef bint _is_in_way(self, int k, Py_ssize_t row, Py_ssize_t j, double cosine) noexcept nogil
    cdef void _wish(self, Py_ssize_t j, Py_ssize_t other) noexcept nogil
    cdef double _make_way(
        self, Py_ssize_t i, Py_ssize_t row, double dx, double dz, double otherwise
    ) noexcept nogil
    cdef double _room(self, Py_ssize_t i, Py_ssize_t row, double ux, double uz) noexcept nogil
