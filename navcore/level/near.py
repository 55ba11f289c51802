"""The edges of polygons near a place, locked ones too: what places snap to."""

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from navcore.geometry.edge_bounds import edges_touching
from navcore.geometry.polygons import nearest_on_segment
from navcore.level.model import Area, Obstacle, Point, Ring
from navcore.level.pick import PickIndex

MOST_ELEMENTS: Final = 64
"""Of more elements about a place, those with the nearest bounds count."""


@dataclass(frozen=True, slots=True)
class NearEdge:
    """An edge of a polygon, from corner `index` to the next one, and how near it is."""

    element: int
    index: int
    corners: int
    """How many the polygon has."""
    start: Point
    end: Point
    place: Point
    """Its point nearest to the question."""
    distance: float
    """From there, metres."""

    @property
    def following(self) -> int:
        """The number of the corner that it ends at."""
        return (self.index + 1) % self.corners


def edges_near(
    index: PickIndex, point: Point, reach: float, *, most: int, skip: Collection[int] = ()
) -> list[NearEdge]:
    """The edges within `reach` metres of the point, nearest first; no more than `most`."""
    found: list[NearEdge] = []
    for element_id in index.around(point, reach, MOST_ELEMENTS, skip):
        element = index.level.get(element_id)
        if isinstance(element, Area | Obstacle):
            found.extend(_near_of(element_id, element.polygon, point, reach))
    found.sort(key=lambda edge: edge.distance)
    return found[:most]


def _near_of(element_id: int, ring: Ring, point: Point, reach: float) -> list[NearEdge]:
    edges: list[NearEdge] = []
    count = len(ring)
    x, z = point
    for number in edges_touching(ring, (x - reach, z - reach, x + reach, z + reach)):
        start, end = ring[number], ring[(number + 1) % count]
        place = nearest_on_segment(point, start, end)
        distance = math.dist(place, point)
        if distance <= reach:
            edges.append(NearEdge(element_id, number, count, start, end, place, distance))
    return edges
