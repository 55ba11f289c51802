"""Rectangles along the axes: areas and obstacles, by a drag or two clicks."""

import math
from typing import ClassVar

from editor.tools import words
from editor.tools.gesture import Gesture, GestureTool, box, snapped
from editor.tools.tool import (
    Change,
    Effect,
    KeyResult,
    Label,
    Mark,
    Pointer,
    Preview,
    Select,
    Stroke,
    ToolView,
)
from editor.tools.words import drawing as say
from navcore.geometry.polygons import is_flat
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Ring
from navcore.level.naming import NewId


class _Span(Gesture):
    """From a press to a release: a rectangle, or one of the two clicks for it."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "RectangleTool") -> None:
        super().__init__(pointer, view)
        self._tool = tool

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """What letting go would draw, so that the floor follows already."""
        self._tool.hover(pointer, view)
        return self._tool.draft(self.level, pointer, view) or Edit()

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.hover(pointer, view)
        effect = self._tool.draw(self.level, pointer, view)
        if effect is None:
            self._tool.drop()
        return effect

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.hover(pointer, view)
        return self._tool.click(pointer, view)

    def cancel(self) -> None:
        super().cancel()
        self._tool.drop()


class RectangleTool(GestureTool):
    """Draws a rectangle between two opposite corners."""

    kind: ClassVar[str]
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Nothing drawn yet."""
        super().__init__()
        self._anchor: Point | None = None
        self._id: int | None = None
        self._second = False

    def activate(self) -> None:
        """Start with a clean slate."""
        super().activate()
        self.drop()

    def deactivate(self, view: ToolView) -> Effect:
        """Drop a rectangle that is only begun."""
        self.drop()
        return super().deactivate(view)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set the first corner, or with it set the second."""
        self._pointer = pointer
        self._second = self._anchor is not None
        if self._anchor is None:
            self._anchor = snapped(pointer, view)
        return self.begin(_Span(pointer, view, self))

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """Take the first corner back."""
        return self.drop()

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Escape, Backspace and Undo take the first corner back."""
        return KeyResult(key in {"Escape", "Backspace", "Undo"} and self.drop())

    def drop(self) -> bool:
        """Forget the first corner; whether there was one."""
        had = self._anchor is not None
        self._anchor = None
        self._id = None
        self._second = False
        return had

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """The first click leaves its corner, the second draws."""
        return self.draw(view.level, pointer, view) if self._second else None

    def draft(self, level: Level, pointer: Pointer, view: ToolView) -> Edit | None:
        """The edit that adds the rectangle from the first corner to the pointer to `level`.

        It has the same id as long as the rectangle is drawn. None if it is flat.
        """
        ring = self._ring(pointer, view)
        if is_flat(ring):
            return None
        if self._id is None:
            self._id = view.new_id()
        chosen = self._id
        return self.edit_of(level, ring, lambda: chosen)

    def draw(self, level: Level, pointer: Pointer, view: ToolView) -> Effect:
        """The rectangle from the first corner to the pointer; nothing if that is flat."""
        edit = self.draft(level, pointer, view)
        if edit is None:
            return None
        self.drop()
        return Change(edit, Select(frozenset(edit.after)))

    def edit_of(self, level: Level, ring: Ring, new_id: NewId) -> Edit:
        """The edit that adds the outline to the level."""
        raise NotImplementedError

    def preview(self, view: ToolView) -> Preview:
        """The rectangle so far, with its size."""
        if self._pointer is None:
            return Preview()
        if self._anchor is None:
            return Preview(marks=(Mark(snapped(self._pointer, view), "snap"),))
        ring = self._ring(self._pointer, view)
        (ax, az), (bx, bz) = ring[0], ring[2]
        marks = (Mark(self._anchor, "draft_first"), Mark(self._far(self._pointer, view), "snap"))
        label = Label(((ax + bx) / 2, (az + bz) / 2), words.size(bx - ax, bz - az), "dimension")
        return Preview(
            (Stroke(ring, f"{self.kind}_draft", closed=True),),
            marks,
            () if is_flat(ring) else (label,),
        )

    def hint(self, view: ToolView) -> str:
        """What the next click or the release does."""
        if self._anchor is None or self._pointer is None:
            return say.rectangle_first(self.kind)
        ring = self._ring(self._pointer, view)
        if is_flat(ring):
            return say.rectangle_flat()
        dragging = self.gesture is not None
        (ax, az), (bx, bz) = ring[0], ring[2]
        return say.rectangle_open(bx - ax, bz - az, dragging=dragging)

    def _far(self, pointer: Pointer, view: ToolView) -> Point:
        """The corner opposite the first; with Shift it makes a square."""
        x, z = snapped(pointer, view, () if self._id is None else (self._id,))
        if self._anchor is None or not pointer.modifiers.shift:
            return (x, z)
        ax, az = self._anchor
        side = max(abs(x - ax), abs(z - az))
        toward_x = pointer.position[0] - ax
        toward_z = pointer.position[1] - az
        return (ax + math.copysign(side, toward_x), az + math.copysign(side, toward_z))

    def _ring(self, pointer: Pointer, view: ToolView) -> Ring:
        """Counter-clockwise from the lower left."""
        far = self._far(pointer, view)
        ax, az = self._anchor or far
        low = (min(ax, far[0]), min(az, far[1]))
        return box(low, (max(ax, far[0]), max(az, far[1])))


class AreaRectangleTool(RectangleTool):
    """Draws floor."""

    name: ClassVar[str] = "rectangle_area"
    title: ClassVar[str] = "Area: rectangle"
    summary: ClassVar[str] = "Draw a rectangular floor"
    shortcut: ClassVar[str] = "R"
    place: ClassVar[tuple[int, int]] = (1, 1)
    kind: ClassVar[str] = "area"

    def edit_of(self, level: Level, ring: Ring, new_id: NewId) -> Edit:
        """A new area."""
        return operations.add_area(level, ring, new_id)


class ObstacleRectangleTool(RectangleTool):
    """Draws what is in the way."""

    name: ClassVar[str] = "rectangle_obstacle"
    title: ClassVar[str] = "Obstacle: rectangle"
    summary: ClassVar[str] = "Draw a rectangular obstacle"
    shortcut: ClassVar[str] = "Shift+R"
    place: ClassVar[tuple[int, int]] = (2, 1)
    kind: ClassVar[str] = "obstacle"

    def edit_of(self, level: Level, ring: Ring, new_id: NewId) -> Edit:
        """A new obstacle."""
        return operations.add_obstacle(level, ring, new_id)


TOOLS = (AreaRectangleTool, ObstacleRectangleTool)
