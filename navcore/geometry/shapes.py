"""Outlines from a few parameters: rectangles, regular polygons, circles, walls.

Metres and radians, counter-clockwise. Corners are rounded to a nanometre, so that no dust of
sines and cosines gets into files.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from navcore.errors import NavcoreError
from navcore.geometry.boolean import difference_without_holes, is_simple
from navcore.geometry.geos import Polygon, shapely
from navcore.geometry.polygons import Point, Ring, area_of, signed_area
from navcore.geometry.rings import overlay_grid

LEAST_CORNERS: Final = 3
MOST_CORNERS: Final = 64
"""Corners that a regular polygon may have."""

MITRE_LIMIT: Final = 3.0
"""Half widths that a wall's corner may lie from its line; a sharper one is cut off straight."""

_DIGITS: Final = 9
_ROUND_FROM: Final = 5
_LIKE_ROUND: Final = 1e-4
"""Share of the radius by which corners of a round shape may differ: files hold rounded ones."""
_SAME: Final = 1e-9
_ROUND: Final = 0.005
"""Metres that a circle's edges may run inside the circle, as long as its corners suffice."""
_CIRCLE_CORNERS: Final = (32, 128)
_REPEATED: Final = 1e-7
"""Metres at which two corners are one."""
_STRAIGHT: Final = 1e-8
"""Metres from the straight line between its neighbours at which a corner is none."""
_OFF: Final = 1e-6
"""Share of the area that two ways of making the same wall may differ by."""


def round_middle(ring: Ring) -> Point | None:
    """The middle of a circle or a regular polygon of five corners or more, else None."""
    if len(ring) < _ROUND_FROM:
        return None
    x, z = (sum(part) / len(ring) for part in zip(*ring, strict=True))
    away = [math.dist((x, z), corner) for corner in ring]
    if max(away) - min(away) > _LIKE_ROUND * max(away):
        return None
    return (round(x, _DIGITS), round(z, _DIGITS))


def rectangle_ring(centre: Point, width: float, depth: float, turn: float = 0.0) -> Ring:
    """A rectangle from its lower left corner on, turned about its centre."""
    ux, uz = _direction(turn)
    return tuple(
        _rounded(centre[0] + a * ux - b * uz, centre[1] + a * uz + b * ux)
        for a, b in (
            (-width / 2, -depth / 2),
            (width / 2, -depth / 2),
            (width / 2, depth / 2),
            (-width / 2, depth / 2),
        )
    )


def regular_ring(centre: Point, radius: float, corners: int, turn: float = 0.0) -> Ring:
    """Corners evenly around the centre, the first in the direction of `turn`.

    Raises:
        NavcoreError: if there are fewer than three corners.
    """
    if corners < LEAST_CORNERS:
        message = f"A shape needs {LEAST_CORNERS} corners at least, not {corners}."
        raise NavcoreError(message)
    directions = (_direction(turn + math.tau * number / corners) for number in range(corners))
    return tuple(_rounded(centre[0] + radius * x, centre[1] + radius * z) for x, z in directions)


def circle_ring(centre: Point, radius: float) -> Ring:
    """A circle as a ring: larger ones have more corners, all of them on the circle."""
    least, most = _CIRCLE_CORNERS
    if radius <= _ROUND:
        return regular_ring(centre, radius, least)
    wanted = math.pi / math.acos(1 - _ROUND / radius)
    corners = 4 * math.ceil(min(max(wanted, least), most) / 4)
    return regular_ring(centre, radius, corners)


def wall_rings(line: Sequence[Point], width: float, *, closed: bool = False) -> tuple[Ring, ...]:
    """What a wall along `line` covers, as outlines without holes that do not overlap.

    Corners are mitred, those sharper than `MITRE_LIMIT` cut off; the ends are cut off square at
    the ends of the line. Where the wall runs around something, as a closed one does, it comes
    out in two pieces or more, the largest first: an outline has no holes.

    Raises:
        NavcoreError: if the line has no length or the width is not over 0.
    """
    corners = _without_repeats(line, closed=closed)
    if len(corners) < 2:
        message = "A wall needs two different ends."
        raise NavcoreError(message)
    if not (math.isfinite(width) and width > 0):
        message = f"The thickness of a wall must be over 0, not {width}."
        raise NavcoreError(message)
    closed = closed and len(corners) > 2
    pieces = [shapely.Polygon(ring) for ring in _pieces(corners, width / 2, closed=closed)]
    grid = overlay_grid(shapely.union_all([piece.envelope for piece in pieces]).bounds)
    covered = shapely.union_all(pieces, grid_size=grid)
    if not closed:
        ring = _outlined(corners, width / 2)
        if ring is not None and abs(area_of(ring) - covered.area) <= _OFF * covered.area:
            return (ring,)
    rings: list[Ring] = []
    for face in shapely.get_parts(covered).tolist():
        rings += _opened(face)
    rings = [ring for ring in rings if len(ring) >= LEAST_CORNERS and area_of(ring) > 0]
    if not rings:
        message = "This wall is so long or so far away that its thickness is lost."
        raise NavcoreError(message)
    return tuple(sorted(rings, key=lambda ring: -area_of(ring)))


def _without_repeats(line: Sequence[Point], *, closed: bool) -> list[Point]:
    corners: list[Point] = []
    for x, z in line:
        if not corners or math.dist(corners[-1], (x, z)) > _SAME:
            corners.append((x, z))
    if closed and len(corners) > 2 and math.dist(corners[0], corners[-1]) <= _SAME:
        corners.pop()
    return corners


def _pieces(corners: list[Point], half: float, *, closed: bool) -> Iterator[Ring]:
    """A rectangle for each stretch of the line, and what fills the outside of each corner."""
    stretches = list(pairwise([*corners, corners[0]] if closed else corners))
    for a, b in stretches:
        nx, nz = _normal(a, b)
        yield (
            (a[0] - half * nx, a[1] - half * nz), (b[0] - half * nx, b[1] - half * nz),
            (b[0] + half * nx, b[1] + half * nz), (a[0] + half * nx, a[1] + half * nz),
        )  # fmt: skip
    for (a, corner), (_, b) in pairwise([*stretches, stretches[0]] if closed else stretches):
        outside = _outside(a, corner, b, half)
        if outside:
            yield (corner, *outside)


def _outside(a: Point, corner: Point, b: Point, half: float) -> Ring:
    """The outer side of a corner from the one stretch to the other; empty where it is straight."""
    (ux, uz), (vx, vz) = _normal(a, corner), _normal(corner, b)
    turn = ux * vz - uz * vx
    if abs(turn) <= _SAME:
        return ()
    side = -half if turn > 0 else half
    x, z = corner
    first, last = (x + side * ux, z + side * uz), (x + side * vx, z + side * vz)
    if 2 / (1 + ux * vx + uz * vz) > MITRE_LIMIT**2:
        return (first, last)
    return (first, _meeting(a, corner, b, side), last)


def _meeting(a: Point, corner: Point, b: Point, side: float) -> Point:
    """Where the sides of two stretches meet, `side` to the left of them."""
    (ux, uz), (vx, vz) = _normal(a, corner), _normal(corner, b)
    reach = side / max(1 + ux * vx + uz * vz, _SAME)
    return (corner[0] + reach * (ux + vx), corner[1] + reach * (uz + vz))


def _outlined(corners: list[Point], half: float) -> Ring | None:
    """The outline along both sides of a line; None if a corner lacks room or sides cross."""
    insets = [0.0, *(_inset(*triple, half) for triple in _triples(corners)), 0.0]
    for (a, b), (one, other) in zip(pairwise(corners), pairwise(insets), strict=True):
        if one + other > math.dist(a, b):
            return None
    right: list[Point] = []
    left: list[Point] = []
    for number, corner in enumerate(corners):
        before = corners[max(number - 1, 0)]
        after = corners[min(number + 1, len(corners) - 1)]
        inside = 0 < number < len(corners) - 1
        outside = _outside(before, corner, after, half) if inside else ()
        if not outside:
            nx, nz = _normal(before, after)
            right.append((corner[0] - half * nx, corner[1] - half * nz))
            left.append((corner[0] + half * nx, corner[1] + half * nz))
            continue
        tips = outside[1:2] if len(outside) == 3 else outside
        if _is_right(before, corner, tips[0]):
            right.extend(tips)
            left.append(_meeting(before, corner, after, half))
        else:
            left.extend(tips)
            right.append(_meeting(before, corner, after, -half))
    ring = _plain((*right, *reversed(left)))
    return ring if len(ring) >= LEAST_CORNERS and is_simple(ring) else None


def _triples(corners: Sequence[Point]) -> Iterator[tuple[Point, Point, Point]]:
    """Each inner corner between its neighbours."""
    return zip(corners, corners[1:], corners[2:], strict=False)


def _inset(a: Point, corner: Point, b: Point, half: float) -> float:
    """How far from a corner its inner sides meet, along the line; infinite where it folds back."""
    (ux, uz), (vx, vz) = _normal(a, corner), _normal(corner, b)
    opening = 1 + ux * vx + uz * vz
    return half * abs(ux * vz - uz * vx) / opening if opening > _SAME else math.inf


def _is_right(a: Point, b: Point, point: Point) -> bool:
    """Whether the point lies to the right of the line from `a` to `b`."""
    return (b[0] - a[0]) * (point[1] - b[1]) - (b[1] - a[1]) * (point[0] - b[0]) < 0


def _opened(face: Polygon) -> list[Ring]:
    """A face in pieces without holes."""
    rings = [_plain(face.exterior.coords)]
    for hole in face.interiors:
        knife = _plain(hole.coords)
        if len(knife) < LEAST_CORNERS:
            continue
        cut: list[Ring] = []
        for ring in rings:
            pieces = difference_without_holes(ring, knife)
            cut += [ring] if pieces is None else [_plain(piece) for piece in pieces]
        rings = [ring for ring in cut if len(ring) >= LEAST_CORNERS]
    return rings


def _plain(corners: Iterable[Sequence[float]]) -> Ring:
    """The ring without corners in the middle of straight sides, counter-clockwise."""
    ring: list[Point] = []
    for x, z, *_ in corners:
        if not ring or math.dist(ring[-1], (x, z)) > _REPEATED:
            ring.append(_rounded(x, z))
    if len(ring) > 1 and math.dist(ring[0], ring[-1]) <= _REPEATED:
        ring.pop()
    bent: list[Point] = []
    for number, corner in enumerate(ring):
        (ax, az), (bx, bz) = (bent or ring)[-1], ring[(number + 1) % len(ring)]
        off = abs((corner[0] - ax) * (bz - az) - (corner[1] - az) * (bx - ax))
        if off > _STRAIGHT * math.dist((ax, az), (bx, bz)):
            bent.append(corner)
    return tuple(reversed(bent)) if signed_area(bent) < 0 else tuple(bent)


def _normal(a: Point, b: Point) -> Point:
    """The unit vector to the left of the way from `a` to `b`."""
    length = math.dist(a, b)
    return (-(b[1] - a[1]) / length, (b[0] - a[0]) / length)


def _direction(turn: float) -> Point:
    """The unit vector of an angle, exact for whole quarters."""
    cosine, sine = math.cos(turn), math.sin(turn)
    if min(abs(cosine), abs(sine)) < 1e-12:
        return (float(round(cosine)), float(round(sine)))
    return (cosine, sine)


def _rounded(x: float, z: float) -> Point:
    return (round(x, _DIGITS) + 0.0, round(z, _DIGITS) + 0.0)
