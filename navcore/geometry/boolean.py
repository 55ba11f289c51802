"""Cut and join polygons with shapely: rings in, rings without holes out.

Corners that an operation doesn't touch keep their coordinates to the last bit, and a piece of a
ring has the same orientation as the ring. Faces thinner than `THIN` are rounding errors: they
neither count as overlap nor become pieces.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from navcore.geometry.edge_bounds import ByRing, edges_touching
from navcore.geometry.even_odd import FEW_CORNERS, crosses_often, polygon_of, sides_of
from navcore.geometry.faces import (
    POINT,
    THIN,
    Faces,
    faces_of,
    is_thin,
    ring_of,
    shared,
    split_at,
    united_pair,
    without_holes,
    without_needless,
)
from navcore.geometry.geos import Geometry, LineString, shapely
from navcore.geometry.polygons import Point, Ring, signed_area

_QUIETLY: Final = np.errstate(all="ignore")
"""Suppresses warnings: GEOS divides by zero and continues, and numpy would report its flags."""
_FEWEST: Final = 3


def is_too_complex(ring: Ring) -> bool:
    """Return whether an outline crosses itself so often that it counts as empty here.

    See `MOST_CROSSINGS`; an outline of few corners can't.
    """
    return len(ring) > FEW_CORNERS and crosses_often(sides_of(ring))


@_QUIETLY
def is_simple(ring: Ring) -> bool:
    """Return whether an outline encloses an area and neither crosses nor touches itself."""
    if len(ring) < _FEWEST or is_too_complex(ring):
        return False
    return bool(shapely.Polygon(ring).is_valid) and abs(signed_area(ring)) > 0


@_QUIETLY
def even_odd_pieces(ring: Ring) -> tuple[Ring, ...]:
    """Return the area inside a ring that crosses itself as pieces without holes, largest first."""
    pieces = [piece for face in faces_of(_shape(ring)) for piece in without_holes(face)]
    pieces.sort(key=lambda piece: -piece.area)
    return tuple(ring_of(piece, ring) for piece in pieces)


@_QUIETLY
def even_odd_area(ring: Ring) -> float:
    """Return the area inside a ring by the even-odd rule, square metres."""
    return float(_shape(ring).area)


@_QUIETLY
def overlap_of(one: Ring, other: Ring) -> float:
    """Return the area in square metres that both rings cover, without slivers."""
    both = shared(_shape(one), _shape(other))
    return math.fsum(face.area for face in faces_of(both))


@_QUIETLY
def shortest_between(one: Ring, other: Ring) -> tuple[Point, Point]:
    """Return the two points of the areas of two outlines that are nearest to each other.

    They are the same point if the areas overlap or touch. An outline without area, or one that is
    too complex, counts as a line.
    """
    line = shapely.shortest_line(_shape_or_line(one), _shape_or_line(other))
    (x, z), (to_x, to_z) = shapely.get_coordinates(line).tolist()
    return (x, z), (to_x, to_z)


@_QUIETLY
def uncovered_area(ring: Ring, others: Sequence[Ring]) -> float:
    """Return the area in square metres of a ring that no other ring covers."""
    left = _shape(ring)
    for other in others:
        left = shapely.difference(left, _shape(other))
    return math.fsum(face.area for face in faces_of(left))


@_QUIETLY
def difference_without_holes(ring: Ring, cutter: Ring) -> tuple[Ring, ...] | None:
    """Return the part of `ring` outside `cutter` as pieces without holes, largest first.

    A hole is opened by a straight cut along or across its longest side, whichever is shorter.
    Returns None if both share only slivers, so that `ring` stays as it is.
    """
    floor = _shape(ring)
    knife = _shape(cutter)
    if not faces_of(shared(floor, knife)):
        return None
    # Snap sides that nearly coincide: otherwise slivers of floor remain along them.
    knife = _snapped(knife, floor)
    floor = _snapped(floor, knife)
    pieces: Faces = []
    for face in faces_of(shapely.difference(floor, knife)):
        pieces.extend(without_holes(face))
    pieces.sort(key=lambda piece: -piece.area)
    return tuple(ring_of(piece, ring) for piece in pieces)


@_QUIETLY
def union_without_holes(rings: Sequence[Ring]) -> Ring | None:
    """Return one ring that covers the same area as the rings, or None if no such ring exists.

    Gaps narrower than `THIN` between them are closed. Corners in the middle of a straight side are
    left out, unless they are corners of only the first ring.
    """
    first = _shape(rings[0])
    joined: Geometry = first
    for ring in rings[1:]:
        # Snap both ways, so that each has a node where a corner of the other is on its side.
        joined = shapely.snap(joined, _shape(ring), THIN)
        joined = united_pair(joined, shapely.snap(_shape(ring), joined, THIN))
    faces = faces_of(joined)
    if len(faces) != 1 or any(not is_thin(shapely.Polygon(h)) for h in faces[0].interiors):
        return None
    corners = ring_of(shapely.Polygon(faces[0].exterior), rings[0])
    seams = {corner for ring in rings[1:] for corner in ring}
    return without_needless(corners, seams)


@_QUIETLY
def united(rings: Sequence[Ring]) -> list[tuple[tuple[int, ...], tuple[Ring, ...]]]:
    """Join the rings that overlap or share a side.

    Returns for each group of two or more the indices of its rings, and pieces without holes that
    cover the same area, largest first. Rings that share only points stay separate. Corners in the
    middle of a straight side are left out, unless they were in the middle of one before.
    """
    if not rings:
        return []
    shapes = [_shape(ring) for ring in rings]
    straight = {corner for ring in rings for corner in set(ring) - set(_without_straight(ring))}
    found = []
    for near in _near_each_other(shapes):
        joined = shapes[near[0]]
        for index in near[1:]:
            joined = _snapped(joined, shapes[index])
            joined = united_pair(joined, _snapped(shapes[index], joined))
        for members, faces in _sharing_faces([shapes[index] for index in near], faces_of(joined)):
            if len(members) > 1:
                group = tuple(near[member] for member in members)
                pieces = [piece for face in faces for piece in without_holes(face)]
                found.append((group, _clean_rings(pieces, rings[group[0]], straight)))
    return found


@_QUIETLY
def chords(ring: Ring, start: Point, end: Point) -> tuple[tuple[Point, Point], ...]:
    """Return the chords along which the line through `start` and `end` cuts the ring.

    Only chords that touch the segment between the two points count; each is complete, from side
    to side, even if the segment ends inside the ring.
    """
    length = math.dist(start, end)
    shape = shapely.MultiPolygon(faces_of(_shape(ring)))
    if length <= POINT or shape.is_empty:
        return ()
    ux, uz = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    along = [(x - start[0]) * ux + (z - start[1]) * uz for x, z in ring]
    low, high = min(*along, 0.0) - 1, max(*along, length) + 1
    line = shapely.LineString([(start[0] + ux * t, start[1] + uz * t) for t in (low, high)])
    inside = shapely.line_merge(_lines(shapely.intersection(line, shape)))
    found = []
    for part in _off_sides(inside, shape, (ux, uz)):
        ends = [_corner_near(ring, place) for place in (part.coords[0], part.coords[-1])]
        first, last = sorted((x - start[0]) * ux + (z - start[1]) * uz for x, z in ends)
        if min(last, length) - max(first, 0.0) > POINT:
            found.append((ends[0], ends[1]))
    return tuple(found)


@_QUIETLY
def split_along(ring: Ring, start: Point, end: Point) -> tuple[Ring, ...] | None:
    """Return the pieces of the ring on both sides of a line, largest first.

    The cuts are those of :func:`chords`. Returns None if they leave the ring in one piece.
    """
    whole = [piece for face in faces_of(_shape(ring)) for piece in without_holes(face)]
    knives = [_knife(ring, chord) for chord in chords(ring, start, end)]
    pieces = [part for piece in whole for part in split_at(piece, knives)]
    if len(pieces) <= len(whole):
        return None
    return _clean_rings(pieces, ring, set(ring))


@_QUIETLY
def common_part(ring: Ring, rings: Iterable[Ring], around: Point) -> Ring | None:
    """Return the part of `ring` that `rings` cover together and that contains `around`.

    Returns None if no such part exists, or if it has a hole.
    """
    shape = _shape(ring)
    cover: Geometry = shapely.Polygon()
    for other in rings:
        cover = united_pair(cover, shared(shape, _shape(other)))
    for face in faces_of(cover):
        if face.intersects(shapely.Point(around)) and not face.interiors:
            corners = ring_of(face, ring)
            return without_needless(corners, set(corners))
    return None


@_QUIETLY
def length_inside(line: Sequence[Point], ring: Ring) -> float:
    """Return the length in metres of a line inside a ring, without parts along the ring's edge.

    The line has at least two points.
    """
    shape = _shape(ring)
    inside = shapely.intersection(shapely.LineString(line), shape)
    return float(shapely.difference(inside, shape.boundary).length)


@_QUIETLY
def shared_length(one: Ring, other: Ring) -> float:
    """Return the length in metres along which two outlines are at most `THIN` apart."""
    return float(_contact(one, other).length)


@_QUIETLY
def turns_at_contact(ring: Ring, other: Ring) -> bool:
    """Return whether `ring` has a corner wherever it starts or stops running along `other`."""
    corners = shapely.MultiPoint(ring)
    ends = shapely.get_parts(shapely.boundary(_contact(ring, other))).tolist()
    return all(corners.distance(end) <= POINT for end in ends)


def _contact(one: Ring, other: Ring) -> Geometry:
    """Return the stretches of one outline within `THIN` of the other, without single points."""
    band = shapely.buffer(_shape(other).boundary, THIN, quad_segs=1)
    merged = shapely.line_merge(shapely.intersection(_shape(one).boundary, band))
    stretches = [part for part in shapely.get_parts(merged).tolist() if part.length > POINT]
    return shapely.line_merge(shapely.MultiLineString(stretches))


def _near_each_other(shapes: Sequence[Geometry]) -> list[list[int]]:
    """Group the indices of shapes that are connected by gaps of at most `THIN`."""
    tree = shapely.STRtree(shapes)
    pairs = tree.query(shapes, predicate="dwithin", distance=THIN).T.tolist()
    return _groups(len(shapes), pairs)


def _sharing_faces(shapes: Sequence[Geometry], faces: Faces) -> list[tuple[list[int], Faces]]:
    """Group the shapes that lie in the same faces of their union; return groups and faces."""
    if not faces:
        return []
    tree = shapely.STRtree(faces)
    pairs: list[tuple[int, int]] = []
    for index, shape in enumerate(shapes):
        for part in faces_of(shape):
            place = part.representative_point()
            hit = tree.query(place, predicate="intersects").tolist()
            pairs += [(index, len(shapes) + face) for face in hit]
    found = []
    for group in _groups(len(shapes) + len(faces), pairs):
        inside = [faces[number - len(shapes)] for number in group if number >= len(shapes)]
        found.append(([number for number in group if number < len(shapes)], inside))
    return found


def _groups(count: int, pairs: Iterable[Sequence[int]]) -> list[list[int]]:
    """Group the numbers below `count` that pairs connect; each group is sorted."""
    leader = list(range(count))

    def lead(number: int) -> int:
        while leader[number] != number:
            leader[number] = leader[leader[number]]
            number = leader[number]
        return number

    for one, other in pairs:
        first, second = sorted((lead(one), lead(other)))
        leader[second] = first
    groups: dict[int, list[int]] = {}
    for number in range(count):
        groups.setdefault(lead(number), []).append(number)
    return list(groups.values())


def _lines(geometry: Geometry) -> Geometry:
    """Return the lines of a geometry without single points."""
    parts = shapely.get_parts(shapely.get_parts(geometry)).tolist()
    return shapely.MultiLineString([part for part in parts if part.length > POINT])


def _off_sides(inside: Geometry, shape: Geometry, along: Point) -> list[LineString]:
    """Return the parts of a line in direction `along` that don't only follow sides of a shape."""
    parts = shapely.get_parts(inside)
    sides = shapely.buffer(shape.boundary, THIN, quad_segs=1)
    off = shapely.get_parts(shapely.difference(shapely.MultiLineString(parts.tolist()), sides))
    if len(off) == 0:
        return []
    ends, middles = (
        shapely.get_coordinates(shapely.line_interpolate_point(lines, share, normalized=True))
        @ np.array(along)
        for lines, share in ((parts, 1.0), (off, 0.5))
    )
    starts = shapely.get_coordinates(shapely.get_point(parts, 0)) @ np.array(along)
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    order = np.argsort(low)
    owner = order[np.clip(np.searchsorted(low[order], middles, side="right") - 1, 0, None)]
    left = np.bincount(owner, shapely.length(off) * (middles <= high[owner]), len(parts))
    return [part for part, length in zip(parts.tolist(), left, strict=True) if length > POINT]


def _corner_near(ring: Ring, place: Sequence[float]) -> Point:
    """Return the corner of the ring within `THIN` of a place, else the place itself."""
    point = (float(place[0]), float(place[1]))
    x, z = point
    near = edges_touching(ring, (x - THIN, z - THIN, x + THIN, z + THIN))
    corners = [ring[index] for index in near]
    corner = min(corners, key=lambda corner: math.dist(corner, point), default=point)
    return corner if math.dist(corner, point) <= THIN else point


def _knife(ring: Ring, chord: tuple[Point, Point]) -> LineString:
    """Return the chord, bent through all corners that it nearly touches.

    It is a little longer, so that rounding errors leave no side uncut.
    """
    (ax, az), (bx, bz) = chord
    length = math.dist(*chord)
    ux, uz = (bx - ax) / length, (bz - az) / length
    through = {0.0: (ax, az), length: (bx, bz)}
    box = (min(ax, bx) - THIN, min(az, bz) - THIN, max(ax, bx) + THIN, max(az, bz) + THIN)
    for x, z in (ring[index] for index in edges_touching(ring, box)):
        along, off = (x - ax) * ux + (z - az) * uz, (x - ax) * uz - (z - az) * ux
        if abs(off) <= THIN < along < length - THIN:
            through[along] = (x, z)
    corners = [through[along] for along in sorted(through)]
    before, after = (ax - ux * THIN, az - uz * THIN), (bx + ux * THIN, bz + uz * THIN)
    return shapely.LineString([before, *corners, after])


def _clean_rings(pieces: Faces, like: Ring, kept: set[Point]) -> tuple[Ring, ...]:
    """Return pieces as rings, largest first, without needless corners that aren't in `kept`."""
    rings = []
    for piece in sorted(pieces, key=lambda piece: -piece.area):
        ring = ring_of(piece, like)
        rings.append(without_needless(ring, set(ring) - kept))
    return tuple(rings)


def _without_straight(ring: Ring) -> Ring:
    """Return the ring without corners in the middle of a straight side."""
    return without_needless(ring, set(ring))


def _shape(ring: Ring) -> Geometry:
    """Return the polygon of a ring by the even-odd rule; empty if it crosses itself too often."""
    return _SHAPES.of(ring)


def _make_shape(ring: Ring) -> Geometry:
    return shapely.Polygon() if is_too_complex(ring) else polygon_of(ring)


_SHAPES: Final = ByRing(_make_shape)
"""Cache of polygons: rules ask for the outline of a room once for each of its neighbours."""


def _shape_or_line(ring: Ring) -> Geometry:
    """Return the polygon of a ring, or its closed line if the polygon is empty."""
    shape = _shape(ring)
    return shapely.LineString((*ring, ring[0])) if shape.is_empty else shape


def _snapped(shape: Geometry, other: Geometry) -> Geometry:
    near = shapely.snap(shape, other, THIN)
    return near if near.is_valid else shape
