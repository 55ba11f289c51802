"""Shared routes under the mouse: along the paths that are drawn, not from stop to stop."""

from collections.abc import Collection
from typing import Final

from editor.tools.legs import KnownPaths, RouteSight, leg_at
from editor.tools.tool import Pointer, ToolView
from navcore.level.handles import SideHit
from navcore.level.model import Level, Point, Polygon, Route
from navcore.level.pick import pick_index

MOST_LOOKED_AT: Final = 64
"""Of more routes, those whose stops lie around the mouse are looked at."""


def route_hit(
    level: Level,
    point: Point,
    reach: float,
    sight: RouteSight,
    known: KnownPaths,
    skip: Collection[int] = (),
) -> int | None:
    """Return the id of the shared route whose path or stop is nearest, and within `reach`."""
    hit = _leg_hit(level, point, reach, sight, known, skip)
    if hit is not None:
        return hit.element
    routes = level.of(Route)
    near = pick_index(level).handles.at(point, reach, routes.keys() - set(skip)) if routes else None
    return None if near is None else near.element


def with_routes(hits: list[int], pointer: Pointer, view: ToolView, reach: float) -> list[int]:
    """Return what is under the mouse, with routes where their paths are drawn.

    They come after places and before polygons, as other lines do.
    """
    routes = view.level.of(Route)
    if not routes:
        return hits
    found = route_hit(
        view.level, pointer.position, reach, view.route_sight, view.legs, view.untouchable
    )
    others = [hit for hit in hits if hit not in routes]
    if found is None:
        return others
    wide = (n for n, hit in enumerate(others) if isinstance(view.level.element(hit), Polygon))
    first = next(wide, len(others))
    return [*others[:first], found, *others[first:]]


def _leg_hit(
    level: Level,
    point: Point,
    reach: float,
    sight: RouteSight,
    known: KnownPaths,
    skip: Collection[int],
) -> SideHit | None:
    routes = level.of(Route)
    ids = routes.keys() - set(skip)
    if len(ids) > MOST_LOOKED_AT:
        x, z = point
        box = (x - reach, z - reach, x + reach, z + reach)
        ids &= set(pick_index(level).touching_box(*box))
    return leg_at(point, reach, [routes[i] for i in sorted(ids)], sight, known) if ids else None
