"""Who stands in the way of a plan: circles that a path leads around."""

import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers, courses
from navcore.level.model import Point
from navcore.sim.agents import NEVER, STAND, Agents, Floats, Integers
from navcore.sim.settings import SimulationSettings


def standing(agents: Agents) -> Integers:
    """Rows of those who stand and are about to stay: walkers are no obstacles (S0-072)."""
    stays = (agents.states == STAND) & (agents.asked == NEVER) & ~agents.has_path()
    return np.flatnonzero(stays)


def circles_for(
    agents: Agents,
    row: int,
    goal: Point,
    settings: SimulationSettings,
    stands: npt.NDArray[np.int32] | None = None,
) -> Floats | None:
    """(k, 3) circles that an agent's plan to a goal avoids: x, z, radius in metres.

    Of those who stand within `influence_distance` of the straight line to the goal, the agent
    itself left out; None when there are none (S0-068 to S0-074). `stands` are the rows of
    those who stand, if they are known.
    """
    if stands is None:
        stands = standing(agents).astype(np.int32)
    if not len(stands):
        return None
    found = np.empty(len(stands), np.int32)
    x, z = agents.place(row)
    places, rows, room = buffers(courses, agents.positions, stands, found)
    count = courses.beside(places, rows, row, x, z, *goal, settings.influence_distance, room)
    if not count:
        return None
    near = found[:count]
    radii = settings.obstacle_radius_fraction * agents.radii[near]
    return np.column_stack((agents.positions[near], radii))
