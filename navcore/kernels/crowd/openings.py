# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Agents that enter, leave or cross doors and narrow places, and those that wait near them."""

import cython
from cython.cimports.libc.math import sqrt

WAS_IN = cython.declare(cython.int, 1)
IS_IN = cython.declare(cython.int, 2)
WAS_BEYOND = cython.declare(cython.int, 4)
IS_BEYOND = cython.declare(cython.int, 8)
CROSSES = cython.declare(cython.int, 16)


@cython.final
@cython.cclass
class Openings:
    """Outlines, and the line across each; k of them.

    `boxes` (k, 4) around the outlines, `lines` (k, 5): middle, direction of passing, half of the
    width; `layers` (k,) numbers of storeys; `edges` (m, 4) of all outlines with their lower end
    first, `spans` (k, 2) the range of each. `frame`: x and z of the corner of the first square, the
    side of the squares, columns, rows; `starts` (columns * rows + 1) and `items` have the openings
    that may concern agents in a square. Metres.
    """

    def __init__(
        self,
        boxes: cython.const[cython.double][:, ::1],
        lines: cython.const[cython.double][:, ::1],
        layers: cython.const[cython.uchar][::1],
        edges: cython.const[cython.double][:, ::1],
        spans: cython.const[cython.longlong][:, ::1],
        frame: cython.const[cython.double][::1],
        starts: cython.const[cython.int][::1],
        items: cython.const[cython.int][::1],
    ) -> None:
        """Take arrays of these shapes."""
        self.boxes = boxes
        self.lines = lines
        self.layers = layers
        self.edges = edges
        self.spans = spans
        self.min_x = frame[0]
        self.min_z = frame[1]
        self.size = frame[2]
        self.columns = cython.cast(cython.int, frame[3])
        self.rows = cython.cast(cython.int, frame[4])
        self.starts = starts
        self.items = items

    def crossed(
        self,
        before: cython.const[cython.double][:, ::1],
        after: cython.const[cython.double][:, ::1],
        storeys: cython.const[cython.uchar][::1],
        far: cython.double,
        found: cython.int[:, ::1],
    ) -> int:
        """Return how many times an agent is or was in an outline, or crossed its line.

        Each is a row of `found`, as far as there is room: opening, row of the agent, and bits: 1 it
        was inside, 2 it is inside, 4 and 8 it was and is beyond the line, 16 it crossed the line
        within its width. Agents that move more than `far` are compared with all openings.
        """
        count: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        square: cython.Py_ssize_t
        dx: cython.double
        dz: cython.double
        bits: cython.int
        with cython.nogil:
            for i in range(after.shape[0]):
                dx = after[i, 0] - before[i, 0]
                dz = after[i, 1] - before[i, 1]
                square = -1
                if dx * dx + dz * dz <= far * far:
                    square = self._square_of(after[i, 0], after[i, 1])
                    if square < 0 or self.starts[square] == self.starts[square + 1]:
                        continue
                for k in range(
                    0 if square < 0 else self.starts[square],
                    self.boxes.shape[0] if square < 0 else self.starts[square + 1],
                ):
                    bits = self._bits(
                        k if square < 0 else self.items[k], storeys[i], before[i, 0], before[i, 1],
                        after[i, 0], after[i, 1],
                    )  # fmt: skip
                    if bits & (WAS_IN | IS_IN | CROSSES):
                        if count < found.shape[0]:
                            found[count, 0] = k if square < 0 else self.items[k]
                            found[count, 1] = cython.cast(cython.int, i)
                            found[count, 2] = bits
                        count += 1
        return count

    def queues(
        self,
        places: cython.const[cython.double][:, ::1],
        storeys: cython.const[cython.uchar][::1],
        waits: cython.const[cython.uchar][::1],
        reach: cython.double,
        counts: cython.longlong[::1],
    ) -> None:
        """Add to `counts` (k,) the number of waiting agents within `reach` of each opening.

        Each agent counts for the nearest one.
        """
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        square: cython.Py_ssize_t
        nearest: cython.int
        away: cython.double
        least: cython.double
        with cython.nogil:
            for i in range(places.shape[0]):
                if not waits[i]:
                    continue
                square = self._square_of(places[i, 0], places[i, 1])
                if square < 0:
                    continue
                nearest = -1
                least = reach
                for at in range(self.starts[square], self.starts[square + 1]):
                    if self.layers[self.items[at]] == storeys[i]:
                        away = self._away(self.items[at], places[i, 0], places[i, 1])
                        if away < least:
                            least = away
                            nearest = self.items[at]
                if nearest >= 0:
                    counts[nearest] += 1

    def _square_of(self, x, z):
        """Return the square of a place; -1 outside."""
        column: cython.double = (x - self.min_x) / self.size
        row: cython.double = (z - self.min_z) / self.size
        if not (column >= 0.0 and row >= 0.0 and column < self.columns and row < self.rows):
            return -1
        return cython.cast(cython.Py_ssize_t, row) * self.columns + cython.cast(
            cython.Py_ssize_t, column
        )

    def _bits(self, k, storey, x0, z0, x1, z1):
        was: cython.double
        now: cython.double
        share: cython.double
        bits: cython.int = 0
        if (
            self.layers[k] != storey
            or max(x0, x1) < self.boxes[k, 0]
            or min(x0, x1) > self.boxes[k, 2]
            or max(z0, z1) < self.boxes[k, 1]
            or min(z0, z1) > self.boxes[k, 3]
        ):
            return 0
        if self._holds(k, x0, z0):
            bits |= WAS_IN
        if self._holds(k, x1, z1):
            bits |= IS_IN
        was = (x0 - self.lines[k, 0]) * self.lines[k, 2] + (z0 - self.lines[k, 1]) * self.lines[
            k, 3
        ]
        now = (x1 - self.lines[k, 0]) * self.lines[k, 2] + (z1 - self.lines[k, 1]) * self.lines[
            k, 3
        ]
        if was >= 0.0:
            bits |= WAS_BEYOND
        if now >= 0.0:
            bits |= IS_BEYOND
        if (was >= 0.0) != (now >= 0.0):
            share = was / (was - now)
            x0 = x0 + share * (x1 - x0) - self.lines[k, 0]
            z0 = z0 + share * (z1 - z0) - self.lines[k, 1]
            if abs(z0 * self.lines[k, 2] - x0 * self.lines[k, 3]) <= self.lines[k, 4]:
                bits |= CROSSES
        return bits

    def _holds(self, k, x, z):
        """Return whether a place is inside an outline, by the even-odd rule."""
        e: cython.Py_ssize_t
        odd: cython.bint = False
        for e in range(self.spans[k, 0], self.spans[k, 1]):
            if self.edges[e, 1] <= z < self.edges[e, 3] and x < self.edges[e, 0] + (
                z - self.edges[e, 1]
            ) * (self.edges[e, 2] - self.edges[e, 0]) / (self.edges[e, 3] - self.edges[e, 1]):
                odd = not odd
        return odd

    def _away(self, k, x, z):
        """Return the distance from a place to the line across an opening, metres."""
        ax: cython.double = x - self.lines[k, 0]
        az: cython.double = z - self.lines[k, 1]
        through: cython.double = ax * self.lines[k, 2] + az * self.lines[k, 3]
        beside: cython.double = abs(ax * self.lines[k, 3] - az * self.lines[k, 2])
        beside = max(beside - self.lines[k, 4], 0.0)
        return sqrt(through * through + beside * beside)
