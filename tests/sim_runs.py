"""Runs over plain grids, and their events."""

from typing import Any

import numpy as np
from sim_levels import agent

from navcore.bake.grid import NavGrid
from navcore.sim.agents import Agents
from navcore.sim.events import Kind
from navcore.sim.phases import advance
from navcore.sim.run import Run
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

Place = tuple[float, float]


def floor(width: int, depth: int, *blocked: tuple[int, int], **fields: Any) -> NavGrid:
    """Return a grid of cells of 1 m from (0, 0), all walkable except these (column, row)."""
    cells = np.ones((depth, width), np.uint8)
    for column, row in blocked:
        cells[row, column] = 0
    return NavGrid.from_array(cells, **fields)


def on_grid(grid: NavGrid, *places: Place, **fields: Any) -> Simulation:
    """Return a run with agents 1, 2, ... at these places, before its first step."""
    run = Simulation(World.from_grid(grid), settings=SimulationSettings(**fields))
    for i, place in enumerate(places):
        run.spawn(agent(i + 1, place))
    run.take_in()
    return run


def bare_run(grid: NavGrid, *places: Place, **fields: Any) -> Run:
    """Return the state of a run with agents 1, 2, ..., for calls of single phases."""
    run = Run(World.from_grid(grid), SimulationSettings(**fields))
    run.agents.add([agent(i + 1, place) for i, place in enumerate(places)], in_level=True)
    return run


def go_on(run: Run, steps: int = 1) -> None:
    """Run all phases of some steps."""
    for _ in range(steps):
        advance(run)


def writable(run: Simulation) -> Agents:
    """Return the writable agents of a run, for tests that move them."""
    agents: Agents = vars(run)["_made"].agents
    return agents


def happenings(run: Simulation, seconds: float, *kinds: Kind) -> list[tuple[Kind, int, int]]:
    """Advance for some seconds; return kind, agent and other of every event of these kinds.

    Without kinds, events of all kinds are returned.
    """
    found = []
    _ = run.events
    for _ in range(round(seconds * run.settings.steps_per_second)):
        run.step()
        found += [
            (Kind(event["kind"]), int(event["agent"]), int(event["other"]))
            for event in run.events
            if not kinds or event["kind"] in kinds
        ]
    return found


def overlap(run: Simulation) -> float:
    """Return the largest overlap of two agents, metres; negative if all are apart."""
    places, radii = run.agents.positions, run.agents.radii
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    deep = radii[:, None] + radii[None] - apart
    np.fill_diagonal(deep, -np.inf)
    return float(deep.max(initial=-np.inf))


def all_on_floor(run: Simulation) -> bool:
    """Return whether all agents are on walkable cells."""
    return all(run.world.is_walkable(x, z) for x, z in run.agents.positions.tolist())
