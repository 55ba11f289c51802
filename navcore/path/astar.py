"""A* exactly as in its source: ties are broken the same way on every machine."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from navcore import kernels
from navcore.bake.lattice import NEIGHBOURS, SQRT2
from navcore.kernels.search import astar as kernel
from navcore.path.cell_path import NO_LIMIT, Outcome, Way, corners_of
from navcore.path.scratch import SCRATCH
from navcore.path.space import Space
from navcore.path.visited import nearest_visited

__all__ = ["shortest_way"]


def shortest_way(
    space: Space, start: int, goal: int, limit: int = NO_LIMIT, *, partial: bool = False
) -> Way:
    """Return the cheapest way between two free cells (S0-033 to S0-039).

    Eight neighbours with steps of 1 and sqrt 2, in cells; no diagonal past a blocked corner; octile
    distance as the heuristic. At most `limit` cells are expanded; with `partial` the path then
    leads to the expanded cell nearest to the goal.
    """
    rows = len(space.cells) // space.row_length
    SCRATCH.fit(rows, space.row_length)
    state = np.array((SCRATCH.begin(), 0, 0, limit, 0), np.int64)
    nodes = SCRATCH.nodes
    outcome = Outcome.FULL
    while outcome is Outcome.FULL:
        cells, stamped, steps, node_table, keys, ids, numbers = kernels.buffers(
            kernel, space.cells, space.stamped, _steps(space.row_length), nodes,
            SCRATCH.heap_keys, SCRATCH.heap_ids, state,
        )  # fmt: skip
        outcome = Outcome(
            kernel.astar(
                cells, stamped, space.row_length, steps, start, goal,
                node_table, keys, ids, numbers,
            )
        )  # fmt: skip
        if outcome is Outcome.FULL:
            SCRATCH.grow_heap()
    visited, operations = int(state[2]), int(state[4])
    if outcome is Outcome.LIMIT and partial:
        goal, _ = nearest_visited(space, goal, weighed=False)
    elif outcome is not Outcome.REACHED:
        goal = -1
    if goal < 0:
        return Way(outcome, visited, operations)
    found = np.empty((kernel.way_length(node_table, goal), 2), np.int32)
    kernel.way(node_table, goal, space.row_length, *kernels.buffers(kernel, found))
    cost = int(nodes[4 * goal]) + int(nodes[4 * goal + 1]) * SQRT2
    return Way(outcome, visited, operations, cost, corners_of(found) - 1)


@lru_cache(maxsize=64)
def _steps(row_length: int) -> npt.NDArray[np.int32]:
    """Return the lattice's neighbours as the kernel reads them, six numbers each."""
    table = []
    for column, row, cost in NEIGHBOURS:
        offset = row * row_length + column
        if cost == 1.0:
            table.append((offset, column, row, 0, offset, offset))
        else:
            table.append((offset, column, row, 1, column, row * row_length))
    flat = np.array(table, np.int32).reshape(-1)
    flat.flags.writeable = False
    return flat
