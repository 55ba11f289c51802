"""Turning and scaling: affine maps of elements.

Metres and radians, counter-clockwise. See `navcore.level.affine` for rounding.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Final

import numpy as np
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.geometry.corner_arrays import CORNERS
from navcore.geometry.rings import Box
from navcore.i18n import tr
from navcore.level.affine import Affine
from navcore.level.bases import Find, Place, nothing
from navcore.level.edit import Edit
from navcore.level.kinds import kind_of_type
from navcore.level.model import Element, Level, Point, Polygon, Ring
from navcore.level.naming import called

_FEW: Final = 1000
"""Number of corners up to which Python finds bounds as fast as arrays do."""
_THIN: Final = 1e-3
"""Scale factor below which outlines may collapse to zero area."""


def all_moved(
    elements: Sequence[Element], affine: Affine, *, handles: bool = False
) -> list[Element]:
    """Return each element after the map; much faster than one by one for thousands.

    Args:
        elements: The elements; kinds that can't be moved don't change.
        affine: The map.
        handles: Whether to map handles that a move leaves in place: goals of agents.
    """
    stay = {kind for kind in set(map(type, elements)) if not kind_of_type(kind).moved}
    if stay:
        return [e if type(e) in stay else _mapped(e, affine, handles) for e in elements]
    polygons = [element for element in elements if isinstance(element, Polygon)]
    rings = iter(affine.rings([polygon.polygon for polygon in polygons]))
    plain = frozenset() if handles else _plain_places(elements)
    at = [element.position for element in elements if isinstance(element, Place)]
    places = iter(affine.points(at) if plain else at)
    moved: list[Element] = []
    for element in elements:
        if isinstance(element, Polygon):
            moved.append(element.with_ring(next(rings), affine))
            continue
        place = next(places) if isinstance(element, Place) else None
        if place is not None and type(element) in plain and element.heading is None:
            moved.append(replace(element, position=place))
        else:
            moved.append(_mapped(element, affine, handles))
    return moved


def _plain_places(elements: Iterable[Element]) -> frozenset[type[Element]]:
    """Return the kinds of places among elements whose move only changes the position."""
    kinds = set(map(type, elements))
    return frozenset(k for k in kinds if issubclass(k, Place) and k.moved is Place.moved)


def _mapped(element: Element, affine: Affine, handles: bool) -> Element:
    return element.carried(affine) if handles else element.moved(affine)


def lying(elements: Iterable[Element]) -> list[Element]:
    """Return the given elements that have geometry of their own, so no joins."""
    return [element for element in elements if element.body(nothing) is not None]


def turn(level: Level, ids: Collection[int], angle: float, pivot: Point) -> Edit:
    """Turn the elements by `angle` about `pivot`.

    A rectangle along the axes that is turned gets a `shape`, so that its sides stay known.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if angle or pivot are not finite.
    """
    affine = Affine.rotation(angle, pivot)
    return _edit(level, ids, affine, tr("Turn {0}"), keep_sides=not affine.keeps_axes)


def scale(
    level: Level, ids: Collection[int], factors: Point, pivot: Point, *, axes: float = 0.0
) -> Edit:
    """Scale the elements from `pivot` by factors along x and z, turned by `axes`.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if a factor is 0 or not finite, or an outline would enclose nothing.
    """
    sx, sz = factors
    edit = _edit(level, ids, Affine.scaling(sx, sz, pivot, turn=axes), tr("Resize {0}"))
    if min(abs(sx), abs(sz)) < _THIN:
        for element in edit.after.values():
            if isinstance(element, Polygon) and not element.allows(element.polygon):
                message = tr("At this size {0} would enclose nothing.").format(called([element]))
                raise NavcoreError(message)
    return edit


def bounds_of(elements: Iterable[Element], find: Find = nothing) -> Box:
    """Return the bounds of these elements: least x, least z, greatest x, greatest z.

    Args:
        elements: At least one element with geometry.
        find: Finds elements that joins refer to: `level.get`.

    Raises:
        ValueError: if no element has geometry.
    """
    rings: list[Ring] = []
    places: list[Point] = []
    for element in elements:
        if isinstance(element, Polygon):
            rings.append(element.polygon)
            continue
        body = element.body(find)
        if body is None:
            continue
        grow = body.girth
        if not grow:
            places += body.trace
            continue
        for x, z in body.trace:
            places += ((x - grow, z - grow), (x + grow, z + grow))
    if sum(map(len, rings)) <= _FEW:
        places += chain.from_iterable(rings)
        across, up = [x for x, _ in places], [z for _, z in places]
        return (min(across), min(up), max(across), max(up))
    # All at once for many elements: a generator for each polygon takes several times as long.
    xs, zs = np.concatenate([*CORNERS.of(rings), np.array(places).reshape(-1, 2)]).T
    return (float(xs.min()), float(zs.min()), float(xs.max()), float(zs.max()))


def _edit(
    level: Level, ids: Collection[int], affine: Affine, label: str, *, keep_sides: bool = False
) -> Edit:
    elements = [level.element(element_id) for element_id in ids]
    starts = map(with_sides, elements) if keep_sides else elements
    changed = all_moved([*starts], affine)
    return Edit.put(level, changed, label.format(called(elements)) if elements else "")


def with_sides(element: Element) -> Element:
    """Return a plain rectangle along the axes with a `shape` that says so."""
    if not isinstance(element, Polygon) or element.shape is not None or len(element.polygon) != 4:
        return element
    a, b, c, d = element.polygon
    if (a[0], b[1], c[0], d[1]) != (d[0], a[1], b[0], c[1]) and (
        (a[1], b[0], c[1], d[0]) != (d[1], a[0], b[1], c[0])
    ):
        return element
    x0, z0, x1, z1 = bounds_of([element])
    middle = [(x0 + x1) / 2, (z0 + z1) / 2]
    return replace(element, shape={"rect": [*middle, x1 - x0, z1 - z0, 0.0]})
