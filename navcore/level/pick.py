"""What lies under a point or in a box.

Locked elements, and those that the caller leaves out, are never taken. Tolerances are metres:
screen pixels times metres per pixel. An index is built once for a level, asked at every move of
the mouse, and carried on from level to level by what differs.
"""

import math
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import chain
from operator import is_
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.geometry.edge_bounds import edges_touching
from navcore.geometry.polygons import area_of, contains, nearest_on_ring, nearest_on_segment
from navcore.level.model import Agent, Area, Element, Level, Obstacle, Point, Settings

FEW: Final = 256
"""More elements that differ are faster taken in anew."""

_COLUMNS: Final = ("_free", "_min_x", "_min_z", "_max_x", "_max_z", "_size")


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
        self.level = level
        self._elements = list(level.elements())
        self._ids = np.array([e.id for e in self._elements], np.int64)
        self._free = np.array([not e.locked for e in self._elements], bool)
        self._flat: _Corners | None = None
        corners = self._corners
        if self._elements:
            lows = np.minimum.reduceat(corners.places, corners.first)
            highs = np.maximum.reduceat(corners.places, corners.first)
        else:
            lows = highs = np.empty((0, 2))
        grow = np.array([e.radius if isinstance(e, Agent) else 0.0 for e in self._elements])
        # Columns of their own: four contiguous comparisons are all that most questions cost.
        self._min_x = lows[:, 0] - grow
        self._min_z = lows[:, 1] - grow
        self._max_x = highs[:, 0] + grow
        self._max_z = highs[:, 1] + grow
        self._size = corners.areas() + np.pi * grow**2

    def following(self, level: Level) -> "PickIndex":
        """The index of a level that grew from this one's; quick where little differs."""
        changes = _differences(self.level, level)
        if len(changes) > FEW:
            return PickIndex(level)
        numbers: list[int] = np.flatnonzero(np.isin(self._ids, [*changes])).tolist()
        elements = {number: changes[int(self._ids[number])] for number in numbers}
        stays = (_place_of(self._elements[n]) == _place_of(e) for n, e in elements.items())
        if len(numbers) != len(changes) or not all(stays):
            return PickIndex(level)
        index = copy(self)
        index.become(level, elements)
        return index

    def become(self, level: Level, elements: Mapping[int, Element | None]) -> None:
        """Index another level, which has these elements in places of the drawing order.

        What copies of this index share with it stays as it is.
        """
        self.level = level
        self._flat = None
        self._elements = self._elements.copy()
        for name in _COLUMNS:
            setattr(self, name, getattr(self, name).copy())
        for number, element in elements.items():
            self._put(number, element)

    def _put(self, number: int, element: Element | None) -> None:
        """Another element in the place of one that is drawn where it was."""
        assert isinstance(element, Area | Obstacle | Agent)
        self._elements[number] = element
        self._free[number] = not element.locked
        if isinstance(element, Agent):
            (x, z), r = element.position, element.radius
            bounds, size = (x - r, z - r, x + r, z + r), math.pi * r**2
        else:
            xs, zs = zip(*element.polygon, strict=True)
            bounds, size = (min(xs), min(zs), max(xs), max(zs)), area_of(element.polygon)
        self._min_x[number], self._min_z[number], self._max_x[number], self._max_z[number] = bounds
        self._size[number] = size

    @property
    def bounds(self) -> tuple[float, float, float, float] | None:
        """The box around everything: least x and z, greatest x and z; None around nothing."""
        if not self._elements:
            return None
        lows, highs = (self._min_x, self._min_z), (self._max_x, self._max_z)
        low_x, low_z = (float(column.min()) for column in lows)
        high_x, high_z = (float(column.max()) for column in highs)
        return (low_x, low_z, high_x, high_z)

    @property
    def _corners(self) -> "_Corners":
        """All corners, flat: made when somebody asks."""
        if self._flat is None:
            self._flat = _Corners(self._elements)
        return self._flat

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
            for index in edges_touching(element.polygon, _around(point, reach)):
                corner = element.polygon[index]
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
            ring = element.polygon
            for index in edges_touching(ring, _around(point, reach)):
                place = nearest_on_segment(point, ring[index], ring[(index + 1) % len(ring)])
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
                    CornerHit(element.id, index, element.polygon[index])
                    for index in edges_touching(element.polygon, _around(place, reach))
                    if math.dist(element.polygon[index], place) <= reach
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
        corners = self._corners
        inside = ((corners.places >= low) & (corners.places <= high)).all(1)
        found: dict[int, set[int]] = {}
        for corner in np.flatnonzero(inside).tolist():
            number = int(corners.owner[corner])
            element = self._elements[number]
            if isinstance(element, Agent) or not self._free[number]:
                continue
            if ids is None or element.id in ids:
                found.setdefault(element.id, set()).add(corner - int(corners.first[number]))
        return {element_id: frozenset(indices) for element_id, indices in found.items()}

    def touching_box(self, min_x: float, min_z: float, max_x: float, max_z: float) -> list[int]:
        """Ids of all elements, locked ones too, whose bounds touch the box; in drawing order."""
        over = self._overlapping(min_x, min_z, max_x, max_z)
        found: list[int] = self._ids[over].tolist()
        return found

    def around(
        self, point: Point, reach: float, most: int, skip: Collection[int] = ()
    ) -> list[int]:
        """Ids of elements, locked ones too, whose bounds come within `reach` of the point.

        In drawing order; of more than `most`, those whose bounds are nearest.
        """
        x, z = point
        over = np.flatnonzero(self._overlapping(*_around(point, reach)))
        if skip and len(over):
            over = over[~np.isin(self._ids[over], np.fromiter(skip, np.int64, len(skip)))]
        if len(over) > most:
            across = np.maximum(self._min_x[over] - x, x - self._max_x[over]).clip(0)
            up = np.maximum(self._min_z[over] - z, z - self._max_z[over]).clip(0)
            nearest = np.argsort(across**2 + up**2, kind="stable")[:most]
            over = np.sort(over[nearest])
        found: list[int] = self._ids[over].tolist()
        return found

    def nearest_corner(self, point: Point, ids: Iterable[int]) -> Point | None:
        """The corner, or the agent's place, that is nearest to the point, among these elements."""
        best: tuple[float, Point] | None = None
        for element_id in ids:
            element = self.level.get(element_id)
            if element is None or isinstance(element, Settings):
                continue
            places = (element.position,) if isinstance(element, Agent) else element.polygon
            for place in places:
                distance = math.dist(place, point)
                if best is None or distance < best[0]:
                    best = (distance, place)
        return best[1] if best else None

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


class _Corners:
    """The corners of all rings in one array; an agent has one, its place."""

    def __init__(self, elements: Sequence[Area | Obstacle | Agent]) -> None:
        rings = [(e.position,) if isinstance(e, Agent) else e.polygon for e in elements]
        sizes = np.array([len(ring) for ring in rings], np.int64)
        flat = chain.from_iterable(chain.from_iterable(rings))
        self.places: Final = np.fromiter(flat, np.float64, 2 * int(sizes.sum())).reshape(-1, 2)
        self.owner: Final = np.repeat(np.arange(len(rings)), sizes)
        self.first: Final = np.cumsum(sizes) - sizes

    def areas(self) -> npt.NDArray[np.float64]:
        """Areas of all rings, square metres; 0 for agents."""
        if not len(self.first):
            return np.empty(0)
        local = self.places - self.places[self.first[self.owner]]
        following = np.arange(1, len(local) + 1)
        following[np.append(self.first[1:], len(local)) - 1] = self.first
        after = local[following]
        crossed = local[:, 0] * after[:, 1] - after[:, 0] * local[:, 1]
        areas: npt.NDArray[np.float64] = np.abs(np.add.reduceat(crossed, self.first)) / 2
        return areas


_RECENT: Final[deque[PickIndex]] = deque(maxlen=2)


def keep_index(index: PickIndex) -> None:
    """Let `pick_index` find an index that was made elsewhere: on another thread."""
    _RECENT.append(index)


def pick_index(level: Level) -> PickIndex:
    """The index of this level; the last two asked for are kept, and the last is carried on."""
    for index in _RECENT:
        if index.level is level:
            _RECENT.remove(index)
            _RECENT.append(index)
            return index
    index = _RECENT[-1].following(level) if _RECENT else PickIndex(level)
    _RECENT.append(index)
    return index


def _differences(old: Level, new: Level) -> dict[int, Element | None]:
    """What the new level has in place of what the old one had, by id."""
    changes: dict[int, Element | None] = {}
    for before, after in (
        (old.areas, new.areas),
        (old.obstacles, new.obstacles),
        (old.agents, new.agents),
    ):
        if before is after:
            continue
        if len(before) != len(after):
            changes |= {i: e for i, e in after.items() if before.get(i) is not e}
            changes |= dict.fromkeys(before.keys() - after.keys())
            continue
        # Elements that stay keep their places: comparing by place is the fastest.
        same = np.fromiter(map(is_, before.values(), after.values()), bool, len(after))
        olds, news = list(before.values()), list(after.values())
        for number in np.flatnonzero(~same).tolist():
            old_id, new_id = olds[number].id, news[number].id
            changes[old_id] = after.get(old_id)
            changes[new_id] = news[number]
    return changes


def _place_of(element: Element | None) -> tuple[type, float] | None:
    """By what elements are drawn one after the other, beside their ids."""
    return None if element is None else (type(element), element.order)


def _is_floor(element: Area | Obstacle | Agent) -> bool:
    return isinstance(element, Area) and not element.door


def _around(point: Point, reach: float) -> tuple[float, float, float, float]:
    x, z = point
    return (x - reach, z - reach, x + reach, z + reach)


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
