# The fields, typed.

cimport cython
from navcore.kernels.crowd.gate_halves cimport Halves
from navcore.kernels.crowd.turn_taking cimport Groups

@cython.final
cdef class Crossers:
    cdef Groups groups
    cdef Halves halves
    cdef const long long[::1] was
    cdef unsigned char[::1] held
    cdef unsigned char[::1] marks
    cdef unsigned char[::1] near
    cdef unsigned char[::1] members
    cdef unsigned char[::1] denied
    cdef double[::1] widest
    cdef const long long[:, ::1] whole
    cdef const double[:, ::1] parts
    cdef const double[::1] rules
    cdef bint _look_across(self) noexcept nogil
    cdef void _cross(self) noexcept nogil
    cdef void _wait(self, Py_ssize_t k, Py_ssize_t i) noexcept nogil
    cdef void _leave(self, Py_ssize_t k, Py_ssize_t i) noexcept nogil
