"""Where a crowd creeps at corners of paths, agents pass them farther out if that is faster.

This needs no search, so all agents of a crowd look every two seconds, a part of them in each step;
`congestion` looks for other paths, for a few at a time. What is known of the crowd is measured at
ticks and follows from where agents are then, so it is no part of the state of a run.
"""

from functools import partial
from typing import Final

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import streams as streams_kernel
from navcore.kernels.crowd import tallies, walkability
from navcore.kernels.crowd import wide_turns as kernel
from navcore.sim.agents import Agents
from navcore.sim.crowd_speeds import CREEPING, FEW, SQUARE
from navcore.sim.neighbours import errands_of, ways_of
from navcore.sim.run import Run
from navcore.sim.step_parts import spare_turn

SLOWEST: Final = 0.08
"""Metres a second: for a crowd that stands its end can't be foretold, but it has one."""
STRIDE: Final = 1.0
"""Metres between the places of a path at which the crowd is looked up."""
FORESEEN: Final = 60.0
"""Metres of a path that are looked at."""
POINTS: Final = 12
"""Points of a path that are looked at."""
AGAINST: Final = 3.0
"""Times its own time that a square takes in addition whose people all come towards an agent."""
GAIN: Final = (3.0, 0.15)
"""What passing farther out must save: seconds, and a part of the time that it takes."""
BERTH: Final = 8.0
"""By so many radii agents pass farther out that have the corner on their left."""
OFFSETS: Final = (2.0, 4.0, 7.0, 11.0, 16.0, 22.0, -4.0, -8.0)
"""Metres by which turns are moved outwards; inwards again once the crowd has gone."""
CROWD: Final = 3
"""Agents that make a crowd."""
EVERY: Final = 20
"""Ticks after which an agent looks again."""

_RULES: Final = np.array(
    (STRIDE, FORESEEN, SLOWEST, CREEPING, float(FEW), AGAINST, *GAIN, BERTH, *OFFSETS), np.float64
)


def turn_wide(run: Run) -> None:
    """Let those of the agents whose turn it is pass corners where they get on faster."""
    agents = run.agents
    if run.is_tick:
        speeds = run.speeds.speeds
        run.creeps = bool(len(speeds)) and float(speeds.min()) < CREEPING
        run.streams = _measured(run)
    turn = spare_turn(run, EVERY)
    if run.streams is None or not run.creeps or turn is None:
        return
    floors = run.held_floors
    turns = agents.kernel(kernel.WideTurns, partial(_wide_turns, agents, floors), floors)
    turns.look(run.streams, *turn)


def _measured(run: Run) -> streams_kernel.Streams | None:
    """The crowd as it walks now; None if plans don't know it, or for one or two agents."""
    agents = run.agents
    count = len(agents)
    if not run.settings.knows_crowd or count < CROWD:
        return None
    found = agents.kernel(streams_kernel.Streams, partial(_streams, count))
    walks = agents.has_path() & ~agents.aside
    b = buffers(
        streams_kernel, walks.view(np.uint8), agents.positions, agents.velocities,
        agents.headings, agents.layers,
    )  # fmt: skip
    found.measure(*b)
    return found


def _streams(count: int) -> streams_kernel.Streams:
    slots = np.empty(tallies.table_size(count), np.int32)
    b = buffers(streams_kernel, slots, np.empty(count, np.int64), np.empty((count, 4)))
    return streams_kernel.Streams(SQUARE, *b)


def _wide_turns(agents: Agents, floors: walkability.Floors) -> kernel.WideTurns:
    room = np.zeros((3, POINTS + 1, 2))
    b = buffers(
        kernel, agents.positions, agents.walk_speeds, agents.radii, agents.layers, room, _RULES
    )
    turns = kernel.WideTurns(floors, ways_of(agents), errands_of(agents), *b)
    b = buffers(
        kernel, agents.ids, agents.aside.view(np.uint8), agents.movements, agents.gaps,
        agents.off_path.view(np.uint8), agents.detour,
    )  # fmt: skip
    turns.over(*b)
    return turns
