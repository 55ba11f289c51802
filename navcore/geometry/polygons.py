"""Polygons as tuples of corners, without arrays or shapely: area, inside, nearest point, crossings.

A ring lists each corner once, in either orientation; the last is joined to the first. Lengths are
in metres. The inside follows the even-odd rule, as in bakes (S0-022).
"""

import math
from collections.abc import Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Point, ...]


def signed_area(ring: Sequence[Point]) -> float:
    """Return the area in square metres, positive if the corners run counter-clockwise."""
    if not ring:
        return 0.0
    x0, z0 = ring[0]
    doubled = math.fsum(
        (ax - x0) * (bz - z0) - (bx - x0) * (az - z0)
        for (ax, az), (bx, bz) in zip(ring, (*ring[1:], ring[0]), strict=True)
    )
    return doubled / 2


def area_of(ring: Sequence[Point]) -> float:
    """Return the area in square metres, at least 0; loops of a crossed outline may cancel out."""
    return abs(signed_area(ring))


def is_flat(ring: Sequence[Point]) -> bool:
    """Return whether a ring has no area: it has fewer than three corners, or all on one line."""
    if len(ring) < 3:
        return True
    reach = max(max(abs(x - ring[0][0]), abs(z - ring[0][1])) for x, z in ring)
    x0, z0 = ring[0]
    far = max(ring, key=lambda corner: math.dist(corner, ring[0]))
    dx, dz = far[0] - x0, far[1] - z0
    return all(abs((x - x0) * dz - (z - z0) * dx) <= 1e-9 * reach for x, z in ring)


def contains(ring: Sequence[Point], point: Point) -> bool:
    """Return whether a point is inside by the even-odd rule; undefined on the outline."""
    x, z = point
    inside = False
    ax, az = ring[-1]
    for bx, bz in ring:
        if (az > z) != (bz > z) and x < ax + (z - az) * (bx - ax) / (bz - az):
            inside = not inside
        ax, az = bx, bz
    return inside


def nearest_on_segment(point: Point, a: Point, b: Point) -> Point:
    """Return the point of the segment from `a` to `b` that is nearest to `point`."""
    dx, dz = b[0] - a[0], b[1] - a[1]
    squared = dx * dx + dz * dz
    if squared == 0:
        return a
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dz) / squared
    if along <= 0:
        return a
    if along >= 1:
        return b
    return (a[0] + along * dx, a[1] + along * dz)


def nearest_on_ring(ring: Sequence[Point], point: Point) -> tuple[int, Point]:
    """Return the index of the nearest edge's first corner, and the nearest point on the outline."""
    best = (math.inf, 0, ring[0])
    for index, a in enumerate(ring):
        place = nearest_on_segment(point, a, ring[(index + 1) % len(ring)])
        distance = math.dist(place, point)
        if distance < best[0]:
            best = (distance, index, place)
    return best[1], best[2]


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Return a point where the segments a-b and c-d cross or touch, or None."""
    ux, uz = b[0] - a[0], b[1] - a[1]
    vx, vz = d[0] - c[0], d[1] - c[1]
    wx, wz = c[0] - a[0], c[1] - a[1]
    across = ux * vz - uz * vx
    if across != 0:
        s = (wx * vz - wz * vx) / across
        t = (wx * uz - wz * ux) / across
        if 0 <= s <= 1 and 0 <= t <= 1:
            return (a[0] + s * ux, a[1] + s * uz)
        return None
    for place, start, end in ((c, a, b), (d, a, b), (a, c, d), (b, c, d)):
        if nearest_on_segment(place, start, end) == place:
            return place
    return None


def crossing_of(points: Sequence[Point], edge: int, *, closed: bool) -> Point | None:
    """Return a point where one edge of an outline meets another edge, or None.

    Args:
        points: Corners in order.
        edge: The edge from `points[edge]` to the next corner.
        closed: Whether the last corner is joined to the first.

    Neighbouring edges share a corner; they meet only if one folds back onto the other.
    """
    count = len(points)
    edges = count if closed else count - 1
    a, b = points[edge], points[(edge + 1) % count]
    for other in range(edges):
        if other == edge:
            continue
        c, d = points[other], points[(other + 1) % count]
        follows = (closed and (edge + 1) % count == other) or other == edge + 1
        precedes = (closed and (other + 1) % count == edge) or edge == other + 1
        if follows or precedes:
            corner, mine, theirs = (b, a, d) if follows else (a, b, c)
            if count > 2 and _folds_back(corner, mine, theirs):
                return corner
            continue
        place = segments_meet(a, b, c, d)
        if place is not None:
            return place
    return None


def _folds_back(corner: Point, one: Point, other: Point) -> bool:
    ux, uz = one[0] - corner[0], one[1] - corner[1]
    vx, vz = other[0] - corner[0], other[1] - corner[1]
    return ux * vz - uz * vx == 0 and ux * vx + uz * vz > 0


def segment_touches_box(a: Point, b: Point, low: Point, high: Point) -> bool:
    """Return whether any part of the segment is in the box (Liang-Barsky clipping)."""
    enters, leaves = 0.0, 1.0
    for axis in (0, 1):
        step = b[axis] - a[axis]
        if step == 0:
            if not low[axis] <= a[axis] <= high[axis]:
                return False
            continue
        one, other = (low[axis] - a[axis]) / step, (high[axis] - a[axis]) / step
        enters = max(enters, min(one, other))
        leaves = min(leaves, max(one, other))
    return enters <= leaves
