"""Find edges of long outlines by their bounds; caches of values derived from outlines.

Every move of the mouse queries rings of thousands of corners, and each time the same objects: so
their arrays are made once.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Final, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from navcore.geometry.polygons import Point, Ring, crossing_of, segments_meet

Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z."""

FEW: Final = 24
"""Number of edges up to which testing them one by one is as fast as testing an array."""

_KEPT: Final = 100_000
"""Maximum number of corners of rings in a cache."""

Made = TypeVar("Made")


def edges_touching(ring: Ring, box: Box) -> list[int]:
    """Return the indices of the edges with bounds that touch the box; all of a short ring."""
    if len(ring) <= FEW:
        return list(range(len(ring)))
    low_x, low_z, high_x, high_z = _BOUNDS.of(ring)
    near = low_x <= box[2]
    near &= low_z <= box[3]
    near &= high_x >= box[0]
    near &= high_z >= box[1]
    numbers: list[int] = np.flatnonzero(near).tolist()
    return numbers


def crossing_among(ring: Ring, edges: Iterable[int]) -> tuple[Point, int] | None:
    """Find the first of these edges of a closed outline that meets another edge.

    Returns a place where they meet and the index of the edge, or None. Neighbouring edges meet
    only if one folds back onto the other.
    """
    for edge in edges:
        place = _crossing(ring, edge)
        if place is not None:
            return place, edge
    return None


def _crossing(ring: Ring, edge: int) -> Point | None:
    count = len(ring)
    if count <= FEW:
        return crossing_of(ring, edge, closed=True)
    a, b = ring[edge], ring[(edge + 1) % count]
    box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
    for other in edges_touching(ring, box):
        if other == edge:
            continue
        c, d = ring[other], ring[(other + 1) % count]
        if other == (edge + 1) % count:
            place = crossing_of((a, b, d), 0, closed=False)
        elif edge == (other + 1) % count:
            place = crossing_of((c, a, b), 1, closed=False)
        else:
            place = segments_meet(a, b, c, d)
        if place is not None:
            return place
    return None


class ByRing(Generic[Made]):
    """Cache of values derived from rings, with the identity of a ring as key.

    Comparing or hashing rings would take time proportional to their corners.
    """

    def __init__(self, make: Callable[[Ring], Made]) -> None:
        """Start empty; `make` computes the value for a ring."""
        self._make = make
        self._kept: dict[int, tuple[Ring, Made]] = {}
        self._corners = 0

    def of(self, ring: Ring) -> Made:
        """Return the value for a ring."""
        # The cache holds the ring itself, so no other object can have its identity.
        known = self._kept.get(id(ring))
        if known is None:
            if self._corners > _KEPT:
                self._kept.clear()
                self._corners = 0
            self._corners += len(ring)
            known = self._kept[id(ring)] = (ring, self._make(ring))
        return known[1]


def _bounds(ring: Ring) -> npt.NDArray[np.float64]:
    """Return least x, least z, greatest x and greatest z of all edges, as four rows."""
    flat = np.fromiter(chain.from_iterable(ring), np.float64, 2 * len(ring))
    corners = flat.reshape(-1, 2).T
    after = np.roll(corners, -1, axis=1)
    return np.vstack([np.minimum(corners, after), np.maximum(corners, after)])


_BOUNDS: Final = ByRing(_bounds)
