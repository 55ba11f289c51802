"""What agents know of gates ahead, and the kernels that say what they do there."""

from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import (
    crossing_manners,
    gate_halves,
    gate_manners,
    gate_notes,
    tallies,
    turn_taking,
)
from navcore.sim.agents import Agents, Flags, Floats, Integers
from navcore.sim.crossings import MOST_MOUTHS
from navcore.sim.neighbours import ways_of

LANE: Final = 6.0
"""From where on agents come to wide gates on their own side, metres."""
OVER: Final = 0.1
"""Agents so little over the middle, metres, are on their own side."""
CROSSING: Final = 2.0
"""How far in front of a gate agents go over to their own side, metres."""
THERE: Final = 0.3
"""Nearer to the mouth of a gate than this an agent has come to it, metres."""
STREAM: Final = 3
"""So many agents who come to a gate from the other side are a stream."""
EACH: Final = 1.0
"""How long a turn lasts for each who waits for it, seconds."""
INSIDE: Final = 128
"""What `Agents.gate_side` has more inside of a gate."""
BEGINS: Final = 0
"""Of `Ahead.found`: how far along the path the gate begins, metres."""


class Ahead(NamedTuple):
    """What agents know of the gate that comes next on their paths; a row each."""

    whole: Integers
    """(k, 7) see the kernel `next_gates`."""
    parts: Floats
    """(k, 19) see the kernel."""

    @property
    def rows(self) -> Integers:
        """(k,) of the agents that have one within `LOOK_AHEAD`."""
        return self.whole[:, 0]

    @property
    def gate(self) -> Integers:
        """(k,) number of the gate."""
        return self.whole[:, 1]

    @property
    def inside(self) -> Flags:
        """(k,) who is in it."""
        found: Flags = self.whole[:, 2] != 0
        return found

    @property
    def side(self) -> Integers:
        """(k,) number of the mouth by which they come."""
        return self.whole[:, 3]

    @property
    def is_between(self) -> Flags:
        """(k,) whether the gate has two mouths."""
        found: Flags = self.whole[:, 4] != 0
        return found

    @property
    def leaves(self) -> Integers:
        """(k,) number of the mouth by which they go out, or -1 if that is not known."""
        return self.whole[:, 5]

    @property
    def group(self) -> Integers:
        """(k,) number of the first mouth of those whose people may pass at one time."""
        return self.whole[:, 6]

    @property
    def width(self) -> Floats:
        """(k,) of the gate, see `Gate.width`."""
        return self.parts[:, 0]

    @property
    def found(self) -> Floats:
        """(k, 12) see the kernel `gates`."""
        return self.parts[:, 1:13]

    @property
    def entries(self) -> Floats:
        """(k, 6) of the mouth by which they come, see `Gate.entries`."""
        return self.parts[:, 13:]

    def taken(self, which: Flags | Integers) -> "Ahead":
        """Return some of the rows."""
        return Ahead(self.whole[which], self.parts[which])


class Minders(NamedTuple):
    """Kernels that mind gates, over the agents of a run."""

    notes: gate_notes.Notes
    gates: gate_manners.Manners
    crossings: crossing_manners.Crossers
    some: Integers
    """Room for a row of each agent."""
    b_some: Any
    """The same for kernels."""


def minders_of(agents: Agents) -> Minders:
    """What minds gates for these agents."""
    return agents.kernel(Minders, partial(_minders, agents))


def _minders(agents: Agents) -> Minders:
    count = len(agents)
    was, some = np.empty(count, np.int64), np.empty(count, np.int64)
    marks, widest = np.zeros((4, count), np.uint8), np.empty(count)
    b = buffers(
        gate_notes, agents.positions, agents.gate, agents.gate_side,
        agents.through, agents.gate_left, agents.turn, agents.held, agents.aims, was,
    )  # fmt: skip
    notes = gate_notes.Notes(ways_of(agents), *b)
    rules = np.array((CROSSING, OVER, THERE, STREAM, LANE))
    b = buffers(gate_halves, agents.positions, agents.radii, agents.aims, rules)
    halves = gate_halves.Halves(*b)
    b = buffers(
        turn_taking, agents.ids, agents.gate, agents.turn,
        np.empty(tallies.table_size(count), np.int32), np.empty(count, np.int32),
        np.empty(count, np.int32), np.empty((3, count, MOST_MOUTHS), np.int32),
        np.empty(count, np.int64), np.empty((2, count), np.int32), np.empty(count, np.uint8),
    )  # fmt: skip
    groups = turn_taking.Groups(*b)
    b = buffers(gate_manners, was, agents.held, *marks, widest)
    gates = gate_manners.Manners(groups, halves, *b)
    b = buffers(crossing_manners, was, agents.held, *marks, widest)
    crossings = crossing_manners.Crossers(groups, halves, *b)
    return Minders(notes, gates, crossings, some, *buffers(gate_manners, some))
