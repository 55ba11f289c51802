"""Outlines from a few parameters: rectangles, regular polygons, circles, walls.

Units are metres and radians, counter-clockwise. Corners are rounded to a nanometre, so that files
contain no rounding errors of sines and cosines.
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
"""Maximum number of corners of a regular polygon."""

MITRE_LIMIT: Final = 3.0
"""Largest distance of a wall's corner from its line, in half widths; sharper ones are cut off."""

_DIGITS: Final = 9
_ROUND_FROM: Final = 5
_LIKE_ROUND: Final = 1e-4
"""Tolerance of the radii of a round shape's corners, relative: files hold rounded corners."""
_SAME: Final = 1e-9
_ROUND: Final = 0.005
"""Largest distance in metres of a circle's edges from the circle, if enough corners are allowed."""
_CIRCLE_CORNERS: Final = (32, 128)
_REPEATED: Final = 1e-7
"""Distance in metres up to which two corners are the same."""
_STRAIGHT: Final = 1e-8
"""Distance in metres from the line between its neighbours up to which a corner is left out."""
_OFF: Final = 1e-6
"""Largest relative difference in area between two constructions of the same wall."""


def round_middle(ring: Ring) -> Point | None:
    """Return the centre of a circle or regular polygon of at least five corners, else None."""
    if len(ring) < _ROUND_FROM:
        return None
    x, z = (sum(part) / len(ring) for part in zip(*ring, strict=True))
    away = [math.dist((x, z), corner) for corner in ring]
    if max(away) - min(away) > _LIKE_ROUND * max(away):
        return None
    return (round(x, _DIGITS), round(z, _DIGITS))


def rectangle_ring(centre: Point, width: float, depth: float, turn: float = 0.0) -> Ring:
    """Return a rectangle, starting at its lower left corner, rotated about its centre."""
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
    """Return a regular polygon with its first corner in the direction of `turn`.

    Raises:
        NavcoreError: if there are fewer than three corners.
    """
    if corners < LEAST_CORNERS:
        message = f"A shape needs {LEAST_CORNERS} corners at least, not {corners}."
        raise NavcoreError(message)
    directions = (_direction(turn + math.tau * number / corners) for number in range(corners))
    return tuple(_rounded(centre[0] + radius * x, centre[1] + radius * z) for x, z in directions)


def circle_ring(centre: Point, radius: float) -> Ring:
    """Return a circle as a ring with corners on the circle; larger circles have more corners."""
    least, most = _CIRCLE_CORNERS
    if radius <= _ROUND:
        return regular_ring(centre, radius, least)
    wanted = math.pi / math.acos(1 - _ROUND / radius)
    corners = 4 * math.ceil(min(max(wanted, least), most) / 4)
    return regular_ring(centre, radius, corners)


def wall_rings(line: Sequence[Point], width: float, *, closed: bool = False) -> tuple[Ring, ...]:
    """Return the area of a wall along `line` as outlines without holes that don't overlap.

    Corners are mitred, and cut off beyond `MITRE_LIMIT`; the ends are cut off square at the ends
    of the line. A wall that encloses an area, as a closed one does, becomes two or more pieces,
    largest first, because outlines have no holes.

    Raises:
        NavcoreError: if the length of the line is 0 or the width isn't greater than 0.
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
    """Yield a rectangle for each segment of the line, and a piece that fills each outer corner."""
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
    """Return the points around the outside of a corner; empty if it is straight."""
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
    """Return where the parallels of two segments meet, `side` metres to their left."""
    (ux, uz), (vx, vz) = _normal(a, corner), _normal(corner, b)
    reach = side / max(1 + ux * vx + uz * vz, _SAME)
    return (corner[0] + reach * (ux + vx), corner[1] + reach * (uz + vz))


def _outlined(corners: list[Point], half: float) -> Ring | None:
    """Return the outline of both sides of a line; None if a corner doesn't fit or sides cross."""
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
    """Iterate over the inner corners, each between its neighbours."""
    return zip(corners, corners[1:], corners[2:], strict=False)


def _inset(a: Point, corner: Point, b: Point, half: float) -> float:
    """Return the distance along the line from a corner to where its inner sides meet.

    It is infinite if the line folds back.
    """
    (ux, uz), (vx, vz) = _normal(a, corner), _normal(corner, b)
    opening = 1 + ux * vx + uz * vz
    return half * abs(ux * vz - uz * vx) / opening if opening > _SAME else math.inf


def _is_right(a: Point, b: Point, point: Point) -> bool:
    """Return whether a point is to the right of the line from `a` to `b`."""
    return (b[0] - a[0]) * (point[1] - b[1]) - (b[1] - a[1]) * (point[0] - b[0]) < 0


def _opened(face: Polygon) -> list[Ring]:
    """Divide a face into pieces without holes."""
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
    """Return the ring counter-clockwise, without corners in the middle of straight sides."""
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
    """Return the unit vector to the left of the direction from `a` to `b`."""
    length = math.dist(a, b)
    return (-(b[1] - a[1]) / length, (b[0] - a[0]) / length)


def _direction(turn: float) -> Point:
    """Return the unit vector of an angle, exact for multiples of a quarter turn."""
    cosine, sine = math.cos(turn), math.sin(turn)
    if min(abs(cosine), abs(sine)) < 1e-12:
        return (float(round(cosine)), float(round(sine)))
    return (cosine, sine)


def _rounded(x: float, z: float) -> Point:
    return (round(x, _DIGITS) + 0.0, round(z, _DIGITS) + 0.0)
