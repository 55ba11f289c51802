# The fields, typed.

cimport cython
from navcore.kernels.crowd.gates cimport Passages

@cython.final
cdef class GateCells:
    cdef Passages passages
    cdef const unsigned char[::1] classes
    cdef int[::1] labels
    cdef int[::1] cells
    cdef int[::1] edge
    cdef double[:, ::1] mouths
    cdef int rest
    cdef int count
    cdef int apart
    cdef int _fill(self, int cell, int rim, int number) noexcept nogil
    cdef int _flood(self, int cell, int rim, int number) noexcept nogil
    cdef void _widen(self, int rim) noexcept nogil
    cdef void _gather(self, int first, int group) noexcept nogil
    cdef int _find_narrowest(self, int count, int rim) noexcept nogil
    cdef void _join_around(self, int cell) noexcept nogil
    cdef void _join(self, int cell, int other) noexcept nogil
    cdef int _root(self, int cell) noexcept nogil
