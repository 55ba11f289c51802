# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Cells of a narrow place, its mouths, and where it is narrowest between them.

A place has many cells that nobody passes: corners of rooms, niches. They have low classes, too. So
the narrowest cells are not those with the least class, but those that the widest paths between all
mouths can't avoid. They are found as in Kruskal's algorithm: cells are joined to others beside them
from the highest class to the lowest, until all mouths are connected.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.gates import Passages
else:
    from navcore.kernels.crowd.gates import Passages

# Metres beyond the cells of a gate within which groups of floor cells that touch it are one.
BEYOND = cython.declare(cython.double, 0.4)
# Labels of the floor around a place: not in a mouth yet, and in one.
FLOOR = cython.declare(cython.int, -2)
MOUTH = cython.declare(cython.int, -3)


@cython.final
@cython.cclass
class GateCells:
    """The narrow places of one grid, as sets of cells."""

    def __init__(self, passages: Passages) -> None:
        """Take the classes of all cells."""
        self.passages = passages
        self.classes = passages.classes
        self.count = 0

    def narrowest(self) -> int:
        """Return how many narrowest cells the place has that was filled last."""
        return self.count

    def fill(
        self,
        cell: cython.int,
        rim: cython.int,
        number: cython.int,
        labels: cython.int[::1],
        cells: cython.int[::1],
        edge: cython.int[::1],
        mouths: cython.double[:, ::1],
    ) -> int:
        """Label the cells of the narrow place that contains a cell; return their number.

        Args:
            cell: One of them.
            rim: The highest class of its cells.
            number: Its label, above 0; -1 is written if it has fewer than two mouths.
            labels: (cells of the grid,) of all places with this rim, 0 where there is none.
            cells: Takes the cells; as long as `labels`.
            edge: Takes the narrowest cells between mouths; twice as long as `labels`.
            mouths: (m, 3) takes the sums of columns and of rows of each mouth, and its cells; of
                more than m mouths the last takes all the rest.
        """
        count: cython.int
        self.labels = labels
        self.cells = cells
        self.edge = edge
        self.mouths = mouths
        with cython.nogil:
            count = self._fill(cell, rim, number)
        return count

    def _fill(self, cell, rim, number):
        count: cython.int = self._flood(cell, rim, number)
        groups: cython.int = 0
        k: cython.int
        self._widen(rim)
        for k in range(self.rest):
            if self.labels[self.edge[k]] == FLOOR:
                self._gather(self.edge[k], groups)
                groups += 1
        self.apart = groups
        self.count = self._find_narrowest(count, rim) if groups > 1 else 0
        for k in range(self.rest):
            self.labels[self.edge[k]] = 0
        for k in range(self.count):
            self.edge[k] = self.edge[self.rest + k]
        if groups < 2:
            for k in range(count):
                self.labels[self.cells[k]] = -1
        return count

    def _flood(self, cell, rim, number):
        """Label connected cells, and mark the floor around them; return their number."""
        count: cython.int = 1
        k: cython.int = 0
        side: cython.int
        other: cython.int
        self.labels[cell] = number
        self.cells[0] = cell
        self.rest = 0
        while k < count:
            for side in range(8):
                other = self.cells[k] + self.passages.beside(side)
                if self.classes[other] == 0 or self.labels[other] != 0:
                    continue
                if self.classes[other] > rim:
                    self.labels[other] = FLOOR
                    self.edge[self.rest] = other
                    self.rest += 1
                elif side < 4:
                    self.labels[other] = number
                    self.cells[count] = other
                    count += 1
            k += 1
        return count

    def _widen(self, rim):
        """Mark the floor up to `BEYOND` from the cells, too.

        Cells around a jamb touch floor in two groups that are connected right beyond it.
        """
        first: cython.int = 0
        last: cython.int
        k: cython.int
        side: cython.int
        other: cython.int
        turns: cython.int = cython.cast(cython.int, BEYOND * self.passages.cells_a_metre)
        while turns > 0:
            turns -= 1
            last = self.rest
            for k in range(first, last):
                for side in range(4):
                    other = self.edge[k] + self.passages.beside(side)
                    if self.classes[other] > rim and self.labels[other] == 0:
                        self.labels[other] = FLOOR
                        self.edge[self.rest] = other
                        self.rest += 1
            first = last

    def _gather(self, first, group):
        """Sum the floor cells that are connected with the first one, and mark them as a mouth."""
        mouth: cython.int = min(group, cython.cast(cython.int, self.mouths.shape[0]) - 1)
        half: cython.Py_ssize_t = self.labels.shape[0]
        # Behind the floor cells in `edge` there is room for a queue.
        head: cython.int = self.rest
        tail: cython.int = self.rest + 1
        side: cython.int
        other: cython.int
        self.edge[head] = first
        self.edge[half + first] = first
        self.labels[first] = MOUTH
        while head < tail:
            self.mouths[mouth, 0] += self.edge[head] % self.passages.row_length
            self.mouths[mouth, 1] += self.edge[head] // self.passages.row_length
            self.mouths[mouth, 2] += 1.0
            for side in range(8):
                other = self.edge[head] + self.passages.beside(side)
                if self.labels[other] == FLOOR:
                    self.labels[other] = MOUTH
                    self.edge[tail] = other
                    self.edge[half + other] = first
                    tail += 1
            head += 1

    def _find_narrowest(self, count, rim):
        """Write the narrowest cells behind the floor cells in `edge`; return their number.

        The second half of `edge` has for each cell another one that it is joined to, or itself. A
        mouth is one cell here, to which its other cells are joined.
        """
        class_: cython.int
        k: cython.int
        found: cython.int = 0
        half: cython.Py_ssize_t = self.labels.shape[0]
        for k in range(count):
            # Not joined yet.
            self.edge[half + self.cells[k]] = -1
        class_ = rim
        while class_ > 0 and self.apart > 1:
            for k in range(count):
                if self.classes[self.cells[k]] == class_:
                    self._join_around(self.cells[k])
            class_ -= 1
        class_ += 1
        for k in range(count):
            if (
                self.classes[self.cells[k]] == class_
                and self.labels[self._root(self.cells[k])] == MOUTH
            ):
                self.edge[self.rest + found] = self.cells[k]
                found += 1
        return found

    def _join_around(self, cell):
        """Join a cell to those beside it that are joined already, and to the mouths it touches."""
        side: cython.int
        other: cython.int
        half: cython.Py_ssize_t = self.labels.shape[0]
        self.edge[half + cell] = cell
        for side in range(8):
            other = cell + self.passages.beside(side)
            if self.labels[other] == MOUTH or (
                side < 4
                and self.labels[other] == self.labels[cell]
                and self.edge[half + other] >= 0
            ):
                self._join(cell, other)

    def _join(self, cell, other):
        """Join two cells, and all that are joined to them; a mouth stands for all joined to it."""
        half: cython.Py_ssize_t = self.labels.shape[0]
        cell = self._root(cell)
        other = self._root(other)
        if cell == other:
            return
        if self.labels[cell] < self.labels[other]:
            cell, other = other, cell
        self.edge[half + cell] = other
        if self.labels[cell] == MOUTH:
            self.apart -= 1

    def _root(self, cell):
        """Return the first of the cells that a cell is joined to."""
        half: cython.Py_ssize_t = self.labels.shape[0]
        while self.edge[half + cell] != cell:
            self.edge[half + cell] = self.edge[half + self.edge[half + cell]]
            cell = self.edge[half + cell]
        return cell
