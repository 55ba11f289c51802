"""Mirror elements about a line: in place, or as copies that complete a half.

The line is given by two points, metres. Everything that belongs to an element is mirrored with it:
outline, shape, facing, and handles such as an agent's goals.
"""

import math
from collections.abc import Collection, Sequence
from typing import Final, TypeVar

import numpy as np
from msgspec.structs import replace

from navcore.geometry import boolean
from navcore.geometry.polygons import area_of, nearest_on_ring
from navcore.i18n import tr
from navcore.level.affine import Affine, Ring
from navcore.level.bodies import Body
from navcore.level.companions import copied_with
from navcore.level.edit import Edit
from navcore.level.kinds import words_of
from navcore.level.model import Element, Item, Level, Point, Polygon
from navcore.level.naming import NewId, called
from navcore.level.operations.paste import Copier
from navcore.level.operations.shapes import middle_of, radius_of, shape_of
from navcore.level.operations.transform import all_moved
from navcore.level.pick import pick_index
from navcore.level.points import box_around
from navcore.level.states import copied_states

SAME: Final = 1e-3
"""Distance in metres up to which a mirrored element coincides with an existing one."""

_FEW: Final = 200

_PolygonT = TypeVar("_PolygonT", bound=Polygon)


def mirror(level: Level, ids: Collection[int], start: Point, end: Point) -> Edit:
    """Mirror the elements in place about the line through two points.

    Outlines that coincide with their image stay as they are.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if a point is not finite, or both are the same.
    """
    affine = Affine.reflection(start, end)
    elements = [level.element(element_id) for element_id in ids]
    changed = [
        image
        for element, image in zip(elements, all_moved(elements, affine, handles=True), strict=True)
        if not (isinstance(element, Polygon) and _coincide(level, element, affine, element))
    ]
    return Edit.put(level, changed, tr("Mirror {0}").format(called(elements)) if changed else "")


def mirror_copies(
    level: Level,
    ids: Collection[int],
    start: Point,
    end: Point,
    new_id: NewId,
    *,
    join: bool = False,
) -> Edit:
    """Mirror copies of the elements about the line through two points; the originals stay.

    A copy that coincides with an element of its kind is not made, so that elements on the line are
    not doubled, nor is anything when the same line is used again. Copies get the next free names,
    and refer to copies if there are some.

    Args:
        level: The level.
        ids: The elements to mirror.
        start: A point of the line, metres.
        end: Another point of the line, metres.
        new_id: Draws ids of the copies.
        join: Whether to unite an outline that meets its image at the line with the image, under its
            own id and name. Outlines that would enclose a hole, walls and circles stay apart.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if a point is not finite, or both are the same.
    """
    affine, wanted = Affine.reflection(start, end), set(ids)
    elements = copied_with(level, wanted)
    twins: dict[int, int] = {}
    joined: list[Element] = []
    for element in elements:
        twin = _image_of(level, element, affine)
        if twin is not None:
            twins[element.id] = twin
        elif join and isinstance(element, Polygon) and not element.locked:
            whole = _joined(element, affine, start, end)
            if whole is not None:
                joined.append(whole)
                twins[element.id] = element.id
    rest = [element for element in elements if element.id not in twins]
    copier = Copier(level, new_id)
    pairs = copier.copies(rest, affine, handles=True, twins=twins)
    made: list[Item] = [*joined, *(copy for _, copy in pairs), *copied_states(level, pairs)]
    label = (
        tr("Mirror a copy of {0}").format(called(e for e in elements if e.id in wanted))
        if made
        else ""
    )
    return Edit.put(level, made, label).copying(pairs)


def _image_of(level: Level, element: Element, affine: Affine) -> int | None:
    """Return the id of the element at the image of this one, itself first; None if none."""
    body = element.body(level.get)
    if body is None:
        return None
    if _coincide(level, element, affine, element):
        return element.id
    x0, z0, x1, z1 = box_around(affine.ring(tuple(body.trace)))
    near = pick_index(level).touching_box(x0 - SAME, z0 - SAME, x1 + SAME, z1 + SAME)
    for element_id in near:
        other = level.element(element_id)
        if _coincide(level, element, affine, other):
            return element_id
    return None


def _coincide(level: Level, element: Element, affine: Affine, other: Element) -> bool:
    """Return whether an element of the same kind is at the image of another, within `SAME`."""
    if element.layer != other.layer or words_of(element) != words_of(other):
        return False
    body, there = element.body(level.get), other.body(level.get)
    if body is None or there is None or abs(body.girth - there.girth) > SAME:
        return False
    if shape_of(element) == "circle" and shape_of(other) == "circle":
        away = math.dist(affine(middle_of(element)), middle_of(other))
        return max(away, abs(radius_of(element) - radius_of(other))) <= SAME
    image = affine.ring(tuple(body.trace))
    if not _near(box_around(image), box_around(there.trace)):
        return False
    return _same_outline(image, there) if isinstance(there, Polygon) else _same_line(image, there)


def _same_outline(ring: Ring, other: Polygon) -> bool:
    """Return whether two outlines run along each other; corners on straight sides don't count.

    They do count in outlines of more than `_FEW` corners: looking for each along the other would
    take seconds.
    """
    if max(len(ring), len(other.polygon)) > _FEW:
        return _same_corners(ring, other.polygon)
    apart = abs(area_of(ring) - area_of(other.polygon))
    across = math.dist(*_diagonal(ring))
    return (
        apart <= SAME * (across + SAME) * 4
        and all(other.distance(corner) <= SAME for corner in ring)
        and all(math.dist(nearest_on_ring(ring, c)[1], c) <= SAME for c in other.polygon)
    )


def _same_corners(ring: Ring, other: Ring) -> bool:
    """Return whether two rings have the same corners, whatever their start and direction."""
    if len(ring) != len(other):
        return False
    here, there = np.array(ring), np.array(other)
    firsts = np.flatnonzero(np.hypot(*(there - here[0]).T) <= SAME).tolist()
    return any(
        np.hypot(*(np.roll(way, -first, axis=0) - here).T).max() <= SAME
        for number in firsts
        for way, first in ((there, number), (there[::-1], len(other) - 1 - number))
    )


def _same_line(line: Ring, other: Body) -> bool:
    """Return whether two lines have the same points, from either end."""
    trace = tuple(other.trace)
    return len(line) == len(trace) and any(
        all(math.dist(a, b) <= SAME for a, b in zip(line, way, strict=True))
        for way in (trace, trace[::-1])
    )


def _joined(element: _PolygonT, affine: Affine, start: Point, end: Point) -> _PolygonT | None:
    """Return the union of an outline and its image; None if they don't meet, or leave a hole."""
    ring = element.polygon
    if shape_of(element) in {"wall", "circle"} or not _reaches(ring, start, end):
        return None
    if not boolean.is_simple(ring):
        return None
    whole = boolean.union_without_holes([ring, affine.ring(ring)])
    return None if whole is None else replace(element, polygon=whole, shape=None)


def _reaches(ring: Ring, start: Point, end: Point) -> bool:
    """Return whether a ring touches or crosses the line through two points."""
    (x, z), length = start, math.dist(start, end)
    dx, dz = (end[0] - x) / length, (end[1] - z) / length
    sides = [(px - x) * dz - (pz - z) * dx for px, pz in ring]
    return min(sides) <= SAME and max(sides) >= -SAME


def _diagonal(ring: Ring) -> tuple[Point, Point]:
    x0, z0, x1, z1 = box_around(ring)
    return (x0, z0), (x1, z1)


def _near(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) <= SAME for a, b in zip(one, other, strict=True))
