# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Pushing agents apart who overlap, and noticing who is in whose way.

A pair that overlaps is pushed along the line between its centres, each by half of the overlap.
A push must stay on walkable cells; who can't be pushed leaves the whole of it to the other, or
half where the whole has no room; where neither can go, both stay, but for two who stand: these
part along the wall (S0-094 to S0-099). Pairs are taken one after the other, each from where the
ones before it left the two.
"""

import cython
from cython.cimports.libc.math import cos, sin, sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Bodies
    from cython.cimports.navcore.kernels.crowd.walkability import Floors
else:
    from navcore.kernels.crowd.agents import Bodies
    from navcore.kernels.crowd.walkability import Floors

TAU = cython.declare(cython.double, 6.283185307179586)
TOUCHING = cython.declare(cython.double, 1e-6)
AHEAD = cython.declare(cython.double, 0.5)


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
        pushed: cython.uchar[::1],
        blockers: cython.int[::1],
        nudgers: cython.int[::1],
        settled: cython.uchar[::1],
    ) -> None:
        """With arrays of one length."""
        self.floors = floors
        self.bodies = bodies
        self.pushed = pushed
        self.blockers = blockers
        self.nudgers = nudgers
        self.settled = settled

    def run(self, pairs: cython.const[cython.int][:, ::1], first: cython.bint) -> int:
        """One pass over all pairs, a row each, by their places; how many of them overlap.

        In the `first` it is noted who is in whose way.
        """
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        dx: cython.double
        dz: cython.double
        reach: cython.double
        with cython.nogil:
            for k in range(pairs.shape[0]):
                i = pairs[k, 0]
                j = pairs[k, 1]
                dx = self.bodies.places[j, 0] - self.bodies.places[i, 0]
                dz = self.bodies.places[j, 1] - self.bodies.places[i, 1]
                reach = self.bodies.radii[i] + self.bodies.radii[j] - TOUCHING
                if dx * dx + dz * dz < reach * reach:
                    self._part(i, j, dx, dz, reach + TOUCHING, first)
                    count += 1
        return count

    def _part(self, i, j, nx, nz, reach, first):
        """Push two agents apart that overlap; n is from i to j."""
        distance: cython.double = sqrt(nx * nx + nz * nz)
        turn: cython.double
        if distance > 0.0:
            turn = 1.0 / distance
            nx *= turn
            nz *= turn
        else:
            # In one place: an axis that only their ids decide.
            turn = TAU * ((self._id(i) * 40503 + self._id(j) * 30011) & 1023) / 1024.0
            nx = cos(turn)
            nz = sin(turn)
        if first:
            if self.bodies.walks[i]:
                self._meet(i, j, nx, nz)
            if self.bodies.walks[j]:
                self._meet(j, i, -nx, -nz)
        self._push(i, j, nx, nz, reach - distance)

    def _id(self, i):
        return self.bodies.ids[self.bodies.order[i]]

    def _push(self, i, j, nx, nz, overlap):
        half: cython.double = 0.5 * overlap
        i_can: cython.bint = self._can(i, -half * nx, -half * nz)
        j_can: cython.bint = self._can(j, half * nx, half * nz)
        if i_can and j_can:
            self._move(i, -half * nx, -half * nz)
            self._move(j, half * nx, half * nz)
        elif i_can:
            if self._can(i, -overlap * nx, -overlap * nz):
                half = overlap
            self._move(i, -half * nx, -half * nz)
        elif j_can:
            if self._can(j, overlap * nx, overlap * nz):
                half = overlap
            self._move(j, half * nx, half * nz)
        elif not (self.bodies.walks[i] or self.bodies.walks[j]):
            # Two who stand in a corner for good; walkers get out of it by themselves.
            self._slide(i, j, half * nx, half * nz)

    def _slide(self, i, j, dx, dz):
        """Push two apart along x or z, whichever is more of the way, or else along the other."""
        if abs(dx) >= abs(dz):
            if not self._shove(i, j, dx, 0.0):
                self._shove(i, j, 0.0, dz)
        elif not self._shove(i, j, 0.0, dz):
            self._shove(i, j, dx, 0.0)

    def _shove(self, i, j, dx, dz):
        """Push i back and j on by this much, those who can go; whether one went anywhere."""
        i_can: cython.bint
        j_can: cython.bint
        if dx == 0.0 and dz == 0.0:
            return False
        i_can = self._can(i, -dx, -dz)
        j_can = self._can(j, dx, dz)
        if i_can:
            self._move(i, -dx, -dz)
        if j_can:
            self._move(j, dx, dz)
        return i_can or j_can

    def _can(self, i, dx, dz):
        x: cython.double = self.bodies.places[i, 0]
        z: cython.double = self.bodies.places[i, 1]
        return self.floors.lets_pass(self.bodies.order[i], x, z, x + dx, z + dz)

    def _move(self, i, dx, dz):
        self.bodies.places[i, 0] += dx
        self.bodies.places[i, 1] += dz
        self.pushed[self.bodies.order[i]] = 1

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
