# Declarations for other kernels.

cimport cython

from navcore.kernels.raster.bitmap_scan cimport Lines

cdef struct Place:
    long long u
    long long v

@cython.final
cdef class Corners:
    cdef Lines rows
    cdef Lines columns
    cdef long long[:, ::1] hull
    cdef bint transposed
    cdef Py_ssize_t found
    cdef long long side
    cdef Place _place(self, long long x, long long z) noexcept nogil
    cdef long long _first_blocked(self, long long line, long long low, long long high) noexcept nogil
    cdef long long _last_blocked(self, long long line, long long low, long long high) noexcept nogil
    cdef bint _constrains(
        self,
        Place a,
        Place b,
        Place c,
        long long turn,
        Place p,
        long long inward_u,
        long long inward_v,
    ) noexcept nogil
    cdef void _add_corners(
        self,
        Place a,
        Place b,
        Place c,
        long long turn,
        long long line,
        long long v,
        long long inward_v,
        long long cell,
        long long last,
    ) noexcept nogil
    cdef long long _first_corner(
        self,
        Place a,
        Place b,
        Place c,
        long long turn,
        long long line,
        long long v,
        long long inward_v,
        long long cell,
        long long last,
    ) noexcept nogil
    cdef long long _last_corner(
        self,
        Place a,
        Place b,
        Place c,
        long long turn,
        long long line,
        long long v,
        long long inward_v,
        long long cell,
        long long last,
        long long first,
    ) noexcept nogil
    cdef void _insert(self, Place p) noexcept nogil
    cdef void _add_all_corners(self, Place a, Place b, Place c, long long turn) noexcept nogil
    cdef Py_ssize_t _wrap(self) noexcept nogil
    cdef Py_ssize_t _cut(
        self, Place a, Place c, long long turn, Py_ssize_t size
    ) noexcept nogil
    cdef bint sees(
        self, long long x, long long z, long long to_x, long long to_z
    ) noexcept nogil
    cdef Py_ssize_t around(
        self,
        long long ax,
        long long az,
        long long bx,
        long long bz,
        long long cx,
        long long cz,
    ) noexcept nogil
