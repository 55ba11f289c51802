"""Moving, inserting and removing corners of polygons.

An outline that is edited by hand is no longer what its `shape` says; the parameters go.
"""

import math
from collections.abc import Collection, Mapping

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.geometry.polygons import is_flat
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Point
from navcore.level.naming import called


def move_corners(level: Level, corners: Mapping[int, Collection[int]], vector: Point) -> Edit:
    """Corners moved by `vector`, metres; `corners` maps ids of polygons to corner indices.

    Raises:
        KeyError: if an id is not that of a polygon of the level.
        IndexError: if a polygon has no such corner.
        NavcoreError: if the vector is not finite, or an outline would enclose nothing.
    """
    dx, dz = (float(part) for part in vector)
    if not (math.isfinite(dx) and math.isfinite(dz)):
        message = f"A move must be finite, not {dx}, {dz}."
        raise NavcoreError(message)
    changed: list[Area | Obstacle] = []
    for element_id, indices in corners.items():
        element = polygon_of(level, element_id)
        ring = list(element.polygon)
        for index in _checked(element, indices):
            ring[index] = (ring[index][0] + dx, ring[index][1] + dz)
        if ring == list(element.polygon):
            continue
        if is_flat(ring):
            message = f"Here {called([element])} would enclose nothing."
            raise NavcoreError(message)
        changed.append(replace(element, polygon=tuple(ring), shape=None))
    count = sum(len(set(indices)) for indices in corners.values())
    return Edit.put(level, changed, f"Move {_corners_of(changed, count)}")


def insert_corner(level: Level, element_id: int, edge: int, point: Point) -> Edit:
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
        message = f"A corner must be finite, not {x}, {z}."
        raise NavcoreError(message)
    ring = (*element.polygon[: edge + 1], (x, z), *element.polygon[edge + 1 :])
    changed = replace(element, polygon=ring, shape=None)
    return Edit.put(level, [changed], f"Add a corner to {called([element])}")


def delete_corners(level: Level, corners: Mapping[int, Collection[int]]) -> Edit:
    """Polygons without these corners; one that would enclose nothing any more is removed.

    Raises:
        KeyError: if an id is not that of a polygon of the level.
        IndexError: if a polygon has no such corner.
    """
    items: dict[int, Area | Obstacle | None] = {}
    touched: list[Area | Obstacle] = []
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
        return Edit.change(level, items, f"Delete {called(touched)}")
    return Edit.change(level, items, f"Delete {_corners_of(touched, count)}")


def polygon_of(level: Level, element_id: int) -> Area | Obstacle:
    """The polygon with this id.

    Raises:
        KeyError: if there is none.
    """
    found = level.areas.get(element_id) or level.obstacles.get(element_id)
    if found is None:
        raise KeyError(element_id)
    return found


def _checked(element: Area | Obstacle, indices: Collection[int]) -> list[int]:
    for index in indices:
        if not 0 <= index < len(element.polygon):
            message = (
                f"{called([element])} has corners 0 to {len(element.polygon) - 1}, not {index}"
            )
            raise IndexError(message)
    return sorted(set(indices))


def _corners_of(elements: list[Area | Obstacle], count: int) -> str:
    corners = "a corner" if count == 1 else f"{count} corners"
    return f"{corners} of {called(elements)}" if elements else corners
