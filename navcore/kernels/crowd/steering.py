# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Steering: turning aside for others in time, and choosing a direction; for speed see `pacing`.

Each walker tests a fan of directions around the direction to its next point. For each it finds the
distance it gets at its speed before it touches another agent, if all keep their velocities, or a
wall. It takes the direction with the greatest progress until then, and slows down if even that is
short (after Moussaid, Helbing and Theraulaz 2011, "How simple rules determine pedestrian behavior
and crowd disasters"). Of two similar directions it takes the one to its right, with a preference
that grows while it waits; after a second of waiting it alternates between right and left.
"""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.pacing import Pacing
    from cython.cimports.navcore.kernels.crowd.walkability import passes_at_once
    from cython.cimports.navcore.kernels.intrinsics import prefetch
else:
    from navcore.kernels.crowd.pacing import Pacing
    from navcore.kernels.crowd.walkability import passes as passes_at_once

HORIZON = cython.declare(cython.double, 1.3)
FARTHEST = cython.declare(cython.double, 4.0)
WALL_AHEAD = cython.declare(cython.double, 0.8)
AT_A_WALL = cython.declare(cython.double, 0.2)
CALM = cython.declare(cython.double, 0.6)
# Preference for the right: share of the look-ahead, its greatest factor, seconds until it turns.
SIDE = cython.declare(cython.double, 0.06)
MOST_SIDE = cython.declare(cython.double, 3.0)
IMPATIENT = cython.declare(cython.double, 1.0)
# Metres of a path that give an agent's direction.
FORESEEN = cython.declare(cython.double, 1.5)
# Metres beyond a corner within which agents pass it if others are there, and the least cosine
# between the directions to that place and to the corner.
WIDE = cython.declare(cython.double, 3.0)
LEAST_COSINE = cython.declare(cython.double, 0.7)
STRAIGHT = cython.declare(cython.double, 0.02)
# Metres from the place where a held agent waits within which it stands still, as in `motion`.
STANDS = cython.declare(cython.double, 0.15)
SMOOTHING = cython.declare(cython.double, 0.2)
# Metres per second per second.
FASTER = cython.declare(cython.double, 4.0)
SLOWER = cython.declare(cython.double, 12.0)
# How many places ahead in the index data of agents are fetched: their rows lie anywhere.
SOON = cython.declare(cython.Py_ssize_t, 12)


@cython.final
@cython.cclass
class Steering:
    """The agents of a step, as `bodies` in the order of an index.

    The other arrays are by rows of all agents. `aims` are places that agents head for instead of
    their next points, NaN for none. Written are `steers`, radians to the left, `paces`, shares of
    the walk speed, `off_path`, and `calm`, 1 for agents with a free way for a while; also the data
    that `right` compares: the headings of agents and the number of others ahead of each.
    """

    def __init__(
        self,
        pacing: Pacing,
        speeds: cython.const[cython.double][::1],
        aims: cython.const[cython.double][:, ::1],
        paces: cython.double[::1],
        off_path: cython.uchar[::1],
        calm: cython.uchar[::1],
    ) -> None:
        """Take arrays of equal length."""
        self.pacing = pacing
        self.floors = pacing.floors
        self.bodies = pacing.bodies
        self.right = pacing.right
        self.seen = pacing.seen
        self.fan = pacing.fan
        self.steers = pacing.steers
        self.speeds = speeds
        self.aims = aims
        self.paces = paces
        self.off_path = off_path
        self.calm = calm

    def run(
        self,
        turns: cython.const[cython.uchar][::1],
        tick: cython.longlong,
        seconds: cython.double,
    ) -> None:
        """Steer the agents with a `turns` that is not 0, and those that begin to walk.

        `turns` is the number of ticks since each one's last look; a tick has `seconds`.
        """
        i: cython.Py_ssize_t
        row: cython.Py_ssize_t
        count: cython.Py_ssize_t = self.bodies.order.shape[0]
        self.tick = tick
        self.seconds = seconds
        with cython.nogil:
            for i in range(count):
                if cython.compiled and i + SOON < count and turns[self.bodies.order[i + SOON]]:
                    self._fetch(self.bodies.order[i + SOON])
                row = self.bodies.order[i]
                if self.bodies.walks[i]:
                    if turns[row] or self._begins(row):
                        self._steer(i, row, seconds * max(turns[row], 1))
                elif turns[row]:
                    self.steers[row] = 0.0
                    self.paces[row] = 1.0
                    self.right.ahead[row] = 0.0
                    self.right.headings[row, 0] = 0.0
                    self.right.headings[row, 1] = 0.0

    def _fetch(self, row):
        """Prefetch the memory that an agent reads first."""
        if cython.compiled:
            prefetch(cython.address(self.bodies.ways.points[self.bodies.ways.current[row], 0]))
            prefetch(cython.address(self.aims[row, 0]))
            prefetch(cython.address(self.seen.velocities[row, 0]))
            prefetch(cython.address(self.speeds[row]))
            prefetch(cython.address(self.paces[row]))

    def _begins(self, row):
        return self.right.headings[row, 0] == 0.0 and self.right.headings[row, 1] == 0.0

    def _steer(self, i, row, passed):
        """Look ahead and choose a direction for the agent at index i, after this many seconds."""
        speed: cython.double = self.speeds[row]
        aim: cython.longlong = self.bodies.ways.current[row]
        dx: cython.double = self.bodies.ways.points[aim, 0]
        dz: cython.double = self.bodies.ways.points[aim, 1]
        distance: cython.double
        vx: cython.double = self.seen.velocities[row, 0]
        vz: cython.double = self.seen.velocities[row, 1]
        far: cython.double
        free: cython.double
        pace: cython.double
        before: cython.double = self.paces[row]
        if self.aims[row, 0] == self.aims[row, 0]:
            dx = self.aims[row, 0]
            dz = self.aims[row, 1]
            self.off_path[row] = 1
        dx -= self.bodies.places[i, 0]
        dz -= self.bodies.places[i, 1]
        distance = sqrt(dx * dx + dz * dz)
        self.calm[row] = 0
        self.paces[row] = 1.0
        if not (distance > 0.0 and speed > 0.0):
            self.steers[row] = 0.0
            return
        if distance <= STANDS and self.right.held[row]:
            self.steers[row] = 0.0
            self.paces[row] = 0.0
            return
        dx /= distance
        dz /= distance
        self._head(i, row, dx, dz, distance)
        # Agents that hardly move look less far.
        far = max(0.5 * speed, min(speed, sqrt(vx * vx + vz * vz)))
        far = min(HORIZON * far, FARTHEST, distance + self.bodies.radii[i])
        self.seen.look(i, dx, dz, far, speed)
        self._count_ahead(row, dx, dz)
        free = self.seen.free(dx * speed, dz * speed, speed, far, 0.0)
        if free < far:
            self._widen(i, row, dx, dz, distance)
            free = self._choose(i, row, dx, dz, speed, far, free)
        else:
            self.steers[row] = 0.0
        if free >= CALM * far:
            self.calm[row] = 1
        pace = self.pacing.pace(i, row, dx, dz, free, speed)
        if self.steers[row] != 0.0:
            self.off_path[row] = 1
        self.paces[row] = max(
            before - passed * SLOWER / speed, min(before + passed * FASTER / speed, pace)
        )

    def _head(self, i, row, dx, dz, distance):
        """Store the direction of an agent over the next metres, beyond corners that are near.

        At a corner the direction to the next point doesn't say where others will meet it.
        """
        j: cython.longlong = self.bodies.ways.current[row]
        x: cython.double
        z: cython.double
        ex: cython.double
        ez: cython.double
        length: cython.double
        left: cython.double = FORESEEN - distance
        if left > 0.0 and self.aims[row, 0] != self.aims[row, 0]:
            x = self.bodies.ways.points[j, 0]
            z = self.bodies.ways.points[j, 1]
            while left > 0.0 and j + 1 < self.bodies.ways.end[row]:
                j += 1
                ex = self.bodies.ways.points[j, 0] - x
                ez = self.bodies.ways.points[j, 1] - z
                length = sqrt(ex * ex + ez * ez)
                if length > 0.0:
                    x += ex * min(1.0, left / length)
                    z += ez * min(1.0, left / length)
                left -= length
            ex = x - self.bodies.places[i, 0]
            ez = z - self.bodies.places[i, 1]
            length = sqrt(ex * ex + ez * ez)
            if length > 0.0:
                dx = ex / length
                dz = ez / length
        self.right.headings[row, 0] = dx
        self.right.headings[row, 1] = dz

    def _count_ahead(self, row, dx, dz):
        """Update the smoothed number of others in front of an agent."""
        k: cython.int
        count: cython.int = 0
        for k in range(self.seen.count):
            if cython.compiled:
                # The right of way is read below.
                other: cython.Py_ssize_t = self.bodies.order[
                    cython.cast(cython.Py_ssize_t, self.seen.table[k, 6])
                ]
                prefetch(cython.address(self.right.headings[other, 0]))
                prefetch(cython.address(self.right.through[other]))
                prefetch(cython.address(self.right.hindered[other]))
            count += self.seen.table[k, 0] * dx + self.seen.table[k, 1] * dz > 0.0
        self.right.ahead[row] += SMOOTHING * (count - self.right.ahead[row])

    def _widen(self, i, row, dx, dz, distance):
        """Find the directions in which an agent passes the corner that it goes to.

        A path touches corners, but passing anywhere beyond one is as good, up to `WIDE`.
        """
        j: cython.longlong = self.bodies.ways.current[row]
        x: cython.double
        z: cython.double
        ex: cython.double
        ez: cython.double
        length: cython.double
        turn: cython.double
        reach: cython.double = min(WIDE, distance)
        k: cython.int = 0
        self.wide_side = 0.0
        if j + 1 >= self.bodies.ways.end[row] or self.aims[row, 0] == self.aims[row, 0]:
            return
        x = self.bodies.ways.points[j, 0]
        z = self.bodies.ways.points[j, 1]
        ex = self.bodies.ways.points[j + 1, 0] - x
        ez = self.bodies.ways.points[j + 1, 1] - z
        length = sqrt(ex * ex + ez * ez)
        if not length > 0.0:
            return
        turn = (dx * ez - dz * ex) / length
        if abs(turn) < STRAIGHT:
            return
        # Outwards: away from where the path turns to.
        ex = dx - ex / length
        ez = dz - ez / length
        length = sqrt(ex * ex + ez * ez)
        ex /= length
        ez /= length
        while not passes_at_once(
            self.floors, row, x + 0.01 * ex, z + 0.01 * ez, x + reach * ex, z + reach * ez
        ):
            reach *= 0.6
            k += 1
            if k == 2:
                return
        ex = distance * dx + reach * ex
        ez = distance * dz + reach * ez
        length = sqrt(ex * ex + ez * ez)
        if not length > 0.0:
            return
        self.wide_cosine = (ex * dx + ez * dz) / length
        self.wide_sine = abs(dx * ez - dz * ex) / length
        if self.wide_cosine < LEAST_COSINE:
            self.wide_cosine = LEAST_COSINE
            self.wide_sine = sqrt(1.0 - LEAST_COSINE * LEAST_COSINE)
        self.wide_side = -1.0 if turn > 0.0 else 1.0

    def _choose(self, i, row, dx, dz, speed, far, straight):
        """Take the best direction of the fan and straight on; return its free distance."""
        last: cython.double = self.steers[row]
        waited: cython.double = self.right.hindered[row] * self.seconds
        k: cython.Py_ssize_t
        self.best = self.free = straight
        self.steers[row] = 0.0
        self.side = SIDE * far * (1.0 + min(waited, MOST_SIDE))
        if waited >= IMPATIENT and (self.bodies.ids[row] + self.tick // 10) & 1:
            self.side = -self.side
        # The better the first direction is, the sooner the others can be rejected.
        if last != 0.0:
            for k in range(self.fan.shape[0]):
                if self.fan[k, 0] == last:
                    self._try(i, row, k, dx, dz, speed, far, last)
        for k in range(self.fan.shape[0]):
            if self.wide_side == 0.0 and far * self.fan[k, 1] + 2.0 * abs(self.side) <= self.best:
                break
            if self.fan[k, 0] != last:
                self._try(i, row, k, dx, dz, speed, far, last)
        return self.free

    def _try(self, i, row, k, dx, dz, speed, far, last):
        """Take a direction of the fan if it is better than the best so far."""
        x: cython.double = self.bodies.places[i, 0]
        z: cython.double = self.bodies.places[i, 1]
        turn: cython.double = self.fan[k, 0]
        cosine: cython.double = self.fan[k, 1]
        sine: cython.double = self.fan[k, 2]
        ux: cython.double = dx * cosine - dz * sine
        uz: cython.double = dx * sine + dz * cosine
        extra: cython.double = 0.0
        free: cython.double
        ahead: cython.double
        if self.wide_side * turn > 0.0:
            # Up to the widest way past the corner, this is as good as straight on.
            if cosine >= self.wide_cosine:
                cosine = 1.0
            else:
                cosine = cosine * self.wide_cosine + abs(sine) * self.wide_sine
        if turn > 0.0:
            extra = -self.side
        if last * turn > 0.0:
            extra += abs(self.side)
        if far * cosine + extra <= self.best:
            return
        free = self.seen.free(ux * speed, uz * speed, speed, far, (self.best - extra) / cosine)
        if free * cosine + extra <= self.best:
            return
        ahead = min(WALL_AHEAD, free)
        if not passes_at_once(self.floors, row, x, z, x + ux * ahead, z + uz * ahead):
            free = min(free, AT_A_WALL)
            if not self.floors.lets_pass(row, x, z, x + ux * AT_A_WALL, z + uz * AT_A_WALL):
                free = 0.0
            if free * cosine + extra <= self.best:
                return
        self.best = free * cosine + extra
        self.free = free
        self.steers[row] = turn
