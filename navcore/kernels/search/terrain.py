# cython: boundscheck=False, wraparound=False, cdivision=True
"""Cost of straight segments over terrain, and string pulling that never raises the cost.

The cost of a segment is the sum over cells of its length in the cell times the cell's cost. Where
it runs along the line between two cells, the higher cost counts. A segment that touches a blocked
cell, within `TOLERANCE`, is blocked.
"""

import cython
from cython.cimports.libc.math import floor, sqrt

TOLERANCE = cython.declare(cython.double, 1e-9)
AHEAD = cython.declare(cython.Py_ssize_t, 64)


@cython.final
@cython.cclass
class Terrain:
    """Straight segments over a padded grid of costs.

    A cost of 0 means that a cell is blocked. `stamped` marks cells that dynamic obstacles block, or
    is empty. `places` are points, in cells, of a path to pull taut; `sums` is scratch for as many
    numbers.
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
        """Keep the costs of a grid and the arrays of one thread."""
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
        """Return the cost of a cell, or 0 if it is blocked."""
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
        """Return the mean cost of a segment within one column of cells; negative if blocked.

        `cell` is the first cell of the column, `across` the difference of ids of its neighbours.
        The segment moves from `from_` to `to` in the column, at most one cell.
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
        """Return the cost of the segment between two places; negative if it is blocked."""
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
        """Keep, from each kept place, the farthest one that a segment reaches at no higher cost."""
        i: cython.Py_ssize_t
        anchor: cython.Py_ssize_t = 0
        kept: cython.Py_ssize_t = 1
        cost: cython.double
        self.sums[0] = 0.0
        for i in range(1, count):
            # Segments of the path itself are free, even if rounding errors say otherwise.
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
        """Pull the path of the first `count` places taut; return the number of places that remain.

        They move to the front. No segment costs more than the part of the path that it replaces,
        and no more places can be left out on these terms.
        """
        before: cython.Py_ssize_t = -1
        with cython.nogil:
            while count != before:
                before = count
                count = self._pass(count)
        return count

    def measure(self, count: cython.Py_ssize_t) -> float:
        """Return the cost of the path of the first `count` places; negative if it is blocked."""
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
        """Write the costs of the segments from the first place to the next ones to `costs`.

        They are negative for blocked segments.
        """
        i: cython.Py_ssize_t
        with cython.nogil:
            for i in range(costs.shape[0]):
                costs[i] = self._measure(0, i + 1)
