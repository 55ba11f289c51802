"""What lies under a point or in a box.

Locked elements, and those that the caller leaves out, are never taken. Tolerances are metres:
screen pixels times metres per pixel. An index is built once for a level, 5,000 polygons in
some milliseconds, and asked at every move of the mouse.
"""

import math
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.geometry.polygons import contains, nearest_on_ring
from navcore.level.model import Agent, Area, Level, Obstacle, Point


@dataclass(frozen=True, slots=True)
class CornerHit:
    """A corner of a polygon."""

    element: int
    index: int
    place: Point


@dataclass(frozen=True, slots=True)
class EdgeHit:
    """An edge of a polygon, from corner `index` to the next, and its point nearest the query."""

    element: int
    index: int
    place: Point


class PickIndex:
    """Bounds of everything in a level, as arrays.

    Elements stand in drawing order. Results go from the smallest element to the largest; of
    two equal ones, what is drawn later comes first.
    """

    def __init__(self, level: Level) -> None:
        """The index of this level."""
        self.level: Final = level
        self._elements: Final = list(level.elements())
        self._ids: Final = np.array([e.id for e in self._elements], np.int64)
        self._number_of: Final = {e.id: number for number, e in enumerate(self._elements)}
        self._free: Final = np.array([not e.locked for e in self._elements], bool)
        rings = [(e.position,) if isinstance(e, Agent) else e.polygon for e in self._elements]
        sizes = np.array([len(ring) for ring in rings], np.int64)
        flat = chain.from_iterable(chain.from_iterable(rings))
        self._corners: Final = np.fromiter(flat, np.float64, 2 * int(sizes.sum())).reshape(-1, 2)
        self._owner: Final = np.repeat(np.arange(len(rings)), sizes)
        self._first: Final = np.cumsum(sizes) - sizes
        if rings:
            lows = np.minimum.reduceat(self._corners, self._first)
            highs = np.maximum.reduceat(self._corners, self._first)
        else:
            lows = highs = np.empty((0, 2))
        grow = np.array([e.radius if isinstance(e, Agent) else 0.0 for e in self._elements])
        # Columns of their own: four contiguous comparisons are all that most questions cost.
        self._min_x: Final = lows[:, 0] - grow
        self._min_z: Final = lows[:, 1] - grow
        self._max_x: Final = highs[:, 0] + grow
        self._max_z: Final = highs[:, 1] + grow
        self._size: Final = (self._areas() + np.pi * grow**2).tolist()

    def at(self, point: Point, reach: float, skip: Collection[int] = ()) -> list[int]:
        """Ids of the elements that hold the point, or whose outline is within `reach` of it."""
        return self._sorted(
            number
            for number in self._near(point, reach, skip)
            if self._is_inside(number, point) or self._distance(number, point) <= reach
        )

    def outlines_at(self, point: Point, reach: float, skip: Collection[int] = ()) -> list[int]:
        """Ids of the polygons whose outline is within `reach` of the point."""
        return self._sorted(
            number
            for number in self._near(point, reach, skip)
            if not isinstance(self._elements[number], Agent)
            and self._distance(number, point) <= reach
        )

    def corner_at(self, point: Point, reach: float, ids: Collection[int]) -> CornerHit | None:
        """The corner nearest to the point and within `reach`, among these polygons.

        Of several in one place, that of the smallest polygon.
        """
        best: tuple[float, float, CornerHit] | None = None
        for number in self._near_of(point, reach, ids):
            element = self._elements[number]
            if isinstance(element, Agent):
                continue
            for index, corner in enumerate(element.polygon):
                distance = math.dist(corner, point)
                key = (distance, self._size[number])
                if distance <= reach and (best is None or key < best[:2]):
                    best = (*key, CornerHit(element.id, index, corner))
        return best[2] if best else None

    def edge_at(self, point: Point, reach: float, ids: Collection[int]) -> EdgeHit | None:
        """The edge nearest to the point and within `reach`, among these polygons.

        Of several in one place, that of the smallest polygon.
        """
        best: tuple[float, float, EdgeHit] | None = None
        for number in self._near_of(point, reach, ids):
            element = self._elements[number]
            if isinstance(element, Agent):
                continue
            index, place = nearest_on_ring(element.polygon, point)
            distance = math.dist(place, point)
            key = (distance, self._size[number])
            if distance <= reach and (best is None or key < best[:2]):
                best = (*key, EdgeHit(element.id, index, place))
        return best[2] if best else None

    def corners_at(
        self, place: Point, ids: Collection[int], reach: float = 1e-9
    ) -> list[CornerHit]:
        """All corners of these polygons that lie in one place."""
        hits: list[CornerHit] = []
        for number in self._near_of(place, reach, ids):
            element = self._elements[number]
            if not isinstance(element, Agent):
                hits.extend(
                    CornerHit(element.id, index, corner)
                    for index, corner in enumerate(element.polygon)
                    if math.dist(corner, place) <= reach
                )
        return hits

    def in_box(self, one: Point, other: Point, skip: Collection[int] = ()) -> list[int]:
        """Ids of what a selection box takes.

        Obstacles, doors and agents that it touches; floor only when it lies in the box whole,
        for most boxes are drawn inside a room.
        """
        low, high = _box(one, other)
        taken: list[int] = []
        for number in self._candidates(low, high, skip):
            element = self._elements[number]
            whole = (
                low[0] <= self._min_x[number]
                and low[1] <= self._min_z[number]
                and self._max_x[number] <= high[0]
                and self._max_z[number] <= high[1]
            )
            if whole or (not _is_floor(element) and self._touches(number, low, high)):
                taken.append(number)
        return self._sorted(taken)

    def corners_in_box(
        self, one: Point, other: Point, ids: Collection[int] | None = None
    ) -> dict[int, frozenset[int]]:
        """Corners in the box: id -> indices; of these polygons, or of all that are not locked."""
        low, high = _box(one, other)
        inside = ((self._corners >= low) & (self._corners <= high)).all(1)
        found: dict[int, set[int]] = {}
        for corner in np.flatnonzero(inside).tolist():
            number = int(self._owner[corner])
            element = self._elements[number]
            if isinstance(element, Agent) or not self._free[number]:
                continue
            if ids is None or element.id in ids:
                found.setdefault(element.id, set()).add(corner - int(self._first[number]))
        return {element_id: frozenset(indices) for element_id, indices in found.items()}

    def touching_box(self, min_x: float, min_z: float, max_x: float, max_z: float) -> list[int]:
        """Ids of all elements, locked ones too, whose bounds touch the box; in drawing order."""
        over = self._overlapping(min_x, min_z, max_x, max_z)
        return [int(element_id) for element_id in self._ids[over]]

    def nearest_corner(self, point: Point, ids: Iterable[int]) -> Point | None:
        """The corner, or the agent's place, that is nearest to the point, among these elements."""
        best: tuple[float, Point] | None = None
        for element_id in ids:
            number = self._number_of.get(element_id)
            if number is None:
                continue
            element = self._elements[number]
            places = (element.position,) if isinstance(element, Agent) else element.polygon
            for place in places:
                distance = math.dist(place, point)
                if best is None or distance < best[0]:
                    best = (distance, place)
        return best[1] if best else None

    def _areas(self) -> npt.NDArray[np.float64]:
        """Areas of all rings, square metres; 0 for agents."""
        if not len(self._first):
            return np.empty(0)
        local = self._corners - self._corners[self._first[self._owner]]
        following = np.arange(1, len(local) + 1)
        following[np.append(self._first[1:], len(local)) - 1] = self._first
        after = local[following]
        crossed = local[:, 0] * after[:, 1] - after[:, 0] * local[:, 1]
        areas: npt.NDArray[np.float64] = np.abs(np.add.reduceat(crossed, self._first)) / 2
        return areas

    def _overlapping(
        self, min_x: float, min_z: float, max_x: float, max_z: float
    ) -> npt.NDArray[np.bool_]:
        over: npt.NDArray[np.bool_] = self._min_x <= max_x
        over &= self._max_x >= min_x
        over &= self._min_z <= max_z
        over &= self._max_z >= min_z
        return over

    def _candidates(self, low: Point, high: Point, skip: Collection[int]) -> list[int]:
        over = np.flatnonzero(self._overlapping(*low, *high) & self._free)
        return [number for number in over.tolist() if self._elements[number].id not in skip]

    def _near(self, point: Point, reach: float, skip: Collection[int]) -> list[int]:
        x, z = point
        return self._candidates((x - reach, z - reach), (x + reach, z + reach), skip)

    def _near_of(self, point: Point, reach: float, ids: Collection[int]) -> list[int]:
        return [n for n in self._near(point, reach, ()) if self._elements[n].id in ids]

    def _is_inside(self, number: int, point: Point) -> bool:
        element = self._elements[number]
        if isinstance(element, Agent):
            return math.dist(element.position, point) <= element.radius
        return contains(element.polygon, point)

    def _distance(self, number: int, point: Point) -> float:
        """Metres from the point to the outline."""
        element = self._elements[number]
        if isinstance(element, Agent):
            return abs(math.dist(element.position, point) - element.radius)
        return math.dist(nearest_on_ring(element.polygon, point)[1], point)

    def _touches(self, number: int, low: tuple[float, float], high: tuple[float, float]) -> bool:
        """Whether an element whose bounds touch the box touches it itself."""
        element = self._elements[number]
        if isinstance(element, Agent):
            x, z = element.position
            nearest = (min(max(x, low[0]), high[0]), min(max(z, low[1]), high[1]))
            return math.dist(nearest, element.position) <= element.radius
        ring = element.polygon
        if contains(ring, low):
            return True
        return any(
            _segment_touches_box(a, b, low, high)
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
        )

    def _sorted(self, numbers: Iterable[int]) -> list[int]:
        ordered = sorted(numbers, key=lambda number: (self._size[number], -number))
        return [self._elements[number].id for number in ordered]


_RECENT: Final[deque[PickIndex]] = deque(maxlen=2)


def pick_index(level: Level) -> PickIndex:
    """The index of this level; the last two that were asked for are kept."""
    for index in _RECENT:
        if index.level is level:
            return index
    index = PickIndex(level)
    _RECENT.append(index)
    return index


def _is_floor(element: Area | Obstacle | Agent) -> bool:
    return isinstance(element, Area) and not element.door


def _box(one: Point, other: Point) -> tuple[tuple[float, float], tuple[float, float]]:
    return (
        (min(one[0], other[0]), min(one[1], other[1])),
        (max(one[0], other[0]), max(one[1], other[1])),
    )


def _segment_touches_box(a: Point, b: Point, low: Point, high: Point) -> bool:
    """Whether any of the segment lies in the box (Liang and Barsky's clipping)."""
    enters, leaves = 0.0, 1.0
    for axis in (0, 1):
        step = b[axis] - a[axis]
        if step == 0:
            if not low[axis] <= a[axis] <= high[axis]:
                return False
            continue
        one, other = (low[axis] - a[axis]) / step, (high[axis] - a[axis]) / step
        enters = max(enters, min(one, other))
        leaves = min(leaves, max(one, other))
    return enters <= leaves
