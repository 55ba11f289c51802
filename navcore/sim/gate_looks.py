"""What agents saw of the gates ahead in the steps before it is decided who passes them."""

from typing import Final

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import next_gates as kernel
from navcore.sim.agents import Agents, Flags, Rows
from navcore.sim.floors import Floors
from navcore.sim.gate_turns import Ahead
from navcore.sim.narrow_places import FloorGates

_NO_PATH: Final = -1


class Looks:
    """The looks of one tick, a part of the agents in each step: no run goes on amid them.

    Runs are resumed from ticks only, so none of this is part of their state.
    """

    def __init__(self, agents: Agents, floors: Floors, step: int) -> None:
        """No part yet; the first one is looked at in this step, the one in progress."""
        self._of: tuple[Agents, int, Floors] = (agents, agents.generation, floors)
        self._first = step
        self._found: list[tuple[Ahead, Ahead]] = []
        self._starts = np.full(len(agents), _NO_PATH, np.int64)

    def holds(self, agents: Agents, floors: Floors, step: int, part: int) -> bool:
        """Whether it is the turn of this part, among the same agents and on the same floors."""
        before, generation, known_floors = self._of
        return (
            before is agents
            and generation == agents.generation
            and len(self._starts) == len(agents)
            and known_floors is floors
            and step == self._first + part
        )

    def known(self) -> Flags:
        """(n,) who has looked along the path that it has now."""
        known: Flags = self._starts == self._of[0].path_start
        return known

    def add(self, who: Flags, gates: Ahead, crossings: Ahead) -> None:
        """Take in what some see of the next gates and crossings."""
        agents = self._of[0]
        self._starts[who] = agents.path_start[who]
        self._found.append((gates, crossings))

    def joined(self, known: Flags) -> tuple[Ahead, Ahead]:
        """Return what these have seen, and all who looked last."""
        *before, last = self._found
        parts = [tuple(one.taken(known[one.rows]) for one in pair) for pair in before]
        gates, crossings = zip(*parts, last, strict=True)
        return Ahead.joined(gates), Ahead.joined(crossings)


def see(agents: Agents, gates: FloorGates, rows: Rows) -> tuple[Ahead, Ahead]:
    """Find the gates that come next on the paths of agents, or the crossings before them.

    Args:
        agents: All agents.
        gates: Of the floor on which these walk.
        rows: (k,) of those that look.
    """
    seen = gates.seen_by(agents, rows)
    across = gates.crossings.ahead(agents, rows)
    count = len(rows)
    whole, parts = np.empty((2, count, 7), np.int64), np.empty((2, count, 19))
    counts = np.empty(2, np.int32)
    b = buffers(
        kernel, rows, agents.gate, agents.gate_side, seen.numbers, seen.found, across.numbers,
        across.found, whole, parts, counts,
    )  # fmt: skip
    gates.in_kernel.choose(*b)
    first, second = counts.tolist()
    return Ahead(whole[0, :first], parts[0, :first]), Ahead(whole[1, :second], parts[1, :second])
