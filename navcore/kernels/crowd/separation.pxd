# The fields, typed.

cimport cython
from navcore.kernels.crowd.agents cimport Bodies
from navcore.kernels.crowd.right_of_way cimport RightOfWay
from navcore.kernels.crowd.walkability cimport Floors

@cython.final
cdef class Separation:
    cdef Floors floors
    cdef Bodies bodies
    cdef RightOfWay right
    cdef int[::1] blockers
    cdef int[::1] nudgers
    cdef unsigned char[::1] settled
    cdef int[::1] touched
    cdef unsigned char[::1] states
    cdef double[::1] paces
    cdef const double[:, ::1] previous
    cdef Py_ssize_t count
    cdef unsigned char[::1] off_path
    cdef double[:, ::1] walk_targets
    cdef long long[::1] blocked_by
    cdef int[::1] come
    cdef int[:, ::1] asked
    cdef int[::1] counts
    cdef signed char[::1] orders
    cdef double[:, ::1] sums
    cdef int[::1] deep
    cdef unsigned char[::1] squeezed
    cdef Py_ssize_t _find_deep(self, const int[:, ::1] pairs) noexcept nogil
    cdef void _ease(self, const int[:, ::1] pairs, Py_ssize_t k) noexcept nogil
    cdef void _touch(self, Py_ssize_t i) noexcept nogil
    cdef void _part(
        self, Py_ssize_t k, Py_ssize_t i, Py_ssize_t j, double dx, double dz, double reach,
        bint first,
    ) noexcept nogil
    cdef double _share(
        self, Py_ssize_t k, Py_ssize_t i, Py_ssize_t j, double dx, double dz
    ) noexcept nogil
    cdef void _ask(self, Py_ssize_t k, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef bint _push(self, Py_ssize_t i, double dx, double dz) noexcept nogil
    cdef bint _turn_off(self, Py_ssize_t i, double dx, double dz) noexcept nogil
    cdef bint _follow(self, Py_ssize_t i, double dx, double dz) noexcept nogil
    cdef bint _slide(self, Py_ssize_t i, double dx, double dz) noexcept nogil
    cdef bint _move(self, Py_ssize_t i, double dx, double dz) noexcept nogil
    cdef void _shorten(self, Py_ssize_t i) noexcept nogil
    cdef void _stop(self, Py_ssize_t i, double nx, double nz) noexcept nogil
    cdef void _meet(self, Py_ssize_t i, Py_ssize_t j, double nx, double nz) noexcept nogil
