# Declarations for other kernels.

cimport cython

from navcore.kernels.search.corners cimport Corners

@cython.final
cdef class Tightener:
    cdef Corners corners
    cdef long long[:, ::1] left
    cdef long long[:, ::1] right
    cdef const int[:, ::1] turns
    cdef double[:, ::1] places
    cdef bint _sees(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef Py_ssize_t _skip(self, Py_ssize_t count) noexcept nogil
    cdef Py_ssize_t _bend(self, Py_ssize_t top, Py_ssize_t right) noexcept nogil
    cdef bint _is_taut(self, Py_ssize_t top, Py_ssize_t right) noexcept nogil
    cdef Py_ssize_t _pull(self, Py_ssize_t count) noexcept nogil
    cdef Py_ssize_t _tighten(self, Py_ssize_t count) noexcept nogil
    cdef void _set(self, Py_ssize_t i, long long x, long long z) noexcept nogil
    cdef bint _set_end(self, Py_ssize_t i, Py_ssize_t turn, double x, double z) noexcept nogil
    cdef Py_ssize_t run(
        self,
        Py_ssize_t count,
        double start_x,
        double start_z,
        double goal_x,
        double goal_z,
    ) noexcept nogil
