# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Distances covered in a tick, speeds, and agents that got no nearer to their next point."""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Errands, Ways
else:
    from navcore.kernels.crowd.agents import Errands, Ways

HELD = cython.declare(cython.int, 1)
FREED = cython.declare(cython.int, 2)
STUCK = cython.declare(cython.int, 4)


@cython.final
@cython.cclass
class Covered:
    """Distances that agents covered: rows of all arrays.

    Written are `tick_positions`, positions at the last tick, `velocities`, metres per second,
    `stood`, 1 for agents without a next point then, and `far`, metres covered.
    """

    def __init__(
        self,
        ways: Ways,
        errands: Errands,
        positions: cython.const[cython.double][:, ::1],
        tick_positions: cython.double[:, ::1],
        velocities: cython.double[:, ::1],
        stood: cython.uchar[::1],
        far: cython.double[::1],
    ) -> None:
        """Take arrays of equal length."""
        self.ways = ways
        self.errands = errands
        self.positions = positions
        self.tick_positions = tick_positions
        self.velocities = velocities
        self.stood = stood
        self.far = far

    def measure(self, seconds: cython.double) -> None:
        """Write distances and velocities of agents over a tick of this many seconds."""
        i: cython.Py_ssize_t
        dx: cython.double
        dz: cython.double
        with cython.nogil:
            for i in range(self.far.shape[0]):
                dx = self.positions[i, 0] - self.tick_positions[i, 0]
                dz = self.positions[i, 1] - self.tick_positions[i, 1]
                self.far[i] = sqrt(dx * dx + dz * dz)
                self.velocities[i, 0] = dx / seconds
                self.velocities[i, 1] = dz / seconds
                self.tick_positions[i, 0] = self.positions[i, 0]
                self.tick_positions[i, 1] = self.positions[i, 1]

    def stopped(self, moved: cython.double, rows: cython.int[::1]) -> int:
        """Find agents that stopped in the tick, or were pushed while they stood; return how many.

        Pushed means moved by more than `moved`, metres. Agents that wait for a plan don't count.
        `rows` takes the rows, at most n.
        """
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        stands: cython.bint
        with cython.nogil:
            for i in range(self.far.shape[0]):
                stands = self.ways.current[i] >= self.ways.end[i]
                if (
                    stands
                    and self.errands.asked[i] == -1
                    and (self.far[i] > moved or not self.stood[i])
                ):
                    rows[count] = cython.cast(cython.int, i)
                    count += 1
                self.stood[i] = stands
        return count


@cython.final
@cython.cclass
class Progress:
    """Progress of agents: rows of all arrays.

    Written are `gaps` and `legs`, the distance to the next point, metres, and the number of points
    left; `hindered`, ticks without progress; `blockers`, -1 for agents with progress; and `marks`:
    1 for agents that got no nearer, + 2 for agents that are no longer stuck, + 4 for agents that
    are stuck from now on.
    """

    def __init__(
        self,
        ways: Ways,
        errands: Errands,
        positions: cython.const[cython.double][:, ::1],
        speeds: cython.const[cython.double][::1],
        gaps: cython.double[::1],
        legs: cython.longlong[::1],
        hindered: cython.longlong[::1],
        blockers: cython.longlong[::1],
        aside: cython.const[cython.uchar][::1],
        marks: cython.uchar[::1],
    ) -> None:
        """Take arrays of equal length."""
        self.ways = ways
        self.errands = errands
        self.positions = positions
        self.speeds = speeds
        self.gaps = gaps
        self.legs = legs
        self.hindered = hindered
        self.blockers = blockers
        self.aside = aside
        self.marks = marks

    def count_hindered(
        self,
        seconds: cython.double,
        share: cython.double,
        slowness: cython.const[cython.double][::1],
        stuck: cython.longlong,
    ) -> int:
        """Count the ticks in which walking agents get no nearer to their next points.

        Args:
            seconds: Length of a tick.
            share: Share of a tick's distance that an agent must come nearer to make progress.
            slowness: (n,) or (1,): factor by which the ground slows each.
            stuck: Ticks after which an agent is stuck.

        Returns:
            The number of agents that are stuck or free again from now on, see `marks`.
        """
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        same: cython.bint = slowness.shape[0] == 1
        with cython.nogil:
            for i in range(self.hindered.shape[0]):
                count += self._count(
                    i, share * (self.speeds[i] * seconds / slowness[0 if same else i]), stuck
                )
        return count

    def _count(self, i, least, stuck):
        """Update an agent, which must come nearer by `least`; return whether its marks matter."""
        j: cython.longlong = self.ways.current[i]
        legs: cython.longlong = self.ways.end[i] - j
        before: cython.longlong = self.hindered[i]
        now: cython.longlong = 0
        dx: cython.double = 0.0
        dz: cython.double = 0.0
        gap: cython.double
        gets_on: cython.bint
        if legs > 0:
            dx = self.ways.points[j, 0] - self.positions[i, 0]
            dz = self.ways.points[j, 1] - self.positions[i, 1]
        gap = sqrt(dx * dx + dz * dz)
        if legs > 0:
            # Being pushed is no progress; going to another point is.
            gets_on = legs != self.legs[i] or self.gaps[i] - gap >= least
            now = before >> 1 if gets_on else before + 1
        self.gaps[i] = gap
        self.legs[i] = legs
        self.hindered[i] = now
        if now == 0:
            self.blockers[i] = -1
        self.marks[i] = HELD if now > before else 0
        if now < stuck <= before:
            self.marks[i] |= FREED
            return True
        if before < stuck <= now:
            self.marks[i] |= STUCK
            return True
        return False

    def late(
        self,
        first: cython.longlong,
        later: cython.longlong,
        rare: cython.longlong,
        rarely: cython.longlong,
        rows: cython.int[::1],
    ) -> int:
        """Find agents that should plan again because they got no nearer; return how many.

        They do after `first` ticks and then after each `later` ticks, or after `rare` and `rarely`
        if nobody touches them. `rows` takes their rows, at most n.
        """
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        ticks: cython.longlong
        with cython.nogil:
            for i in range(self.hindered.shape[0]):
                if not self.marks[i] & HELD or self.errands.asked[i] != -1 or self.aside[i]:
                    continue
                ticks = self.hindered[i] - (first if self.blockers[i] != -1 else rare)
                if ticks >= 0 and ticks % (later if self.blockers[i] != -1 else rarely) == 0:
                    rows[count] = cython.cast(cython.int, i)
                    count += 1
        return count
