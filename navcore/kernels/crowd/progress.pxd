# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Errands, Ways

@cython.final
cdef class Covered:
    cdef Ways ways
    cdef Errands errands
    cdef const double[:, ::1] positions
    cdef double[:, ::1] tick_positions
    cdef double[:, ::1] velocities
    cdef unsigned char[::1] stood
    cdef double[::1] far

@cython.final
cdef class Progress:
    cdef Ways ways
    cdef Errands errands
    cdef const double[:, ::1] positions
    cdef const double[::1] speeds
    cdef double[::1] gaps
    cdef long long[::1] legs
    cdef long long[::1] hindered
    cdef long long[::1] blockers
    cdef const unsigned char[::1] aside
    cdef unsigned char[::1] marks
    cdef bint _count(self, Py_ssize_t i, double least, long long stuck) noexcept nogil
