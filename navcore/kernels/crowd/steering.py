# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Turning off one's way for others, in time: which way to go, and how fast.

Each walker looks at a fan of directions around the one to its next point. In each it sees how
far it gets at its speed before it touches somebody, if all go on as they do, or a wall; it takes
the one in which it gets on farthest until then, and slows down where even that is short (after
Moussaid, Helbing and Theraulaz 2011, "How simple rules determine pedestrian behavior and crowd
disasters"). Of two ways that are alike it takes the one to its right.
"""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Bodies
    from cython.cimports.navcore.kernels.crowd.neighbours import Neighbours
    from cython.cimports.navcore.kernels.crowd.walkability import Floors
else:
    from navcore.kernels.crowd.agents import Bodies
    from navcore.kernels.crowd.neighbours import Neighbours
    from navcore.kernels.crowd.walkability import Floors

MOST = cython.declare(cython.int, 12)
HORIZON = cython.declare(cython.double, 1.3)
FARTHEST = cython.declare(cython.double, 4.0)
REACTION = cython.declare(cython.double, 0.25)
SLOWEST = cython.declare(cython.double, 0.2)
WALL_AHEAD = cython.declare(cython.double, 0.8)
AT_A_WALL = cython.declare(cython.double, 0.2)
CALM = cython.declare(cython.double, 0.6)
SIDE = cython.declare(cython.double, 0.06)
NEVER = cython.declare(cython.double, 1e300)
LEAST = cython.declare(cython.double, 1e-30)
DESPERATE = cython.declare(cython.longlong, 20)


@cython.final
@cython.cclass
class Steering:
    """The agents of a step, as `bodies` in the order of the index `near`.

    The other arrays are by rows of all agents. `velocities` are metres a second, `hindered`
    ticks without getting on. Written are `steers`, radians to the left, `paces`, parts of the
    walk speed, `off_path`, and `calm`: who has free way for a while.
    """

    def __init__(
        self,
        floors: Floors,
        near: Neighbours,
        bodies: Bodies,
        velocities: cython.const[cython.double][:, ::1],
        speeds: cython.const[cython.double][::1],
        hindered: cython.const[cython.longlong][::1],
        steers: cython.double[::1],
        paces: cython.double[::1],
        off_path: cython.uchar[::1],
        calm: cython.uchar[::1],
    ) -> None:
        """With an index over the agents, who may have moved a little since."""
        self.floors = floors
        self.near = near
        self.bodies = bodies
        self.velocities = velocities
        self.speeds = speeds
        self.hindered = hindered
        self.steers = steers
        self.paces = paces
        self.off_path = off_path
        self.calm = calm

    def run(
        self,
        turns: cython.const[cython.uchar][::1],
        fan: cython.const[cython.double][:, ::1],
        seen: cython.double[:, ::1],
        found: cython.int[::1],
        widest: cython.double,
        now: cython.longlong,
    ) -> None:
        """Steer the agents in whose rows `turns` holds 1.

        `fan` has a row a direction: radians to the left, small turns first, cosine and sine.
        `seen` is (m, 5) float64 and `found` (m,) int32, of 12 rows or more: room for those about
        one agent, of whom it looks at m at most. `widest` is the largest radius; `now` counts
        ticks.
        """
        i: cython.Py_ssize_t
        row: cython.Py_ssize_t
        self.fan = fan
        self.seen = seen
        self.found = found
        self.widest = widest
        self.now = now
        with cython.nogil:
            for i in range(self.bodies.order.shape[0]):
                row = self.bodies.order[i]
                if not turns[row]:
                    continue
                if self.bodies.walks[i]:
                    self._steer(i, row)
                else:
                    self.steers[row] = 0.0
                    self.paces[row] = 1.0

    def _steer(self, i, row):
        """Look ahead and choose a way, for the agent in place i."""
        speed: cython.double = self.speeds[row]
        aim: cython.longlong = self.bodies.ways.current[row]
        dx: cython.double = self.bodies.ways.points[aim, 0] - self.bodies.places[i, 0]
        dz: cython.double = self.bodies.ways.points[aim, 1] - self.bodies.places[i, 1]
        distance: cython.double = sqrt(dx * dx + dz * dz)
        vx: cython.double = self.velocities[row, 0]
        vz: cython.double = self.velocities[row, 1]
        far: cython.double
        free: cython.double
        least: cython.double = SLOWEST
        self.calm[row] = 0
        self.paces[row] = 1.0
        if not (distance > 0.0 and speed > 0.0):
            self.steers[row] = 0.0
            return
        dx /= distance
        dz /= distance
        # Who hardly gets on looks less far.
        far = max(0.5 * speed, min(speed, sqrt(vx * vx + vz * vz)))
        far = min(HORIZON * far, FARTHEST, distance + self.bodies.radii[i])
        self._look(i, dx, dz, far, speed)
        free = self._free(dx * speed, dz * speed, speed, far, 0.0)
        if free < far:
            free = self._choose(i, row, dx, dz, speed, far, free)
        else:
            self.steers[row] = 0.0
        if self.steers[row] != 0.0:
            self.off_path[row] = 1
        if free >= CALM * far:
            self.calm[row] = 1
        if self.bodies.players[row]:
            # Who is played goes where it is sent at once.
            least = 1.0
        self.paces[row] = max(least, min(1.0, free / (REACTION * speed)))

    def _choose(self, i, row, dx, dz, speed, far, straight):
        """Take the best of the fan and the straight way; how far it is free."""
        last: cython.double = self.steers[row]
        k: cython.Py_ssize_t
        self.best = self.free = straight
        self.steers[row] = 0.0
        self.side = SIDE * far
        if self.hindered[row] >= DESPERATE and (self.bodies.ids[row] + self.now // 10) & 1:
            self.side = -self.side
        # The better the first one is, the sooner the others are done with.
        if last != 0.0:
            for k in range(self.fan.shape[0]):
                if self.fan[k, 0] == last:
                    self._try(i, row, k, dx, dz, speed, far, last)
        for k in range(self.fan.shape[0]):
            if far * self.fan[k, 1] + 2.0 * abs(self.side) <= self.best:
                break
            if self.fan[k, 0] != last:
                self._try(i, row, k, dx, dz, speed, far, last)
        return self.free

    def _try(self, i, row, k, dx, dz, speed, far, last):
        """Take this direction of the fan if it is better than the best so far."""
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
        if turn > 0.0:
            extra = -self.side
        if last * turn > 0.0:
            extra += abs(self.side)
        if far * cosine + extra <= self.best:
            return
        free = self._free(ux * speed, uz * speed, speed, far, (self.best - extra) / cosine)
        if free * cosine + extra <= self.best:
            return
        ahead = min(WALL_AHEAD, free)
        if not self.floors.lets_pass(row, x, z, x + ux * ahead, z + uz * ahead):
            free = min(free, AT_A_WALL)
            if free * cosine + extra <= self.best:
                return
        self.best = free * cosine + extra
        self.free = free
        self.steers[row] = turn

    def _look(self, i, dx, dz, far, speed):
        """Note those that it may touch before it is `far` on."""
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
            # It is minded where it is `far` off, or comes nearer by as much as it is beyond.
            nearing = -time * (vx * rx + vz * rz)
            beyond = square - (far + both) * sqrt(square)
            self.seen[noted, 0] = rx
            self.seen[noted, 1] = rz
            self.seen[noted, 2] = vx
            self.seen[noted, 3] = vz
            self.seen[noted, 4] = square - both * both
            noted += (beyond <= 0.0) | (beyond <= nearing)
        self.count = min(noted, MOST)
        if noted > MOST:
            self._keep_nearest(noted)

    def _find(self, first, x, z, dx, dz, far, behind):
        """Find who is near enough ahead, and beside; how many."""
        reach: cython.double = 2.0 * far + behind + self.widest
        # Ahead it looks as far as `reach`, to the sides and back only as far as it matters.
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
                # Written in any case: whether it counts can't be foretold, and a jump is dearer.
                self.found[count] = j
                count += (rx * rx + rz * rz <= limit) & (rx * dx + rz * dz >= -behind)
        return count

    def _keep_nearest(self, noted):
        """Let the first of those seen be the nearest ones."""
        farthest: cython.int = self._farthest()
        k: cython.int
        for k in range(MOST, noted):
            if self.seen[k, 4] < self.seen[farthest, 4]:
                self.seen[farthest, 0] = self.seen[k, 0]
                self.seen[farthest, 1] = self.seen[k, 1]
                self.seen[farthest, 2] = self.seen[k, 2]
                self.seen[farthest, 3] = self.seen[k, 3]
                self.seen[farthest, 4] = self.seen[k, 4]
                farthest = self._farthest()

    def _farthest(self):
        """Which of the first ones seen is the farthest."""
        at: cython.int = 0
        k: cython.int
        for k in range(1, MOST):
            if self.seen[k, 4] > self.seen[at, 4]:
                at = k
        return at

    def _free(self, vx, vz, speed, far, enough):
        """How far one gets at this velocity before it touches one of those seen; metres.

        Where that is not above `enough` it may be any number that is not either.
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
            wx = vx - self.seen[k, 2]
            wz = vz - self.seen[k, 3]
            toward = self.seen[k, 0] * wx + self.seen[k, 1] * wz
            gap = self.seen[k, 4]
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
        """Let the one seen that stops the agent here be the first that is asked elsewhere."""
        c: cython.int
        kept: cython.double
        for c in range(5):
            kept = self.seen[0, c]
            self.seen[0, c] = self.seen[k, c]
            self.seen[k, c] = kept
