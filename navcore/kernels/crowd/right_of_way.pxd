# What other kernels use of this one.

cimport cython
from navcore.kernels.crowd.agents cimport Bodies

@cython.final
cdef class RightOfWay:
    cdef Bodies bodies
    cdef double[:, ::1] headings
    cdef double[::1] ahead
    cdef const long long[::1] hindered
    cdef const long long[::1] through
    cdef const unsigned char[::1] held
    cdef long long now
    cdef bint precedes(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef int decided(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef bint comes_first(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef double cosine(self, Py_ssize_t a, Py_ssize_t b) noexcept nogil
    cdef bint cleared(self, Py_ssize_t row) noexcept nogil
    cdef bint _has_lower_hash(self, long long one, long long other) noexcept nogil
