# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Keeping to one's own half: in front of gates and crossings, and inside of gates.

Agents are told as blocks of `next_gates`, a row for each that has a gate ahead.
"""

import cython
from cython.cimports.libc.math import sqrt

NAN = cython.declare(cython.double, float("nan"))
# Places in the rules.
CROSSING = cython.declare(cython.int, 0)
OVER = cython.declare(cython.int, 1)
THERE = cython.declare(cython.int, 2)
STREAM = cython.declare(cython.int, 3)
REACH = cython.declare(cython.int, 4)


@cython.final
@cython.cclass
class Halves:
    """The agents of a run, by rows; `aims` is written: places for which they head.

    `rules` are how far in front of a gate one goes over to its own half; how little over the
    middle is on it; how near to the mouth one has come to it, metres; how many are a stream; and
    how far in front of a gate halves begin, metres.
    """

    def __init__(
        self,
        positions: cython.const[cython.double][:, ::1],
        radii: cython.const[cython.double][::1],
        aims: cython.double[:, ::1],
        rules: cython.const[cython.double][::1],
    ) -> None:
        """With arrays of one length, but for the rules."""
        self.positions = positions
        self.radii = radii
        self.aims = aims
        self.rules = rules

    def come(self, parts):
        """Take the second block."""
        self.parts = parts

    def go_on_right(self, k, i):
        """Let an agent go on along its right half of the gate in which it is."""
        ux: cython.double = self.parts[k, 5]
        uz: cython.double = self.parts[k, 6]
        left: cython.double = self.parts[k, 7]
        right: cython.double = self.parts[k, 8]
        aim: cython.double = (self.positions[i, 1] - self.parts[k, 4]) * ux
        most: cython.double = (left - right) / 2 - self.radii[i]
        aim -= (self.positions[i, 0] - self.parts[k, 3]) * uz
        aim = min(max(aim, -right), max(most, -right + 0.1 * (left + right)))
        self.aims[i, 0] = self.parts[k, 3] - aim * uz
        self.aims[i, 1] = self.parts[k, 4] + aim * ux

    def see(self, k, i):
        """Find how far in front of its mouth an agent is, and how far to the right."""
        dx: cython.double = self.positions[i, 0] - self.parts[k, 13]
        dz: cython.double = self.positions[i, 1] - self.parts[k, 14]
        self.before = -(dx * self.parts[k, 15] + dz * self.parts[k, 16])
        self.beside = dx * self.parts[k, 16] - dz * self.parts[k, 15]

    def head(self, k, i, far, side):
        """Let an agent head for a place so far in front of its mouth, so far to the right."""
        ux: cython.double = self.parts[k, 15]
        uz: cython.double = self.parts[k, 16]
        self.aims[i, 0] = self.parts[k, 13] - far * ux + side * uz
        self.aims[i, 1] = self.parts[k, 14] - far * uz - side * ux

    def come_right(self, k, i, present, others):
        """Let an agent head for its right half of the mouth by which it comes.

        Where a stream of `others` comes out nobody waits: agents who come from there go around
        behind, as far from the gate as the `present` ones on their side reach.
        """
        left: cython.double = self.parts[k, 17]
        right: cython.double = self.parts[k, 18]
        radius: cython.double = self.radii[i]
        least: cython.double = (right - left) / 2 + min(radius, (left + right) / 4)
        behind: cython.double = 1.0 + 2.0 * radius * sqrt(1.3 * present)
        far: cython.double = 0.0
        side: cython.double
        behind = min(behind, self.rules[REACH] - 1.0)
        self.see(k, i)
        side = min(max(self.beside, least), right)
        if self.beside < least - self.rules[OVER]:
            # In the lane of those who come out, or behind it.
            far = max(self.before, self.rules[CROSSING])
            if self.before < behind and others >= self.rules[STREAM]:
                far = behind + 0.5
                side = self.beside
        elif self.before < self.rules[THERE]:
            # An agent that has come to its half goes on along its path.
            far = NAN
        self.head(k, i, far, side)
