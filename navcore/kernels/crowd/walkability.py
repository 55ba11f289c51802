# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The floor under walking agents: whether a place is free, and a short way over it clear."""

from typing import Any

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.raster.grid_transform import Frame
    from cython.cimports.navcore.kernels.search.sight import Sight
else:
    from navcore.kernels.raster.grid_transform import Frame
    from navcore.kernels.search.sight import Sight

# Half of a cell less the rounding error. The same number is in `is_clear`.
INSIDE = cython.declare(cython.double, 0.499999)
CERTAIN = cython.declare(cython.double, 1e8)
# Rings of cells around each one that are searched once for a blocked cell.
RINGS = cython.declare(cython.int, 6)
TOUCHING = cython.declare(cython.double, 1e-9)

if not cython.compiled:
    # Compiled, it is in the .pxd file, so that other kernels inline it.

    def is_clear(ground, ax, az, bx, bz):
        """Return whether a straight way stays within the known free rings of cells around a.

        Otherwise the way may still be clear.
        """
        column = ax * ground.cells_a_metre - ground.left
        row = az * ground.cells_a_metre - ground.top
        if not (0.0 <= column < ground.columns and 0.0 <= row < ground.rows):
            return False
        whole_column, whole_row = int(column), int(row)
        reach = ground.rooms[(whole_row + 1) * ground.row_length + whole_column + 1] - 2.0 + INSIDE
        column -= whole_column + 0.5
        row -= whole_row + 0.5
        if not (abs(column) < reach and abs(row) < reach):
            return False
        column += (bx - ax) * ground.cells_a_metre
        row += (bz - az) * ground.cells_a_metre
        return abs(column) < reach and abs(row) < reach


@cython.final
@cython.cclass
class Ground:
    """One grid, queried in metres. `costs` is how much its padded cells slow agents, or empty.

    `rooms` has a number for each padded cell, written when the cell is first needed: 1 for a
    blocked one, else 1 more than the number of rings of cells around it, with itself, that are
    free. A straight way that stays within these rings is clear, as most steps and looks do: no
    other cell is read for them.
    """

    def __init__(
        self,
        frame: Frame,
        sight: Sight,
        costs: cython.const[cython.float][::1],
        rooms: cython.uchar[::1],
        other: "Ground | None" = None,
    ) -> None:
        """Take kernels over the same cells, and the floor that follows this one."""
        self.frame = frame
        self.sight = sight
        self.cells_a_metre = 1.0 / frame.cell_size
        self.left = frame.anchor_x * self.cells_a_metre + frame.column
        self.top = frame.anchor_z * self.cells_a_metre + frame.row
        self.columns = frame.width
        self.rows = frame.depth
        if not (abs(self.left) + self.columns < CERTAIN and abs(self.top) + self.rows < CERTAIN):
            self.columns = 0.0
        self.row_length = frame.row_length
        self.rooms = rooms
        if cython.compiled:
            # Functions inlined elsewhere would check the bounds of the array itself.
            self.room = cython.address(rooms[0])
        self.costs = costs
        self.has_costs = costs.shape[0] != 0
        self.other = other

    def _cell(self, x, z):
        """Return the walkable cell that contains a place, or -1."""
        # A product is faster than a quotient, and as good except for places on a grid line.
        column: cython.double = x * self.cells_a_metre - self.left
        row: cython.double = z * self.cells_a_metre - self.top
        whole_column: cython.int
        whole_row: cython.int
        if not (0.0 <= column < self.columns and 0.0 <= row < self.rows):
            return self.frame.cell_at(x, z)
        whole_column = cython.cast(cython.int, column)
        whole_row = cython.cast(cython.int, row)
        if abs(column - whole_column - 0.5) < INSIDE and abs(row - whole_row - 0.5) < INSIDE:
            return self._node(whole_column, whole_row)
        return self.frame.cell_at(x, z)

    def is_free(self, x, z):
        """Return whether a place is in a walkable cell."""
        return self._cell(x, z) >= 0

    def lets_pass(self, ax, az, bx, bz):
        """Return whether the line from a to b stays in walkable cells; true out of a wall."""
        column: cython.double = ax * self.cells_a_metre - self.left
        row: cython.double = az * self.cells_a_metre - self.top
        node: cython.int
        to: cython.int
        start: cython.int
        if 0.0 <= column < self.columns and 0.0 <= row < self.rows:
            node = (cython.cast(cython.int, row) + 1) * self.row_length
            node += cython.cast(cython.int, column) + 1
            if self.rooms[node] == 0:
                self.rooms[node] = self._measured(node)
            if is_clear(self, ax, az, bx, bz):
                return True
        to = self._cell(bx, bz)
        if to < 0:
            return False
        start = self._cell(ax, az)
        if start == to or start < 0:
            return True
        return (
            self.sight.first_blocker(
                self.frame.x_in_cells(ax),
                self.frame.z_in_cells(az),
                self.frame.x_in_cells(bx),
                self.frame.z_in_cells(bz),
            )
            < 0
        )

    def _measured(self, node):
        """Return the number in `rooms` of a cell, which is not in the ring around the grid."""
        ring: cython.int
        k: cython.int
        corner: cython.int = node
        if self.frame.cells[node] == 0:
            return 1
        for ring in range(1, RINGS):
            # The ring around the grid is blocked: no search goes beyond it.
            corner -= self.row_length + 1
            for k in range(2 * ring):
                if (
                    self.frame.cells[corner + k] == 0
                    or self.frame.cells[corner + 2 * ring + k * self.row_length] == 0
                    or self.frame.cells[corner + (k + 1) * self.row_length] == 0
                    or self.frame.cells[corner + 2 * ring * self.row_length + k + 1] == 0
                ):
                    return ring + 1
        return RINGS + 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _node(self, column: cython.int, row: cython.int) -> cython.int:
        """Return the walkable cell in a column and a row of the grid, or -1."""
        node: cython.int = (row + 1) * self.frame.row_length + column + 1
        return -1 if self.frame.cells[node] == 0 else node

    def slowness(self, x, z):
        """Return the factor by which agents are slower here: 1 on plain floor and off the cells."""
        if not self.has_costs:
            return 1.0
        node: cython.int = self._cell(x, z)
        return 1.0 if node < 0 else self.costs[node]

    def passes(self, ax: float, az: float, bx: float, bz: float) -> bool:
        """Return the same as :meth:`lets_pass`."""
        return self.lets_pass(ax, az, bx, bz)

    def lets_pass_on(self, number, ax, az, bx, bz):
        """Return the same as :meth:`lets_pass` on the floor this many places after this one."""
        if number == 0:
            return self.lets_pass(ax, az, bx, bz)
        return self.other.lets_pass_on(number - 1, ax, az, bx, bz)

    def slowness_on(self, number, x, z):
        """Return the same as :meth:`slowness` on the floor this many places after this one."""
        if number == 0:
            return self.slowness(x, z)
        return self.other.slowness_on(number - 1, x, z)


@cython.final
@cython.cclass
class Floors:
    """The floor of each agent: floors of different profiles differ.

    `numbers` has for each row of agents the floor that it walks on, counted from `first` on; empty
    if all walk on the first. `corridors`, (n, 7) or empty, has x and z of both ends of the corridor
    in which each stays, and its radii there: 0 or less for none.
    """

    def __init__(
        self,
        first: Ground,
        numbers: cython.const[cython.uchar][::1],
        corridors: cython.const[cython.double][:, ::1],
    ) -> None:
        """Take a chain of floors as long as the largest number says."""
        self.first = first
        self.numbers = numbers
        self.is_one = numbers.shape[0] == 0
        self.corridors = corridors
        self.is_open = corridors.shape[0] == 0

    def lets_pass(self, row, ax, az, bx, bz):
        """Return whether an agent can go straight from a to b; true out of a wall."""
        if not self.is_open and not self._keeps_in(row, ax, az, bx, bz):
            return False
        if self.is_one:
            return self.first.lets_pass(ax, az, bx, bz)
        return self.first.lets_pass_on(self.numbers[row], ax, az, bx, bz)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keeps_in(
        self,
        row: cython.Py_ssize_t,
        ax: cython.double,
        az: cython.double,
        bx: cython.double,
        bz: cython.double,
    ) -> cython.bint:
        """Return whether b is in the agent's corridor, or no farther out of it than a."""
        out: cython.double
        if not (self.corridors[row, 4] > 0.0 and self.corridors[row, 5] > 0.0):
            return True
        out = self._beyond(row, bx, bz)
        return out <= TOUCHING or out <= self._beyond(row, ax, az)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _beyond(self, row: cython.Py_ssize_t, x: cython.double, z: cython.double) -> cython.double:
        """Return the distance of a place outside an agent's corridor, metres; inside at most 0."""
        across_x: cython.double = self.corridors[row, 2] - self.corridors[row, 0]
        across_z: cython.double = self.corridors[row, 3] - self.corridors[row, 1]
        squared: cython.double = across_x * across_x + across_z * across_z
        first: cython.double = self.corridors[row, 4]
        last: cython.double = self.corridors[row, 5]
        share: cython.double = 0.0
        x -= self.corridors[row, 0]
        z -= self.corridors[row, 1]
        if squared > 0.0:
            share = min(1.0, max(0.0, (x * across_x + z * across_z) / squared))
        elif last > first:
            share = 1.0
        x -= share * across_x
        z -= share * across_z
        return sqrt(x * x + z * z) - (first + share * (last - first))

    def slowness(self, row, x, z):
        """Return the factor by which an agent is slower here: 1 on plain floor and elsewhere."""
        if self.is_one:
            return self.first.slowness(x, z)
        return self.first.slowness_on(self.numbers[row], x, z)

    def passes(self, row: int, ax: float, az: float, bx: float, bz: float) -> bool:
        """Return the same as :meth:`lets_pass`."""
        return self.lets_pass(row, ax, az, bx, bz)

    def pass_each(
        self,
        rows: cython.const[cython.int][::1],
        positions: cython.const[cython.double][:, ::1],
        aims: cython.const[cython.double][:, ::1],
        found: cython.uchar[::1],
    ) -> None:
        """Mark with 1 the agents that can go straight to their aims, as :meth:`lets_pass`.

        Args:
            rows: (k,) of the agents.
            positions: (n, 2) of all agents, metres.
            aims: (n, 2) metres.
            found: (k,) takes 1 or 0.
        """
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        with cython.nogil:
            for k in range(rows.shape[0]):
                i = rows[k]
                found[k] = self.lets_pass(
                    i, positions[i, 0], positions[i, 1], aims[i, 0], aims[i, 1]
                )


def passes(floors: Any, row: int, ax: float, az: float, bx: float, bz: float) -> bool:
    """Return the same as `Floors.lets_pass`: interpreted kernels use it for `passes_at_once`."""
    return bool(floors.lets_pass(row, ax, az, bx, bz))
