# The fields, typed.

cimport cython

@cython.final
cdef class Groups:
    cdef const long long[::1] ids
    cdef const long long[::1] gate
    cdef long long[::1] turn
    cdef int[::1] slots
    cdef int[::1] of
    cdef int[::1] totals
    cdef int[:, :, ::1] counts
    cdef long long[::1] since
    cdef int[:, ::1] heads
    cdef unsigned char[::1] states
    cdef const long long[:, ::1] whole
    cdef int count
    cdef void come(self, const long long[:, ::1] whole)
    cdef void clear(self, int n) noexcept nogil
    cdef int sides(self, int n, int g) noexcept nogil
    cdef int sum(self, int n, int g) noexcept nogil
    cdef void take(
        self,
        const double[:, ::1] parts,
        const long long[::1] was,
        const unsigned char[::1] members,
        const unsigned char[::1] near,
        unsigned char[::1] denied,
        long long step,
        double least,
        double most,
        double each,
        int passes,
    ) noexcept nogil
    cdef bint _is_nearer(
        self, const double[:, ::1] parts, Py_ssize_t k, Py_ssize_t other
    ) noexcept nogil
    cdef void _decide(
        self, int g, long long step, double least, double most, double each, int passes
    ) noexcept nogil
    cdef int _most(self, int n, int g) noexcept nogil
