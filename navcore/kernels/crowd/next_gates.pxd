# The fields, typed.

cimport cython

@cython.final
cdef class Known:
    cdef const long long[::1] indices
    cdef const double[::1] widths
    cdef const double[:, :, ::1] mouths
    cdef const double[:, :, ::1] entries
    cdef const long long[::1] crossing_indices
    cdef const double[::1] crossing_widths
    cdef const double[:, :, ::1] crossing_entries
    cdef const long long[:, ::1] sides
    cdef const long long[::1] gate
    cdef const unsigned char[::1] gate_side
    cdef const long long[:, ::1] numbers
    cdef const double[:, :, ::1] found
    cdef const double[:, ::1] across
    cdef long long[:, :, ::1] whole
    cdef double[:, :, ::1] parts
    cdef bint _crosses(self, Py_ssize_t k, int crossing) noexcept nogil
    cdef void _pass(self, int to, Py_ssize_t k, int row) noexcept nogil
    cdef void _cross(self, int to, Py_ssize_t k, int row, int which) noexcept nogil
    cdef bint _is_thin(self, long long which) noexcept nogil
    cdef int _along(self, long long which, Py_ssize_t k, int n) noexcept nogil
    cdef int _nearest(self, long long which, double x, double z) noexcept nogil
    cdef int _nearest_way(self, long long which, double x, double z) noexcept nogil
    cdef int _behind(self, long long which, Py_ssize_t k, int n) noexcept nogil
