# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Ways
from navcore.kernels.crowd.walkability cimport Floors
from navcore.kernels.crowd.neighbours cimport Neighbours

@cython.final
cdef class Courses:
    cdef Floors floors
    cdef Ways ways
    cdef const double[:, ::1] positions
    cdef const double[::1] steers
    cdef const long long[::1] asked
    cdef unsigned char[::1] off_path
    cdef bint _sees(self, Py_ssize_t i, long long j) noexcept nogil
    cdef bint _is_far(self, Py_ssize_t i) noexcept nogil
    cdef bint _sees_part(self, Py_ssize_t i) noexcept nogil
    cdef void _skip(self, Py_ssize_t i) noexcept nogil
    cdef bint _goes_back(self, Py_ssize_t i) noexcept nogil
    cdef bint _passes(
        self, Py_ssize_t i, Neighbours near, const unsigned char[::1] moved, double reach
    ) noexcept nogil
    cdef bint _comes_near(self, Py_ssize_t i, Py_ssize_t j, double reach) noexcept nogil
