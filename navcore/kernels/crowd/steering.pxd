# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Bodies
from navcore.kernels.crowd.walkability cimport Floors
from navcore.kernels.crowd.neighbours cimport Neighbours

@cython.final
cdef class Steering:
    cdef Floors floors
    cdef Neighbours near
    cdef Bodies bodies
    cdef const double[:, ::1] velocities
    cdef const double[::1] speeds
    cdef const long long[::1] hindered
    cdef double[::1] steers
    cdef double[::1] paces
    cdef unsigned char[::1] off_path
    cdef unsigned char[::1] calm
    cdef const double[:, ::1] fan
    cdef double[:, ::1] seen
    cdef int[::1] found
    cdef int count
    cdef double widest
    cdef long long now
    cdef double best
    cdef double free
    cdef double side
    cdef void _steer(self, Py_ssize_t i, Py_ssize_t row) noexcept nogil
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
    cdef void _look(
        self, Py_ssize_t i, double dx, double dz, double far, double speed
    ) noexcept nogil
    cdef int _find(
        self, int first, double x, double z, double dx, double dz, double far, double behind
    ) noexcept nogil
    cdef void _keep_nearest(self, int noted) noexcept nogil
    cdef int _farthest(self) noexcept nogil
    cdef double _free(
        self, double vx, double vz, double speed, double far, double enough
    ) noexcept nogil
    cdef void _put_first(self, int k) noexcept nogil
