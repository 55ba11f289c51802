"""What agents saw of the gates ahead in the steps before it is decided who passes them."""

from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import next_gates as kernel
from navcore.sim.agents import Agents, Flags, Floats, Integers, Rows
from navcore.sim.floors import Floors
from navcore.sim.gate_turns import Ahead
from navcore.sim.narrow_places import FloorGates

_NO_PATH: Final = -1


class Block(NamedTuple):
    """What agents see of the next gates, then of the next crossings; see the kernel."""

    whole: Integers
    """(2, n, 7) room for all agents."""
    parts: Floats
    """(2, n, 19)."""
    counts: Rows
    """(2,) how many rows are written."""
    buffers: tuple[Any, ...]
    """The same for the kernel."""

    def written(self) -> tuple[Ahead, Ahead]:
        """The rows that are written, good until the block is used anew."""
        gates, crossings = self.counts.tolist()
        return (
            Ahead(self.whole[0, :gates], self.parts[0, :gates]),
            Ahead(self.whole[1, :crossings], self.parts[1, :crossings]),
        )


def empty_block(agents: Agents) -> Block:
    """The block of these agents, with nothing written: all looks have the same."""
    block = agents.kernel(Block, partial(_block, len(agents)))
    block.counts.fill(0)
    return block


def _block(count: int) -> Block:
    whole, parts = np.empty((2, count, 7), np.int64), np.empty((2, count, 19))
    counts = np.zeros(2, np.int32)
    return Block(whole, parts, counts, buffers(kernel, whole, parts, counts))


class Looks:
    """The looks of one tick, a part of the agents in each step: no run goes on amid them.

    Runs are resumed from ticks only, so none of this is part of their state.
    """

    def __init__(self, agents: Agents, floors: Floors, step: int) -> None:
        """No part yet; the first one is looked at in this step, the one in progress."""
        self._of: tuple[Agents, int, Floors] = (agents, agents.generation, floors)
        self._first = step
        self._starts = np.full(len(agents), _NO_PATH, np.int64)
        self.block = empty_block(agents)
        """What was seen so far."""

    def holds(self, agents: Agents, floors: Floors, step: int, part: int) -> bool:
        """Return whether this part has its turn, among the same agents and on the same floors."""
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

    def add(self, who: Flags) -> None:
        """Note that some look along the paths that they have now."""
        self._starts[who] = self._of[0].path_start[who]

    def joined(self, known: Flags, before: list[int]) -> tuple[Ahead, Ahead]:
        """Return what was seen, but for the first rows, so `many`, of agents that are not known."""
        found = []
        for ahead, many in zip(self.block.written(), before, strict=True):
            stays = known[ahead.rows]
            stays[many:] = True
            found.append(ahead if stays.all() else ahead.taken(stays))
        gates, crossings = found
        return gates, crossings


def see(agents: Agents, gates: FloorGates, rows: Rows, block: Block) -> None:
    """Find the gates that come next on the paths of agents, or the crossings before them.

    Args:
        agents: All agents.
        gates: Of the floor on which these walk.
        rows: (k,) of those that look.
        block: Takes what they see.
    """
    seen = gates.seen_by(agents, rows)
    across = gates.crossings.ahead(agents, rows)
    b = buffers(
        kernel, rows, agents.gate, agents.gate_side, seen.numbers, seen.found, across.numbers,
        across.found,
    )  # fmt: skip
    gates.in_kernel.choose(*b, *block.buffers)
