# What other kernels use of this one.

cimport cython

@cython.final
cdef class Bodies:
    cdef double[:, ::1] positions
    cdef const double[::1] radii
    cdef const long long[::1] ids
    cdef const unsigned char[::1] flags
    cdef const double[:, ::1] aims
    cdef const double[:, ::1] targets
    cdef bint shares_target(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil

@cython.final
cdef class Ways:
    cdef double[:, ::1] points
    cdef const long long[::1] start
    cdef long long[::1] current
    cdef const long long[::1] end
