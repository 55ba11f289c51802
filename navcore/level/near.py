"""Find edges of polygons and other snap points near a point, locked elements included."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.geometry.edge_bounds import edges_touching
from navcore.level.model import Element, Point, Polygon
from navcore.level.pick import PickIndex
from navcore.level.points import nearest_on_segments

MOST_ELEMENTS: Final = 32
"""Most elements to search; among more, those with the nearest bounds are searched."""


Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class NearEdge:
    """An edge of a polygon, from corner `index` to the next one, and how near it is."""

    element: int
    index: int
    corners: int
    """Number of corners of the polygon."""
    start: Point
    end: Point
    place: Point
    """Point of the edge that is nearest to the query."""
    distance: float
    """Distance from the query to `place`, metres."""

    @property
    def following(self) -> int:
        """Index of the corner at which the edge ends."""
        return (self.index + 1) % self.corners


def edges_near(
    index: PickIndex, point: Point, reach: float, *, most: int, skip: Collection[int] = ()
) -> list[NearEdge]:
    """Return the edges within `reach` metres of the point, nearest first; at most `most`."""
    x, z = point
    box = (x - reach, z - reach, x + reach, z + reach)
    named: list[tuple[int, int, int]] = []
    ends: list[tuple[float, float, float, float]] = []
    for element_id in index.around(point, reach, MOST_ELEMENTS, skip):
        element = index.level.get(element_id)
        if not isinstance(element, Polygon):
            continue
        ring, count = element.polygon, len(element.polygon)
        for number in edges_touching(ring, box):
            named.append((element_id, number, count))
            ends.append((*ring[number], *ring[(number + 1) % count]))
    if not ends:
        return []
    places, distances = nearest_on_segments(np.array(ends, np.float64), point)
    order = np.argsort(distances, kind="stable")[:most]
    near = order[distances[order] <= reach]
    found: list[NearEdge] = []
    for row, (at_x, at_z), distance in zip(
        near.tolist(), places[near].tolist(), distances[near].tolist(), strict=True
    ):
        element_id, number, count = named[row]
        ax, az, bx, bz = ends[row]
        found.append(
            NearEdge(element_id, number, count, (ax, az), (bx, bz), (at_x, at_z), distance)
        )
    return found


def places_near(
    index: PickIndex, point: Point, reach: float, *, most: int, skip: Collection[int] = ()
) -> list[Point]:
    """Return snap points of elements that are not polygons, nearest first; at most `most`.

    Corners of polygons come with their edges, see `edges_near`.
    """
    found: list[Point] = []
    for element_id in index.around(point, reach, MOST_ELEMENTS, skip):
        element = index.level.get(element_id)
        if isinstance(element, Element) and not isinstance(element, Polygon):
            found += (place for place in element.snap_points if math.dist(place, point) <= reach)
    return sorted(found, key=lambda place: math.dist(place, point))[:most]


def crossings(edges: Sequence[NearEdge]) -> list[Point]:
    """Return where these edges cross or touch, without common ends and parallel edges."""
    if len(edges) < 2:
        return []
    one, other = np.triu_indices(len(edges), 1)
    start = np.array([edge.start for edge in edges])
    way = np.array([edge.end for edge in edges]) - start
    u, v, w = way[one], way[other], start[other] - start[one]
    across = _cross(u, v)
    apart = across != 0
    one, other, u, v, w, across = (part[apart] for part in (one, other, u, v, w, across))
    s, t = _cross(w, v) / across, _cross(w, u) / across
    meets = (s >= 0) & (s <= 1) & (t >= 0) & (t <= 1)
    places = (start[one] + s[:, None] * u)[meets].tolist()
    pairs = zip(one[meets].tolist(), other[meets].tolist(), strict=True)
    return [
        (x, z)
        for (first, second), (x, z) in zip(pairs, places, strict=True)
        if not _joined(edges[first], edges[second])
    ]


def _joined(one: NearEdge, other: NearEdge) -> bool:
    return one.start in {other.start, other.end} or one.end in {other.start, other.end}


def _cross(u: Floats, v: Floats) -> Floats:
    product: Floats = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    return product
