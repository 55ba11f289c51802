# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Speed of the crowd on squares of floor, and the direction in which it wants to go.

Squares with walkers are in a hash table. Its length is a power of two, and at least twice the
number of agents, so that a square is found almost without a search.
"""

import cython
from cython.cimports.libc.math import floor, sqrt

LOW = cython.declare(cython.longlong, 0xFFFFFFFF)
# Numbers reserved for a row of squares, and rows for a storey.
ROW = cython.declare(cython.longlong, 1 << 24)


@cython.final
@cython.cclass
class Streams:
    """The crowd at the last tick that was measured; at first nobody walks.

    `side` is the side of the squares, metres. `slots`, `numbers` (n,) and `sums` (n, 4) are buffers
    for n agents: `slots` has the length `tallies.table_size`, and is all -1.
    """

    def __init__(
        self,
        side: cython.double,
        slots: cython.int[::1],
        numbers: cython.longlong[::1],
        sums: cython.double[:, ::1],
    ) -> None:
        """Start without walkers."""
        self.side = side
        self.slots = slots
        self.numbers = numbers
        self.sums = sums

    def measure(
        self,
        walks: cython.const[cython.uchar][::1],
        positions: cython.const[cython.double][:, ::1],
        velocities: cython.const[cython.double][:, ::1],
        headings: cython.const[cython.double][:, ::1],
        storeys: cython.const[cython.uchar][::1],
    ) -> int:
        """Measure the crowd anew; return the number of squares with walkers.

        Args:
            walks: (n,) 1 for agents that count.
            positions: (n, 2) metres.
            velocities: (n, 2) metres per second.
            headings: (n, 2) unit vectors of the wanted directions.
            storeys: (n,) numbers of storeys.
        """
        i: cython.Py_ssize_t
        k: cython.longlong
        found: cython.int = 0
        with cython.nogil:
            for i in range(self.slots.shape[0]):
                self.slots[i] = -1
            for i in range(positions.shape[0]):
                if not walks[i]:
                    continue
                k = self._slot(positions[i, 0], positions[i, 1], storeys[i])
                if self.slots[k] < 0:
                    self.slots[k] = found
                    self.numbers[found] = self.asked
                    self.sums[found, 0] = self.sums[found, 1] = 0.0
                    self.sums[found, 2] = self.sums[found, 3] = 0.0
                    found += 1
                k = self.slots[k]
                self.sums[k, 0] += 1.0
                self.sums[k, 1] += sqrt(
                    velocities[i, 0] * velocities[i, 0] + velocities[i, 1] * velocities[i, 1]
                )
                self.sums[k, 2] += headings[i, 0]
                self.sums[k, 3] += headings[i, 1]
        return found

    def at(self, x, z, storey):
        """Return the row of `sums` of the square that contains a place, -1 without walkers.

        A row has the number of walkers, the sum of their speeds and the sum of their headings.
        """
        return self.slots[self._slot(x, z, storey)]

    def _slot(self, x, z, storey):
        """Return the slot of the square of a place in the table; its number is stored."""
        column: cython.longlong = cython.cast(cython.longlong, floor(x / self.side))
        row: cython.longlong = cython.cast(cython.longlong, floor(z / self.side))
        k: cython.longlong = ((column & LOW) * 73856093) ^ ((row & LOW) * 19349663)
        self.asked = (storey * ROW + row + ROW // 2) * ROW + column + ROW // 2
        k = (k ^ (k >> 29)) & (self.slots.shape[0] - 1)
        while self.slots[k] >= 0 and self.numbers[self.slots[k]] != self.asked:
            k = (k + 1) & (self.slots.shape[0] - 1)
        return k
