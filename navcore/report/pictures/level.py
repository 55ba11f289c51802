"""A part of a level as shapes: floor, obstacles, doors, links, the network, agents, names."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, sin
from typing import Final

import numpy as np

from navcore.geometry import polygons
from navcore.level.affine import Ring
from navcore.level.elements import middle
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Level,
    Link,
    Obstacle,
    Point,
    Polygon,
    Profile,
    Waypoint,
    in_drawing_order,
)
from navcore.report.pictures import style
from navcore.report.pictures.floor import floor_shapes
from navcore.report.pictures.frame import Frame
from navcore.report.pictures.shapes import Disc, Part, Pattern, Points, Shape, Text
from navcore.report.pictures.terrain import terrain_parts
from navcore.world import World

_LEAST_AGENT: Final = 3.5
_WEDGE_FROM: Final = 6.0
_NAME_FROM: Final = 80.0
"""Pixels across from which an area has its name."""
_NAME_PLACES: Final = [
    (down, across) for down in (0.5, 0.3, 0.7, 0.15, 0.85) for across in (0.5, 0.3, 0.7, 0.15, 0.85)
]
"""Shares of the height and the width of a room at which its name may stand, the best first."""
_HATCH_FROM: Final = 8.0
"""Pixels across from which a shut door is hatched."""
_KEPT: Final = 14.0
"""Pixels around agents and places that names keep away from, at least."""
_NETWORK_FROM: Final = 6.0
"""Pixels a metre from which waypoints are more than dots."""


def level_parts(
    frame: Frame,
    world: World,
    layer: str,
    *,
    keep: Sequence[Point] = (),
    names: bool = True,
    over_floor: Sequence[Part] = (),
) -> list[Part]:
    """Return the parts of a storey of a world in a frame, back to front.

    Args:
        frame: The shown part of the world.
        world: The world of a level.
        layer: Name of the storey.
        keep: Places, metres, that no name may hide.
        names: Whether to show the names of areas.
        over_floor: Other parts to draw on the floor, below all elements.
    """
    level = world.level
    own = Profile(layer=layer)
    grid = world.grid_for(own)
    walkable, floor = grid.padded[1:-1, 1:-1] > 0, world.floor_for(own) > 0
    parts: list[Part] = [*floor_shapes(frame, grid.lattice, walkable, floor)]
    parts += [shape for _, shape in terrain_parts(frame, world, layer)]
    parts += over_floor
    shown = [one for one in level.polygons() if _on(level, one, layer) and frame.sees(one.polygon)]
    areas = [one for one in shown if isinstance(one, Area)]
    parts += [_area(frame, one) for one in areas if not one.door]
    parts += [_obstacle(frame, one) for one in shown if isinstance(one, Obstacle)]
    parts += [_door(frame, one) for one in areas if one.door]
    parts += _network(frame, level, layer)
    for link in level.of(Link).values():
        parts += _link(frame, level, link, layer)
    agents = [one for one in in_drawing_order(level.agents) if _on(level, one, layer)]
    if names:
        taken = [_box(frame, one.polygon) for one in shown if not _is_room(one)]
        taken += [_box(frame, (place,), _KEPT) for place in keep]
        for one in agents:
            around = max(_KEPT, _reach_of(frame, one) + 3.0)
            taken.append(_box(frame, (one.position,), around))
        parts += _names(frame, [one for one in areas if not one.door], taken)
    for agent in agents:
        if frame.sees((agent.position,)):
            parts += agent_parts(frame, agent)
    return parts


def _is_room(one: Polygon) -> bool:
    return isinstance(one, Area) and not one.door


def _box(frame: Frame, ring: Ring, around: float = 2.0) -> tuple[Points, Points]:
    """Return the least and the greatest pixels of points, with some around them."""
    points = frame.to_pixels(ring)
    return points.min(axis=0) - around, points.max(axis=0) + around


def _on(level: Level, element: Polygon | Agent | Waypoint, layer: str) -> bool:
    return level.settings.layer_of(element) == layer


def _area(frame: Frame, area: Area) -> Shape:
    dash = () if area.available else (2.0, 4.0)
    return Shape((frame.to_pixels(area.polygon),), line=style.AREA_LINE, dash=dash)


def _obstacle(frame: Frame, one: Obstacle) -> Shape:
    ring = (frame.to_pixels(one.polygon),)
    if not one.enabled:
        return Shape(ring, line=style.OBSTACLE_LINE, dash=(2.0, 4.0))
    return Shape(ring, fill=style.OBSTACLE, line=style.OBSTACLE_LINE)


def _door(frame: Frame, door: Area) -> Shape:
    ring = frame.to_pixels(door.polygon)
    if door.available:
        return Shape((ring,), line=style.DOOR_OPEN, width=1.5, dash=(3.0, 3.0))
    hatched = float(np.ptp(ring, axis=0).max()) >= _HATCH_FROM
    return Shape(
        (ring,), fill=style.DOOR_SHUT, fill_alpha=0.28, line=style.DOOR_SHUT, width=1.5,
        pattern=Pattern.SHUT if hatched else None, ink=style.DOOR_SHUT,
    )  # fmt: skip


def _network(frame: Frame, level: Level, layer: str) -> Iterator[Part]:
    waypoints = {
        one.id: one for one in level.of(Waypoint).values() if _on(level, one, layer)
    }  # fmt: skip
    lines: list[Points] = []
    for edge in (one for one in level.of(Edge).values() if one.enabled):
        ends = [waypoints.get(one) for one in edge.references]
        if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
            ring = (ends[0].position, ends[1].position)
            if frame.sees(ring):
                lines.append(frame.to_pixels(ring))
    if lines:
        yield Shape(tuple(lines), closed=False, line=style.OUTSIDE, width=3.5)
        yield Shape(tuple(lines), closed=False, line=style.EDGE, width=1.5)
    radius = 5.0 if frame.scale >= _NETWORK_FROM else 2.0
    for waypoint in waypoints.values():
        if frame.sees((waypoint.position,)):
            x, y = frame.to_pixel(waypoint.position)
            yield Disc(x, y, radius, fill=style.OUTSIDE, line=style.EDGE, width=2.0)


def _link(frame: Frame, level: Level, link: Link, layer: str) -> Iterator[Part]:
    own = level.settings.layer_of(link)
    if layer not in {own, link.to_layer or own} or not frame.sees(link.points):
        return
    ends = frame.to_pixels((middle(link.start), middle(link.end)))
    yield Shape((ends,), closed=False, line=style.OUTSIDE, width=3.5)
    yield Shape((ends,), closed=False, line=style.LINK, width=1.5, dash=(5.0, 3.0))
    for end in (link.start, link.end):
        if len(end) > 1:
            yield Shape((frame.to_pixels(end),), closed=False, line=style.LINK, width=3.0)
    for x, y in ends.tolist():
        yield Disc(x, y, 5.0, fill=style.OUTSIDE, line=style.LINK, width=2.0)
    if link.one_way:
        yield _tip(ends)


def _tip(ends: Points) -> Shape:
    """Return the tip of an arrow in the middle of a line."""
    step = ends[1] - ends[0]
    along = step / max(hypot(*step.tolist()), 1e-9) * 7.0
    aside, at = along[::-1] * (-0.6, 0.6), ends.mean(axis=0)
    ring = np.array((at + along, at - along * 0.3 + aside, at - along * 0.3 - aside))
    return Shape((ring,), fill=style.LINK, line=style.OUTSIDE)


def _reach_of(frame: Frame, agent: Agent) -> float:
    """Return the radius that an agent is drawn with, pixels."""
    return max(_LEAST_AGENT, agent.radius * frame.scale)


def agent_parts(frame: Frame, agent: Agent) -> list[Part]:
    """Return an agent: its body, and which way it faces; without a fill if it is switched off."""
    x, y = frame.to_pixel(agent.position)
    radius = _reach_of(frame, agent)
    fill = style.AGENT if agent.enabled else None
    parts: list[Part] = [Disc(x, y, radius, fill=fill, line=style.AGENT_RIM, width=1.5)]
    if radius >= _WEDGE_FROM and agent.enabled:
        ways = [agent.facing + turn for turn in (0.0, 2.4, -2.4)]
        reach = (0.8, 0.5, 0.5)
        ring = [
            (x + radius * far * cos(way), y - radius * far * sin(way))
            for way, far in zip(ways, reach, strict=True)
        ]
        parts.append(Shape((np.array(ring),), fill=style.AGENT_RIM))
    if agent.player:
        parts.append(Disc(x, y, radius + 3.0, line=style.AGENT_RIM, width=1.5))
    return parts


def _names(
    frame: Frame, areas: Sequence[Area], taken: Sequence[tuple[Points, Points]]
) -> Iterator[Text]:
    """Yield the names of rooms that are wide enough, where there is free space.

    `taken` has the least and the greatest pixels of places that names must not hide.
    """
    left, top, width, height = frame.pixels
    kept = list(taken)
    for area in areas:
        ring = frame.to_pixels(area.polygon)
        low = np.maximum(ring.min(axis=0), (left, top))
        high = np.minimum(ring.max(axis=0), (left + width, top + height))
        half = np.array((len(area.name) * 3.6 + 4.0, 9.0))
        if not area.name or (high - low)[0] < max(_NAME_FROM, 2 * half[0]):
            continue
        for share_y, share_x in _NAME_PLACES:
            at = low + (high - low) * (share_x, share_y)
            if (at - half < low).any() or (at + half > high).any():
                continue
            # The box of an outline may contain other rooms, in which its name would mislead.
            if not polygons.contains(ring.tolist(), (float(at[0]), float(at[1]))):
                continue
            if not any((at - half < b).all() and (at + half > a).all() for a, b in kept):
                kept.append((at - half, at + half))
                x, y = at.tolist()
                yield Text(x, y + 4.0, area.name, style.SMALL, style.TEXT2, "middle",
                           halo=style.OUTSIDE)  # fmt: skip
                break


def outline_of(
    frame: Frame, ring: Ring, colour: str, *, dash: tuple[float, ...] = ()
) -> list[Part]:
    """Return a highlighted outline, with a casing below it."""
    lines = (frame.to_pixels(ring),)
    return [
        Shape(lines, line=style.OUTSIDE, width=4.0, line_alpha=0.8),
        Shape(lines, line=colour, width=2.0, dash=dash),
    ]
