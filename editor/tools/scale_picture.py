"""Scale the picture: two points and how far they are apart; a drag moves it.

Points are places of the picture, so they do not snap to what is drawn over it.
"""

import math
from typing import ClassVar, Final

from editor.numbers import NumberFault, evaluate, read_place
from editor.tools.gesture import HANDLE_REACH, Gesture, GestureTool, nudge_of
from editor.tools.lines import AXES, straight
from editor.tools.messages import metres
from editor.tools.messages import scale_picture as say
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.tool import Effect, Entry, KeyResult, Pointer, ToolView, Typing
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Level, Point
from navcore.level.operations.backgrounds import (
    file_name,
    move_background,
    scale_background,
)

_ASIDE: Final = 14.0
"""Pixels from the middle of the two points up to what stands there."""


class _Hold(Gesture):
    """A press: a click sets a point, a drag moves a point that is set, or the picture."""

    def __init__(
        self, pointer: Pointer, view: ToolView, tool: "ScalePictureTool", point: int | None
    ) -> None:
        super().__init__(pointer, view)
        self._tool = tool
        self._point = point
        self._before = tool.points

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        if self._point is not None:
            points = list(self._before)
            points[self._point] = pointer.position
            self._tool.take_points(tuple(points))
            return None
        index = self._tool.index_in(self.level)
        if index is None:
            return None
        vector = self.vector(pointer)
        self._tool.points = tuple((x + vector[0], z + vector[1]) for x, z in self._before)
        return move_background(self.level, index, vector)

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.set_point(pointer, view)
        return None

    def cancel(self) -> None:
        super().cancel()
        self._tool.points = self._before

    def vector(self, pointer: Pointer) -> Point:
        """How far the picture is moved, with Shift along one axis."""
        start, end = self.pressed.position, pointer.position
        if pointer.modifiers.shift:
            end = straight(start, end, AXES).nearest(end)
        return (end[0] - start[0], end[1] - start[1])

    def hint(self, view: ToolView) -> str:
        if not self.moving or self._point is not None or self._tool.index_in(self.level) is None:
            return ""
        return say.moving(self._tool.called(self.level), self.vector(self.pointer))


class ScalePictureTool(GestureTool):
    """Scales and moves one picture: the one that is chosen, else the foremost that is shown."""

    name: ClassVar[str] = "scale_picture"
    title: ClassVar[str] = mark("Scale the picture")
    summary: ClassVar[str] = mark("Say how long something on the picture is")
    on_rail: ClassVar[bool] = False
    shows: ClassVar[frozenset[str]] = frozenset({"background"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """No picture is chosen."""
        super().__init__()
        self.chosen: int | None = None
        """Which background is meant, counted from the back; None: the foremost picture."""
        self.points: tuple[Point, ...] = ()
        self._taken_back: list[Point] = []
        self.entry = Entry(self._asks_for, self._read, self._enter)
        self._refused = ""
        self._asks = False
        """Whether both points were just set: now it is the length that is missing."""

    def index_in(self, level: Level) -> int | None:
        """Which of the level's backgrounds is scaled and moved."""
        backgrounds = level.settings.background
        shown = [n for n, b in enumerate(backgrounds) if b.kind == "picture" and b.visible]
        if self.chosen in shown:
            return self.chosen
        return shown[-1] if shown else None

    def called(self, level: Level) -> str:
        """The name of its file."""
        index = self.index_in(level)
        return "" if index is None else file_name(level.settings.background[index].path)

    # The tool.

    def activate(self) -> None:
        """Start with a clean slate."""
        super().activate()
        self._clear()

    def deactivate(self, view: ToolView) -> Effect:
        """Points that are set are forgotten."""
        self._clear()
        self.chosen = None
        return super().deactivate(view)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set a point, take one that is set, or take the picture."""
        self._pointer = pointer
        self._refused = ""
        return self.begin(_Hold(pointer, view, self, self._point_at(pointer, view)))

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """Take the last point back."""
        return self._take_back()

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Points are taken back and set again; arrows move the picture."""
        index = self.index_in(view.level)
        vector = nudge_of(key, view)
        if vector is not None and index is not None:
            self.points = tuple((x + vector[0], z + vector[1]) for x, z in self.points)
            return KeyResult(True, move_background(view.level, index, vector), merges=True)
        if key in {"Escape", "Backspace", "Undo"} and self.points:
            return KeyResult(self._take_back())
        if key == "Redo" and self._taken_back:
            self.points = (*self.points, self._taken_back.pop())
            return KeyResult(True)
        if key == "Undo":
            self._taken_back = []
        return KeyResult()

    def can_take_back(self) -> bool:
        """Whether a point is set."""
        return bool(self.points)

    def can_set_again(self) -> bool:
        """Whether a point was taken back."""
        return bool(self._taken_back)

    def take_points(self, points: tuple[Point, ...]) -> None:
        """These points are set; two of them want to know how far they are apart."""
        self.points, self._asks = points, len(points) == 2

    def set_point(self, pointer: Pointer, view: ToolView) -> None:
        """The next point is here; with both set already, the first of two others."""
        if self.index_in(view.level) is None:
            return
        point = self._aim(pointer)
        if len(self.points) == 1 and math.dist(point, self.points[0]) <= view.pixels(1.0):
            self._refused = say.same_place()
            return
        self.take_points((*self.points, point) if len(self.points) < 2 else (point,))
        self._taken_back = []

    def _aim(self, pointer: Pointer) -> Point:
        """Where a click sets a point: with Shift in a direction of 45° steps from the first."""
        if pointer.modifiers.shift and len(self.points) == 1:
            return straight(self.points[0], pointer.position).nearest(pointer.position)
        return pointer.position

    def _point_at(self, pointer: Pointer, view: ToolView) -> int | None:
        if len(self.points) < 2:
            return None
        far = [math.dist(pointer.position, point) for point in self.points]
        nearest = far.index(min(far))
        return nearest if far[nearest] <= view.pixels(HANDLE_REACH) else None

    # Typing.

    def _asks_for(self, view: ToolView) -> Typing | None:
        """The length between both points, or a point."""
        if self.index_in(view.level) is None:
            return None
        if len(self.points) < 2:
            return Typing(say.type_place())
        return Typing(say.type_length(), metres(math.dist(*self.points)) if self._asks else "")

    def _read(self, text: str, view: ToolView) -> float | Point:
        if len(self.points) < 2:
            return read_place(text, None)
        # The box is open: it need not open by itself again.
        self._asks, metre = False, evaluate(text)
        self._edit(metre, view)
        return metre

    def _enter(self, value: float | Point, view: ToolView) -> Effect:
        """Scale the picture, or set a point."""
        if not isinstance(value, tuple):
            edit = self._edit(value, view)
            self._clear()
            return edit
        if value in self.points:
            raise NumberFault(tr("The first point is here already. Type another place."))
        self.take_points((*self.points, value))
        return None

    @property
    def _length(self) -> float | None:
        """The length that is typed."""
        return self.entry.value if isinstance(self.entry.value, float) else None

    @property
    def _place(self) -> Point | None:
        """The point that is typed."""
        return self.entry.value if isinstance(self.entry.value, tuple) else None

    def _edit(self, metre: float, view: ToolView) -> Edit:
        index = self.index_in(view.level)
        if index is None:
            raise NavcoreError(tr("The picture is not shown any more. Show it first."))
        return scale_background(view.level, index, self.points[0], self.points[1], metre)

    # What is shown.

    def preview(self, view: ToolView) -> Preview:
        """The points, the line between them and its length, now and as it would be."""
        points = self.points
        aimed = self._place
        if self._pointer is not None and self.gesture is None and not self.entry.is_open:
            aimed = self._aim(self._pointer)
        marks = [Mark(point, "measure_end") for point in points]
        if len(points) == 2:
            taken = None if self._pointer is None else self._point_at(self._pointer, view)
            if taken is not None and not self.entry.is_open:
                marks.append(Mark(points[taken], "handle_hover"))
        elif aimed is not None:
            marks.append(Mark(aimed, "snap"))
            points = (*points, aimed)
        if len(points) < 2:
            return Preview(marks=tuple(marks))
        (ax, az), (bx, bz) = points
        old = math.dist(*points)
        new = self._length
        label = metres(old) if new is None else f"{metres(old)} → {metres(new)}"
        at = ((ax + bx) / 2, (az + bz) / 2 + view.pixels(_ASIDE))
        stroke = Stroke(points, "measure")
        return Preview((stroke,), tuple(marks), (Label(at, label, "dimension"),))

    def idle_hint(self, view: ToolView) -> str:
        """What the next click does, or what is to be typed."""
        if self.entry.hint:
            return self.entry.hint
        if self._refused:
            return self._refused
        if self.index_in(view.level) is None:
            return say.no_picture()
        if self._place is not None:
            return say.typed_place(self._place)
        if not self.points:
            return say.first(self.called(view.level))
        if len(self.points) == 2:
            old = math.dist(*self.points)
            new = self._length
            return say.both(old) if new is None else say.typed_length(old, new)
        aimed = self.points[0] if self._pointer is None else self._aim(self._pointer)
        return say.second(math.dist(self.points[0], aimed))

    def _take_back(self) -> bool:
        self._refused = ""
        if not self.points:
            return False
        self._taken_back.append(self.points[-1])
        self.points = self.points[:-1]
        return True

    def _clear(self) -> None:
        self.points, self._taken_back, self._refused = (), [], ""
        self.entry.close()


TOOLS = (ScalePictureTool,)
