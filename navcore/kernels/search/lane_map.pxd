# Declarations for searches over cells.

cimport cython

@cython.final
cdef class LaneIndex:
    cdef const int[::1] first
    cdef const int[::1] following
    cdef const int[:, ::1] lanes
    cdef const int[:, ::1] tile_starts
    cdef const int[::1] tile_regions
    cdef int storey_rows
    cdef int blocks_wide
    cdef int tiles_wide
    cdef bint has(self, int region, int storey, int tile) noexcept nogil

@cython.final
cdef class LaneMap:
    cdef LaneIndex index
    cdef int blocks_wide
    cdef const int[:, ::1] boxes
    cdef const int[::1] regions
    cdef const double[::1] bases
    cdef const double[::1] leasts
    cdef const double[::1] costs
    cdef int[::1] lists
    cdef int[::1] pool
    cdef bint four
    cdef int used
    cdef void _list_all(self) noexcept nogil
    cdef inline double _bound(self, int entry, int across, int along) noexcept nogil
    cdef int _list(self, int x, int z) noexcept nogil
    cdef double distance(self, int x, int z) noexcept nogil
