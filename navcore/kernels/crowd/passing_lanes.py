# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Keeping to the right of a crowd that comes the other way, before bodies meet.

An agent looks around for a second and a half of walking. Two crowds that meet are by then a front
in which nobody finds a gap. So agents also look up on squares of floor which way others want to go
in the next metres, and head a few metres beside their next point where fewer come towards them;
rather to the right than to the left, so that both crowds choose different sides. The distance to
the side is kept between looks, the place follows from where the agent is.
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

NOBODY = cython.declare(cython.longlong, -1)
# Where in the rules offsets begin.
OFFSETS = cython.declare(cython.int, 9)


@cython.final
@cython.cclass
class PassingLanes:
    """The agents of a run, by rows: `lanes` and `aims` are written.

    `lanes` are metres to the right of the line to the next point, 0 for agents that keep to it;
    `aims` are places that agents head for, NaN for none. `rules` are metres from one looked-up
    place to the next; how far ahead agents look, metres; the distance ahead from which a lane is
    at its full offset, metres; how far ahead agents head, metres; the distance to the next point
    within which they use no lane, metres; the cost of an agent that comes the other way; the cost
    of one that goes the same way; the cost of a metre to either side; the additional cost of a
    metre to the left; then the offsets of the lanes that are tried, metres to the right.
    """

    def __init__(
        self,
        floors: Floors,
        ways: Ways,
        errands: Errands,
        positions: cython.const[cython.double][:, ::1],
        storeys: cython.const[cython.uchar][::1],
        lanes: cython.double[::1],
        aims: cython.double[:, ::1],
        rules: cython.const[cython.double][::1],
    ) -> None:
        """With arrays of one length, but for the last."""
        self.floors = floors
        self.ways = ways
        self.errands = errands
        self.positions = positions
        self.storeys = storeys
        self.lanes = lanes
        self.aims = aims
        self.rules = rules
        self.stride = rules[0]
        self.foreseen = rules[1]
        self.eases = rules[2]
        self.reach = rules[3]
        self.near = rules[4]
        self.towards = rules[5]
        self.along = rules[6]
        self.aside_cost = rules[7]
        self.left = rules[8]

    def over(
        self,
        ids: cython.const[cython.longlong][::1],
        aside: cython.const[cython.uchar][::1],
        players: cython.const[cython.uchar][::1],
        movements: cython.const[cython.schar][::1],
        held: cython.const[cython.uchar][::1],
    ) -> None:
        """Take the arrays that say who looks, and who may head beside its path."""
        self.ids = ids
        self.aside = aside
        self.players = players
        self.movements = movements
        self.held = held

    def look(
        self,
        streams: Streams,
        step: cython.longlong,
        every: cython.longlong,
        least: cython.double,
        share: cython.double,
    ) -> None:
        """Let a share of the agents choose lanes, each once in `every` steps.

        An agent meets a crowd if on a square ahead more than `least` others come towards it, and
        more than this `share` of those there. Those that step aside, are played, follow somebody
        or keep to a network have no lanes.
        """
        i: cython.Py_ssize_t
        self.streams = streams
        self.least = least
        self.share = share
        with cython.nogil:
            for i in range(self.ids.shape[0]):
                if (self.ids[i] * 7 + step) % every == 0:
                    self.lanes[i] = self._lane(i) if self._may(i) else 0.0

    def _may(self, i):
        return (
            self.ways.current[i] < self.ways.end[i]
            and not self.aside[i]
            and not self.players[i]
            and self.movements[i] == 0
            and self.errands.meets[i] == NOBODY
        )

    def keep(self) -> None:
        """Let agents with a lane head along it, unless a gate tells them where to head."""
        i: cython.Py_ssize_t
        with cython.nogil:
            for i in range(self.lanes.shape[0]):
                if (
                    self.lanes[i] != 0.0
                    and not self.held[i]
                    and self.aims[i, 0] != self.aims[i, 0]
                    and self._may(i)
                    and self._see(i)
                ):
                    self.aims[i, 0] = self._x(i, self.lanes[i])
                    self.aims[i, 1] = self._z(i, self.lanes[i])

    def _see(self, i):
        """Find the direction to an agent's next point; whether that is far enough for a lane."""
        self.ux = self.ways.points[self.ways.current[i], 0] - self.positions[i, 0]
        self.uz = self.ways.points[self.ways.current[i], 1] - self.positions[i, 1]
        self.far = sqrt(self.ux * self.ux + self.uz * self.uz)
        if self.far < self.near:
            return False
        self.ux /= self.far
        self.uz /= self.far
        return True

    def _x(self, i, lane):
        return self.positions[i, 0] + min(self.reach, self.far) * self.ux + lane * self.uz

    def _z(self, i, lane):
        return self.positions[i, 1] + min(self.reach, self.far) * self.uz - lane * self.ux

    def _lane(self, i):
        """The lane on which an agent meets fewest others."""
        c: cython.Py_ssize_t
        lane: cython.double
        cost: cython.double
        best: cython.double
        found: cython.double = 0.0
        if not self._see(i):
            return 0.0
        self.meets = False
        best = self._cost(i, 0.0, 1e300)
        if not self.meets:
            return 0.0
        for c in range(OFFSETS, self.rules.shape[0]):
            lane = self.rules[c]
            cost = self._cost(i, lane, best)
            if cost < best and self.floors.lets_pass(
                i, self.positions[i, 0], self.positions[i, 1], self._x(i, lane), self._z(i, lane)
            ):
                best = cost
                found = lane
        return found

    def _cost(self, i, lane, enough):
        """What a lane costs; of one that costs `enough` it is told only that it does."""
        k: cython.int
        at: cython.double = self.stride
        side: cython.double
        count: cython.double
        towards: cython.double
        total: cython.double = self.aside_cost * abs(lane) + self.left * max(-lane, 0.0)
        while at <= min(self.foreseen, self.far + 1.0) and total < enough:
            side = lane * min(1.0, at / self.eases)
            k = self.streams.at(
                self.positions[i, 0] + at * self.ux + side * self.uz,
                self.positions[i, 1] + at * self.uz - side * self.ux,
                self.storeys[i],
            )
            if k >= 0:
                count = self.streams.sums[k, 0]
                towards = self.ux * self.streams.sums[k, 2] + self.uz * self.streams.sums[k, 3]
                towards = max(0.5 * (count - towards), 0.0)
                self.meets |= towards > self.least and towards > self.share * count
                total += self.towards * towards + self.along * (count - towards)
            at += self.stride
        return total
