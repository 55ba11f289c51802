"""Snapping: the place that a click takes, near corners, edges and the grid. No Qt.

A corner within reach wins over an edge, an edge over the grid. Reaches are pixels, given in
metres; the elements that move take no part.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from navcore.level.model import Level, Point, Polygon
from navcore.level.pick import EdgeHit, pick_index

STEPS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Steps of the grid that one can choose, metres."""

REACH: Final = 10.0
"""Pixels within which a corner or an edge attracts."""

Kind = Literal["vertex", "edge", "grid", "none"]


@dataclass(frozen=True, slots=True)
class Snapped:
    """A place, and what it was snapped to."""

    place: Point
    kind: Kind


def snap(
    level: Level,
    point: Point,
    *,
    step: float | None,
    reach: float,
    exclude: Iterable[int] = (),
    hidden: Collection[int] = (),
) -> Snapped:
    """The place near `point` that attracts it; `step` None leaves the grid out."""
    index = pick_index(level)
    x, z = point
    left_out = {*exclude, *hidden}
    near = {
        element_id
        for element_id in index.touching_box(x - reach, z - reach, x + reach, z + reach)
        if element_id not in left_out
    }
    if near:
        corner = index.corner_at(point, reach, near)
        if corner is not None:
            return Snapped(corner.place, "vertex")
        edge = index.edge_at(point, reach, near)
        if edge is not None:
            return Snapped(_along_edge(level, edge, step), "edge")
    if step is None:
        return Snapped(point, "none")
    return Snapped(on_grid(point, step), "grid")


def on_grid(point: Point, step: float) -> Point:
    """The nearest crossing of the grid, without the dust of binary fractions."""
    return (_multiple(point[0], step), _multiple(point[1], step))


def next_step(step: float, direction: int) -> float:
    """The next coarser (1) or finer (-1) step."""
    nearest = min(range(len(STEPS)), key=lambda index: abs(STEPS[index] - step))
    return STEPS[min(len(STEPS) - 1, max(0, nearest + direction))]


def _multiple(value: float, step: float) -> float:
    return round(round(value / step) * step, 9) + 0.0


def _along_edge(level: Level, edge: EdgeHit, step: float | None) -> Point:
    """The place on an edge nearest to the mouse, where the grid crosses it.

    The grid counts along the axis that the edge rather follows; beyond the ends, and without a
    step, the place stays as it is.
    """
    element = level.get(edge.element)
    if step is None or not isinstance(element, Polygon):
        return edge.place
    a = element.polygon[edge.index]
    b = element.polygon[(edge.index + 1) % len(element.polygon)]
    axis = 0 if abs(b[0] - a[0]) >= abs(b[1] - a[1]) else 1
    value = _multiple(edge.place[axis], step)
    if not min(a[axis], b[axis]) <= value <= max(a[axis], b[axis]):
        return edge.place
    share = (value - a[axis]) / (b[axis] - a[axis])
    other = a[1 - axis] + share * (b[1 - axis] - a[1 - axis])
    return (value, other) if axis == 0 else (other, value)
