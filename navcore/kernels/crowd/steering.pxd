# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Bodies
from navcore.kernels.crowd.pacing cimport Pacing
from navcore.kernels.crowd.right_of_way cimport RightOfWay
from navcore.kernels.crowd.seen cimport Seen
from navcore.kernels.crowd.walkability cimport Floors

@cython.final
cdef class Steering:
    cdef Pacing pacing
    cdef Floors floors
    cdef Bodies bodies
    cdef RightOfWay right
    cdef Seen seen
    cdef const double[::1] speeds
    cdef const double[:, ::1] aims
    cdef double[::1] steers
    cdef double[::1] paces
    cdef unsigned char[::1] off_path
    cdef unsigned char[::1] calm
    cdef const double[:, ::1] fan
    cdef long long tick
    cdef double seconds
    cdef double best
    cdef double free
    cdef double side
    cdef double wide_side
    cdef double wide_cosine
    cdef double wide_sine
    cdef void _fetch(self, Py_ssize_t row) noexcept nogil
    cdef bint _begins(self, Py_ssize_t row) noexcept nogil
    cdef void _steer(self, Py_ssize_t i, Py_ssize_t row, double passed) noexcept nogil
    cdef void _head(
        self, Py_ssize_t i, Py_ssize_t row, double dx, double dz, double distance
    ) noexcept nogil
    cdef void _count_ahead(self, Py_ssize_t row, double dx, double dz) noexcept nogil
    cdef void _widen(
        self, Py_ssize_t i, Py_ssize_t row, double dx, double dz, double distance
    ) noexcept nogil
    cdef double _choose(
        self,
        Py_ssize_t i,
        Py_ssize_t row,
        double dx,
        double dz,
        double speed,
        double far,
        double straight,
    ) noexcept nogil
    cdef void _try(
        self,
        Py_ssize_t i,
        Py_ssize_t row,
        Py_ssize_t k,
        double dx,
        double dz,
        double speed,
        double far,
        double last,
    ) noexcept nogil
