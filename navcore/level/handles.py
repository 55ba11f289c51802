"""Handles of elements: corners of polygons, goals of agents and the like.

A handle is named by its element's id and its index in `Element.points`. A *side* is the line from
one handle to the next; side -1 leads from the element's position to its first handle.
"""

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.geometry.edge_bounds import edges_touching
from navcore.geometry.polygons import nearest_on_segment
from navcore.level.affine import Point, Ring
from navcore.level.bases import Element, Polygon
from navcore.level.points import Box, FlatPoints, Floats, boxes_overlap, nearest_on_segments


@dataclass(frozen=True, slots=True)
class HandleHit:
    """A handle of an element."""

    element: int
    index: int
    place: Point


@dataclass(frozen=True, slots=True)
class SideHit:
    """A side of an element, from handle `index` to the next, and its point nearest the query."""

    element: int
    index: int
    place: Point
    line: Ring = ()
    """The line drawn between the ends if it is not straight: the path that the agent walks."""


class LinesApart:
    """Handles of elements that are not polygons, and the sides between them; they may lie anywhere.

    Handles of polygons lie in the boxes of their bodies.
    """

    def __init__(self, elements: Mapping[int, Element]) -> None:
        """Index the elements that are not polygons, keyed by their number in drawing order."""
        rows: list[tuple[float, float, float, float]] = []
        owners: list[int] = []
        for number, element in elements.items():
            if not isinstance(element, Polygon) and element.points:
                line = line_through(element)
                ends = [*pairwise(line), *((p, p) for p in element.points)]
                rows += ((*one, *other) for one, other in ends)
                owners += [number] * len(ends)
        self._ends = np.array(rows, np.float64).reshape(-1, 4)
        """Sides, and handles as sides of length 0."""
        self._owners = np.array(owners, np.int64)
        lows, highs = self._ends[:, :2], self._ends[:, 2:]
        self._boxes = (*np.minimum(lows, highs).T, *np.maximum(lows, highs).T)

    def near(self, point: Point, reach: float) -> list[int]:
        """Return numbers of the elements with a handle or side within `reach` of the point."""
        if not len(self._owners):
            return []
        over = np.flatnonzero(boxes_overlap(self._boxes, _around(point, reach)))
        _, distances = nearest_on_segments(self._ends[over], point)
        found: list[int] = np.unique(self._owners[over[distances <= reach]]).tolist()
        return found


Skip: TypeAlias = Callable[[Element, int], bool]
"""Function that returns whether to leave out a handle, by element and index: it may be on another
storey."""


def _none(element: Element, index: int) -> bool:
    return False


class HandleIndex:
    """Handles of the elements of a level, except locked elements."""

    def __init__(
        self,
        elements: Sequence[Element],
        free: npt.NDArray[np.bool_],
        boxes: Sequence[Floats],
        sizes: Floats,
        apart: LinesApart,
    ) -> None:
        """Index the handles of these elements.

        Args:
            elements: In drawing order.
            free: (n,) whether each element can be selected.
            boxes: Four columns (n,): least x and z, greatest x and z of bodies.
            sizes: (n,) areas of bodies.
            apart: Handles and sides of elements that are not polygons.
        """
        self._elements, self._free, self._boxes = elements, free, boxes
        self._sizes, self._apart = sizes, apart

    def at(
        self, point: Point, reach: float, ids: Collection[int], skip: Skip = _none
    ) -> HandleHit | None:
        """Return the handle nearest to the point and within `reach`, among these elements.

        Among several in one place, the handle of the smallest element.
        """
        best: tuple[float, float, HandleHit] | None = None
        for number in self._near(point, reach, ids):
            for hit in self._hits(number, point, reach, skip):
                key = (math.dist(hit.place, point), float(self._sizes[number]))
                if best is None or key < best[:2]:
                    best = (*key, hit)
        return best[2] if best else None

    def all_at(
        self, place: Point, ids: Collection[int], reach: float = 1e-9, skip: Skip = _none
    ) -> list[HandleHit]:
        """Return all handles of these elements that lie in one place."""
        near = self._near(place, reach, ids)
        return [hit for number in near for hit in self._hits(number, place, reach, skip)]

    def side_at(self, point: Point, reach: float, ids: Collection[int]) -> SideHit | None:
        """Return the side nearest to the point and within `reach`, among these elements.

        Among several in one place, the side of the smallest element.
        """
        best: tuple[float, float, SideHit] | None = None
        for number in self._near(point, reach, ids):
            element = self._elements[number]
            if not element.grows:
                continue
            for index, start, end in sides_near(element, _around(point, reach)):
                place = nearest_on_segment(point, start, end)
                distance = math.dist(place, point)
                key = (distance, float(self._sizes[number]))
                if distance <= reach and (best is None or key < best[:2]):
                    best = (*key, SideHit(element.id, index, place))
        return best[2] if best else None

    def in_box(
        self,
        one: Point,
        other: Point,
        ids: Collection[int] | None = None,
        skip: Skip = _none,
    ) -> dict[int, frozenset[int]]:
        """Return handles in the box, id -> indices, of these elements or of all unlocked ones."""
        low, high = np.minimum(one, other), np.maximum(one, other)
        flat = FlatPoints([element.points for element in self._elements])
        inside = ((flat.places >= low) & (flat.places <= high)).all(1)
        found: dict[int, set[int]] = {}
        for row in np.flatnonzero(inside).tolist():
            number = int(flat.owner[row])
            element = self._elements[number]
            index = row - int(flat.first[number])
            taken = self._free[number] and (ids is None or element.id in ids)
            if taken and not skip(element, index):
                found.setdefault(element.id, set()).add(index)
        return {element_id: frozenset(indices) for element_id, indices in found.items()}

    def _near(self, point: Point, reach: float, ids: Collection[int]) -> Iterator[int]:
        box = _around(point, reach)
        numbers: list[int] = np.flatnonzero(boxes_overlap(self._boxes, box) & self._free).tolist()
        for number in numbers:
            element = self._elements[number]
            if isinstance(element, Polygon) and element.id in ids:
                yield number
        for number in self._apart.near(point, reach):
            if self._free[number] and self._elements[number].id in ids:
                yield number

    def _hits(self, number: int, point: Point, reach: float, skip: Skip) -> Iterator[HandleHit]:
        element = self._elements[number]
        points = element.points
        for index in edges_touching(points, _around(point, reach)):
            if math.dist(points[index], point) <= reach and not skip(element, index):
                yield HandleHit(element.id, index, points[index])


def line_through(element: Element) -> Ring:
    """Return the points of the line through the handles, with `lead` first; closed if closed."""
    points = element.points
    return (*element.lead, *points, *points[: element.closed])


def sides_near(element: Element, box: Box) -> Iterator[tuple[int, Point, Point]]:
    """Yield the sides of an element that may touch a box: index, start and end."""
    points = element.points
    if not points:
        return
    for start in element.lead:
        yield -1, start, points[0]
    last = len(points) - 1
    for index in edges_touching(points, box):
        if index < last or (element.closed and last > 0):
            yield index, points[index], points[index + 1 if index < last else 0]


def _around(point: Point, reach: float) -> Box:
    x, z = point
    return (x - reach, z - reach, x + reach, z + reach)
