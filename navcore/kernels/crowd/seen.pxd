# What other kernels use of this one.

cimport cython
from navcore.kernels.crowd.agents cimport Bodies
from navcore.kernels.crowd.neighbours cimport Neighbours

@cython.final
cdef class Seen:
    cdef Neighbours near
    cdef Bodies bodies
    cdef const double[:, ::1] velocities
    cdef double widest
    cdef double[:, ::1] table
    cdef int[::1] found
    cdef int count
    cdef void look(
        self, Py_ssize_t i, double dx, double dz, double far, double speed
    ) noexcept nogil
    cdef int _find(
        self, int first, double x, double z, double dx, double dz, double far, double behind
    ) noexcept nogil
    cdef void _keep_nearest(self, int noted) noexcept nogil
    cdef int _farthest(self) noexcept nogil
    cdef double free(
        self, double vx, double vz, double speed, double far, double enough
    ) noexcept nogil
    cdef void _put_first(self, int k) noexcept nogil
