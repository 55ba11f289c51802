"""Thinking and planning: who goes on, who needs another path, and whose turn it is."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.path.result import Status
from navcore.path.sight import path_is_clear
from navcore.sim.agents import CODES, NEVER, UNREACHABLE, WALK, Agents, ranges
from navcore.sim.run import Run


def think(run: Run) -> None:
    """Agents that stood at a goal for their time turn to their next one."""
    until = run.agents.waiting_until
    for row in np.flatnonzero((until != NEVER) & (until <= run.step)):
        until[row] = NEVER
        run.go_on(int(row))


def replan(run: Run) -> None:
    """Plan for those who asked: the earliest first, of one step the lowest id first.

    After `plans_per_tick` plans, or once the searches took `expansions_per_tick` cells, the
    rest waits for the next tick.
    """
    agents = run.agents
    rows = np.flatnonzero(agents.asked != NEVER)
    in_turn = rows[np.lexsort((agents.ids[rows], agents.asked[rows]))]
    expansions = 0
    for row in in_turn[: run.settings.plans_per_tick]:
        expansions += _plan(run, int(row))
        if expansions >= run.settings.expansions_per_tick:
            break


def _plan(run: Run, row: int) -> int:
    """Plan from where the agent is to what was asked for (S0-113); the cells it took.

    A goal that can't be reached gives a path to the nearest place that can; without any path
    the agent stays where it is (S0-114). Its walk target is where the path really ends, never
    a point behind a wall (X-017).
    """
    agents = run.agents
    goal = (float(agents.requested_targets[row, 0]), float(agents.requested_targets[row, 1]))
    result = run.world.find_path_to_nearest(
        agents.place(row), goal, snap_radius=run.settings.snap_radius
    )
    agents.asked[row] = NEVER
    agents.statuses[row] = CODES[result.status]
    if result.status in {Status.COMPLETE, Status.PARTIAL} and len(result.points):
        agents.set_path(row, result.points)
        agents.walk_targets[row] = result.end
        agents.under_way[row] = True
        agents.states[row] = WALK
    else:
        agents.stop(row)
        agents.under_way[row] = result.ok
    return result.visited


class _Box(NamedTuple):
    """A rectangle in metres."""

    min_x: float
    min_z: float
    max_x: float
    max_z: float


def meet_changes(run: Run, before: NavGrid) -> None:
    """Ask for new plans where the grid changed under the agents.

    Walkers whose remaining path is not clear any more stop and plan again, the others keep
    theirs (S0-032); whoever could not get to its goal tries again.
    """
    agents = run.agents
    grid = run.world.grid
    box = _changed(before, grid)
    if box is None:
        return
    for row in _passing(agents, box):
        if not path_is_clear(grid, agents.place(row), agents.path(row)):
            agents.clear_path(row)
            agents.walk_targets[row] = agents.positions[row]
            agents.under_way[row] = False
            agents.ask(row, run.step)
    for stuck in np.flatnonzero(UNREACHABLE[agents.statuses]):
        agents.ask(int(stuck), run.step)


def _changed(before: NavGrid, after: NavGrid) -> _Box | None:
    """A box around all cells that differ, everything for another lattice, None for nothing."""
    if before is after:
        return None
    lattice = after.lattice
    if before.lattice != lattice:
        return _Box(-math.inf, -math.inf, math.inf, math.inf)
    differs = before.padded != after.padded
    rows = np.flatnonzero(differs.any(axis=1))
    if len(rows) == 0:
        return None
    columns = np.flatnonzero(differs.any(axis=0))
    # Padded indices are one more than cells; a cell of margin covers rounding and corners.
    low = lattice.centre_of(int(columns[0]) - 2, int(rows[0]) - 2)
    high = lattice.centre_of(int(columns[-1]), int(rows[-1]))
    return _Box(*low, *high)


def _passing(agents: Agents, box: _Box) -> list[int]:
    """Rows of the agents with a piece of remaining path whose bounds touch the box."""
    rows = np.flatnonzero(agents.path_current < agents.path_end)
    counts = agents.path_end[rows] - agents.path_current[rows]
    at = ranges(agents.path_current[rows], counts)
    to = agents.points[at]
    origin = agents.points[at - 1]
    origin[np.cumsum(counts) - counts] = agents.positions[rows]
    low, high = np.minimum(origin, to), np.maximum(origin, to)
    touches: npt.NDArray[np.bool_] = (
        (low[:, 0] <= box.max_x)
        & (high[:, 0] >= box.min_x)
        & (low[:, 1] <= box.max_z)
        & (high[:, 1] >= box.min_z)
    )
    return [int(row) for row in np.unique(np.repeat(rows, counts)[touches])]
