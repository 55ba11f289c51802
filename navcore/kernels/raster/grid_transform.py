# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Convert between metres and the cells of a padded grid."""

import cython
from cython.cimports.libc.math import floor, nextafter, sqrt


@cython.final
@cython.cclass
class Frame:
    """Position of a padded grid in the world, and its free cells.

    `cells` are 1 where a cell is free. `stamped` marks cells that dynamic obstacles block, or is
    empty. `places` are points in cells from the corner of the padded array, `kept` the indices of
    some of them, `turns` the cells of the padded array in which a path turns.
    """

    def __init__(
        self,
        cells: cython.const[cython.uchar][::1],
        stamped: cython.const[cython.uchar][::1],
        row_length: cython.int,
        numbers: cython.const[cython.double][::1],
        places: cython.double[:, ::1],
        kept: cython.const[cython.int][::1],
        turns: cython.const[cython.int][:, ::1],
    ) -> None:
        """Keep the cells of a grid and the scratch arrays of one thread.

        `numbers` are x and z of the lattice's anchor, the side of a cell, and the column and row
        of the first cell.
        """
        self.cells = cells
        self.stamped = stamped
        self.has_stamps = stamped.shape[0] != 0
        self.row_length = row_length
        self.width = row_length - 2
        self.depth = cells.shape[0] // row_length - 2
        self.anchor_x = numbers[0]
        self.anchor_z = numbers[1]
        self.cell_size = numbers[2]
        self.column = numbers[3]
        self.row = numbers[4]
        self.places = places
        self.kept = kept
        self.turns = turns

    def side(self) -> float:
        """Return the side of a cell, metres."""
        return self.cell_size

    def free_cell_at(self, x: cython.double, z: cython.double) -> int:
        """Return the id of the free cell that contains a point in metres, or -1."""
        return self.cell_at(x, z)

    def cell_at(self, x, z):
        """Return the same as :meth:`free_cell_at`, for other kernels."""
        column: cython.double = floor((x - self.anchor_x) / self.cell_size) - self.column
        row: cython.double = floor((z - self.anchor_z) / self.cell_size) - self.row
        if not (0.0 <= column < self.width and 0.0 <= row < self.depth):
            return -1
        node: cython.int = cython.cast(cython.int, row + 1.0) * self.row_length + cython.cast(
            cython.int, column + 1.0
        )
        if self.cells[node] == 0 or (self.has_stamps and self.stamped[node] != 0):
            return -1
        return node

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _counted(
        self, value: cython.double, anchor: cython.double, first: cython.double
    ) -> cython.double:
        """Return a coordinate in cells; its integer part is exactly the cell that contains it."""
        scaled: cython.double = (value - anchor) / self.cell_size
        whole: cython.double = floor(scaled)
        cell: cython.double = whole - first
        counted: cython.double = cell + (scaled - whole)
        # Rounding up must not move it to the next cell.
        if counted >= cell + 1.0:
            return nextafter(cell + 1.0, 0.0)
        return counted

    def in_cells(self, x: cython.double, z: cython.double) -> tuple[float, float]:
        """Convert a point from metres to cells from the corner of the padded array."""
        return self.x_in_cells(x), self.z_in_cells(z)

    def x_in_cells(self, x):
        """Convert x from metres to cells from the corner of the padded array."""
        return self._counted(x, self.anchor_x, self.column - 1.0)

    def z_in_cells(self, z):
        """Convert z from metres to cells from the corner of the padded array."""
        return self._counted(z, self.anchor_z, self.row - 1.0)

    def run_fill(self, count, start_x, start_z, goal_x, goal_z):
        """Do the same as :meth:`fill`, for other kernels."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        steps: cython.int
        dx: cython.int
        dz: cython.int
        total: cython.Py_ssize_t = 0
        if start_x != self.turns[0, 0] + 0.5 or start_z != self.turns[0, 1] + 0.5:
            total = self._put(total, start_x, start_z)
        total = self._put(total, self.turns[0, 0] + 0.5, self.turns[0, 1] + 0.5)
        for i in range(1, count):
            dx = self.turns[i, 0] - self.turns[i - 1, 0]
            dz = self.turns[i, 1] - self.turns[i - 1, 1]
            steps = max(abs(dx), abs(dz))
            dx = (dx > 0) - (dx < 0)
            dz = (dz > 0) - (dz < 0)
            for k in range(1, steps + 1):
                total = self._put(
                    total,
                    self.turns[i - 1, 0] + k * dx + 0.5,
                    self.turns[i - 1, 1] + k * dz + 0.5,
                )
        if goal_x != self.turns[count - 1, 0] + 0.5 or goal_z != self.turns[count - 1, 1] + 0.5:
            total = self._put(total, goal_x, goal_z)
        return total

    def fill(
        self,
        count: cython.Py_ssize_t,
        start_x: cython.double,
        start_z: cython.double,
        goal_x: cython.double,
        goal_z: cython.double,
    ) -> int:
        """Write the start, the centres of all cells along the first `count` turns, and the goal.

        They go to `places`. Start and goal are in cells, and are left out if they are the centre
        of their cell. Returns the number of places; if `places` has fewer rows, it receives the
        first ones only.
        """
        return self.run_fill(count, start_x, start_z, goal_x, goal_z)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, i: cython.Py_ssize_t, x: cython.double, z: cython.double) -> cython.Py_ssize_t:
        """Write place i if `places` has that row; return i + 1."""
        if i < self.places.shape[0]:
            self.places[i, 0] = x
            self.places[i, 1] = z
        return i + 1

    def metres(
        self,
        goal_x: cython.double,
        goal_z: cython.double,
        out: cython.double[:, ::1],
        first: cython.Py_ssize_t,
    ) -> float:
        """Write the kept places in metres to `out`, from row `first` on, with the goal as the last.

        Returns the length of the path from place 0 along them.
        """
        # This order of operations yields the lattice's centres to the last bit.
        column: cython.double = self.column - 1.0
        row: cython.double = self.row - 1.0
        x: cython.double = self.anchor_x + (column + self.places[0, 0]) * self.cell_size
        z: cython.double = self.anchor_z + (row + self.places[0, 1]) * self.cell_size
        length: cython.double = 0.0
        dx: cython.double
        dz: cython.double
        i: cython.Py_ssize_t
        with cython.nogil:
            for i in range(first, out.shape[0]):
                out[i, 0] = self.anchor_x + self.cell_size * (
                    column + self.places[self.kept[i - first], 0]
                )
                out[i, 1] = self.anchor_z + self.cell_size * (
                    row + self.places[self.kept[i - first], 1]
                )
                if i == out.shape[0] - 1:
                    out[i, 0] = goal_x
                    out[i, 1] = goal_z
                dx = out[i, 0] - x
                dz = out[i, 1] - z
                length += sqrt(dx * dx + dz * dz)
                x = out[i, 0]
                z = out[i, 1]
        return length
