# cython: boundscheck=False, wraparound=False, cdivision=True
"""What straight ways over terrain cost, and pulling strings that never cost more.

The cost of a segment is its length in each cell times that cell's cost, summed up; where it
runs along the line between two cells the dearer one counts. A segment that touches a blocked
cell, to within `TOLERANCE`, is no way at all.
"""

import cython
from cython.cimports.libc.math import floor, sqrt

TOLERANCE = cython.declare(cython.double, 1e-9)
AHEAD = cython.declare(cython.Py_ssize_t, 64)


@cython.final
@cython.cclass
class Terrain:
    """Straight ways over one padded grid of costs.

    `stamped` marks cells that are blocked besides those that cost 0, or is empty. `places` are
    points in cells to pull a string through, `sums` is room for as many numbers.
    """

    cost: cython.const[cython.float][::1]
    stamped: cython.const[cython.uchar][::1]
    has_stamps: cython.bint
    row_length: cython.int
    places: cython.double[:, ::1]
    sums: cython.double[::1]

    def __init__(
        self,
        cost: cython.const[cython.float][::1],
        stamped: cython.const[cython.uchar][::1],
        row_length: cython.int,
        places: cython.double[:, ::1],
        sums: cython.double[::1],
    ) -> None:
        """Over one grid's costs, with one thread's places."""
        self.cost = cost
        self.stamped = stamped
        self.has_stamps = stamped.shape[0] != 0
        self.row_length = row_length
        self.places = places
        self.sums = sums

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _cost_of(self, node: cython.Py_ssize_t) -> cython.double:
        """Cost of a cell; 0 where it is blocked."""
        if self.has_stamps and self.stamped[node] != 0:
            return 0.0
        return self.cost[node]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _piece(
        self,
        cell: cython.Py_ssize_t,
        across: cython.Py_ssize_t,
        from_: cython.double,
        to: cython.double,
    ) -> cython.double:
        """Mean cost of a segment between two lines across it; below 0 when a cell is blocked.

        `cell` is the one at 0 across the segment, which goes from `from_` to `to`, at most one
        cell apart.
        """
        low: cython.double = min(from_, to)
        high: cython.double = max(from_, to)
        first: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, floor(low - TOLERANCE))
        last: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, floor(high + TOLERANCE))
        total: cython.double = 0.0
        dearest: cython.double = 0.0
        cost: cython.double
        i: cython.Py_ssize_t
        for i in range(first, last + 1):
            cost = self._cost_of(cell + i * across)
            if cost <= 0.0:
                return -1.0
            dearest = max(dearest, cost)
            total += cost * max(0.0, min(high, i + 1.0) - max(low, cython.cast(cython.double, i)))
        if high - low <= 2.0 * TOLERANCE:
            return dearest
        return total / (high - low)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _measure(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.double:
        """Cost of the segment between two places; below 0 when it touches a blocked cell."""
        dx: cython.double = self.places[j, 0] - self.places[i, 0]
        dz: cython.double = self.places[j, 1] - self.places[i, 1]
        wide: cython.bint = abs(dx) >= abs(dz)
        along: cython.Py_ssize_t = 1 if wide else self.row_length
        across: cython.Py_ssize_t = self.row_length if wide else 1
        low: cython.double = self.places[i, 0] if wide else self.places[i, 1]
        side: cython.double = self.places[i, 1] if wide else self.places[i, 0]
        high: cython.double = low + (dx if wide else dz)
        run: cython.double = dx if wide else dz
        if run == 0.0:
            return 0.0
        slope: cython.double = (dz if wide else dx) / run
        if high < low:
            side += slope * (high - low)
            low, high = high, low
        total: cython.double = 0.0
        mean: cython.double
        at: cython.double = low
        end: cython.double
        column: cython.Py_ssize_t
        for column in range(
            cython.cast(cython.Py_ssize_t, low), cython.cast(cython.Py_ssize_t, high) + 1
        ):
            end = min(column + 1.0, high)
            mean = self._piece(
                column * along, across, side + (at - low) * slope, side + (end - low) * slope
            )
            if mean < 0.0:
                return -1.0
            total += mean * (end - at)
            at = end
        return total * sqrt(1.0 + slope * slope)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pass(self, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """From each kept place go on to the farthest that a straight way leads to as cheaply."""
        i: cython.Py_ssize_t
        anchor: cython.Py_ssize_t = 0
        kept: cython.Py_ssize_t = 1
        cost: cython.double
        self.sums[0] = 0.0
        for i in range(1, count):
            # A piece of the way itself is free, whatever rounding says.
            self.sums[i] = self.sums[i - 1] + max(self._measure(i - 1, i), 0.0)
        while anchor < count - 1:
            i = min(count - 1, anchor + AHEAD)
            while i > anchor + 1:
                cost = self._measure(anchor, i)
                if cost >= 0.0 and cost <= (self.sums[i] - self.sums[anchor]) * (1.0 + 1e-12):
                    break
                i -= 1
            anchor = i
            self.places[kept, 0] = self.places[i, 0]
            self.places[kept, 1] = self.places[i, 1]
            kept += 1
        return kept

    def pull(self, count: cython.Py_ssize_t) -> int:
        """Pull a string through the first `count` places; returns how many are left of them.

        What is left stands in front. No segment costs more than what it takes the place of, and
        no place can be left out for which that would hold.
        """
        before: cython.Py_ssize_t = -1
        with cython.nogil:
            while count != before:
                before = count
                count = self._pass(count)
        return count

    def measure(self, count: cython.Py_ssize_t) -> float:
        """Cost of the way through the first `count` places; below 0 when it is no way."""
        total: cython.double = 0.0
        cost: cython.double
        i: cython.Py_ssize_t
        with cython.nogil:
            for i in range(1, count):
                cost = self._measure(i - 1, i)
                if cost < 0.0:
                    total = -1.0
                    break
                total += cost
        return total

    def fan(self, costs: cython.double[::1]) -> None:
        """Write the cost of the way from the first place to each of those after it.

        As many as there are `costs`; below 0 where there is no way.
        """
        i: cython.Py_ssize_t
        with cython.nogil:
            for i in range(costs.shape[0]):
                costs[i] = self._measure(0, i + 1)
