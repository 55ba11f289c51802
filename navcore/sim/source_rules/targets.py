"""Targets and plans of source 000: setTarget, forceReplan, and the way back to a walk target."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace

from navcore.kernels import buffers
from navcore.kernels.search import nearest
from navcore.level.model import Point
from navcore.path.find import find_path_to_nearest
from navcore.path.result import PathResult
from navcore.sim.agents import NEVER, WALK, Flags, Floats
from navcore.sim.events import NOBODY
from navcore.sim.networks import plan_over_network
from navcore.sim.replanning import set_out
from navcore.sim.run import Run
from navcore.sim.source_rules.characters import standing

MOST_VISITED: Final = 100_000
"""Cells after which a step plans no further path."""
_ENGINE: Final = "astar"
_SMOOTHING: Final = "greedy"
"""Search and string pulling as in the document (S0-033 to S0-055)."""


def plan(run: Run, rows: Sequence[int]) -> None:
    """Give agents paths to the requested targets, at once (S0-057, S0-079, S0-113).

    The paths lead around standing agents nearby, else through them, else as near as possible. An
    agent that steps aside, or walks back, goes on doing that, unless it fights. After searches of
    `MOST_VISITED` cells, about 10 ms, the other agents wait for the next step.
    """
    agents, stands = run.agents, standing(run)
    results: list[PathResult] = []
    visited = 0
    for row in rows:
        agents.aside[row] &= agents.meets[row] == NOBODY
        results.append(_path_of(run, row, stands))
        visited += results[-1].visited
        if visited >= MOST_VISITED:
            break
    chosen = np.array(rows[: len(results)], np.int64)
    aside = agents.aside[chosen].copy()
    set_out(run, chosen, results)
    agents.aside[chosen] = aside & agents.has_path()[chosen]


def set_target(run: Run, row: int, target: Point) -> None:
    """Send a standing agent to a place where no caller awaits its arrival (S0-105)."""
    agents = run.agents
    agents.requested_targets[row] = target
    agents.target_layers[row] = agents.layers[row]
    agents.under_way[row] = False
    agents.aside[row] = True
    plan(run, [row])
    agents.aside[row] = bool(agents.path_current[row] < agents.path_end[row])


def walk_back(run: Run) -> None:
    """Send agents straight back to their walk targets if they were pushed off them (S0-101).

    The document moves characters without a path towards their walk target (S0-082). Here this is a
    path of one point, so that it is visible where they go.
    """
    agents = run.agents
    x, z = (agents.walk_targets - agents.positions).T
    off = x * x + z * z > run.settings.walk_threshold**2
    off &= ~agents.has_path() & (agents.asked == NEVER) & (agents.links == NEVER) & ~agents.away()
    for row in np.flatnonzero(off).tolist():
        target = agents.walk_targets[row].copy()
        agents.set_path(row, target[None])
        agents.under_way[row] = agents.aside[row] = True
        agents.states[row] = WALK


def _path_of(run: Run, row: int, stands: Flags) -> PathResult:
    agents = run.agents
    start = agents.place(row)
    x, z = agents.requested_targets[row].tolist()
    over = None if agents.aside[row] else plan_over_network(run, row, start, (x, z))
    if over is not None:
        return over
    snap_radius, circles = run.settings.snap_radius, _circles(run, row, (x, z), stands)
    if not run.has_links:
        result = find_path_to_nearest(
            run.floors.grid_of(row), start, (x, z), snap_radius=snap_radius, avoid=circles,
            engine=_ENGINE, smoothing=_SMOOTHING,
        )  # fmt: skip
    else:
        names = run.layer_names
        result = run.world.find_path_to_nearest(
            start, (x, z), profile=run.floors.profile_of(row), snap_radius=snap_radius,
            layer=names[int(agents.layers[row])], goal_layer=names[int(agents.target_layers[row])],
            avoid=circles, engine=_ENGINE, smoothing=_SMOOTHING,
        )  # fmt: skip
    return _with_own_cell(run, row, result)


def _circles(run: Run, row: int, goal: Point, stands: Flags) -> Floats | None:
    """Return (k, 3) circles of agents near the straight line to a goal (S0-068 to S0-074)."""
    agents, settings = run.agents, run.settings
    found = stands & (agents.layers == agents.layers[row])
    found[row] = False
    rows = np.flatnonzero(found)
    if not len(rows):
        return None
    circles = np.empty((len(rows), 3))
    circles[:, :2] = agents.positions[rows]
    circles[:, 2] = settings.obstacle_radius_fraction * agents.radii[rows]
    near = np.empty_like(circles)
    held, room = buffers(nearest, circles, near)
    place = agents.place(row)
    count = nearest.beside(held, -1, *place, *goal, settings.influence_distance, room)
    return near[:count] if count else None


def _with_own_cell(run: Run, row: int, result: PathResult) -> PathResult:
    """Keep the centre of the cell where a path starts as its first point, if it is far (S0-044)."""
    if not len(result.points) or result.snapped_start is not None:
        return result
    lattice = run.floors.grid_of(row).lattice
    x, z = result.start
    column, line = lattice.cell_of(x, z)
    centre = lattice.centre_of(column, line)
    far = np.hypot(centre[0] - x, centre[1] - z) > run.settings.trim_factor * lattice.cell_size
    if not far or tuple(result.points[0].tolist()) == centre:
        return result
    links, layers = result.links, result.layers
    return replace(
        result,
        points=np.vstack((centre, result.points)),
        links=np.concatenate(([0], links)) if len(links) else links,
        layers=(layers[0], *layers) if layers else layers,
    )
