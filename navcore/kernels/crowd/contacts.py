# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Contacts for the figures of a crowd: overlapping pairs, agents nearby, and pushes.

Agents are sorted into the squares of a uniform grid. The side of a square is the greatest distance
at which two agents count for each other. So each agent is compared with the agents after it in its
own square, and with those in the four neighbouring squares that come later: every pair once.
"""

import cython
from cython.cimports.libc.math import sqrt

ROUNDING = cython.declare(cython.double, 1e-9)
ABSENT = cython.declare(cython.int, 255)


@cython.final
@cython.cclass
class Contacts:
    """The agents at a moment, sorted into squares.

    `places` (n, 2) metres; `radii` (n,); `storeys` (n,), 255 for agents that meet nobody; `frame`:
    x and z of the corner of the first square, the side of the squares, columns, rows, and the
    distance within which others are near, metres. `heads` (columns * rows + 1), `order` (n,) and
    `sorted_` (n, 3) are buffers.
    """

    def __init__(
        self,
        places: cython.const[cython.double][:, ::1],
        radii: cython.const[cython.double][::1],
        storeys: cython.const[cython.uchar][::1],
        frame: cython.const[cython.double][::1],
        heads: cython.int[::1],
        order: cython.int[::1],
        sorted_: cython.double[:, ::1],
    ) -> None:
        """Take arrays of equal length."""
        self.places = places
        self.radii = radii
        self.storeys = storeys
        self.min_x = frame[0]
        self.min_z = frame[1]
        self.size = frame[2]
        self.columns = cython.cast(cython.int, frame[3])
        self.rows = cython.cast(cython.int, frame[4])
        self.around = frame[5] * frame[5]
        self.heads = heads
        self.order = order
        self.sorted = sorted_
        with cython.nogil:
            self._sort()

    def _sort(self):
        i: cython.Py_ssize_t
        square: cython.int
        first: cython.int = 0
        count: cython.int
        for i in range(self.heads.shape[0]):
            self.heads[i] = 0
        for i in range(self.places.shape[0]):
            if self.storeys[i] != ABSENT:
                self.heads[self._square_of(i)] += 1
        for i in range(self.heads.shape[0]):
            count = self.heads[i]
            self.heads[i] = first
            first += count
        # Placing moves each head to the end of its square, which is the start of the next one.
        for i in range(self.places.shape[0]):
            if self.storeys[i] != ABSENT:
                square = self._square_of(i)
                self.order[self.heads[square]] = cython.cast(cython.int, i)
                self.sorted[self.heads[square], 0] = self.places[i, 0]
                self.sorted[self.heads[square], 1] = self.places[i, 1]
                self.sorted[self.heads[square], 2] = self.radii[i]
                self.heads[square] += 1
        i = self.heads.shape[0] - 1
        while i > 0:
            self.heads[i] = self.heads[i - 1]
            i -= 1
        self.heads[0] = 0

    def _square_of(self, i):
        column: cython.int = _step_of(self.places[i, 0] - self.min_x, self.size, self.columns)
        row: cython.int = _step_of(self.places[i, 1] - self.min_z, self.size, self.rows)
        return row * self.columns + column

    def count(
        self, deepest: cython.double[::1], near: cython.int[::1], pairs: cython.int[:, ::1]
    ) -> int:
        """Return how many pairs overlap; their rows are written to `pairs`, (k, 2).

        If there are more pairs than room, only the number is returned. By rows, the method also
        writes `deepest`, the deepest overlap of each agent as a share of the sum of both radii, and
        `near`, the number of others nearby on its storey.
        """
        row: cython.int
        column: cython.int
        square: cython.int
        one: cython.Py_ssize_t
        right: cython.int
        self.deepest = deepest
        self.near = near
        self.pairs = pairs
        self.found = 0
        with cython.nogil:
            for one in range(deepest.shape[0]):
                deepest[one] = 0.0
                near[one] = 0
            for row in range(self.rows):
                for column in range(self.columns):
                    square = row * self.columns + column
                    right = column + 1 < self.columns
                    for one in range(self.heads[square], self.heads[square + 1]):
                        self._meet(
                            one, cython.cast(cython.int, one) + 1, self.heads[square + 1 + right]
                        )
                        if row + 1 < self.rows:
                            self._meet(
                                one,
                                self.heads[square + self.columns - (column > 0)],
                                self.heads[square + self.columns + 1 + right],
                            )
        return self.found

    def _meet(self, one, begin, end):
        """Compare an agent with those from `begin` to before `end` in the order of the squares."""
        other: cython.Py_ssize_t
        x: cython.double = self.sorted[one, 0]
        z: cython.double = self.sorted[one, 1]
        radius: cython.double = self.sorted[one, 2]
        a: cython.int = self.order[one]
        b: cython.int
        dx: cython.double
        dz: cython.double
        apart: cython.double
        reach: cython.double
        for other in range(begin, end):
            dx = self.sorted[other, 0] - x
            dz = self.sorted[other, 1] - z
            apart = dx * dx + dz * dz
            reach = radius + self.sorted[other, 2]
            if apart > self.around and apart >= reach * reach:
                continue
            b = self.order[other]
            if self.storeys[a] != self.storeys[b]:
                continue
            if apart <= self.around:
                self.near[a] += 1
                self.near[b] += 1
            if apart < reach * reach:
                self._overlap(a, b, 1.0 - sqrt(apart) / reach)

    def _overlap(self, a, b, depth):
        self.deepest[a] = max(self.deepest[a], depth)
        self.deepest[b] = max(self.deepest[b], depth)
        if self.found < self.pairs.shape[0]:
            self.pairs[self.found, 0] = a
            self.pairs[self.found, 1] = b
        self.found += 1


def _step_of(at, size, count):
    """Return the column or row of a place; places outside belong to the nearest one."""
    place: cython.double = at / size
    if not place > 0.0:
        return 0
    if place >= count:
        return count - 1
    return cython.cast(cython.int, place)


def pushed(
    before: cython.const[cython.double][:, ::1],
    after: cython.const[cython.double][:, ::1],
    speeds: cython.const[cython.double][::1],
    seconds: cython.double,
    least: cython.double,
    rows: cython.int[::1],
    beyond: cython.double[::1],
) -> int:
    """Return how many agents moved more than `least` metres farther in a step than they walk.

    Their rows are written to `rows` and the excess to `beyond`, both (n + 1,). The greatest excess
    of all is written to `beyond[n]`, and its row to `rows[n]`, -1 for none. `before`, `after`: (n,
    2) metres; `speeds`: (n,) metres per second.
    """
    count: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = after.shape[0]
    i: cython.Py_ssize_t
    dx: cython.double
    dz: cython.double
    walk: cython.double
    with cython.nogil:
        rows[last] = -1
        beyond[last] = 0.0
        for i in range(last):
            dx = after[i, 0] - before[i, 0]
            dz = after[i, 1] - before[i, 1]
            dx = dx * dx + dz * dz
            # Most agents only walk, within rounding: the square root is saved for them.
            walk = speeds[i] * seconds + ROUNDING
            if dx > walk * walk:
                dz = sqrt(dx) - walk + ROUNDING
                if dz > beyond[last]:
                    beyond[last] = dz
                    rows[last] = cython.cast(cython.int, i)
                if dz > least:
                    rows[count] = cython.cast(cython.int, i)
                    beyond[count] = dz
                    count += 1
    return count
