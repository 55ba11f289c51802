"""Points of a path over links: each leg is smoothed as a path of its own."""

from math import dist
from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.level.model import Point
from navcore.path.cell_path import Way
from navcore.path.cell_search import failed, smoothed
from navcore.path.result import NO_LINKS, PathResult, Status
from navcore.path.route_query import Route, RouteQuery
from navcore.path.scratch import ScratchFull

__all__ = ["Ends", "route_result"]


class Ends(NamedTuple):
    """Cell centres that replace snapped ends."""

    snapped_start: Point | None
    snapped_goal: Point | None


class _Points:
    """A path while it grows."""

    def __init__(self, length: float) -> None:
        self.length = length
        self.places: list[npt.NDArray[np.float64]] = []
        self.links: list[int] = []
        self.storeys: list[int] = []

    def add(self, points: npt.NDArray[np.float64], link: int, storey: int, length: float) -> None:
        """Go on over (n, 2) points, by a link or 0 for walking."""
        self.places.append(points)
        self.links += [link] * len(points)
        self.storeys += [storey] * len(points)
        self.length += length


def route_result(
    asked: RouteQuery, route: Route, ends: Ends, status: Status, step: int
) -> PathResult:
    """Return the result for a route; if it reached the limit, its last leg may be empty.

    The last leg only has points if the query asks for partial paths.
    """
    query = asked.query
    lanes = [asked.storeys.lanes[number] for number in route.lanes]
    legs = route.legs
    if status is Status.LIMIT_REACHED:
        if len(legs[-1].turns) < 2:
            legs = legs[:-1]
        if not legs or not query.partial:
            return asked.totals(
                failed(query, status, step, snapped_start=ends.snapped_start,
                       snapped_goal=ends.snapped_goal)
            )  # fmt: skip
    path = _Points(0.0)
    own: Point | None = query.start
    if ends.snapped_start is not None:
        own, path.length = None, dist(query.start, ends.snapped_start)
    is_exact = status is Status.COMPLETE and ends.snapped_goal is None
    storey = asked.start.storey
    turns = []
    for i, leg in enumerate(legs):
        to = query.goal if is_exact else None
        if i < len(lanes):
            to = lanes[i].points[0]
        way, points, length = _walked(asked, storey, leg, (own, to))
        turns.append(way.turns)
        if len(points) > 1 or tuple(points[0].tolist()) != own:
            path.add(points, 0, storey, length)
        if i < len(lanes):
            own, storey = lanes[i].points[1], lanes[i].storeys[1]
            path.add(np.array((own,)), lanes[i].link, storey, lanes[i].length)
    names = asked.storeys.names
    is_one = set(path.storeys) == {asked.start.storey}
    return PathResult(
        status, query.start, query.goal, np.concatenate(path.places), path.length, route.cost,
        np.concatenate(turns), ends.snapped_start, ends.snapped_goal, asked.visited,
        asked.operations, perf_counter() - query.began, step,
        np.array(path.links, np.int64) if lanes else NO_LINKS,
        sum(lane.cost for lane in lanes),
        () if is_one else tuple(names[number] for number in path.storeys),
        tuple(turns) if lanes else (),
    )  # fmt: skip


def _walked(
    asked: RouteQuery, storey: int, leg: Way, ends: tuple[Point | None, Point | None]
) -> tuple[Way, npt.NDArray[np.float64], float]:
    """Return a leg, its points without the start, and its length, smoothed as in `find_path`."""
    while True:
        try:
            way, points, length = smoothed(asked.searcher(storey), asked.rest(), leg, ends)
        except ScratchFull:
            continue
        asked.add(way.visited - leg.visited, way.operations - leg.operations)
        return way, points, length
