"""From cells to the points of a path: both ends as they were asked for, corners only between."""

from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore import kernels
from navcore.kernels import sight as kernel
from navcore.level.model import Point
from navcore.path.sight import is_clear_in
from navcore.path.space import Space

__all__ = ["Smoothing", "path_points"]

Smoothing: TypeAlias = Literal["greedy", "none"]
"""`greedy`: string pulling; `none`: a point for every cell."""


def path_points(
    space: Space,
    cells: npt.NDArray[np.int32],
    start: Point | None,
    goal: Point | None,
    smoothing: Smoothing,
) -> npt.NDArray[np.float64]:
    """(n, 2) points in metres to walk to along (k, 2) `cells`, without the start itself.

    `start` and `goal` are the exact ends in the first and the last cell, or None where the
    cell's centre stands in for an end that was snapped. The points are taken from the chain
    `start, centre of every cell, goal`, in which each sees the next. So the centre beside an
    exact end goes whenever its neighbours see each other, and stays when they don't (S0-044 to
    S0-047); a centre that stands in for the start stays (S0-042).
    """
    if goal is not None and goal == space.lattice.centre_of(int(cells[-1, 0]), int(cells[-1, 1])):
        goal = None
    first = 0 if start is None else 1
    places = np.empty((first + len(cells) + (goal is not None), 2), np.float64)
    np.add(cells, 1.5, out=places[first : first + len(cells)])
    if start is not None:
        places[0] = space.to_cells(start)
    if goal is not None:
        places[-1] = space.to_cells(goal)
    if smoothing == "greedy":
        kept = _pulled(space, places)
    else:
        kept = _without_own_centres(space, places, start is not None, goal is not None)
    if start is None:
        kept = np.concatenate((np.zeros(1, kept.dtype), kept))
    points = np.empty((len(kept), 2), np.float64)
    count = len(kept) - (goal is not None)
    points[:count] = space.centres(cells[kept[:count] - first])
    if goal is not None:
        points[-1] = goal
    return points


def _pulled(space: Space, places: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    """Greedy string pulling: from each point on to the last one in its sight (S0-050)."""
    kept = np.empty(len(places), np.int32)
    boxes = np.empty((-(-len(places) // 32), 4), np.float64)
    cells, points, bounds, out = kernels.buffers(kernel, space.cells, places, boxes, kept)
    return kept[: kernel.pull(cells, space.row_length, points, bounds, out)]


def _without_own_centres(
    space: Space, places: npt.NDArray[np.float64], exact_start: bool, exact_goal: bool
) -> npt.NDArray[np.int32]:
    """All points but the start, and but the centres beside exact ends where they can go."""
    kept = list(range(1, len(places)))
    if exact_start and len(kept) > 1 and is_clear_in(space, places[[0, 2]]):
        del kept[0]
    if exact_goal and len(kept) > 1:
        before = kept[-3] if len(kept) > 2 else 0
        if is_clear_in(space, places[[before, -1]]):
            del kept[-2]
    return np.array(kept, np.int32)
