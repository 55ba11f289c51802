# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Ways
from navcore.kernels.crowd.walkability cimport Floors

@cython.final
cdef class Notes:
    cdef Ways ways
    cdef Floors floors
    cdef const double[:, ::1] positions
    cdef long long[::1] gate
    cdef unsigned char[::1] gate_side
    cdef long long[::1] through
    cdef long long[::1] gate_left
    cdef long long[::1] turn
    cdef unsigned char[::1] held
    cdef double[:, ::1] aims
    cdef long long[::1] was
    cdef void _name(self, const long long[:, ::1] whole) noexcept nogil
    cdef void _note(self, const long long[:, ::1] whole) noexcept nogil
    cdef bint _is_clear(self, Py_ssize_t i) noexcept nogil
    cdef bint _ends(self, Py_ssize_t i, double nearer) noexcept nogil
