"""The outline of a door that is laid across a gap, from two clicks and a width.

The door fills the gap exactly, whatever way its sides run: its ends follow the outlines of the
floor on both sides corner by corner, so no wedge is left between door and room, and nothing is
cut off a room that it merely touches. That was chosen over a plain rectangle pushed into both
rooms, which would bite a notch out of every slanted wall.

All of it happens in a frame with its middle in the gap: `s` runs along the way through the
door, `t` along the wall. Floor is what any area covers, doors and shut areas included.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from navcore.errors import NavcoreError
from navcore.geometry import boolean
from navcore.geometry.faces import THIN
from navcore.geometry.polygons import contains, is_flat
from navcore.i18n import tr
from navcore.level.model import Level, Point, Ring
from navcore.level.pick import pick_index
from navcore.level.tables import GROUND

REACH: Final = 1.0
"""Metres that a click may miss the floor by; the gap is then sought this much further."""

MOST_TURN: Final = math.radians(50.0)
"""The door is squared to the walls if the clicked line is no further off than this."""

STEP: Final = 0.5
"""Metres that a wall may step forward or back within a door; more ends the door there."""

STEEPEST: Final = 2.0
"""Metres that a wall may fall back for each metre along the door; more runs alongside it."""

_TOUCH: Final = 1e-9
_Edge: TypeAlias = tuple[Point, Point]
_Span: TypeAlias = tuple[float, float, float, float]
"""Start and end of a segment at the end of a door: t, s, t, s."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Axes of a door: `s` along it from one side to the other, `t` to the left of that."""

    origin: Point
    along: Point

    def local(self, point: Point) -> Point:
        x, z = point[0] - self.origin[0], point[1] - self.origin[1]
        ux, uz = self.along
        return (x * ux + z * uz, z * ux - x * uz)

    def world(self, s: float, t: float) -> Point:
        ux, uz = self.along
        x = self.origin[0] + s * ux - t * uz
        z = self.origin[1] + s * uz + t * ux
        # Round to a nanometre, so that a wall at 14.4 doesn't end at 14.400000000000002.
        return (round(x, 9) + 0.0, round(z, 9) + 0.0)


def door_across(level: Level, start: Point, end: Point, width: float, layer: str = GROUND) -> Ring:
    """Return the outline of a door `width` metres wide from `start` to `end`, both metres.

    If the line between them crosses a gap, the door fills the gap from the floor that the line
    leaves first to the floor that it enters last. It stands square to the walls even if the
    line does not, and is narrower than `width` where one of the sides is. Without a gap it is
    laid on the floor from `start` to `end`, and no wider than that floor. Where there is no
    floor at all it is the plain rectangle. Floor of other storeys than `layer` does not count.

    Raises:
        NavcoreError: if the points are the same or the width is not over 0.
    """
    length = math.dist(start, end)
    if not (math.isfinite(length) and length > _TOUCH):
        message = tr("A door needs two different places, one on each side of the gap.")
        raise NavcoreError(message)
    if not (math.isfinite(width) and width > 0):
        message = tr("The width of a door must be over 0, not {0}.").format(width)
        raise NavcoreError(message)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    around = length + width + REACH
    rings = [
        area.polygon
        for area_id in pick_index(level).touching_box(
            min(start[0], end[0]) - around, min(start[1], end[1]) - around,
            max(start[0], end[0]) + around, max(start[1], end[1]) + around,
        )
        if (area := level.areas.get(area_id)) and level.settings.layer_of(area) == layer
    ]  # fmt: skip
    frame = _Frame(start, along)
    gap = _gap(rings, frame, length)
    if gap is not None:
        ring = _across(rings, frame, gap, width)
        if ring is not None:
            return ring
    return _laid(rings, frame, length, width)


@dataclass(frozen=True, slots=True)
class _Gap:
    """The gap between leaving and entering floor on the clicked line, with the walls there.

    `near` and `far` lie in the middle of the first and the last free stretch of the line.
    """

    leaves: float
    enters: float
    near: float
    far: float
    walls: tuple[_Edge, ...]


def _gap(rings: Sequence[Ring], frame: _Frame, length: float) -> _Gap | None:
    """Return the gap on t = 0 from s = 0 to s = `length`; None if floor covers the line."""
    crossings: list[tuple[float, _Edge]] = []
    for edge in _edges(rings, frame):
        s = _s_at(edge, 0.0)
        if s is not None and -REACH <= s <= length + REACH:
            crossings.append((s, edge))
    crossings.sort(key=lambda crossing: crossing[0])
    stops = [-REACH, *(s for s, _ in crossings), length + REACH]
    free = [
        (a, b)
        for a, b in pairwise(stops)
        if b - a > THIN and not _covered(rings, frame.world((a + b) / 2, 0.0))
    ]
    inside = [(a, b) for a, b in free if b > _TOUCH and a < length - _TOUCH]
    if not inside:
        return None
    leaves, enters = inside[0][0], inside[-1][1]
    walls = [edge for s, edge in crossings if s in (leaves, enters) and -REACH < s < length + REACH]
    if not walls:
        return None
    leaves = leaves if leaves > -REACH else 0.0
    enters = enters if enters < length + REACH else length
    if len(inside) == 1:
        near = far = (leaves + enters) / 2
    else:
        near, far = (leaves + inside[0][1]) / 2, (inside[-1][0] + enters) / 2
    return _Gap(leaves, enters, near, far, tuple(walls))


def _across(rings: Sequence[Ring], frame: _Frame, gap: _Gap, width: float) -> Ring | None:
    """The door that fills the gap, square to its walls if that works, else along the line."""
    middle = frame.world((gap.leaves + gap.enters) / 2, 0.0)
    depth = gap.enters - gap.leaves
    for along in (_squared(frame, gap), frame.along):
        if along is None:
            continue
        turned = _Frame(middle, along)
        near = turned.local(frame.world(gap.near, 0.0))[0]
        far = turned.local(frame.world(gap.far, 0.0))[0]
        ring = _filled(rings, turned, (near, far), depth, width)
        if ring is not None:
            return ring
    return None


def _squared(frame: _Frame, gap: _Gap) -> Point | None:
    """Return the direction straight through both walls: the mean of their normals.

    If the line is already perpendicular to one wall, it is kept: the other wall may be round.
    """
    x = z = 0.0
    for (as_, at), (bs, bt) in gap.walls:
        ns, nt = bt - at, as_ - bs
        size = math.hypot(ns, nt) * (1 if ns > 0 else -1)
        if size == 0:
            return None
        if abs(nt) <= _TOUCH * abs(size):
            return frame.along
        x, z = x + ns / size, z + nt / size
    if abs(math.atan2(z, x)) > MOST_TURN:
        return None
    size = math.hypot(x, z)
    s, t = x / size, z / size
    ux, uz = frame.along
    along = (s * ux - t * uz, s * uz + t * ux)
    # Walls along the axes must give doors along the axes to the last bit.
    return (round(along[0], 12) + 0.0, round(along[1], 12) + 0.0)


def _filled(
    rings: Sequence[Ring], frame: _Frame, starts: tuple[float, float], depth: float, width: float
) -> Ring | None:
    """The gap around s = 0 between two ends, each along the outlines of the floor there.

    Floor is sought from `starts` outwards, values of s in free space.
    """
    # Round and slanted walls fall back from the middle; further than this it is another wall.
    most = depth + width
    low = _profile(rings, frame, starts[0], -1.0, most, width)
    high = _profile(rings, frame, starts[1], 1.0, most, width)
    if not low and not high:
        return None
    if not low:
        low = _straight(-depth / 2, high)
    if not high:
        high = _straight(depth / 2, low)
    least = max(low[0][0], high[0][0])
    greatest = min(low[-1][2], high[-1][2])
    if greatest - least <= THIN:
        return None
    near = _points(frame, low, least, greatest)
    far = _points(frame, high, least, greatest)
    ring = _plain([*reversed(near), *far])
    return ring if len(ring) >= 3 and not is_flat(ring) and boolean.is_simple(ring) else None


def _profile(
    rings: Sequence[Ring], frame: _Frame, start: float, side: float, most: float, width: float
) -> list[_Span]:
    """Return the floor's outline that is first met from s = `start`, walking to one side.

    Returns stretches in order of t that follow each other without a break around t = 0.
    """
    half = width / 2
    facing = [
        ((as_ - start, at), (bs - start, bt))
        for (as_, at), (bs, bt) in _edges(rings, frame)
        if max(side * (as_ - start), side * (bs - start)) > 0
        and min(side * (as_ - start), side * (bs - start)) <= most
        and max(at, bt) > -half
        and min(at, bt) < half
    ]
    stops = {-half, 0.0, half}
    for edge in facing:
        stops.update((edge[0][1], edge[1][1]))
        stops.update(_t_at(edge, s) for s in (0.0, side * most))
    for number, one in enumerate(facing):
        stops.update(_t_crossing(one, other) for other in facing[number + 1 :])
    marks = sorted(t for t in stops if abs(t) <= half)
    spans: list[_Span | None] = []
    for a, b in pairwise(marks):
        if b - a > _TOUCH:
            closed = _covered(rings, frame.world(start, (a + b) / 2))
            spans.append(None if closed else _first_met(facing, side, most, a, b))
    return [(a, sa + start, b, sb + start) for a, sa, b, sb in _around_zero(spans)]


def _first_met(
    edges: Sequence[_Edge], side: float, most: float, a: float, b: float
) -> _Span | None:
    best: tuple[float, _Span] | None = None
    middle = (a + b) / 2
    for edge in edges:
        at = _s_at(edge, middle)
        if at is None or not 0 < side * at <= most:
            continue
        if best is None or side * at < best[0]:
            best = (side * at, (a, _line_at(edge, a), b, _line_at(edge, b)))
    if best is None:
        return None
    a, sa, b, sb = best[1]
    return None if abs(sb - sa) > STEEPEST * (b - a) else best[1]


def _around_zero(spans: Sequence[_Span | None]) -> list[_Span]:
    """Return the unbroken run of stretches that holds t = 0."""
    run: list[_Span] = []
    for span in spans:
        broken = span is None or (run and abs(span[1] - run[-1][3]) > STEP)
        if broken and run and run[-1][2] > _TOUCH:
            break
        if broken:
            run = []
        if span is not None:
            run.append(span)
    return run if run and run[0][0] < _TOUCH and run[-1][2] > -_TOUCH else []


def _straight(s: float, like: Sequence[_Span]) -> list[_Span]:
    return [(like[0][0], s, like[-1][2], s)]


def _points(frame: _Frame, spans: Sequence[_Span], least: float, greatest: float) -> list[Point]:
    """The end of a door between two values of t."""
    points: list[Point] = []
    for a, sa, b, sb in spans:
        if b <= least + _TOUCH or a >= greatest - _TOUCH:
            continue
        slope = (sb - sa) / (b - a)
        ends = (max(a, least), min(b, greatest))
        points.extend(frame.world(sa + (t - a) * slope, t) for t in ends)
    return points


def _laid(rings: Sequence[Ring], frame: _Frame, length: float, width: float) -> Ring:
    """Return the rectangle from one click to the other, no wider than the floor that it lies on."""
    half = width / 2
    ring = (
        frame.world(0.0, -half), frame.world(length, -half),
        frame.world(length, half), frame.world(0.0, half),
    )  # fmt: skip
    middle = frame.world(length / 2, 0.0)
    if not _covered(rings, middle):
        return ring
    return boolean.common_part(ring, rings, middle) or ring


def _plain(points: Iterable[Point]) -> Ring:
    """Return the ring without repeated corners and corners in the middle of a straight side."""
    ring: list[Point] = []
    for point in points:
        if not ring or math.dist(ring[-1], point) > THIN:
            ring.append(point)
    if len(ring) > 1 and math.dist(ring[0], ring[-1]) <= THIN:
        ring.pop()
    kept: list[Point] = []
    for index, (x, z) in enumerate(ring):
        (ax, az), (bx, bz) = ring[index - 1], ring[(index + 1) % len(ring)]
        off = abs((x - ax) * (bz - az) - (z - az) * (bx - ax))
        if off > 1e-8 * math.dist((ax, az), (bx, bz)):
            kept.append((x, z))
    return tuple(kept)


def _covered(rings: Iterable[Ring], point: Point) -> bool:
    return any(contains(ring, point) for ring in rings)


def _edges(rings: Iterable[Ring], frame: _Frame) -> Iterable[_Edge]:
    for ring in rings:
        corners = [frame.local(corner) for corner in ring]
        yield from pairwise([*corners, corners[0]])


def _s_at(edge: _Edge, t: float) -> float | None:
    """Return s where the edge crosses this t; half-open, so a shared corner counts once."""
    (_, at), (_, bt) = edge
    return None if (at > t) == (bt > t) else _line_at(edge, t)


def _line_at(edge: _Edge, t: float) -> float:
    (as_, at), (bs, bt) = edge
    return as_ + (t - at) * (bs - as_) / (bt - at)


def _t_at(edge: _Edge, s: float) -> float:
    """Return t where the edge crosses this s; nan if it does not."""
    (as_, at), (bs, bt) = edge
    return math.nan if (as_ > s) == (bs > s) else at + (s - as_) * (bt - at) / (bs - as_)


def _t_crossing(one: _Edge, other: _Edge) -> float:
    """Return t where the lines of two edges cross; nan if they are parallel."""
    (as_, at), (bs, bt) = one
    (cs, ct), (ds, dt) = other
    us, ut, vs, vt = bs - as_, bt - at, ds - cs, dt - ct
    across = us * vt - ut * vs
    if across == 0:
        return math.nan
    return at + ut * ((cs - as_) * vt - (ct - at) * vs) / across
