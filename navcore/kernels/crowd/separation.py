# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Pushing agents apart that overlap, and noticing who is in whose way.

A pair that overlaps is pushed along the line between its centres by most of the overlap; agents
with right of way take the smaller share of it. Pairs are taken one after the other, each from
where the ones before it left the two, and a few times over (Gauss-Seidel). Agents then go from
where they were towards where that put them, by `MOST_PUSHED` at most, so that crowds settle without
popping, however deep two were in each other; what is left is done in the next steps. Shortening
each push instead let heaps stand for ever: whoever pushed last decided where an agent went.

A push must stay on walkable cells. Agents that can't be pushed straight away slide along x or z, or
half a right angle off; what has no room at all is left to the other one (S0-094 to S0-099).
"""

import cython
from cython.cimports.libc.math import cos, sin, sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Bodies
    from cython.cimports.navcore.kernels.crowd.right_of_way import RightOfWay
    from cython.cimports.navcore.kernels.crowd.walkability import Floors, passes_at_once
else:
    from navcore.kernels.crowd.agents import Bodies
    from navcore.kernels.crowd.right_of_way import RightOfWay
    from navcore.kernels.crowd.walkability import Floors
    from navcore.kernels.crowd.walkability import passes as passes_at_once

TAU = cython.declare(cython.double, 6.283185307179586)
TOUCHING = cython.declare(cython.double, 1e-6)
AHEAD = cython.declare(cython.double, 0.5)
# Part of an overlap that one pass undoes.
RELAXATION = cython.declare(cython.double, 0.8)
# Shares of a push of those with right of way and without it: 0.4 to 1.
FIRMER = cython.declare(cython.double, 0.4 / 1.4)
# Metres of floor along a wall, for a push to go that way.
ALONG = cython.declare(cython.double, 0.05)
# Metres a step.
MOST_PUSHED = cython.declare(cython.double, 0.02)


@cython.final
@cython.cclass
class Separation:
    """The agents of a step.

    Written are the places of `bodies`, and by rows of all agents `pushed` (1: was moved),
    `blockers` (row of who is ahead and in the way), `nudgers` (for those who stand: the row of
    who walks into them), `settled` (1: came up against one who was sent where it goes itself,
    and stands).
    """

    def __init__(
        self,
        floors: Floors,
        bodies: Bodies,
        right: RightOfWay,
        pushed: cython.uchar[::1],
        blockers: cython.int[::1],
        nudgers: cython.int[::1],
        settled: cython.uchar[::1],
    ) -> None:
        """With arrays of one length."""
        self.floors = floors
        self.bodies = bodies
        self.right = right
        self.pushed = pushed
        self.blockers = blockers
        self.nudgers = nudgers
        self.settled = settled

    def run(self, pairs: cython.const[cython.int][:, ::1], passes: cython.int) -> bool:
        """So many passes over all pairs, a row each, by their places; whether any overlapped.

        In the first pass it is noted who is in whose way.
        """
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        number: cython.int
        count: cython.Py_ssize_t
        touched: cython.bint = False
        dx: cython.double
        dz: cython.double
        reach: cython.double
        with cython.nogil:
            for number in range(passes):
                count = 0
                for k in range(pairs.shape[0]):
                    i = pairs[k, 0]
                    j = pairs[k, 1]
                    dx = self.bodies.places[j, 0] - self.bodies.places[i, 0]
                    dz = self.bodies.places[j, 1] - self.bodies.places[i, 1]
                    reach = self.bodies.radii[i] + self.bodies.radii[j] - TOUCHING
                    if dx * dx + dz * dz < reach * reach:
                        self._part(i, j, dx, dz, reach + TOUCHING, number == 0)
                        count += 1
                touched = touched or count > 0
                if count == 0:
                    break
            if touched:
                for i in range(self.bodies.order.shape[0]):
                    if self.pushed[self.bodies.order[i]]:
                        self._shorten(i)
        return touched

    def _part(self, i, j, dx, dz, reach, first):
        """Push two agents apart that overlap; d is from i to j."""
        distance: cython.double = sqrt(dx * dx + dz * dz)
        turn: cython.double
        by: cython.double = RELAXATION * (reach - distance)
        share: cython.double
        nx: cython.double
        nz: cython.double
        if distance > 0.0:
            nx = dx / distance
            nz = dz / distance
        else:
            # In one place: an axis that only their ids decide.
            turn = self.bodies.ids[self.bodies.order[i]] * 40503 & 1023
            turn += self.bodies.ids[self.bodies.order[j]] * 30011 & 1023
            nx = cos(TAU * turn / 1024.0)
            nz = sin(TAU * turn / 1024.0)
        if first:
            if self.bodies.walks[i]:
                self._meet(i, j, nx, nz)
            if self.bodies.walks[j]:
                self._meet(j, i, -nx, -nz)
        share = by * self._share(i, j)
        if not self._push(i, -share * nx, -share * nz):
            if not self._push(j, by * nx, by * nz):
                self._push(j, (by - share) * nx, (by - share) * nz)
        elif not self._push(j, (by - share) * nx, (by - share) * nz):
            self._push(i, (share - by) * nx, (share - by) * nz)

    def _share(self, i, j):
        """Which part of a push i takes."""
        if not (self.bodies.walks[i] or self.bodies.walks[j]):
            return 0.5
        return FIRMER if self.right.precedes(i, j) else 1.0 - FIRMER

    def _push(self, i, dx, dz):
        """Push i by this much, along a wall if need be; whether that had any room."""
        if self._move(i, dx, dz):
            return True
        if abs(dx) >= abs(dz):
            return self._slide(i, dx, 0.0) or self._turn_off(i, dx, dz) or self._slide(i, 0.0, dz)
        return self._slide(i, 0.0, dz) or self._turn_off(i, dx, dz) or self._slide(i, dx, 0.0)

    def _turn_off(self, i, dx, dz):
        """Push i 45 degrees off this, as along the steps of a wall that lies askew to the cells."""
        return self._follow(i, 0.5 * (dx - dz), 0.5 * (dx + dz)) or self._follow(
            i, 0.5 * (dx + dz), 0.5 * (dz - dx)
        )

    def _follow(self, i, dx, dz):
        """Move i by this much where the floor goes on that way: a wall met head-on turns nobody."""
        x: cython.double = self.bodies.places[i, 0]
        z: cython.double = self.bodies.places[i, 1]
        far: cython.double = sqrt(dx * dx + dz * dz)
        if not far > 0.0:
            return False
        far = ALONG / far
        if not self.floors.lets_pass(self.bodies.order[i], x, z, x + far * dx, z + far * dz):
            return False
        return self._move(i, dx, dz)

    def _slide(self, i, dx, dz):
        return (dx != 0.0 or dz != 0.0) and self._move(i, dx, dz)

    def _move(self, i, dx, dz):
        """Move i by this much; whether the floor lets it."""
        row: cython.Py_ssize_t = self.bodies.order[i]
        x: cython.double = self.bodies.places[i, 0]
        z: cython.double = self.bodies.places[i, 1]
        if not passes_at_once(self.floors, row, x, z, x + dx, z + dz):
            return False
        self.bodies.places[i, 0] = x + dx
        self.bodies.places[i, 1] = z + dz
        self.pushed[row] = 1
        return True

    def _shorten(self, i):
        """Let i go from where it was towards where it was pushed, as far as it may in a step."""
        row: cython.Py_ssize_t = self.bodies.order[i]
        # Places change here alone before they are put back.
        dx: cython.double = self.bodies.places[i, 0] - self.bodies.positions[row, 0]
        dz: cython.double = self.bodies.places[i, 1] - self.bodies.positions[row, 1]
        far: cython.double = sqrt(dx * dx + dz * dz)
        if far > MOST_PUSHED:
            self.bodies.places[i, 0] = self.bodies.positions[row, 0]
            self.bodies.places[i, 1] = self.bodies.positions[row, 1]
            self._push(i, dx * (MOST_PUSHED / far), dz * (MOST_PUSHED / far))

    def _meet(self, i, j, nx, nz):
        """Note what it means for i, who walks and touches j in the direction n."""
        mine: cython.int = self.bodies.order[i]
        yours: cython.int = self.bodies.order[j]
        aim: cython.longlong = self.bodies.ways.current[mine]
        dx: cython.double = self.bodies.ways.points[aim, 0] - self.bodies.places[i, 0]
        dz: cython.double = self.bodies.ways.points[aim, 1] - self.bodies.places[i, 1]
        ahead: cython.double = dx * nx + dz * nz
        if ahead > 0.0 and ahead * ahead > AHEAD * AHEAD * (dx * dx + dz * dz):
            self.blockers[mine] = yours
        if self.bodies.walks[j]:
            return
        if (
            aim == self.bodies.ways.end[mine] - 1
            and self.bodies.errands.are_done(yours)
            and self.bodies.shares_target(i, j)
        ):
            self.settled[mine] = 1
        if not (self.bodies.aside[mine] or self.bodies.players[yours]) and self.nudgers[yours] < 0:
            self.nudgers[yours] = mine
