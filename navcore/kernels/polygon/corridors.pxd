# Declarations for other kernels.

from navcore.kernels.polygon.edge_tree cimport Forest

cdef struct Corridor:
    double ax
    double az
    double bx
    double bz
    double ux
    double uz
    double length
    double start
    double end
    double widest
    double taper
    double lean
    Py_ssize_t objects
    Py_ssize_t walls
    double from_objects
    double from_edge
    double reach

cdef struct Kinds:
    Py_ssize_t objects
    Py_ssize_t walls
    double from_objects
    double from_edge

cdef Kinds kinds_of(const double[::1] numbers) noexcept nogil
cdef Corridor laid(
    double ax, double az, double bx, double bz, double start, double end, Kinds kinds
) noexcept nogil
cdef double gap(
    const double[:, ::1] segments, Py_ssize_t e, Corridor c
) noexcept nogil
cdef Py_ssize_t first_inside(
    Forest forest, Corridor c, Py_ssize_t guess
) noexcept nogil
cdef double apart(
    const double[:, ::1] segments, Py_ssize_t e, double x, double z
) noexcept nogil
cdef double margin(
    const double[:, ::1] segments, Py_ssize_t e, Corridor c, double more
) noexcept nogil
cdef bint misses(const double[:, ::1] boxes, Py_ssize_t node, Corridor c) noexcept nogil
