# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Errands, Ways

@cython.final
cdef class Turns:
    cdef Ways ways
    cdef Errands errands
    cdef const double[:, ::1] positions
    cdef const long long[::1] ids
    cdef const long long[::1] hindered
    cdef const unsigned char[::1] calm
    cdef const unsigned char[::1] aside
    cdef const long long[::1] replan_from
    cdef const signed char[::1] movements
    cdef int straight
    cdef const int[::1] periods
    cdef unsigned char[::1] turns
    cdef int[::1] rows
    cdef Py_ssize_t _take(
        self, long long step, int every, const double[::1] focus
    ) noexcept nogil
