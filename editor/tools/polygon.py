"""Polygons, corner by corner: areas and obstacles."""

import math
from functools import lru_cache
from typing import ClassVar, Final

from editor.tools import words
from editor.tools.gesture import FIRST_REACH, Gesture, GestureTool, snapped
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
from navcore.geometry.polygons import area_of, crossing_of, is_flat
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Ring
from navcore.level.naming import NewId

_EIGHTH: Final = math.tau / 8


class _Click(Gesture):
    """A click that sets a corner where the button is let go, or closes the outline."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "PolygonTool") -> None:
        super().__init__(pointer, view)
        self._tool = tool

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.hover(pointer, view)
        return None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        self.over = True
        self._tool.hover(pointer, view)
        return self._tool.set_corner(pointer, view)


class PolygonTool(GestureTool):
    """Draws an outline corner by corner; what is set so far has an undo of its own."""

    kind: ClassVar[str]
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Nothing drawn yet."""
        super().__init__()
        self._corners: list[Point] = []
        self._taken_back: list[Point] = []
        self._dropped: list[Point] = []
        self._refused = ""

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
        """Close an outline that encloses something, drop any other."""
        super().deactivate(view)
        effect = None if is_flat(self._corners) else self._draw(view)
        self._clear()
        return effect

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set a corner, or close the outline at its first one."""
        self._pointer = pointer
        self._refused = ""
        return self.begin(_Click(pointer, view, self))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Close the outline; the first of the two clicks has set its last corner, or closed it."""
        return self._close(view) or Edit()

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """Take the last corner back."""
        return self._take_back()

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """Remember where the mouse is; what was refused is said no longer."""
        if self._pointer is None or pointer.position != self._pointer.position:
            self._refused = ""
        super().hover(pointer, view)

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Enter closes, Backspace and Undo take back, Redo sets again, Escape drops."""
        if key in {"Backspace", "Undo"}:
            used = self._take_back()
            if key == "Undo" and not used:
                # From here on undo and redo are the level's.
                self._taken_back, self._dropped = [], []
            return KeyResult(used)
        if key == "Redo":
            return KeyResult(self._set_again())
        if not self._corners:
            return KeyResult()
        if key == "Enter":
            return KeyResult(True, self._close(view))
        if key == "Escape":
            self._dropped = list(self._corners)
            self._clear()
            return KeyResult(True)
        return KeyResult()

    def can_take_back(self) -> bool:
        """Whether a corner is set."""
        return bool(self._corners)

    def can_set_again(self) -> bool:
        """Whether a corner, or a dropped outline, can come back."""
        return bool(self._taken_back or self._dropped)

    def set_corner(self, pointer: Pointer, view: ToolView) -> Effect:
        """A corner where the pointer is, or the end of the outline on its first corner."""
        if self._closes_at(pointer, view):
            return self._close(view)
        corner = self._corner_at(pointer, view)
        if self._corners and corner == self._corners[-1]:
            self._refused = say.polygon_repeated()
            return None
        self._corners.append(corner)
        self._taken_back = []
        self._dropped = []
        return None

    def preview(self, view: ToolView) -> Preview:
        """The outline so far, the edge to the pointer and the one that would close it."""
        corners = self.corners
        if self._pointer is None:
            return self._drawn(corners)
        if self._closes_at(self._pointer, view):
            drawn = self._drawn(corners)
            crossing = crossing_of(corners, len(corners) - 1, closed=True)
            last = (corners[-1], corners[0])
            closing = Stroke(last, "crossing" if crossing else f"{self.kind}_draft")
            crosses = (Mark(crossing, "cross"),) if crossing else ()
            marks = (*drawn.marks, Mark(corners[0], "handle_hover"), *crosses)
            return Preview((*drawn.strokes, closing), marks)
        return self._towards(corners, self._corner_at(self._pointer, view))

    def hint(self, view: ToolView) -> str:
        """What the next click does."""
        corners = self.corners
        if self._refused:
            return self._refused
        if not corners:
            return say.polygon_first(self.kind)
        if self._pointer is None:
            last = corners[-1]
        elif self._closes_at(self._pointer, view):
            crossing = crossing_of(corners, len(corners) - 1, closed=True)
            if crossing:
                return words.crosses(crossing, words.TAKE_BACK)
            return say.polygon_closes(area_of(corners))
        else:
            last = self._corner_at(self._pointer, view)
            crossing = crossing_of((*corners, last), len(corners) - 1, closed=False)
            if crossing and last != corners[-1]:
                return words.crosses(crossing, words.TAKE_BACK)
        crossing = _crossing_in(corners)
        if crossing:
            return words.crosses(crossing, words.TAKE_BACK)
        if len(corners) >= 3:
            return say.polygon_more(area_of(corners))
        run, rise = last[0] - corners[-1][0], last[1] - corners[-1][1]
        return say.polygon_next(math.hypot(run, rise), math.atan2(rise, run))

    def _towards(self, corners: Ring, candidate: Point) -> Preview:
        drawn = self._drawn(corners)
        marks = (*drawn.marks, Mark(candidate, "snap"))
        if not corners or candidate == corners[-1]:
            return Preview(drawn.strokes, marks)
        outline = (*corners, candidate)
        style = f"{self.kind}_draft"
        crossing = crossing_of(outline, len(corners) - 1, closed=False)
        strokes = [*drawn.strokes]
        if len(corners) >= 2:
            strokes.insert(0, Stroke(outline, f"{self.kind}_fill", closed=True))
        strokes.append(Stroke((corners[-1], candidate), "crossing" if crossing else style))
        if len(corners) >= 2:
            meets = crossing_of(outline, len(corners), closed=True)
            strokes.append(Stroke((candidate, corners[0]), "crossing" if meets else "closing"))
            crossing = crossing or meets
        if crossing:
            marks = (*marks, Mark(crossing, "cross"))
        middle = ((corners[-1][0] + candidate[0]) / 2, (corners[-1][1] + candidate[1]) / 2)
        length = words.metres(math.dist(corners[-1], candidate))
        return Preview(tuple(strokes), marks, (Label(middle, length, "dimension"),))

    def _drawn(self, corners: Ring) -> Preview:
        strokes = (Stroke(corners, f"{self.kind}_draft"),) if len(corners) > 1 else ()
        marks = [Mark(corner, "draft_first") for corner in corners[:1]]
        marks += [Mark(corner, "draft_corner") for corner in corners[1:]]
        crossing = _crossing_in(corners)
        if crossing:
            marks.append(Mark(crossing, "cross"))
        return Preview(strokes, tuple(marks))

    def _closes_at(self, pointer: Pointer, view: ToolView) -> bool:
        """Whether a click here hits the first corner: in pixels, before any snapping."""
        if len(self._corners) < 3:
            return False
        return math.dist(pointer.position, self._corners[0]) <= view.pixels(FIRST_REACH)

    def _corner_at(self, pointer: Pointer, view: ToolView) -> Point:
        """Where a click sets a corner: with Shift in a direction of 45° steps from the last."""
        place = snapped(pointer, view)
        if not (pointer.modifiers.shift and self._corners):
            return place
        x, z = self._corners[-1]
        run, rise = pointer.position[0] - x, pointer.position[1] - z
        eighths = round(math.atan2(rise, run) / _EIGHTH)
        # Whole steps, so that a straight edge keeps its coordinate to the last bit.
        ux = (1, 1, 0, -1, -1, -1, 0, 1)[eighths % 8]
        uz = (0, 1, 1, 1, 0, -1, -1, -1)[eighths % 8]
        along = ((place[0] - x) * ux + (place[1] - z) * uz) / (ux * ux + uz * uz)
        return (x + along * ux, z + along * uz)

    def _close(self, view: ToolView) -> Effect:
        """Draw the outline; what encloses nothing is refused and stays as it is."""
        if not self._corners:
            return None
        if len(self._corners) < 3:
            self._refused = say.polygon_too_few(len(self._corners))
            return None
        if is_flat(self._corners):
            self._refused = say.polygon_flat()
            return None
        change = self._draw(view)
        self._clear()
        return change

    def _draw(self, view: ToolView) -> Change:
        edit = self.edit_of(view.level, self.corners, view.new_id)
        return Change(edit, Select(frozenset(edit.after)))

    def edit_of(self, level: Level, ring: Ring, new_id: NewId) -> Edit:
        """The edit that adds the outline to the level."""
        raise NotImplementedError

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


@lru_cache(maxsize=1)
def _crossing_in(corners: Ring) -> Point | None:
    """Where an edge that is set crosses one set before it, the last of them."""
    found = (crossing_of(corners[: n + 2], n, closed=False) for n in range(len(corners) - 2, 0, -1))
    return next((place for place in found if place is not None), None)


class AreaPolygonTool(PolygonTool):
    """Draws floor."""

    name: ClassVar[str] = "polygon_area"
    title: ClassVar[str] = "Area: polygon"
    summary: ClassVar[str] = "Draw a floor corner by corner"
    shortcut: ClassVar[str] = "P"
    place: ClassVar[tuple[int, int]] = (1, 0)
    kind: ClassVar[str] = "area"

    def edit_of(self, level: Level, ring: Ring, new_id: NewId) -> Edit:
        """A new area."""
        return operations.add_area(level, ring, new_id)


class ObstaclePolygonTool(PolygonTool):
    """Draws what is in the way."""

    name: ClassVar[str] = "polygon_obstacle"
    title: ClassVar[str] = "Obstacle: polygon"
    summary: ClassVar[str] = "Draw an obstacle corner by corner"
    shortcut: ClassVar[str] = "Shift+P"
    place: ClassVar[tuple[int, int]] = (2, 0)
    kind: ClassVar[str] = "obstacle"

    def edit_of(self, level: Level, ring: Ring, new_id: NewId) -> Edit:
        """A new obstacle."""
        return operations.add_obstacle(level, ring, new_id)


TOOLS = (AreaPolygonTool, ObstaclePolygonTool)
