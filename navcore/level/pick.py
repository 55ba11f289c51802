"""Spatial index of elements for picking: which elements lie under a point or in a box.

Locked elements, and those that the caller excludes, are never picked. Tolerances are metres: screen
pixels times metres per pixel. The index is built once for a level, asked at every mouse move, and
updated from level to level by their differences.
"""

import math
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.level import pick_changes, pick_columns
from navcore.level.bases import Element, Place, Polygon
from navcore.level.bodies import Body, Line, Spots
from navcore.level.differences import differences
from navcore.level.handles import HandleIndex, LinesApart
from navcore.level.kinds import all_kinds
from navcore.level.model import ElementT, Level, Point, in_drawing_order
from navcore.level.points import boxes_overlap

Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z, metres."""

Ids: TypeAlias = npt.NDArray[np.int64]

NO_ROWS: Final[Ids] = np.empty(0, np.int64)

FEW: Final = 256
"""Number of changes above which, if they are also over a quarter of all, a rebuild is faster."""

_NEAR: Final = 8
"""Number of cached queries: tool, hint, tip and overlays ask for the same place."""


class PickIndex:
    """Bounds of everything in a level that can be picked, as arrays.

    Elements are stored in drawing order. Results are sorted from the smallest element to the
    largest; of two equal ones, the one drawn later comes first.
    """

    def __init__(self, level: Level) -> None:
        """The index of this level."""
        self.level = level
        self._near: dict[tuple[float, float, float], list[int]] = {}
        """Indices of free elements whose bounds are near a place, for the last few places."""
        self._elements: list[Element] = []
        bodies: list[Body] = []
        for kind in all_kinds():
            if kind.picked:
                find = pick_columns.find_for(level, kind.type)
                for element in in_drawing_order(level.of(kind.type)):
                    body = element.body(find)
                    if body is not None:
                        self._elements.append(element)
                        bodies.append(body)
        # Columns of their own: four contiguous comparisons are all that most questions cost.
        columns = pick_columns.columns_of(self._elements, bodies)
        self._ids, self._ranks, self._orders, self._free, *bounds = columns
        self._min_x, self._min_z, self._max_x, self._max_z, self._size = bounds
        self._by_id = np.argsort(self._ids)

    def following(self, level: Level) -> "PickIndex":
        """Return the index of a level that is derived from this one's; fast for small changes."""
        if not self.level.held.keys() <= pick_columns.drawing_ranks().keys():
            # A kind that was registered temporarily is gone.
            return PickIndex(level)
        picked = {kind.type for kind in all_kinds() if kind.picked}
        changes = differences(self.level, level, picked)
        for join in level.referring(changes):
            if type(join) in picked:
                changes.setdefault(join.id, join)
        if len(changes) > max(FEW, len(self._elements) // 4):
            return PickIndex(level)
        index = copy(self)
        index.become(level, changes)
        return index

    def become(self, level: Level, changes: Mapping[int, Element | None]) -> None:
        """Index another level in which these elements, or elements that follow them, differ.

        Arrays shared with copies of this index are not modified.
        """
        self.level = level
        if not changes:
            return
        self._near = {}
        numbers = self._numbers_of([*changes])
        put, added, gone = pick_changes.sort_changes(level, changes, numbers, self._elements)
        self.__dict__.pop("handles", None)
        kinds = [some.kind for some in put]
        if gone or added or any(k.has_handles and not issubclass(k, Polygon) for k in kinds):
            self.__dict__.pop("_lines_apart", None)
        self._elements = self._elements.copy()
        for name in pick_columns.COLUMNS:
            setattr(self, name, getattr(self, name).copy())
        for some in put:
            self._put(some)
        if gone:
            self._take_out(sorted(gone))
        if added:
            self._insert(added)

    def _numbers_of(self, ids: Sequence[int]) -> list[int]:
        """Return the indices of these ids in drawing order; -1 for missing ones."""
        if not len(self._ids):
            return [-1] * len(ids)
        places = np.searchsorted(self._ids, ids, sorter=self._by_id)
        found = self._by_id[np.minimum(places, len(self._ids) - 1)]
        numbers: list[int] = np.where(self._ids[found] == ids, found, -1).tolist()
        return numbers

    def _put(self, some: pick_changes.Replaced) -> None:
        """Replace elements that keep their numbers."""
        for number, element in zip(some.numbers, some.elements, strict=True):
            self._elements[number] = element
        rows = np.array(some.numbers)
        self._free[rows] = [not element.locked for element in some.elements]
        bounds = pick_columns.bounds_of_bodies(some.bodies)
        for name, values in zip(pick_columns.COLUMNS[1:], bounds, strict=True):
            getattr(self, name)[rows] = values

    def _take_out(self, gone: Sequence[int]) -> None:
        """Forget the elements with these numbers, which ascend."""
        kept = np.ones(len(self._ids), bool)
        kept[gone] = False
        self._elements = pick_changes.without(self._elements, gone)
        rows = np.flatnonzero(kept)
        for name in pick_columns.ALL:
            setattr(self, name, getattr(self, name).take(rows))
        number_after = np.cumsum(kept) - 1
        self._by_id = number_after.take(self._by_id[kept.take(self._by_id)])

    def _insert(self, added: Sequence[tuple[Element, Body]]) -> None:
        """Take elements in where they are drawn; at least one."""
        ranks = pick_columns.drawing_ranks()
        added = sorted(added, key=lambda one: (ranks[type(one[0])], one[0].order, one[0].id))
        elements = [element for element, _ in added]
        columns = pick_columns.columns_of(elements, [body for _, body in added])
        held = (self._ids, self._ranks, self._orders)
        at = pick_changes.places_in(held, *columns[:3])
        new_ids, by_id = columns[0], np.argsort(columns[0])
        among = np.searchsorted(self._ids, new_ids[by_id], sorter=self._by_id)
        rows = np.insert(np.arange(len(self._ids)), at, len(self._ids) + np.arange(len(at)))
        for name, values in zip(pick_columns.ALL, columns, strict=True):
            setattr(self, name, np.concatenate((getattr(self, name), values)).take(rows))
        self._elements = pick_changes.spliced(self._elements, at.tolist(), elements)
        before = np.cumsum(np.bincount(at, minlength=len(self._by_id) + 1))
        numbers = self._by_id + before.take(self._by_id)
        self._by_id = np.insert(numbers, among, (at + np.arange(len(at)))[by_id])

    @cached_property
    def handles(self) -> HandleIndex:
        """The handles of all elements that are not locked."""
        return HandleIndex(self._elements, self._free, self._boxes, self._size, self._lines_apart)

    @cached_property
    def _lines_apart(self) -> LinesApart:
        kinds = pick_columns.drawing_ranks()
        apart = [not issubclass(kind, Polygon) and kind.has_handles for kind in kinds]
        numbers = np.flatnonzero(np.array(apart)[self._ranks]).tolist()
        return LinesApart({number: self._elements[number] for number in numbers})

    @property
    def bounds(self) -> tuple[float, float, float, float] | None:
        """The box around all elements: least x and z, greatest x and z; None if there are none."""
        if not self._elements:
            return None
        lows, highs = (self._min_x, self._min_z), (self._max_x, self._max_z)
        low_x, low_z = (float(column.min()) for column in lows)
        high_x, high_z = (float(column.max()) for column in highs)
        return (low_x, low_z, high_x, high_z)

    def at(self, point: Point, reach: float, skip: Collection[int] = ()) -> list[int]:
        """Return ids of the elements that hold the point, or whose outline is within `reach` of it.

        Lines, and the signs of path tests, come after places on their ends, so that these can be
        clicked.
        """
        bodies = self._bodies_near(point, reach, skip)
        near = self._ordered(
            number
            for number, body in bodies.items()
            if body.holds(point) or body.distance(point) <= reach
        )
        last = max((n for n, i in enumerate(near) if isinstance(bodies[i], Place)), default=0)
        near[: last + 1] = sorted(
            near[: last + 1], key=lambda number: isinstance(bodies[number], Line | Spots)
        )
        ids: list[int] = self._ids[near].tolist()
        return ids

    def outlines_at(self, point: Point, reach: float, skip: Collection[int] = ()) -> list[int]:
        """Return ids of the polygons and lines that pass within `reach` of the point."""
        return self._sorted(
            number
            for number, body in self._bodies_near(point, reach, skip).items()
            if isinstance(body, Polygon | Line) and body.distance(point) <= reach
        )

    def in_box(
        self, one: Point, other: Point, skip: Collection[int] = (), *, touched: bool = False
    ) -> list[int]:
        """Return ids of elements inside a selection box, or with `touched`, of all that touch it.

        A box inside a polygon does not touch it.
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
            halves = self._bodies_of(numbers[~whole].tolist())
            taken += [number for number, body in halves.items() if body.touches(low, high)]
        passed = {kind.type for kind in all_kinds() if not kind.boxed}
        if passed:
            taken = [number for number in taken if type(self._elements[number]) not in passed]
        return self._sorted(taken)

    def touching_box(self, min_x: float, min_z: float, max_x: float, max_z: float) -> list[int]:
        """Return ids of all elements whose bounds touch the box, in drawing order; locked too."""
        over = self._overlapping(min_x, min_z, max_x, max_z)
        return [*self._ids[over].tolist()]

    def count_in(self, box: Box) -> int:
        """Return how many elements, locked ones too, have bounds that touch the box."""
        return int(np.count_nonzero(self._overlapping(*box)))

    def bounds_in(
        self, box: Box, kinds: Collection[type[Element]] | None = None
    ) -> tuple[Ids, npt.NDArray[np.float64]]:
        """Return (n,) ids of elements whose bounds touch the box, with bounds; locked ones too.

        In drawing order; bounds are (n, 4) least x and z, greatest x and z, metres. Only elements
        of `kinds`, if given.
        """
        over = self._rows_in(box, pick_columns.drawing_ranks() if kinds is None else kinds)
        return self._ids[over], np.stack([column[over] for column in self._boxes], axis=1)

    def elements_in(self, box: Box, kind: type[ElementT]) -> list[ElementT]:
        """Return elements of a type whose bounds touch the box, in drawing order, locked too."""
        found: list[Any] = [self._elements[row] for row in self._rows_in(box, (kind,)).tolist()]
        return found

    def among(self, ids: Collection[int], box: Box) -> list[int]:
        """Return the given ids of elements with bounds that touch the box, unordered."""
        numbers = np.array(self._numbers_of([*ids]), np.int64)
        numbers = numbers[numbers >= 0]
        over = boxes_overlap([column[numbers] for column in self._boxes], box)
        found: list[int] = self._ids[numbers[over]].tolist()
        return found

    def in_boxes(self, boxes: Iterable[Box]) -> list[Element]:
        """Return all elements whose bounds touch one of the boxes, in drawing order; locked too."""
        over = np.zeros(len(self._ids), bool)
        for box in boxes:
            over |= self._overlapping(*box)
        return [self._elements[number] for number in np.flatnonzero(over).tolist()]

    def around(
        self, point: Point, reach: float, most: int, skip: Collection[int] = ()
    ) -> list[int]:
        """Return ids of elements, locked ones too, whose bounds come within `reach` of the point.

        In drawing order; if there are more than `most`, those with the nearest bounds.
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
        """Return the corner, or the place, that is nearest to the point, among these elements."""
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

    def _rows_in(self, box: Box, kinds: Collection[type[Element]]) -> Ids:
        """Return the ascending indices of elements of these types whose bounds touch the box.

        Each type has its own rows: a query for a few areas doesn't look at thousands of edges.
        """
        ranks = pick_columns.drawing_ranks()
        rows = [NO_ROWS]
        for rank in sorted(ranks[kind] for kind in kinds if kind in ranks):
            ends = np.array((rank, rank + 1), self._ranks.dtype)
            low, high = np.searchsorted(self._ranks, ends).tolist()
            over = boxes_overlap([column[low:high] for column in self._boxes], box)
            rows.append(np.flatnonzero(over) + low)
        return np.concatenate(rows)

    def _overlapping(
        self, min_x: float, min_z: float, max_x: float, max_z: float
    ) -> npt.NDArray[np.bool_]:
        return boxes_overlap(self._boxes, (min_x, min_z, max_x, max_z))

    def _bodies_near(self, point: Point, reach: float, skip: Collection[int]) -> dict[int, Body]:
        """Return bodies of free elements whose bounds are within `reach` of the point, by index."""
        x, z = point
        key = (x, z, reach)
        over = self._near.get(key)
        if over is None:
            box = (x - reach, z - reach, x + reach, z + reach)
            over = np.flatnonzero(self._overlapping(*box) & self._free).tolist()
            if len(self._near) >= _NEAR:
                self._near.clear()
            self._near[key] = over
        return self._bodies_of(n for n in over if self._elements[n].id not in skip)

    def _bodies_of(self, numbers: Iterable[int]) -> dict[int, Body]:
        find = self.level.get
        found = ((number, self._elements[number].body(find)) for number in numbers)
        return {number: body for number, body in found if body is not None}

    def _sorted(self, numbers: Iterable[int]) -> list[int]:
        """Return ids of the elements with these numbers, the smallest first."""
        ids: list[int] = self._ids[self._ordered(numbers)].tolist()
        return ids

    def _ordered(self, numbers: Iterable[int]) -> list[int]:
        """Return these numbers, the number of the smallest element first."""
        found = np.fromiter(numbers, np.int64)
        ordered: list[int] = found[np.lexsort((-found, self._size[found]))].tolist()
        return ordered


_RECENT: Final[deque[PickIndex]] = deque(maxlen=2)


def keep_index(index: PickIndex) -> None:
    """Let `pick_index` find an index that was made elsewhere: on another thread."""
    _RECENT.append(index)


def pick_index(level: Level) -> PickIndex:
    """Return the index of this level; the last two are cached, and the last is updated."""
    for index in _RECENT:
        if index.level is level:
            _RECENT.remove(index)
            _RECENT.append(index)
            return index
    index = _RECENT[-1].following(level) if _RECENT else PickIndex(level)
    _RECENT.append(index)
    return index
