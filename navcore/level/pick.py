"""What lies under a point or in a box.

Locked elements, and those that the caller leaves out, are never taken. Tolerances are metres:
screen pixels times metres per pixel. An index is built once for a level, asked at every move of
the mouse, and carried on from level to level by what differs.
"""

import math
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import compress
from operator import is_
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.level.bases import Element, Place, Polygon
from navcore.level.bodies import Body, Line
from navcore.level.handles import HandleIndex, LinesApart
from navcore.level.kinds import all_kinds, kind_of_type
from navcore.level.model import Level, Point, in_drawing_order
from navcore.level.points import FlatPoints, Floats, boxes_overlap

Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z, metres."""

Ids: TypeAlias = npt.NDArray[np.int64]

FEW: Final = 256
"""More elements that differ, and more than a quarter of all, are faster taken in anew."""

_COLUMNS: Final = ("_free", "_min_x", "_min_z", "_max_x", "_max_z", "_size")
_ALL_COLUMNS: Final = ("_ids", "_ranks", "_orders", *_COLUMNS)


class PickIndex:
    """Bounds of everything in a level that can be picked, as arrays.

    Elements stand in drawing order. Results go from the smallest element to the largest; of
    two equal ones, what is drawn later comes first.
    """

    def __init__(self, level: Level) -> None:
        """The index of this level."""
        self.level = level
        self._elements: list[Element] = []
        self._bodies: list[Body] = []
        for kind in all_kinds():
            if kind.picked:
                for element in in_drawing_order(level.of(kind.type)):
                    body = element.body(level.get)
                    if body is not None:
                        self._elements.append(element)
                        self._bodies.append(body)
        # Columns of their own: four contiguous comparisons are all that most questions cost.
        columns = _columns_of(self._elements, self._bodies)
        self._ids, self._ranks, self._orders, self._free, *bounds = columns
        self._min_x, self._min_z, self._max_x, self._max_z, self._size = bounds
        self._by_id = np.argsort(self._ids)

    def following(self, level: Level) -> "PickIndex":
        """The index of a level that grew from this one's; quick where little differs."""
        if not self.level.held.keys() <= _ranks().keys():
            # A kind that was tried out is gone.
            return PickIndex(level)
        changes = _differences(self.level, level)
        for join in level.referring(tuple(changes)):
            if kind_of_type(type(join)).picked:
                changes.setdefault(join.id, join)
        if len(changes) > max(FEW, len(self._elements) // 4):
            return PickIndex(level)
        index = copy(self)
        index.become(level, changes)
        return index

    def become(self, level: Level, changes: Mapping[int, Element | None]) -> None:
        """Index another level, which differs in these elements, or in where they lie.

        What copies of this index share with it stays as it is.
        """
        self.level = level
        if not changes:
            return
        bodies = {i: None if e is None else e.body(level.get) for i, e in changes.items()}
        put: list[tuple[int, Element, Body]] = []
        added: list[Element] = []
        gone: list[int] = []
        known = dict(zip(changes, self._numbers_of([*changes]), strict=True))
        for element_id, element in changes.items():
            number, body = known[element_id], bodies[element_id]
            old = None if number is None else self._elements[number]
            if number is not None and element and body and _place_of(old) == _place_of(element):
                put.append((number, element, body))
                continue
            if number is not None:
                gone.append(number)
            if element is not None and body is not None:
                added.append(element)
        self.__dict__.pop("handles", None)
        changed = (*added, *(e for _, e, _ in put), *(self._elements[n] for n, _, _ in put))
        if gone or added or any(e.has_handles and not isinstance(e, Polygon) for e in changed):
            self.__dict__.pop("_lines_apart", None)
        self._elements, self._bodies = self._elements.copy(), self._bodies.copy()
        for name in _COLUMNS:
            setattr(self, name, getattr(self, name).copy())
        self._put(put)
        if gone or added:
            self._take_out(gone)
            self._insert(added, bodies)

    def _numbers_of(self, ids: Sequence[int]) -> list[int | None]:
        """Where these ids stand in the drawing order; None for those that are not there."""
        if not len(self._ids):
            return [None] * len(ids)
        places = np.searchsorted(self._ids, ids, sorter=self._by_id)
        found = self._by_id[np.minimum(places, len(self._ids) - 1)].tolist()
        held = self._ids[found].tolist()
        return [n if one == i else None for n, one, i in zip(found, held, ids, strict=True)]

    def _put(self, put: Sequence[tuple[int, Element, Body]]) -> None:
        """Replace elements that keep their numbers."""
        numbers = [number for number, _, _ in put]
        for number, element, body in put:
            self._elements[number], self._bodies[number] = element, body
            self._free[number] = not element.locked
        bounds = _bounds_of([body for _, _, body in put])
        for name, values in zip(_COLUMNS[1:], bounds, strict=True):
            getattr(self, name)[numbers] = values

    def _take_out(self, gone: Sequence[int]) -> None:
        """Forget the elements with these numbers."""
        kept = np.ones(len(self._ids), bool)
        kept[gone] = False
        self._elements = [*compress(self._elements, kept.tolist())]
        self._bodies = [*compress(self._bodies, kept.tolist())]
        for name in _ALL_COLUMNS:
            setattr(self, name, getattr(self, name)[kept])

    def _insert(self, added: Sequence[Element], bodies: Mapping[int, Body | None]) -> None:
        """Take elements in where they are drawn, and find all by their ids again."""
        made = [body for body in (bodies[one.id] for one in added) if body is not None]
        for name, values in zip(_ALL_COLUMNS, _columns_of(added, made), strict=True):
            setattr(self, name, np.concatenate((getattr(self, name), values)))
        drawn = np.lexsort((self._ids, self._orders, self._ranks))
        for name in _ALL_COLUMNS:
            setattr(self, name, getattr(self, name)[drawn])
        numbers = drawn.tolist()
        elements, held = [*self._elements, *added], [*self._bodies, *made]
        self._elements = [elements[number] for number in numbers]
        self._bodies = [held[number] for number in numbers]
        self._by_id = np.argsort(self._ids)

    @cached_property
    def handles(self) -> HandleIndex:
        """The handles of all elements that are not locked."""
        return HandleIndex(self._elements, self._free, self._boxes, self._size, self._lines_apart)

    @cached_property
    def _lines_apart(self) -> LinesApart:
        return LinesApart(self._elements)

    @property
    def bounds(self) -> tuple[float, float, float, float] | None:
        """The box around everything: least x and z, greatest x and z; None around nothing."""
        if not self._elements:
            return None
        lows, highs = (self._min_x, self._min_z), (self._max_x, self._max_z)
        low_x, low_z = (float(column.min()) for column in lows)
        high_x, high_z = (float(column.max()) for column in highs)
        return (low_x, low_z, high_x, high_z)

    def at(self, point: Point, reach: float, skip: Collection[int] = ()) -> list[int]:
        """Ids of the elements that hold the point, or whose outline is within `reach` of it.

        Lines come after the places that they lead through: from there a line is hit beside them.
        """
        near = self._ordered(
            number
            for number in self._near(point, reach, skip)
            if self._bodies[number].holds(point) or self._bodies[number].distance(point) <= reach
        )
        last = max((n for n, i in enumerate(near) if isinstance(self._bodies[i], Place)), default=0)
        near[: last + 1] = sorted(
            near[: last + 1], key=lambda number: isinstance(self._bodies[number], Line)
        )
        ids: list[int] = self._ids[near].tolist()
        return ids

    def outlines_at(self, point: Point, reach: float, skip: Collection[int] = ()) -> list[int]:
        """Ids of the polygons and lines that pass within `reach` of the point."""
        return self._sorted(
            number
            for number in self._near(point, reach, skip)
            if isinstance(self._bodies[number], Polygon | Line)
            and self._bodies[number].distance(point) <= reach
        )

    def in_box(
        self, one: Point, other: Point, skip: Collection[int] = (), *, touched: bool = False
    ) -> list[int]:
        """Ids of what a selection box takes: what lies in it whole, or all that it touches.

        A box inside of a polygon does not touch it.
        """
        low = (min(one[0], other[0]), min(one[1], other[1]))
        high = (max(one[0], other[0]), max(one[1], other[1]))
        numbers = np.flatnonzero(self._overlapping(*low, *high) & self._free)
        if skip:
            skipped = np.fromiter(skip, np.int64, len(skip))
            numbers = numbers[~np.isin(self._ids[numbers], skipped, assume_unique=True)]
        whole = (low[0] <= self._min_x[numbers]) & (self._max_x[numbers] <= high[0])
        whole &= (low[1] <= self._min_z[numbers]) & (self._max_z[numbers] <= high[1])
        taken: list[int] = numbers[whole].tolist()
        if touched:
            halves: list[int] = numbers[~whole].tolist()
            taken += [number for number in halves if self._bodies[number].touches(low, high)]
        passed = {kind.type for kind in all_kinds() if not kind.boxed}
        if passed:
            taken = [number for number in taken if type(self._elements[number]) not in passed]
        return self._sorted(taken)

    def touching_box(self, min_x: float, min_z: float, max_x: float, max_z: float) -> list[int]:
        """Ids of all elements, locked ones too, whose bounds touch the box; in drawing order."""
        over = self._overlapping(min_x, min_z, max_x, max_z)
        found: list[int] = self._ids[over].tolist()
        return found

    def count_in(self, box: Box) -> int:
        """How many elements, locked ones too, have bounds that touch the box."""
        return int(np.count_nonzero(self._overlapping(*box)))

    def bounds_in(
        self, box: Box, without: Collection[type[Element]] = ()
    ) -> tuple[Ids, npt.NDArray[np.float64]]:
        """(n,) ids of all elements, locked ones too, whose bounds touch the box, and those bounds.

        In drawing order; bounds are (n, 4) least x and z, greatest x and z, metres. Elements of
        types in `without` are left out.
        """
        over = np.flatnonzero(self._overlapping(*box))
        if without:
            ranks = _ranks()
            over = over[~np.isin(self._ranks[over], [ranks[kind] for kind in without])]
        return self._ids[over], np.stack([column[over] for column in self._boxes], axis=1)

    def in_boxes(self, boxes: Iterable[Box]) -> list[Element]:
        """All elements, locked ones too, whose bounds touch one of the boxes; in drawing order."""
        over = np.zeros(len(self._ids), bool)
        for box in boxes:
            over |= self._overlapping(*box)
        return [self._elements[number] for number in np.flatnonzero(over).tolist()]

    def around(
        self, point: Point, reach: float, most: int, skip: Collection[int] = ()
    ) -> list[int]:
        """Ids of elements, locked ones too, whose bounds come within `reach` of the point.

        In drawing order; of more than `most`, those whose bounds are nearest.
        """
        x, z = point
        over = np.flatnonzero(self._overlapping(x - reach, z - reach, x + reach, z + reach))
        if skip and len(over):
            skipped = np.fromiter(skip, np.int64, len(skip))
            over = over[~np.isin(self._ids[over], skipped, assume_unique=True)]
        if len(over) > most:
            across = np.maximum(self._min_x[over] - x, x - self._max_x[over]).clip(0)
            up = np.maximum(self._min_z[over] - z, z - self._max_z[over]).clip(0)
            nearest = np.argsort(across**2 + up**2, kind="stable")[:most]
            over = np.sort(over[nearest])
        found: list[int] = self._ids[over].tolist()
        return found

    def nearest_corner(self, point: Point, ids: Iterable[int]) -> Point | None:
        """The corner, or the place, that is nearest to the point, among these elements."""
        best: tuple[float, Point] | None = None
        for element_id in ids:
            element = self.level.get(element_id)
            body = element.body(self.level.get) if isinstance(element, Element) else None
            for place in body.trace if body is not None else ():
                distance = math.dist(place, point)
                if best is None or distance < best[0]:
                    best = (distance, place)
        return best[1] if best else None

    @property
    def _boxes(self) -> tuple[npt.NDArray[np.float64], ...]:
        return (self._min_x, self._min_z, self._max_x, self._max_z)

    def _overlapping(
        self, min_x: float, min_z: float, max_x: float, max_z: float
    ) -> npt.NDArray[np.bool_]:
        return boxes_overlap(self._boxes, (min_x, min_z, max_x, max_z))

    def _candidates(self, low: Point, high: Point, skip: Collection[int]) -> list[int]:
        over = np.flatnonzero(self._overlapping(*low, *high) & self._free)
        return [number for number in over.tolist() if self._elements[number].id not in skip]

    def _near(self, point: Point, reach: float, skip: Collection[int]) -> list[int]:
        x, z = point
        return self._candidates((x - reach, z - reach), (x + reach, z + reach), skip)

    def _sorted(self, numbers: Iterable[int]) -> list[int]:
        """Ids of the elements with these numbers, the smallest first."""
        ids: list[int] = self._ids[self._ordered(numbers)].tolist()
        return ids

    def _ordered(self, numbers: Iterable[int]) -> list[int]:
        """These numbers, that of the smallest element first."""
        found = np.fromiter(numbers, np.int64)
        ordered: list[int] = found[np.lexsort((-found, self._size[found]))].tolist()
        return ordered


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


def _columns_of(
    elements: Sequence[Element], bodies: Sequence[Body]
) -> tuple[npt.NDArray[Any], ...]:
    """All columns of an index, see `_ALL_COLUMNS`."""
    ranks = _ranks()
    return (
        np.array([e.id for e in elements], np.int64),
        np.array([ranks[type(e)] for e in elements], np.int16),
        np.array([e.order for e in elements], np.float64),
        np.array([not e.locked for e in elements], bool),
        *_bounds_of(bodies),
    )


def _bounds_of(bodies: Sequence[Body]) -> tuple[Floats, ...]:
    """Least x and z, greatest x and z, and size of each: the columns of an index."""
    if not bodies:
        return (np.empty(0),) * 5
    corners = FlatPoints([body.trace for body in bodies])
    lows = np.minimum.reduceat(corners.places, corners.first)
    highs = np.maximum.reduceat(corners.places, corners.first)
    grow = np.array([body.girth for body in bodies], np.float64)
    return (
        lows[:, 0] - grow, lows[:, 1] - grow, highs[:, 0] + grow, highs[:, 1] + grow,
        corners.areas() + np.pi * grow**2,
    )  # fmt: skip


def _ranks() -> dict[type[Element], int]:
    """Numbers of types in drawing order."""
    return {kind.type: rank for rank, kind in enumerate(all_kinds())}


def _differences(old: Level, new: Level) -> dict[int, Element | None]:
    """What the new level has in place of what the old one had, by id, of what can be picked."""
    changes: dict[int, Element | None] = {}
    for kind in [row.type for row in all_kinds() if row.picked]:
        before, after = old.of(kind), new.of(kind)
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
    return {i: new.element(i) if e is None and new.get(i) else e for i, e in changes.items()}


def _place_of(element: Element | None) -> tuple[type, float] | None:
    """By what elements are drawn one after the other, beside their ids."""
    return None if element is None else (type(element), element.order)
