# The fields, typed.

cimport cython
from navcore.kernels.bodies cimport Bodies
from navcore.kernels.ground cimport Ground
from navcore.kernels.neighbours cimport Neighbours

@cython.final
cdef class Steering:
    cdef Ground ground
    cdef Neighbours near
    cdef Bodies bodies
    cdef const double[:, ::1] velocities
    cdef const double[::1] speeds
    cdef const long long[::1] hindered
    cdef double[::1] steers
    cdef double[::1] paces
    cdef unsigned char[::1] off_path
    cdef unsigned char[::1] calm
    cdef double[:, ::1] seen
    cdef void _steer(
        self, Py_ssize_t i, const double[:, ::1] fan, double widest, long long now
    ) noexcept nogil
    cdef double _choose(
        self,
        Py_ssize_t i,
        const double[:, ::1] fan,
        int count,
        double dx,
        double dz,
        double speed,
        double far,
        double straight,
        long long now,
    ) noexcept nogil
    cdef int _look(
        self, Py_ssize_t i, double dx, double dz, double far, double reach, double widest
    ) noexcept nogil
    cdef int _note(
        self, int count, double rx, double rz, double vx, double vz, double both
    ) noexcept nogil
    cdef double _free(
        self, int count, double vx, double vz, double speed, double far
    ) noexcept nogil
