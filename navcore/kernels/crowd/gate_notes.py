# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What is noted of gates: which are next, who came through one, who heads for what it can't see.

Which gates are next is told as blocks of `next_gates`, a row for each agent that has one ahead.
"""

import cython
from cython.cimports.libc.math import hypot

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Ways
    from cython.cimports.navcore.kernels.crowd.walkability import Floors
else:
    from navcore.kernels.crowd.agents import Ways
    from navcore.kernels.crowd.walkability import Floors

NAN = cython.declare(cython.double, float("nan"))
NEVER = cython.declare(cython.longlong, -1)
INSIDE = cython.declare(cython.int, 128)


@cython.final
@cython.cclass
class Notes:
    """The agents of a run, by rows; all is written that tells of gates.

    `was`, (n,), takes the turns as of the last time.
    """

    def __init__(
        self,
        ways: Ways,
        positions: cython.const[cython.double][:, ::1],
        gate: cython.longlong[::1],
        gate_side: cython.uchar[::1],
        through: cython.longlong[::1],
        gate_left: cython.longlong[::1],
        turn: cython.longlong[::1],
        held: cython.uchar[::1],
        aims: cython.double[:, ::1],
        was: cython.longlong[::1],
    ) -> None:
        """With arrays of one length."""
        self.ways = ways
        self.positions = positions
        self.gate = gate
        self.gate_side = gate_side
        self.through = through
        self.gate_left = gate_left
        self.turn = turn
        self.held = held
        self.aims = aims
        self.was = was

    def begin(
        self,
        gates: cython.const[cython.longlong][:, ::1],
        crossings: cython.const[cython.longlong][:, ::1],
        step: cython.longlong,
    ) -> None:
        """Note which gates and crossings are next, and who came through one since the last time.

        Nobody is held or heads for a place any more, and it is nobody's turn.
        """
        i: cython.Py_ssize_t
        with cython.nogil:
            for i in range(self.gate.shape[0]):
                self.was[i] = NEVER
            self._name(gates)
            self._name(crossings)
            for i in range(self.gate.shape[0]):
                if (
                    self.gate_side[i] >= INSIDE
                    and self.was[i] != self.gate[i]
                    and self.ways.current[i] < self.ways.end[i]
                ):
                    self.through[i] = step
                    self.gate_left[i] = self.gate[i]
                self.gate[i] = self.was[i]
                self.gate_side[i] = 0
                self.held[i] = 0
                self.aims[i, 0] = NAN
                self.aims[i, 1] = NAN
                self.was[i] = self.turn[i]
                self.turn[i] = NEVER
            self._note(gates)
            self._note(crossings)

    def _name(self, whole):
        k: cython.Py_ssize_t
        for k in range(whole.shape[0]):
            self.was[whole[k, 0]] = whole[k, 1]

    def _note(self, whole):
        k: cython.Py_ssize_t
        for k in range(whole.shape[0]):
            self.gate_side[whole[k, 0]] = cython.cast(
                cython.uchar, 1 + whole[k, 3] + INSIDE * whole[k, 2]
            )

    def drop_hidden(
        self,
        floors: Floors,
        movements: cython.const[cython.schar][::1],
        along: cython.int,
        nearer: cython.double,
    ) -> None:
        """Let agents follow their paths that can't go straight to what they head for.

        So do those whose goal is at most `nearer` metres farther: inside of a long gate they
        would never arrive; and those whose code in `movements` is `along`: agents on a network
        keep to their edges, at gates as well (S4-007).
        """
        i: cython.Py_ssize_t
        self.floors = floors
        with cython.nogil:
            for i in range(self.aims.shape[0]):
                if self.aims[i, 0] == self.aims[i, 0] and (
                    movements[i] == along or not self._is_clear(i) or self._ends(i, nearer)
                ):
                    self.aims[i, 0] = NAN
                    self.aims[i, 1] = NAN

    def _is_clear(self, i):
        """Whether an agent can go straight to what it heads for."""
        return self.floors.lets_pass(
            i, self.positions[i, 0], self.positions[i, 1], self.aims[i, 0], self.aims[i, 1]
        )

    def _ends(self, i, nearer):
        """Whether an agent comes to its goal before what it heads for."""
        j: cython.longlong = self.ways.end[i] - 1
        away: cython.double
        far: cython.double
        if self.ways.current[i] != j:
            return False
        away = hypot(
            self.ways.points[j, 0] - self.positions[i, 0],
            self.ways.points[j, 1] - self.positions[i, 1],
        )
        far = hypot(self.aims[i, 0] - self.positions[i, 0], self.aims[i, 1] - self.positions[i, 1])
        return away <= far + nearer
