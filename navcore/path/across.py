"""Paths over storeys and links: as on one grid, and through what joins places that it doesn't."""

from collections.abc import Callable
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.level.model import Point
from navcore.path.avoid import as_circles, stamped
from navcore.path.cell_path import Outcome, Way
from navcore.path.cell_search import (
    cell_for,
    check_engine,
    failed,
    result_of,
    search_cells,
    search_nearest,
)  # fmt: skip
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.joined_search import JoinedSearch
from navcore.path.link_search import LinkSearch, Plain, WeighedLeg
from navcore.path.links import Storeys
from navcore.path.options import Options, Query, checked
from navcore.path.result import PathResult, Status
from navcore.path.route_points import Ends, route_result
from navcore.path.route_query import TIE, Cell, LimitHit, Route, RouteQuery
from navcore.path.scratch import ScratchFull
from navcore.path.searcher import Searcher

__all__ = ["find_nearest_across", "find_path_across"]


def find_path_across(
    storeys: Storeys,
    start: Point,
    goal: Point,
    *,
    layer: str = "",
    goal_layer: str = "",
    **options: Unpack[Options],
) -> PathResult:
    """Return the cheapest path from start to goal over walkable cells and through links.

    The result equals Dijkstra's on the grids of all storeys, joined cell by cell through the lanes
    of links (see `navcore.path.links`). If a path through links costs no less than one without, the
    path without links is returned: as `find_path` returns it where all cells cost the same and have
    eight neighbours, else one of the same cost.

    Args:
        storeys: the walkable grids, and the links that can be taken.
        start: x and z, metres; anywhere.
        goal: x and z, metres; anywhere.
        layer: name of the storey of the start; empty: the first storey.
        goal_layer: name of the storey of the goal; empty: the storey of the start.
        options: the options of `find_path`. Circles to avoid lie on the storey of the start, and
            lanes that begin or end inside them can't be taken. `limit` applies to all legs
            together. A partial path ends at the visited cell nearest to the goal of the leg that
            reached the limit; over terrain, at the cell with the least estimated remaining cost.

    Returns:
        As `find_path`. `length` counts links as straight lines between their ends, from floor to
        floor; the path contains both ends of each link that it takes. If the start is at the
        position of the goal but on another storey, the result is not `AlreadyThere`.

    Raises:
        NavcoreError: as `find_path`, or if a storey doesn't exist.
    """
    ends = _storeys_of(storeys, layer, goal_layer)
    if ends[0] == ends[1] and not storeys.lanes:
        return find_path(storeys.grid(ends[0]), start, goal, **options)
    query, circles = _checked(start, goal, options)
    if circles is None:
        return _find(storeys, query, ends, 1)
    with stamped(storeys.grid(ends[0]), circles, query.start):
        return _find(storeys, query, ends, 1, is_stamped=True)


def find_nearest_across(
    storeys: Storeys,
    start: Point,
    goal: Point,
    *,
    layer: str = "",
    goal_layer: str = "",
    **options: Unpack[Options],
) -> PathResult:
    """Return the path to the goal or, if there is none, to the reachable place nearest to it.

    As `find_path_to_nearest`, but places behind links are reachable too. The nearest place lies on
    the storey of the goal, by Euclidean distance; the result is `NoPath` if nothing there is
    reachable, even if the start lies directly below the goal. Arguments and errors are those of
    `find_path_across`.
    """
    ends = _storeys_of(storeys, layer, goal_layer)
    if ends[0] == ends[1] and not storeys.lanes:
        return find_path_to_nearest(storeys.grid(ends[0]), start, goal, **options)
    query, circles = _checked(start, goal, options)
    failures = {Status.NO_PATH, Status.BAD_END}
    if circles is not None:
        with stamped(storeys.grid(ends[0]), circles, query.start):
            result = _find(storeys, query, ends, 1, is_stamped=True)
        # A start with circles all around may well have a cell without them.
        if result.status not in failures | {Status.BAD_START}:
            return result
    result = _find(storeys, query, ends, 1 if circles is None else 2)
    if result.status not in failures:
        return result
    return _find_nearest(storeys, query, ends)


def _storeys_of(storeys: Storeys, layer: str, goal_layer: str) -> tuple[int, int]:
    return storeys.number_of(layer), storeys.number_of(goal_layer or layer)


def _checked(
    start: Point, goal: Point, options: Options
) -> tuple[Query, npt.NDArray[np.float64] | None]:
    rest: dict[str, Any] = {**options}
    circles = as_circles(rest.pop("avoid", None))
    return checked(start, goal, **rest), circles


def _find(
    storeys: Storeys, query: Query, numbers: tuple[int, int], step: int, *, is_stamped: bool = False
) -> PathResult:
    is_one = numbers[0] == numbers[1]
    grid = storeys.grid(numbers[0])
    searcher = Searcher.of(grid, stamped=is_stamped)
    to_searcher = searcher if is_one else Searcher.of(storeys.grid(numbers[1]))
    check_engine(searcher, query)
    check_engine(to_searcher, query)
    start, snapped_start = cell_for(searcher, query.start, query.snap_radius)
    if start < 0:
        return failed(query, Status.BAD_START, step)
    goal, snapped_goal = cell_for(to_searcher, query.goal, query.snap_radius)
    if goal < 0:
        return failed(query, Status.BAD_END, step)
    if is_one and query.start == query.goal:
        return failed(query, Status.ALREADY_THERE, step)
    ends = Ends(snapped_start, snapped_goal)
    asked = RouteQuery(
        storeys, query, Cell(numbers[0], start), Cell(numbers[1], goal), stamped=is_stamped
    )

    def plain(rest: Query) -> PathResult:
        return _searched(asked, lambda found: search_cells(found, rest, step))

    return _answer(asked, ends, plain if asked.is_walkable else None, Status.COMPLETE, step)


def _find_nearest(storeys: Storeys, query: Query, numbers: tuple[int, int]) -> PathResult:
    """Return the path to the reachable cell on the goal's storey nearest to the goal's cell.

    Ties go to the cheaper path, then to the first region and the lower index.
    """
    grid = storeys.grid(numbers[0])
    start, snapped_start = cell_for(Searcher.of(grid), query.start, query.snap_radius)
    own = Cell(numbers[0], start)
    cells = _nearest_cells(storeys, query, own, numbers[1])
    if not cells or own in cells:
        return failed(query, Status.NO_PATH, 3, snapped_start=snapped_start)
    best: PathResult | None = None
    visited = operations = 0
    for cell in cells:
        rest = replace(query, limit=max(0, query.limit - visited))
        asked = RouteQuery(storeys, rest, own, cell, stamped=False)

        def plain(rest: Query, asked: RouteQuery = asked, cell: Cell = cell) -> PathResult:
            only = np.array((cell.id,), np.int32)
            return _searched(
                asked, lambda found: search_nearest(found, rest, start, snapped_start, only)
            )

        is_apart = len(cells) == 1 and asked.is_walkable
        ends = Ends(snapped_start, None)
        result = _answer(asked, ends, plain if is_apart else None, Status.PARTIAL, 3)
        visited += result.visited
        operations += result.heap_operations
        if result.status is Status.LIMIT_REACHED:
            best = result
            break
        is_better = best is None or result.cost < best.cost * (1 - TIE)
        if is_better and result.status is Status.PARTIAL:
            best = result
    assert best is not None
    return replace(best, visited=visited, heap_operations=operations)


def _nearest_cells(storeys: Storeys, query: Query, start: Cell, storey: int) -> list[Cell]:
    """Return the reachable cells of a storey nearest to the goal's cell; none if unreachable."""
    reached = np.array([storeys.place_of(*start)])
    while True:
        led_to = storeys.places[np.isin(storeys.places[:, 0], reached), 1]
        more = np.union1d(reached, led_to)
        if len(more) == len(reached):
            break
        reached = more
    searcher = Searcher.of(storeys.grid(storey))
    column, row = searcher.space.cell_of(query.goal)
    found: dict[int, list[Cell]] = {}
    for place in reached[reached >> 32 == storey].tolist():
        for cell in searcher.nearest_in(place & 0xFFFFFFFF, query.goal).tolist():
            x, z = searcher.space.place_of(cell)
            found.setdefault((x - column) ** 2 + (z - row) ** 2, []).append(Cell(storey, cell))
    return found[min(found)] if found else []


def _searched(asked: RouteQuery, ask: Callable[[Searcher], PathResult]) -> PathResult:
    """Return the result of a query to the searcher of the start's storey."""
    while True:
        try:
            return ask(asked.searcher(asked.start.storey))
        except ScratchFull:
            continue


def _answer(
    asked: RouteQuery, ends: Ends, plain: Plain | None, status: Status, step: int
) -> PathResult:
    """Return the result of the search; `status` is used if a path was found."""
    try:
        found = _route(asked, plain)
    except LimitHit as hit:
        found = hit.route
        if found.lanes:
            status = Status.LIMIT_REACHED
    if isinstance(found, PathResult):
        return asked.totals(found)
    if found is None:
        way = Way(Outcome.EXHAUSTED)
        return asked.totals(failed(asked.query, Status.NO_PATH, step, way, *ends))
    if found.lanes:
        return route_result(asked, found, ends, status, step)
    (way,) = found.legs
    result = _searched(
        asked, lambda searcher: result_of(searcher, asked.rest(), way, status, *ends, step)
    )
    asked.add(result.visited - way.visited, result.heap_operations - way.operations)
    return asked.totals(result)


def _route(asked: RouteQuery, plain: Plain | None) -> Route | PathResult | None:
    """Return the cheapest route, or the result of `plain` if that costs no more; None if none."""
    if not any(asked.searcher(cell.storey).weighs for cell in (asked.start, asked.goal)):
        try:
            return LinkSearch(asked).run(plain)
        except WeighedLeg:
            pass
    return JoinedSearch(asked).run()
