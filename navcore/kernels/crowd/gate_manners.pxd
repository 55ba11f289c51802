# The fields, typed.

cimport cython
from navcore.kernels.crowd.gate_halves cimport Halves
from navcore.kernels.crowd.turn_taking cimport Groups
from navcore.kernels.crowd.walkability cimport Floors

@cython.final
cdef class Manners:
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
    cdef Floors floors
    cdef bint _look(self) noexcept nogil
    cdef void _wait_beside(self) noexcept nogil
    cdef bint _is_clear(self, Py_ssize_t i) noexcept nogil
    cdef void _stand_beside(
        self, Py_ssize_t k, Py_ssize_t i, double radius, double crowd
    ) noexcept nogil
    cdef void _keep_right(self) noexcept nogil
    cdef int _find_queues(self) noexcept nogil
    cdef bint _has_lanes(self, Py_ssize_t k) noexcept nogil
    cdef bint _is_full(self, Py_ssize_t k, int g) noexcept nogil
