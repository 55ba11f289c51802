"""How many agents do what at each tick of a recording, and how many pass which door.

Everything is worked out from the frames and events of the recording, whenever somebody asks: a
run costs nothing for it, and a recording that was opened has the same numbers as the run had.
"""

from enum import IntEnum
from typing import Final

import msgspec
import numpy as np

from navcore.bake.shapes import Shapes
from navcore.geometry.rings import Floats, Ints, holding
from navcore.level.model import Area, Level
from navcore.sim.agents import WALK, Flags, Integers
from navcore.sim.events import Kind
from navcore.sim.reasons import Reason
from navcore.sim.recording import Frame, Recording
from navcore.sim.recording.frames import rows_of
from navcore.sim.run import WorldEdit

BEYOND: Final = 0.25
"""Metres beyond a side of a door where floor is looked for."""
_PLACES: Final = (0.5, 0.25, 0.75)
"""Where along a side floor is looked for, as shares of its length."""


class Doing(IntEnum):
    """What an agent does, as it is counted; somebody who was never sent anywhere is not."""

    WALKING = 0
    """It walks and gets on."""
    HELD_UP = 1
    """It wants to walk, and somebody is in its way."""
    WAITING = 2
    """It stands at one of its goals for the time that it was given, or waits for a path."""
    STUCK = 3
    """Its goal can't be reached."""
    ARRIVED = 4
    """It came to the end of its path, has not walked since, and has had nowhere else to go for
    more than a tick: whoever walks on to its next goal arrives for no time at all."""


class RunStatistics:
    """Counts of a recording, from its first frame on as far as it was followed.

    The frame of a tick shows its beginning. The last frame of a recording is counted only when
    there is one after it: until then agents may still be put elsewhere in it.

    **An agent passes a door** in the tick at whose end its centre is outside the door's outline
    on the other side of the door's middle line than where it came from: outside before it came
    in, or where it was when it came into the run or was put there. Between two frames centres go
    straight; one that goes over the whole door within a tick passes it if it crosses the middle
    line within the door. Somebody who turns round in the door does not pass it, wherever in it
    that is. The middle line runs across the way through, halfway: of the smallest rectangle
    around the door, the way through leads over those two opposite sides that both have floor
    beyond them, or over the longer sides if that is so of both pairs or of neither. It is drawn
    when the door comes or gets another outline; passages before that count for good.
    """

    def __init__(self, recording: Recording) -> None:
        """Of this recording; nothing is counted yet."""
        self.ticks = 0
        """How many frames were counted."""
        self.names: dict[int, str] = {}
        """Names of all doors that there were, by their ids."""
        self._recording = recording
        self._counts = np.zeros((64, len(Doing)), np.int32)
        self._passes: dict[int, list[int]] = {}
        self._level: Level | None = None
        self._inputs = 0
        """So many of the recording's inputs were looked through for edits of the level."""
        self._events = 0
        self._gates = DoorLines(())
        self._last: Frame | None = None
        self._arrived: Flags = np.zeros(0, np.bool_)

    @property
    def seconds_per_tick(self) -> float:
        """Time from one frame to the next."""
        return self._recording.seconds_per_tick

    @property
    def doors(self) -> tuple[int, ...]:
        """Ids of all doors that there were, in the order of their coming."""
        return tuple(self.names)

    def counts(self, doing: Doing) -> Integers:
        """(ticks,) how many agents did this at each tick."""
        return self._counts[: self.ticks, doing].astype(np.int64)

    def passes(self, door: int) -> Integers:
        """(k,) the ticks in which agents passed a door, ascending; a tick for each of them."""
        return np.array(self._passes.get(door, ()), np.int64)

    def rate(self, door: int, seconds: float) -> Floats:
        """(ticks,) how many agents a second passed a door in so many seconds before each tick.

        At the beginning of a run, in the time that there is.
        """
        window = max(1, round(seconds / self.seconds_per_tick))
        so_far = np.cumsum(np.bincount(self.passes(door), minlength=self.ticks + 1))[: self.ticks]
        before = np.concatenate((np.zeros(min(window, self.ticks), np.int64), so_far))
        spans = np.minimum(np.arange(1, self.ticks + 1), window) * self.seconds_per_tick
        rates: Floats = (so_far - before[: self.ticks]) / spans
        return rates

    def follow(self, most: int | None = None) -> bool:
        """Count what came since, at most so many frames; whether that is all there is.

        Raises:
            NavcoreError: if the recording was damaged.
        """
        end = self._recording.ticks - 1
        stop = end if most is None else min(end, self.ticks + most)
        for tick in range(self.ticks, stop):
            self._take(self._recording, tick)
        return self.ticks >= end

    def _take(self, recording: Recording, tick: int) -> None:
        if tick == 0:
            self._take_level(recording.level)
        self._follow_level(recording, tick)
        frame = recording.frame(tick)
        if self._last is None:
            self._arrived = np.zeros(len(frame.ids), np.bool_)
        else:
            self._follow_doors(self._last, frame, tick)
        self._count(recording, frame, tick)
        self._last = frame
        self.ticks = tick + 1

    # Who does what.

    def _count(self, recording: Recording, frame: Frame, tick: int) -> None:
        self._follow_arrivals(recording, frame, tick)
        if tick >= len(self._counts):
            self._counts = np.concatenate((self._counts, np.zeros_like(self._counts)))
        walks, reasons = frame.states == WALK, frame.reasons
        planning = reasons == Reason.WAITS_FOR_PLAN
        row = self._counts[tick]
        row[Doing.WALKING] = np.count_nonzero((reasons == Reason.WALKS) | (planning & walks))
        row[Doing.HELD_UP] = np.count_nonzero(reasons == Reason.HELD_UP)
        row[Doing.WAITING] = np.count_nonzero(
            (reasons == Reason.WAITS_AT_GOAL) | (planning & ~walks)
        )
        row[Doing.STUCK] = np.count_nonzero(reasons == Reason.NO_WAY)
        stands = reasons == Reason.STANDS
        if self._last is not None:
            rows, found = rows_of(frame.ids, self._last.ids)
            stood = self._last.reasons == Reason.STANDS
            stands &= found & (stood[rows] if len(stood) else found)
        row[Doing.ARRIVED] = np.count_nonzero(stands & self._arrived)

    def _follow_arrivals(self, recording: Recording, frame: Frame, tick: int) -> None:
        last = self._last
        if last is not None and last.ids is not frame.ids:
            rows, found = rows_of(frame.ids, last.ids)
            self._arrived = self._arrived[rows] & found if len(last.ids) else found
        known = recording.parts().known[tick].events
        if known > self._events:
            events = recording.events[self._events : known]
            here = np.unique(events["agent"][events["kind"] == Kind.ARRIVED])
            self._arrived |= np.isin(frame.ids, here)
            self._events = known
        self._arrived &= frame.states != WALK

    # Doors.

    def _follow_level(self, recording: Recording, tick: int) -> None:
        """Take in edits of the level that hold at a tick, as they do in the run."""
        per_tick, inputs = recording.settings.steps_per_tick, recording.inputs
        level = self._level or recording.level
        while self._inputs < len(inputs):
            one = inputs[self._inputs]
            # A new world is there at the next tick.
            if -(-one.step // per_tick) >= tick:
                break
            self._inputs += 1
            if isinstance(one.request, WorldEdit):
                level = one.request.edit.apply(level)
        if level is not self._level:
            self._take_level(level)

    def _take_level(self, level: Level) -> None:
        self._level = level
        doors = tuple(area for area in level.areas.values() if area.door)
        self.names.update((door.id, door.name) for door in doors)
        if doors != self._gates.doors:
            self._gates = DoorLines(doors, level, self._gates)

    def _follow_doors(self, last: Frame, frame: Frame, tick: int) -> None:
        if not self._gates.doors:
            return
        rows, found = rows_of(frame.ids, last.ids)
        stayed = found & ~frame.teleported
        if len(last.ids):
            before = last.positions[rows]
            for door in self._gates.passed(frame.ids, before, frame.positions, stayed):
                self._passes.setdefault(door, []).append(tick)


class DoorLines:
    """All doors at one time, with who is in which of them, and where from."""

    def __init__(
        self, doors: tuple[Area, ...], level: Level | None = None, before: "DoorLines | None" = None
    ) -> None:
        """These doors of a level; those that have the outline that they had go on."""
        self.doors = doors
        self.came: dict[int, dict[int, bool]] = {}
        """Side that agents came from, by door and agent."""
        self.lines: dict[int, tuple[float, ...]] = {}
        """Middle of each door, direction of the way through, and half the width of the door."""
        if level is None:
            return
        self._shapes = Shapes.of(_opened(door) for door in doors)
        was = {door.id: door.polygon for door in before.doors} if before else {}
        floor = None
        for door in doors:
            if before and was.get(door.id) == door.polygon:
                self.lines[door.id] = before.lines[door.id]
                self.came[door.id] = before.came[door.id]
            else:
                floor = floor or _Floor(level)
                self.lines[door.id] = _middle_line(door, floor)
                self.came[door.id] = {}

    def passed(self, ids: Integers, before: Floats, after: Floats, stayed: Flags) -> list[int]:
        """The doors that agents pass on their way from one frame to the next, one for each.

        `before`, `after`: (n, 2) metres; `stayed`: (n,) who walked from one to the other.
        """
        if not stayed.all():
            self._forget(ids[~stayed])
        low, high = np.minimum(before, after), np.maximum(before, after)
        found: list[int] = []
        for door in self.doors:
            slot = self._shapes.slots[door.id]
            x0, z0, x1, z1 = self._shapes.boxes[slot].tolist()
            near = np.flatnonzero(
                (high[:, 0] >= x0) & (low[:, 0] <= x1) & (high[:, 1] >= z0) & (low[:, 1] <= z1)
            )
            if len(near):
                slots = np.array([slot], np.int64)
                found += self._through(
                    door.id, slots, ids[near], before[near], after[near], stayed[near]
                )
        return found

    def _through(
        self, door: int, slots: Ints, ids: Integers, before: Floats, after: Floats, stayed: Flags
    ) -> list[int]:
        x, z, dx, dz, half = self.lines[door]
        came, found = self.came[door], []
        was_in, is_in = self._inside(slots, before), self._inside(slots, after)
        was_at = (before[:, 0] - x) * dx + (before[:, 1] - z) * dz
        is_at = (after[:, 0] - x) * dx + (after[:, 1] - z) * dz
        for row, agent in enumerate(ids.tolist()):
            side, now = bool(was_at[row] >= 0), bool(is_at[row] >= 0)
            if is_in[row]:
                if not stayed[row]:
                    came[agent] = now
                elif agent not in came:
                    came[agent] = side
                continue
            if was_in[row] and stayed[row]:
                if came.pop(agent, side) != now:
                    found.append(door)
            elif stayed[row] and side != now:
                share = was_at[row] / (was_at[row] - is_at[row])
                crossing = before[row] + share * (after[row] - before[row])
                if abs(-(crossing[0] - x) * dz + (crossing[1] - z) * dx) <= half:
                    found.append(door)
        return found

    def _inside(self, slots: Ints, places: Floats) -> Flags:
        inside: Flags = holding(self._shapes.edges, self._shapes.boxes, slots, places) >= 0
        return inside

    def _forget(self, ids: Integers) -> None:
        """These were put elsewhere, or are new."""
        for came in self.came.values():
            for agent in came.keys() & set(ids.tolist()):
                del came[agent]


class _Floor:
    """Where a level has floor, however its doors stand."""

    def __init__(self, level: Level) -> None:
        self._areas = Shapes.of(_opened(area) for area in level.areas.values())
        self._solid = Shapes.of(level.obstacles.values())

    def beyond(self, door: int, places: Floats) -> Flags:
        """(n,) whether there is floor of other areas at places, and no obstacle."""
        active = np.flatnonzero(self._areas.active)
        others = active[active != self._areas.slots[door]]
        floor: Flags = holding(self._areas.edges, self._areas.boxes, others, places) >= 0
        solid = np.flatnonzero(self._solid.active)
        return floor & (holding(self._solid.edges, self._solid.boxes, solid, places) < 0)


def _opened(area: Area) -> Area:
    return area if area.available else msgspec.structs.replace(area, available=True)


def _middle_line(door: Area, floor: _Floor) -> tuple[float, ...]:
    """Middle of a door, direction of the way through it, and half its width, metres."""
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
    """Whether there is floor beyond both sides that the way along an axis leads over."""
    for at in (low[way] - BEYOND, high[way] + BEYOND):
        across = [low[1 - way] + share * (high[1 - way] - low[1 - way]) for share in _PLACES]
        places = np.array([[at, c] if way == 0 else [c, at] for c in across]) @ axes
        if not floor.beyond(door, places).any():
            return False
    return True
