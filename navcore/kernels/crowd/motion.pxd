# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Ways
from navcore.kernels.crowd.walkability cimport Floors

@cython.final
cdef class Walkers:
    cdef Floors floors
    cdef Ways ways
    cdef double[:, ::1] positions
    cdef double[::1] facings
    cdef const double[::1] walk_speeds
    cdef const double[::1] rotation_speeds
    cdef const double[::1] steers
    cdef const double[::1] paces
    cdef const unsigned char[::1] off_path
    cdef const double[:, ::1] aims
    cdef const unsigned char[::1] held
    cdef double[:, ::1] turned
    cdef void _walk(self, Py_ssize_t i, double speed, double left) noexcept nogil
    cdef void _feel(
        self, Py_ssize_t i, double speed, double dt, double threshold
    ) noexcept nogil
    cdef void _head(
        self, Py_ssize_t i, double to_x, double to_z, double left, double dt
    ) noexcept nogil
    cdef void _go(
        self, Py_ssize_t i, double x, double z, double dx, double dz, double share
    ) noexcept nogil
    cdef bint _step(self, Py_ssize_t i, double x, double z, double dx, double dz) noexcept nogil
    cdef void _face(
        self,
        Py_ssize_t i,
        double dx,
        double dz,
        double x,
        double z,
        double far,
        double distance,
        double dt,
    ) noexcept nogil
