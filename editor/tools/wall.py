"""Wall: a line with a thickness, corner by corner or by a drag."""

import math
from functools import lru_cache
from typing import ClassVar

from editor.tools.gesture import Gesture
from editor.tools.groups import Group
from editor.tools.messages import drawing as say
from editor.tools.options import Number
from editor.tools.outline import CLOSES_FROM, Click, OutlineTool
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Pointer, Select, ToolView
from navcore.errors import NavcoreError
from navcore.geometry.shapes import wall_rings
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.model import Point, Ring


class _Stretch(Click):
    """The first press: a click sets one end, a drag draws a wall with one part."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "WallTool") -> None:
        super().__init__(pointer, view, tool)
        self._wall = tool

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        self._follow(pointer, view)
        if self.moving:
            self._wall.begin_at(self.pressed, view)
        self._wall.hover(pointer, view)
        return None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        self.move(pointer, view)
        self.over = True
        if not self.moving:
            return self._wall.set_corner(pointer, view)
        self._wall.set_corner(pointer, view)
        effect = self._wall.end(view)
        if effect is None:
            self._wall.forget()
        return effect

    def cancel(self) -> None:
        super().cancel()
        self._wall.forget()


class WallTool(OutlineTool):
    """Draws walls of a set thickness."""

    name: ClassVar[str] = "wall"
    title: ClassVar[str] = mark("Wall")
    summary: ClassVar[str] = mark("Draw a wall with a thickness")
    shortcut: ClassVar[str] = "B"
    place: ClassVar[tuple[int, int]] = (Group.BUILD, 20)
    kind: ClassVar[str] = "obstacle"
    shows: ClassVar[frozenset[str]] = frozenset({"obstacles"})

    def __init__(self) -> None:
        """Start without corners; the thickness is kept for the next wall."""
        super().__init__()
        self.thickness = Number("thickness", mark("Thickness"), 0.2, 0.05, 20.0, 0.05)
        self.options = (self.thickness,)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set a corner, or drag a wall with one part."""
        if self._corners:
            return super().press(pointer, view)
        self._pointer = pointer
        self._refused = ""
        return self.begin(_Stretch(pointer, view, self))

    def begin_at(self, pressed: Pointer, view: ToolView) -> None:
        """Set the first end of a dragged wall."""
        if not self._corners:
            self._set(self._corner_at(pressed, view))

    def forget(self) -> None:
        """Drop all corners."""
        self._clear()

    def faults(self) -> str:
        """Return a hint if there are fewer than two ends."""
        return say.wall_too_short() if len(set(self.corners)) < 2 else ""

    def draw(self, view: ToolView, *, closed: bool) -> Change:
        """The wall, selected: one obstacle, or several around what it encloses."""
        edit = operations.add_wall(
            view.level, self.corners, self.thickness.value, view.new_id, closed=closed
        )
        return Change(edit, Select(frozenset(edit.after)))

    def preview(self, view: ToolView) -> Preview:
        """Return the wall so far, with the stretch to the next corner."""
        corners = self.corners
        place, closes = self.aim(view)
        marks = self.corner_marks()
        line = corners if place is None or closes else (*corners, place)
        if closes:
            marks.append(Mark(corners[0], "handle_hover"))
        elif place is not None:
            marks.append(Mark(place, "snap"))
        strokes: list[Stroke] = []
        for ring in _rings(line, self.thickness.value, closed=closes):
            strokes.append(Stroke(ring, "obstacle_fill", closed=True))
            strokes.append(Stroke(ring, "obstacle_draft", closed=True))
        if len(line) > 1:
            strokes.append(Stroke(line, "trace", closed=closes))
        if not corners or place is None or place == corners[-1]:
            return Preview(tuple(strokes), tuple(marks))
        return Preview(tuple(strokes), tuple(marks), (self.edge_label(place, view),))

    def hint(self, view: ToolView) -> str:
        """Return what the next click does."""
        corners = self.corners
        said = self.said()
        if said:
            return said
        place, closes = self.aim(view)
        if closes and not self.entry.is_open:
            return say.wall_closes(len(_rings(corners, self.thickness.value, closed=True)))
        length, angle = _edge(corners, place)
        if self.entry.is_open and place is not None:
            return say.typed_corner(place, length, angle, closes=closes)
        if not corners:
            return say.wall_first(self.thickness.value)
        if isinstance(self.gesture, _Stretch):
            return say.wall_dragging(length, angle)
        if len(corners) == 1:
            return say.wall_next(length, angle)
        return say.wall_more(length, angle)


def _edge(corners: Ring, end: Point | None) -> tuple[float, float]:
    """Length and angle of the stretch to the next corner."""
    if not corners or end is None:
        return (0.0, 0.0)
    run, rise = end[0] - corners[-1][0], end[1] - corners[-1][1]
    return (math.hypot(run, rise), math.atan2(rise, run))


@lru_cache(maxsize=4)
def _rings(line: Ring, thickness: float, *, closed: bool) -> tuple[Ring, ...]:
    """Return the outlines that the wall would cover; none while it has no length."""
    if closed and len(line) < CLOSES_FROM:
        return ()
    try:
        return wall_rings(line, thickness, closed=closed)
    except NavcoreError:
        return ()


TOOLS = (WallTool,)
