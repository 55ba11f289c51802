# What other kernels use of this one.

cimport cython

@cython.final
cdef class Ways:
    cdef double[:, ::1] points
    cdef const long long[::1] start
    cdef long long[::1] current
    cdef const long long[::1] end

@cython.final
cdef class Errands:
    cdef const double[:, ::1] targets
    cdef const long long[::1] asked
    cdef const long long[::1] meets
    cdef const signed char[::1] statuses
    cdef const unsigned char[::1] unreachable
    cdef bint are_done(self, Py_ssize_t row) noexcept nogil
    cdef double gap(self, Py_ssize_t a, Py_ssize_t b) noexcept nogil

@cython.final
cdef class Bodies:
    cdef Ways ways
    cdef Errands errands
    cdef const int[::1] order
    cdef double[:, ::1] places
    cdef unsigned char[::1] walks
    cdef const double[::1] radii
    cdef double[:, ::1] positions
    cdef const long long[::1] ids
    cdef const unsigned char[::1] players
    cdef const unsigned char[::1] aside
    cdef bint shares_target(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
