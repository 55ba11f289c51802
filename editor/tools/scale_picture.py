"""Scale tool for pictures: two points and their distance; a drag moves, a grip turns it.

Points are places of the picture, so they don't snap to elements drawn over it.
"""

import math
from typing import ClassVar, Final

from editor.numbers import NumberFault, read_place
from editor.tools.gesture import HANDLE_REACH, Gesture, GestureTool, nudge_of
from editor.tools.lines import AXES, straight
from editor.tools.messages import metres
from editor.tools.messages import scale_picture as say
from editor.tools.picture_line import Laid, heading_of, read_laid
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.tool import Effect, Entry, KeyResult, Pointer, ToolView, Typing
from editor.tools.transform import GRIP_REACH, STEM
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.affine import turned_by
from navcore.level.edit import Edit
from navcore.level.model import Level, Point
from navcore.level.operations.backgrounds import (
    file_name,
    move_background,
    scale_background,
)

_ASIDE: Final = 14.0
"""Pixels from the middle of the two points up to the label."""

_DEGREE: Final = math.radians(1)
_SHIFT_STEP: Final = math.radians(15)


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

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        effect = self.drag(pointer, view)
        self._tool.edited = bool(effect)
        return effect

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.set_point(pointer, view)
        return None

    def cancel(self) -> None:
        super().cancel()
        self._tool.points = self._before

    def vector(self, pointer: Pointer) -> Point:
        """Return how far the picture is moved; with Shift along one axis."""
        start, end = self.pressed.position, pointer.position
        if pointer.modifiers.shift:
            end = straight(start, end, AXES).nearest(end)
        return (end[0] - start[0], end[1] - start[1])

    def hint(self, view: ToolView) -> str:
        if not self.moving or self._point is not None or self._tool.index_in(self.level) is None:
            return ""
        return say.moving(self._tool.called(self.level), self.vector(self.pointer))


class _Turn(Gesture):
    """The grip: the picture turns about the first point, by whole degrees of the line."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "ScalePictureTool") -> None:
        super().__init__(pointer, view)
        self._tool = tool
        self._before = tool.points
        self._heading = heading_of(*tool.points)

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        first, second = self._before
        base, keys = heading_of(first, second), pointer.modifiers
        dragged = heading_of(first, pointer.position) - heading_of(first, self.pressed.position)
        step = _SHIFT_STEP if keys.shift else _DEGREE
        heading = base + dragged
        if keys.shift or not keys.ctrl:
            heading = round(heading / step) * step
        self._heading = math.remainder(heading, math.tau)
        length = math.dist(first, second)
        cosine, sine = turned_by(self._heading)
        end = (first[0] + length * cosine, first[1] + length * sine)
        self._tool.points = (first, end)
        index = self._tool.index_in(self.level)
        if index is None:
            return None
        return scale_background(self.level, index, first, second, length, self._heading)

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        effect = self.drag(pointer, view)
        self._tool.edited = bool(effect)
        return effect

    def cancel(self) -> None:
        super().cancel()
        self._tool.points = self._before

    def hint(self, view: ToolView) -> str:
        if not self.moving:
            return ""
        return say.turning(self._tool.called(self.level), self._heading)


class ScalePictureTool(GestureTool):
    """Scales, turns and moves one picture: the chosen one, else the foremost that is shown."""

    name: ClassVar[str] = "scale_picture"
    title: ClassVar[str] = mark("Scale the picture")
    summary: ClassVar[str] = mark("Set how long a line on the picture is, and its angle")
    on_rail: ClassVar[bool] = False
    shows: ClassVar[frozenset[str]] = frozenset({"background"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Start without a chosen picture."""
        super().__init__()
        self.chosen: int | None = None
        """Index of the background, counted from the back; None: the foremost picture."""
        self.points: tuple[Point, ...] = ()
        self.edited = False
        """True if the picture was moved or turned since the last point was set."""
        self._taken_back: list[Point] = []
        self.entry = Entry(self._asks_for, self._read, self._enter)
        self._refused = ""
        self._asks = False
        """True if both points were just set: now the length is missing."""

    def index_in(self, level: Level) -> int | None:
        """Return the index of the background that is scaled and moved."""
        backgrounds = level.settings.background
        shown = [n for n, b in enumerate(backgrounds) if b.kind == "picture" and b.visible]
        if self.chosen in shown:
            return self.chosen
        return shown[-1] if shown else None

    def called(self, level: Level) -> str:
        """Return the name of its file."""
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
        """Set a point, drag a point, turn the picture, or move it."""
        self._pointer = pointer
        self._refused = ""
        if self._is_grip(pointer, view):
            return self.begin(_Turn(pointer, view, self))
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
        if key == "Undo" and self.edited:
            # The level's turn: the points would not lie on the picture any more.
            self._clear()
            return KeyResult()
        if key in {"Escape", "Backspace", "Undo"} and self.points:
            return KeyResult(self._take_back())
        if key == "Redo" and self._taken_back:
            self.points = (*self.points, self._taken_back.pop())
            return KeyResult(True)
        if key == "Undo":
            self._taken_back = []
        return KeyResult()

    def can_take_back(self) -> bool:
        """Return whether a point is set."""
        return bool(self.points)

    def can_set_again(self) -> bool:
        """Return whether a point was taken back."""
        return bool(self._taken_back)

    def take_points(self, points: tuple[Point, ...]) -> None:
        """Set these points; for two of them, ask for their distance."""
        self.points, self._asks, self.edited = points, len(points) == 2, False

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
        """Return where a click sets a point: with Shift in steps of 45° from the first."""
        if pointer.modifiers.shift and len(self.points) == 1:
            return straight(self.points[0], pointer.position).nearest(pointer.position)
        return pointer.position

    def _grip(self, view: ToolView) -> Point | None:
        """Return the place of the turning grip: beyond the second point; None without both."""
        if len(self.points) < 2 or self.entry.is_open:
            return None
        (ax, az), (bx, bz) = self.points
        length = math.dist(*self.points)
        beyond = 1 + view.pixels(STEM) / length
        return (ax + (bx - ax) * beyond, az + (bz - az) * beyond)

    def _is_grip(self, pointer: Pointer, view: ToolView) -> bool:
        grip = self._grip(view)
        near = grip is not None and math.dist(grip, pointer.position) <= view.pixels(GRIP_REACH)
        return near and self._point_at(pointer, view) is None

    def _point_at(self, pointer: Pointer, view: ToolView) -> int | None:
        if len(self.points) < 2:
            return None
        far = [math.dist(pointer.position, point) for point in self.points]
        nearest = far.index(min(far))
        return nearest if far[nearest] <= view.pixels(HANDLE_REACH) else None

    # Typing.

    def _asks_for(self, view: ToolView) -> Typing | None:
        """Length and direction between both points, or a point."""
        if self.index_in(view.level) is None:
            return None
        if len(self.points) < 2:
            return Typing(say.type_place())
        return Typing(say.type_length(), metres(math.dist(*self.points)) if self._asks else "")

    def _read(self, text: str, view: ToolView) -> Laid | Point:
        if len(self.points) < 2:
            return read_place(text, None)
        # The box is open: it need not open automatically again.
        self._asks, laid = False, read_laid(text, math.dist(*self.points))
        self._edit(laid, view)
        return laid

    def _enter(self, value: Laid | Point, view: ToolView) -> Effect:
        """Scale and turn the picture, or set a point."""
        if isinstance(value, Laid):
            edit = self._edit(value, view)
            self._clear()
            return edit
        if value in self.points:
            raise NumberFault(tr("The first point is here already. Type another place."))
        self.take_points((*self.points, value))
        return None

    @property
    def _typed(self) -> Laid | None:
        """The length and direction that are typed."""
        return self.entry.value if isinstance(self.entry.value, Laid) else None

    @property
    def _place(self) -> Point | None:
        """The point that is typed."""
        return None if isinstance(self.entry.value, Laid) else self.entry.value

    def _edit(self, laid: Laid, view: ToolView) -> Edit:
        index = self.index_in(view.level)
        if index is None:
            raise NavcoreError(tr("The picture is not shown any more. Show it first."))
        first, second = self.points
        return scale_background(view.level, index, first, second, laid.metres, laid.heading)

    # Preview and hints.

    def preview(self, view: ToolView) -> Preview:
        """Return the points, the line between them and its length, now and as it would be."""
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
        old, new = say.length(math.dist(*points), heading_of(*points)), self._typed
        label = old
        if new is not None:
            heading = heading_of(*points) if new.heading is None else new.heading
            label = f"{old} → {say.length(new.metres, heading)}"
        at = ((ax + bx) / 2, (az + bz) / 2 + view.pixels(_ASIDE))
        strokes, grip = [Stroke(points, "measure")], self._grip(view)
        if grip is not None:
            strokes.append(Stroke((points[1], grip), "frame"))
            over = isinstance(self.gesture, _Turn) or (
                self._pointer is not None and self._is_grip(self._pointer, view)
            )
            marks.append(Mark(grip, "turn_hover" if over else "turn"))
        return Preview(tuple(strokes), tuple(marks), (Label(at, label, "dimension"),))

    def idle_hint(self, view: ToolView) -> str:
        """Return what the next click does, or what to type."""
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
            return self._both_hint(view)
        aimed = self.points[0] if self._pointer is None else self._aim(self._pointer)
        return say.second(math.dist(self.points[0], aimed))

    def _both_hint(self, view: ToolView) -> str:
        """Both points are set."""
        old, new = math.dist(*self.points), self._typed
        if new is not None:
            return say.typed_length(old, new.metres, new.heading)
        if self._pointer is not None and self._is_grip(self._pointer, view):
            return say.over_grip(self.called(view.level))
        return say.both(old, heading_of(*self.points))

    def _take_back(self) -> bool:
        self._refused = ""
        if not self.points:
            return False
        self._taken_back.append(self.points[-1])
        self.points = self.points[:-1]
        return True

    def _clear(self) -> None:
        self.points, self._taken_back, self._refused, self.edited = (), [], "", False
        self.entry.close()


TOOLS = (ScalePictureTool,)
