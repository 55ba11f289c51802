# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Spatial index of agents: the square of a uniform grid that each one is in."""

import cython
from cython.cimports.libc.math import sqrt

MOST_PAIRS = cython.declare(cython.int, 32)
INFINITE = cython.declare(cython.double, float("inf"))


@cython.final
@cython.cclass
class Neighbours:
    """An index over places: rows of agents, square by square.

    `order` and `squares` are (n,) int32; :meth:`arrange` fills both, and `sorted_`, the (n, 2)
    places in that order.

    `storeys` are numbers by rows of agents, empty if all are on one. Each storey has its own rows
    of squares and an empty row after them, so that agents of two storeys are never near. Agents on
    the last storey are `absent`: near nobody.
    """

    def __init__(
        self,
        positions: cython.const[cython.double][:, ::1],
        absent: cython.int,
        order: cython.int[::1],
        squares: cython.int[::1],
        sorted_: cython.double[:, ::1],
        storeys: cython.const[cython.uchar][::1],
    ) -> None:
        """Take places that are not sorted yet."""
        self.positions = positions
        self.order = order
        self.squares = squares
        self.sorted = sorted_
        self.storeys = storeys
        self.is_flat = storeys.shape[0] == 0
        self.absent = absent

    def bounds(self, found: cython.double[::1]) -> None:
        """Write least x and z, then greatest x and z of all places; infinite if there are none."""
        i: cython.Py_ssize_t
        found[0] = found[1] = INFINITE
        found[2] = found[3] = -INFINITE
        with cython.nogil:
            for i in range(self.positions.shape[0]):
                found[0] = min(found[0], self.positions[i, 0])
                found[1] = min(found[1], self.positions[i, 1])
                found[2] = max(found[2], self.positions[i, 0])
                found[3] = max(found[3], self.positions[i, 1])

    def arrange(
        self,
        min_x: cython.double,
        min_z: cython.double,
        side: cython.double,
        columns: cython.int,
        rows: cython.int,
        heads: cython.int[::1],
    ) -> None:
        """Sort the present places, those of one square by their row.

        Args:
            min_x: x of the corner of the first square, metres; agents outside the squares belong
                to the nearest one.
            min_z: z of the same corner.
            side: Side of the squares, metres.
            columns: Number of columns of squares.
            rows: Number of rows of squares.
            heads: Buffer for (columns * rows + 1) numbers, with storeys for
                (columns * (rows + 1) * storeys + 1); or more.
        """
        self.min_x = min_x
        self.min_z = min_z
        self.squares_a_metre = 1.0 / side
        self.columns = columns
        self.rows = rows
        self.lines = rows if self.is_flat else (rows + 1) * (self.absent + 1)
        self.heads = heads
        with cython.nogil:
            self._fill()

    def _fill(self):
        i: cython.Py_ssize_t
        square: cython.int
        first: cython.int = 0
        count: cython.int
        used: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, self.columns) * self.lines + 1
        for i in range(used):
            self.heads[i] = 0
        for i in range(self.positions.shape[0]):
            square = (
                self.first_row(i) + self.row_of(self.positions[i, 1])
            ) * self.columns + self.column_of(self.positions[i, 0])
            self.squares[i] = square
            self.heads[square] += 1
        for i in range(used):
            count = self.heads[i]
            self.heads[i] = first
            first += count
        # Placing moves each head to the end of its square, which is the start of the next one.
        for i in range(self.positions.shape[0]):
            square = self.squares[i]
            self.order[self.heads[square]] = cython.cast(cython.int, i)
            self.sorted[self.heads[square], 0] = self.positions[i, 0]
            self.sorted[self.heads[square], 1] = self.positions[i, 1]
            self.heads[square] += 1
        i = used - 1
        while i > 0:
            self.heads[i] = self.heads[i - 1]
            i -= 1
        self.heads[0] = 0

    def first_row(self, i):
        """Return the first row of squares of the storey of the agent in this row."""
        if self.is_flat:
            return 0
        return self.storeys[i] * (self.rows + 1)

    def column_of(self, x):
        """Return the column of the square that contains x, or the nearest one."""
        at: cython.double = (x - self.min_x) * self.squares_a_metre
        if not at > 0.0:
            return 0
        if at >= self.columns:
            return self.columns - 1
        return cython.cast(cython.int, at)

    def row_of(self, z):
        """Return the row of the square that contains z, or the nearest; counted in its storey."""
        at: cython.double = (z - self.min_z) * self.squares_a_metre
        if not at > 0.0:
            return 0
        if at >= self.rows:
            return self.rows - 1
        return cython.cast(cython.int, at)

    def farthest(self, places: cython.const[cython.double][:, ::1]) -> float:
        """Return the greatest distance of an agent from its place in the index; metres.

        `places` are in the order of the index.
        """
        i: cython.Py_ssize_t
        dx: cython.double
        dz: cython.double
        most: cython.double = 0.0
        with cython.nogil:
            for i in range(self.sorted.shape[0]):
                dx = places[i, 0] - self.sorted[i, 0]
                dz = places[i, 1] - self.sorted[i, 1]
                most = max(most, dx * dx + dz * dz)
        return sqrt(most)

    def pairs(
        self,
        radii: cython.const[cython.double][::1],
        slack: cython.double,
        found: cython.int[:, ::1],
    ) -> int:
        """Find pairs within `slack` metres of touching, each once, as indices into the order.

        The order is that of the index, and so is that of `radii`; `found` is (m, 2). Each agent is
        paired with at most `MOST_PAIRS` later ones. The squares are at least as large as the two
        widest agents and the slack together. Returns the number of pairs, or -1 if `found` is too
        small.
        """
        i: cython.int
        row: cython.int
        column: cython.int
        square: cython.int
        count: cython.Py_ssize_t = 0
        most: cython.Py_ssize_t
        total: cython.int = cython.cast(cython.int, self.order.shape[0])
        self.radii = radii
        self.found = found
        self.slack = slack
        if not self.is_flat:
            # Empty rows separate storeys; absent agents come last.
            total = self.heads[self.absent * (self.rows + 1) * self.columns]
        with cython.nogil:
            for i in range(total):
                if count + MOST_PAIRS > found.shape[0]:
                    count = -1
                    break
                square = self.squares[self.order[i]]
                row = square // self.columns
                column = square - row * self.columns
                most = count + MOST_PAIRS
                count = self._add(
                    i, i + 1, self.heads[square + 1 + (column + 1 < self.columns)], most, count
                )
                if row + 1 < self.lines:
                    square += self.columns
                    count = self._add(
                        i,
                        self.heads[square - (column > 0)],
                        self.heads[square + 1 + (column + 1 < self.columns)],
                        most,
                        count,
                    )
        return count

    def _add(self, i, begin, end, most, count):
        """Add the pairs of an agent with the places from `begin` to before `end`."""
        j: cython.int
        x: cython.double = self.sorted[i, 0]
        z: cython.double = self.sorted[i, 1]
        mine: cython.double = self.radii[i] + self.slack
        dx: cython.double
        dz: cython.double
        reach: cython.double
        for j in range(begin, end):
            if count == most:
                break
            dx = self.sorted[j, 0] - x
            dz = self.sorted[j, 1] - z
            reach = mine + self.radii[j]
            # Always written: a mispredicted branch would cost more than the write.
            self.found[count, 0] = i
            self.found[count, 1] = j
            count += dx * dx + dz * dz < reach * reach
        return count
