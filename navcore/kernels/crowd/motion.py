# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Moving agents along their paths.

A step covers exactly speed x time. It is cut at each point of the path and its rest is spent on the
next, so that agents walk along the path itself for any length of step (S0-084). An agent turns
toward the point that it walks to, by the shorter way round, at its rotation speed, for as long as
it walks there (S0-085). An agent that has left the line of its path, or turns aside for others,
checks the floor: it never steps off walkable cells, slides along obstacles, and else stays. It
faces where it steps to while it strides, and where it wants to go while it shuffles.
"""

import cython
from cython.cimports.libc.math import atan2, floor, sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Ways
    from cython.cimports.navcore.kernels.crowd.walkability import Floors, passes_at_once
    from cython.cimports.navcore.kernels.intrinsics import prefetch
else:
    from navcore.kernels.crowd.agents import Ways
    from navcore.kernels.crowd.walkability import Floors
    from navcore.kernels.crowd.walkability import passes as passes_at_once

# Facing of agents off their path: below this share of the walk speed they face more and more where
# they want to go instead of where they step to, by this weight, but less and less within this
# distance of that place, metres; and seconds in which they ease into a new direction.
STRIDES = cython.declare(cython.double, 0.8)
WISHES = cython.declare(cython.double, 2.0)
THERE = cython.declare(cython.double, 0.5)
EASING = cython.declare(cython.double, 0.2)
# How many agents ahead the next point of a path is fetched: paths lie anywhere in their pool.
SOON = cython.declare(cython.Py_ssize_t, 8)
# Metres from the place where a held agent waits within which it stands still.
STANDS = cython.declare(cython.double, 0.15)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _within_a_turn(angle: cython.double) -> cython.double:
    """Return the same angle within [-pi, pi), radians."""
    pi: cython.double = 3.141592653589793
    if -pi <= angle < pi:
        return angle
    return angle - 2.0 * pi * floor((angle + pi) / (2.0 * pi))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _turned(facing: cython.double, aim: cython.double, limit: cython.double) -> cython.double:
    """Return `facing` turned toward `aim` by at most `limit` radians, within [-pi, pi)."""
    delta: cython.double = _within_a_turn(aim - facing)
    if delta > limit:
        delta = limit
    elif delta < -limit:
        delta = -limit
    else:
        return aim
    return _within_a_turn(facing + delta)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sine(angle: cython.double) -> cython.double:
    """Return the sine of an angle within half a turn, fast, to 4e-6."""
    square: cython.double
    if angle > 1.5707963267948966:
        angle = 3.141592653589793 - angle
    elif angle < -1.5707963267948966:
        angle = -3.141592653589793 - angle
    square = angle * angle
    return angle * (
        1.0
        + square
        * (-1.0 / 6.0 + square * (1.0 / 120.0 + square * (-1.0 / 5040.0 + square / 362880.0)))
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _direction(dx: cython.double, dz: cython.double) -> cython.double:
    """Return the direction of a vector, radians, fast, to 1e-5: for agents off their path."""
    ax: cython.double = abs(dx)
    az: cython.double = abs(dz)
    part: cython.double = min(ax, az) / max(ax, az)
    square: cython.double = part * part
    angle: cython.double = part * (
        0.99997726
        + square
        * (
            -0.33262347
            + square
            * (0.19354346 + square * (-0.11643287 + square * (0.05265332 - square * 0.01172120)))
        )
    )
    # The octant is unpredictable, and a mispredicted branch costs more than this.
    angle += (az > ax) * (1.5707963267948966 - 2.0 * angle)
    angle += (dx < 0.0) * (3.141592653589793 - 2.0 * angle)
    return angle * (1.0 - 2.0 * (dz < 0.0))


@cython.final
@cython.cclass
class Walkers:
    """Agents that walk: rows of all arrays.

    `steers` are turns off the straight line, to the left, radians; `paces` shares of the walk
    speed; `off_path` marks agents that check the floor; `aims` are places that agents head for
    instead of their next points, NaN for none. Positions, facings and the progress of each on its
    path are written.
    """

    def __init__(
        self,
        floors: Floors,
        ways: Ways,
        positions: cython.double[:, ::1],
        facings: cython.double[::1],
        walk_speeds: cython.const[cython.double][::1],
        rotation_speeds: cython.const[cython.double][::1],
        steers: cython.const[cython.double][::1],
        paces: cython.const[cython.double][::1],
        off_path: cython.const[cython.uchar][::1],
        aims: cython.const[cython.double][:, ::1],
    ) -> None:
        """Take arrays of equal length."""
        self.floors = floors
        self.ways = ways
        self.positions = positions
        self.facings = facings
        self.walk_speeds = walk_speeds
        self.rotation_speeds = rotation_speeds
        self.steers = steers
        self.paces = paces
        self.off_path = off_path
        self.aims = aims

    def over(self, turned: cython.double[:, ::1], held: cython.const[cython.uchar][::1]) -> None:
        """Take more arrays, once for all steps.

        Args:
            turned: (n, 3) takes the last turn of each agent, its sine and its cosine, as agents
                keep a turn for a tick; it begins as (0, 0, 1).
            held: (n,) 1 for agents that wait at the place that they head for.
        """
        self.turned = turned
        self.held = held

    def follow(self, dt: cython.double, threshold: cython.double, slows: cython.bint) -> None:
        """Move every agent for `dt` seconds.

        Agents off their path arrive within `threshold` metres of its end. `slows`: agents are
        slower by the factor of the ground's cost.
        """
        i: cython.Py_ssize_t
        speed: cython.double
        count: cython.Py_ssize_t = self.positions.shape[0]
        if self.floors.is_one and not self.floors.first.has_costs:
            slows = False
        with cython.nogil:
            for i in range(count):
                if cython.compiled and i + SOON < count:
                    # Prefetch only: a standing agent may have no next point.
                    prefetch(cython.address(self.ways.points[self.ways.current[i + SOON], 0]))
                if self.ways.current[i] >= self.ways.end[i]:
                    continue
                speed = self.walk_speeds[i] * self.paces[i]
                if slows:
                    speed /= self.floors.slowness(i, self.positions[i, 0], self.positions[i, 1])
                if not speed > 0.0:
                    continue
                if self.aims[i, 0] == self.aims[i, 0]:
                    self._head(i, self.aims[i, 0], self.aims[i, 1], speed * dt, dt)
                elif self.off_path[i]:
                    self._feel(i, speed, dt, threshold)
                else:
                    self._walk(i, speed, speed * dt)

    def _walk(self, i, speed, left):
        """Go `left` metres along the path."""
        j: cython.longlong = self.ways.current[i]
        x: cython.double = self.positions[i, 0]
        z: cython.double = self.positions[i, 1]
        facing: cython.double = self.facings[i]
        dx: cython.double
        dz: cython.double
        distance: cython.double
        while j < self.ways.end[i]:
            dx = self.ways.points[j, 0] - x
            dz = self.ways.points[j, 1] - z
            distance = sqrt(dx * dx + dz * dz)
            if distance > 0.0:
                facing = _turned(
                    facing,
                    atan2(dz, dx),
                    self.rotation_speeds[i] * (min(left, distance) / speed),
                )
            if distance > left:
                x = x + dx * (left / distance)
                z = z + dz * (left / distance)
                break
            x = self.ways.points[j, 0]
            z = self.ways.points[j, 1]
            left = left - distance
            j = j + 1
        self.positions[i, 0] = x
        self.positions[i, 1] = z
        self.facings[i] = facing
        self.ways.current[i] = j

    def _feel(self, i, speed, dt, threshold):
        """Go one step towards the next point, as far as the floor allows."""
        j: cython.longlong = self.ways.current[i]
        x: cython.double = self.positions[i, 0]
        z: cython.double = self.positions[i, 1]
        dx: cython.double = self.ways.points[j, 0] - x
        dz: cython.double = self.ways.points[j, 1] - z
        distance: cython.double = sqrt(dx * dx + dz * dz)
        left: cython.double = speed * dt
        if distance <= threshold and j == self.ways.end[i] - 1:
            self.ways.current[i] = j + 1
            return
        if distance <= left:
            if self._step(i, x, z, dx, dz):
                self.ways.current[i] = j + 1
                self._face(i, dx, dz, x, z, distance, distance, dt)
            return
        self._go(i, x, z, dx, dz, left / distance)
        self._face(i, dx, dz, x, z, left, distance, dt)

    def _head(self, i, to_x, to_z, left, dt):
        """Go `left` metres towards a place, turned by the steering angle, if the floor allows.

        Who waits there doesn't go back when pushed away a little: two who wait at places nearer
        to each other than their bodies would stay overlapped.
        """
        x: cython.double = self.positions[i, 0]
        z: cython.double = self.positions[i, 1]
        dx: cython.double = to_x - x
        dz: cython.double = to_z - z
        distance: cython.double = sqrt(dx * dx + dz * dz)
        if distance > (STANDS if self.held[i] else 0.0):
            self._go(i, x, z, dx, dz, min(1.0, left / distance))
            self._face(i, dx, dz, x, z, min(left, distance), distance, dt)

    def _go(self, i, x, z, dx, dz, share):
        """Go this share of the vector d from a place, turned by the agent's steering angle."""
        dx *= share
        dz *= share
        if self.steers[i] != 0.0:
            if self.turned[i, 0] != self.steers[i]:
                self.turned[i, 0] = self.steers[i]
                self.turned[i, 1] = _sine(self.steers[i])
                self.turned[i, 2] = _sine(1.5707963267948966 - abs(self.steers[i]))
            if self._step(
                i,
                x,
                z,
                dx * self.turned[i, 2] - dz * self.turned[i, 1],
                dx * self.turned[i, 1] + dz * self.turned[i, 2],
            ):
                return
        if self._step(i, x, z, dx, dz):
            return
        if abs(dx) >= abs(dz):
            if not self._step(i, x, z, dx, 0.0):
                self._step(i, x, z, 0.0, dz)
        elif not self._step(i, x, z, 0.0, dz):
            self._step(i, x, z, dx, 0.0)

    def _step(self, i, x, z, dx, dz):
        """Move by a vector if the floor allows it; return whether it did."""
        if not passes_at_once(self.floors, i, x, z, x + dx, z + dz):
            return False
        self.positions[i, 0] = x + dx
        self.positions[i, 1] = z + dz
        return True

    def _face(self, i, dx, dz, x, z, far, distance, dt):
        """Turn an agent that went `far` from a place (x, z) and wants to go by the vector d.

        An agent that strides faces where it steps to. One that shuffles in a queue or steps aside
        faces where it wants to go: its small steps go another way each tenth of a second, and so
        would its face. For the same reason it eases into a direction.
        """
        fx: cython.double = self.positions[i, 0] - x
        fz: cython.double = self.positions[i, 1] - z
        stride: cython.double = STRIDES * self.walk_speeds[i] * dt
        most: cython.double = self.rotation_speeds[i] * dt
        sure: cython.double
        turn: cython.double
        if far < stride:
            far = WISHES * (stride - far) / max(distance, THERE)
            fx += far * dx
            fz += far * dz
        # About the length of that vector: roots cost more than they are worth here.
        sure = max(abs(fx), abs(fz)) + 0.4 * min(abs(fx), abs(fz))
        if sure > 0.0:
            if sure < stride:
                most *= sure / stride
            turn = _within_a_turn(_direction(fx, fz) - self.facings[i]) * min(1.0, dt / EASING)
            self.facings[i] = _within_a_turn(self.facings[i] + max(-most, min(most, turn)))
