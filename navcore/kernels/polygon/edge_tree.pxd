# Declarations for other kernels.

cimport cython

@cython.final
cdef class Forest:
    cdef const double[:, ::1] segments
    cdef const long long[::1] order
    cdef const double[:, ::1] boxes
    cdef const long long[:, ::1] nodes
    cdef const long long[::1] roots
    cdef long long[::1] found
    cdef bint touches(self, Py_ssize_t e, double x0, double z0, double x1, double z1) noexcept nogil
    cdef Py_ssize_t near(
        self, Py_ssize_t tree, double x0, double z0, double x1, double z1
    ) noexcept nogil
    cdef bint has_near(self, Py_ssize_t tree, double x0, double z0, double x1, double z1) noexcept nogil
    cdef bint holds(self, Py_ssize_t tree, double x, double z) noexcept nogil

cdef double side(const double[:, ::1] edges, Py_ssize_t e, double x, double z) noexcept nogil
cdef void sort(double[::1] values, Py_ssize_t count) noexcept nogil
