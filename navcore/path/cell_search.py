"""Queries over one grid: ends found, the cells searched, the points of a path made from them."""

from math import dist
from time import perf_counter
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.kernels import buffers
from navcore.kernels.search import query as query_kernel
from navcore.level.model import Point
from navcore.path.cell_path import Outcome, Way
from navcore.path.nearest import nearest_free_cell
from navcore.path.options import Query
from navcore.path.result import PathResult, Status
from navcore.path.scratch import SCRATCH, ScratchFull
from navcore.path.searcher import Searcher
from navcore.path.smooth import path_points

__all__ = [
    "cell_for", "check_engine", "failed", "result_of", "search_cells", "search_nearest",
    "smoothed", "way_of",
]  # fmt: skip

_OTHERWISE: Final = 4
"""The kernel's word for a query that it leaves to others."""

_SHORT: Final = 64.0
"""Cost in cells of a way that is worth a second look, which then takes next to nothing."""

_NO_WAY: Final = Way(Outcome.EXHAUSTED)


def cell_for(searcher: Searcher, point: Point, radius: float) -> tuple[int, Point | None]:
    """Return the walkable cell that contains a point, and None.

    If it is blocked, return the nearest one within the snap radius, and its centre; -1 if none.
    """
    cell = searcher.frame.free_cell_at(point[0], point[1])
    if cell >= 0:
        return cell, None
    space = searcher.space
    cell = nearest_free_cell(space, point, radius)
    return cell, (space.centre_of(cell) if cell >= 0 else None)


def check_engine(searcher: Searcher, query: Query) -> None:
    """Refuse an engine that can't search a grid.

    Raises:
        NavcoreError: if it can't.
    """
    if query.engine == "jump" and searcher.query is None:
        message = (
            "engine 'jump' needs eight neighbours and cells that all cost the same; use 'auto'"
        )
        raise NavcoreError(message)


def search_cells(searcher: Searcher, query: Query, step: int) -> PathResult:
    """Return the path from the query's start to its goal over one grid.

    `step` is the step of `find_path_to_nearest` that asks.

    Raises:
        NavcoreError: if the grid doesn't support the engine.
        ScratchFull: if the thread's memory is too small.
    """
    result = _at_once(searcher, query, (query.start, query.goal), step)
    if result is not None:
        return result
    check_engine(searcher, query)
    start, snapped_start = cell_for(searcher, query.start, query.snap_radius)
    if start < 0:
        return failed(query, Status.BAD_START, step)
    goal, snapped_goal = cell_for(searcher, query.goal, query.snap_radius)
    if goal < 0:
        return failed(query, Status.BAD_END, step)
    if query.start == query.goal:
        return failed(query, Status.ALREADY_THERE, step)
    snapped = (snapped_start, snapped_goal)
    if snapped != (None, None):
        ends = (snapped_start or query.start, snapped_goal or query.goal)
        result = _at_once(searcher, query, ends, step, snapped)
        if result is not None:
            return result
    regions = searcher.regions
    if regions.region_at(start) != regions.region_at(goal):
        way = _NO_WAY
    else:
        way = way_of(searcher, query, start, goal)
    return result_of(searcher, query, way, Status.COMPLETE, snapped_start, snapped_goal, step)


def search_nearest(
    searcher: Searcher,
    query: Query,
    start: int,
    snapped_start: Point | None,
    cells: npt.NDArray[np.int32],
) -> PathResult:
    """Return the path to the cheapest reachable one of (n,) cells of the start's region.

    The status is `Partial`: the cells replace the goal. It is `NoPath` if the start is the one.
    """
    if len(cells) == 1:
        ends = (snapped_start or query.start, searcher.space.centre_of(int(cells[0])))
        result = _at_once(searcher, query, ends, 3, (snapped_start, None), Status.PARTIAL)
        if result is not None:
            return result
    ways = []
    for goal in cells.tolist():
        ways.append(way_of(searcher, query, start, goal))
        if ways[-1].outcome is Outcome.LIMIT:
            return result_of(searcher, query, ways[-1], Status.PARTIAL, snapped_start, None, 3)
    best = min(ways, key=_cost)
    best = replace(
        best,
        visited=sum(way.visited for way in ways),
        operations=sum(way.operations for way in ways),
    )
    if len(best.turns) == 1:
        best = replace(best, outcome=Outcome.EXHAUSTED)
    return result_of(searcher, query, best, Status.PARTIAL, snapped_start, None, 3)


def _cost(way: Way) -> float:
    return way.cost


def way_of(searcher: Searcher, query: Query, start: int, goal: int) -> Way:
    """Return the cheapest path between two free cells of one region, as the query asks.

    See :meth:`Searcher.way`.
    """
    return searcher.way(
        start, goal, query.engine, query.limit, mean=query.mean, partial=query.partial
    )


def _at_once(
    searcher: Searcher,
    query: Query,
    ends: tuple[Point, Point],
    step: int,
    snapped: tuple[Point | None, Point | None] = (None, None),
    status: Status = Status.COMPLETE,
) -> PathResult | None:
    """Return the result of one kernel call for the path from end to end; `status` if given.

    None if the kernel can't decide: an end lies in no free cell, or both in one cell; the query
    needs another engine or smoothing; or a partial path is wanted.
    """
    kernel = searcher.query
    if kernel is None or query.engine == "astar" or query.smoothing == "greedy":
        return None
    (x, z), (to_x, to_z) = ends
    generation = SCRATCH.begin(2)
    outcome = kernel.find(x, z, to_x, to_z, generation, query.limit, query.smoothing == "taut")
    if outcome == Outcome.REACHED:
        # If the start was snapped, its cell's centre is the first point of the path.
        first = 0 if snapped[0] is None else 1
        points = np.empty((first + kernel.kept, 2), np.float64)
        length = kernel.metres(to_x, to_z, *buffers(query_kernel, points[first:]))
        if first:
            points[0] = ends[0]
            length += dist(query.start, ends[0])
        room = SCRATCH.back if kernel.lane else SCRATCH.ahead
        return PathResult(
            status, query.start, query.goal, points, length,
            kernel.cost * searcher.least, room.turns[: kernel.turns] - 1, *snapped,
            kernel.visited, kernel.operations, perf_counter() - query.began, step,
        )  # fmt: skip
    if outcome == Outcome.FULL:
        SCRATCH.grow(kernel.turns)
        raise ScratchFull
    if outcome == _OTHERWISE:
        return None
    if outcome == Outcome.LIMIT and query.partial:
        # The search starts again, and what it learned about cells is kept when it ends.
        return None
    failure = Status.LIMIT_REACHED if outcome == Outcome.LIMIT else Status.NO_PATH
    way = Way(Outcome(outcome), kernel.visited, kernel.operations)
    return failed(query, failure, step, way, *snapped)


def failed(
    query: Query,
    status: Status,
    step: int,
    way: Way = _NO_WAY,
    snapped_start: Point | None = None,
    snapped_goal: Point | None = None,
) -> PathResult:
    """Return a result without a path."""
    return PathResult(
        status, query.start, query.goal, step=step, visited=way.visited,
        heap_operations=way.operations, snapped_start=snapped_start, snapped_goal=snapped_goal,
        time=perf_counter() - query.began,
    )  # fmt: skip


def result_of(
    searcher: Searcher,
    query: Query,
    way: Way,
    status: Status,
    snapped_start: Point | None,
    snapped_goal: Point | None,
    step: int,
) -> PathResult:
    """Return the result for a path; `status` is used if it was found."""
    if way.outcome is not Outcome.REACHED:
        status = Status.LIMIT_REACHED if way.outcome is Outcome.LIMIT else Status.NO_PATH
        if len(way.turns) < 2:
            return failed(query, status, step, way, snapped_start, snapped_goal)
    own = query.start if snapped_start is None else None
    goal = query.goal if snapped_goal is None and status is Status.COMPLETE else None
    way, points, length = smoothed(searcher, query, way, (own, goal))
    if snapped_start is not None:
        length += dist(query.start, snapped_start)
    return PathResult(
        status, query.start, query.goal, points, length, way.cost, way.turns,
        snapped_start, snapped_goal, way.visited, way.operations,
        perf_counter() - query.began, step,
    )  # fmt: skip


def smoothed(
    searcher: Searcher, query: Query, way: Way, ends: tuple[Point | None, Point | None]
) -> tuple[Way, npt.NDArray[np.float64], float]:
    """Return the path, its points without the start, and their length, smoothed by the query.

    `ends` are exact points, or None where a cell's centre replaces a snapped end.
    """
    points, length = path_points(searcher, way.turns, *ends, query.smoothing)
    if query.smoothing == "taut" and len(points) > 1 and way.cost <= _SHORT * searcher.least:
        return _shorter_backward(searcher, query, way, (points, length), ends)
    return way, points, length


def _shorter_backward(
    searcher: Searcher,
    query: Query,
    way: Way,
    found: tuple[npt.NDArray[np.float64], float],
    ends: tuple[Point | None, Point | None],
) -> tuple[Way, npt.NDArray[np.float64], float]:
    """Return the path, its points and length, or those of a backward search if shorter.

    Searched backward, a path of the same cost may pass obstacles on their other sides. The second
    search is made for short paths only: it is cheap there, and one turn matters most.
    """
    if query.engine == "astar" or searcher.has_costs:
        return way, *found
    first, last = (searcher.space.id_of(*way.turns[i].tolist()) for i in (0, -1))
    back = searcher.way(last, first, query.engine, query.limit - way.visited, mean=query.mean)
    looked = replace(
        way, visited=way.visited + back.visited, operations=way.operations + back.operations
    )
    if back.outcome is not Outcome.REACHED:
        return looked, *found
    turned = np.ascontiguousarray(back.turns[::-1])
    points, length = path_points(searcher, turned, *ends, query.smoothing)
    if length >= found[1]:
        return looked, *found
    return replace(looked, turns=turned), points, length
