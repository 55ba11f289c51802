"""Finding ways: from point to point, and as near as possible."""

from typing import Final

import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.level.model import Point
from navcore.path.avoid import as_circles, stamped
from navcore.path.cell_search import cell_for, search_cells, search_nearest
from navcore.path.options import Query, StepRule, checked
from navcore.path.result import PathResult, Status
from navcore.path.scratch import ScratchFull
from navcore.path.searcher import Engine, Searcher
from navcore.path.smooth import Smoothing

__all__ = ["find_path", "find_path_to_nearest", "suggested_limit"]

_MOST_SUGGESTED: Final = 50_000


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
    partial: bool = False,
) -> PathResult:
    """Return the shortest path from start to goal over walkable cells, or the cheapest by terrain.

    Args:
        grid: walkable cells and their costs; never changed.
        start: x and z, metres; anywhere.
        goal: x and z, metres; anywhere.
        snap_radius: how far to look for a walkable cell if an end is not in one, metres; 0: don't
            look (S0-040 to S0-042).
        avoid: (n, 3) circles to walk around, x, z, radius in metres (S0-069 to S0-077).
        engine: `auto`, the fastest for the grid; `jump`, jump points, for cells that all cost the
            same and have eight neighbours; `astar`, the source's rules with all its tie-breaks.
            Over terrain and with four neighbours `astar` is the same as `auto`. All find paths of
            the same cost.
        smoothing: `taut`, as tight around corners as possible; `greedy`, string pulling between
            centres of cells; `none`, a point in every cell.
        step_rule: cost of a step over terrain (S1-015).
        limit: the most cells to expand; None for no limit.
        partial: whether a search that reaches its limit returns the path to the visited cell
            nearest to the goal (X-047).

    Returns:
        `Complete` with points that end exactly at the goal, or at the centre of the cell that
        replaces it; `AlreadyThere` if both ends are the same point; without points `NoPath`,
        `BadStart` or `BadEnd`, and `LimitReached` if no partial path was asked for (S0-048, S0-049,
        X-009). The same call returns the same path on every machine (S0-039).

    Raises:
        NavcoreError: if an end is not two finite numbers, or an argument is out of its range.
    """
    query = checked(start, goal, snap_radius, engine, smoothing, step_rule, limit, partial)
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
    partial: bool = False,
) -> PathResult:
    """Return the path to the goal or, if there is none, to the nearest reachable place.

    There are three steps, each taken only if the previous one found no path (S0-057, S0-058):
    around the circles of `avoid`; through them, if there are any; to the reachable cell nearest to
    the goal, as `Partial`, without circles (S0-059 to S0-062). The last step has an answer for a
    goal anywhere, also far outside the grid (S0-065). The result is `NoPath` if no cell is nearer
    than the start's own (S0-063). `result.step` is the step that found the path, and `visited`
    counts that step only.

    `limit` applies to each step. A step that reaches it ends the search with `LimitReached`: the
    goal may still be reachable, so the nearest place would be a wrong answer.

    Arguments, other outcomes and errors are the same as for `find_path`.
    """
    query = checked(start, goal, snap_radius, engine, smoothing, step_rule, limit, partial)
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
    """Return a `limit` that bounds what one query can take: all cells, at most 50,000 (S1-012)."""
    return min(grid.width * grid.depth, _MOST_SUGGESTED)


def _find(grid: NavGrid, query: Query, step: int, *, stamped: bool = False) -> PathResult:
    while True:
        try:
            return search_cells(Searcher.of(grid, stamped=stamped), query, step)
        except ScratchFull:
            continue


def _search_nearest(searcher: Searcher, query: Query) -> PathResult:
    """Return the path to the cell of the start's region nearest to the goal's cell (S0-060).

    Distances are Euclidean between cells. The goal's cell is used as given, neither moved into the
    grid nor snapped (S0-061). Ties go to the cheaper path, then to the lower index.
    """
    start, snapped_start = cell_for(searcher, query.start, query.snap_radius)
    regions = searcher.regions
    nearest = searcher.nearest_in(regions.region_at(start), query.goal)
    return search_nearest(searcher, query, start, snapped_start, nearest)
