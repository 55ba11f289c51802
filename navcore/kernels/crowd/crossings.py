# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Crossings ahead of agents on their paths: floor that is wider than the streets to it.

A crossing is a set of connected cells with at least some width class that touch three or more
groups of narrower floor, its mouths. The highest class with few enough cells is used, whichever
agent finds the crossing first.
"""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Ways
    from cython.cimports.navcore.kernels.crowd.gates import Passages
else:
    from navcore.kernels.crowd.agents import Ways
    from navcore.kernels.crowd.gates import Passages

FAR = cython.declare(cython.double, 1e9)
# An arm that meets no other one within this many times its width is an arm of its own.
LONG = cython.declare(cython.int, 3)
# More cells than this many times the square of the widest mouth's cells are a room.
WIDER = cython.declare(cython.double, 2.5)
MOUTHS = cython.declare(cython.int, 3)
SEEN = cython.declare(cython.int, -9)
EDGE = cython.declare(cython.int, -3)


@cython.final
@cython.cclass
class Crossings:
    """The crossings of one grid.

    `passages` are over reversed classes, one more than their number less the class of a cell, so
    that wide floor has low classes. `limits` are the number of classes, the most cells of a
    crossing, the cells of floor that make an arm, and the most cells across the widest mouth.
    `margins` has for each reversed class the number of cells around that are added. `ids` has for
    each padded cell the number of its crossing, -1 for none and 0 if it is not known yet; `tried`
    has a bit for each class with which the cells around this one are no crossing. `labels`, `cells`
    (as long) and `edge` (twice as long) are buffers; `mouths` (m, 3) takes sums of columns, of
    rows, and the number of cells of each mouth.
    """

    def __init__(
        self,
        passages: Passages,
        limits: cython.const[cython.int][::1],
        margins: cython.const[cython.int][::1],
        ids: cython.int[::1],
        tried: cython.uint[::1],
        labels: cython.int[::1],
        cells: cython.int[::1],
        edge: cython.int[::1],
        mouths: cython.double[:, ::1],
    ) -> None:
        """Start without any crossings."""
        self.passages = passages
        self.levels = limits[0]
        self.most = limits[1]
        self.pocket = limits[2]
        self.widest = limits[3]
        self.margins = margins
        self.ids = ids
        self.tried = tried
        self.labels = labels
        self.cells = cells
        self.edge = edge
        self.mouths = mouths

    def find(self, cell: cython.int, number: cython.int) -> int:
        """Label the crossing that contains a cell; write its cells to `cells`, return their number.

        0 if there is none, or it is known.
        """
        count: cython.int = 0
        with cython.nogil:
            if self.ids[cell] == 0:
                count = self._find(cell, number)
        return count

    def _find(self, cell, number):
        rim: cython.int = self.levels
        count: cython.int = 0
        k: cython.int
        while rim >= self.passages.classes[cell] and count == 0:
            if not (self.tried[cell] >> rim) & 1:
                if self._is_small(cell, rim) and self._arms() >= MOUTHS and self._is_narrow():
                    count = self.core
                    for k in range(count):
                        self.ids[self.cells[k]] = number
                else:
                    for k in range(self.core or self.visited):
                        self.tried[self.cells[k]] |= cython.cast(cython.uint, 1) << rim
                for k in range(self.visited):
                    self.labels[self.cells[k]] = 0
            rim -= 1
        if count == 0:
            self.ids[cell] = -1
        return count

    def _is_small(self, cell, rim):
        """Return whether at most `most` cells are connected here; visited ones are in `cells`."""
        k: cython.int = 0
        side: cython.int
        other: cython.int
        self.visited = 1
        self.core = 0
        self.cells[0] = cell
        self.labels[cell] = SEEN
        while k < self.visited:
            for side in range(4):
                other = self.cells[k] + self.passages.beside(side)
                if (
                    self.passages.classes[other] == 0
                    or self.passages.classes[other] > rim
                    or self.labels[other] != 0
                ):
                    continue
                if (self.tried[other] >> rim) & 1 or self.visited == self.most:
                    return False
                self.labels[other] = SEEN
                self.cells[self.visited] = other
                self.visited += 1
            k += 1
        self._widen(rim)
        return True

    def _widen(self, rim):
        """Add floor around by a margin: the cells may end before the corners between the arms."""
        first: cython.int = 0
        last: cython.int
        k: cython.int
        side: cython.int
        other: cython.int
        turns: cython.int = self.margins[rim]
        self.core = self.visited
        while turns > 0:
            turns -= 1
            last = self.visited
            for k in range(first, last):
                for side in range(4):
                    other = self.cells[k] + self.passages.beside(side)
                    if self.passages.classes[other] != 0 and self.labels[other] == 0:
                        self.labels[other] = SEEN
                        self.cells[self.visited] = other
                        self.visited += 1
            first = last

    def _arms(self):
        """Count the groups of floor that begin at the cells found, and write them to `mouths`.

        Floor of less than `pocket` cells is a corner, and leads nowhere.
        """
        k: cython.int
        side: cython.int
        other: cython.int
        arm: cython.int
        arms: cython.int = 0
        self.used = 0
        for k in range(self.mouths.shape[0]):
            self.mouths[k, 0] = 0.0
            self.mouths[k, 1] = 0.0
            self.mouths[k, 2] = 0.0
        for k in range(self.visited):
            for side in range(4):
                other = self.cells[k] + self.passages.beside(side)
                if self.passages.classes[other] != 0 and self.labels[other] == 0:
                    self.labels[other] = EDGE
        for k in range(self.visited):
            for side in range(4):
                other = self.cells[k] + self.passages.beside(side)
                if self.passages.classes[other] == 0 or self.labels[other] == SEEN:
                    continue
                if self.labels[other] == EDGE:
                    arms += self._flood(other, arms + 1)
                arm = self.labels[other] - 1
                if 0 <= arm < self.mouths.shape[0]:
                    self.mouths[arm, 0] += other % self.passages.row_length
                    self.mouths[arm, 1] += other // self.passages.row_length
                    self.mouths[arm, 2] += 1.0
        for k in range(self.used):
            self.labels[self.edge[k]] = 0
        return arms

    def _is_narrow(self):
        """Return whether there is no more floor than the widest mouth lets one expect."""
        k: cython.int
        widest: cython.double = 0.0
        for k in range(self.mouths.shape[0]):
            widest = max(widest, self.mouths[k, 2])
        return widest <= self.widest and self.core <= WIDER * widest * widest

    def _flood(self, cell, number):
        """Label a mouth and enough floor beyond to judge it; return whether it is another arm.

        It gets the label of an arm that it soon meets, as around a column in a hall, and -1 if it
        leads nowhere, as in the corner of a room.
        """
        first: cython.int = self.used
        k: cython.int = first
        side: cython.int
        other: cython.int
        label: cython.int
        limit: cython.int
        self._put(cell, number)
        while k < self.used:
            for side in range(8):
                other = self.edge[k] + self.passages.beside(side)
                if self.labels[other] == EDGE:
                    self._put(other, number)
            k += 1
        limit = self.used - first
        limit = max(self.pocket, LONG * limit * limit)
        label = self._spread(first, limit, number)
        if label < 0 and self.used - first >= self.pocket:
            label = number
        if label != number:
            for k in range(first, self.used):
                self.labels[self.edge[k]] = label
        return label == number

    def _spread(self, first, limit, number):
        """Label up to `limit` cells from the last ones on; return the label they meet, or -1."""
        k: cython.int = first
        side: cython.int
        other: cython.int
        while k < self.used and self.used - first < limit:
            for side in range(4):
                other = self.edge[k] + self.passages.beside(side)
                if self.passages.classes[other] == 0 or self.labels[other] == SEEN:
                    continue
                if self.labels[other] == 0 or self.labels[other] == EDGE:
                    self._put(other, number)
                elif 0 < self.labels[other] != number:
                    return self.labels[other]
            k += 1
        return -1

    def _put(self, cell, number):
        """Label a cell and queue it."""
        self.labels[cell] = number
        self.edge[self.used] = cell
        self.used += 1

    def look(
        self,
        ways: Ways,
        positions: cython.const[cython.double][:, ::1],
        rows: cython.const[cython.int][::1],
        reach: cython.double,
        stride: cython.double,
        numbers: cython.int[::1],
        found: cython.double[:, ::1],
        first: cython.Py_ssize_t,
        number: cython.int,
    ) -> int:
        """Find the next crossing on the paths of agents, up to the first unknown one.

        Args:
            ways: All paths.
            positions: (n, 2) metres.
            rows: (k,) rows of the agents that look.
            reach: Metres of the path in which a crossing must begin.
            stride: Metres between two looks.
            numbers: (k,) takes the number of the crossing, or -1.
            found: (k, 6) takes the distances along the path to its beginning and its end, 1e9 if
                the path ends before; x, z of its beginning, and of its end; metres.
            first: Index in `rows` of the agent to begin with.
            number: Number for an unknown crossing on the path, which is labelled as by
                :meth:`find`; its cells are in `cells`.

        Returns:
            The index of the agent that found it, and has to look again; k if none did.
        """
        k: cython.Py_ssize_t
        self.count = 0
        self.ways = ways
        self.positions = positions
        self.numbers = numbers
        self.found = found
        self.number = number
        with cython.nogil:
            k = first
            while k < rows.shape[0] and self._look(k, rows[k], reach, stride):
                k += 1
        return k

    def new_cells(self) -> int:
        """Return the number of cells of the crossing that the last look found."""
        return self.count

    def _look(self, k, i, reach, stride):
        """Return whether everything ahead of an agent is known."""
        j: cython.longlong = self.ways.current[i]
        x: cython.double = self.positions[i, 0]
        z: cython.double = self.positions[i, 1]
        dx: cython.double
        dz: cython.double
        length: cython.double
        taken: cython.double
        gone: cython.double = 0.0
        here: cython.int
        self.numbers[k] = -1
        while True:
            here = -1
            if self.passages.class_at(x, z) != 0:
                here = self.ids[self.passages.cell]
                if here == 0:
                    self.count = self._find(self.passages.cell, self.number)
                    if self.count:
                        return False
                    here = -1
            if self.numbers[k] < 0:
                if here > 0:
                    self.numbers[k] = here
                    self.found[k, 0] = gone
                    self.found[k, 1] = FAR
                    self.found[k, 2] = x
                    self.found[k, 3] = z
                elif gone >= reach:
                    return True
            elif here != self.numbers[k]:
                self.found[k, 1] = gone
                self.found[k, 4] = x
                self.found[k, 5] = z
                return True
            taken = stride
            while True:
                if j >= self.ways.end[i]:
                    return True
                dx = self.ways.points[j, 0] - x
                dz = self.ways.points[j, 1] - z
                length = sqrt(dx * dx + dz * dz)
                if length >= taken:
                    x += dx * (taken / length)
                    z += dz * (taken / length)
                    break
                x = self.ways.points[j, 0]
                z = self.ways.points[j, 1]
                taken -= length
                j += 1
            gone += stride
