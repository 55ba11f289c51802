"""Faces of unions and cuts: polygons without slivers, pieces without holes, conversion to rings.

Faces thinner than `THIN` are rounding errors: they neither count nor become pieces.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.geometry.edge_bounds import ByRing
from navcore.geometry.geos import Geometry, LineString, Polygon, ops, shapely
from navcore.geometry.polygons import Point, Ring, signed_area
from navcore.geometry.rings import overlay_grid

THIN: Final = 1e-6
"""Width in metres below which a face counts as a rounding error."""

POINT: Final = 1e-4
"""Length in metres up to which a stretch counts as a point."""

_WRONG: Final = 1e-6
"""Largest rounding error of an area, square metres; a larger one is a bug of the library."""
_REPEATED: Final = 1e-9
_MANY_HOLES: Final = 8
"""Number of holes above which all are opened up and down, without a search for short cuts."""

Faces: TypeAlias = list[Polygon]


def united_pair(one: Geometry, other: Geometry) -> Geometry:
    """Return the union of two geometries, checked by its area.

    GEOS 3.14 sometimes treats a polygon that touches another as one inside it. Its differences are
    correct and yield the expected area; on a grid, unions are correct, too.
    """
    united = shapely.union(one, other)
    expected = shapely.difference(one, other).area + other.area
    if abs(united.area - expected) > _WRONG:
        united = shapely.union(one, other, grid_size=overlay_grid(one.bounds))
    return solid(united)


def shared(one: Geometry, other: Geometry) -> Geometry:
    """Return the intersection of two geometries, checked as in :func:`united_pair`."""
    shared = shapely.intersection(one, other)
    expected = one.area - shapely.difference(one, other).area
    if abs(shared.area - expected) > _WRONG:
        shared = shapely.intersection(one, other, grid_size=overlay_grid(one.bounds))
    return solid(shared)


def solid(geometry: Geometry) -> Geometry:
    """Return only the polygons of a geometry: points and lines make GEOS fail at the next step."""
    if geometry.geom_type in {"Polygon", "MultiPolygon"}:
        return geometry
    parts = shapely.get_parts(shapely.get_parts(geometry)).tolist()
    return shapely.MultiPolygon([part for part in parts if isinstance(part, shapely.Polygon)])


def faces_of(geometry: Geometry | npt.NDArray[np.object_]) -> Faces:
    """Return the polygons in a geometry, without thin ones."""
    parts = shapely.get_parts(shapely.get_parts(geometry)).tolist()
    return [part for part in parts if isinstance(part, shapely.Polygon) and not is_thin(part)]


def is_thin(face: Polygon) -> bool:
    """Return whether a face is so thin that it is a rounding error."""
    return face.is_empty or 2 * face.area <= THIN * face.length


def split_at(piece: Polygon, knives: Sequence[LineString]) -> Faces:
    """Cut a piece without holes along lines that don't cross each other."""
    shapely.prepare(piece)
    cutting = [knife for knife in knives if shapely.intersects(piece, knife)]
    if not cutting:
        return [piece]
    lines = shapely.union(piece.boundary, shapely.MultiLineString(cutting))
    faces = shapely.get_parts(shapely.polygonize([lines]))
    inside = faces[shapely.contains(piece, shapely.point_on_surface(faces))]
    return faces_of(inside)


def without_holes(face: Polygon) -> Faces:
    """Cut a face into few pieces without holes, by one straight cut through each hole."""
    holes = [hole for hole in face.interiors if not is_thin(shapely.Polygon(hole))]
    if len(holes) > _MANY_HOLES:
        return _opened_up_and_down(face, holes)
    hole = next(iter(holes), None)
    if hole is None:
        return [shapely.Polygon(face.exterior)] if face.interiors else [face]
    cut = _cut_through(face, [(float(x), float(z)) for x, z in hole.coords])
    halves = [part for part in ops.split(face, cut).geoms if isinstance(part, shapely.Polygon)]
    pieces = [piece for half in halves for piece in without_holes(half)]
    return _joined_again(pieces, {tuple(corner) for corner in shapely.get_coordinates(face)})


def _opened_up_and_down(face: Polygon, holes: Sequence[LineString]) -> Faces:
    """Cut a face from each hole straight up and down to the next hole or outer edge."""
    low, high = face.bounds[1] - 1, face.bounds[3] + 1
    places = [shapely.Polygon(hole).representative_point() for hole in holes]
    across = sorted({place.x for place in places})
    upright = shapely.MultiLineString([[(x, low), (x, high)] for x in across])
    stretches: list[list[tuple[float, float]]] = [[] for _ in across]
    for part in shapely.get_parts(shapely.intersection(upright, face)).tolist():
        (x, start), (_, end) = part.coords[0], part.coords[-1]
        at = min(bisect_left(across, x - THIN), len(across) - 1)
        stretches[at].append((min(start, end), max(start, end)))
    lines = []
    for place in places:
        beside = stretches[bisect_left(across, place.x)]
        below = max((s for s in beside if s[1] <= place.y), default=None)
        above = min((s for s in beside if s[0] >= place.y), default=None)
        for stretch in (below, above):
            if stretch is not None and stretch[1] - stretch[0] > POINT:
                # A little longer, so that rounding errors leave no side uncut.
                ends = [(place.x, stretch[0] - THIN), (place.x, stretch[1] + THIN)]
                lines.append(shapely.LineString(ends))
    pieces: Faces = []
    for piece in split_at(face, lines):
        fewer = len(piece.interiors) < len(holes)
        pieces += without_holes(piece) if fewer else [shapely.Polygon(piece.exterior)]
    return pieces


def _cut_through(face: Polygon, hole: list[Point]) -> LineString:
    sides = pairwise(hole)
    (ax, az), (bx, bz) = max(sides, key=lambda side: math.dist(*side))
    length = math.dist((ax, az), (bx, bz))
    dx, dz = (bx - ax) / length, (bz - az) / length
    centre = shapely.Polygon(hole).representative_point()
    min_x, min_z, max_x, max_z = face.bounds
    reach = 2 * (max_x - min_x + max_z - min_z)
    lines = [
        shapely.LineString(
            [
                (centre.x - ux * reach, centre.y - uz * reach),
                (centre.x + ux * reach, centre.y + uz * reach),
            ]
        )
        for ux, uz in ((dx, dz), (-dz, dx))
    ]
    return min(lines, key=lambda line: float(shapely.intersection(face, line).length))


def _joined_again(pieces: Faces, corners: set[Point]) -> Faces:
    """Join pieces that needn't be separate, because the union of two has no hole."""
    kept = list(pieces)
    for piece in pieces:
        for other in kept:
            if other is piece or piece not in kept:
                continue
            both = united_pair(piece, other)
            if isinstance(both, shapely.Polygon) and not both.interiors:
                ring = ring_of(both, ())
                joined = shapely.Polygon(without_needless(ring, set(ring) - corners))
                kept = [p for p in kept if p is not piece and p is not other]
                return _joined_again([joined, *kept], corners)
    return kept


def ring_of(face: Polygon, like: Ring) -> Ring:
    """Return the outline of a face, with the first corner and orientation of the ring `like`."""
    corners: list[Point] = []
    for x, z in shapely.get_coordinates(face.exterior).tolist()[:-1]:
        if not corners or math.dist(corners[-1], (x, z)) > _REPEATED:
            corners.append((x, z))
    if len(corners) > 1 and math.dist(corners[0], corners[-1]) <= _REPEATED:
        corners.pop()
    if like and (signed_area(corners) < 0) != (_AREAS.of(like) < 0):
        corners.reverse()
    places = _PLACES.of(like) if like else {}
    start = min(range(len(corners)), key=lambda at: (places.get(corners[at], math.inf), at))
    return tuple(corners[start:] + corners[:start])


def without_needless(ring: Ring, candidates: set[Point]) -> Ring:
    """Return the ring without candidates that are on the straight line between neighbours."""
    # Each corner is tested once, in order. Its predecessor is final, except that the first
    # corner's predecessor, the last corner, isn't yet.
    kept: list[Point] = []
    left = len(ring)
    for index, corner in enumerate(ring):
        if corner in candidates and left > 3:
            ax, az = kept[-1] if kept else ring[-1]
            bx, bz = ring[index + 1] if index + 1 < len(ring) else kept[0]
            length = math.dist((ax, az), (bx, bz))
            off = abs((corner[0] - ax) * (bz - az) - (corner[1] - az) * (bx - ax))
            if off <= THIN * length:
                left -= 1
                continue
        kept.append(corner)
    return tuple(kept)


def _places(ring: Ring) -> dict[Point, int]:
    """Return the first index of each corner in the ring."""
    return {corner: index for index, corner in reversed(list(enumerate(ring)))}


_AREAS: Final = ByRing(signed_area)
_PLACES: Final = ByRing(_places)
