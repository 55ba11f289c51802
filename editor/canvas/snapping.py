"""Snapping: the place that a click takes, near corners, edges and the grid. No Qt.

A corner, a crossing of edges or the middle of an edge within reach wins over an edge, an edge
over the grid. Of corners, crossings and middles the nearest one wins; of several that are about
as near, the first of these three. An edge gives way to a place of the grid that is clearly
nearer, so that a wall does not swallow the grid beside it. Reaches are pixels, given in metres;
what moves takes no part.

A gesture that is locked to a line stays on it to the last bit: what attracts there are the
places where edges and the grid cross the line, and the corners and middles that lie on it.
"""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from editor.tools.lines import Line
from editor.tools.tool import Indices
from navcore.level.model import Level, Point
from navcore.level.near import NearEdge, crossings, edges_near, places_near
from navcore.level.pick import pick_index

REACH: Final = 10.0
"""Pixels within which a corner or an edge attracts."""

TIE: Final = 0.4
"""Share of the reach by which something must be nearer to win over what comes before it."""

MOST_EDGES: Final = 24
"""Of more still edges within reach, the nearest count."""

Kind = Literal["vertex", "crossing", "midpoint", "edge", "grid", "none"]

SHAPES: Final[frozenset[str]] = frozenset({"vertex", "crossing", "midpoint", "edge"})
"""Everything that attracts but the grid."""

_RANKS: Final[tuple[Kind, ...]] = ("vertex", "crossing", "midpoint")
_ON_LINE: Final = 1e-9
"""Metres from a line at which a corner still lies on it."""


@dataclass(frozen=True, slots=True)
class Snapped:
    """A place, and what it was snapped to."""

    place: Point
    kind: Kind
    along: Line | None = None
    """The line that it had to stay on."""


@dataclass(frozen=True, slots=True)
class Moving:
    """What moves, and so attracts nothing."""

    elements: frozenset[int] = frozenset()
    handles: Indices = field(default_factory=dict)
    """With them move the edges that end there."""
    edges: Indices = field(default_factory=dict)

    def has_handle(self, element_id: int, index: int) -> bool:
        """Whether this handle moves."""
        return index in self.handles.get(element_id, ())

    def has_edge(self, edge: NearEdge) -> bool:
        """Whether this edge moves."""
        return (
            edge.index in self.edges.get(edge.element, ())
            or self.has_handle(edge.element, edge.index)
            or self.has_handle(edge.element, edge.following)
        )

    @property
    def size(self) -> int:
        """How many edges it takes out, at most."""
        return 2 * sum(map(len, self.handles.values())) + sum(map(len, self.edges.values()))


NOTHING_MOVES: Final = Moving()


def snap(
    level: Level,
    point: Point,
    *,
    step: float | None,
    reach: float,
    kinds: Collection[str] = SHAPES,
    moving: Moving = NOTHING_MOVES,
    hidden: Collection[int] = (),
    along: Line | None = None,
) -> Snapped:
    """The place near `point` that attracts it.

    Args:
        level: What is drawn; locked elements attract as well.
        point: Where the mouse is, metres.
        step: Of the grid, metres; None leaves the grid out.
        reach: Metres within which shapes attract.
        kinds: What of shapes attracts: some of `SHAPES`.
        moving: What moves.
        hidden: Elements that the user does not see.
        along: The line that the place must lie on.
    """
    if along is not None:
        point = along.nearest(point)
    edges = _near(level, point, reach, moving, hidden) if kinds else []
    found = [place for place in _places(edges, along, moving) if place.kind in kinds]
    if "vertex" in kinds:
        skip = moving.elements.union(hidden)
        lone = places_near(pick_index(level), point, reach, most=MOST_EDGES, skip=skip)
        found += [Snapped(place, "vertex", along) for place in lone if _lies_on(along, place)]
    best = _first(found, point, reach)
    if best is not None:
        return best
    still = [edge for edge in edges if not moving.has_edge(edge)] if "edge" in kinds else []
    edge = _edge(still, point, reach, step, along)
    if step is None:
        return edge or Snapped(point, "none", along)
    place = on_grid(point, step) if along is None else _grid_along(along, point, step)
    grid = Snapped(place, "grid", along)
    if edge is None:
        return grid
    gap = min(edge.distance for edge in still) if along is None else math.dist(edge.place, point)
    return edge if gap <= math.dist(place, point) + TIE * reach else grid


def on_grid(point: Point, step: float) -> Point:
    """The nearest crossing of the grid, without the dust of binary fractions."""
    return (_multiple(point[0], step), _multiple(point[1], step))


def _near(
    level: Level, point: Point, reach: float, moving: Moving, hidden: Collection[int]
) -> list[NearEdge]:
    """The edges within reach of elements that are seen and stay, nearest first."""
    most = MOST_EDGES + moving.size
    skip = moving.elements.union(hidden)
    return edges_near(pick_index(level), point, reach, most=most, skip=skip)


def _places(edges: list[NearEdge], along: Line | None, moving: Moving) -> Iterable[Snapped]:
    """Corners that stay; crossings and middles of edges that do."""
    for edge in edges:
        for number, corner in ((edge.index, edge.start), (edge.following, edge.end)):
            if not moving.has_handle(edge.element, number) and _lies_on(along, corner):
                yield Snapped(corner, "vertex", along)
    still = [edge for edge in edges if not moving.has_edge(edge)]
    for edge in still:
        (ax, az), (bx, bz) = edge.start, edge.end
        middle = ((ax + bx) / 2, (az + bz) / 2)
        if _lies_on(along, middle):
            yield Snapped(middle, "midpoint", along)
    if along is None:
        yield from (Snapped(place, "crossing") for place in crossings(still))


def _lies_on(along: Line | None, place: Point) -> bool:
    return along is None or math.dist(along.nearest(place), place) <= _ON_LINE


def _first(found: Iterable[Snapped], point: Point, reach: float) -> Snapped | None:
    """The nearest within reach; of those that are about as near, the first by kind."""
    near = [(math.dist(snapped.place, point), snapped) for snapped in found]
    near = [(distance, snapped) for distance, snapped in near if distance <= reach]
    if not near:
        return None
    least = min(distance for distance, _ in near)
    tied = [item for item in near if item[0] <= least + TIE * reach]
    chosen = min(tied, key=lambda item: (_RANKS.index(item[1].kind), item[0]))[1]
    if chosen.along is None:
        return chosen
    return Snapped(chosen.along.nearest(chosen.place), chosen.kind, chosen.along)


def _edge(
    still: list[NearEdge], point: Point, reach: float, step: float | None, along: Line | None
) -> Snapped | None:
    """On the nearest edge; on a line, where the nearest edge crosses it."""
    if along is None:
        return Snapped(_along_edge(still[0], step), "edge") if still else None
    places = [place for edge in still if (place := _meets(along, edge)) is not None]
    places = [place for place in places if math.dist(place, point) <= reach]
    if not places:
        return None
    return Snapped(min(places, key=lambda place: math.dist(place, point)), "edge", along)


def _meets(line: Line, edge: NearEdge) -> Point | None:
    """Where an edge crosses the line; None where it does not, or lies in it."""
    (x, z), (dx, dz) = line.through, line.direction
    (ax, az), (bx, bz) = edge.start, edge.end
    ux, uz = bx - ax, bz - az
    across = dx * uz - dz * ux
    if across == 0:
        return None
    share = ((x - ax) * dz - (z - az) * dx) / -across
    if not 0 <= share <= 1:
        return None
    return line.nearest((ax + share * ux, az + share * uz))


def _multiple(value: float, step: float) -> float:
    return round(round(value / step) * step, 9) + 0.0


def _grid_along(line: Line, point: Point, step: float) -> Point:
    """The place of the line nearest to `point`, one of its own, where the grid crosses it.

    On a line that follows neither an axis nor a diagonal, whole steps from where it begins.
    """
    (x, z), (dx, dz) = line.through, line.direction
    if dx and dz and abs(dx) != abs(dz):
        length = math.hypot(dx, dz)
        return line.at(
            _multiple(math.dist(line.through, point), step) * _side(line, point) / length
        )
    places: list[Point] = []
    if dx:
        at = _multiple(point[0], step)
        places.append((at, z + (at - x) * (dz / dx)))
    if dz:
        at = _multiple(point[1], step)
        places.append((x + (at - z) * (dx / dz), at))
    return min(places, key=lambda place: math.dist(place, point))


def _side(line: Line, point: Point) -> float:
    """1 or -1: before or behind where the line begins."""
    (x, z), (dx, dz) = line.through, line.direction
    return math.copysign(1.0, (point[0] - x) * dx + (point[1] - z) * dz)


def _along_edge(edge: NearEdge, step: float | None) -> Point:
    """The place on an edge nearest to the mouse, where the grid crosses it.

    The grid counts along the axis that the edge rather follows; beyond the ends, and without a
    step, the place stays as it is.
    """
    if step is None:
        return edge.place
    a, b = edge.start, edge.end
    axis = 0 if abs(b[0] - a[0]) >= abs(b[1] - a[1]) else 1
    value = _multiple(edge.place[axis], step)
    if a[axis] == b[axis] or not min(a[axis], b[axis]) <= value <= max(a[axis], b[axis]):
        return edge.place
    share = (value - a[axis]) / (b[axis] - a[axis])
    other = a[1 - axis] + share * (b[1 - axis] - a[1 - axis])
    return (value, other) if axis == 0 else (other, value)
