# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Crossings ahead of agents on their paths: floor that is wider than what leads to it.

A crossing is what remains of the floor where its width class is at least so much: connected cells
that three groups of narrower floor or more touch, its mouths. The widest such cells that are small
enough are taken, whoever asks first.
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
# So many times as long as it is wide an arm meets no other one.
LONG = cython.declare(cython.int, 3)
# More cells than so many times the square of those across its widest mouth are a room.
WIDER = cython.declare(cython.double, 2.5)
MOUTHS = cython.declare(cython.int, 3)
SEEN = cython.declare(cython.int, -9)
EDGE = cython.declare(cython.int, -3)


@cython.final
@cython.cclass
class Crossings:
    """The crossings of one grid.

    `passages` are over classes turned round: one more than there are, less the class of a cell, so
    that wide floor is narrow there. `limits` are how many classes there are; the most cells that a
    crossing has; how many cells of floor make an arm; and across how many cells the widest mouth
    is. `margins` say for each class, turned round, how many cells around are added. `ids` hold for
    each padded cell the number of its crossing, -1 for none and 0 where that is not known yet;
    `tried` takes a bit for each class whose cells about this one are no crossing. `labels`, `cells`
    (as long) and `edge` (twice as long) are room; `mouths` (m, 3) takes sums of columns, of rows,
    and how many cells each mouth has.
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
        """None is known yet."""
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
        """Note the crossing that holds a cell under a number; its cells in `cells`, how many.

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
        """Whether no more than `most` cells hang together here; those looked at are in `cells`."""
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
        """Add the floor around, as far as the cells may miss the corners between the arms."""
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
        """Count the groups of floor that begin at the cells found; where, in `mouths`.

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
        """Whether there is no more floor than its widest mouth makes one expect."""
        k: cython.int
        widest: cython.double = 0.0
        for k in range(self.mouths.shape[0]):
            widest = max(widest, self.mouths[k, 2])
        return widest <= self.widest and self.core <= WIDER * widest * widest

    def _flood(self, cell, number):
        """Label a mouth and the floor beyond, as far as that tells; whether it is another arm.

        It has the label of the arm that it meets soon, as around a column in a hall, and -1 where
        it leads nowhere: into the corner of a room.
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
        """Label floor on from the cells put last, up to so many; the label that it meets, or -1."""
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
        """Label one cell more."""
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
        """Find the next crossing on the paths of agents, up to one that was not known.

        Args:
            ways: All paths.
            positions: (n, 2) metres.
            rows: (k,) of the agents that look.
            reach: How far they look for where it begins, metres.
            stride: From one look to the next, metres.
            numbers: (k,) takes the number of the crossing, or -1.
            found: (k, 6) takes how far along the path it begins and ends, 1e9 if the path ends
                before; x, z of where it begins, and of where it ends; metres.
            first: The place in `rows` of the agent to begin with.
            number: Of a crossing that is found on the way, which then is noted as :meth:`find`
                does; its cells are in `cells`.

        Returns:
            The place of the agent that came upon it, and has to look again; k if none did.
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
        """How many cells the crossing has that the last look came upon."""
        return self.count

    def _look(self, k, i, reach, stride):
        """Whether all is known that an agent comes upon."""
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
