"""Moving agents out of walls, at once, to the nearest free cell."""

import math
from collections.abc import Iterable

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.path.nearest import nearest_free_cell
from navcore.path.space import Space
from navcore.sim.agents import NEVER
from navcore.sim.events import Kind
from navcore.sim.run import Run


def displace(run: Run, grid: NavGrid, rows: Iterable[int]) -> None:
    """Move agents to the free cells nearest to them, and log an event for each.

    Walkers plan again from there; agents that stepped aside stay there, because they walk to no
    goal. If the grid has no free cell, everybody stays.
    """
    agents, space = run.agents, Space.of(grid)
    nearest = {row: nearest_free_cell(space, agents.place(row), math.inf) for row in rows}
    moved = {row: space.centre_of(cell) for row, cell in nearest.items() if cell >= 0}
    run.around = None
    if not moved:
        return
    chosen, places = np.array(list(moved)), np.array(list(moved.values()))
    agents.positions[chosen] = agents.previous_positions[chosen] = places
    agents.tick_positions[chosen] = places
    agents.off_path[chosen] = True
    for row in chosen[agents.aside[chosen]].tolist():
        agents.clear_path(row)
        agents.asked[row] = NEVER
    walks = agents.has_path()[chosen]
    agents.walk_targets[chosen[~walks]] = places[~walks]
    ask = chosen[walks & (agents.asked[chosen] == NEVER)]
    agents.asked[ask] = run.step
    for row in moved:
        run.tell(Kind.DISPLACED, row)
