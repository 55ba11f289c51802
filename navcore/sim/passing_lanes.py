"""Where a crowd comes towards agents, they pass it on their right, as lanes of people do.

Before anybody creeps they do where most of those ahead come towards them: agents in the open turn
out of the way of a few by themselves. Once a crowd creeps somewhere they do wherever anybody comes.
Each looks once a second, a part of them in each step (`wide_turns` measures the crowd).
"""

from functools import partial
from typing import Final

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import passing_lanes as kernel
from navcore.sim.agents import Agents
from navcore.sim.neighbours import errands_of, ways_of
from navcore.sim.run import Run
from navcore.sim.step_parts import spare_turn

EVERY: Final = 10
"""Ticks after which an agent looks again."""
STRIDE, FORESEEN = 2.0, 12.0
"""Metres between the places that are looked up, and the farthest of them."""
EASES: Final = 4.0
"""From so many metres ahead on a lane is as far to the side as it gets."""
REACH: Final = 5.0
"""How far ahead agents head, metres."""
NEAR: Final = 3.0
"""Nearer to their next point than this they go straight to it, metres."""
TOWARDS, ALONG, ASIDE, LEFT = 1.5, 0.2, 0.15, 0.6
"""What somebody who comes towards an agent costs, what somebody does who goes its way, a metre to
either side, and what a metre to the left costs in addition."""
OFFSETS: Final = (1.5, -1.5, 3.0, -3.0, 5.0, -5.0, 8.0, -8.0)
"""Lanes, metres to the right."""
FRONT: Final = (1.5, 0.75)
"""On a square of 2 m ahead so many others must come towards an agent, and such a share of those
there, for it to take a lane before anybody creeps. With 0.65 streets of 6 m lose 4 % of their flow.
"""
ANYBODY: Final = (0.5, 0.0)
"""The same once a crowd creeps somewhere."""


def choose_lanes(run: Run) -> None:
    """Let those of the agents whose turn it is choose lanes."""
    if run.streams is None:
        if run.is_tick and run.agents.lanes.any():
            run.agents.lanes[:] = 0.0
        return
    turn = spare_turn(run, EVERY)
    if turn is not None:
        least, share = ANYBODY if run.creeps else FRONT
        _lanes_of(run).look(run.streams, *turn, least, share)


def keep_lanes(run: Run) -> None:
    """Let agents that chose a lane head along it, where no gate tells them where to head."""
    if run.streams is not None:
        _lanes_of(run).keep()


def _lanes_of(run: Run) -> kernel.PassingLanes:
    agents, floors = run.agents, run.held_floors
    return agents.kernel(kernel.PassingLanes, partial(_lanes, agents, run), floors)


def _lanes(agents: Agents, run: Run) -> kernel.PassingLanes:
    rules = np.array(
        (STRIDE, FORESEEN, EASES, REACH, NEAR, TOWARDS, ALONG, ASIDE, LEFT, *OFFSETS), np.float64
    )
    b = buffers(kernel, agents.positions, agents.layers, agents.lanes, agents.aims, rules)
    made = kernel.PassingLanes(run.held_floors, ways_of(agents), errands_of(agents), *b)
    b = buffers(
        kernel, agents.ids, agents.aside.view(np.uint8), agents.players.view(np.uint8),
        agents.movements, agents.held,
    )  # fmt: skip
    made.over(*b)
    return made
