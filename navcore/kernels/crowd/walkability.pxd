# What other kernels use of this one.

cimport cython
from navcore.kernels.raster.grid_transform cimport Frame
from navcore.kernels.search.sight cimport Sight

@cython.final
cdef class Ground:
    cdef Frame frame
    cdef Sight sight
    cdef const float[::1] costs
    cdef bint has_costs
    cdef Ground other
    cdef double cells_a_metre
    cdef double left
    cdef double top
    cdef double columns
    cdef double rows
    cdef int row_length
    cdef unsigned char[::1] rooms
    cdef const unsigned char* room
    cdef unsigned char _measured(self, int node) noexcept nogil
    cdef int _node(self, int column, int row) noexcept nogil
    cdef int _cell(self, double x, double z) noexcept nogil
    cdef bint is_free(self, double x, double z) noexcept nogil
    cdef bint lets_pass(self, double ax, double az, double bx, double bz) noexcept nogil
    cdef double slowness(self, double x, double z) noexcept nogil
    cdef bint lets_pass_on(
        self, int number, double ax, double az, double bx, double bz
    ) noexcept nogil
    cdef double slowness_on(self, int number, double x, double z) noexcept nogil

@cython.final
cdef class Floors:
    cdef Ground first
    cdef const unsigned char[::1] numbers
    cdef bint is_one
    cdef const double[:, ::1] corridors
    cdef bint is_open
    cdef bint lets_pass(
        self, Py_ssize_t row, double ax, double az, double bx, double bz
    ) noexcept nogil
    cdef double slowness(self, Py_ssize_t row, double x, double z) noexcept nogil
    cdef bint _keeps_in(
        self, Py_ssize_t row, double ax, double az, double bx, double bz
    ) noexcept nogil
    cdef double _beyond(self, Py_ssize_t row, double x, double z) noexcept nogil

cdef inline bint is_clear(Ground ground, double ax, double az, double bx, double bz) noexcept nogil:
    """Whether a straight way stays within the rings of cells around a that are known free."""
    cdef double column = ax * ground.cells_a_metre - ground.left
    cdef double row = az * ground.cells_a_metre - ground.top
    cdef double reach
    cdef int whole_column
    cdef int whole_row
    if not (0.0 <= column < ground.columns and 0.0 <= row < ground.rows):
        return False
    whole_column = <int>column
    whole_row = <int>row
    reach = ground.room[(whole_row + 1) * ground.row_length + whole_column + 1] - 2.0 + 0.499999
    column -= whole_column + 0.5
    row -= whole_row + 0.5
    if not ((abs(column) < reach) & (abs(row) < reach)):
        return False
    column += (bx - ax) * ground.cells_a_metre
    row += (bz - az) * ground.cells_a_metre
    return (abs(column) < reach) & (abs(row) < reach)

cdef inline bint passes_at_once(
    Floors floors, Py_ssize_t row, double ax, double az, double bx, double bz
) noexcept nogil:
    """As `Floors.lets_pass`, without a call where the way is clear at first sight."""
    if floors.is_open and floors.is_one and is_clear(floors.first, ax, az, bx, bz):
        return True
    return floors.lets_pass(row, ax, az, bx, bz)
