"""Edges of long outlines found by their bounds; outlines are kept as arrays for a while.

A ring of thousands of corners is asked about at every move of the mouse, and is the same
object each time: its arrays are made once.
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
"""So many edges are asked one by one as fast as all at once."""

_KEPT: Final = 100_000
"""Corners of rings that are kept."""

Made = TypeVar("Made")


def edges_touching(ring: Ring, box: Box) -> list[int]:
    """Numbers of the edges whose bounds touch the box; of a short ring, all of them."""
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
    """Where one of these edges of a closed outline meets another edge, and its number, or None.

    Neighbours meet only where one folds back onto the other.
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
    """What is made of rings: made when first asked for, kept for a while, found by identity.

    Comparing rings, or hashing them, would take as long as their corners are many.
    """

    def __init__(self, make: Callable[[Ring], Made]) -> None:
        """`make` makes it."""
        self._make = make
        self._kept: dict[int, tuple[Ring, Made]] = {}
        self._corners = 0

    def of(self, ring: Ring) -> Made:
        """What is made of a ring."""
        # The ring is kept with it: as long as it lives, nothing else has its identity.
        known = self._kept.get(id(ring))
        if known is None:
            if self._corners > _KEPT:
                self._kept.clear()
                self._corners = 0
            self._corners += len(ring)
            known = self._kept[id(ring)] = (ring, self._make(ring))
        return known[1]


def _bounds(ring: Ring) -> npt.NDArray[np.float64]:
    """Least x and z, greatest x and z of all edges, as four rows."""
    flat = np.fromiter(chain.from_iterable(ring), np.float64, 2 * len(ring))
    corners = flat.reshape(-1, 2).T
    after = np.roll(corners, -1, axis=1)
    return np.vstack([np.minimum(corners, after), np.maximum(corners, after)])


_BOUNDS: Final = ByRing(_bounds)
