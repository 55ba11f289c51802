"""Shared routes under the mouse: along the paths that are drawn, not from stop to stop."""

from collections.abc import Collection
from typing import Final

from editor.tools.legs import KnownPaths, RouteSight, leg_at
from editor.tools.tool import ToolView
from navcore.level.model import Edge, Level, Point, Polygon, Ring, Route
from navcore.level.pick import pick_index

AROUND: Final = 10.0
"""Metres by which a path may leave the bounds of its stops, besides their size."""

_LAST: Final[list[tuple[Level, tuple[object, ...], int | None]]] = []
"""The last query and its answer: tools and overlays ask the same at each mouse move."""


def route_hit(
    level: Level,
    point: Point,
    reach: float,
    sight: RouteSight,
    known: KnownPaths,
    skip: Collection[int] = (),
) -> int | None:
    """Return the id of the shared route whose path or stop is nearest, and within `reach`."""
    routes = level.of(Route)
    if not routes:
        return None
    key = (point, reach, sight.storey, frozenset(skip))
    for asked, same, answer in _LAST:
        if asked is level and same == key:
            return answer
    ids = routes.keys() - set(skip)
    near = [routes[i] for i in sorted(ids) if _is_around(routes[i].goals, point, reach)]
    hit = leg_at(point, reach, near, sight, known) if near else None
    stop = pick_index(level).handles.at(point, reach, ids) if hit is None else None
    found = hit.element if hit is not None else None if stop is None else stop.element
    _LAST[:] = [(level, key, found), *_LAST[:1]]
    return found


def _is_around(goals: Ring, point: Point, reach: float) -> bool:
    """Return whether the path of a route may pass a point, judged by where its stops are."""
    xs, zs = [x for x, _ in goals], [z for _, z in goals]
    most = max(max(xs) - min(xs), max(zs) - min(zs)) + AROUND + reach
    away = (min(xs) - point[0], point[0] - max(xs), min(zs) - point[1], point[1] - max(zs))
    return max(away) <= most


def with_routes(hits: list[int], point: Point, view: ToolView, reach: float) -> list[int]:
    """Return what is under the mouse, with routes whose paths are drawn there."""
    if not view.level.of(Route):
        return hits
    found = route_hit(view.level, point, reach, view.route_sight, view.legs, view.untouchable)
    return with_route(view.level, hits, found)


def with_route(level: Level, hits: list[int], found: int | None) -> list[int]:
    """Return what is under the mouse with only this route; None for no route.

    The route comes after places, before edges and polygons.
    """
    others = [hit for hit in hits if hit not in level.of(Route)]
    if found is None:
        return others
    beneath = (n for n, hit in enumerate(others) if isinstance(level.element(hit), Edge | Polygon))
    first = next(beneath, len(others))
    return [*others[:first], found, *others[first:]]
