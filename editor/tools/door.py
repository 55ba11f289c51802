"""Door: from one side of a gap to the other, cut out of the floor beneath."""

import math
from typing import ClassVar, Final

from editor.tools import words
from editor.tools.gesture import OUTLINE_REACH, Gesture, GestureTool, snapped
from editor.tools.tool import (
    Change,
    Effect,
    KeyResult,
    Label,
    Mark,
    Number,
    Pointer,
    Preview,
    Select,
    Stroke,
    ToolView,
)
from editor.tools.words import door as say
from navcore.errors import NavcoreError
from navcore.geometry.polygons import area_of
from navcore.level import operations
from navcore.level.model import Area, Point, Ring
from navcore.level.pick import pick_index

_LEAST: Final = 0.2
_MOST: Final = 50.0
_STEPS: Final = {"Up": 0.1, "Down": -0.1, "Shift+Up": 1.0, "Shift+Down": -1.0}
_LABEL_ASIDE: Final = (40.0, 20.0)
"""Pixels, across and down, from a side of the door to the middle of its width's label."""
_SIGNS: Final = {".": ".", ",": ".", "Period": ".", "Comma": "."}


class _Span(Gesture):
    """From a press to a release: a door, or one of the two clicks for it."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "DoorTool") -> None:
        super().__init__(pointer, view)
        self._tool = tool

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.hover(pointer, view)
        return None

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.hover(pointer, view)
        effect = self._tool.lay(pointer, view)
        if effect is None:
            self._tool.drop()
        return effect

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.hover(pointer, view)
        return self._tool.click(pointer, view)

    def cancel(self) -> None:
        super().cancel()
        self._tool.drop()


class DoorTool(GestureTool):
    """Lays doors of a set width."""

    name: ClassVar[str] = "door"
    title: ClassVar[str] = "Door"
    summary: ClassVar[str] = "Lay a door across a gap or over floor"
    shortcut: ClassVar[str] = "D"
    place: ClassVar[tuple[int, int]] = (3, 1)
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """No side clicked yet; the width is kept for the next door."""
        super().__init__()
        self.width = 2.0
        self._start: Point | None = None
        self._second = False
        self._typed = ""

    def numbers(self) -> tuple[Number, ...]:
        """The width of the next door."""
        return (Number("width", "Width", self.width, _LEAST, _MOST, 0.1),)

    def set_number(self, name: str, value: float) -> None:
        """Set the width, kept within its limits."""
        if name == "width" and math.isfinite(value):
            self.width = round(min(max(value, _LEAST), _MOST), 3)
            self._typed = ""

    def activate(self) -> None:
        """Start with a clean slate."""
        super().activate()
        self.drop()

    def deactivate(self, view: ToolView) -> Effect:
        """Drop a door that is only begun."""
        self.drop()
        return super().deactivate(view)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set the side that the door starts from, or with it set the other."""
        self._pointer = pointer
        self._typed = ""
        self._second = self._start is not None
        if self._start is None:
            self._start = snapped(pointer, view)
        return self.begin(_Span(pointer, view, self))

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """Take the first side back."""
        return self.drop()

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Digits, Up and Down change the width, Escape and Undo go back a step."""
        if key in _STEPS:
            self.set_number("width", self.width + _STEPS[key])
            return KeyResult(True)
        sign = key if key.isdecimal() and len(key) == 1 else _SIGNS.get(key, "")
        if sign.isdecimal() or (sign and self._typed):
            return KeyResult(self._type(self._typed + sign))
        if key == "Backspace" and self._typed:
            return KeyResult(self._type(self._typed[:-1]))
        if key in {"Enter", "Escape"} and self._typed:
            self._typed = ""
            return KeyResult(True)
        return KeyResult(key in {"Escape", "Backspace", "Undo"} and self.drop())

    def drop(self) -> bool:
        """Forget the first side; whether there was one."""
        had = self._start is not None
        self._start = None
        self._second = False
        self._typed = ""
        return had

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """The first click leaves its side, the second lays the door."""
        return self.lay(pointer, view) if self._second else None

    def lay(self, pointer: Pointer, view: ToolView) -> Effect:
        """The door from the first side to the pointer; nothing if that is one place."""
        ring = self._ring(pointer, view)
        if ring is None:
            return None
        known = view.level.areas.keys()
        edit = operations.add_door(view.level, ring, view.new_id)
        doors = {
            item.id
            for item in edit.after.values()
            if isinstance(item, Area) and item.door and item.id not in known
        }
        self.drop()
        return Change(edit, Select(frozenset(doors)))

    def preview(self, view: ToolView) -> Preview:
        """The door that a click would lay."""
        if self._pointer is None:
            return Preview()
        if self._start is None:
            return Preview(marks=(Mark(snapped(self._pointer, view), "snap"),))
        start = Mark(self._start, "door_end")
        end = snapped(self._pointer, view)
        ring = self._ring(self._pointer, view)
        if ring is None:
            return Preview(marks=(start,))
        line = Stroke((self._start, end), "trace")
        wide, _ = self._sides(ring, view)
        return Preview(
            (Stroke(ring, "door_draft", closed=True), line),
            (start, Mark(end, "door_end")),
            (Label(self._beyond(end, view), words.metres(wide), "dimension"),),
        )

    def hint(self, view: ToolView) -> str:
        """What the next click or the release does."""
        if self._typed:
            return say.door_typing(self._typed)
        if self._start is None or self._pointer is None:
            door = self._door_below(view)
            if door is not None:
                return say.door_over(door.name, shut=not door.available)
            return say.door_first(self.width)
        ring = self._ring(self._pointer, view)
        if ring is None:
            return say.door_not_here()
        wide, deep = self._sides(ring, view)
        if wide < self.width - 0.01:
            return say.door_narrower(wide, self.width)
        return say.door_second(self.width, deep)

    def _ring(self, pointer: Pointer, view: ToolView) -> Ring | None:
        if self._start is None:
            return None
        end = snapped(pointer, view)
        if math.dist(end, self._start) < view.pixels(1):
            return None
        try:
            return operations.door_across(view.level, self._start, end, self.width)
        except NavcoreError:
            return None

    def _beyond(self, end: Point, view: ToolView) -> Point:
        """Where the width is written: past the second side, so that it hides no wall."""
        x, z = self._start or end
        length = math.dist((x, z), end)
        run, rise = (end[0] - x) / length, (end[1] - z) / length
        return (
            end[0] + run * view.pixels(_LABEL_ASIDE[0]),
            end[1] + rise * view.pixels(_LABEL_ASIDE[1]),
        )

    def _sides(self, ring: Ring, view: ToolView) -> tuple[float, float]:
        """How wide the door is along the wall, and how deep through it."""
        if self._start is None or self._pointer is None:
            return self.width, 0.0
        end = snapped(self._pointer, view)
        length = math.dist(self._start, end)
        nx, nz = (self._start[1] - end[1]) / length, (end[0] - self._start[0]) / length
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

    def _type(self, text: str) -> bool:
        """Take a typed width as far as it goes; what is no width yet changes nothing."""
        if text.count(".") > 1 or len(text) > 6:
            return True
        self._typed = text
        try:
            value = float(text)
        except ValueError:
            return True
        if _LEAST <= value <= _MOST:
            self.width = value
        return True


TOOLS = (DoorTool,)
