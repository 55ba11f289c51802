"""Runs over bare grids, and what happened in them."""

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
    """A grid of cells of 1 m from (0, 0), all walkable but these (column, row)."""
    cells = np.ones((depth, width), np.uint8)
    for column, row in blocked:
        cells[row, column] = 0
    return NavGrid.from_array(cells, **fields)


def on_grid(grid: NavGrid, *places: Place, **fields: Any) -> Simulation:
    """A run with agents 1, 2, ... at these places, before its first step."""
    run = Simulation(World.from_grid(grid), settings=SimulationSettings(**fields))
    for i, place in enumerate(places):
        run.spawn(agent(i + 1, place))
    run.take_in()
    return run


def bare_run(grid: NavGrid, *places: Place, **fields: Any) -> Run:
    """The state of a run with agents 1, 2, ..., to call single phases on."""
    run = Run(World.from_grid(grid), SimulationSettings(**fields))
    run.agents.add([agent(i + 1, place) for i, place in enumerate(places)], in_level=True)
    return run


def go_on(run: Run, steps: int = 1) -> None:
    """Do all phases of so many steps."""
    for _ in range(steps):
        advance(run)


def writable(run: Simulation) -> Agents:
    """The agents of a run as its own steps see them, for tests that put them somewhere."""
    agents: Agents = vars(run)["_made"].agents
    return agents


def happenings(run: Simulation, seconds: float, *kinds: Kind) -> list[tuple[Kind, int, int]]:
    """Go on for a while; kind, agent and other of every event, of these kinds if any are named."""
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
    """By how much the two deepest in each other overlap, metres; below 0: how far apart."""
    places, radii = run.agents.positions, run.agents.radii
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    deep = radii[:, None] + radii[None] - apart
    np.fill_diagonal(deep, -np.inf)
    return float(deep.max(initial=-np.inf))


def all_on_floor(run: Simulation) -> bool:
    """Whether everybody stands on a walkable cell."""
    return all(run.world.is_walkable(x, z) for x, z in run.agents.positions.tolist())
