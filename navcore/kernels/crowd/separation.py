# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Pushing overlapping agents apart, and noting which agents are in the way.

An overlapping pair is pushed along the line between its centres by most of the overlap; an agent
with right of way takes the smaller share. Pairs are handled one after the other, each from the
places where earlier pairs left the two, and several times over (Gauss-Seidel). Agents then move
from their original places towards the resulting ones, by `MOST_PUSHED` at most, so that crowds
settle without popping, however deep two overlap; the next steps do the rest. Shortening each push
instead let heaps stand forever: the last push decided where an agent went.

A push must stay on walkable cells. Agents that can't be pushed straight away slide along x or z, or
45 degrees off; if there is no room at all, the other one takes the push (S0-094 to S0-099).
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
# Share of an overlap that one pass removes.
RELAXATION = cython.declare(cython.double, 0.8)
# Shares of a push of agents with right of way and without it: 0.4 to 1.
FIRMER = cython.declare(cython.double, 0.4 / 1.4)
# Metres of floor along a wall that a push along it needs.
ALONG = cython.declare(cython.double, 0.05)
# Right of way of a pair: unknown; or the agent ahead goes first, computed anew at each push.
# `right_of_way` has the same second number.
UNKNOWN = cython.declare(cython.schar, -1)
BY_PLACE = cython.declare(cython.schar, 2)
# Overlap from which on a pair is deep, as a share of both radii.
DEEP = cython.declare(cython.double, 0.12)
# Passes over deep pairs.
ROUNDS = cython.declare(cython.int, 8)
# Result for an agent in a step: it was not touched; it was, but not moved; it was moved.
UNTOUCHED = cython.declare(cython.uchar, 0)
TOUCHED = cython.declare(cython.uchar, 1)
MOVED = cython.declare(cython.uchar, 2)
# Metres per step.
MOST_PUSHED = cython.declare(cython.double, 0.02)


@cython.final
@cython.cclass
class Separation:
    """The agents of a step.

    Written are the places of `bodies`. Stored for :meth:`tell`, by rows of all agents, are
    `blockers` (row of the agent that is ahead and in the way), `nudgers` (for standing agents: the
    row of the agent that walks into them), and `settled` (1: it touches a standing agent that was
    sent to the same place); `touched`, the indices of all that touch another; and, in the order of
    the index, `states`, the results. Before a step these are -1, -1, 0 and 0, for none. `paces` are
    shares of the walk speed, and `previous` the places before the step, both by rows of all agents.
    """

    def __init__(
        self,
        floors: Floors,
        bodies: Bodies,
        right: RightOfWay,
        blockers: cython.int[::1],
        nudgers: cython.int[::1],
        settled: cython.uchar[::1],
        touched: cython.int[::1],
        states: cython.uchar[::1],
        paces: cython.double[::1],
        previous: cython.const[cython.double][:, ::1],
    ) -> None:
        """Take arrays of equal length."""
        self.floors = floors
        self.bodies = bodies
        self.right = right
        self.blockers = blockers
        self.nudgers = nudgers
        self.settled = settled
        self.touched = touched
        self.states = states
        self.paces = paces
        self.previous = previous
        self.count = 0

    def run(
        self,
        pairs: cython.const[cython.int][:, ::1],
        passes: cython.int,
        orders: cython.schar[::1],
        sums: cython.double[:, ::1],
        deep: cython.int[::1],
        squeezed: cython.uchar[::1],
    ) -> bool:
        """Make this many passes over all pairs, given as indices; return whether any overlapped.

        The first pass notes which agents block others. Afterwards agents are at the places to which
        they were pushed. `orders` (k,) and `sums` (k, 2) are buffers for k pairs or more: the right
        of way of each pair, computed once for all passes, and the sum of both headings if the agent
        ahead has it. `deep` (k,) is a buffer for the pairs that overlap deeply: they are pushed
        apart in more passes at the end, so far that they are deep no more. So the load of a crowd
        is spread over all pairs. An agent that walks into one of these agents stops. `squeezed`
        (n,), all 0, is a buffer that marks them.
        """
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        row: cython.Py_ssize_t
        number: cython.int
        count: cython.Py_ssize_t
        dx: cython.double
        dz: cython.double
        reach: cython.double
        found: cython.Py_ssize_t
        self.orders = orders
        self.sums = sums
        self.deep = deep
        self.squeezed = squeezed
        with cython.nogil:
            found = self._find_deep(pairs)
            for number in range(passes):
                count = 0
                for k in range(pairs.shape[0]):
                    i = pairs[k, 0]
                    j = pairs[k, 1]
                    if number == 0:
                        orders[k] = UNKNOWN
                    dx = self.bodies.places[j, 0] - self.bodies.places[i, 0]
                    dz = self.bodies.places[j, 1] - self.bodies.places[i, 1]
                    reach = self.bodies.radii[i] + self.bodies.radii[j] - TOUCHING
                    if dx * dx + dz * dz < reach * reach:
                        self._touch(i)
                        self._touch(j)
                        self._part(k, i, j, dx, dz, reach + TOUCHING, number == 0)
                        count += 1
                if count == 0:
                    break
            for _number in range(ROUNDS):
                for count in range(found):
                    self._ease(pairs, deep[count])
            for count in range(found):
                squeezed[pairs[deep[count], 0]] = 0
                squeezed[pairs[deep[count], 1]] = 0
            for k in range(self.count):
                i = self.touched[k]
                if self.states[i] == MOVED:
                    self._shorten(i)
                    row = self.bodies.order[i]
                    self.bodies.positions[row, 0] = self.bodies.places[i, 0]
                    self.bodies.positions[row, 1] = self.bodies.places[i, 1]
        return self.count > 0

    def _find_deep(self, pairs):
        """Store the pairs that overlap deeply, and mark their agents; return how many.

        Whoever meets another at a corner looks up too late: in a fifth of a second both walk half a
        metre, and pushes take back less than that.
        """
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        dx: cython.double
        dz: cython.double
        reach: cython.double
        for k in range(pairs.shape[0]):
            i = pairs[k, 0]
            j = pairs[k, 1]
            dx = self.bodies.places[j, 0] - self.bodies.places[i, 0]
            dz = self.bodies.places[j, 1] - self.bodies.places[i, 1]
            reach = (1.0 - DEEP) * (self.bodies.radii[i] + self.bodies.radii[j])
            if dx * dx + dz * dz < reach * reach:
                self.deep[count] = cython.cast(cython.int, k)
                count += 1
                self.squeezed[i] = 1
                self.squeezed[j] = 1
        return count

    def _ease(self, pairs, k):
        """Push a pair apart as far as it is deeper than `DEEP`."""
        i: cython.Py_ssize_t = pairs[k, 0]
        j: cython.Py_ssize_t = pairs[k, 1]
        dx: cython.double = self.bodies.places[j, 0] - self.bodies.places[i, 0]
        dz: cython.double = self.bodies.places[j, 1] - self.bodies.places[i, 1]
        reach: cython.double = (1.0 - DEEP) * (self.bodies.radii[i] + self.bodies.radii[j])
        reach -= TOUCHING
        if dx * dx + dz * dz < reach * reach:
            self._part(k, i, j, dx, dz, reach + TOUCHING, False)

    def _touch(self, i):
        """Note that an agent touches another."""
        if self.states[i] == UNTOUCHED:
            self.states[i] = TOUCHED
            self.touched[self.count] = cython.cast(cython.int, i)
            self.count += 1

    def tells(
        self,
        off_path: cython.uchar[::1],
        walk_targets: cython.double[:, ::1],
        blocked_by: cython.longlong[::1],
        come: cython.int[::1],
        asked: cython.int[:, ::1],
        counts: cython.int[::1],
    ) -> None:
        """Take the arrays that :meth:`tell` writes, once for all steps.

        Args:
            off_path: (n,) set to 1 for walking agents that were pushed.
            walk_targets: (n, 2) takes the places of standing agents that were pushed: agents at
                their goals stay there; those that could not get to theirs keep their goals.
            blocked_by: (n,) takes the ids of agents in the way.
            come: (n,) takes the rows of walking agents that touch an agent standing at their goal.
            asked: (n, 2) takes pairs of rows: a standing agent, and the agent that it blocks.
            counts: (2,) takes the numbers of rows written to `come` and to `asked`.
        """
        self.off_path = off_path
        self.walk_targets = walk_targets
        self.blocked_by = blocked_by
        self.come = come
        self.asked = asked
        self.counts = counts

    def tell(self) -> None:
        """Write out what was noted of agents, and reset it."""
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        row: cython.int
        with cython.nogil:
            self.counts[0] = 0
            self.counts[1] = 0
            for k in range(self.count):
                i = self.touched[k]
                row = self.bodies.order[i]
                if self.states[i] == MOVED:
                    if self.bodies.walks[i]:
                        self.off_path[row] = 1
                    else:
                        self.walk_targets[row, 0] = self.bodies.positions[row, 0]
                        self.walk_targets[row, 1] = self.bodies.positions[row, 1]
                self.states[i] = UNTOUCHED
                if self.blockers[row] >= 0:
                    self.blocked_by[row] = self.bodies.ids[self.blockers[row]]
                    self.blockers[row] = -1
                if self.settled[row]:
                    self.come[self.counts[0]] = row
                    self.counts[0] += 1
                    self.settled[row] = 0
                if self.nudgers[row] >= 0:
                    self.asked[self.counts[1], 0] = row
                    self.asked[self.counts[1], 1] = self.nudgers[row]
                    self.counts[1] += 1
                    self.nudgers[row] = -1
            self.count = 0

    def _part(self, k, i, j, dx, dz, reach, first):
        """Push the overlapping agents of pair k apart; d is from i to j."""
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
            # Both are at one place: their ids decide the axis.
            turn = self.bodies.ids[self.bodies.order[i]] * 40503 & 1023
            turn += self.bodies.ids[self.bodies.order[j]] * 30011 & 1023
            nx = cos(TAU * turn / 1024.0)
            nz = sin(TAU * turn / 1024.0)
        if first:
            if self.bodies.walks[i]:
                self._meet(i, j, nx, nz)
            if self.bodies.walks[j]:
                self._meet(j, i, -nx, -nz)
            if self.squeezed[j]:
                self._stop(i, nx, nz)
            if self.squeezed[i]:
                self._stop(j, -nx, -nz)
        share = by * self._share(k, i, j, dx, dz)
        if not self._push(i, -share * nx, -share * nz):
            if not self._push(j, by * nx, by * nz):
                self._push(j, (by - share) * nx, (by - share) * nz)
        elif not self._push(j, (by - share) * nx, (by - share) * nz):
            self._push(i, (share - by) * nx, (share - by) * nz)

    def _share(self, k, i, j, dx, dz):
        """Return the share of a push that i takes; d is from i to j."""
        farther: cython.double
        if not (self.bodies.walks[i] or self.bodies.walks[j]):
            return 0.5
        if self.orders[k] == UNKNOWN:
            self._ask(k, i, j)
        if self.orders[k] != BY_PLACE:
            return FIRMER if self.orders[k] else 1.0 - FIRMER
        farther = -(dx * self.sums[k, 0] + dz * self.sums[k, 1])
        if farther == 0.0:
            farther = 1.0 if self.right.comes_first(i, j) else -1.0
        return FIRMER if farther > 0.0 else 1.0 - FIRMER

    def _ask(self, k, i, j):
        """Store which of pair k goes first, or the direction in which the one ahead does."""
        mine: cython.Py_ssize_t = self.bodies.order[i]
        yours: cython.Py_ssize_t = self.bodies.order[j]
        self.orders[k] = cython.cast(cython.schar, self.right.decided(i, j))
        self.sums[k, 0] = self.right.headings[mine, 0] + self.right.headings[yours, 0]
        self.sums[k, 1] = self.right.headings[mine, 1] + self.right.headings[yours, 1]

    def _push(self, i, dx, dz):
        """Push i by a vector, along a wall if necessary; return whether there was any room."""
        if self._move(i, dx, dz):
            return True
        if abs(dx) >= abs(dz):
            return self._slide(i, dx, 0.0) or self._turn_off(i, dx, dz) or self._slide(i, 0.0, dz)
        return self._slide(i, 0.0, dz) or self._turn_off(i, dx, dz) or self._slide(i, dx, 0.0)

    def _turn_off(self, i, dx, dz):
        """Push i 45 degrees off a vector, as along the steps of a wall askew to the cells."""
        return self._follow(i, 0.5 * (dx - dz), 0.5 * (dx + dz)) or self._follow(
            i, 0.5 * (dx + dz), 0.5 * (dz - dx)
        )

    def _follow(self, i, dx, dz):
        """Move i by a vector if the floor continues there: a wall met head-on turns nobody."""
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
        """Move i by a vector; return whether the floor allows it."""
        row: cython.Py_ssize_t = self.bodies.order[i]
        x: cython.double = self.bodies.places[i, 0]
        z: cython.double = self.bodies.places[i, 1]
        if not passes_at_once(self.floors, row, x, z, x + dx, z + dz):
            return False
        self.bodies.places[i, 0] = x + dx
        self.bodies.places[i, 1] = z + dz
        self.states[i] = MOVED
        return True

    def _shorten(self, i):
        """Move i from its original place towards the pushed one, as far as it may in a step."""
        row: cython.Py_ssize_t = self.bodies.order[i]
        # Until here the agent's position is the one before the first push.
        dx: cython.double = self.bodies.places[i, 0] - self.bodies.positions[row, 0]
        dz: cython.double = self.bodies.places[i, 1] - self.bodies.positions[row, 1]
        far: cython.double = sqrt(dx * dx + dz * dz)
        if far > MOST_PUSHED:
            self.bodies.places[i, 0] = self.bodies.positions[row, 0]
            self.bodies.places[i, 1] = self.bodies.positions[row, 1]
            self._push(i, dx * (MOST_PUSHED / far), dz * (MOST_PUSHED / far))

    def _stop(self, i, nx, nz):
        """Stop an agent that walked in the direction n, until it looks up again."""
        row: cython.Py_ssize_t = self.bodies.order[i]
        dx: cython.double = self.bodies.positions[row, 0] - self.previous[row, 0]
        dz: cython.double = self.bodies.positions[row, 1] - self.previous[row, 1]
        if dx * nx + dz * nz > 0.0:
            self.paces[row] = 0.0

    def _meet(self, i, j, nx, nz):
        """Note the results for i, which walks and touches j in the direction n."""
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
