"""The edges of polygons near a place, locked ones too: what places snap to.

Outlines are kept as arrays from question to question, so that rings of thousands of corners
cost no more than small ones.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.geometry.polygons import nearest_on_segment
from navcore.level.model import Area, Obstacle, Point, Ring
from navcore.level.pick import PickIndex

MOST_ELEMENTS: Final = 64
"""Of more elements about a place, those with the nearest bounds count."""

_KEPT: Final = 256
"""Outlines that are kept as arrays."""

Floats = npt.NDArray[np.float64]


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
    for number in _candidates(ring, point, reach):
        start, end = ring[number], ring[(number + 1) % count]
        place = nearest_on_segment(point, start, end)
        distance = math.dist(place, point)
        if distance <= reach:
            edges.append(NearEdge(element_id, number, count, start, end, place, distance))
    return edges


_FEW: Final = 24
"""So many corners are asked one by one as fast as all at once."""


def _candidates(ring: Ring, point: Point, reach: float) -> list[int]:
    """Numbers of the edges whose bounds come within reach."""
    if len(ring) <= _FEW:
        return list(range(len(ring)))
    bounds = _BOUNDS.of(ring)
    x, z = point
    near = bounds[0] <= x + reach
    near &= bounds[1] <= z + reach
    near &= bounds[2] >= x - reach
    near &= bounds[3] >= z - reach
    numbers: list[int] = np.flatnonzero(near).tolist()
    return numbers


class _Bounds:
    """The bounds of the edges of long rings: made when asked for, kept for a while."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Ring, Floats]] = {}

    def of(self, ring: Ring) -> Floats:
        """Least x and z, greatest x and z of each edge, as four rows."""
        # The ring is kept with them: as long as it lives, nothing else has its identity.
        known = self._kept.get(id(ring))
        if known is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            ends = np.array(ring, np.float64)
            after = np.roll(ends, -1, axis=0)
            rows = np.vstack([np.minimum(ends, after).T, np.maximum(ends, after).T])
            known = self._kept[id(ring)] = (ring, np.ascontiguousarray(rows))
        return known[1]


_BOUNDS: Final = _Bounds()
