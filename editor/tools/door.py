"""Tool for doors: from one side of a gap to the other, cut out of the floor beneath."""

import math
from typing import ClassVar, Final

from editor.numbers import NumberFault, Unfinished, evaluate
from editor.tools import messages
from editor.tools.gesture import OUTLINE_REACH, snapped
from editor.tools.groups import Group
from editor.tools.messages import door as say
from editor.tools.messages.agent_types import requires
from editor.tools.options import Number
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Entry, Pointer, Select, ToolView, Typing
from editor.tools.two_places import TwoPointsTool
from navcore.errors import NavcoreError
from navcore.geometry.polygons import area_of
from navcore.i18n import mark, tr
from navcore.level import operations
from navcore.level.model import Area, Level, Point, Ring
from navcore.level.pick import pick_index

_LEAST: Final = 0.2
_MOST: Final = 50.0
_LABEL_ASIDE: Final = (40.0, 20.0)
"""Pixels, across and down, from a side of the door to the middle of the width's label."""


class DoorTool(TwoPointsTool):
    """Lays doors of a set width."""

    name: ClassVar[str] = "door"
    title: ClassVar[str] = mark("Door")
    summary: ClassVar[str] = mark("Lay a door across a gap or over floor")
    shortcut: ClassVar[str] = "D"
    place: ClassVar[tuple[int, int]] = (Group.BUILD, 30)
    shows: ClassVar[frozenset[str]] = frozenset({"doors"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Start without a side; the width is kept for the next door."""
        super().__init__()
        self.width = Number("width", mark("Width"), 2.0, _LEAST, _MOST, 0.1)
        self.options = (self.width,)
        self.entry = Entry(
            lambda view: Typing(tr(say.TYPE_WIDTH)),
            lambda text, view: _width(text),
            lambda width, view: self.width.set(width),
        )

    def _now(self) -> float:
        """Return the width that is being typed, else the one that is set."""
        return self.entry.value or self.width.value

    def finished(self, level: Level, view: ToolView) -> Effect:
        """The door from the first side to the pointer; nothing if that is one place."""
        ring = None if self._pointer is None else self._ring(self._pointer, view)
        if ring is None:
            return None
        known = level.areas.keys()
        edit = operations.add_door(level, ring, view.new_id, layer=view.storey)
        doors = {
            item.id
            for item in edit.after.values()
            if isinstance(item, Area) and item.door and item.id not in known
        }
        self.drop()
        return Change(edit, Select(frozenset(doors)))

    def preview(self, view: ToolView) -> Preview:
        """Return the door that a click would lay."""
        if self._pointer is None:
            return Preview()
        if self.anchor is None:
            return Preview(marks=(Mark(snapped(self._pointer, view), "snap"),))
        start = Mark(self.anchor, "door_end")
        end = self._end(self._pointer, view)
        ring = self._ring(self._pointer, view)
        if ring is None:
            return Preview(marks=(start,))
        line = Stroke((self.anchor, end), "trace")
        wide, _ = self._sides(ring, view)
        return Preview(
            (Stroke(ring, "door_draft", closed=True), line),
            (start, Mark(end, "door_end")),
            (Label(self._beyond(end, view), messages.metres(wide), "dimension"),),
        )

    def hint(self, view: ToolView) -> str:
        """Return what the next click or the release does."""
        if self.entry.is_open:
            return self.entry.hint or say.door_typed(self._now())
        if self.anchor is None or self._pointer is None:
            door = self._door_below(view)
            if door is not None:
                return say.door_over(door.name, requires(door.needs), shut=not door.available)
            return say.door_first(self.width.value)
        ring = self._ring(self._pointer, view)
        if ring is None:
            return say.door_not_here()
        wide, deep = self._sides(ring, view)
        if wide < self.width.value - 0.01:
            return say.door_narrower(wide, self.width.value)
        return say.door_second(self.width.value, deep)

    def _end(self, pointer: Pointer, view: ToolView) -> Point:
        """Return the other side: where the pointer snaps, but never back to the first side."""
        end = snapped(pointer, view)
        if self.anchor is None or math.dist(end, self.anchor) >= view.pixels(pointer.slack):
            return end
        return pointer.position

    def _ring(self, pointer: Pointer, view: ToolView) -> Ring | None:
        if self.anchor is None:
            return None
        end = self._end(pointer, view)
        if math.dist(end, self.anchor) < view.pixels(pointer.slack):
            return None
        try:
            return operations.door_across(view.level, self.anchor, end, self._now(), view.storey)
        except NavcoreError:
            return None

    def _beyond(self, end: Point, view: ToolView) -> Point:
        """Return the place of the width's label: past the second side, so that it hides no wall."""
        x, z = self.anchor or end
        length = math.dist((x, z), end)
        run, rise = (end[0] - x) / length, (end[1] - z) / length
        return (
            end[0] + run * view.pixels(_LABEL_ASIDE[0]),
            end[1] + rise * view.pixels(_LABEL_ASIDE[1]),
        )

    def _sides(self, ring: Ring, view: ToolView) -> tuple[float, float]:
        """Return the width of the door along the wall, and its depth through it."""
        if self.anchor is None or self._pointer is None:
            return self.width.value, 0.0
        end = self._end(self._pointer, view)
        length = math.dist(self.anchor, end)
        nx, nz = (self.anchor[1] - end[1]) / length, (end[0] - self.anchor[0]) / length
        # Across the corners' own edges, so that a door square to a slanted wall measures right.
        sides = [
            (bx - ax, bz - az)
            for (ax, az), (bx, bz) in zip(ring, (*ring[1:], ring[0]), strict=True)
        ]
        ex, ez = max(sides, key=lambda side: abs(side[0] * nx + side[1] * nz))
        size = math.hypot(ex, ez)
        across = [(x * ex + z * ez) / size for x, z in ring]
        wide = max(across) - min(across)
        return wide, area_of(ring) / wide

    def _door_below(self, view: ToolView) -> Area | None:
        if self._pointer is None:
            return None
        reach = view.pixels(OUTLINE_REACH)
        for hit in pick_index(view.level).at(self._pointer.position, reach, view.untouchable):
            area = view.level.areas.get(hit)
            if area is not None and area.door:
                return area
        return None


def _width(text: str) -> float:
    """Return the width in a text.

    Raises:
        NumberFault: if it contains no number, or one that is not allowed for doors.
    """
    value = round(evaluate(text), 3)
    if not _LEAST <= value <= _MOST:
        message = say.width_between(_LEAST, _MOST)
        raise Unfinished(message) if value < _LEAST else NumberFault(message)
    return value


TOOLS = (DoorTool,)
