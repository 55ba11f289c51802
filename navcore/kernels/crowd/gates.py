# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Narrow places ahead of agents on their paths, from the width classes of cells.

Along a path the class of the cells falls and rises like the floor of a chain of valleys: a narrow
place is a valley, wider before and after it by two steps of the ladder of classes, for cells alone
make them differ by one. Its cells are those connected ones whose class is at most that of its rim,
so every path through it finds the same cells. The floor beyond them touches them in separate groups
of cells, its mouths; with fewer than two mouths it is a corner that leads nowhere, and no gate.
"""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Ways
else:
    from navcore.kernels.crowd.agents import Ways

MOST_CLASSES = cython.declare(cython.int, 16)
AHEAD = cython.declare(cython.double, 2.0)
ACROSS = cython.declare(cython.double, 4.0)
FAR = cython.declare(cython.double, 1e9)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _rim(least: cython.int) -> cython.int:
    """The highest class of the cells of a valley with this least one."""
    return least + 1


@cython.final
@cython.cclass
class Passages:
    """The narrow places of one grid.

    `classes` are those of the padded cells, row by row; `open_class` is that of cells that are in
    no narrow place. `frame` are three numbers: the column and the row, in cells from 0, of the
    corner of the padded array, and the side of a cell in metres. `last` is room for 17 numbers.
    """

    def __init__(
        self,
        classes: cython.const[cython.uchar][::1],
        row_length: cython.int,
        open_class: cython.int,
        frame: cython.const[cython.double][::1],
        last: cython.double[::1],
    ) -> None:
        """Over the cells of a grid."""
        self.last = last
        self.classes = classes
        self.row_length = row_length
        self.rows = cython.cast(cython.int, classes.shape[0] // row_length)
        self.open_class = open_class
        self.left = frame[0]
        self.top = frame[1]
        self.side = frame[2]
        self.cells_a_metre = 1.0 / frame[2]

    def look(
        self,
        ways: Ways,
        positions: cython.const[cython.double][:, ::1],
        rows: cython.const[cython.int][::1],
        reach: cython.double,
        cells: cython.int[:, ::1],
        found: cython.double[:, :, ::1],
    ) -> None:
        """Find the first m narrow places on the paths of agents.

        Args:
            ways: All paths.
            positions: (n, 2) metres.
            rows: (k,) of the agents that look.
            reach: How far they look along their paths, metres.
            cells: (k, 3 m) takes for each place a cell of it, the least class of its rim, and the
                highest, below the floor before it; cell -1: none.
            found: (k, m, 12) takes for each place, in metres: how far along the path it begins, 0
                for agents inside; how far it ends, 1e9 beyond `reach`; x, z of its narrowest
                place on the path, or of one `AHEAD` for agents inside; the direction of the path
                there; how far the floor goes to the left and to the right there; x, z of where
                it begins; x, z of where it ends.
        """
        k: cython.Py_ssize_t
        self.ways = ways
        self.positions = positions
        self.cells = cells
        self.found = found
        self.reach = reach
        with cython.nogil:
            for k in range(rows.shape[0]):
                self._look(k, rows[k])

    def class_at(self, x, z):
        """The class of the cell at a place; 0 off the grid."""
        column: cython.double = x * self.cells_a_metre - self.left
        row: cython.double = z * self.cells_a_metre - self.top
        if not (column >= 0.0 and row >= 0.0 and column < self.row_length and row < self.rows):
            return 0
        self.cell = cython.cast(cython.int, row) * self.row_length + cython.cast(cython.int, column)
        return self.classes[self.cell]

    def _look(self, k, i):
        """Go along a path, a cell at a time, and note the valleys of the classes."""
        next_: cython.longlong = self.ways.current[i]
        end: cython.longlong = self.ways.end[i]
        x: cython.double = self.positions[i, 0]
        z: cython.double = self.positions[i, 1]
        ux: cython.double = 0.0
        uz: cython.double = 0.0
        left_on_piece: cython.double = 0.0
        taken: cython.double
        gone: cython.double = 0.0
        here: cython.int
        before: cython.int = -1
        n: cython.int
        for n in range(self.found.shape[1]):
            self.cells[k, 3 * n] = -1
        for n in range(MOST_CLASSES + 1):
            self.last[n] = -1.0
        self.noted = 0
        self.falls = True
        self.peak = MOST_CLASSES
        here = self.class_at(x, z) or self.open_class
        self._begin(here, x, z, ux, uz)
        self.last[here] = 0.0
        while gone < self.reach:
            # Along as many pieces of the path as a cell takes.
            taken = self.side
            while left_on_piece < taken and next_ < end:
                x += ux * left_on_piece
                z += uz * left_on_piece
                taken -= left_on_piece
                ux = self.ways.points[next_, 0] - x
                uz = self.ways.points[next_, 1] - z
                left_on_piece = sqrt(ux * ux + uz * uz)
                if left_on_piece > 0.0:
                    ux /= left_on_piece
                    uz /= left_on_piece
                next_ += 1
            if left_on_piece < taken:
                break
            x += ux * taken
            z += uz * taken
            left_on_piece -= taken
            gone += self.side
            here = self.class_at(x, z)
            # Paths touch corners of walls; another cell of the same class changes nothing.
            if here not in (0, before):
                self._take(k, i, here, gone, x, z, ux, uz)
                before = here
                if self.noted == self.found.shape[1]:
                    return
            self.last[here] = gone
        if self.falls and self.least < self.open_class:
            self._put(k, i, FAR, x, z)

    def _take(self, k, i, here, gone, x, z, ux, uz):
        """Take in the class of one cell more."""
        if self.falls:
            if self.least_ux == 0.0 and self.least_uz == 0.0:
                # Where the path begins it has no direction yet.
                self.least_ux, self.least_uz = ux, uz
            if here < self.least:
                self._begin(here, x, z, ux, uz)
            elif here > _rim(self.least):
                if self.least < self.open_class:
                    self._put(k, i, gone, x, z)
                self.falls = False
                self.peak = here
        elif here > self.peak:
            self.peak = here
        elif _rim(here) < self.peak:
            self.falls = True
            self._begin(here, x, z, ux, uz)

    def _begin(self, least, x, z, ux, uz):
        """Note where the narrowest place of a valley is, so far."""
        self.least = least
        self.least_cell = self.cell
        self.least_x, self.least_z = x, z
        self.least_ux, self.least_uz = ux, uz

    def _above(self, rim):
        """How far along the path the floor was last wider than a rim; -1 if it was not."""
        n: cython.int
        last: cython.double = -1.0
        for n in range(rim + 1, MOST_CLASSES + 1):
            last = max(last, self.last[n])
        return last

    def _put(self, k, i, ends, x, z):
        """Write a valley that ends here."""
        n: cython.int = self.noted
        rim: cython.int = _rim(self.least)
        begins: cython.double = self._above(rim)
        self.noted += 1
        self.cells[k, 3 * n] = self.least_cell
        self.cells[k, 3 * n + 1] = rim
        self.cells[k, 3 * n + 2] = max(rim, min(self.peak, self.open_class) - 1)
        begins = begins + self.side if begins >= 0.0 else 0.0
        self.found[k, n, 0] = begins
        self.found[k, n, 1] = ends
        self.found[k, n, 10] = x
        self.found[k, n, 11] = z
        if begins == 0.0:
            self._go(i, min(AHEAD, ends))
        else:
            self._go(i, begins)
            self.found[k, n, 8] = self.at_x
            self.found[k, n, 9] = self.at_z
            self.at_x = self.least_x
            self.at_z = self.least_z
            self.at_ux = self.least_ux
            self.at_uz = self.least_uz
        self.found[k, n, 2] = self.at_x
        self.found[k, n, 3] = self.at_z
        self.found[k, n, 4] = self.at_ux
        self.found[k, n, 5] = self.at_uz
        self.found[k, n, 6] = self._free(-self.at_uz, self.at_ux, ACROSS)
        self.found[k, n, 7] = self._free(self.at_uz, -self.at_ux, ACROSS)
        if begins == 0.0:
            self.found[k, n, 8] = self.positions[i, 0]
            self.found[k, n, 9] = self.positions[i, 1]

    def _go(self, i, far):
        """Find the place so far along an agent's path, or its end, and the direction there."""
        j: cython.longlong = self.ways.current[i]
        dx: cython.double
        dz: cython.double
        length: cython.double
        self.at_x = self.positions[i, 0]
        self.at_z = self.positions[i, 1]
        self.at_ux = 1.0
        self.at_uz = 0.0
        while j < self.ways.end[i]:
            dx = self.ways.points[j, 0] - self.at_x
            dz = self.ways.points[j, 1] - self.at_z
            length = sqrt(dx * dx + dz * dz)
            if length > 0.0:
                self.at_ux = dx / length
                self.at_uz = dz / length
            if length >= far:
                self.at_x += far * self.at_ux
                self.at_z += far * self.at_uz
                return
            self.at_x = self.ways.points[j, 0]
            self.at_z = self.ways.points[j, 1]
            far -= length
            j += 1

    def _free(self, dx, dz, most):
        """How far the floor goes in a direction from the place that was found; metres."""
        step: cython.double = 0.5 * self.side
        far: cython.double = step
        while far <= most:
            if self.class_at(self.at_x + far * dx, self.at_z + far * dz) == 0:
                return far - step
            far += step
        return most

    def free(
        self,
        x: cython.double,
        z: cython.double,
        dx: cython.double,
        dz: cython.double,
        most: cython.double,
    ) -> float:
        """How far the floor goes from a place in a direction, at most so far; metres."""
        self.at_x, self.at_z = x, z
        return self._free(dx, dz, most)

    def beside(self, side):
        """By how much the id of a neighbour differs; the first four share a side."""
        if side < 2:
            return 1 if side == 0 else -1
        if side < 4:
            return self.row_length if side == 2 else -self.row_length
        if side < 6:
            return self.row_length + 1 if side == 4 else self.row_length - 1
        return -self.row_length + 1 if side == 6 else -self.row_length - 1
