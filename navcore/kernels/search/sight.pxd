# Declarations for other kernels.

cimport cython

@cython.final
cdef class Sight:
    cdef const unsigned char[::1] cells
    cdef const unsigned char[::1] stamped
    cdef const double[:, ::1] places
    cdef double[:, ::1] boxes
    cdef int[::1] kept
    cdef bint has_stamps
    cdef int row_length
    cdef bint _is_blocked(self, Py_ssize_t node) noexcept nogil
    cdef int _blocked_beside(self, int under, int over, int along) noexcept nogil
    cdef int _blocker_between(
        self,
        int along,
        int across,
        double low,
        double low_across,
        double high,
        double high_across,
        bint backward,
    ) noexcept nogil
    cdef int first_blocker(self, double ax, double az, double bx, double bz) noexcept nogil
    cdef Py_ssize_t _last_in_sight(self, Py_ssize_t anchor, Py_ssize_t count) noexcept nogil
    cdef Py_ssize_t run_pull(self, Py_ssize_t count) noexcept nogil
    cdef Py_ssize_t run_trim(self, Py_ssize_t count) noexcept nogil
    cdef Py_ssize_t run_settle(self, Py_ssize_t count) noexcept nogil
    cdef Py_ssize_t run_keep(self, Py_ssize_t count, bint own, bint goal) noexcept nogil
    cdef bint _sees(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
