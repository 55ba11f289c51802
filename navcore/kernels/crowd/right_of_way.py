# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Right of way between two agents: the one that goes first.

Every pair has exactly one answer, so that two never wait for each other and never both insist. The
rules, in this order:

1. Agents that walk go before agents that stand, and before agents that a gate holds back.
2. Agents that have just come out of a gate go before others, so that gates get empty.
3. Of two whose paths run or come together, the one ahead goes first: the one farther on along
   the sum of both directions. For agents that head for one point this is the one nearer to it,
   a strict order: a queue has no circle in which everybody waits, and no arch holds at a door.
4. Of two that meet, the one with clearly fewer others in front of it,
5. then the one that has waited clearly longer,
6. else a hash of their ids decides.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Bodies
else:
    from navcore.kernels.crowd.agents import Bodies

TOGETHER = cython.declare(cython.double, -0.5)
FEWER = cython.declare(cython.double, 1.5)
LONGER = cython.declare(cython.longlong, 10)
CLEARED = cython.declare(cython.longlong, 360)
# The same number is in `separation`.
BY_PLACE = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class RightOfWay:
    """The agents of a step, as `bodies`; the other arrays are by rows of all agents.

    `headings` are unit vectors of walking directions, `ahead` the smoothed number of others in
    front of each; `hindered` ticks without progress; `through` the step at which each passed a
    gate, negative for never; `held` 1 for agents that must not enter their gate yet.
    """

    def __init__(
        self,
        bodies: Bodies,
        headings: cython.double[:, ::1],
        ahead: cython.double[::1],
        hindered: cython.const[cython.longlong][::1],
        through: cython.const[cython.longlong][::1],
        held: cython.const[cython.uchar][::1],
    ) -> None:
        """Take arrays of equal length, before the first step."""
        self.bodies = bodies
        self.headings = headings
        self.ahead = ahead
        self.hindered = hindered
        self.through = through
        self.held = held
        self.now = 0

    def come_to(self, now: cython.longlong) -> None:
        """Set the number of the step."""
        self.now = now

    def has(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> bool:
        """Return whether the agent at index i goes before the one at index j."""
        return self.precedes(i, j)

    def precedes(self, i, j):
        """Return the same as :meth:`has`."""
        a: cython.Py_ssize_t = self.bodies.order[i]
        b: cython.Py_ssize_t = self.bodies.order[j]
        sx: cython.double
        sz: cython.double
        farther: cython.double
        decided: cython.int = self.decided(i, j)
        if decided != BY_PLACE:
            return decided != 0
        sx = self.headings[a, 0] + self.headings[b, 0]
        sz = self.headings[a, 1] + self.headings[b, 1]
        farther = (self.bodies.places[i, 0] - self.bodies.places[j, 0]) * sx
        farther += (self.bodies.places[i, 1] - self.bodies.places[j, 1]) * sz
        if farther != 0.0:
            return farther > 0.0
        return self.comes_first(i, j)

    def decided(self, i, j):
        """Return 1 if the agent at i goes first, 0 if the other, `BY_PLACE` if the one ahead."""
        a: cython.Py_ssize_t = self.bodies.order[i]
        b: cython.Py_ssize_t = self.bodies.order[j]
        if self.bodies.walks[i] != self.bodies.walks[j]:
            return self.bodies.walks[i] != 0
        if self.held[a] != self.held[b]:
            return self.held[b] != 0
        if self.cleared(a) != self.cleared(b):
            return self.cleared(a)
        if self.cosine(a, b) > TOGETHER:
            return BY_PLACE
        return self.comes_first(i, j)

    def comes_first(self, i, j):
        """Return whether i goes before j by the last three rules, if no other one decides."""
        a: cython.Py_ssize_t = self.bodies.order[i]
        b: cython.Py_ssize_t = self.bodies.order[j]
        if abs(self.ahead[a] - self.ahead[b]) > FEWER:
            return self.ahead[a] < self.ahead[b]
        if abs(self.hindered[a] - self.hindered[b]) > LONGER:
            return self.hindered[a] > self.hindered[b]
        return self._has_lower_hash(self.bodies.ids[a], self.bodies.ids[b])

    def cosine(self, a, b):
        """Return the cosine between the directions of two agents, by their rows."""
        return self.headings[a, 0] * self.headings[b, 0] + self.headings[a, 1] * self.headings[b, 1]

    def cleared(self, row):
        """Return whether an agent left a gate a moment ago."""
        return self.through[row] >= 0 and self.now - self.through[row] <= CLEARED

    def _has_lower_hash(self, one, other):
        """Return whether the first of two ids has the smaller hash; if equal, the smaller id."""
        mine: cython.longlong = ((one & 65535) * 40503 + ((one >> 16) & 65535) * 30011) & 1048575
        yours: cython.longlong = (
            (other & 65535) * 40503 + ((other >> 16) & 65535) * 30011
        ) & 1048575
        if mine != yours:
            return mine < yours
        return one < other
