"""Direct pursuit: an agent that follows another one walks straight at it while it sees it (S3-040).

A line is clear if there is floor along all of it, nowhere slower than at both ends; else the agent
takes a path (S3-041). While it is clear, no path is searched, however the other one moves. An agent
that is held up for a while takes a path as well, which leads around agents in its way.
"""

import math
from typing import Final

import numpy as np

from navcore.path.result import Status
from navcore.sim.agents import CODES, NEVER, WALK
from navcore.sim.movement import Movement
from navcore.sim.networks import walks_straight
from navcore.sim.reasons import HELD_UP_AFTER
from navcore.sim.run import Run

NEAR: Final = 0.1
"""Metres from its target at which a pursuer stops (S3-040)."""


def pursues(run: Run, row: int, other: int) -> bool:
    """Let an agent walk straight at another, or stand beside it; False if it needs a path."""
    agents = run.agents
    if agents.layers[row] != agents.layers[other] or agents.away()[row]:
        return False
    place, target = agents.place(row), agents.place(other)
    distance = math.dist(place, target)
    if distance <= NEAR:
        met = int(agents.meets[row])
        agents.stop(row)
        agents.asked[row], agents.meets[row] = NEVER, met
        return True
    is_held_up = agents.hindered[row] >= HELD_UP_AFTER
    if is_held_up or not walks_straight(run.floors.grid_of(row), place, target):
        return False
    current = int(agents.path_current[row])
    if agents.path_end[row] - current == 1:
        before = math.dist(place, agents.points[current].tolist())
        agents.points[current] = target
        agents.gaps[row] += distance - before
    else:
        hindered = int(agents.hindered[row])
        agents.set_path(row, np.array([target], np.float64))
        agents.hindered[row], agents.gaps[row], agents.legs[row] = hindered, distance, 1
    agents.requested_targets[row] = agents.walk_targets[row] = target
    agents.target_layers[row] = agents.layers[row]
    agents.movements[row] = Movement.IN_SIGHT
    agents.asked[row], agents.statuses[row] = NEVER, CODES[Status.COMPLETE]
    agents.states[row], agents.under_way[row], agents.aside[row] = WALK, True, False
    # The other agent may move, so the line must be checked again when it looks up.
    agents.off_path[row] = True
    return True
