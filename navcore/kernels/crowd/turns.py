# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Agents that think in a step, and agents that may plan again: needed at every step."""

import cython
from cython.cimports.libc.math import floor, sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Errands, Ways
else:
    from navcore.kernels.crowd.agents import Errands, Ways

# Ticks without progress after which an agent looks up only every other tick.
RESIGNED = cython.declare(cython.longlong, 10)
# With this many agents or more, those that have waited this many ticks look up every fourth.
MANY = cython.declare(cython.Py_ssize_t, 1000)
PATIENT = cython.declare(cython.longlong, 50)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _rounded(number: cython.double) -> cython.longlong:
    """Return the nearest integer; ties go to the even one, as Python rounds."""
    whole: cython.longlong = cython.cast(cython.longlong, floor(number + 0.5))
    beyond: cython.double = whole - number
    return whole - (beyond > 0.5 or (beyond == 0.5 and whole & 1 != 0))


def turn_at_walls(
    points: cython.const[cython.double][:, ::1],
    first: cython.longlong,
    last: cython.longlong,
    cells: cython.const[cython.uchar][:, ::1],
    anchor_x: cython.double,
    anchor_z: cython.double,
    cell_size: cython.double,
    left: cython.longlong,
    top: cython.longlong,
) -> bool:
    """Return whether a blocked cell is near each of the points from `first` to before `last`.

    Args:
        points: (p, 2) metres.
        first: The first point that is looked at.
        last: The one after the last.
        cells: The padded grid, 0 for blocked.
        anchor_x: x of the lattice's anchor, metres.
        anchor_z: z of the lattice's anchor, metres.
        cell_size: Metres.
        left: The column of the lattice in which the padded grid begins.
        top: The row in which it begins.
    """
    k: cython.longlong
    column: cython.longlong
    row: cython.longlong
    x: cython.longlong
    z: cython.longlong
    blocked: cython.bint = True
    with cython.nogil:
        for k in range(first, last):
            column = _rounded((points[k, 0] - anchor_x) / cell_size) - left
            row = _rounded((points[k, 1] - anchor_z) / cell_size) - top
            blocked = False
            for z in range(max(row - 1, 0), min(row + 1, cells.shape[0])):
                for x in range(max(column - 1, 0), min(column + 1, cells.shape[1])):
                    blocked = blocked or cells[z, x] == 0
            if not blocked:
                break
    return blocked


@cython.final
@cython.cclass
class Turns:
    """The agents of a run: rows of all agents.

    `hindered` are ticks without progress, `calm` marks agents that have free way for a while,
    `aside` those that step aside. Before the step in `replan_from` an agent does not plan again.
    Agents whose code in `movements` is `straight` walk straight at the one that they follow.
    """

    def __init__(
        self,
        ways: Ways,
        errands: Errands,
        positions: cython.const[cython.double][:, ::1],
        ids: cython.const[cython.longlong][::1],
        hindered: cython.const[cython.longlong][::1],
        calm: cython.const[cython.uchar][::1],
        aside: cython.const[cython.uchar][::1],
        replan_from: cython.const[cython.longlong][::1],
        movements: cython.const[cython.schar][::1],
        straight: cython.int,
    ) -> None:
        """Take arrays of equal length."""
        self.ways = ways
        self.errands = errands
        self.positions = positions
        self.ids = ids
        self.hindered = hindered
        self.calm = calm
        self.aside = aside
        self.replan_from = replan_from
        self.movements = movements
        self.straight = straight

    def write(
        self,
        periods: cython.const[cython.int][::1],
        turns: cython.uchar[::1],
        rows: cython.int[::1],
    ) -> None:
        """Take the arrays for :meth:`take`, once for all steps.

        Args:
            periods: (4,) ticks between turns up to each of the distances, and beyond.
            turns: (n,) takes the ticks since the last turn of each that has one now; else 0.
            rows: (n,) takes the rows of agents that have a turn now.
        """
        self.periods = periods
        self.turns = turns
        self.rows = rows

    def take(
        self,
        step: cython.longlong,
        every: cython.int,
        focus: cython.const[cython.double][::1],
    ) -> int:
        """Mark the agents that think in a step; return their number.

        Args:
            step: The number of the step.
            every: Steps in a tick: a part of the agents has its turn in each of them.
            focus: x and z of the place that the run is watched from, and three distances, metres;
                or empty.
        """
        count: cython.Py_ssize_t
        with cython.nogil:
            count = self._take(step, every, focus)
        return count

    def _take(self, step, every, focus):
        i: cython.Py_ssize_t
        far: cython.int
        period: cython.longlong
        dx: cython.double
        dz: cython.double
        away: cython.double
        ticks: cython.longlong = step // every
        many: cython.bint = self.turns.shape[0] >= MANY
        count: cython.Py_ssize_t = 0
        for i in range(self.turns.shape[0]):
            self.turns[i] = 0
        i = step % every
        while i < self.turns.shape[0]:
            period = 2 if self.calm[i] or self.hindered[i] >= RESIGNED else 1
            if many and self.hindered[i] >= PATIENT:
                period = 4
            if focus.shape[0]:
                dx = self.positions[i, 0] - focus[0]
                dz = self.positions[i, 1] - focus[1]
                away = sqrt(dx * dx + dz * dz)
                far = 0
                while far < 3 and away > focus[2 + far]:
                    far += 1
                period *= self.periods[far]
            # By rows equally many have turns in each tick; all ids of a part are often odd.
            if (ticks + (i // every if many else self.ids[i])) % period == 0:
                self.turns[i] = cython.cast(cython.uchar, period)
                self.rows[count] = cython.cast(cython.int, i)
                count += 1
            i += every
        return count

    def may_replan(self, step: cython.longlong, may: cython.uchar[::1]) -> int:
        """Mark walkers that may plan again (S0-112); return how many agents wait for a plan.

        Agents that pursue another one in sight walk straight at it, and need no path (S3-040).
        """
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        with cython.nogil:
            for i in range(may.shape[0]):
                count += self.errands.asked[i] >= 0
                # Without branches, as the results are unpredictable.
                may[i] = (
                    (self.ways.current[i] < self.ways.end[i])
                    & (self.aside[i] == 0)
                    & (self.errands.asked[i] < 0)
                    & (self.replan_from[i] <= step)
                    & ((self.errands.meets[i] < 0) | (self.movements[i] != self.straight))
                )
        return count

    def some_stand(self, states: cython.const[cython.schar][::1], stand: cython.int) -> bool:
        """Return whether any agent stands and is about to stay: its code in `states` is `stand`."""
        i: cython.Py_ssize_t
        found: cython.bint = False
        with cython.nogil:
            for i in range(states.shape[0]):
                if (
                    states[i] == stand
                    and self.errands.asked[i] < 0
                    and self.ways.current[i] >= self.ways.end[i]
                ):
                    found = True
                    break
        return found
