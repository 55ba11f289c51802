# cython: boundscheck=False, wraparound=False, cdivision=True
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
    from cython.cimports.navcore.kernels.bodies import Bodies
    from cython.cimports.navcore.kernels.ground import Ground
    from cython.cimports.navcore.kernels.neighbours import Neighbours
else:
    from navcore.kernels.bodies import Bodies
    from navcore.kernels.ground import Ground
    from navcore.kernels.neighbours import Neighbours

MOST = cython.declare(cython.int, 12)
HORIZON = cython.declare(cython.double, 1.3)
FARTHEST = cython.declare(cython.double, 4.0)
REACTION = cython.declare(cython.double, 0.25)
WALKS = cython.declare(cython.int, 1)
SLOWEST = cython.declare(cython.double, 0.5)
WALL_AHEAD = cython.declare(cython.double, 0.8)
AT_A_WALL = cython.declare(cython.double, 0.2)
CALM = cython.declare(cython.double, 0.6)
SIDE = cython.declare(cython.double, 0.06)
IMPATIENT = cython.declare(cython.longlong, 10)
DESPERATE = cython.declare(cython.longlong, 20)


@cython.final
@cython.cclass
class Steering:
    """The agents of a tick, in the order of the index: rows of all arrays.

    `velocities` are metres a second, `hindered` ticks without getting on. Written are `steers`,
    radians to the left, `paces`, parts of the walk speed, `off_path`, and `calm`: who has free
    way for a while.
    """

    def __init__(
        self,
        ground: Ground,
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
        self.ground = ground
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
        places: cython.const[cython.int][::1],
        fan: cython.const[cython.double][:, ::1],
        seen: cython.double[:, ::1],
        widest: cython.double,
        now: cython.longlong,
    ) -> None:
        """Steer the agents in these places.

        `fan` has a row a direction: radians to the left, small turns first, cosine and sine.
        `seen` is (12, 5) float64: room for the neighbours of one agent. `widest` is the largest
        radius; `now` counts ticks.
        """
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        self.seen = seen
        with cython.nogil:
            for k in range(places.shape[0]):
                i = places[k]
                if self.bodies.flags[i] & WALKS:
                    self._steer(i, fan, widest, now)
                else:
                    self.steers[i] = 0.0
                    self.paces[i] = 1.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _steer(
        self,
        i: cython.Py_ssize_t,
        fan: cython.const[cython.double][:, ::1],
        widest: cython.double,
        now: cython.longlong,
    ) -> cython.void:
        speed: cython.double = self.speeds[i]
        dx: cython.double = self.bodies.aims[i, 0] - self.bodies.positions[i, 0]
        dz: cython.double = self.bodies.aims[i, 1] - self.bodies.positions[i, 1]
        distance: cython.double = sqrt(dx * dx + dz * dz)
        vx: cython.double = self.velocities[i, 0]
        vz: cython.double = self.velocities[i, 1]
        far: cython.double
        free: cython.double
        least: cython.double = SLOWEST
        count: cython.int
        self.calm[i] = 0
        self.paces[i] = 1.0
        if not (distance > 0.0 and speed > 0.0):
            self.steers[i] = 0.0
            return
        dx /= distance
        dz /= distance
        # Who hardly gets on looks less far.
        far = max(0.5 * speed, min(speed, sqrt(vx * vx + vz * vz)))
        far = min(HORIZON * far, FARTHEST, distance + self.bodies.radii[i])
        count = self._look(i, dx, dz, far, 2.0 * far + self.bodies.radii[i] + widest, widest)
        free = self._free(count, dx * speed, dz * speed, speed, far)
        if free < far:
            free = self._choose(i, fan, count, dx, dz, speed, far, free, now)
        else:
            self.steers[i] = 0.0
        if self.steers[i] != 0.0:
            self.off_path[i] = 1
        if free >= CALM * far:
            self.calm[i] = 1
        if self.hindered[i] >= IMPATIENT:
            least = 1.0
        self.paces[i] = max(least, min(1.0, free / (REACTION * speed)))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(
        self,
        i: cython.Py_ssize_t,
        fan: cython.const[cython.double][:, ::1],
        count: cython.int,
        dx: cython.double,
        dz: cython.double,
        speed: cython.double,
        far: cython.double,
        straight: cython.double,
        now: cython.longlong,
    ) -> cython.double:
        """Take the best of the fan and the straight way; how far it is free."""
        x: cython.double = self.bodies.positions[i, 0]
        z: cython.double = self.bodies.positions[i, 1]
        best: cython.double = straight
        chosen: cython.double = 0.0
        least: cython.double = straight
        side: cython.double = SIDE * far
        last: cython.double = self.steers[i]
        k: cython.Py_ssize_t
        free: cython.double
        cosine: cython.double
        ux: cython.double
        uz: cython.double
        extra: cython.double
        ahead: cython.double
        if self.hindered[i] >= DESPERATE and (self.bodies.ids[i] + now // 10) & 1:
            side = -side
        for k in range(fan.shape[0]):
            cosine = fan[k, 1]
            if far * cosine + 2.0 * abs(side) <= best:
                break
            extra = 0.0
            if fan[k, 0] > 0.0:
                extra = -side
            if last * fan[k, 0] > 0.0:
                extra += abs(side)
            ux = dx * cosine - dz * fan[k, 2]
            uz = dx * fan[k, 2] + dz * cosine
            free = self._free(count, ux * speed, uz * speed, speed, far)
            if free * cosine + extra <= best:
                continue
            ahead = min(WALL_AHEAD, free)
            if not self.ground.lets_pass(x, z, x + ux * ahead, z + uz * ahead):
                free = min(free, AT_A_WALL)
                if free * cosine + extra <= best:
                    continue
            best = free * cosine + extra
            chosen = fan[k, 0]
            least = free
        self.steers[i] = chosen
        return least

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look(
        self,
        i: cython.Py_ssize_t,
        dx: cython.double,
        dz: cython.double,
        far: cython.double,
        reach: cython.double,
        widest: cython.double,
    ) -> cython.int:
        """Note those within reach that it may touch before it is `far` on; how many."""
        x: cython.double = self.bodies.positions[i, 0]
        z: cython.double = self.bodies.positions[i, 1]
        positions: cython.const[cython.double][:, ::1] = self.bodies.positions
        radii: cython.const[cython.double][::1] = self.bodies.radii
        flags: cython.const[cython.uchar][::1] = self.bodies.flags
        heads: cython.const[cython.int][::1] = self.near.heads
        # Ahead it looks as far as `reach`, to the sides and back only as far as it matters.
        aside: cython.double = reach - far
        low_x: cython.double = x + min(dx * reach, 0.0) - abs(dz) * aside - widest
        high_x: cython.double = x + max(dx * reach, 0.0) + abs(dz) * aside + widest
        low_z: cython.double = z + min(dz * reach, 0.0) - abs(dx) * aside - widest
        high_z: cython.double = z + max(dz * reach, 0.0) + abs(dx) * aside + widest
        column0: cython.int = self.near.column_of(low_x)
        column1: cython.int = self.near.column_of(high_x)
        time: cython.double = far / self.speeds[i]
        r: cython.int
        j: cython.int
        count: cython.int = 0
        rx: cython.double
        rz: cython.double
        vx: cython.double
        vz: cython.double
        both: cython.double
        square: cython.double
        nearing: cython.double
        mine: cython.double = radii[i]
        behind: cython.double = -mine
        for r in range(self.near.row_of(low_z), self.near.row_of(high_z) + 1):
            for j in range(
                heads[r * self.near.columns + column0],
                heads[r * self.near.columns + column1 + 1],
            ):
                rx = positions[j, 0] - x
                rz = positions[j, 1] - z
                square = rx * rx + rz * rz
                if square > reach * reach or rx * dx + rz * dz < behind or j == i:
                    continue
                both = mine + radii[j]
                nearing = 0.0
                vx = 0.0
                vz = 0.0
                if flags[j] & WALKS:
                    vx = self.velocities[j, 0]
                    vz = self.velocities[j, 1]
                    nearing = -time * (vx * rx + vz * rz)
                elif self.bodies.shares_target(i, j):
                    continue
                # It is minded where it is `far` off, or comes nearer by as much as it is beyond.
                if nearing <= 0.0:
                    if square > (far + both) * (far + both):
                        continue
                elif square - (far + both) * sqrt(square) > nearing:
                    continue
                count = self._note(count, rx, rz, vx, vz, both)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note(
        self,
        count: cython.int,
        rx: cython.double,
        rz: cython.double,
        vx: cython.double,
        vz: cython.double,
        both: cython.double,
    ) -> cython.int:
        """Put one among those seen, of whom the nearest are kept; how many there are."""
        at: cython.int = count
        k: cython.int
        gap: cython.double = rx * rx + rz * rz - both * both
        if count == MOST:
            at = 0
            for k in range(1, MOST):
                if self.seen[k, 4] > self.seen[at, 4]:
                    at = k
            if gap >= self.seen[at, 4]:
                return count
            count -= 1
        self.seen[at, 0] = rx
        self.seen[at, 1] = rz
        self.seen[at, 2] = vx
        self.seen[at, 3] = vz
        self.seen[at, 4] = gap
        return count + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _free(
        self,
        count: cython.int,
        vx: cython.double,
        vz: cython.double,
        speed: cython.double,
        far: cython.double,
    ) -> cython.double:
        """How far one gets at this velocity before it touches one of those seen; metres."""
        k: cython.int
        wx: cython.double
        wz: cython.double
        toward: cython.double
        gap: cython.double
        under: cython.double
        soonest: cython.double = far / speed
        time: cython.double
        for k in range(count):
            wx = vx - self.seen[k, 2]
            wz = vz - self.seen[k, 3]
            toward = self.seen[k, 0] * wx + self.seen[k, 1] * wz
            if toward <= 0.0:
                continue
            gap = self.seen[k, 4]
            if gap <= 0.0:
                return 0.0
            under = toward * toward - (wx * wx + wz * wz) * gap
            if under <= 0.0:
                continue
            time = gap / (toward + sqrt(under))
            soonest = min(soonest, time)
        return soonest * speed
