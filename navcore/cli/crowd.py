"""Agents for `navcore simulate --agents`: at random places, with random goals."""

from itertools import count, islice

import numpy as np

from navcore.level.model import Agent, Settings
from navcore.sim.scatter import random_places_anywhere
from navcore.sim.simulation import Simulation
from navcore.world import World


def spawn_crowd(simulation: Simulation, number: int, seed: int) -> bool:
    """Add this many agents, each with one reachable goal.

    The same world, number and seed give the same agents. False if there is no floor.
    """
    world = simulation.world
    rng = np.random.default_rng(seed)
    radius = world.level.settings.agent_radius or Settings().agent_radius
    starts = random_places_anywhere(world, number, rng, apart=2 * radius)
    if len(starts) < number:
        return False
    goals = _goals(world, starts, rng)
    used = simulation.agents.index
    ids = islice((agent_id for agent_id in count(1) if agent_id not in used), number)
    for at, agent_id in enumerate(ids):
        simulation.spawn(
            Agent(
                id=agent_id,
                name=f"walker_{at + 1}",
                position=_point(starts[at]),
                goals=(_point(goals[at]),),
                radius=radius,
            )
        )
    return True


def _goals(world: World, starts: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """(n, 2) a place for each start that can be reached from there."""
    goals = np.empty_like(starts)
    labels = world.grid.regions.labels
    cells = [world.grid.cell_of(*_point(start)) for start in starts]
    regions = np.array([labels[row + 1, column + 1] for column, row in cells])
    for region in np.unique(regions):
        rows = np.flatnonzero(regions == region)
        start = _point(starts[rows[0]])
        goals[rows] = random_places_anywhere(world, len(rows), rng, reachable_from=start)
    return goals


def _point(place: np.ndarray) -> tuple[float, float]:
    x, z = place.tolist()
    return (x, z)
