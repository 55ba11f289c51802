# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The others that an agent must consider: near enough, and how far it can go before touching."""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Bodies
    from cython.cimports.navcore.kernels.crowd.neighbours import Neighbours
else:
    from navcore.kernels.crowd.agents import Bodies
    from navcore.kernels.crowd.neighbours import Neighbours

MOST = cython.declare(cython.int, 12)
NEVER = cython.declare(cython.double, 1e300)
LEAST = cython.declare(cython.double, 1e-30)


@cython.final
@cython.cclass
class Seen:
    """The nearest others around one agent at a time, as `bodies` in the order of `near`.

    `velocities` are metres per second, by rows of all agents; `widest` is the largest radius.
    `table` is (m, 7) float64 and `found` (m,) int32, with 12 rows or more: buffers for the others
    around one agent, of which at most m are looked at. Each of the first `count` rows has the place
    of another agent relative to this one, x and z, its velocity, the squared distance less the one
    at which both touch, that distance, and its index.
    """

    def __init__(
        self,
        near: Neighbours,
        bodies: Bodies,
        velocities: cython.const[cython.double][:, ::1],
        widest: cython.double,
        table: cython.double[:, ::1],
        found: cython.int[::1],
    ) -> None:
        """Take an index over the agents, which may have moved a little since."""
        self.near = near
        self.bodies = bodies
        self.velocities = velocities
        self.widest = widest
        self.table = table
        self.found = found
        self.count = 0

    def free_ahead(
        self,
        i: cython.Py_ssize_t,
        dx: cython.double,
        dz: cython.double,
        far: cython.double,
        speed: cython.double,
    ) -> float:
        """Return how far the agent at index i gets in a direction, at most `far`; metres."""
        self.look(i, dx, dz, far, speed)
        return self.free(dx * speed, dz * speed, speed, far, 0.0)

    def look(self, i, dx, dz, far, speed):
        """Find the others that it may touch before it has gone `far`."""
        x: cython.double = self.bodies.places[i, 0]
        z: cython.double = self.bodies.places[i, 1]
        mine: cython.double = self.bodies.radii[i]
        time: cython.double = far / speed
        first: cython.int = self.near.first_row(self.bodies.order[i])
        count: cython.int = self._find(first, x, z, dx, dz, far, mine)
        noted: cython.int = 0
        k: cython.int
        j: cython.int
        row: cython.int
        rx: cython.double
        rz: cython.double
        vx: cython.double
        vz: cython.double
        both: cython.double
        square: cython.double
        nearing: cython.double
        beyond: cython.double
        for k in range(count):
            j = self.found[k]
            if j == i:
                continue
            rx = self.bodies.places[j, 0] - x
            rz = self.bodies.places[j, 1] - z
            square = rx * rx + rz * rz
            both = mine + self.bodies.radii[j]
            vx = 0.0
            vz = 0.0
            if self.bodies.walks[j]:
                row = self.bodies.order[j]
                vx = self.velocities[row, 0]
                vz = self.velocities[row, 1]
            elif self.bodies.shares_target(i, j):
                continue
            # It counts within `far`, or if it comes nearer by its distance beyond that.
            nearing = -time * (vx * rx + vz * rz)
            beyond = square - (far + both) * sqrt(square)
            self.table[noted, 0] = rx
            self.table[noted, 1] = rz
            self.table[noted, 2] = vx
            self.table[noted, 3] = vz
            self.table[noted, 4] = square - both * both
            self.table[noted, 5] = both
            self.table[noted, 6] = j
            noted += (beyond <= 0.0) | (beyond <= nearing)
        self.count = min(noted, MOST)
        if noted > MOST:
            self._keep_nearest(noted)

    def _find(self, first, x, z, dx, dz, far, behind):
        """Find the others near enough ahead and beside; return how many."""
        reach: cython.double = 2.0 * far + behind + self.widest
        # It looks ahead up to `reach`, but to the sides and back only as far as matters.
        wide: cython.double = abs(dz) * (reach - far) + self.widest
        deep: cython.double = abs(dx) * (reach - far) + self.widest
        column0: cython.int = self.near.column_of(x + min(dx * reach, 0.0) - wide)
        column1: cython.int = self.near.column_of(x + max(dx * reach, 0.0) + wide)
        row0: cython.int = first + self.near.row_of(z + min(dz * reach, 0.0) - deep)
        row1: cython.int = first + self.near.row_of(z + max(dz * reach, 0.0) + deep)
        limit: cython.double = reach * reach
        rx: cython.double
        rz: cython.double
        begin: cython.int
        end: cython.int
        r: cython.int
        j: cython.int
        count: cython.int = 0
        for r in range(row0, row1 + 1):
            begin = self.near.heads[r * self.near.columns + column0]
            end = self.near.heads[r * self.near.columns + column1 + 1]
            end = min(end, begin + cython.cast(cython.int, self.found.shape[0]) - count)
            for j in range(begin, end):
                rx = self.bodies.places[j, 0] - x
                rz = self.bodies.places[j, 1] - z
                # Always written: a mispredicted branch would cost more than the write.
                self.found[count] = j
                count += (rx * rx + rz * rz <= limit) & (rx * dx + rz * dz >= -behind)
        return count

    def _keep_nearest(self, noted):
        """Move the nearest of the seen agents to the front of the table."""
        farthest: cython.int = self._farthest()
        k: cython.int
        for k in range(MOST, noted):
            if self.table[k, 4] < self.table[farthest, 4]:
                self.table[farthest, 0] = self.table[k, 0]
                self.table[farthest, 1] = self.table[k, 1]
                self.table[farthest, 2] = self.table[k, 2]
                self.table[farthest, 3] = self.table[k, 3]
                self.table[farthest, 4] = self.table[k, 4]
                self.table[farthest, 5] = self.table[k, 5]
                self.table[farthest, 6] = self.table[k, 6]
                farthest = self._farthest()

    def _farthest(self):
        """Return the farthest of the first seen agents."""
        at: cython.int = 0
        k: cython.int
        for k in range(1, MOST):
            if self.table[k, 4] > self.table[at, 4]:
                at = k
        return at

    def free(self, vx, vz, speed, far, enough):
        """Return how far it gets at this velocity before it touches one of them; metres.

        If that is not above `enough`, any number not above it may be returned.
        """
        k: cython.int
        wx: cython.double
        wz: cython.double
        toward: cython.double
        gap: cython.double
        under: cython.double
        soonest: cython.double = far / speed
        limit: cython.double = enough / speed
        time: cython.double
        for k in range(self.count):
            wx = vx - self.table[k, 2]
            wz = vz - self.table[k, 3]
            toward = self.table[k, 0] * wx + self.table[k, 1] * wz
            gap = self.table[k, 4]
            under = toward * toward - (wx * wx + wz * wz) * gap
            time = gap / max(toward + sqrt(abs(under)), LEAST)
            time += NEVER * ((toward <= 0.0) | (under <= 0.0))
            if time < soonest:
                soonest = time
                if time <= limit:
                    self._put_first(k)
                    break
        return max(soonest, 0.0) * speed

    def _put_first(self, k):
        """Move the agent that stops this one to the front, to be tested first next time."""
        c: cython.int
        kept: cython.double
        for c in range(7):
            kept = self.table[0, c]
            self.table[0, c] = self.table[k, c]
            self.table[k, c] = kept
