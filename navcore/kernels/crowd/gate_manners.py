# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What agents do at gates: who waits and where, and who keeps to which half.

Agents are told as blocks of `next_gates`, a row for each that has a gate ahead.
"""

import cython
from cython.cimports.libc.math import floor, sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.gate_halves import Halves
    from cython.cimports.navcore.kernels.crowd.turn_taking import Groups
    from cython.cimports.navcore.kernels.crowd.walkability import Floors
else:
    from navcore.kernels.crowd.gate_halves import Halves
    from navcore.kernels.crowd.turn_taking import Groups
    from navcore.kernels.crowd.walkability import Floors

# What is marked of rows; the last two are answered if there are any.
THERE = cython.declare(cython.int, 1)
LANES = cython.declare(cython.int, 2)
WIDE = cython.declare(cython.int, 4)
HALVES = cython.declare(cython.int, 8)
FULL = cython.declare(cython.int, 16)
QUEUED = cython.declare(cython.int, 32)
# Of the rules of halves: so many are a stream.
STREAM = cython.declare(cython.int, 3)
# Places in the rules.
NEAR = cython.declare(cython.int, 0)
LANE = cython.declare(cython.int, 1)
FEW = cython.declare(cython.int, 2)
TIGHT = cython.declare(cython.int, 3)
LEAST = cython.declare(cython.int, 4)
MOST = cython.declare(cython.int, 5)
EACH = cython.declare(cython.int, 6)
PASSES = cython.declare(cython.int, 7)
BACK = cython.declare(cython.int, 8)
STOP = cython.declare(cython.int, 9)
BESIDE = cython.declare(cython.int, 10)
QUEUE = cython.declare(cython.int, 11)
FIRST = cython.declare(cython.int, 12)
BROAD = cython.declare(cython.int, 13)


@cython.final
@cython.cclass
class Manners:
    """The agents of a run, by rows; `held` is written, and the aims of `halves`.

    `groups` and `halves` are over the same agents; `was` are their turns as of the last time;
    `marks`, `near`, `members`, `denied` and `widest`, all (n,), are room.
    """

    def __init__(
        self,
        groups: Groups,
        halves: Halves,
        was: cython.const[cython.longlong][::1],
        held: cython.uchar[::1],
        marks: cython.uchar[::1],
        near: cython.uchar[::1],
        members: cython.uchar[::1],
        denied: cython.uchar[::1],
        widest: cython.double[::1],
    ) -> None:
        """With arrays of one length."""
        self.groups = groups
        self.halves = halves
        self.was = was
        self.held = held
        self.marks = marks
        self.near = near
        self.members = members
        self.denied = denied
        self.widest = widest

    def mind_gates(
        self,
        whole: cython.const[cython.longlong][:, ::1],
        parts: cython.const[cython.double][:, ::1],
        rules: cython.const[cython.double][::1],
        step: cython.longlong,
        floors: Floors,
    ) -> int:
        """Let agents take turns at tight gates, and keep to their halves of wide ones.

        Args:
            whole: The first block.
            parts: The second one.
            rules: Nearer than how many metres agents take part at a tight gate to which fewer
                than `FEW` come, and how far from others; how many that is; gates narrower than so
                many radii are tight; how many steps a turn lasts at least, at most and for each
                who waits; how many inside hold nobody up; by which part of the radius of their
                crowd those who wait stand back, and at least, metres; so many radii in front of a
                gate begin its lanes; how many are a queue; how many stand back from nothing; and
                so many radii wide gates have no lanes.
            step: The number of the step.
            floors: On which they walk.

        Returns:
            32 if some take lanes, plus 16 if some come to a mouth that many wait at.
        """
        found: cython.int = 0
        self.whole = whole
        self.parts = parts
        self.rules = rules
        self.floors = floors
        self.groups.come(whole)
        self.halves.come(parts)
        with cython.nogil:
            if self._look():
                self.groups.take(
                    parts, self.was, self.members, self.near, self.denied, step,
                    rules[LEAST], rules[MOST], rules[EACH], cython.cast(cython.int, rules[PASSES]),
                )  # fmt: skip
                self._wait_beside()
                self._keep_right()
                found = self._find_queues()
        return found

    def mark(self, mark: cython.int, rows: cython.longlong[::1]) -> int:
        """Write the rows of the block that were marked so, 32 or 16; return how many."""
        k: cython.Py_ssize_t
        count: cython.int = 0
        for k in range(self.whole.shape[0]):
            if self.marks[k] & mark:
                rows[count] = k
                count += 1
        return count

    def _look(self):
        """Note who is near to a gate or inside, and what kind of gate it is; whether any is."""
        k: cython.Py_ssize_t
        g: cython.int
        width: cython.double
        radius: cython.double
        some: cython.bint = False
        between: cython.bint
        self.groups.clear(0)
        for g in range(self.groups.count):
            self.widest[g] = 0.0
        for k in range(self.whole.shape[0]):
            g = self.groups.of[k]
            width = self.parts[k, 0]
            radius = self.halves.radii[self.whole[k, 0]]
            self.near[k] = 0
            self.marks[k] = 0
            if self.whole[k, 2] == 0:
                if self.groups.totals[g] < self.rules[FEW] and width < self.rules[TIGHT] * radius:
                    self.near[k] = self.parts[k, 1] < self.rules[NEAR]
                else:
                    self.near[k] = self.parts[k, 1] < self.rules[LANE]
            if self.near[k] or self.whole[k, 2] != 0:
                some = True
                self.marks[k] = THERE
                self.groups.counts[0, g, self.whole[k, 3]] += 1
                self.widest[g] = max(self.widest[g], radius)
        for k in range(self.whole.shape[0]):
            g = self.groups.of[k]
            width = self.parts[k, 0]
            between = self.whole[k, 4] != 0
            self.members[k] = 0
            if self.marks[k]:
                self.members[k] = width < self.rules[TIGHT] * self.widest[g]
                if self.groups.sides(0, g) < 2:
                    if between:
                        self.marks[k] |= LANES
                elif between and not self.members[k]:
                    # A gate with more than two mouths has no halves.
                    self.marks[k] |= HALVES
            if between and width >= self.rules[TIGHT] * self.halves.radii[self.whole[k, 0]]:
                self.marks[k] |= WIDE
        return some

    def _wait_beside(self):
        """Hold those whose turn it is not, and let them stand to the right of the gate.

        The more they are the farther: else their crowd stands in the way of those who come out.
        """
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        radius: cython.double
        crowd: cython.double
        self.groups.clear(0)
        for k in range(self.whole.shape[0]):
            if self.denied[k]:
                self.groups.counts[0, self.groups.of[k], self.whole[k, 3]] += 1
        for k in range(self.whole.shape[0]):
            if self.denied[k]:
                i = self.whole[k, 0]
                radius = self.halves.radii[i]
                self.held[i] = 1
                crowd = radius * sqrt(self.groups.counts[0, self.groups.of[k], self.whole[k, 3]])
                self._stand_beside(k, i, radius, crowd)
                if not self._is_clear(i):
                    self._stand_beside(k, i, radius, radius)

    def _is_clear(self, i):
        """Whether an agent can go straight to what it heads for."""
        return self.floors.lets_pass(
            i,
            self.halves.positions[i, 0],
            self.halves.positions[i, 1],
            self.halves.aims[i, 0],
            self.halves.aims[i, 1],
        )

    def _stand_beside(self, k, i, radius, crowd):
        """Let an agent head for a place to the right of its gate, for a crowd of this radius."""
        across: cython.double = self.parts[k, 8] + radius + crowd
        back: cython.double = max(self.rules[STOP] + radius, self.rules[BACK] * crowd)
        ux: cython.double = self.parts[k, 5]
        uz: cython.double = self.parts[k, 6]
        self.halves.aims[i, 0] = self.parts[k, 9] - back * ux + across * uz
        self.halves.aims[i, 1] = self.parts[k, 10] - back * uz - across * ux

    def _keep_right(self):
        """Let agents head for their right half of the gate, and leave the other half free."""
        k: cython.Py_ssize_t
        g: cython.int
        own: cython.int
        self.groups.clear(0)
        for k in range(self.whole.shape[0]):
            if self.marks[k] & THERE:
                self.groups.counts[0, self.groups.of[k], self.whole[k, 3]] += 1
        for k in range(self.whole.shape[0]):
            if self.marks[k] & HALVES:
                if self.whole[k, 2] != 0:
                    self.halves.go_on_right(k, self.whole[k, 0])
                else:
                    g = self.groups.of[k]
                    own = self.groups.counts[0, g, self.whole[k, 3]]
                    self.halves.come_right(k, self.whole[k, 0], own, self.groups.sum(0, g) - own)

    def _find_queues(self):
        """Mark those who take lanes, and those who come to a mouth that many wait at."""
        k: cython.Py_ssize_t
        g: cython.int
        found: cython.int = 0
        for g in range(3):
            self.groups.clear(g)
        for k in range(self.whole.shape[0]):
            g = self.groups.of[k]
            if self.marks[k] & WIDE:
                self.groups.counts[2, g, self.whole[k, 3]] += 1
                if self.whole[k, 2] == 0:
                    self.groups.counts[0, g, self.whole[k, 3]] += 1
            if self.marks[k] & LANES and self._has_lanes(k):
                self.marks[k] |= QUEUED
                self.groups.counts[1, g, 0] += 1
        for k in range(self.whole.shape[0]):
            g = self.groups.of[k]
            if self.marks[k] & QUEUED:
                if self.groups.counts[1, g, 0] >= self.rules[QUEUE]:
                    found |= QUEUED
                else:
                    self.marks[k] -= QUEUED
            if self.marks[k] & WIDE and self.whole[k, 2] == 0 and self._is_full(k, g):
                self.marks[k] |= FULL
                found |= FULL
        return found

    def _has_lanes(self, k):
        """Return whether an agent is near a gate for two or more abreast that is not broad."""
        radius: cython.double = self.halves.radii[self.whole[k, 0]]
        width: cython.double = self.parts[k, 17] + self.parts[k, 18]
        if self.whole[k, 2] != 0 or not self.parts[k, 1] < self.rules[BESIDE] * radius:
            return False
        if self.parts[k, 0] >= self.rules[BROAD] * radius:
            return False
        return floor(width / (2.0 * radius) + 1e-6) > 0.0

    def _is_full(self, k, g):
        """Whether many wait at the mouth by which an agent comes, and a stream comes out."""
        others: cython.int = self.groups.sum(2, g) - self.groups.counts[2, g, self.whole[k, 3]]
        if self.groups.counts[0, g, self.whole[k, 3]] <= self.rules[FIRST]:
            return False
        return others >= self.halves.rules[STREAM]
