# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Walking and collision resolution as source 000 describes them (its sections 7 and 8).

Characters walk straight at the next point of their paths, without regard to others. Overlapping
pairs are pushed apart one after the other, in the order of their rows, each by half of the overlap.
There is no steering, slowing or squeezing.
"""

import cython
from cython.cimports.libc.math import atan2, cos, floor, sin, sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Ways
    from cython.cimports.navcore.kernels.crowd.walkability import Floors
else:
    from navcore.kernels.crowd.agents import Ways
    from navcore.kernels.crowd.walkability import Floors

PI = cython.declare(cython.double, 3.141592653589793)
TOUCHING = cython.declare(cython.double, 1e-6)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _within_a_turn(angle: cython.double) -> cython.double:
    """Return the same angle within [-pi, pi), radians."""
    if -PI <= angle < PI:
        return angle
    return angle - 2.0 * PI * floor((angle + PI) / (2.0 * PI))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _turned(facing: cython.double, aim: cython.double, limit: cython.double) -> cython.double:
    """Return `facing` turned toward `aim` by at most `limit` radians, the shorter way (S0-085)."""
    delta: cython.double = _within_a_turn(aim - facing)
    if abs(delta) <= limit:
        return aim
    return _within_a_turn(facing + (limit if delta > 0.0 else -limit))


@cython.final
@cython.cclass
class Walkers:
    """Agents that follow their paths, with one row in every array; metres, radians, seconds.

    A point counts as reached within `threshold` metres. Written are `positions`, `facings`, the
    progress of each on its path, and `blocked` (1: the next step would leave the floor).
    """

    def __init__(
        self,
        threshold: cython.double,
        floors: Floors,
        ways: Ways,
        positions: cython.double[:, ::1],
        facings: cython.double[::1],
        walk_speeds: cython.const[cython.double][::1],
        rotation_speeds: cython.const[cython.double][::1],
        blocked: cython.uchar[::1],
    ) -> None:
        """Take arrays of equal length."""
        self.threshold = threshold
        self.floors = floors
        self.ways = ways
        self.positions = positions
        self.facings = facings
        self.walk_speeds = walk_speeds
        self.rotation_speeds = rotation_speeds
        self.blocked = blocked

    def walk(self, dt: cython.double, slows: cython.bint) -> None:
        """Move every agent along its path for `dt` seconds (S0-083 to S0-086).

        A step is cut at each point of the path and its rest is spent on the next. A step that would
        leave walkable cells isn't taken. An agent that is off them walks on to the first point of
        its path, the nearest walkable cell (S0-042). `slows`: agents are slower by the factor of
        the ground's cost.
        """
        i: cython.Py_ssize_t
        speed: cython.double
        with cython.nogil:
            for i in range(self.positions.shape[0]):
                if self.ways.current[i] >= self.ways.end[i]:
                    continue
                speed = self.walk_speeds[i]
                if slows:
                    speed /= self.floors.slowness(i, self.positions[i, 0], self.positions[i, 1])
                if speed > 0.0:
                    self._walk(i, speed, speed * dt)

    def _walk(self, i, speed, left):
        """Go `left` metres along the path."""
        j: cython.longlong = self.ways.current[i]
        x: cython.double = self.positions[i, 0]
        z: cython.double = self.positions[i, 1]
        to_x: cython.double
        to_z: cython.double
        distance: cython.double
        while j < self.ways.end[i]:
            to_x = self.ways.points[j, 0]
            to_z = self.ways.points[j, 1]
            distance = sqrt((to_x - x) * (to_x - x) + (to_z - z) * (to_z - z))
            if distance <= self.threshold and self._may_go_on(i, j + 1, x, z):
                j += 1
                continue
            if left <= 0.0:
                break
            if distance > left:
                to_x = x + (to_x - x) * (left / distance)
                to_z = z + (to_z - z) * (left / distance)
            # A place lets pass to itself if it is walkable.
            if not self.floors.lets_pass(i, x, z, to_x, to_z) and self.floors.lets_pass(
                i, x, z, x, z
            ):
                self.blocked[i] = 1
                break
            self.facings[i] = _turned(
                self.facings[i],
                atan2(to_z - z, to_x - x),
                self.rotation_speeds[i] * (min(left, distance) / speed),
            )
            x = to_x
            z = to_z
            if distance > left:
                break
            left -= distance
            j += 1
        self.positions[i, 0] = x
        self.positions[i, 1] = z
        self.ways.current[i] = j

    def _may_go_on(self, i, j, x, z):
        """Return whether the straight line from a place to the next point, if any, is clear."""
        return j >= self.ways.end[i] or self.floors.lets_pass(
            i, x, z, self.ways.points[j, 0], self.ways.points[j, 1]
        )


@cython.final
@cython.cclass
class Contact:
    """Agents that are pushed apart if they overlap, with one row in every array; metres.

    `asked` is negative for agents that wait for no plan. An agent farther than `threshold` from its
    walk target counts as moving. Written are `positions`, `blockers` (row of the last agent that a
    walker bumped into), and the walk targets of players that were pushed while they stood.
    """

    def __init__(
        self,
        threshold: cython.double,
        floors: Floors,
        ways: Ways,
        positions: cython.double[:, ::1],
        walk_targets: cython.double[:, ::1],
        asked: cython.const[cython.longlong][::1],
        radii: cython.const[cython.double][::1],
        ids: cython.const[cython.longlong][::1],
        players: cython.const[cython.uchar][::1],
        blockers: cython.int[::1],
    ) -> None:
        """Take arrays of equal length."""
        self.threshold = threshold
        self.floors = floors
        self.ways = ways
        self.positions = positions
        self.walk_targets = walk_targets
        self.asked = asked
        self.radii = radii
        self.ids = ids
        self.players = players
        self.blockers = blockers
        self.overlaps = 0
        self.has_pushed = False
        self.stands = -1
        self.walks = -1

    def _is_moving(self, i):
        """Return whether an agent has points left, awaits some, or is off its target (S0-089)."""
        dx: cython.double = self.walk_targets[i, 0] - self.positions[i, 0]
        dz: cython.double = self.walk_targets[i, 1] - self.positions[i, 1]
        return (
            self.ways.current[i] < self.ways.end[i]
            or self.asked[i] >= 0
            or dx * dx + dz * dz > self.threshold * self.threshold
        )

    def push_apart(
        self,
        pairs: cython.const[cython.int][:, ::1],
        first: int,
        indexed: cython.const[cython.double][:, ::1],
        slack: cython.double,
    ) -> int:
        """Push overlapping pairs apart, from number `first` on, until the caller must act.

        Returns the number of the pair after which that is; -1 at the end. Either `stands` and
        `walks` are the rows of two agents of which one must be nudged (S0-102), or they are -1 and
        the pairs must be found again: an agent was pushed farther than `slack` metres from
        `indexed`, its place when the pairs were found. `overlaps` counts the overlapping pairs.
        """
        k: cython.Py_ssize_t
        found: cython.Py_ssize_t = -1
        start: cython.Py_ssize_t = first
        self.stands = self.walks = -1
        with cython.nogil:
            for k in range(start, pairs.shape[0]):
                if self._part(pairs[k, 0], pairs[k, 1]) or (
                    self.has_pushed
                    and (
                        self._is_beyond(pairs[k, 0], indexed, slack)
                        or self._is_beyond(pairs[k, 1], indexed, slack)
                    )
                ):
                    found = k
                    break
        return found

    def _is_beyond(self, i, indexed, slack):
        """Return whether an agent is farther than `slack` from its indexed place."""
        dx: cython.double = self.positions[i, 0] - indexed[i, 0]
        dz: cython.double = self.positions[i, 1] - indexed[i, 1]
        return dx * dx + dz * dz > slack * slack

    def _part(self, i, j):
        """Push two agents apart if they overlap; return whether one of them must be nudged."""
        nx: cython.double = self.positions[j, 0] - self.positions[i, 0]
        nz: cython.double = self.positions[j, 1] - self.positions[i, 1]
        reach: cython.double = self.radii[i] + self.radii[j]
        distance: cython.double = nx * nx + nz * nz
        turn: cython.double
        i_moves: cython.bint
        j_moves: cython.bint
        self.has_pushed = False
        if distance >= (reach - TOUCHING) * (reach - TOUCHING):
            return False
        self.has_pushed = True
        distance = sqrt(distance)
        self.overlaps += 1
        if distance > 0.0:
            nx /= distance
            nz /= distance
        else:
            # Both are at one place: their ids decide the axis (S0-095).
            turn = 2.0 * PI * ((self.ids[i] * 40503 + self.ids[j] * 30011) & 1023) / 1024.0
            nx = cos(turn)
            nz = sin(turn)
        i_moves = self._is_moving(i)
        j_moves = self._is_moving(j)
        if self.ways.current[i] < self.ways.end[i]:
            self.blockers[i] = cython.cast(cython.int, j)
        if self.ways.current[j] < self.ways.end[j]:
            self.blockers[j] = cython.cast(cython.int, i)
        self._push(i, j, nx, nz, reach - distance, i_moves, j_moves)
        if i_moves == j_moves or self.players[j if i_moves else i]:
            return False
        self.stands = j if i_moves else i
        self.walks = i if i_moves else j
        return True

    def _push(self, i, j, nx, nz, overlap, i_moves, j_moves):
        """Move both by half of the overlap, or one if the other can't go (S0-096, S0-097)."""
        half: cython.double = 0.5 * overlap
        i_can: cython.bint = self._can(i, -half * nx, -half * nz)
        j_can: cython.bint = self._can(j, half * nx, half * nz)
        if i_can and j_can:
            self._move(i, -half * nx, -half * nz, i_moves)
            self._move(j, half * nx, half * nz, j_moves)
        elif i_can:
            if self._can(i, -overlap * nx, -overlap * nz):
                half = overlap
            self._move(i, -half * nx, -half * nz, i_moves)
        elif j_can:
            if self._can(j, overlap * nx, overlap * nz):
                half = overlap
            self._move(j, half * nx, half * nz, j_moves)

    def _can(self, i, dx, dz):
        """Return whether a push stays on walkable cells, ignoring other stamps (S0-098, S0-099)."""
        x: cython.double = self.positions[i, 0]
        z: cython.double = self.positions[i, 1]
        return self.floors.lets_pass(i, x, z, x + dx, z + dz)

    def _move(self, i, dx, dz, moves):
        """Push an agent; a player that stood stays where it is pushed (S0-101)."""
        self.positions[i, 0] += dx
        self.positions[i, 1] += dz
        if self.players[i] and not moves:
            self.walk_targets[i, 0] = self.positions[i, 0]
            self.walk_targets[i, 1] = self.positions[i, 1]
