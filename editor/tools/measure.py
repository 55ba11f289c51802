"""Measure tool: lengths and angles between places, and which agents fit through a gap.

The last measurement stays visible until the next one, or until Esc with this tool; it is never part
of the level.
"""

import math
from typing import ClassVar

from editor.numbers import NumberFault, read_place
from editor.tools.gesture import HANDLE_REACH, Gesture, GestureTool, snapped, snapped_along
from editor.tools.groups import Group
from editor.tools.lengths import drawn, fits, sides_of, told, total
from editor.tools.messages import measure as say
from editor.tools.preview import Mark, Preview
from editor.tools.tool import Effect, Entry, KeyResult, Pointer, ToolView, Typing
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Point


class _Stretch(Gesture):
    """A press: the first place, or the next; a drag measures at one go."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "MeasureTool") -> None:
        super().__init__(pointer, view)
        self._tool = tool
        self._before = tool.state
        self._begins = not tool.open
        if self._begins:
            tool.begin_at(pointer, view)

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        self._follow(pointer, view)
        self._tool.hover(pointer, view)
        return None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        self.move(pointer, view)
        self.over = True
        if self.moving or not self._begins:
            self._tool.set_place(pointer, view)
        if self.moving and self._begins:
            self._tool.end()
        return None

    def cancel(self) -> None:
        super().cancel()
        self._tool.state = self._before


class _Pull(Gesture):
    """Moves one place of the last measurement; a click starts a new one there."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "MeasureTool", index: int) -> None:
        super().__init__(pointer, view)
        self._tool = tool
        self._before = tool.state
        self._index = index

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        places = list(self._before[0])
        neighbour = self._index - 1 if self._index else 1
        places[self._index] = _place_at(pointer, view, places[neighbour])
        self._tool.state = (tuple(places), False)
        return None

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.state = ((self._before[0][self._index],), True)
        return None

    def cancel(self) -> None:
        super().cancel()
        self._tool.state = self._before


class MeasureTool(GestureTool):
    """Measures from place to place, and changes nothing."""

    name: ClassVar[str] = "measure"
    title: ClassVar[str] = mark("Measure")
    summary: ClassVar[str] = mark("Measure lengths, and which agents fit through")
    shortcut: ClassVar[str] = "M"
    place: ClassVar[tuple[int, int]] = (Group.CHECK, 10)
    shows: ClassVar[frozenset[str]] = frozenset({"measure"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Start without a measurement."""
        super().__init__()
        self.state: tuple[tuple[Point, ...], bool] = ((), False)
        """The places, and whether more may follow."""
        self._taken_back: list[Point] = []
        self.entry = Entry(
            lambda view: Typing(say.type_on() if self.open else say.type_place()),
            self._read,
            self._enter,
        )

    @property
    def places(self) -> tuple[Point, ...]:
        """The places that are set, of the measurement in hand or the last one."""
        return self.state[0]

    @property
    def open(self) -> bool:
        """True if a measurement is in progress."""
        return self.state[1]

    def forget(self, _: object = None) -> None:
        """Forget the measurement, for example because another level was opened."""
        self.state, self._taken_back = ((), False), []
        self.entry.close()

    # The tool.

    def activate(self) -> None:
        """Keep the last measurement visible."""
        super().activate()
        self._drop_open()

    def deactivate(self, view: ToolView) -> Effect:
        """A measurement in hand ends as it is."""
        super().deactivate(view)
        self._drop_open()
        return None

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set a place, or drag one of the last measurement."""
        self._pointer = pointer
        index = self._end_at(pointer, view)
        if index is not None:
            return self.begin(_Pull(pointer, view, self, index))
        return self.begin(_Stretch(pointer, view, self))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """End it; the first of the two clicks has set its last place."""
        if not self.open:
            return None
        self.end()
        return Edit()

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """End it."""
        if not self.open:
            return False
        self._drop_open()
        return True

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """Remember where the mouse is."""
        super().hover(pointer, view)
        self.entry.follow(view)

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Enter ends, Backspace and Undo take back, Redo sets again, Escape clears."""
        if key == "Escape":
            used = bool(self.places)
            self.forget()
            return KeyResult(used)
        if key == "Enter" and self.open:
            self.end()
            return KeyResult(True)
        if key == "Backspace" and self.places:
            return KeyResult(self._take_back())
        if key == "Undo" and self.open:
            return KeyResult(self._take_back())
        if key == "Redo" and self.can_set_again():
            self.state = ((*self.places, self._taken_back.pop()), True)
            return KeyResult(True)
        if key in {"Undo", "Redo"}:
            # From here on undo and redo apply to the level.
            self._taken_back = []
        return KeyResult()

    def can_take_back(self) -> bool:
        """Return whether a measurement is in progress."""
        return self.open

    def can_set_again(self) -> bool:
        """Return whether a place was taken back."""
        return bool(self._taken_back) and (self.open or not self.places)

    # Typing.

    def _enter(self, place: Point, view: ToolView) -> None:
        """Set the place that was typed."""
        self.state = ((*self.places, place) if self.open else (place,), True)
        self._taken_back = []

    def _read(self, text: str, view: ToolView) -> Point:
        last = self.places[-1] if self.open else None
        place = read_place(text, last, towards=self._towards(view))
        if place == last:
            raise NumberFault(tr("This is where the last place is. Type another one."))
        return place

    def _towards(self, view: ToolView) -> float | None:
        if self._pointer is None or not self.open:
            return None
        dx, dz = sides_of(self.places[-1], self._place_at(self._pointer, view))
        return math.atan2(dz, dx) if (dx, dz) != (0.0, 0.0) else None

    # Places.

    def begin_at(self, pointer: Pointer, view: ToolView) -> None:
        """A new measurement begins here."""
        self.state = ((snapped(pointer, view),), True)
        self._taken_back = []

    def set_place(self, pointer: Pointer, view: ToolView) -> None:
        """The next place; where the last one is, none."""
        place = self._place_at(pointer, view)
        if place != self.places[-1]:
            self.state = ((*self.places, place), True)
            self._taken_back = []

    def end(self) -> None:
        """End the measurement at its last place; a single place stays."""
        if len(self.places) > 1:
            self.state = (self.places, False)

    def _drop_open(self) -> None:
        """End the measurement in progress; drop a single place."""
        self.entry.close()
        self._taken_back = []
        self.state = (self.places if len(self.places) > 1 else (), False)

    def _take_back(self) -> bool:
        places = self.places
        self._taken_back.append(places[-1])
        self.state = (places[:-1], len(places) > 1)
        return True

    def _place_at(self, pointer: Pointer, view: ToolView) -> Point:
        return _place_at(pointer, view, self.places[-1] if self.open else None)

    def _end_at(self, pointer: Pointer, view: ToolView) -> int | None:
        """Return the index of the place of the last measurement that a press takes."""
        if self.open or not self.places:
            return None
        far = [math.dist(pointer.position, place) for place in self.places]
        nearest = far.index(min(far))
        return nearest if far[nearest] <= view.pixels(HANDLE_REACH) else None

    def _aim(self, view: ToolView) -> Point | None:
        """Return where the next place would be set."""
        if self.entry.is_open:
            return self.entry.value
        return None if self._pointer is None else self._place_at(self._pointer, view)

    def text(self, view: ToolView) -> str:
        """Return the measurement as text to copy, with the part in progress; may be empty."""
        aim = self._aim(view) if self.open else None
        places = self.places if aim is None or aim in self.places[-1:] else (*self.places, aim)
        if len(places) < 2:
            return ""
        if len(places) > 2:
            return say.copied_several(total(places), len(places) - 1)
        dx, dz = sides_of(places[0], places[1])
        return say.copied(dx, dz, math.hypot(dx, dz), math.atan2(dz, dx))

    # Preview and hints.

    def preview(self, view: ToolView) -> Preview:
        """Return the measurement in hand, or the last one and what a press takes of it."""
        if isinstance(self.gesture, _Pull):
            return self.kept(view.metres_per_pixel)
        if not self.open:
            shown = self.kept(view.metres_per_pixel)
            return Preview(shown.strokes, shown.marks + self._taken(view), shown.labels)
        aim = self._aim(view)
        line = self.places if aim in {None, self.places[-1]} else (*self.places, aim)
        shown = drawn([place for place in line if place is not None], view.metres_per_pixel)
        marks = shown.marks if aim is None else (*shown.marks, Mark(aim, "snap"))
        return Preview(shown.strokes, marks, shown.labels)

    def kept(self, metres_per_pixel: float) -> Preview:
        """Return the last measurement, as it is in sight with any tool."""
        return drawn(self.places, metres_per_pixel) if self.places else Preview()

    def _taken(self, view: ToolView) -> tuple[Mark, ...]:
        """Return a mark at the end that a press takes, or at the place to which the mouse snaps."""
        index = None if self._pointer is None else self._end_at(self._pointer, view)
        if index is not None and not self.entry.is_open:
            return (Mark(self.places[index], "handle_hover"),)
        aim = self._aim(view)
        return () if aim is None else (Mark(aim, "snap"),)

    def hint(self, view: ToolView) -> str:
        """Return the measurement and which agents fit; else what the next click does."""
        if self.entry.hint:
            return self.entry.hint
        aim = self._aim(view)
        if not self.open and self.entry.is_open and aim is not None:
            return say.typed_first(aim)
        if not self.places:
            return say.first()
        if not self.open:
            pointer = self._pointer
            if self.gesture is None and pointer and self._end_at(pointer, view) is not None:
                return told(self.places, view, say.pulls())
            return told(self.places, view, say.clears())
        if aim is None or aim == self.places[-1]:
            return say.start() if len(self.places) == 1 else told(self.places, view, say.ends())
        dx, dz = sides_of(self.places[-1], aim)
        if self.entry.is_open:
            return say.typed(aim, say.length(math.hypot(dx, dz), math.atan2(dz, dx)))
        line = (*self.places, aim)
        more = say.so_far(total(line)) if len(line) > 2 else fits(line[0], line[1], view)
        ends = [say.ends()] if len(line) > 2 else []
        return say.stretch(dx, dz, math.hypot(dx, dz), math.atan2(dz, dx), more, *ends)


def _place_at(pointer: Pointer, view: ToolView, last: Point | None) -> Point:
    """Return the place of a click: with Shift in steps of 45° from the last place."""
    if pointer.modifiers.shift and last is not None:
        return snapped_along(pointer, view, last)
    return snapped(pointer, view)


TOOLS = (MeasureTool,)
