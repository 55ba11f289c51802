# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Rules at crossings: agents wait for turns, and keep to the right half of the streets.

Agents are given as blocks of `next_gates`, with a row for each that has a crossing ahead.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.gate_halves import Halves
    from cython.cimports.navcore.kernels.crowd.turn_taking import Groups
else:
    from navcore.kernels.crowd.gate_halves import Halves
    from navcore.kernels.crowd.turn_taking import Groups

# Indices into the rules.
FEW = cython.declare(cython.int, 0)
NARROW = cython.declare(cython.int, 1)
LEAST = cython.declare(cython.int, 2)
MOST = cython.declare(cython.int, 3)
EACH = cython.declare(cython.int, 4)
PASSES = cython.declare(cython.int, 5)
STOP = cython.declare(cython.int, 6)
BEYOND = cython.declare(cython.int, 7)


@cython.final
@cython.cclass
class Crossers:
    """The agents of a run, by rows; `held` is written, and the aims of `halves`.

    `groups` and `halves` are over the same agents; `was` are their turns before; `marks`, `near`,
    `members`, `denied` and `widest`, all (n,), are buffers.
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
        """Take arrays of equal length."""
        self.groups = groups
        self.halves = halves
        self.was = was
        self.held = held
        self.marks = marks
        self.near = near
        self.members = members
        self.denied = denied
        self.widest = widest

    def mind(
        self,
        whole: cython.const[cython.longlong][:, ::1],
        parts: cython.const[cython.double][:, ::1],
        rules: cython.const[cython.double][::1],
        step: cython.longlong,
    ) -> None:
        """Hold agents at crossings until it is their side's turn, and let all keep to the right.

        Args:
            whole: The first block.
            parts: The second one.
            rules: Fewer people than this need no turns; crossings of streets narrower than this
                many radii are passed in turns; steps of a turn at least, at most and for each
                waiting agent; agents inside that hold nobody up; distances in front of a
                crossing at which agents wait, and beyond it that leaving agents head for,
                metres.
            step: The number of the step.
        """
        self.whole = whole
        self.parts = parts
        self.rules = rules
        self.groups.come(whole)
        self.halves.come(parts)
        with cython.nogil:
            if self._look_across():
                self.groups.take(
                    parts, self.was, self.members, self.near, self.denied, step,
                    rules[LEAST], rules[MOST], rules[EACH], cython.cast(cython.int, rules[PASSES]),
                )  # fmt: skip
                self._cross()

    def _look_across(self):
        """Mark the agents that take part at a crossing; return whether any does."""
        k: cython.Py_ssize_t
        g: cython.int
        some: cython.bint = False
        for g in range(self.groups.count):
            self.widest[g] = 0.0
        for k in range(self.whole.shape[0]):
            g = self.groups.of[k]
            self.near[k] = self.whole[k, 2] == 0
            self.widest[g] = max(self.widest[g], self.halves.radii[self.whole[k, 0]])
        for k in range(self.whole.shape[0]):
            g = self.groups.of[k]
            self.members[k] = (
                self.parts[k, 0] < self.rules[NARROW] * self.widest[g]
                and self.groups.totals[g] >= self.rules[FEW]
            )
            some = some or self.members[k] != 0
        return some

    def _cross(self):
        """Let arriving agents wait or keep to the right, and agents inside leave on the right."""
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        g: cython.int
        self.groups.clear(0)
        self.groups.clear(1)
        for k in range(self.whole.shape[0]):
            g = self.groups.of[k]
            if self.near[k]:
                self.groups.counts[0, g, self.whole[k, 3]] += 1
            elif self.whole[k, 5] >= 0:
                self.groups.counts[1, g, self.whole[k, 5]] += 1
        for k in range(self.whole.shape[0]):
            if not self.members[k]:
                continue
            i = self.whole[k, 0]
            g = self.groups.of[k]
            if not self.near[k]:
                if self.whole[k, 5] >= 0:
                    self._leave(k, i)
            elif self.denied[k]:
                self._wait(k, i)
            else:
                self.halves.come_right(
                    k, i, self.groups.counts[0, g, self.whole[k, 3]],
                    self.groups.counts[1, g, self.whole[k, 3]],
                )  # fmt: skip

    def _wait(self, k, i):
        """Hold an agent, and let it wait on the right half in front of the crossing."""
        left: cython.double = self.parts[k, 17]
        right: cython.double = self.parts[k, 18]
        least: cython.double = (right - left) / 2 + min(self.halves.radii[i], (left + right) / 4)
        self.halves.see(k, i)
        self.held[i] = 1
        self.halves.head(
            k, i, min(self.rules[STOP] + self.halves.radii[i], self.halves.before),
            min(max(self.halves.beside, least), right),
        )  # fmt: skip

    def _leave(self, k, i):
        """Let an agent head for the right half of the street by which it leaves."""
        x: cython.double = self.parts[k, 7]
        z: cython.double = self.parts[k, 8]
        ux: cython.double = self.parts[k, 9]
        uz: cython.double = self.parts[k, 10]
        left: cython.double = self.parts[k, 11]
        right: cython.double = self.parts[k, 12]
        beyond: cython.double = self.rules[BEYOND]
        least: cython.double = (left - right) / 2 + min(self.halves.radii[i], (left + right) / 4)
        # Outwards is the opposite direction, so that its right is on the other side.
        side: cython.double = (self.halves.positions[i, 1] - z) * ux - (
            self.halves.positions[i, 0] - x
        ) * uz
        side = min(max(side, least), left)
        self.halves.aims[i, 0] = x - beyond * ux - side * uz
        self.halves.aims[i, 1] = z - beyond * uz + side * ux
