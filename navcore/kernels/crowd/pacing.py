# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Speed of an agent among others, and stepping aside for one of them.

Behind an agent that goes the same way, it keeps a gap of `GAP` seconds, so that speed falls with
density before bodies touch (after Tordeux, Chraibi and Seyfried 2016, "Collision-free speed model
for pedestrian dynamics"). The gap is smaller between bodies wider than people, because their radius
contains a part of it. For wide bodies the gap is measured along the way until both touch: an agent
beside which there is nearly room for two hardly holds others up. People keep the gap in any
direction; otherwise a crowd that wants through one point circles around it forever. They keep it
only behind another: converging people who all kept it would wait for each other. Agents with right
of way press on, slower; agents without it step aside for agents that come towards them and wait.
"""

import cython
from cython.cimports.libc.math import atan2, sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Bodies
    from cython.cimports.navcore.kernels.crowd.right_of_way import RightOfWay
    from cython.cimports.navcore.kernels.crowd.seen import Seen
    from cython.cimports.navcore.kernels.crowd.walkability import Floors
else:
    from navcore.kernels.crowd.agents import Bodies
    from navcore.kernels.crowd.right_of_way import RightOfWay
    from navcore.kernels.crowd.seen import Seen
    from navcore.kernels.crowd.walkability import Floors

REACTION = cython.declare(cython.double, 0.25)
# Shares of the walk speed: the least, with right of way, and when stepping aside.
SLOWEST = cython.declare(cython.double, 0.2)
PRESSING = cython.declare(cython.double, 0.7)
ASIDE = cython.declare(cython.double, 0.6)
# Overlap from which on agents stop pressing, as a share of both radii.
DEEPEST = cython.declare(cython.double, 0.12)
GAP = cython.declare(cython.double, 0.65)
# Sum of two radii, metres, from which on bodies contain a part of the gap; from one and a half
# times that on the gap is measured only along the way.
BODIES = cython.declare(cython.double, 0.6)
SAME_WAY = cython.declare(cython.double, 0.9)
OTHER_WAY = cython.declare(cython.double, 0.5)
# Making way: greatest distance, least ticks of waiting, factor on the width, and room needed.
MAKES_WAY = cython.declare(cython.double, 0.6)
WAITED = cython.declare(cython.longlong, 3)
WEDGED = cython.declare(cython.longlong, 10)
BESIDE = cython.declare(cython.double, 1.15)
ROOM = cython.declare(cython.double, 0.3)
# Agents that a gate holds back stand behind another one at this gap, metres, if it is in the way by
# this share of both radii.
QUEUES = cython.declare(cython.double, 0.15)
BEHIND = cython.declare(cython.double, 0.8)


@cython.final
@cython.cclass
class Pacing:
    """The agents of a step, as `bodies` in the order of an index.

    `steers` are radians to the left by rows of all agents: written for agents that step aside.
    `fan` has one row for each direction: radians to the left, small turns first, cosine and sine.
    """

    def __init__(
        self,
        floors: Floors,
        bodies: Bodies,
        right: RightOfWay,
        seen: Seen,
        steers: cython.double[::1],
        fan: cython.const[cython.double][:, ::1],
    ) -> None:
        """Take the kernel `seen`, which knows the neighbours of the agent that looked last."""
        self.floors = floors
        self.bodies = bodies
        self.right = right
        self.seen = seen
        self.steers = steers
        self.fan = fan

    def pace(self, i, row, dx, dz, free, speed):
        """Return the share of its speed that agent i walks at, after it has chosen a direction.

        d is the direction to its next point, `free` the free distance in the chosen direction.
        """
        k: cython.int
        least: cython.double
        part: cython.double = free / (REACTION * speed)
        self.speed = speed
        self.ux = dx
        self.uz = dz
        for k in range(self.fan.shape[0]):
            if self.fan[k, 0] == self.steers[row]:
                self.ux = dx * self.fan[k, 1] - dz * self.fan[k, 2]
                self.uz = dx * self.fan[k, 2] + dz * self.fan[k, 1]
        self.most = 1.0
        self.deepest = 0.0
        self.nearest = MAKES_WAY
        self.presses = False
        self.waits = False
        self.giver = -1
        self.queues = False
        for k in range(self.seen.count):
            if not (self.right.held[row] and self._holds_with(k, dx, dz)):
                self._mind(k, i, row)
        if self.queues:
            self.steers[row] = 0.0
            self.most = 0.0
        least = self._least(row)
        if self.bodies.players[row]:
            # The player's agent obeys at once.
            self.most = 1.0
        part = min(self.most, max(least, min(1.0, part)))
        if self.giver >= 0:
            part = self._make_way(i, row, dx, dz, part)
        return part

    def _holds_with(self, k, dx, dz):
        """Return whether another agent is held back at a gate, too, and queue behind it if near.

        Those who wait don't make way for each other: around one place each is in the way of others,
        and all would step to and fro until it is their turn.
        """
        rx: cython.double = self.seen.table[k, 0]
        rz: cython.double = self.seen.table[k, 1]
        both: cython.double = self.seen.table[k, 5]
        j: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, self.seen.table[k, 6])
        if not (self.bodies.walks[j] and self.right.held[self.bodies.order[j]]):
            return False
        if (
            rx * dx + rz * dz > 0.0
            and abs(rx * dz - rz * dx) < BEHIND * both
            and sqrt(rx * rx + rz * rz) < both + QUEUES
        ):
            self.queues = True
        return True

    def _mind(self, k, i, row):
        """Take another agent into account.

        Notes the agent to make way for: the nearest of those that come towards it.
        """
        rx: cython.double = self.seen.table[k, 0]
        rz: cython.double = self.seen.table[k, 1]
        both: cython.double = self.seen.table[k, 5]
        j: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, self.seen.table[k, 6])
        other: cython.Py_ssize_t = self.bodies.order[j]
        gap: cython.double = sqrt(rx * rx + rz * rz) - both
        ahead: cython.double = rx * self.ux + rz * self.uz
        has: cython.bint = self.right.precedes(i, j)
        beside: cython.double = rx * self.uz - rz * self.ux
        room: cython.double
        along: cython.double
        share: cython.double
        cosine: cython.double
        if ahead > 0.0:
            self.deepest = max(self.deepest, -gap / both)
        if not self.bodies.walks[j]:
            return
        cosine = self.right.cosine(row, other)
        if ahead > 0.0 and abs(beside) < both:
            if has:
                self.presses = True
            elif cosine > SAME_WAY and self.bodies.errands.meets[row] != self.bodies.ids[other]:
                # No gap to the agent that it goes to meet: with a gap it would never get there.
                room = gap
                if both > BODIES:
                    share = min(1.0, 2.0 * (both / BODIES - 1.0))
                    along = ahead - sqrt(both * both - beside * beside)
                    room = gap + share * (along - gap)
                self.most = min(
                    self.most, max(room, 0.0) / (GAP * min(1.0, BODIES / both) * self.speed)
                )
            elif cosine > 0.0:
                self.waits = True
        if not has and gap < self.nearest and self._is_in_way(k, row, j, cosine):
            self.nearest = gap
            self.giver = k
            self.giver_x = self.wish_x
            self.giver_z = self.wish_z

    def _least(self, row):
        """Return the least share of its speed that an agent walks at."""
        least: cython.double = SLOWEST
        if self.bodies.players[row]:
            least = 1.0
        elif self.waits or self.right.held[row]:
            least = 0.0
        elif self.presses:
            least = PRESSING
        return least * max(0.0, 1.0 - self.deepest / DEEPEST)

    def _is_in_way(self, k, row, j, cosine):
        """Return whether an agent is in the way of one in sight, and one of them has waited.

        This includes two that go the same way if one is wedged in beside the other: at the corner
        of a narrow place each stands where the other has to go first.
        """
        other: cython.Py_ssize_t = self.bodies.order[j]
        rx: cython.double = self.seen.table[k, 0]
        rz: cython.double = self.seen.table[k, 1]
        wide: cython.double = self.seen.table[k, 5]
        if cosine >= OTHER_WAY:
            if self.right.hindered[other] < WEDGED:
                return False
            wide *= BESIDE
            self._wish(j, other)
        elif not (
            self.right.hindered[row] >= WAITED
            or self.right.hindered[other] >= WAITED
            or self.right.cleared(other)
        ):
            return False
        else:
            self.wish_x = self.right.headings[other, 0]
            self.wish_z = self.right.headings[other, 1]
        return (
            rx * self.wish_x + rz * self.wish_z < 0.0
            and abs(rx * self.wish_z - rz * self.wish_x) < wide
        )

    def _wish(self, j, other):
        """Find the direction in which an agent wants to go right now."""
        aim: cython.longlong = self.bodies.ways.current[other]
        dx: cython.double = self.bodies.ways.points[aim, 0] - self.bodies.places[j, 0]
        dz: cython.double = self.bodies.ways.points[aim, 1] - self.bodies.places[j, 1]
        length: cython.double = sqrt(dx * dx + dz * dz)
        self.wish_x = self.right.headings[other, 0]
        self.wish_z = self.right.headings[other, 1]
        if length > 0.0:
            self.wish_x = dx / length
            self.wish_z = dz / length

    def _make_way(self, i, row, dx, dz, otherwise):
        """Step aside for the agent noted before; return the pace, or `otherwise` without room."""
        rx: cython.double = self.seen.table[self.giver, 0]
        rz: cython.double = self.seen.table[self.giver, 1]
        hx: cython.double = self.giver_x
        hz: cython.double = self.giver_z
        # Left if it is clearly to the left of the other one, right if it is to the right.
        left: cython.double = hz * rx - hx * rz
        side: cython.double = 1.0
        ahead: cython.double
        if abs(left) > 0.1 * self.seen.table[self.giver, 5]:
            side = 1.0 if left > 0.0 else -1.0
        elif hx * dx + hz * dz > 0.0:
            side = -1.0
        ahead = self._room(i, row, -side * hz, side * hx)
        if ahead <= 0.0:
            side = -side
            ahead = self._room(i, row, -side * hz, side * hx)
            if ahead <= 0.0:
                return otherwise
        self.steers[row] = atan2(side * (dx * hx + dz * hz), side * (dz * hx - dx * hz))
        return min(ASIDE, ahead / (REACTION * self.speed))

    def _room(self, i, row, ux, uz):
        """Return how far agent i could step in this direction; 0 at a wall."""
        x: cython.double = self.bodies.places[i, 0]
        z: cython.double = self.bodies.places[i, 1]
        if not self.floors.lets_pass(row, x, z, x + ux * ROOM, z + uz * ROOM):
            return 0.0
        # Look anew: agents that were behind are ahead in this direction.
        self.seen.look(i, ux, uz, ROOM, self.speed)
        return self.seen.free(ux * self.speed, uz * self.speed, self.speed, ROOM, 0.0)
