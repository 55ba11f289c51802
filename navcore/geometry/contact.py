"""Find the stretches of an outline's edges that touch, or are inside, another outline."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from navcore.geometry.edge_bounds import edges_touching
from navcore.geometry.faces import POINT
from navcore.geometry.polygons import Point, Ring, contains, nearest_on_ring

_FACING: Final = -0.5
"""Cosine of the angle between edges below which they face each other."""


class Stretch(NamedTuple):
    """A stretch of an edge that touches another outline; `start` and `end` in metres along it."""

    edge: int
    start: float
    end: float

    @property
    def length(self) -> float:
        """Metres."""
        return self.end - self.start


def touching_stretches(ring: Ring, other: Ring, reach: float) -> list[Stretch]:
    """Return the stretches of a ring's edges within `reach` metres of another ring, or inside it.

    They are sorted by edge, then along it. A stretch no longer than `reach` counts as a single
    point and is left out.
    """
    xs, zs = [x for x, _ in other], [z for _, z in other]
    low_x, low_z, high_x, high_z = (
        min(xs) - reach,
        min(zs) - reach,
        max(xs) + reach,
        max(zs) + reach,
    )
    found: list[Stretch] = []
    for edge in edges_touching(ring, (low_x, low_z, high_x, high_z)):
        a, b = ring[edge], ring[(edge + 1) % len(ring)]
        if max(a[0], b[0]) < low_x or min(a[0], b[0]) > high_x:
            continue
        if max(a[1], b[1]) < low_z or min(a[1], b[1]) > high_z:
            continue
        found += (Stretch(edge, start, end) for start, end in _along(a, b, other, reach))
    return found


def faces_itself(ring: Ring, stretches: Sequence[Stretch]) -> bool:
    """Return whether two of these stretches face each other, as the sides of a notch do."""
    ways = [direction(ring, stretch.edge) for stretch in stretches if stretch.length > POINT]
    return any(
        ux * vx + uz * vz < _FACING
        for number, (ux, uz) in enumerate(ways)
        for vx, vz in ways[number + 1 :]
    )


def direction(ring: Ring, edge: int) -> Point:
    """Return the unit vector along an edge, or 0, 0 if its length is 0."""
    (ax, az), (bx, bz) = ring[edge], ring[(edge + 1) % len(ring)]
    length = math.hypot(bx - ax, bz - az)
    return ((bx - ax) / length, (bz - az) / length) if length else (0.0, 0.0)


def _along(a: Point, b: Point, other: Ring, reach: float) -> Iterator[tuple[float, float]]:
    """Yield start and end of each stretch of the edge from `a` to `b` that touches `other`."""
    length, least = math.dist(a, b), max(POINT, reach)
    if length <= least:
        return
    ux, uz = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    begun: float | None = None
    for start, end in pairwise(_stops(a, (ux, uz), length, other, reach)):
        middle = (start + end) / 2
        place = (a[0] + ux * middle, a[1] + uz * middle)
        touches = (
            contains(other, place) or math.dist(nearest_on_ring(other, place)[1], place) <= reach
        )
        if touches:
            begun = start if begun is None else begun
        elif begun is not None:
            if start - begun > least:
                yield begun, start
            begun = None
    if begun is not None and length - begun > least:
        yield begun, length


def _stops(a: Point, along: Point, length: float, other: Ring, reach: float) -> list[float]:
    """Return the sorted positions where an edge may start or stop touching the other ring."""
    ux, uz = along
    local = [
        ((x - a[0]) * ux + (z - a[1]) * uz, (z - a[1]) * ux - (x - a[0]) * uz) for x, z in other
    ]
    stops = {0.0, length}
    for (s0, t0), (s1, t1) in zip(local, (*local[1:], local[0]), strict=True):
        if abs(t0) <= reach:
            stops.add(s0)
        if t0 * t1 < 0:
            stops.add(s0 + (s1 - s0) * t0 / (t0 - t1))
    return sorted(stop for stop in stops if 0.0 <= stop <= length)
