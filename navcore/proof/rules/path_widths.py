"""Path widths of a network that walls reach into (S4-047, S4-048)."""

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
from msgspec.structs import replace

from navcore.graph.clearance import Clearance
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Waypoint, in_drawing_order
from navcore.level.naming import called
from navcore.level.operations.profiles import abilities_in
from navcore.proof.problem import Finding
from navcore.proof.survey import Survey

_HAIR: Final = 0.0015
"""Metres by which a radius may be too large: radii are stored in whole millimetres."""


def wide_paths(survey: Survey) -> Iterator[Finding]:
    """Yield waypoints, then edges, with a path width that is larger than the floor allows.

    Doors count as open. Waypoints off the floor and edges through walls are left out, because those
    are reported. An edge is tested only if the discs at both its ends are free.
    """
    level = survey.level
    wide = [one for one in in_drawing_order(level.of(Waypoint)) if one.enabled and one.clear_radius]
    if not wide or survey.world.given_grid is not None:
        return
    for layer in dict.fromkeys(map(level.settings.layer_of, wide)):
        floor = Clearance.of(level, layer, abilities=abilities_in(level))
        there = [one for one in wide if level.settings.layer_of(one) == layer]
        survey.pause()
        rooms = _rooms(floor, there)
        for waypoint in there:
            room = rooms[waypoint.id]
            if 0.0 < room < waypoint.clear_radius - _HAIR:
                yield _at_waypoint(level, floor, waypoint, room)
        free = {one.id for one in there if rooms[one.id] >= one.clear_radius - _HAIR}
        survey.pause()
        yield from _along_edges(level, floor, free)


def _rooms(floor: Clearance, waypoints: list[Waypoint]) -> dict[int, float]:
    """Return the distance of each waypoint from the nearest wall, metres, as far as it matters."""
    places = np.array([one.position for one in waypoints], np.float64)
    found = floor.clear_radii(places, max(one.clear_radius for one in waypoints))
    return dict(zip((one.id for one in waypoints), found.tolist(), strict=True))


def _at_waypoint(level: Level, floor: Clearance, waypoint: Waypoint, room: float) -> Finding:
    name = called([waypoint])
    said = tr("The path at {0} is {1} m wide, but {2} leaves {3} m.").format(
        name, _width(waypoint.clear_radius), _wall(level, floor, waypoint, waypoint), _width(room)
    )
    narrower = replace(waypoint, clear_radius=_floored(room))
    fix = Edit.put(level, [narrower], tr("Narrow the path at {0}").format(name))
    return Finding(said, (waypoint.id,), waypoint.position, fix, layer=floor.layer)


def _along_edges(level: Level, floor: Clearance, free: set[int]) -> Iterator[Finding]:
    """Yield edges between waypoints with free discs, if walls reach in between."""
    held = level.of(Waypoint)
    in_use = (one for one in in_drawing_order(level.of(Edge)) if one.enabled)
    edges = [one for one in in_use if free.issuperset(one.references)]
    if not edges:
        return
    ends = [(held[one.start], held[one.end]) for one in edges]
    lines = np.array([(*a.position, *b.position) for a, b in ends], np.float64)
    radii = np.array([(a.clear_radius, b.clear_radius) for a, b in ends]) - _HAIR
    bad = np.flatnonzero(floor.blockers(lines, radii) >= 0)
    for row, room in zip(bad.tolist(), floor.widths(lines[bad]).tolist(), strict=True):
        if room > _HAIR:
            yield _at_edge(level, floor, edges[row], ends[row], room)


def _at_edge(
    level: Level, floor: Clearance, edge: Edge, ends: tuple[Waypoint, Waypoint], room: float
) -> Finding:
    names = [called([end]) for end in ends]
    said = tr("The path from {0} to {1} is wider than {2} leaves: {3} m.").format(
        *names, _wall(level, floor, *ends), _width(room)
    )
    narrower = [replace(end, clear_radius=min(end.clear_radius, _floored(room))) for end in ends]
    fix = Edit.put(level, narrower, tr("Narrow the path from {0} to {1}").format(*names))
    (ax, az), (bx, bz) = (end.position for end in ends)
    middle = ((ax + bx) / 2, (az + bz) / 2)
    return Finding(said, (edge.id,), middle, fix, layer=floor.layer)


def _wall(level: Level, floor: Clearance, start: Waypoint, end: Waypoint) -> str:
    """Return the name of what reaches farthest into a corridor."""
    found = floor.blocked(start.position, end.position, start.clear_radius, end.clear_radius)
    element = None if found is None or found.element is None else level.obstacles.get(found.element)
    return tr("the edge of the floor") if element is None else called([element])


def _width(radius: float) -> str:
    return f"{math.floor(200 * radius + 1e-6) / 100:.2f}"


def _floored(radius: float) -> float:
    """Return a radius rounded down to whole millimetres, as widths are stored."""
    return math.floor(radius * 1000) / 1000
