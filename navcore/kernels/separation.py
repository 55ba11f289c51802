# cython: boundscheck=False, wraparound=False, cdivision=True
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
    from cython.cimports.navcore.kernels.bodies import Bodies
    from cython.cimports.navcore.kernels.ground import Ground
else:
    from navcore.kernels.bodies import Bodies
    from navcore.kernels.ground import Ground

TAU = cython.declare(cython.double, 6.283185307179586)
TOUCHING = cython.declare(cython.double, 1e-6)
AHEAD = cython.declare(cython.double, 0.5)
WALKS = cython.declare(cython.int, 1)
IS_PLAYER = cython.declare(cython.int, 2)
STEPS_ASIDE = cython.declare(cython.int, 4)
IS_THERE = cython.declare(cython.int, 8)
LAST_LEG = cython.declare(cython.int, 16)


@cython.final
@cython.cclass
class Separation:
    """The agents of a step. Rows of all arrays are agents, in one order.

    Written are the positions of `bodies`, `pushed` (1: was moved), `blockers` (row of who is
    ahead and in the way), `nudgers` (for those who stand: the row of who walks into them),
    `settled` (1: came up against one who was sent where it goes itself, and stands).
    """

    def __init__(
        self,
        ground: Ground,
        bodies: Bodies,
        pushed: cython.uchar[::1],
        blockers: cython.int[::1],
        nudgers: cython.int[::1],
        settled: cython.uchar[::1],
    ) -> None:
        """With arrays of one length."""
        self.ground = ground
        self.bodies = bodies
        self.pushed = pushed
        self.blockers = blockers
        self.nudgers = nudgers
        self.settled = settled

    def run(
        self,
        starts: cython.const[cython.int][::1],
        others: cython.const[cython.int][::1],
        first: cython.bint,
    ) -> int:
        """One pass over all pairs, row i with others[starts[i]:starts[i + 1]]; how many overlap.

        In the `first` it is noted who is in whose way.
        """
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.int
        count: cython.Py_ssize_t = 0
        x: cython.double
        z: cython.double
        mine: cython.double
        dx: cython.double
        dz: cython.double
        reach: cython.double
        with cython.nogil:
            for i in range(starts.shape[0] - 1):
                x = self.bodies.positions[i, 0]
                z = self.bodies.positions[i, 1]
                mine = self.bodies.radii[i] - TOUCHING
                for k in range(starts[i], starts[i + 1]):
                    j = others[k]
                    dx = self.bodies.positions[j, 0] - x
                    dz = self.bodies.positions[j, 1] - z
                    reach = mine + self.bodies.radii[j]
                    if dx * dx + dz * dz < reach * reach:
                        self._part(i, j, dx, dz, first)
                        count += 1
                        x = self.bodies.positions[i, 0]
                        z = self.bodies.positions[i, 1]
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _part(
        self,
        i: cython.Py_ssize_t,
        j: cython.Py_ssize_t,
        nx: cython.double,
        nz: cython.double,
        first: cython.bint,
    ) -> cython.void:
        """Push two agents apart that overlap; n is from i to j."""
        reach: cython.double = self.bodies.radii[i] + self.bodies.radii[j]
        distance: cython.double = sqrt(nx * nx + nz * nz)
        turn: cython.double
        if distance > 0.0:
            nx /= distance
            nz /= distance
        else:
            # In one place: an axis that only their ids decide.
            turn = TAU * ((self.bodies.ids[i] * 40503 + self.bodies.ids[j] * 30011) & 1023) / 1024.0
            nx = cos(turn)
            nz = sin(turn)
        if first:
            self._meet(i, j, nx, nz)
            self._meet(j, i, -nx, -nz)
        self._push(i, j, nx, nz, reach - distance)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _push(
        self,
        i: cython.Py_ssize_t,
        j: cython.Py_ssize_t,
        nx: cython.double,
        nz: cython.double,
        overlap: cython.double,
    ) -> cython.void:
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
        elif not (self.bodies.flags[i] | self.bodies.flags[j]) & WALKS:
            # Two who stand in a corner for good; walkers get out of it by themselves.
            self._slide(i, j, half * nx, half * nz)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _slide(
        self,
        i: cython.Py_ssize_t,
        j: cython.Py_ssize_t,
        dx: cython.double,
        dz: cython.double,
    ) -> cython.void:
        """Push two apart along x, or where neither can go so, along z."""
        i_can: cython.bint = dx != 0.0 and self._can(i, -dx, 0.0)
        j_can: cython.bint = dx != 0.0 and self._can(j, dx, 0.0)
        if i_can or j_can:
            dz = 0.0
        else:
            dx = 0.0
            i_can = dz != 0.0 and self._can(i, 0.0, -dz)
            j_can = dz != 0.0 and self._can(j, 0.0, dz)
        if i_can:
            self._move(i, -dx, -dz)
        if j_can:
            self._move(j, dx, dz)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _can(self, i: cython.Py_ssize_t, dx: cython.double, dz: cython.double) -> cython.bint:
        x: cython.double = self.bodies.positions[i, 0]
        z: cython.double = self.bodies.positions[i, 1]
        return self.ground.lets_pass(x, z, x + dx, z + dz)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move(self, i: cython.Py_ssize_t, dx: cython.double, dz: cython.double) -> cython.void:
        self.bodies.positions[i, 0] += dx
        self.bodies.positions[i, 1] += dz
        self.pushed[i] = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _meet(
        self,
        i: cython.Py_ssize_t,
        j: cython.Py_ssize_t,
        nx: cython.double,
        nz: cython.double,
    ) -> cython.void:
        """Note what it means for i, who touches j in the direction n."""
        dx: cython.double
        dz: cython.double
        mine: cython.int = self.bodies.flags[i]
        yours: cython.int = self.bodies.flags[j]
        if not mine & WALKS:
            return
        dx = self.bodies.aims[i, 0] - self.bodies.positions[i, 0]
        dz = self.bodies.aims[i, 1] - self.bodies.positions[i, 1]
        if dx * nx + dz * nz > AHEAD * sqrt(dx * dx + dz * dz):
            self.blockers[i] = cython.cast(cython.int, j)
        if yours & WALKS:
            return
        if mine & LAST_LEG and yours & IS_THERE and self.bodies.shares_target(i, j):
            self.settled[i] = 1
        if not (mine & STEPS_ASIDE or yours & IS_PLAYER) and self.nudgers[j] < 0:
            self.nudgers[j] = cython.cast(cython.int, i)
