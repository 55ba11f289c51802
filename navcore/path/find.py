"""Finding ways: from point to point, and as near as possible."""

from math import dist
from time import perf_counter
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.kernels import buffers
from navcore.kernels.search import query as query_kernel
from navcore.level.model import Point
from navcore.path.avoid import as_circles, stamped
from navcore.path.cell_path import Outcome, Way
from navcore.path.nearest import nearest_free_cell
from navcore.path.options import Query, StepRule, checked
from navcore.path.result import PathResult, Status
from navcore.path.scratch import SCRATCH, ScratchFull
from navcore.path.searcher import Engine, Searcher
from navcore.path.smooth import Smoothing, path_points

__all__ = ["find_path", "find_path_to_nearest", "suggested_limit"]

_OTHERWISE: Final = 4
"""The kernel's word for a query that it leaves to others."""

_SHORT: Final = 64.0
"""Cost in cells of a way that is worth a second look, which then takes next to nothing."""

_MOST_SUGGESTED: Final = 50_000

_NO_WAY: Final = Way(Outcome.EXHAUSTED)


def find_path(
    grid: NavGrid,
    start: Point,
    goal: Point,
    *,
    snap_radius: float = 8.0,
    avoid: npt.ArrayLike | None = None,
    engine: Engine = "auto",
    smoothing: Smoothing = "taut",
    step_rule: StepRule = "entered",
    limit: int | None = None,
) -> PathResult:
    """The shortest way from start to goal over walkable cells, or the cheapest over terrain.

    Args:
        grid: what is walkable and what it costs; never changed.
        start: x and z, metres; anywhere.
        goal: x and z, metres; anywhere.
        snap_radius: how far to look for a walkable cell in place of an end that is in none,
            metres; 0 looks nowhere else (S0-040 to S0-042).
        avoid: (n, 3) circles to walk around, x, z, radius in metres (S0-069 to S0-077).
        engine: `auto`, the fastest for the grid; `jump`, jump points, for cells that all cost
            the same and have eight neighbours; `astar`, the source's rules with all its
            tie-breaks, as far as those go: over terrain and with four neighbours it is the same
            as `auto`. All find ways of the same cost.
        smoothing: `taut`, around corners as closely as it goes; `greedy`, string pulling
            between centres of cells; `none`, a point in every cell.
        step_rule: what a step over terrain costs (S1-015).
        limit: how many cells to take from the queue at most; None for all there are.

    Returns:
        `Complete` with points that end exactly at the goal, or at the centre of the cell that
        stands in for it; `AlreadyThere` when both ends are the same point; without points
        `NoPath`, `LimitReached`, `BadStart` or `BadEnd` (S0-048, S0-049, X-009). The same call
        gives the same path on every machine (S0-039).

    Raises:
        NavcoreError: if an end is not two finite numbers, or an argument out of its range.
    """
    query = checked(start, goal, snap_radius, engine, smoothing, step_rule, limit)
    circles = None if avoid is None else as_circles(avoid)
    if circles is None:
        return _find(grid, query, 1)
    with stamped(grid, circles, query.start):
        return _find(grid, query, 1, stamped=True)


def find_path_to_nearest(
    grid: NavGrid,
    start: Point,
    goal: Point,
    *,
    snap_radius: float = 8.0,
    avoid: npt.ArrayLike | None = None,
    engine: Engine = "auto",
    smoothing: Smoothing = "taut",
    step_rule: StepRule = "entered",
    limit: int | None = None,
) -> PathResult:
    """The way to the goal or, if there is none, to the reachable place nearest to it.

    Three steps, each taken only if the one before found no path (S0-057, S0-058): around the
    circles of `avoid`; through them, if there are any; to the reachable cell that is nearest to
    the goal, as `Partial`, circles left out (S0-059 to S0-062). The last has an answer for a
    goal anywhere, also far outside the grid (S0-065). It is `NoPath` when no cell is nearer
    than the start's own (S0-063). `result.step` says which step answered, and its `visited` is
    that step's.

    `limit` holds for each step. A step that reaches it ends the search with `LimitReached`: the
    goal may yet be reachable, so the nearest place would be a wrong answer.

    Arguments, other outcomes and errors are those of `find_path`.
    """
    query = checked(start, goal, snap_radius, engine, smoothing, step_rule, limit)
    failures = {Status.NO_PATH, Status.BAD_END}
    circles = None if avoid is None else as_circles(avoid)
    if circles is not None:
        with stamped(grid, circles, query.start):
            result = _find(grid, query, 1, stamped=True)
        # A start with circles all around may well have a cell without them.
        if result.status not in failures | {Status.BAD_START}:
            return result
    result = _find(grid, query, 1 if circles is None else 2)
    if result.status not in failures:
        return result
    while True:
        try:
            return _search_nearest(Searcher.of(grid), query)
        except ScratchFull:
            continue


def suggested_limit(grid: NavGrid) -> int:
    """A `limit` that bounds what one query can take: all cells, at most 50,000 (S1-012)."""
    return min(grid.width * grid.depth, _MOST_SUGGESTED)


def _snapped(searcher: Searcher, point: Point, radius: float) -> tuple[int, Point | None]:
    """A cell to stand in for that of a point, -1 if there is none; its centre."""
    space = searcher.space
    cell = nearest_free_cell(space, point, radius)
    return cell, (space.centre_of(cell) if cell >= 0 else None)


def _find(grid: NavGrid, query: Query, step: int, *, stamped: bool = False) -> PathResult:
    while True:
        try:
            return _search(Searcher.of(grid, stamped=stamped), query, step)
        except ScratchFull:
            continue


def _search(searcher: Searcher, query: Query, step: int) -> PathResult:
    if query.engine == "jump" and searcher.query is None:
        message = (
            "engine 'jump' needs eight neighbours and cells that all cost the same; use 'auto'"
        )
        raise NavcoreError(message)
    result = _at_once(searcher, query, (query.start, query.goal), step)
    if result is not None:
        return result
    snapped_start = snapped_goal = None
    start = searcher.frame.free_cell_at(query.start[0], query.start[1])
    if start < 0:
        start, snapped_start = _snapped(searcher, query.start, query.snap_radius)
        if start < 0:
            return _failed(query, Status.BAD_START, step)
    goal = searcher.frame.free_cell_at(query.goal[0], query.goal[1])
    if goal < 0:
        goal, snapped_goal = _snapped(searcher, query.goal, query.snap_radius)
        if goal < 0:
            return _failed(query, Status.BAD_END, step)
    if query.start == query.goal:
        return _failed(query, Status.ALREADY_THERE, step)
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
        way = searcher.way(start, goal, query.engine, query.limit, mean=query.mean)
    return _result(searcher, query, way, Status.COMPLETE, snapped_start, snapped_goal, step)


def _at_once(
    searcher: Searcher,
    query: Query,
    ends: tuple[Point, Point],
    step: int,
    snapped: tuple[Point | None, Point | None] = (None, None),
    status: Status = Status.COMPLETE,
) -> PathResult | None:
    """What one call of the kernel says of the way from end to end; `status` if there is one.

    None when it can't say: when an end lies in no free cell, or both lie in one; or when the
    query is none of its kind.
    """
    kernel = searcher.query
    if kernel is None or query.engine == "astar" or query.smoothing == "greedy":
        return None
    (x, z), (to_x, to_z) = ends
    generation = SCRATCH.begin(2)
    outcome = kernel.find(x, z, to_x, to_z, generation, query.limit, query.smoothing == "taut")
    if outcome == Outcome.REACHED:
        # The centre that stands in for a start is the first point to walk to.
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
    failure = Status.LIMIT_REACHED if outcome == Outcome.LIMIT else Status.NO_PATH
    way = Way(Outcome(outcome), kernel.visited, kernel.operations)
    return _failed(query, failure, step, way, *snapped)


def _search_nearest(searcher: Searcher, query: Query) -> PathResult:
    """The way to the cell of the start's region that is nearest to the goal's cell (S0-060).

    Distances are Euclidean between cells, to the cell that was asked for, neither moved into
    the grid nor snapped (S0-061); ties go to the cheaper way, then to the lower index.
    """
    start, snapped_start = searcher.space.free_cell_at(query.start), None
    if start < 0:
        start, snapped_start = _snapped(searcher, query.start, query.snap_radius)
    regions = searcher.regions
    nearest = searcher.nearest_in(regions.region_at(start), query.goal)
    if len(nearest) == 1:
        ends = (snapped_start or query.start, searcher.space.centre_of(int(nearest[0])))
        result = _at_once(searcher, query, ends, 3, (snapped_start, None), Status.PARTIAL)
        if result is not None:
            return result
    ways = []
    for goal in nearest.tolist():
        way = searcher.way(start, goal, query.engine, query.limit, mean=query.mean)
        if way.outcome is Outcome.LIMIT:
            return _failed(query, Status.LIMIT_REACHED, 3, way, snapped_start)
        ways.append(way)
    best = min(ways, key=_cost)
    best = replace(
        best,
        visited=sum(way.visited for way in ways),
        operations=sum(way.operations for way in ways),
    )
    if len(best.turns) == 1:
        best = replace(best, outcome=Outcome.EXHAUSTED)
    return _result(searcher, query, best, Status.PARTIAL, snapped_start, None, 3)


def _cost(way: Way) -> float:
    return way.cost


def _failed(
    query: Query,
    status: Status,
    step: int,
    way: Way = _NO_WAY,
    snapped_start: Point | None = None,
    snapped_goal: Point | None = None,
) -> PathResult:
    return PathResult(
        status, query.start, query.goal, step=step, visited=way.visited,
        heap_operations=way.operations, snapped_start=snapped_start, snapped_goal=snapped_goal,
        time=perf_counter() - query.began,
    )  # fmt: skip


def _result(
    searcher: Searcher,
    query: Query,
    way: Way,
    status: Status,
    snapped_start: Point | None,
    snapped_goal: Point | None,
    step: int,
) -> PathResult:
    """What the way comes to; `status` is that of a way that was found."""
    if way.outcome is not Outcome.REACHED:
        failure = Status.LIMIT_REACHED if way.outcome is Outcome.LIMIT else Status.NO_PATH
        return _failed(query, failure, step, way, snapped_start, snapped_goal)
    own = query.start if snapped_start is None else None
    goal = query.goal if snapped_goal is None and status is Status.COMPLETE else None
    points, length = path_points(searcher, way.turns, own, goal, query.smoothing)
    if query.smoothing == "taut" and len(points) > 1 and way.cost <= _SHORT * searcher.least:
        way, points, length = _shorter_backward(searcher, query, way, (points, length), (own, goal))
    if snapped_start is not None:
        length += dist(query.start, snapped_start)
    return PathResult(
        status, query.start, query.goal, points, length, way.cost, way.turns,
        snapped_start, snapped_goal, way.visited, way.operations,
        perf_counter() - query.began, step,
    )  # fmt: skip


def _shorter_backward(
    searcher: Searcher,
    query: Query,
    way: Way,
    found: tuple[npt.NDArray[np.float64], float],
    ends: tuple[Point | None, Point | None],
) -> tuple[Way, npt.NDArray[np.float64], float]:
    """The way, its points and length; or those of the way back where they are shorter.

    Searched backward, a way of the same cost may pass obstacles on their other sides. Short
    ways are worth the second look: it takes next to nothing, and they are where one turn counts.
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
