"""Lines drawn corner by corner: the common part of polygons and walls.

Drawn corners have their own undo, which the canvas uses before the level's.
"""

import math
from abc import abstractmethod
from functools import lru_cache
from typing import ClassVar, Final

from editor.numbers import NumberFault, read_place
from editor.tools import messages
from editor.tools.gesture import FIRST_REACH, Gesture, GestureTool, snapped, snapped_along
from editor.tools.messages import drawing as say
from editor.tools.preview import Label, Mark
from editor.tools.tool import Change, Effect, Entry, KeyResult, Pointer, ToolView, Typing
from navcore.geometry.polygons import crossing_of
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Point, Ring

_LABEL_ASIDE: Final = (44.0, 14.0)
"""Pixels, across and up, from the middle of an edge to the middle of its label."""

CLOSES_FROM: Final = 3
"""Corners from which on the first one closes the outline."""


class Click(Gesture):
    """A click that sets a corner on release, or closes the outline."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "OutlineTool") -> None:
        """The press."""
        super().__init__(pointer, view)
        self.tool = tool

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        """Move the corner with the mouse."""
        self._follow(pointer, view)
        self.tool.hover(pointer, view)
        return None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        """Set it."""
        self._follow(pointer, view)
        self.over = True
        self.tool.hover(pointer, view)
        return self.tool.set_corner(pointer, view)


class OutlineTool(GestureTool):
    """Draws corner by corner; drawn corners have their own undo."""

    kind: ClassVar[str]
    """`area` or `obstacle`: names the styles of its lines."""
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Start without corners."""
        super().__init__()
        self._corners: list[Point] = []
        self._taken_back: list[Point] = []
        self._dropped: list[Point] = []
        self._refused = ""
        self.entry = Entry(self._asks, self._read, self._enter)

    # For subclasses.

    @abstractmethod
    def faults(self) -> str:
        """Return the hint why the corners can't be drawn yet; empty if they can."""

    @abstractmethod
    def draw(self, view: ToolView, *, closed: bool) -> Change:
        """Return the effect of drawing the corners; `closed`: the first corner was clicked."""

    def _origin(self, view: ToolView) -> Point | None:
        """Return the start of the next line: the last corner, or what the first one continues."""
        return self._corners[-1] if self._corners else None

    def _asks(self, view: ToolView) -> Typing | None:
        """Return the kinds of input: a place; after a corner also a length and an angle."""
        return Typing(tr(say.TYPE_PLACE if self._origin(view) is None else say.TYPE_ON))

    def _closes_onto(self, view: ToolView) -> Point | None:
        """Return the place where a click closes the line; None if there is none yet."""
        return self._corners[0] if len(self._corners) >= CLOSES_FROM else None

    def _repeated(self) -> str:
        """Return the hint that a click would set a corner upon the last one."""
        return say.corner_repeated()

    def _repeated_typed(self) -> str:
        """Return the sentence that the place of the last corner is typed."""
        return say.repeated_typed()

    # The tool.

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners set so far."""
        return tuple(self._corners)

    def activate(self) -> None:
        """Start with a clean slate."""
        super().activate()
        self._clear()
        self._dropped = []

    def deactivate(self, view: ToolView) -> Effect:
        """Draw the corners if valid, drop them if not."""
        super().deactivate(view)
        effect = None if self.faults() else self.draw(view, closed=False)
        self._clear()
        self._dropped = []
        return effect

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set a corner, or close the outline at its first one."""
        self._pointer = pointer
        self._refused = ""
        return self.begin(Click(pointer, view, self))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """End it; the first of the two clicks has set its last corner, or closed it."""
        return self.end(view) or Edit()

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """Take the last corner back."""
        return self._take_back()

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """Remember the pointer; drop the last refusal."""
        if self._pointer is None or pointer.position != self._pointer.position:
            self._refused = ""
        super().hover(pointer, view)
        self.entry.follow(view)

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Enter ends, Backspace and Undo take back, Redo sets again, Escape drops."""
        if key in {"Backspace", "Undo"}:
            used = self._take_back()
            if key == "Undo" and not used:
                # From here on undo and redo apply to the level.
                self._taken_back, self._dropped = [], []
            return KeyResult(used)
        if key == "Redo":
            return KeyResult(self._set_again())
        if not self._corners:
            return super().key(key, view)
        if key == "Enter":
            return KeyResult(True, self.end(view))
        if key == "Escape":
            self._dropped = list(self._corners)
            self._clear()
            return KeyResult(True)
        return super().key(key, view)

    def can_take_back(self) -> bool:
        """Return whether a corner is set."""
        return bool(self._corners)

    def can_set_again(self) -> bool:
        """Return whether a corner, or a dropped outline, can come back."""
        return bool(self._taken_back or self._dropped)

    # Typing.

    def _enter(self, place: Point, view: ToolView) -> Effect:
        """Set the corner that was typed, or close the outline there."""
        if self._closes(place, view):
            return self.end(view, closed=True)
        self._set(place)
        return None

    def _read(self, text: str, view: ToolView) -> Point:
        self._refused = ""
        last = self._origin(view)
        place = read_place(text, last, towards=self._towards(view))
        if place == last:
            raise NumberFault(self._repeated_typed())
        return place

    def _towards(self, view: ToolView) -> float | None:
        """Return the angle from the last corner to the mouse."""
        last = self._origin(view)
        if self._pointer is None or last is None:
            return None
        (x, z), (ax, az) = self._corner_at(self._pointer, view), last
        return math.atan2(z - az, x - ax) if (x, z) != (ax, az) else None

    # Corners.

    def set_corner(self, pointer: Pointer, view: ToolView) -> Effect:
        """A corner where the pointer is, or the end of the outline on its first corner."""
        if self._closes_at(pointer, view):
            return self.end(view, closed=True)
        corner = self._corner_at(pointer, view)
        if self._corners and corner == self._corners[-1]:
            self._refused = self._repeated()
            return None
        self._set(corner)
        return None

    def end(self, view: ToolView, *, closed: bool = False) -> Effect:
        """Draw the corners; if they can't be drawn, refuse and keep them."""
        if not self._corners:
            return None
        self._refused = self.faults()
        if self._refused:
            return None
        change = self.draw(view, closed=closed)
        self._clear()
        return change

    def aim(self, view: ToolView) -> tuple[Point | None, bool]:
        """Return where the next corner would be set, and whether it would close the outline."""
        if self.entry.is_open:
            place = self.entry.value
            return place, place is not None and self._closes(place, view)
        if self._pointer is None:
            return None, False
        first = self._closes_onto(view)
        if first is not None and self._closes_at(self._pointer, view):
            return first, True
        return self._corner_at(self._pointer, view), False

    def said(self) -> str:
        """Return the most urgent hint: a refusal, or text that can't be read."""
        return self.entry.hint or self._refused

    def corner_marks(self) -> list[Mark]:
        """Return the corners that are set, and where the outline crosses itself."""
        marks = [Mark(corner, "draft_first") for corner in self._corners[:1]]
        return marks + [Mark(corner, "draft_corner") for corner in self._corners[1:]]

    def edge_label(self, end: Point, view: ToolView) -> Label:
        """Return length and angle of the current edge, beside it on the outer side."""
        (x, z), (ax, az) = end, self._corners[-1]
        length = math.dist((x, z), (ax, az))
        text = say.edge(length, math.atan2(z - az, x - ax))
        nx, nz = (az - z) / length, (x - ax) / length
        if len(self._corners) > 1:
            bx, bz = self._corners[-2]
            inner = (bx - ax) * nx + (bz - az) * nz > 0
        else:
            inner = nz < 0
        side = -1.0 if inner else 1.0
        across, up = view.pixels(side * _LABEL_ASIDE[0]), view.pixels(side * _LABEL_ASIDE[1])
        return Label(((x + ax) / 2 + across * nx, (z + az) / 2 + up * nz), text, "dimension")

    def _closes(self, place: Point, view: ToolView) -> bool:
        return place == self._closes_onto(view)

    def _closes_at(self, pointer: Pointer, view: ToolView) -> bool:
        """Return whether a click here hits the first corner: in pixels, before any snapping."""
        first = self._closes_onto(view)
        if first is None:
            return False
        return math.dist(pointer.position, first) <= view.pixels(FIRST_REACH)

    def _corner_at(self, pointer: Pointer, view: ToolView) -> Point:
        """Return where a click sets a corner: with Shift in steps of 45° from the last."""
        last = self._origin(view)
        if pointer.modifiers.shift and last is not None:
            return snapped_along(pointer, view, last)
        return snapped(pointer, view)

    def _set(self, corner: Point) -> None:
        self._corners.append(corner)
        self._taken_back = []
        self._dropped = []
        self._refused = ""

    def _take_back(self) -> bool:
        self._refused = ""
        if not self._corners:
            return False
        self._taken_back.append(self._corners.pop())
        return True

    def _set_again(self) -> bool:
        if self._taken_back:
            self._corners.append(self._taken_back.pop())
            return True
        if self._dropped and not self._corners:
            self._corners, self._dropped = self._dropped, []
            return True
        return False

    def _clear(self) -> None:
        self._corners = []
        self._taken_back = []
        self._refused = ""
        self.entry.close()


@lru_cache(maxsize=1)
def crossing_in(corners: Ring) -> Point | None:
    """Return where an edge crosses an earlier one; the last crossing, or None."""
    found = (crossing_of(corners[: n + 2], n, closed=False) for n in range(len(corners) - 2, 0, -1))
    return next((place for place in found if place is not None), None)


def crosses_hint(at: Point) -> str:
    """Return the hint about a crossing."""
    return messages.crosses(at, messages.TAKE_BACK)
