"""Snapping: the place of a click near corners, edges and the grid. No Qt.

A corner, a crossing of edges or the middle of an edge wins within 10 pixels or 0.35 of the grid
step, whichever is less. Beyond that the nearest candidate of any kind wins: corners, crossings,
middles and edges within 10 pixels, and the grid. An edge offers the place where a grid line crosses
it. Places within a pixel of each other are indistinguishable: of these the exact one wins, so a
corner wins over the grid below it. Moving elements don't attract.

If the step is too fine to aim at, all shapes win over the grid, within 0.35 of the drawn squares:
otherwise some place of the grid would always be nearer.

A gesture that is locked to a line stays exactly on it: there the places where edges and the grid
cross the line, and corners and middles on it, attract.
"""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from editor.canvas.grid_steps import drawn_steps
from editor.tools.lines import Line
from editor.tools.snap import Indices
from navcore.level.model import Level, Point
from navcore.level.near import NearEdge, crossings, edges_near, places_near
from navcore.level.pick import pick_index

REACH: Final = 10.0
"""Pixels within which a corner or an edge attracts."""

SHARE: Final = 0.35
"""Share of the grid step within which corners, crossings and middles take precedence."""

AIMED: Final = 6.0
"""Size of a step in pixels below which users can't aim at the grid."""

SAME: Final = 1.0
"""Distance in pixels up to which two places are indistinguishable."""

MOST_EDGES: Final = 24
"""Most fixed edges within reach that are used; the nearest of more."""

Kind = Literal["vertex", "crossing", "midpoint", "edge", "grid", "none"]

SHAPES: Final[frozenset[str]] = frozenset({"vertex", "crossing", "midpoint", "edge"})
"""Everything that attracts but the grid."""

PRIVILEGED: Final[frozenset[str]] = frozenset({"vertex", "crossing", "midpoint"})
"""Kinds that win near the mouse even if something else is nearer."""

_RANKS: Final[tuple[Kind, ...]] = ("vertex", "crossing", "midpoint", "edge", "grid", "none")
_ON_LINE: Final = 1e-9
"""Metres from a line at which a corner still lies on it."""
_DUST: Final = 1e-9
"""Steps by which a coordinate may miss a grid line that it lies on."""


@dataclass(frozen=True, slots=True)
class Snapped:
    """A place, and the kind of thing it was snapped to."""

    place: Point
    kind: Kind
    along: Line | None = None
    """The line that it had to stay on."""


@dataclass(frozen=True, slots=True)
class Moving:
    """Moving elements, which don't attract."""

    elements: frozenset[int] = frozenset()
    handles: Indices = field(default_factory=dict)
    """Moving handles; the edges that end there move with them."""
    edges: Indices = field(default_factory=dict)

    def has_handle(self, element_id: int, index: int) -> bool:
        """Return whether this handle moves."""
        return index in self.handles.get(element_id, ())

    def has_edge(self, edge: NearEdge) -> bool:
        """Return whether this edge moves."""
        return (
            edge.index in self.edges.get(edge.element, ())
            or self.has_handle(edge.element, edge.index)
            or self.has_handle(edge.element, edge.following)
        )

    @property
    def size(self) -> int:
        """Upper bound of the number of excluded edges."""
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
    """Return the place near `point` to which it snaps.

    Args:
        level: The level; locked elements attract too.
        point: Position of the mouse, metres.
        step: Step of the grid, metres; None: no grid.
        reach: Metres within which shapes attract.
        kinds: Parts of shapes that attract: some of `SHAPES`.
        moving: Moving elements.
        hidden: Hidden elements.
        along: The line that the place must lie on.
    """
    if along is not None:
        point = along.nearest(point)
    found = list(_shapes(level, point, reach, step, kinds, moving, hidden, along))
    share, fine = share_of(step, reach)
    close = [each for each in found if _away(each, point) <= share]
    exact = [each for each in close if each.kind in PRIVILEGED]
    if step is None:
        return _nearest(exact or found, point, reach) or Snapped(point, "none", along)
    place = on_grid(point, step) if along is None else _grid_along(along, point, step)
    grid = Snapped(place, "grid", along)
    chosen = exact or (close if fine else []) or [*found, grid]
    return _nearest(chosen, point, reach) or grid


def share_of(step: float | None, reach: float) -> tuple[float, bool]:
    """Return the distance within which corners win, metres; and whether the step is too fine.

    Args:
        step: Step of the grid, metres; None without a grid.
        reach: `REACH` pixels, metres.
    """
    if step is None:
        return reach, False
    scale = REACH / reach
    fine = step * scale < AIMED
    square = drawn_steps(step, scale)[0] if fine else step
    return min(reach, SHARE * square), fine


def on_grid(point: Point, step: float) -> Point:
    """Return the nearest crossing of the grid, without the dust of binary fractions."""
    return (_multiple(point[0], step), _multiple(point[1], step))


def _shapes(
    level: Level,
    point: Point,
    reach: float,
    step: float | None,
    kinds: Collection[str],
    moving: Moving,
    hidden: Collection[int],
    along: Line | None,
) -> Iterable[Snapped]:
    """Return all that attracts but the grid: candidates within reach, of edges the edge itself."""
    if not kinds:
        return
    skip = moving.elements.union(hidden)
    index, most = pick_index(level), MOST_EDGES + moving.size
    edges = edges_near(index, point, reach, most=most, skip=skip)
    lone = places_near(index, point, reach, most=MOST_EDGES, skip=skip)
    places = [*_places(edges, along, moving), *(Snapped(place, "vertex", along) for place in lone)]
    for each in places:
        if each.kind in kinds and _lies_on(along, each.place) and _away(each, point) <= reach:
            yield each if along is None else replace(each, place=along.nearest(each.place))
    for edge in edges if "edge" in kinds else ():
        if moving.has_edge(edge):
            continue
        place = _on_edge(edge, step) if along is None else _meets(along, edge)
        if place is not None and (along is None or math.dist(place, point) <= reach):
            yield Snapped(place, "edge", along)


def _places(edges: list[NearEdge], along: Line | None, moving: Moving) -> Iterable[Snapped]:
    """Return corners that stay; crossings and middles of edges that do."""
    for edge in edges:
        for number, corner in ((edge.index, edge.start), (edge.following, edge.end)):
            if not moving.has_handle(edge.element, number):
                yield Snapped(corner, "vertex", along)
    still = [edge for edge in edges if not moving.has_edge(edge)]
    for edge in still:
        (ax, az), (bx, bz) = edge.start, edge.end
        yield Snapped(((ax + bx) / 2, (az + bz) / 2), "midpoint", along)
    if along is None:
        yield from (Snapped(place, "crossing") for place in crossings(still))


def _lies_on(along: Line | None, place: Point) -> bool:
    return along is None or math.dist(along.nearest(place), place) <= _ON_LINE


def _away(snapped: Snapped, point: Point) -> float:
    return math.dist(snapped.place, point)


def _nearest(found: list[Snapped], point: Point, reach: float) -> Snapped | None:
    """Return the nearest; among indistinguishable ones the first by kind."""
    if not found:
        return None
    nearest = min(found, key=lambda each: (_away(each, point), _RANKS.index(each.kind)))
    same = SAME * reach / REACH
    there = (each for each in found if math.dist(each.place, nearest.place) <= same)
    return min(there, key=lambda each: (_RANKS.index(each.kind), _away(each, point)))


def _meets(line: Line, edge: NearEdge) -> Point | None:
    """Return where an edge crosses the line; None if it does not, or lies on it."""
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
    """Return the crossing of the grid and the line that is nearest to `point` on the line.

    On a line along neither an axis nor a diagonal, whole steps from its start.
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
    """Return 1 or -1: after or before the start of the line."""
    (x, z), (dx, dz) = line.through, line.direction
    return math.copysign(1.0, (point[0] - x) * dx + (point[1] - z) * dz)


def _on_edge(edge: NearEdge, step: float | None) -> Point:
    """Return the place on an edge nearest to the mouse where a grid line crosses it.

    Without a step, or without a crossing, the place nearest to the mouse.
    """
    if step is None:
        return edge.place
    found: list[Point] = []
    for axis in (0, 1):
        start, end = edge.start[axis], edge.end[axis]
        low, high = sorted((start, end))
        if low == high:
            continue
        first, last = math.ceil(low / step - _DUST), math.floor(high / step + _DUST)
        if first > last:
            continue
        line = min(max(round(edge.place[axis] / step), first), last)
        value = round(line * step, 9) + 0.0
        share = min(max((value - start) / (end - start), 0.0), 1.0)
        other = edge.start[1 - axis] + share * (edge.end[1 - axis] - edge.start[1 - axis])
        found.append((value, other) if axis == 0 else (other, value))
    return min(found, key=lambda place: math.dist(place, edge.place), default=edge.place)
