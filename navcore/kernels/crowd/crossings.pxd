# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Ways
from navcore.kernels.crowd.gates cimport Passages

@cython.final
cdef class Crossings:
    cdef Passages passages
    cdef int levels
    cdef int most
    cdef int pocket
    cdef int widest
    cdef int used
    cdef int core
    cdef const int[::1] margins
    cdef int[::1] ids
    cdef unsigned int[::1] tried
    cdef int[::1] labels
    cdef int[::1] cells
    cdef int[::1] edge
    cdef double[:, ::1] mouths
    cdef int visited
    cdef int count
    cdef Ways ways
    cdef const double[:, ::1] positions
    cdef int[::1] numbers
    cdef double[:, ::1] found
    cdef int number
    cdef int _find(self, int cell, int number) noexcept nogil
    cdef bint _is_small(self, int cell, int rim) noexcept nogil
    cdef void _widen(self, int rim) noexcept nogil
    cdef int _arms(self) noexcept nogil
    cdef bint _is_narrow(self) noexcept nogil
    cdef bint _flood(self, int cell, int number) noexcept nogil
    cdef int _spread(self, int first, int limit, int number) noexcept nogil
    cdef void _put(self, int cell, int number) noexcept nogil
    cdef bint _look(
        self, Py_ssize_t k, Py_ssize_t i, double reach, double stride
    ) noexcept nogil
