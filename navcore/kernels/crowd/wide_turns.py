# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Passing the corners of a path farther out, or nearer, where a crowd creeps at them.

A shortest path touches corners, so all who go around one want to be at one place, and those who
come from the other side as well. In the open it is as good to pass farther out. An agent tries its
next turns to one side, all moved by the same distance, and takes the distance that takes least
time among the others: slow squares take their time, the more so where people want to come towards
it. No path is searched for, so all of a crowd can look anew every other second: where only a few
did, those inside of a crowd at the end of a wall stood for good, with free floor all around.
"""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Errands, Ways
    from cython.cimports.navcore.kernels.crowd.streams import Streams
    from cython.cimports.navcore.kernels.crowd.walkability import Floors
else:
    from navcore.kernels.crowd.agents import Errands, Ways
    from navcore.kernels.crowd.streams import Streams
    from navcore.kernels.crowd.walkability import Floors

# Sine of a turn below which a path goes straight on.
STRAIGHT = cython.declare(cython.double, 0.02)
INFINITE = cython.declare(cython.double, float("inf"))
NOBODY = cython.declare(cython.longlong, -1)
# Where in the rules distances begin.
OFFSETS = cython.declare(cython.int, 9)
# What `room` holds: the path, the same with its turns moved, and the directions to move them in.
PATH = cython.declare(cython.int, 0)
MOVED = cython.declare(cython.int, 1)
OUTWARDS = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class WideTurns:
    """The agents of a run, by rows: the points of their paths are written.

    `room` is (3, k, 2) for paths of k - 1 points ahead. `rules` are metres from one place of a
    path to the next that is looked up, and metres that are looked at; the least speed that counts,
    and the one below which a crowd creeps, metres a second; so many walkers are a crowd; how many
    times its own time a square takes in addition whose people all come towards one; the seconds,
    and the part of the time, that another path must save; and the radii by which those go farther
    out who have the corner on their left; then the distances that are tried, metres outwards.
    """

    def __init__(
        self,
        floors: Floors,
        ways: Ways,
        errands: Errands,
        positions: cython.const[cython.double][:, ::1],
        speeds: cython.const[cython.double][::1],
        radii: cython.const[cython.double][::1],
        storeys: cython.const[cython.uchar][::1],
        room: cython.double[:, :, ::1],
        rules: cython.const[cython.double][::1],
    ) -> None:
        """With arrays of one length, but for the last two."""
        self.floors = floors
        self.ways = ways
        self.errands = errands
        self.positions = positions
        self.speeds = speeds
        self.radii = radii
        self.storeys = storeys
        self.room = room
        self.rules = rules
        self.stride = rules[0]
        self.foreseen = rules[1]
        self.slowest = rules[2]
        self.creeping = rules[3]
        self.few = rules[4]
        self.against = rules[5]
        self.gain = rules[6]
        self.share = rules[7]
        self.berth = rules[8]

    def over(
        self,
        ids: cython.const[cython.longlong][::1],
        aside: cython.const[cython.uchar][::1],
        movements: cython.const[cython.schar][::1],
        gaps: cython.double[::1],
        off_path: cython.uchar[::1],
        detour: cython.double[:, ::1],
    ) -> None:
        """Take the arrays that say who looks when, and those that are written beside paths.

        Written are `gaps`, metres to the next point; `off_path`; and `detour`: the first place
        where the crowd creeps on the path before, and the seconds that the new one saves.
        """
        self.ids = ids
        self.aside = aside
        self.movements = movements
        self.gaps = gaps
        self.off_path = off_path
        self.detour = detour

    def look(self, streams: Streams, step: cython.longlong, every: cython.longlong) -> int:
        """Let a share of the agents look, each once in `every` steps; return how many turn wider.

        Those that step aside, wait for a plan, follow somebody or keep to a network don't.
        """
        i: cython.Py_ssize_t
        count: cython.int = 0
        self.streams = streams
        with cython.nogil:
            for i in range(self.ids.shape[0]):
                if (
                    (self.ids[i] * 7 + step) % every == 0
                    and self.ways.end[i] - self.ways.current[i] > 1
                    and not self.aside[i]
                    and self.movements[i] == 0
                    and self.errands.asked[i] == NOBODY
                    and self.errands.meets[i] == NOBODY
                ):
                    count += self._look(i)
        return count

    def _look(self, i):
        """Move the next turns of an agent where that saves enough; whether it does."""
        c: cython.Py_ssize_t
        seconds: cython.double
        best: cython.double
        direct: cython.double
        x: cython.double
        z: cython.double
        offset: cython.double = 0.0
        self._take_path(i)
        if not (self.speeds[i] > 0.0 and self._find_turns()):
            return False
        best = direct = self._seconds(i, PATH, INFINITE)
        if not self.creeps:
            return False
        # Paths that are tried note where the crowd creeps on them.
        x = self.creeps_x
        z = self.creeps_z
        for c in range(OFFSETS, self.rules.shape[0]):
            seconds = self._with(i, self.rules[c], best)
            if seconds < best:
                best = seconds
                offset = self.rules[c]
        if offset == 0.0 or not self._saves(best, direct):
            return False
        if self.is_left and offset > 0.0:
            # They leave room for those who come the other way, and have the corner on their right.
            seconds = self._with(i, offset + self.berth * self.radii[i], direct)
            if self._saves(seconds, direct):
                best = seconds
                offset += self.berth * self.radii[i]
        self._with(i, offset, INFINITE)
        self._go(i)
        self.detour[i, 0] = x
        self.detour[i, 1] = z
        self.detour[i, 2] = direct - best
        return True

    def _saves(self, seconds, direct):
        return seconds + max(self.gain, self.share * seconds) < direct

    def _go(self, i):
        """Let an agent take the path with its turns moved."""
        j: cython.Py_ssize_t
        for j in range(self.first, self.last + 1):
            self.ways.points[self.ways.current[i] + j - 1, 0] = self.room[MOVED, j, 0]
            self.ways.points[self.ways.current[i] + j - 1, 1] = self.room[MOVED, j, 1]
        self.gaps[i] = self._length(MOVED, 1)
        self.off_path[i] = 1

    def _take_path(self, i):
        """Note an agent's place and the points of its path, as far as it looks."""
        k: cython.Py_ssize_t
        j: cython.longlong = self.ways.current[i]
        left: cython.double = self.foreseen
        self.room[PATH, 0, 0] = self.positions[i, 0]
        self.room[PATH, 0, 1] = self.positions[i, 1]
        self.count = 0
        while j < self.ways.end[i] and self.count < self.room.shape[1] - 1 and left > 0.0:
            k = self.count = self.count + 1
            self.room[PATH, k, 0] = self.ways.points[j, 0]
            self.room[PATH, k, 1] = self.ways.points[j, 1]
            left -= self._length(PATH, k)
            j += 1

    def _length(self, p, k):
        """Metres from the point before to one of a path."""
        dx: cython.double = self.room[p, k, 0] - self.room[p, k - 1, 0]
        dz: cython.double = self.room[p, k, 1] - self.room[p, k - 1, 1]
        return sqrt(dx * dx + dz * dz)

    def _find_turns(self):
        """Find the next turns to one side, and which way is outwards there; whether any is."""
        k: cython.Py_ssize_t
        ax: cython.double
        az: cython.double
        bx: cython.double
        bz: cython.double
        a: cython.double
        b: cython.double
        turn: cython.double
        self.first = 0
        self.last = -1
        for k in range(1, self.count):
            self.room[OUTWARDS, k, 0] = self.room[OUTWARDS, k, 1] = 0.0
            a = self._length(PATH, k)
            b = self._length(PATH, k + 1)
            if not (a > 0.0 and b > 0.0):
                continue
            ax = (self.room[PATH, k, 0] - self.room[PATH, k - 1, 0]) / a
            az = (self.room[PATH, k, 1] - self.room[PATH, k - 1, 1]) / a
            bx = (self.room[PATH, k + 1, 0] - self.room[PATH, k, 0]) / b
            bz = (self.room[PATH, k + 1, 1] - self.room[PATH, k, 1]) / b
            turn = ax * bz - az * bx
            if abs(turn) < STRAIGHT:
                continue
            if self.first == 0:
                self.first = k
                self.is_left = turn > 0.0
            elif self.is_left != (turn > 0.0):
                break
            self.last = k
            ax -= bx
            az -= bz
            a = sqrt(ax * ax + az * az)
            self.room[OUTWARDS, k, 0] = ax / a
            self.room[OUTWARDS, k, 1] = az / a
        return self.first > 0

    def _with(self, i, offset, enough):
        """How long the path takes with its turns so far outwards; infinite through walls.

        Of one that takes `enough` it is told only that it does.
        """
        k: cython.Py_ssize_t
        for k in range(self.count + 1):
            self.room[MOVED, k, 0] = self.room[PATH, k, 0]
            self.room[MOVED, k, 1] = self.room[PATH, k, 1]
            if self.first <= k <= self.last:
                self.room[MOVED, k, 0] += offset * self.room[OUTWARDS, k, 0]
                self.room[MOVED, k, 1] += offset * self.room[OUTWARDS, k, 1]
            if self.first <= k <= self.last + 1 and not self.floors.lets_pass(
                i, self.room[MOVED, k - 1, 0], self.room[MOVED, k - 1, 1],
                self.room[MOVED, k, 0], self.room[MOVED, k, 1],
            ):  # fmt: skip
                return INFINITE
        return self._seconds(i, MOVED, enough)

    def _seconds(self, i, p, enough):
        """How long a path takes; notes whether the crowd creeps on it, and where first."""
        k: cython.Py_ssize_t
        length: cython.double
        ux: cython.double
        uz: cython.double
        total: cython.double = 0.0
        at: cython.double = 0.5 * self.stride
        left: cython.double = self.foreseen
        self.creeps = False
        for k in range(1, self.count + 1):
            length = self._length(p, k)
            total += length / self.speeds[i]
            if length > 0.0:
                ux = (self.room[p, k, 0] - self.room[p, k - 1, 0]) / length
                uz = (self.room[p, k, 1] - self.room[p, k - 1, 1]) / length
                while at < min(length, left):
                    total += self._late(
                        i, self.room[p, k - 1, 0] + at * ux, self.room[p, k - 1, 1] + at * uz,
                        ux, uz,
                    )  # fmt: skip
                    at += self.stride
            if total >= enough:
                break
            at = max(at - length, 0.0)
            left -= length
        return total

    def _late(self, i, x, z, ux, uz):
        """By how much longer a piece of a path about a place takes in the direction u, seconds."""
        k: cython.int = self.streams.at(x, z, self.storeys[i])
        count: cython.double
        crowd: cython.double
        towards: cython.double
        if k < 0:
            return 0.0
        count = self.streams.sums[k, 0]
        if count < self.few:
            return 0.0
        crowd = self.streams.sums[k, 1] / count
        towards = max(0.0, -(ux * self.streams.sums[k, 2] + uz * self.streams.sums[k, 3]) / count)
        if crowd < self.creeping and not self.creeps:
            self.creeps = True
            self.creeps_x = x
            self.creeps_z = z
        crowd = min(self.speeds[i], max(crowd, self.slowest))
        return self.stride * ((1.0 + self.against * towards) / crowd - 1.0 / self.speeds[i])
