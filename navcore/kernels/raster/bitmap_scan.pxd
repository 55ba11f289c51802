# Declarations for other kernels.

cimport cython

@cython.final
cdef class Lines:
    cdef const unsigned long long[:, ::1] words
    cdef const unsigned long long[:, ::1] stamped
    cdef bint has_stamps
    cdef int stop_up(self, int line, int start) noexcept nogil
    cdef int stop_down(self, int line, int start) noexcept nogil
    cdef int next_up(self, int line, int start, int target) noexcept nogil
    cdef int next_down(self, int line, int start, int target) noexcept nogil
    cdef long long first(self, Py_ssize_t line, long long low, long long high) noexcept nogil
    cdef long long last(self, Py_ssize_t line, long long low, long long high) noexcept nogil
