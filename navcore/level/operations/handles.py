"""Moving, inserting and removing corners of polygons.

An outline that is edited by hand is no longer what its `shape` says; the parameters go.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.geometry.polygons import is_flat
from navcore.i18n import several, tr
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Polygon, Ring
from navcore.level.naming import called

IN_ONE_PLACE: Final = 1e-9
"""Metres up to which two corners lie in one place."""


def move_handles(level: Level, corners: Mapping[int, Collection[int]], vector: Point) -> Edit:
    """Corners moved by `vector`, metres; `corners` maps ids of polygons to corner indices.

    Raises:
        KeyError: if an id is not that of a polygon of the level.
        IndexError: if a polygon has no such corner.
        NavcoreError: if the vector is not finite, or an outline would enclose nothing.
    """
    return _moved(level, corners, vector, {})


def drag_handles(
    level: Level, corners: Mapping[int, Collection[int]], start: Point, end: Point
) -> Edit:
    """Corners moved from `start` to `end`: those that stand at `start` land exactly on `end`.

    Raises:
        KeyError: if an id is not that of a polygon of the level.
        IndexError: if a polygon has no such corner.
        NavcoreError: if a place is not finite, or an outline would enclose nothing.
    """
    vector = (end[0] - start[0], end[1] - start[1])
    return _moved(level, corners, vector, {start: (float(end[0]), float(end[1]))})


def _moved(
    level: Level,
    corners: Mapping[int, Collection[int]],
    vector: Point,
    exact: Mapping[Point, Point],
) -> Edit:
    dx, dz = (float(part) for part in vector)
    if not (math.isfinite(dx) and math.isfinite(dz)):
        message = tr("A move must be finite, not {0}, {1}.").format(dx, dz)
        raise NavcoreError(message)
    changed: list[Polygon] = []
    for element_id, indices in corners.items():
        element = polygon_of(level, element_id)
        ring = list(element.polygon)
        for index in _checked(element, indices):
            x, z = ring[index]
            ring[index] = exact.get((x, z)) or (_sum(x, dx), _sum(z, dz))
        if ring == list(element.polygon):
            continue
        changed.append(_reshaped(element, tuple(ring)))
    count = sum(len(set(indices)) for indices in corners.values())
    return Edit.put(level, changed, _label_of_move(changed, count))


def replace_handles(
    level: Level, element_id: int, indices: Collection[int], places: Sequence[Point]
) -> Edit:
    """Other corners, at these places, where a polygon has corners now.

    As many places as corners take their places one by one; else all of them stand where the
    first of the corners was, and without corners, at the end.

    Raises:
        KeyError: if the id is not that of a polygon of the level.
        IndexError: if the polygon has no such corner.
        NavcoreError: if a place is not finite, or the outline would enclose nothing.
    """
    element = polygon_of(level, element_id)
    _checked(element, indices)
    for x, z in places:
        if not (math.isfinite(x) and math.isfinite(z)):
            message = tr("A corner must be finite, not {0}, {1}.").format(x, z)
            raise NavcoreError(message)
    ring, _ = replaced(element.polygon, indices, places)
    if len(places) == 1:
        label = tr("Set a corner of {0}").format(called([element]))
    else:
        label = tr("Set {0} corners of {1}").format(len(places), called([element]))
    if ring == element.polygon:
        return Edit(label=label)
    return Edit.put(level, [_reshaped(element, ring)], label)


def replaced(
    places: Sequence[Point], numbers: Collection[int], new: Sequence[Point]
) -> tuple[Ring, frozenset[int]]:
    """Places with `new` ones instead of those with these numbers, and the new ones' numbers."""
    gone = sorted(set(numbers))
    if len(gone) == len(new):
        changes = dict(zip(gone, new, strict=True))
        return tuple(changes.get(n, place) for n, place in enumerate(places)), frozenset(gone)
    first = gone[0] if gone else len(places)
    rest = tuple(place for n, place in enumerate(places) if n > first and n not in gone)
    ring = (*places[:first], *new, *rest)
    return ring, frozenset(range(first, first + len(new)))


def merge_handles(level: Level, corners: Mapping[int, Collection[int]]) -> Edit:
    """Polygons without those of these corners that lie on a neighbour: a corner dropped on it.

    Raises:
        KeyError: if an id is not that of a polygon of the level.
        IndexError: if a polygon has no such corner.
    """
    changed: list[Polygon] = []
    for element_id, indices in corners.items():
        element = polygon_of(level, element_id)
        kept = list(range(len(element.polygon)))
        for index in _checked(element, indices):
            at = kept.index(index)
            beside = {kept[at - 1], kept[(at + 1) % len(kept)]}
            if len(kept) > 3 and any(_same(element, index, other) for other in beside):
                del kept[at]
        if len(kept) < len(element.polygon):
            ring = tuple(element.polygon[index] for index in kept)
            changed.append(replace(element, polygon=ring, shape=None))
    return Edit.put(level, changed)


def _same(element: Polygon, one: int, other: int) -> bool:
    return math.dist(element.polygon[one], element.polygon[other]) <= IN_ONE_PLACE


def _sum(one: float, other: float) -> float:
    """The sum, without the dust that binary fractions leave behind decimal ones."""
    total = one + other
    decimal = round(total, 9)
    dust = 2 * math.ulp(max(abs(one), abs(other), abs(total)))
    return decimal + 0.0 if abs(decimal - total) <= dust else total


def _reshaped(element: Polygon, ring: Ring) -> Polygon:
    """The element with another outline; its parameters go.

    Raises:
        NavcoreError: if the outline encloses nothing.
    """
    if is_flat(ring):
        message = tr("Here {0} would enclose nothing.").format(called([element]))
        raise NavcoreError(message)
    return replace(element, polygon=ring, shape=None)


def insert_handle(level: Level, element_id: int, edge: int, point: Point) -> Edit:
    """A corner more: `point` between corner `edge` and the next one, under index `edge + 1`.

    Raises:
        KeyError: if the id is not that of a polygon of the level.
        IndexError: if the polygon has no such edge.
        NavcoreError: if the point is not finite.
    """
    element = polygon_of(level, element_id)
    (edge,) = _checked(element, [edge])
    x, z = (float(part) for part in point)
    if not (math.isfinite(x) and math.isfinite(z)):
        message = tr("A corner must be finite, not {0}, {1}.").format(x, z)
        raise NavcoreError(message)
    ring = (*element.polygon[: edge + 1], (x, z), *element.polygon[edge + 1 :])
    changed = replace(element, polygon=ring, shape=None)
    label = tr("Add a corner to {0}").format(called([element]))
    return Edit.put(level, [changed], label)


def delete_handles(level: Level, corners: Mapping[int, Collection[int]]) -> Edit:
    """Polygons without these corners; one that would enclose nothing any more is removed.

    Raises:
        KeyError: if an id is not that of a polygon of the level.
        IndexError: if a polygon has no such corner.
    """
    items: dict[int, Polygon | None] = {}
    touched: list[Polygon] = []
    for element_id, indices in corners.items():
        element = polygon_of(level, element_id)
        gone = set(_checked(element, indices))
        if not gone:
            continue
        touched.append(element)
        ring = tuple(c for index, c in enumerate(element.polygon) if index not in gone)
        items[element_id] = None if is_flat(ring) else replace(element, polygon=ring, shape=None)
    count = sum(len(set(indices)) for indices in corners.values())
    if touched and not any(items.values()):
        return Edit.change(level, items, tr("Delete {0}").format(called(touched)))
    return Edit.change(level, items, _label_of_delete(touched, count))


def polygon_of(level: Level, element_id: int) -> Polygon:
    """The polygon with this id.

    Raises:
        KeyError: if there is none.
    """
    found = level.areas.get(element_id) or level.obstacles.get(element_id)
    if found is None:
        raise KeyError(element_id)
    return found


def _checked(element: Polygon, indices: Collection[int]) -> list[int]:
    for index in indices:
        if not 0 <= index < len(element.polygon):
            message = (
                f"{called([element])} has corners 0 to {len(element.polygon) - 1}, not {index}"
            )
            raise IndexError(message)
    return sorted(set(indices))


def _label_of_move(elements: list[Polygon], count: int) -> str:
    if not elements:
        return several(count, "Move a corner", "Move {0} corners")
    if count == 1:
        return tr("Move a corner of {0}").format(called(elements))
    return tr("Move {0} corners of {1}").format(count, called(elements))


def _label_of_delete(elements: list[Polygon], count: int) -> str:
    if not elements:
        return several(count, "Delete a corner", "Delete {0} corners")
    if count == 1:
        return tr("Delete a corner of {0}").format(called(elements))
    return tr("Delete {0} corners of {1}").format(count, called(elements))
