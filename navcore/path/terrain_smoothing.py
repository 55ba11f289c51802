"""Smoothing over terrain: shorter where the ground stays the same, never a costlier way."""

import numpy as np
import numpy.typing as npt

from navcore.level.model import Point
from navcore.path.cell_path import cells_between, corners_of
from navcore.path.scratch import SCRATCH, ScratchFull
from navcore.path.searcher import Searcher

__all__ = ["fill_over_terrain"]


def fill_over_terrain(
    searcher: Searcher, turns: npt.NDArray[np.int32], own: Point, goal: Point, *, taut: bool
) -> int:
    """Fill the thread's places with a string pulled along a path; return how many it keeps.

    No part costs more than the part of the path that it replaces (S0-056, X-040). With `taut` the
    path is first tightened wherever it stays on ground of one cost: around more expensive ground as
    around obstacles. Ends are in cells of the padded array.
    """
    if taut:
        places = _tightened_by_ground(searcher, turns, own, goal)
    else:
        places = np.vstack((own, turns + 1.5, goal))
    count = len(places)
    if count > len(SCRATCH.ahead.places):
        SCRATCH.grow_places(count)
        raise ScratchFull
    if count > len(SCRATCH.sums):
        SCRATCH.grow_sums(count)
        raise ScratchFull
    SCRATCH.ahead.places[:count] = places
    return searcher.pull_over_terrain(count)


def _tightened_by_ground(
    searcher: Searcher, turns: npt.NDArray[np.int32], own: Point, goal: Point
) -> npt.NDArray[np.float64]:
    cost = searcher.cost
    assert cost is not None
    cells = cells_between(turns)
    costs = cost[cells[:, 1] + 1, cells[:, 0] + 1]
    # A diagonal step past costlier ground touches its corner, which no tightened path may.
    beside = np.maximum(
        cost[cells[1:, 1] + 1, cells[:-1, 0] + 1], cost[cells[:-1, 1] + 1, cells[1:, 0] + 1]
    )
    is_cut = (costs[1:] != costs[:-1]) | (beside > costs[:-1])
    ends = [*(np.flatnonzero(is_cut) + 1).tolist(), len(cells)]
    pieces = []
    first = 0
    for end in ends:
        run = corners_of(cells[first:end])
        begin = own if first == 0 else _centre(cells[first])
        to = goal if end == len(cells) else _centre(cells[end - 1])
        if len(run) > 2:
            pieces.append(searcher.tighten_on(float(costs[first]), run, begin, to))
        else:
            pieces.append(np.vstack((begin, run + 1.5, to)))
        first = end
    return np.concatenate(pieces)


def _centre(cell: npt.NDArray[np.int32]) -> Point:
    return (float(cell[0]) + 1.5, float(cell[1]) + 1.5)
