"""Size, turn, radius and thickness of outlines, each changed about its own middle.

A polygon may remember the parameters that its outline was made from: `{rect: [x, z, width, depth,
turn]}`, `{circle: [x, z, radius]}`, `{line: [[x, z], ...], width}`. They are used as long as they
fit the outline; an outline edited by hand takes precedence. Metres and radians, counter-clockwise.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.geometry.shapes import circle_ring, rectangle_ring, wall_rings
from navcore.i18n import tr
from navcore.level.affine import Affine
from navcore.level.edit import Edit
from navcore.level.model import Element, Level, Place, Point, Polygon, Ring
from navcore.level.naming import called
from navcore.level.operations.transform import bounds_of

Shape: TypeAlias = Literal["rect", "circle", "wall"]

MOST_CORNERS: Final = 100_000
"""Corners of all outlines that the cache of shapes keeps alive: some 10 MB."""

_QUARTER: Final = math.pi / 2
_NEAR: Final = 1e-5
"""Metres by which an outline may differ from what its parameters say."""


class _ShapeCache:
    """Cache of shapes by element: elements never change, and their shapes are needed often.

    The cache keeps its elements alive, so it is bounded by corners, not by elements: a drag makes
    element for every move of the mouse, and one outline may have 100,000 corners.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Polygon, Shape | None]] = {}
        self._corners = 0

    def shape_of(self, element: Polygon) -> Shape | None:
        """Return the shape of an element, worked out at the first call."""
        known = self._known.get(id(element))
        if known is not None and known[0] is element:
            return known[1]
        shape = _shape_of(element)
        self._corners += len(element.polygon)
        if self._corners > MOST_CORNERS:
            self._known.clear()
            self._corners = len(element.polygon)
        if self._corners <= MOST_CORNERS:
            self._known[id(element)] = (element, shape)
        return shape


_CACHE: Final = _ShapeCache()


def shape_of(element: Element) -> Shape | None:
    """Return the kind of shape whose parameters fit the outline: rectangle, circle or wall.

    Four corners with right angles are a rectangle even without parameters.
    """
    return _CACHE.shape_of(element) if isinstance(element, Polygon) else None


def _shape_of(element: Polygon) -> Shape | None:
    try:
        if _is_rectangle(element):
            return "rect"
        if "circle" in (element.shape or {}):
            return "circle" if _is_circle(element) else None
        if "line" in (element.shape or {}):
            return "wall" if _is_wall(element) else None
    except (KeyError, TypeError, ValueError):
        pass
    return None


def middle_of(element: Element) -> Point:
    """Return a position; the middle of a polygon's bounds, or of the rectangle or circle it is."""
    if isinstance(element, Place):
        return element.position
    if isinstance(element, Polygon):
        kind = shape_of(element)
        if kind == "rect":
            x, z, *_ = _rect(element)
            return (x, z)
        if kind == "circle":
            x, z, _ = _circle(element)
            return (x, z)
    x0, z0, x1, z1 = bounds_of([element])
    return ((x0 + x1) / 2, (z0 + z1) / 2)


def size_of(element: Element) -> Point:
    """Width and depth: of the bounds, or along the sides of a turned rectangle."""
    if isinstance(element, Polygon) and shape_of(element) == "rect":
        _, _, width, depth, _ = _rect(element)
        return (width, depth)
    x0, z0, x1, z1 = bounds_of([element])
    return (x1 - x0, z1 - z0)


def turn_of(element: Element) -> float:
    """Return the direction of an element's facing, or of the width of a rectangle."""
    if isinstance(element, Polygon) and shape_of(element) == "rect":
        return _rect(element)[4]
    return element.heading or 0.0


def radius_of(element: Element) -> float:
    """Return the radius of a place or a circle; 0 for anything else."""
    if isinstance(element, Polygon):
        return _circle(element)[2] if shape_of(element) == "circle" else 0.0
    return element.girth if isinstance(element, Place) else 0.0


def thickness_of(element: Element) -> float:
    """Return the thickness of a wall; 0 for anything else."""
    if not isinstance(element, Polygon) or shape_of(element) != "wall":
        return 0.0
    return _wall(element)[1]


def resized(element: Element, size: Point) -> Element:
    """Return a polygon of this width and depth, about its middle; others stay as they are.

    Raises:
        NavcoreError: if a width or depth is not over 0.
    """
    if not isinstance(element, Polygon) or size == size_of(element):
        return element
    if not min(size) > 0:
        message = tr("Type a width and a depth over 0 m.")
        raise NavcoreError(message)
    width, depth = size_of(element)
    if not min(width, depth) > 0:
        message = tr("{0} has no size that could be changed.").format(called([element]))
        raise NavcoreError(message)
    if shape_of(element) == "rect":
        return _as_rectangle(element, *size, turn_of(element))
    factors = (size[0] / width, size[1] / depth)
    return element.moved(Affine.scaling(*factors, middle_of(element)))


def turned_to(element: Element, turn: float) -> Element:
    """Return the element with this facing, or the rectangle with its width this way; radians."""
    if element.heading is not None:
        return replace(element, facing=turn)
    if not isinstance(element, Polygon) or shape_of(element) != "rect":
        return element
    return _as_rectangle(element, *size_of(element), turn)


def with_radius(element: Element, radius: float) -> Element:
    """Return a circle of this radius, about its middle.

    Raises:
        NavcoreError: if the radius is not over 0.
    """
    if not isinstance(element, Polygon) or shape_of(element) != "circle":
        return element
    if not radius > 0:
        message = tr("Type a radius over 0 m.")
        raise NavcoreError(message)
    old, middle = radius_of(element), middle_of(element)
    ring = circle_ring(middle, radius)
    if not _near(element.polygon, circle_ring(middle, old)):
        # The circle has its own corners, perhaps fewer than usual: keep their directions.
        ring = Affine.scaling(radius / old, radius / old, middle).ring(element.polygon)
    return replace(element, polygon=ring, shape={"circle": [*middle, radius]})


def with_thickness(element: Element, thickness: float) -> Element:
    """Return a wall of this thickness, along the same line.

    Raises:
        NavcoreError: if it is not over 0, or the wall would no longer be one piece.
    """
    if not isinstance(element, Polygon) or shape_of(element) != "wall":
        return element
    if not thickness > 0:
        message = tr("Type a thickness over 0 m.")
        raise NavcoreError(message)
    line, _ = _wall(element)
    rings = wall_rings(line, thickness)
    if len(rings) > 1:
        message = tr("At this thickness {0} would close around a hole. Type less.")
        raise NavcoreError(message.format(called([element])))
    shape = {"line": [list(corner) for corner in line], "width": thickness}
    return replace(element, polygon=rings[0], shape=shape)


def moved_to(element: Element, place: Point) -> Element:
    """Return the element with its middle here.

    Raises:
        NavcoreError: if the place is not finite.
    """
    x, z = middle_of(element)
    if (x, z) == place:
        return element
    if isinstance(element, Place):
        return replace(element, position=Affine.translation(place)((0.0, 0.0)))
    return element.moved(Affine.translation((place[0] - x, place[1] - z)))


def change_each(
    level: Level, ids: Sequence[int], change: Callable[[Element, int], Element], label: str
) -> Edit:
    """Replace each element by `change` of it and its index in `ids`, as one step.

    `label` names the step, with the elements at `{0}`: "Resize {0}", translated.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if `change` refuses an element.
    """
    elements = [level.element(element_id) for element_id in ids]
    new = [change(element, number) for number, element in enumerate(elements)]
    changed = [e for e, other in zip(elements, new, strict=True) if e != other]
    return Edit.put(level, new, label.format(called(changed)) if changed else "")


def _as_rectangle(element: Polygon, width: float, depth: float, turn: float) -> Polygon:
    x, z, *_ = _rect(element)
    turn = round(math.remainder(turn, math.tau), 12) + 0.0
    ring = rectangle_ring((x, z), width, depth, turn)
    plain = element.shape is None and turn == 0
    shape = None if plain else {"rect": [x, z, width, depth, turn]}
    return replace(element, polygon=ring, shape=shape)


def _is_rectangle(element: Polygon) -> bool:
    if len(element.polygon) != 4 or (element.shape and "rect" not in element.shape):
        return False
    if not element.shape and _upright(element.polygon):
        return True
    x, z, width, depth, turn = _rect(element)
    return min(width, depth) > 0 and _near(
        element.polygon, rectangle_ring((x, z), width, depth, turn)
    )


def _is_circle(element: Polygon) -> bool:
    x, z, radius = _circle(element)
    away = (abs(math.dist((x, z), corner) - radius) for corner in element.polygon)
    return radius > 0 and max(away) <= _NEAR


def _is_wall(element: Polygon) -> bool:
    line, width = _wall(element)
    return len(line) > 1 and width > 0 and "closed" not in (element.shape or {})


def _rect(element: Polygon) -> list[float]:
    """Middle, width, depth and turn; of an outline that remembers nothing, the least turn."""
    if element.shape:
        return _numbers(element.shape["rect"], 5)
    a, b, c, d = element.polygon
    if _upright(element.polygon):
        width, depth = abs(c[0] - a[0]), abs(c[1] - a[1])
        return [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2, width, depth, 0.0]
    sides = [math.dist(a, b), math.dist(a, d)]
    turn = math.atan2(b[1] - a[1], b[0] - a[0])
    quarters = round(turn / _QUARTER)
    if quarters % 2:
        sides.reverse()
    return [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2, *sides, turn - quarters * _QUARTER]


def _upright(ring: Ring) -> bool:
    """Return whether four corners are a rectangle along the axes; quick, for most are."""
    a, b, c, d = ring
    if a[0] == c[0] or a[1] == c[1]:
        return False
    if a[1] == b[1]:
        return b[0] == c[0] and c[1] == d[1] and d[0] == a[0]
    return a[0] == b[0] and b[1] == c[1] and c[0] == d[0] and d[1] == a[1]


def _circle(element: Polygon) -> list[float]:
    return _numbers((element.shape or {})["circle"], 3)


def _wall(element: Polygon) -> tuple[list[Point], float]:
    shape: dict[str, Any] = element.shape or {}
    line = [(x, z) for x, z in (_numbers(corner, 2) for corner in shape["line"])]
    return line, _numbers([shape["width"]], 1)[0]


def _numbers(values: Sequence[Any], count: int) -> list[float]:
    """Return the values as `count` finite numbers.

    Raises:
        ValueError: if they are something else.
    """
    found = [float(value) for value in values]
    if len(found) != count or not all(map(math.isfinite, found)):
        message = f"these are not {count} numbers"
        raise ValueError(message)
    return found


def _near(ring: Ring, other: Ring) -> bool:
    """Return whether two outlines have the same corners, whatever their start and direction."""
    if len(ring) != len(other):
        return False
    return all(any(math.dist(a, b) <= _NEAR for b in other) for a in ring)
