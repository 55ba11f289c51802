# Declarations for other kernels.

cimport cython

@cython.final
cdef class Frame:
    cdef const unsigned char[::1] cells
    cdef const unsigned char[::1] stamped
    cdef double[:, ::1] places
    cdef const int[::1] kept
    cdef const int[:, ::1] turns
    cdef bint has_stamps
    cdef int row_length
    cdef double width
    cdef double depth
    cdef double anchor_x
    cdef double anchor_z
    cdef double cell_size
    cdef double column
    cdef double row
    cdef int cell_at(self, double x, double z) noexcept nogil
    cdef double _counted(self, double value, double anchor, double first) noexcept nogil
    cdef double x_in_cells(self, double x) noexcept nogil
    cdef double z_in_cells(self, double z) noexcept nogil
    cdef Py_ssize_t run_fill(
        self,
        Py_ssize_t count,
        double start_x,
        double start_z,
        double goal_x,
        double goal_z,
    ) noexcept nogil
    cdef Py_ssize_t _put(self, Py_ssize_t i, double x, double z) noexcept nogil
