"""Picture of a finding: its place, its elements and the surroundings, with the explanation."""

from collections.abc import Iterable
from math import isfinite
from typing import Final, TypeAlias

import numpy as np

from navcore.geometry.pieces import Cells, label
from navcore.level.affine import Point, Ring
from navcore.level.model import Agent, Area, Element, Level, Link, Polygon, Profile, Route
from navcore.level.tables import GROUND, MANY
from navcore.report.findings import Found
from navcore.report.pictures import style
from navcore.report.pictures.floor import change_shapes
from navcore.report.pictures.frame import Frame
from navcore.report.pictures.layout import (
    BAND,
    CUT_OFF,
    FLOOR,
    OPEN,
    SHUT,
    Head,
    head_height,
    laid_out,
    mark_at,
)
from navcore.report.pictures.level import level_parts, outline_of
from navcore.report.pictures.shapes import Disc, Part, Pattern, Picture, Shape, Text
from navcore.report.pictures.terrain import terrain_parts
from navcore.world import World

Box: TypeAlias = tuple[float, float, float, float]
"""Least x and z, greatest x and z, metres."""

_CUT_OFF_CODE: Final = "area-cut-off"
"""Code of the rule whose pictures show all the floor that its findings are about."""
_LEAST: Final = 8.0
"""Metres that a picture shows across, at least."""
_MOST: Final = 36.0
"""Most metres that are shown to include elements; larger elements are cut off."""
_AROUND: Final = 2.0
"""Metres of context on each side, at least."""
_NAMED: Final = 6
"""Most elements whose names are shown."""
_LINE: Final = 15.0
"""Pixels from a name to one above it, at least."""
_TRIES: Final = 12
"""Number of lines up and down that are tried to find room for a name."""
_MARKED: Final = 11.0
"""Pixels from the middle of a mark to its edge, casing included."""
_HIGH: Final = 6.0
"""Pixels from the middle of a name up to its edge, halo included."""
_MIDDLE: Final = 4.0
"""Pixels from the baseline of a name to its middle."""


def finding_picture(world: World, found: Found, file: str) -> Picture:
    """Return the picture of a finding about the level of a world.

    Args:
        world: The baked level.
        found: A finding in it.
        file: Path of the level's file to print in the picture.
    """
    level = world.level
    layer = found.layer if found.layer in level.settings.layer_names else GROUND
    items = (level.get(subject.id) for subject in found.elements)
    elements = [one for one in items if isinstance(one, Element)]
    if found.about == MANY:
        elements = [one for one in elements if _is_near(level, found, one)]
    where = "" if layer == GROUND else f" on {layer}"
    head = Head(
        f"{found.severity} {found.code}", found.text,
        f"{file}, at {found.place[0]:.2f}, {found.place[1]:.2f}{where}", found.severity,
    )  # fmt: skip
    width = style.WIDTH
    top = head_height(head, width)
    lost = _cut_off(world, found, layer) if found.code == _CUT_OFF_CODE else None
    box = _box(level, found, elements)
    if lost is not None:
        box = joined_box(box, _with_margin(_bounds_of(world, lost, layer)))
    frame = Frame.around(box, (style.MARGIN, top), width - 2 * style.MARGIN, (360, 688))
    tints: list[Shape] = []
    if lost is not None:
        lattice = world.grid_for(Profile(layer=layer)).lattice
        tints = change_shapes(frame, lattice, lost.astype(np.uint8), {1: Pattern.CUT_OFF})
    parts = level_parts(frame, world, layer, keep=(found.place,), over_floor=tints)
    for element in elements:
        parts += _shown(level, frame, element)
    named = [one for one in elements if not (isinstance(one, Area) and not one.door)]
    mark = frame.to_pixel(found.place)
    parts += _names(frame, level, named[:_NAMED], mark)
    parts += mark_at(*mark, found.severity)
    doors = [a for a in level.areas.values() if a.door and frame.sees(a.polygon)]
    legend = [FLOOR, BAND]
    legend += [CUT_OFF._replace(text="cut off")] if tints else []
    legend += [OPEN] if any(door.available for door in doors) else []
    legend += [SHUT] if not all(door.available for door in doors) else []
    legend += [swatch for swatch, _ in terrain_parts(frame, world, layer)]
    return laid_out(head, frame, parts, legend, width)


def points_of(level: Level, element: Element) -> Ring:
    """Return the known places of an element, metres."""
    return tuple(one for one in _points_of(level, element) if isfinite(one[0] + one[1]))


def _points_of(level: Level, element: Element) -> Ring:
    if isinstance(element, Polygon):
        return element.polygon
    if isinstance(element, Link):
        return element.points
    if isinstance(element, Agent):
        return (element.position, *_stops(level, element))
    if isinstance(element, Route):
        return element.goals
    if element.anchor is not None:
        return (element.anchor,)
    ends = [level.get(one) for one in element.references]
    return tuple(one.anchor for one in ends if isinstance(one, Element) and one.anchor is not None)


def _stops(level: Level, agent: Agent) -> Ring:
    """Return the stops of an agent."""
    if agent.route is None:
        return agent.goals
    route = level.get(agent.route)
    return route.goals if isinstance(route, Route) else ()


def _is_near(level: Level, found: Found, element: Element) -> bool:
    """Return whether an element has a place that the picture of the finding may show."""
    x, z = found.place
    return any(max(abs(u - x), abs(v - z)) <= _MOST / 4 for u, v in points_of(level, element))


def _box(level: Level, found: Found, elements: Iterable[Element]) -> Box:
    """Return the shown box: the place, and as many elements as fit."""
    x, z = found.place
    box = (x, z, x, z)
    for element in elements:
        points = points_of(level, element)
        wider = joined_box(box, points)
        if max(wider[2] - wider[0], wider[3] - wider[1]) > _MOST:
            half = _MOST / 2
            near = [p for p in points if abs(p[0] - x) <= half and abs(p[1] - z) <= half]
            wider = joined_box(box, near)
        if max(wider[2] - wider[0], wider[3] - wider[1]) <= _MOST:
            box = wider
    (min_x, min_z), (max_x, max_z) = _with_margin(box)
    more_x = max(0.0, _LEAST - (max_x - min_x)) / 2
    more_z = max(0.0, _LEAST - (max_z - min_z)) / 2
    return (min_x - more_x, min_z - more_z, max_x + more_x, max_z + more_z)


def _with_margin(box: Box) -> tuple[Point, Point]:
    """Return the lowest and the highest corner of a box with context on each side."""
    around = max(_AROUND, 0.12 * max(box[2] - box[0], box[3] - box[1]))
    return (box[0] - around, box[1] - around), (box[2] + around, box[3] + around)


def _cut_off(world: World, found: Found, layer: str) -> Cells | None:
    """Return the walkable cells that are connected to the place of a finding; None without any."""
    grid = world.grid_for(Profile(layer=layer))
    labels, _ = label(grid.padded[1:-1, 1:-1] > 0)
    column, row = grid.lattice.cell_of(*found.place)
    if not (0 <= row < labels.shape[0] and 0 <= column < labels.shape[1]):
        return None
    own = labels[row, column]
    return labels == own if own else None


def _bounds_of(world: World, cells: Cells, layer: str) -> Box:
    """Return the bounding box of cells, metres."""
    lattice = world.grid_for(Profile(layer=layer)).lattice
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    side = lattice.cell_size
    return (
        lattice.min_x + float(columns[0]) * side, lattice.min_z + float(rows[0]) * side,
        lattice.min_x + float(columns[-1] + 1) * side, lattice.min_z + float(rows[-1] + 1) * side,
    )  # fmt: skip


def joined_box(box: Box, points: Iterable[Point]) -> Box:
    """Return the bounding box of a box and points."""
    every = [(box[0], box[1]), (box[2], box[3]), *points]
    xs, zs = [x for x, _ in every], [z for _, z in every]
    return (min(xs), min(zs), max(xs), max(zs))


def _shown(level: Level, frame: Frame, element: Element) -> list[Part]:
    """Return the parts that highlight an element of the finding."""
    if isinstance(element, Polygon):
        return outline_of(frame, element.polygon, style.ACCENT)
    points = points_of(level, element)
    if not points:
        return []
    parts: list[Part] = []
    if len(points) > 1 and not isinstance(element, Link):
        lines = (frame.to_pixels(points),)
        parts += [
            Shape(lines, closed=False, line=style.OUTSIDE, width=4.0),
            Shape(lines, closed=False, line=style.PATH, width=1.5, dash=(2.0, 4.0)),
        ]
    x, y = frame.to_pixel(points[0])
    radius = _radius(frame, element)
    parts += [
        Disc(x, y, radius, line=style.OUTSIDE, width=4.0),
        Disc(x, y, radius, line=style.ACCENT, width=2.0),
    ]
    return parts


def _radius(frame: Frame, element: Element) -> float:
    """Pixels from the middle of an element to the ring around it."""
    body = element.radius if isinstance(element, Agent) else 0.0
    return max(8.0, body * frame.scale + 3.0)


def _names(
    frame: Frame, level: Level, elements: Iterable[Element], mark: tuple[float, float]
) -> Iterable[Text]:
    """Return the names of elements, above them and clear of each other and of the mark, a pixel."""
    taken: list[tuple[float, float, float, float]] = []
    left, top, width, height = frame.pixels
    highest, lowest = top + 16, top + height - 8
    for element in elements:
        points = points_of(level, element)
        if not element.name or not points:
            continue
        ring = frame.to_pixels(points if isinstance(element, Polygon) else points[:1])
        half = len(element.name) * 3.4
        x = min(max(float(ring[:, 0].mean()), left + half + 4), left + width - half - 4)
        above = 8.0 if isinstance(element, Polygon) else _radius(frame, element) + 6.0
        y = min(max(float(ring[:, 1].min()) - above, highest), lowest)
        blocks = [*taken, (mark[0], mark[1] + _MIDDLE, _MARKED, _MARKED + _HIGH)]
        if not _is_free(x, y, half, blocks):
            # As near as there is room: below first, then above.
            places = [y + sign * _LINE * n for n in range(1, _TRIES) for sign in (1, -1)]
            seen = (at for at in places if highest <= at <= lowest)
            y = next((at for at in seen if _is_free(x, at, half, blocks)), y)
        taken.append((x, y, half, _LINE))
        yield Text(x, y, element.name, style.SMALL, style.ACCENT, "middle", halo=style.OUTSIDE)


def _is_free(
    x: float, y: float, half: float, blocks: Iterable[tuple[float, float, float, float]]
) -> bool:
    """Return whether a name at a pixel keeps clear of blocks, given by middles and extents."""
    return not any(abs(x - u) < half + across and abs(y - v) < up for u, v, across, up in blocks)
