"""A* over a grid, and the reachable cell nearest to a place."""

import math
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from navcore import kernels
from navcore.bake.lattice import NEIGHBOURS, SQRT2
from navcore.kernels import nearby, search
from navcore.path.space import SCRATCH, Space

__all__ = ["Outcome", "Way", "nearest_reachable", "shortest_way"]

NO_LIMIT = 2**62

_FARTHEST_CELL = 2**30


class Outcome(IntEnum):
    """How a search ended; the numbers are the kernel's."""

    REACHED = 0
    EXHAUSTED = 1
    LIMIT = 2
    HEAP_FULL = 3


class Way(NamedTuple):
    """What a search found. `cells` is (k, 2) int32 column, row; empty unless REACHED."""

    outcome: Outcome
    visited: int
    cost: float
    cells: npt.NDArray[np.int32]


def shortest_way(space: Space, start: int, goal: int, limit: int = NO_LIMIT) -> Way:
    """The cheapest way between two free cells (S0-033 to S0-039).

    Eight neighbours at 1 and sqrt 2 a step, in cells; no diagonal past a blocked corner; octile
    distance as the estimate. At most `limit` cells are taken from the queue.
    """
    state = np.array((SCRATCH.begin(len(space.cells)), 0, 0, limit), np.int64)
    nodes = SCRATCH.nodes
    outcome = Outcome.HEAP_FULL
    while outcome is Outcome.HEAP_FULL:
        cells, steps, node_table, keys, ids, numbers = kernels.buffers(
            search, space.cells, _steps(space.row_length), nodes,
            SCRATCH.heap_keys, SCRATCH.heap_ids, state,
        )  # fmt: skip
        outcome = Outcome(
            search.astar(
                cells, space.row_length, steps, SQRT2, start, goal, node_table, keys, ids, numbers
            )
        )
        if outcome is Outcome.HEAP_FULL:
            SCRATCH.grow_heap()
    visited = int(state[2])
    if outcome is not Outcome.REACHED:
        return Way(outcome, visited, 0.0, np.empty((0, 2), np.int32))
    found = np.empty((search.way_length(node_table, goal), 2), np.int32)
    search.way(node_table, goal, space.row_length, *kernels.buffers(search, found))
    cost = int(nodes[4 * goal]) + int(nodes[4 * goal + 1]) * SQRT2
    return Way(outcome, visited, cost, found)


def nearest_reachable(
    space: Space, start: int, goal: tuple[int, int], limit: int = NO_LIMIT
) -> Way:
    """The cheapest way to the reachable cell that is nearest to a cell, wherever that lies.

    `goal` is the column and row asked for, neither moved into the grid nor snapped (S0-061).
    Nearest is the Euclidean distance between cells; ties go to the cheaper way, then to the
    lower index (S0-060). `visited` counts the cells that can be reached, each once (S0-067);
    at most `limit` of them are looked at.
    """
    generation = SCRATCH.begin(len(space.cells))
    nodes = SCRATCH.nodes
    found = np.zeros(4, np.int64)
    column, row = _bounded(space, goal)
    cells, steps, node_table, out = kernels.buffers(
        nearby, space.cells, _steps(space.row_length), nodes, found
    )
    nearby.flood(
        cells, space.row_length, steps, start, column + 1, row + 1,
        node_table, generation, out, limit,
    )  # fmt: skip
    visited, cut, nearest, ties = (int(number) for number in found)
    if cut:
        return Way(Outcome.LIMIT, visited, 0.0, np.empty((0, 2), np.int32))
    candidates = [nearest]
    while len(candidates) < ties:
        candidates.append(int(nodes[4 * candidates[-1]]))
    best: Way | None = None
    for candidate in sorted(candidates):
        if best is not None and _octile(space, start, candidate) >= best.cost:
            continue
        way = shortest_way(space, start, candidate, limit)
        if way.outcome is Outcome.LIMIT:
            return way
        if best is None or way.cost < best.cost:
            best = way
    assert best is not None
    return best._replace(visited=visited)


@lru_cache(maxsize=64)
def _steps(row_length: int) -> npt.NDArray[np.int32]:
    """The lattice's neighbours as the kernel reads them, six numbers each."""
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


def _octile(space: Space, start: int, goal: int) -> float:
    (x0, z0), (x1, z1) = space.place_of(start), space.place_of(goal)
    shorter, longer = sorted((abs(x1 - x0), abs(z1 - z0)))
    return (longer - shorter) + shorter * SQRT2


def _bounded(space: Space, place: tuple[int, int]) -> tuple[int, int]:
    """The place, or one in its direction that is near enough for the kernel's integers.

    It stays where it was relative to the grid's columns and rows: inside, or beyond which end.
    """
    farthest = max(map(abs, place))
    if farthest <= _FARTHEST_CELL:
        return place
    column, row = (
        int(
            math.copysign(
                max(abs(value) * _FARTHEST_CELL // farthest, min(abs(value), size)), value
            )
        )
        for value, size in zip(place, (space.lattice.width, space.lattice.depth), strict=True)
    )
    return column, row
