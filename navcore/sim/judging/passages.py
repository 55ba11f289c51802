"""Passages through the doors and narrow places of a level, and the agents that wait there.

**An agent passes a door** in the tick at whose end its centre is outside the door's outline, on the
other side of the door's middle line than the one that it came from: the side where it was outside
before it came in, or where it was when it was added to the run or moved by a request. Between two
ticks centres move in straight lines. An agent that crosses the whole door within a tick passes it
if it crosses the middle line inside the door. An agent that turns round anywhere in the door does
not pass it. The middle line is halfway, across the direction of passing. In the smallest rectangle
around the door that direction leads over those two opposite sides that both have floor beyond them,
or over the longer sides if this holds for both pairs or for neither. The line is drawn when the
door is added or its outline changes; earlier passages keep counting.

Narrow places are passed in the same way: the line runs from side to side where the place is
narrowest, and the outline is a rectangle around that line, `DEPTH` deep.
"""

import math
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np

from navcore.bake.shapes import Shapes
from navcore.geometry.rings import Floats, holding
from navcore.kernels import buffers
from navcore.kernels.crowd import openings as kernel
from navcore.level.model import Area, Level, Point
from navcore.sim.agents import Flags, Integers, Rows
from navcore.sim.judging.ticks import CrowdTick

BEYOND: Final = 0.25
"""Metres beyond a side of a door where floor is searched."""
DEPTH: Final = 0.5
"""Metres through the outline of a narrow place."""
BEFORE: Final = 2.0
"""Metres before and beside a door or narrow place in which agents queue for it."""
STEADY: Final = (0.15, 0.85)
"""Flow and time gap are measured between these shares of all passages, in order."""
FAR: Final = 2.0
"""Metres; agents that move less in a tick can only pass gates this near."""
_SQUARES: Final = 512
"""Squares along the longer side of the bounding box of all gates."""
_WAS_IN, _IS_IN, _WAS_BEYOND, _IS_BEYOND, _CROSSES = 1, 2, 4, 8, 16
_PLACES: Final = (0.5, 0.25, 0.75)
"""Places along a side where floor is searched, as shares of its length."""


class Opening(NamedTuple):
    """Narrow place: the line from side to side where it is narrowest."""

    ends: tuple[Point, Point]
    """Ends of the line, metres."""
    layer: str
    """Its storey."""


class Line(NamedTuple):
    """The middle line of a door or narrow place."""

    x: float
    z: float
    """z of the middle, metres."""
    dx: float
    dz: float
    """Direction of the way through."""
    half: float
    """Half of its width, metres."""


class PassageFigures(NamedTuple):
    """Passages of agents through a door or a narrow place."""

    id: int
    """Id of the door; below 0 for a narrow place."""
    name: str
    place: Point
    """Middle, metres."""
    width: float
    """Metres."""
    passed: int
    """Number of passages, in both directions."""
    queued: float
    """Agent-seconds of waiting within `BEFORE`; waiting counts for the nearest gate."""
    flow: float | None
    """Agents per second and metre of width while the flow was steady; None for fewer than three."""
    gap: float | None
    """Median time between two passages, seconds; None for fewer than three."""


NarrowPlaces: TypeAlias = Callable[[Level], tuple[Opening, ...]]


class Passages:
    """Passages through the doors and narrow places of a level, tick by tick."""

    def __init__(self, seconds_per_tick: float, narrow_places: NarrowPlaces | None = None) -> None:
        """Start with no ticks; `narrow_places` finds those of a level; None: only doors count."""
        self.names: dict[int, str] = {}
        """Names of all doors so far by id, and of narrow places, with ids below 0 and empty names;
        in the order of their appearance."""
        self._seconds = seconds_per_tick
        self._find = narrow_places
        self._level: Level | None = None
        self._ids: dict[tuple[Point, Point], int] = {}
        """Ids of narrow places, by their ends."""
        self._lines: dict[int, Line] = {}
        self._passes: dict[int, list[int]] = {}
        self._queued: dict[int, float] = {}
        self._told: dict[int, None] = {}
        """Narrow places with passages and queues."""
        self._outlines = Outlines((), {}, {})

    def width(self, gate: int) -> float:
        """Return the width of a door or narrow place, metres."""
        return 2 * self._lines[gate].half

    def ticks(self, gate: int) -> Integers:
        """Return (k,) the ticks of passages, ascending; one for each passing agent."""
        return np.array(self._passes.get(gate, ()), np.int64)

    def figures(self) -> list[PassageFigures]:
        """Return the figures of all doors, then of the narrow places at which agents queued.

        These are in the order in which both a queue and a passage were first seen.
        """
        doors = (gate for gate in self.names if gate >= 0)
        return [self._figures(gate) for gate in (*doors, *self._told)]

    def follow(self, level: Level) -> None:
        """Use the doors and narrow places of a level from the next tick on."""
        if level is self._level:
            return
        self._level = level
        doors = tuple(area for area in level.areas.values() if area.door)
        self.names.update((door.id, door.name) for door in doors)
        narrow = self._narrow(level)
        gates = (*doors, *narrow)
        if gates == self._outlines.gates:
            return
        numbers = {name: number for number, name in enumerate(level.settings.layer_names)}
        layers = {gate.id: numbers.get(level.settings.layer_of(gate), 0) for gate in gates}
        before = {gate.id: gate.polygon for gate in self._outlines.gates}
        kept = {gate.id for gate in gates if before.get(gate.id) == gate.polygon}
        floor = None
        for door in doors:
            if door.id not in kept:
                floor = floor or _Floor(level)
                self._lines[door.id] = Line(*_middle_line(door, floor))
        came = {gate: self._outlines.came[gate] for gate in kept}
        lines = {gate.id: self._lines[gate.id] for gate in gates}
        self._outlines = Outlines(gates, lines, layers, came)

    def take(self, tick: CrowdTick) -> None:
        """Count passages and waiting agents of a tick."""
        if not self._outlines.gates:
            return
        passed, waiting = self._outlines.passed(tick), self._outlines.waiting(tick)
        for gate in passed:
            self._passes.setdefault(gate, []).append(tick.number)
        for gate, count in waiting:
            self._queued[gate] = self._queued.get(gate, 0.0) + count * tick.seconds
        for gate in (*passed, *(gate for gate, _ in waiting)):
            if gate < 0 and gate in self._passes and gate in self._queued:
                self._told.setdefault(gate)

    def _narrow(self, level: Level) -> list[Area]:
        found = []
        for opening in self._find(level) if self._find else ():
            key = opening.ends
            gate = self._ids.setdefault(key, -1 - len(self._ids))
            self.names.setdefault(gate, "")
            (ax, az), (bx, bz) = opening.ends
            width = math.dist(*opening.ends)
            dx, dz = (bz - az) / width, (ax - bx) / width
            self._lines[gate] = Line((ax + bx) / 2, (az + bz) / 2, dx, dz, width / 2)
            ox, oz = dx * DEPTH / 2, dz * DEPTH / 2
            outline = (
                (ax - ox, az - oz),
                (bx - ox, bz - oz),
                (bx + ox, bz + oz),
                (ax + ox, az + oz),
            )
            found.append(Area(id=gate, polygon=outline, layer=opening.layer))
        return found

    def _figures(self, gate: int) -> PassageFigures:
        line = self._lines[gate]
        times = self.ticks(gate) * self._seconds
        first, last = (math.floor(STEADY[0] * len(times)), math.ceil(STEADY[1] * len(times)))
        steady = times[first:last]
        span = float(steady[-1] - steady[0]) if len(steady) else 0.0
        flow = gap = None
        if len(steady) >= 3 and span > 0 and line.half > 0:
            flow = (len(steady) - 1) / span / (2 * line.half)
            gap = float(np.median(np.diff(steady)))
        return PassageFigures(
            gate, self.names[gate], (line.x, line.z), 2 * line.half, len(times),
            self._queued.get(gate, 0.0), flow, gap,
        )  # fmt: skip


class Outlines:
    """Doors and narrow places at one time, with the agents inside and the sides they came from."""

    def __init__(
        self,
        gates: tuple[Area, ...],
        lines: dict[int, Line],
        layers: dict[int, int],
        came: dict[int, dict[int, bool]] | None = None,
    ) -> None:
        """Start with `came`, the known sides that agents came from, by gate and agent."""
        self.gates = gates
        self.came: dict[int, dict[int, bool]] = {gate.id: {} for gate in gates} | (came or {})
        shapes = Shapes.of(_opened(gate) for gate in gates)
        slots = [shapes.slots[gate.id] for gate in gates]
        boxes = shapes.boxes[slots].reshape(-1, 4)
        across = np.array([lines[gate.id] for gate in gates], np.float64).reshape(-1, 5)
        middles, reach = across[:, :2], across[:, 4:] + BEFORE
        low = np.minimum(boxes[:, :2] - FAR, middles - reach)
        high = np.maximum(boxes[:, 2:] + FAR, middles + reach)
        arrays = (
            np.ascontiguousarray(boxes), across,
            np.array([layers[gate.id] for gate in gates], np.uint8), shapes.edges.edges,
            shapes.edges.spans[slots].reshape(-1, 2), *_squares(low, high),
        )  # fmt: skip
        self._openings = kernel.Openings(*buffers(kernel, *arrays))

    def passed(self, tick: CrowdTick) -> list[int]:
        """Return the gates that agents pass in a tick, once for each agent."""
        if not tick.stayed.all():
            self._forget(tick.ids[~tick.stayed])
        places = (np.ascontiguousarray(tick.before), np.ascontiguousarray(tick.places))
        room = 256
        while True:
            rows = np.empty((room, 3), np.int32)
            before, after, storeys, found = buffers(kernel, *places, tick.storeys, rows)
            count = self._openings.crossed(before, after, storeys, FAR, found)
            if count <= room:
                break
            room = count
        rows = rows[:count]
        crossings = zip(rows.tolist(), tick.ids[rows[:, 1]].tolist(), strict=True)
        stayed = tick.stayed[rows[:, 1]].tolist()
        return [
            self.gates[gate].id
            for ((gate, _, bits), agent), walked in zip(crossings, stayed, strict=True)
            if self._passes(self.came[self.gates[gate].id], agent, bits, walked=walked)
        ]

    def _passes(self, sides: dict[int, bool], agent: int, bits: int, *, walked: bool) -> bool:
        side, now = bool(bits & _WAS_BEYOND), bool(bits & _IS_BEYOND)
        if bits & _IS_IN:
            if not walked:
                sides[agent] = now
            elif agent not in sides:
                sides[agent] = side
            return False
        if not walked:
            return False
        if bits & _WAS_IN:
            return sides.pop(agent, side) != now
        return bool(bits & _CROSSES)

    def waiting(self, tick: CrowdTick) -> list[tuple[int, int]]:
        """Return ids of gates, and the number of agents that wait for each within `BEFORE`."""
        counts = np.zeros(len(self.gates), np.int64)
        places, storeys, waits, found = buffers(
            kernel, np.ascontiguousarray(tick.places), tick.storeys, tick.waits.view(np.uint8),
            counts,
        )  # fmt: skip
        self._openings.queues(places, storeys, waits, BEFORE, found)
        return [(self.gates[k].id, int(counts[k])) for k in np.flatnonzero(counts).tolist()]

    def _forget(self, ids: Integers) -> None:
        """Forget the sides of agents that were moved by a request, or are new."""
        gone = set(ids.tolist())
        for sides in self.came.values():
            for agent in sides.keys() & gone:
                del sides[agent]


def _squares(low: Floats, high: Floats) -> tuple[Floats, Rows, Rows]:
    """Return squares, and the boxes (k, 2) to (k, 2) in each of them; see `kernel.Openings`."""
    first, last = (low.min(axis=0), high.max(axis=0)) if len(low) else (np.zeros(2), np.zeros(2))
    size = max(FAR, float((last - first).max()) / _SQUARES)
    columns, rows = (np.floor((last - first) / size).astype(np.int64) + 1).tolist()
    held: dict[int, list[int]] = {}
    begins, ends = (((part - first) // size).astype(np.int64).tolist() for part in (low, high))
    for k, ((x0, z0), (x1, z1)) in enumerate(zip(begins, ends, strict=True)):
        for row in range(z0, z1 + 1):
            for column in range(x0, x1 + 1):
                held.setdefault(row * columns + column, []).append(k)
    counts = np.zeros(columns * rows + 1, np.int32)
    for square, items in held.items():
        counts[square + 1] = len(items)
    items = [k for square in sorted(held) for k in held[square]]
    frame = np.array((*first.tolist(), size, columns, rows), np.float64)
    return frame, np.cumsum(counts, dtype=np.int32), np.array(items, np.int32)


class _Floor:
    """Floor of a level, whatever the states of its doors."""

    def __init__(self, level: Level) -> None:
        self._areas = Shapes.of(_opened(area) for area in level.areas.values())
        self._solid = Shapes.of(level.obstacles.values())

    def beyond(self, door: int, places: Floats) -> Flags:
        """Return (n,) whether there is floor of other areas at places, and no obstacle."""
        active = np.flatnonzero(self._areas.active)
        others = active[active != self._areas.slots[door]]
        floor: Flags = holding(self._areas.edges, self._areas.boxes, others, places) >= 0
        solid = np.flatnonzero(self._solid.active)
        return floor & (holding(self._solid.edges, self._solid.boxes, solid, places) < 0)


def _opened(area: Area) -> Area:
    return area if area.available else msgspec.structs.replace(area, available=True)


def _middle_line(door: Area, floor: _Floor) -> tuple[float, ...]:
    """Return the middle of a door, the direction through it, and half its width, metres."""
    corners = np.array(door.polygon, np.float64)
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    best: tuple[float, Floats, Floats, Floats] | None = None
    for along in sides[lengths > 0] / lengths[lengths > 0, None]:
        axes = np.array([along, (-along[1], along[0])])
        spans = corners @ axes.T
        low, high = spans.min(axis=0), spans.max(axis=0)
        area = float(np.prod(high - low))
        if best is None or area < best[0] - 1e-9:
            best = (area, axes, low, high)
    if best is None:
        return (*corners[0].tolist(), 1.0, 0.0, 0.0)
    _, axes, low, high = best
    middle, extent = (low + high) / 2 @ axes, high - low
    open_at = [_is_open(door.id, floor, axes, low, high, way) for way in (0, 1)]
    if open_at[0] != open_at[1]:
        way = 0 if open_at[0] else 1
    else:
        way = 0 if extent[0] < extent[1] else 1
    return (*middle.tolist(), *axes[way].tolist(), float(extent[1 - way]) / 2)


def _is_open(door: int, floor: _Floor, axes: Floats, low: Floats, high: Floats, way: int) -> bool:
    """Return whether there is floor beyond both sides of a door along an axis."""
    for at in (low[way] - BEYOND, high[way] + BEYOND):
        across = [low[1 - way] + share * (high[1 - way] - low[1 - way]) for share in _PLACES]
        places = np.array([[at, c] if way == 0 else [c, at] for c in across]) @ axes
        if not floor.beyond(door, places).any():
            return False
    return True
