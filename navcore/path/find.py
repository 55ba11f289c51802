"""Finding ways: from point to point, and as near as possible."""

import math
from typing import NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.level.model import Point
from navcore.path.astar import NO_LIMIT, Outcome, Way, nearest_reachable, shortest_way
from navcore.path.avoid import as_circles, stamped
from navcore.path.nearest import nearest_free_cell
from navcore.path.result import PathResult, Status
from navcore.path.smooth import Smoothing, path_points
from navcore.path.space import Space

__all__ = ["Smoothing", "find_path", "find_path_to_nearest"]


def find_path(
    grid: NavGrid,
    start: Point,
    goal: Point,
    *,
    snap_radius: float = 8.0,
    avoid: npt.ArrayLike | None = None,
    smoothing: Smoothing = "greedy",
    limit: int | None = None,
) -> PathResult:
    """The shortest way from start to goal over walkable cells.

    Args:
        grid: what is walkable; never changed.
        start: x and z, metres; anywhere.
        goal: x and z, metres; anywhere.
        snap_radius: how far to look for a walkable cell in place of an end that is in none,
            metres; 0 looks nowhere else (S0-040 to S0-042).
        avoid: (n, 3) circles to walk around, x, z, radius in metres (S0-069 to S0-077).
        smoothing: `greedy` string pulling, or `none` for a point in every cell.
        limit: how many cells to take from the queue at most; None for all there are.

    Returns:
        `Complete` with points that end exactly at the goal, or at the centre of the cell that
        stands in for it; `AlreadyThere` when both ends are the same point; without points
        `NoPath`, `LimitReached`, `BadStart` or `BadEnd` (S0-048, S0-049, X-009). The same call
        gives the same path on every machine (S0-039).

    Raises:
        NavcoreError: if an argument is not finite, or otherwise out of its range.
    """
    query = _Query.checked(start, goal, snap_radius, smoothing, limit)
    return _find_avoiding(grid, query, as_circles(avoid))


def find_path_to_nearest(
    grid: NavGrid,
    start: Point,
    goal: Point,
    *,
    snap_radius: float = 8.0,
    avoid: npt.ArrayLike | None = None,
    smoothing: Smoothing = "greedy",
    limit: int | None = None,
) -> PathResult:
    """The way to the goal or, if there is none, to the reachable place nearest to it.

    Three steps, each taken only if the one before found no way (S0-057, S0-058): around the
    circles of `avoid`; through them, if there are any; to the reachable cell that is nearest to
    the goal, as `Partial`, circles left out (S0-059 to S0-062). The last has an answer for a
    goal anywhere, also far outside the grid (S0-065). It is `NoPath` when no cell is nearer
    than the start's own (S0-063). `result.step` says which step answered, and its `visited` is
    that step's.

    `limit` holds for each step. A step that reaches it ends the search with `LimitReached`: the
    goal may yet be reachable, so the nearest place would be a wrong answer.

    Arguments, other outcomes and errors are those of `find_path`.
    """
    query = _Query.checked(start, goal, snap_radius, smoothing, limit)
    circles = as_circles(avoid)
    failures = {Status.NO_PATH, Status.BAD_END}
    if circles is not None:
        result = _find_avoiding(grid, query, circles)
        # A start with circles all around may well have a cell without them.
        if result.status not in failures | {Status.BAD_START}:
            return result
    space = Space.of(grid)
    result = _find(space, query, step=1 if circles is None else 2)
    if result.status not in failures:
        return result
    return _find_nearest(space, query)


class _Query(NamedTuple):
    start: Point
    goal: Point
    snap_radius: float
    smoothing: Smoothing
    limit: int

    @classmethod
    def checked(
        cls, start: Point, goal: Point, snap_radius: float, smoothing: Smoothing, limit: int | None
    ) -> "_Query":
        if not snap_radius >= 0:
            message = f"snap_radius must be at least 0 m, got {snap_radius}"
            raise NavcoreError(message)
        if smoothing not in get_args(Smoothing):
            allowed = " or ".join(repr(name) for name in get_args(Smoothing))
            message = f"smoothing must be {allowed}, got {smoothing!r}"
            raise NavcoreError(message)
        if limit is not None and limit < 0:
            message = f"limit must be at least 0 cells, or None, got {limit}"
            raise NavcoreError(message)
        most = NO_LIMIT if limit is None else min(limit, NO_LIMIT)
        return cls(_finite("start", start), _finite("goal", goal), snap_radius, smoothing, most)


def _finite(name: str, point: Point) -> Point:
    x, z = float(point[0]), float(point[1])
    if not (math.isfinite(x) and math.isfinite(z)):
        message = f"{name} must be finite, got ({x}, {z})"
        raise NavcoreError(message)
    return x, z


def _find_avoiding(
    grid: NavGrid, query: _Query, circles: npt.NDArray[np.float64] | None
) -> PathResult:
    if circles is None:
        return _find(Space.of(grid), query)
    with stamped(grid, circles, query.start) as space:
        return _find(space, query)


class _End(NamedTuple):
    """A cell to start from or to go to, -1 if there is none.

    `snapped` is its centre when it stands in for the point that was asked for.
    """

    cell: int
    snapped: Point | None


def _end_at(space: Space, point: Point, snap_radius: float) -> _End:
    own = space.free_cell_at(point)
    if own >= 0:
        return _End(own, None)
    cell = nearest_free_cell(space, point, snap_radius)
    return _End(cell, space.centre_of(cell) if cell >= 0 else None)


def _find(space: Space, query: _Query, step: int = 1) -> PathResult:
    start = _end_at(space, query.start, query.snap_radius)
    if start.cell < 0:
        return PathResult(Status.BAD_START, query.start, query.goal, step=step)
    goal = _end_at(space, query.goal, query.snap_radius)
    if goal.cell < 0:
        return PathResult(Status.BAD_END, query.start, query.goal, step=step)
    if query.start == query.goal:
        return PathResult(Status.ALREADY_THERE, query.start, query.goal, step=step)
    way = shortest_way(space, start.cell, goal.cell, query.limit)
    return _result(space, query, way, start, goal, step)


def _find_nearest(space: Space, query: _Query) -> PathResult:
    start = _end_at(space, query.start, query.snap_radius)
    way = nearest_reachable(space, start.cell, space.cell_of(query.goal), query.limit)
    if way.outcome is Outcome.REACHED and len(way.cells) == 1:
        way = way._replace(outcome=Outcome.EXHAUSTED)
    return _result(space, query, way, start, None, step=3)


def _result(
    space: Space, query: _Query, way: Way, start: _End, goal: _End | None, step: int
) -> PathResult:
    """What the way comes to; without a goal it leads to the nearest place there is."""
    snapped_goal = None if goal is None else goal.snapped
    if way.outcome is not Outcome.REACHED:
        status = Status.LIMIT_REACHED if way.outcome is Outcome.LIMIT else Status.NO_PATH
        return PathResult(
            status, query.start, query.goal, visited=way.visited, step=step,
            snapped_start=start.snapped, snapped_goal=snapped_goal,
        )  # fmt: skip
    points = path_points(
        space,
        way.cells,
        query.start if start.snapped is None else None,
        query.goal if goal is not None and goal.snapped is None else None,
        query.smoothing,
    )
    status = Status.PARTIAL if goal is None else Status.COMPLETE
    return PathResult(
        status, query.start, query.goal, points, _length(query.start, points),
        way.cost, way.cells, start.snapped, snapped_goal, way.visited, step,
    )  # fmt: skip


def _length(start: Point, points: npt.NDArray[np.float64]) -> float:
    legs = points.copy()
    legs[0] -= start
    legs[1:] -= points[:-1]
    return float(np.sqrt((legs * legs).sum(axis=1)).sum())
