"""The doors that a path leads through."""

from collections.abc import Sequence
from itertools import pairwise
from math import dist

import numpy as np

from navcore.geometry.polygons import contains, segments_meet
from navcore.level.model import Area, Level, Point, Ring
from navcore.level.tables import GROUND
from navcore.path.result import PathResult

__all__ = ["doors_passed"]


def doors_passed(level: Level, path: PathResult, layer: str = GROUND) -> tuple[Area, ...]:
    """Return the doors that a path leads through, in the order in which it comes to them.

    A door that it passes twice stands there once. Where a path only grazes the corner of a door,
    that counts, too: the agent is in it.

    Args:
        level: Where the path was found.
        path: With or without points.
        layer: The storey of a path that names none itself.
    """
    found: dict[int, Area] = {}
    doors = [area for area in level.areas.values() if area.door]
    if not doors:
        return ()
    boxes = np.array([_bounds_of(door.polygon) for door in doors])
    for walk in path.walks:
        on = walk.layer or layer
        stops: list[Point] = [(float(x), float(z)) for x, z in walk.stops]
        for a, b in pairwise(stops):
            least, most = np.minimum(a, b), np.maximum(a, b)
            near = (boxes[:, :2] <= most).all(axis=1) & (boxes[:, 2:] >= least).all(axis=1)
            here = [doors[number] for number in np.flatnonzero(near).tolist()]
            here = [door for door in here if level.settings.layer_of(door) == on]
            found |= {door.id: door for door in _met(here, a, b) if door.id not in found}
    return tuple(found.values())


def _met(doors: Sequence[Area], a: Point, b: Point) -> list[Area]:
    """Those of some doors that a segment leads through, the nearest to its start first."""
    met = [(_entered(door, a, b), door) for door in doors]
    known = [(away, door) for away, door in met if away is not None]
    return [door for _, door in sorted(known, key=lambda one: (one[0], one[1].id))]


def _entered(door: Area, a: Point, b: Point) -> float | None:
    """How far from its start a segment is in a door first, metres; None: never."""
    if contains(door.polygon, a):
        return 0.0
    ring = door.polygon
    places = (segments_meet(a, b, c, d) for c, d in pairwise((*ring, ring[0])))
    return min((dist(a, place) for place in places if place is not None), default=None)


def _bounds_of(ring: Ring) -> tuple[float, float, float, float]:
    """Return least x, least z, greatest x, greatest z of an outline."""
    across, along = zip(*ring, strict=True)
    return (min(across), min(along), max(across), max(along))
