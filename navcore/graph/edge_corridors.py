"""Corridors of the edges of a network for agents of one type, and paths through them."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

import numpy as np
from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.bake.profile import radius_in
from navcore.geometry.rings import Floats
from navcore.graph.corridors import beyond, pulled_tight, reduced
from navcore.graph.graph import Graph
from navcore.level.model import Level, Point, Profile, Waypoint
from navcore.path.result import PathResult
from navcore.path.sight import is_clear
from navcore.path.terrain_shares import cost_along

__all__ = ["EdgeCorridors", "pulled_through"]

_ON_LEG: Final = 1e-6
"""Metres by which a leg may lie outside of the corridor that it is in."""

_BESIDE: Final = 0.5
"""Metres outside of a corridor from which an agent still walks along its edge."""

_ROUNDS: Final = 4
"""Times that turns of a path are pinned to their waypoints before it stays as it was."""


class EdgeCorridors:
    """The corridors of open edges that are wide enough for agents of one type."""

    def __init__(self, level: Level, graph: Graph, profile: Profile) -> None:
        """Collect the corridors on the profile's storey; `graph` has the type's edges open."""
        radii = _radii(level, graph.ids.tolist(), profile)[graph.edge_rows]
        here = graph.on(profile.layer)[graph.edge_rows].all(axis=1)
        rows = np.flatnonzero(graph.open & here & (radii > 0).all(axis=1))
        self._lines, self._radii = graph.lines[rows], radii[rows]
        low = np.minimum(self._lines[:, :2], self._lines[:, 2:])
        high = np.maximum(self._lines[:, :2], self._lines[:, 2:])
        wide = self._radii.max(axis=1, initial=0.0)[:, None] + _ON_LEG
        self._boxes = np.hstack((low - wide, high + wide))

    def around(self, start: Point, end: Point) -> Floats:
        """Return the corridor (6,) of a leg: x, z of both ends of its edge, and the radii there.

        The leg ends inside the corridor and begins inside or beside it, as after a detour. Of
        several corridors the one that it leaves least is returned, then the one whose ends are
        nearest to its own; zeros if there is none.
        """
        x0, z0, x1, z1 = self._boxes.T
        x, z = end
        rows = np.flatnonzero((x0 <= x) & (z0 <= z) & (x1 >= x) & (z1 >= z))
        lines, radii = self._lines[rows], self._radii[rows]
        begins, ends = (beyond(np.array(place), lines, radii) for place in (start, end))
        fits = (ends <= _ON_LEG) & (begins <= _BESIDE)
        if not fits.any():
            return np.zeros(6)
        rows, lines, begins = rows[fits], lines[fits], np.maximum(begins[fits], _ON_LEG)
        turned, leg = lines[:, [2, 3, 0, 1]], np.array((*start, *end))
        away = np.minimum(np.abs(lines - leg).sum(axis=1), np.abs(turned - leg).sum(axis=1))
        best = rows[np.lexsort((away, begins))[0]]
        return np.concatenate((self._lines[best], self._radii[best]))


def pulled_through(
    level: Level, profile: Profile, grid_of: Callable[[str], NavGrid], result: PathResult
) -> PathResult:
    """Return a path over waypoints pulled tight within its corridors (S4-052).

    Turns at waypoints without a path width stay there, and so do turns of legs that the floor does
    not allow to be walked straight, or only over slower ground. So the path never becomes longer.
    Between storeys each part from link to link is pulled separately.

    Args:
        level: The level of the waypoints.
        profile: The agent type, on the storey of the start.
        grid_of: Returns the type's grid on a storey, by name.
        result: A path with `nodes`, each at its place in `points`, except a first node where the
            path begins and a last node where it ends.
    """
    nodes = [level.of(Waypoint)[one] for one in result.nodes.tolist()]
    if not any(one.clear_radius for one in nodes):
        return result
    points: list[Point] = [(x, z) for x, z in result.points.tolist()]
    start = result.start if result.snapped_start is None else result.snapped_start
    ends = [*np.flatnonzero(result.links).tolist(), len(points)]
    pulled: list[Point] = []
    for end in ends:
        part = points[len(pulled) : end]
        layer = result.layers[len(pulled)] if result.layers else profile.layer
        here = [one for one in nodes if level.settings.layer_of(one) == layer]
        pulled += _pulled(level, profile, grid_of(layer), start, part, here)
        # A link leads on from the next point.
        pulled += points[end : end + 1]
        start = points[min(end, len(points) - 1)]
    return replace(result, points=np.array(pulled, np.float64).reshape(-1, 2))


def _pulled(
    level: Level,
    profile: Profile,
    grid: NavGrid,
    start: Point,
    points: list[Point],
    nodes: list[Waypoint],
) -> list[Point]:
    """Return the points of one storey's part of a path, pulled tight; their number stays."""
    nodes = [one for one in nodes if one.position in points[:-1]]
    places = [one.position for one in nodes]
    radii = _radii(level, [one.id for one in nodes], profile)
    if not places or not (radii > 0).any():
        return points
    first = points.index(places[0])
    if points[first : first + len(places)] != places:
        return points
    last = first + len(places)
    start = points[first - 1] if first else start
    pinned = radii <= 0
    walks = _walks(grid, [start, *places, points[last]])
    for _ in range(_ROUNDS):
        turns = pulled_tight(np.array(places), radii, start, points[last], pinned)
        if turns is None:
            break
        tight: list[Point] = [(x, z) for x, z in turns.tolist()]
        worse = [
            before is not None and (now is None or now > before)
            for before, now in zip(walks, _walks(grid, tight), strict=True)
        ]
        if not any(worse):
            return [*points[:first], *tight[1:-1], *points[last:]]
        pinned = pinned | worse[:-1] | np.array(worse[1:])
    return points


def _radii(level: Level, ids: list[int], profile: Profile) -> Floats:
    """Return (n,) the clear radii of waypoints, reduced for the centre of an agent."""
    waypoints = level.of(Waypoint)
    clear = [waypoints[one].clear_radius for one in ids]
    return reduced(clear, radius_in(profile, level.settings))


def _walks(grid: NavGrid, stops: list[Point]) -> list[float | None]:
    """Return the cost of a metre on the most expensive ground of each leg; None if blocked."""
    return [
        None
        if not is_clear(grid, one, other)
        else cost_along(grid, np.array((one, other)))[1]
        if grid.has_costs
        else 1.0
        for one, other in pairwise(stops)
    ]
