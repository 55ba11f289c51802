# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Bodies
from navcore.kernels.crowd.walkability cimport Floors

@cython.final
cdef class Separation:
    cdef Floors floors
    cdef Bodies bodies
    cdef unsigned char[::1] pushed
    cdef int[::1] blockers
    cdef int[::1] nudgers
    cdef unsigned char[::1] settled
    cdef void _part(
        self, Py_ssize_t i, Py_ssize_t j, double nx, double nz, double reach, bint first
    ) noexcept nogil
    cdef long long _id(self, Py_ssize_t i) noexcept nogil
    cdef void _push(
        self, Py_ssize_t i, Py_ssize_t j, double nx, double nz, double overlap
    ) noexcept nogil
    cdef void _slide(
        self, Py_ssize_t i, Py_ssize_t j, double dx, double dz
    ) noexcept nogil
    cdef bint _shove(
        self, Py_ssize_t i, Py_ssize_t j, double dx, double dz
    ) noexcept nogil
    cdef bint _can(self, Py_ssize_t i, double dx, double dz) noexcept nogil
    cdef void _move(self, Py_ssize_t i, double dx, double dz) noexcept nogil
    cdef void _meet(self, Py_ssize_t i, Py_ssize_t j, double nx, double nz) noexcept nogil
