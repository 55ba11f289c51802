# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""How fast the crowd walks on squares of floor, and which way it wants to go there.

Squares on which somebody walks stand in a table that is a power of two long, and at least twice
as long as there are agents: one is found without a search.
"""

import cython
from cython.cimports.libc.math import floor, sqrt

LOW = cython.declare(cython.longlong, 0xFFFFFFFF)
# Numbers of squares in a row of them, and of rows in a storey.
ROW = cython.declare(cython.longlong, 1 << 24)


@cython.final
@cython.cclass
class Streams:
    """The crowd as of the last tick that was measured; at first nobody walks.

    `side` is that of the squares, metres. `slots`, `numbers` (n,) and `sums` (n, 4) are room for n
    agents: `slots` is as long as `tallies.table_size` says, and all -1.
    """

    def __init__(
        self,
        side: cython.double,
        slots: cython.int[::1],
        numbers: cython.longlong[::1],
        sums: cython.double[:, ::1],
    ) -> None:
        """Nobody walks yet."""
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
        """Measure the crowd anew; return how many squares somebody walks on.

        Args:
            walks: (n,) who counts.
            positions: (n, 2) metres.
            velocities: (n, 2) metres a second.
            headings: (n, 2) unit vectors towards where each wants to go.
            storeys: (n,) on which each is.
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
        """Row of `sums` of the square that holds a place: how many walk there, the sum of their
        speeds and of their headings; -1 where nobody walks.
        """
        return self.slots[self._slot(x, z, storey)]

    def _slot(self, x, z, storey):
        """Where the square of a place stands in the table, or would; its number is noted."""
        column: cython.longlong = cython.cast(cython.longlong, floor(x / self.side))
        row: cython.longlong = cython.cast(cython.longlong, floor(z / self.side))
        k: cython.longlong = ((column & LOW) * 73856093) ^ ((row & LOW) * 19349663)
        self.asked = (storey * ROW + row + ROW // 2) * ROW + column + ROW // 2
        k = (k ^ (k >> 29)) & (self.slots.shape[0] - 1)
        while self.slots[k] >= 0 and self.numbers[self.slots[k]] != self.asked:
            k = (k + 1) & (self.slots.shape[0] - 1)
        return k
