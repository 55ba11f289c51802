"""Cutting and joining polygons: rings in, rings without holes out, by shapely.

Corners that an operation does not touch keep their coordinates to the last bit, and the piece
of a ring runs the same way round as the ring. Faces thinner than `THIN` are rounding, not
floor: they neither count as overlap nor come out as pieces.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from navcore.geometry.geos import Geometry, LineString, Polygon, ops, shapely
from navcore.geometry.polygons import Point, Ring, signed_area
from navcore.geometry.rings import overlay_grid

THIN: Final = 1e-6
"""Metres. What is thinner is taken for rounding."""

_WRONG: Final = 1e-6
"""Square metres that areas may differ by from rounding; more is a mistake of the library."""
_REPEATED: Final = 1e-9
_POINT: Final = 1e-4
"""Metres. A stretch this short is no more than a point."""

_Faces: TypeAlias = list[Polygon]


def is_simple(ring: Ring) -> bool:
    """Whether the outline neither crosses nor touches itself and encloses an area."""
    return bool(shapely.Polygon(ring).is_valid) and abs(signed_area(ring)) > 0


def overlap_of(one: Ring, other: Ring) -> float:
    """Area in square metres that both cover; slivers count as nothing."""
    shared = _intersection(_shape(one), _shape(other))
    return math.fsum(face.area for face in _faces(shared))


def difference_without_holes(ring: Ring, cutter: Ring) -> tuple[Ring, ...] | None:
    """What is left of `ring` outside `cutter`, in pieces without holes, the largest first.

    A hole is opened by a straight cut through it, along or across its longest side, whichever
    is shorter. None if the two share no more than slivers: `ring` stays as it is.
    """
    floor = _shape(ring)
    knife = _shape(cutter)
    if not _faces(_intersection(floor, knife)):
        return None
    # Sides that all but coincide must coincide, or hairlines of floor are left along them.
    knife = _snapped(knife, floor)
    floor = _snapped(floor, knife)
    pieces: _Faces = []
    for face in _faces(shapely.difference(floor, knife)):
        pieces.extend(_without_holes(face))
    pieces.sort(key=lambda piece: -piece.area)
    return tuple(_ring(piece, ring) for piece in pieces)


def union_without_holes(rings: Sequence[Ring]) -> Ring | None:
    """The one ring that covers what the rings cover, or None if there is no such ring.

    Seams narrower than `THIN` between them are closed. Corners of the rings that end up in
    the middle of a straight side are left out, unless they are corners of the first ring only.
    """
    first = _shape(rings[0])
    joined: Geometry = first
    for ring in rings[1:]:
        # Both ways, so that each has a node wherever the other has a corner on its side.
        joined = shapely.snap(joined, _shape(ring), THIN)
        joined = _union(joined, shapely.snap(_shape(ring), joined, THIN))
    faces = _faces(joined)
    if len(faces) != 1 or any(not _is_thin(shapely.Polygon(h)) for h in faces[0].interiors):
        return None
    corners = _ring(shapely.Polygon(faces[0].exterior), rings[0])
    seams = {corner for ring in rings[1:] for corner in ring}
    return _without_needless(corners, seams)


def united(rings: Sequence[Ring]) -> list[tuple[tuple[int, ...], tuple[Ring, ...]]]:
    """The rings that overlap or share a side, joined.

    For each group of two or more: the indices of its rings, and the pieces without holes that
    cover what they cover, the largest first. Rings that meet in mere points stay apart. Corners
    in the middle of a straight side are left out, unless they lay in the middle of one before.
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
            joined = _union(joined, _snapped(shapes[index], joined))
        for members, faces in _sharing_faces([shapes[index] for index in near], _faces(joined)):
            if len(members) > 1:
                group = tuple(near[member] for member in members)
                pieces = [piece for face in faces for piece in _without_holes(face)]
                found.append((group, _clean_rings(pieces, rings[group[0]], straight)))
    return found


def chords(ring: Ring, start: Point, end: Point) -> tuple[tuple[Point, Point], ...]:
    """Where the line through `start` and `end` cuts the ring: from side to side.

    Of the whole line only those stretches inside the ring count that the part between the two
    points touches; one that ends inside is drawn out to the side.
    """
    length = math.dist(start, end)
    shape = shapely.MultiPolygon(_faces(_shape(ring)))
    if length <= _POINT or shape.is_empty:
        return ()
    ux, uz = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    along = [(x - start[0]) * ux + (z - start[1]) * uz for x, z in ring]
    low, high = min(*along, 0.0) - 1, max(*along, length) + 1
    line = shapely.LineString([(start[0] + ux * t, start[1] + uz * t) for t in (low, high)])
    inside = shapely.line_merge(_lines(shapely.intersection(line, shape)))
    sides = shapely.buffer(shape.boundary, THIN, quad_segs=1)
    found = []
    for part in shapely.get_parts(inside).tolist():
        if shapely.difference(part, sides).length <= _POINT:
            continue
        ends = [_corner_near(ring, place) for place in (part.coords[0], part.coords[-1])]
        first, last = sorted((x - start[0]) * ux + (z - start[1]) * uz for x, z in ends)
        if min(last, length) - max(first, 0.0) > _POINT:
            found.append((ends[0], ends[1]))
    return tuple(found)


def split_along(ring: Ring, start: Point, end: Point) -> tuple[Ring, ...] | None:
    """The pieces of the ring on both sides of a line, the largest first.

    It is cut where :func:`chords` says; None if that leaves it in one piece.
    """
    whole = [piece for face in _faces(_shape(ring)) for piece in _without_holes(face)]
    pieces = whole
    for chord in chords(ring, start, end):
        knife = _knife(ring, chord)
        pieces = [part for piece in pieces for part in _faces(ops.split(piece, knife))]
    if len(pieces) <= len(whole):
        return None
    return _clean_rings(pieces, ring, set(ring))


def common_part(ring: Ring, rings: Iterable[Ring], around: Point) -> Ring | None:
    """The part of `ring` that `rings` cover together and that holds the point `around`.

    None if there is none, or if it has a hole.
    """
    shape = _shape(ring)
    cover: Geometry = shapely.Polygon()
    for other in rings:
        cover = _union(cover, _intersection(shape, _shape(other)))
    for face in _faces(cover):
        if face.intersects(shapely.Point(around)) and not face.interiors:
            corners = _ring(face, ring)
            return _without_needless(corners, set(corners))
    return None


def shared_length(one: Ring, other: Ring) -> float:
    """Length in metres along which two outlines run together, up to `THIN` apart."""
    return float(_contact(one, other).length)


def turns_at_contact(ring: Ring, other: Ring) -> bool:
    """Whether `ring` has a corner wherever it begins or stops to run along `other`."""
    corners = shapely.MultiPoint(ring)
    ends = shapely.get_parts(shapely.boundary(_contact(ring, other))).tolist()
    return all(corners.distance(end) <= _POINT for end in ends)


def _contact(one: Ring, other: Ring) -> Geometry:
    """The stretches of one outline within `THIN` of the other; mere points are left out."""
    band = shapely.buffer(_shape(other).boundary, THIN, quad_segs=1)
    merged = shapely.line_merge(shapely.intersection(_shape(one).boundary, band))
    stretches = [part for part in shapely.get_parts(merged).tolist() if part.length > _POINT]
    return shapely.line_merge(shapely.MultiLineString(stretches))


def _near_each_other(shapes: Sequence[Geometry]) -> list[list[int]]:
    """Indices of the shapes, those together that others lead to in steps of `THIN` or less."""
    tree = shapely.STRtree(shapes)
    pairs = tree.query(shapes, predicate="dwithin", distance=THIN).T.tolist()
    return _groups(len(shapes), pairs)


def _sharing_faces(shapes: Sequence[Geometry], faces: _Faces) -> list[tuple[list[int], _Faces]]:
    """The shapes that lie in the same faces of their union, and these faces."""
    if not faces:
        return []
    tree = shapely.STRtree(faces)
    pairs: list[tuple[int, int]] = []
    for index, shape in enumerate(shapes):
        for part in _faces(shape):
            place = part.representative_point()
            hit = tree.query(place, predicate="intersects").tolist()
            pairs += [(index, len(shapes) + face) for face in hit]
    found = []
    for group in _groups(len(shapes) + len(faces), pairs):
        inside = [faces[number - len(shapes)] for number in group if number >= len(shapes)]
        found.append(([number for number in group if number < len(shapes)], inside))
    return found


def _groups(count: int, pairs: Iterable[Sequence[int]]) -> list[list[int]]:
    """The numbers under `count`, those together that pairs join; each group ascending."""
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
    """The lines of a geometry without its mere points."""
    parts = shapely.get_parts(shapely.get_parts(geometry)).tolist()
    return shapely.MultiLineString([part for part in parts if part.length > _POINT])


def _corner_near(ring: Ring, place: Sequence[float]) -> Point:
    """The corner of the ring that is all but there, else the place itself."""
    point = (float(place[0]), float(place[1]))
    corner = min(ring, key=lambda corner: math.dist(corner, point))
    return corner if math.dist(corner, point) <= THIN else point


def _knife(ring: Ring, chord: tuple[Point, Point]) -> LineString:
    """The chord through all corners that it all but touches.

    It is a little longer, so that rounding leaves no side uncut.
    """
    (ax, az), (bx, bz) = chord
    length = math.dist(*chord)
    ux, uz = (bx - ax) / length, (bz - az) / length
    through = {0.0: (ax, az), length: (bx, bz)}
    for x, z in ring:
        along, off = (x - ax) * ux + (z - az) * uz, (x - ax) * uz - (z - az) * ux
        if abs(off) <= THIN < along < length - THIN:
            through[along] = (x, z)
    corners = [through[along] for along in sorted(through)]
    before, after = (ax - ux * THIN, az - uz * THIN), (bx + ux * THIN, bz + uz * THIN)
    return shapely.LineString([before, *corners, after])


def _clean_rings(pieces: _Faces, like: Ring, kept: set[Point]) -> tuple[Ring, ...]:
    """The pieces as rings, the largest first, without needless corners but those in `kept`."""
    rings = []
    for piece in sorted(pieces, key=lambda piece: -piece.area):
        ring = _ring(piece, like)
        rings.append(_without_needless(ring, set(ring) - kept))
    return tuple(rings)


def _without_straight(ring: Ring) -> Ring:
    """The ring without corners in the middle of a straight side."""
    return _without_needless(ring, set(ring))


def _union(one: Geometry, other: Geometry) -> Geometry:
    """The union, checked: GEOS 3.14 at times takes a polygon that touches for one inside.

    Its differences are sound and tell the area; on a grid it makes no such mistake.
    """
    united = shapely.union(one, other)
    expected = shapely.difference(one, other).area + other.area
    if abs(united.area - expected) > _WRONG:
        united = shapely.union(one, other, grid_size=overlay_grid(one.bounds))
    return _solid(united)


def _intersection(one: Geometry, other: Geometry) -> Geometry:
    """What both cover, checked as :func:`_union` is."""
    shared = shapely.intersection(one, other)
    expected = one.area - shapely.difference(one, other).area
    if abs(shared.area - expected) > _WRONG:
        shared = shapely.intersection(one, other, grid_size=overlay_grid(one.bounds))
    return _solid(shared)


def _solid(geometry: Geometry) -> Geometry:
    """Its polygons alone: with points and lines among them GEOS fails at the next step."""
    if geometry.geom_type in {"Polygon", "MultiPolygon"}:
        return geometry
    parts = shapely.get_parts(shapely.get_parts(geometry)).tolist()
    return shapely.MultiPolygon([part for part in parts if isinstance(part, shapely.Polygon)])


def _shape(ring: Ring) -> Geometry:
    """The polygon, with its even-odd inside if it crosses itself."""
    polygon = shapely.Polygon(ring)
    if polygon.is_valid:
        return polygon
    return _solid(shapely.make_valid(polygon, method="linework"))


def _snapped(shape: Geometry, other: Geometry) -> Geometry:
    near = shapely.snap(shape, other, THIN)
    return near if near.is_valid else shape


def _faces(geometry: Geometry) -> _Faces:
    parts = shapely.get_parts(shapely.get_parts(geometry)).tolist()
    return [part for part in parts if isinstance(part, shapely.Polygon) and not _is_thin(part)]


def _is_thin(face: Polygon) -> bool:
    return face.is_empty or 2 * face.area <= THIN * face.length


def _without_holes(face: Polygon) -> _Faces:
    """The face cut into pieces without holes, as few as one straight cut a hole gives."""
    hole = next((h for h in face.interiors if not _is_thin(shapely.Polygon(h))), None)
    if hole is None:
        return [shapely.Polygon(face.exterior)] if face.interiors else [face]
    cut = _cut_through(face, [(float(x), float(z)) for x, z in hole.coords])
    halves = [part for part in ops.split(face, cut).geoms if isinstance(part, shapely.Polygon)]
    pieces = [piece for half in halves for piece in _without_holes(half)]
    return _joined_again(pieces, {tuple(corner) for corner in shapely.get_coordinates(face)})


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


def _joined_again(pieces: _Faces, corners: set[Point]) -> _Faces:
    """The pieces, joined where the cut parted more than it had to."""
    kept = list(pieces)
    for piece in pieces:
        for other in kept:
            if other is piece or piece not in kept:
                continue
            both = _union(piece, other)
            if isinstance(both, shapely.Polygon) and not both.interiors:
                ring = _ring(both, ())
                joined = shapely.Polygon(_without_needless(ring, set(ring) - corners))
                kept = [p for p in kept if p is not piece and p is not other]
                return _joined_again([joined, *kept], corners)
    return kept


def _ring(face: Polygon, like: Ring) -> Ring:
    """The outline of a face, starting and running like the ring that it came from."""
    corners: list[Point] = []
    for x, z in shapely.get_coordinates(face.exterior).tolist()[:-1]:
        if not corners or math.dist(corners[-1], (x, z)) > _REPEATED:
            corners.append((x, z))
    if len(corners) > 1 and math.dist(corners[0], corners[-1]) <= _REPEATED:
        corners.pop()
    if like and (signed_area(corners) < 0) != (signed_area(like) < 0):
        corners.reverse()
    present = set(corners)
    first = next((corner for corner in like if corner in present), corners[0])
    start = corners.index(first)
    return tuple(corners[start:] + corners[:start])


def _without_needless(ring: Ring, candidates: set[Point]) -> Ring:
    """The ring without those candidates that lie on the straight line between neighbours."""
    kept = list(ring)
    for corner in ring:
        if corner not in candidates or len(kept) <= 3:
            continue
        index = kept.index(corner)
        (ax, az), (bx, bz) = kept[index - 1], kept[(index + 1) % len(kept)]
        length = math.dist((ax, az), (bx, bz))
        off = abs((corner[0] - ax) * (bz - az) - (corner[1] - az) * (bx - ax))
        if off <= THIN * length:
            kept.pop(index)
    return tuple(kept)
