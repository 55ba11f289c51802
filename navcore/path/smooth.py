"""Convert cells to the points of a path: exact ends, and corners only in between."""

from math import dist
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers
from navcore.kernels.raster import grid_transform
from navcore.level.model import Point
from navcore.path.searcher import Searcher
from navcore.path.terrain_smoothing import fill_over_terrain

__all__ = ["Smoothing", "path_points"]

Smoothing: TypeAlias = Literal["taut", "greedy", "none"]
"""`taut`: around corners as closely as it goes; `greedy`: string pulling between centres of
cells; `none`: a point for every cell."""


def path_points(
    searcher: Searcher,
    turns: npt.NDArray[np.int32],
    start: Point | None,
    goal: Point | None,
    smoothing: Smoothing,
) -> tuple[npt.NDArray[np.float64], float]:
    """Return the points of a path in metres, without the start, and their length.

    `turns` are the cells of the window in which the path turns. `start` and `goal` are the exact
    ends in the first and the last cell, or None where a cell's centre replaces a snapped end.
    Points are taken from the chain `start, corners or centres, goal`, in which each point sees the
    next. So the centre next to an exact end is removed if its neighbours see each other, and kept
    if they don't (S0-044 to S0-047); a centre that replaces the start is kept (S0-042). The length
    is counted from `start`, or from that centre.
    """
    own = _centre(searcher, turns, 0) if start is None else start
    to = _centre(searcher, turns, -1) if goal is None else goal
    lies = searcher.frame
    own_place = lies.in_cells(own[0], own[1])
    goal_place = lies.in_cells(to[0], to[1])
    if own_place == goal_place:
        # Nothing to walk, but a path always has its end (S0-045).
        return np.array((to,)), dist(own, to)
    if searcher.has_costs and smoothing != "none":
        kept = fill_over_terrain(searcher, turns, own_place, goal_place, taut=smoothing == "taut")
    elif smoothing == "taut":
        kept = searcher.settle(searcher.tighten(turns, own_place, goal_place))
    else:
        count = searcher.centres(turns, own_place, goal_place)
        if smoothing == "greedy":
            kept = searcher.pull(count)
        else:
            kept = searcher.keep(count, not _is_centre(own_place), not _is_centre(goal_place))
    first = 1 if start is None else 0
    points = np.empty((first + kept, 2), np.float64)
    (out,) = buffers(grid_transform, points)
    length = lies.metres(to[0], to[1], out, first)
    if start is None:
        points[0] = own
    return points, length


def _centre(searcher: Searcher, turns: npt.NDArray[np.int32], index: int) -> Point:
    column, row = turns[index].tolist()
    return searcher.lattice.centre_of(column, row)


def _is_centre(place: Point) -> bool:
    return place[0] % 1 == 0.5 and place[1] % 1 == 0.5
