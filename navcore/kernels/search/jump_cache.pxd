# Declarations for other kernels.

cimport cython

from navcore.kernels.raster.bitmap_scan cimport Lines

@cython.final
cdef class Successors:
    cdef Lines rows
    cdef Lines columns
    cdef int row_length
    cdef int[::1] numbers
    cdef int[::1] cells
    cdef int[:, ::1] lists
    cdef int[::1] found
    cdef readonly int count
    cdef readonly Py_ssize_t used
    cdef readonly int serial
    cdef Py_ssize_t most
    cdef Py_ssize_t look(self, int node, int direction, int x, int z) noexcept nogil
    cdef void _scan(self, int direction, int x, int z) noexcept nogil
    cdef bint _is_free(self, int x, int z) noexcept nogil
    cdef void _cover(self, Py_ssize_t first, int x, int z) noexcept nogil
    cdef void _along(self, Py_ssize_t first, int direction, int x, int z) noexcept nogil
    cdef int _turn(
        self,
        Py_ssize_t first,
        int dx,
        int dz,
        int side_x,
        int side_z,
        int x,
        int z,
    ) noexcept nogil
    cdef unsigned long long _open(self, int z, Py_ssize_t w) noexcept nogil
    cdef bint _is_jump_point(self, int x, int z, int direction) noexcept nogil
