"""The brush: paints terrain tile by tile, floods floor with it, or puts it in another's place."""

import math
from functools import lru_cache
from typing import ClassVar, Final

from editor.tools.gesture import Gesture, GestureTool
from editor.tools.groups import Group
from editor.tools.messages import brush as say
from editor.tools.options import Choice, Number, Switch, Where
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.terrain_choice import TerrainChoice
from editor.tools.tool import Effect, KeyResult, Pointer, ToolView
from navcore.i18n import mark
from navcore.level.edit import Edit
from navcore.level.model import Point, Ring
from navcore.level.operations.brush import (
    WIDEST,
    Brush,
    Painting,
    fill,
    paint_label,
    replace_terrain,
)
from navcore.level.tiles import terrain_at, terrain_named, tile_side

PAINT, FILL, REPLACE = "paint", "fill", "replace"

_LARGER: Final = {"]": 1, "[": -1}
_LEAP: Final = 10
"""Tiles from which on a key changes the size by a tenth of it."""


class BrushStroke(Gesture):
    """Paints from the press on, and from the end of the last stroke if Shift is held then."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "BrushTool") -> None:
        """The press."""
        super().__init__(pointer, view)
        self._tool = tool
        self._painting = Painting(view.level, view.storey)
        self._name = tool.terrain.follow(view.level)
        place = pointer.position
        start = tool.line_start if pointer.modifiers.shift else None
        self._last = place if start is None else start

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        """Return the stroke so far, at once: a brush doesn't wait for a drag."""
        self._follow(pointer, view)
        self._tool.hover(pointer, view)
        place = pointer.position
        self._painting.stroke(self._tool.brush, self._last, place, self._name)
        self._last = place
        return self._painting.edit(paint_label(self._name))

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        """The stroke, as one step."""
        effect = self.move(pointer, view)
        self.over = True
        self._tool.line_start = self._last
        return effect

    def preview(self, view: ToolView) -> Preview:
        """Return the brush."""
        return self._tool.idle_preview(view)

    def hint(self, view: ToolView) -> str:
        """Return what releasing does."""
        return say.painting(self._name)


class PickTerrain(Gesture):
    """Alt and a click: go on with the terrain that lies there."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "BrushTool") -> None:
        """The press."""
        super().__init__(pointer, view)
        self._tool = tool

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        """Take it."""
        self.over = True
        self._tool.pick(pointer.position, view)
        return None


class OneClick(Gesture):
    """A click that fills or replaces."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "BrushTool") -> None:
        """The press."""
        super().__init__(pointer, view)
        self._tool = tool

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        """Apply it where the button is released."""
        self.over = True
        self._tool.hover(pointer, view)
        return self._tool.clicked(pointer.position, view)


class BrushTool(GestureTool):
    """Paints terrain; one stroke is one step, which holds only blocks that changed."""

    name: ClassVar[str] = "brush"
    title: ClassVar[str] = mark("Brush")
    summary: ClassVar[str] = mark("Paint terrain on the floor, tile by tile")
    words: ClassVar[str] = mark("terrain paint tiles ground cost fill bucket erase eraser")
    shortcut: ClassVar[str] = "X"
    place: ClassVar[tuple[int, int]] = (Group.TERRAIN, 10)
    shows: ClassVar[frozenset[str]] = frozenset({"terrain"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """A round brush of five tiles."""
        super().__init__()
        self.terrain = TerrainChoice(erases=True)
        modes = ((PAINT, mark("Paint")), (FILL, mark("Fill")), (REPLACE, mark("Replace")))
        tip = mark("Fill: the floor around, up to walls. Replace: one terrain everywhere")
        self.mode = Choice("mode", mark("Do"), modes, PAINT, tip)
        paints = Where(self.mode, (PAINT,))
        self.size = Number(
            "size", mark("Size"), 5, 1, WIDEST, 1, "", leap=5, digits=None, where=paints
        )
        self.square = Switch(
            "square", mark("Square"), False, mark("A square brush, not a round one"), paints
        )
        self.options = (self.terrain.choice, self.mode, self.size, self.square)
        self.line_start: Point | None = None
        """End of the last stroke; a line may continue from there."""

    @property
    def brush(self) -> Brush:
        """Return the brush of a stroke."""
        return Brush(int(self.size.value), self.square.on)

    def activate(self) -> None:
        """Start with a clean slate."""
        super().activate()
        self.line_start = None

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Paint, fill or replace; with Alt, pick the terrain here."""
        self._pointer = pointer
        if pointer.modifiers.alt:
            return self.begin(PickTerrain(pointer, view, self))
        kind = BrushStroke if self.mode.value == PAINT else OneClick
        return self.begin(kind(pointer, view, self))

    def pick(self, place: Point, view: ToolView) -> None:
        """Go on with the terrain that lies at a place."""
        self.terrain.take(terrain_at(view.level, place, view.storey), view.level)

    def clicked(self, place: Point, view: ToolView) -> Edit:
        """Return the edit of a click that paints no stroke.

        Raises:
            NavcoreError: if there is no floor to fill.
        """
        name = self.terrain.follow(view.level)
        if self.mode.value == FILL:
            return fill(view.level, place, name, layer=view.storey)
        old = terrain_at(view.level, place, view.storey)
        within = view.selection & {element.id for element in view.level.polygons()}
        return replace_terrain(view.level, old, name, within or None)

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Brackets change the size, as Up and Down do."""
        if key not in _LARGER:
            return super().key(key, view)
        step = max(1, round(self.size.value / _LEAP))
        self.size.set(self.size.value + _LARGER[key] * step)
        return KeyResult(True)

    def idle_preview(self, view: ToolView) -> Preview:
        """Return the tiles that the brush covers, and with Shift the line to them."""
        pointer = self._pointer
        if pointer is None:
            return Preview()
        if self.mode.value != PAINT or pointer.modifiers.alt:
            return Preview(marks=(Mark(pointer.position, "snap"),))
        side = tile_side(view.level.settings)
        x, z = self.brush.centre((pointer.position[0] / side, pointer.position[1] / side))
        ring = _outline(self.brush)
        around = tuple(((x + dx) * side, (z + dz) * side) for dx, dz in ring)
        strokes = [Stroke(around, "brush", closed=True)]
        if self._is_line(pointer) and self.line_start is not None:
            strokes.insert(0, Stroke((self.line_start, (x * side, z * side)), "brush_line"))
        return Preview(tuple(strokes))

    def idle_hint(self, view: ToolView) -> str:
        """Return what a click does here."""
        pointer, name = self._pointer, self.terrain.follow(view.level)
        if pointer is None:
            return self._plain_hint(name, view)
        there = terrain_at(view.level, pointer.position, view.storey)
        if pointer.modifiers.alt:
            return say.picks(terrain_named(view.level.settings, there))
        if self.mode.value == REPLACE:
            return say.replaces(there, name, within=bool(view.selection))
        if self._is_line(pointer):
            return say.line(name)
        return self._plain_hint(name, view)

    def _plain_hint(self, name: str, view: ToolView) -> str:
        if self.mode.value == FILL:
            return say.fills(name)
        if self.mode.value == REPLACE:
            return say.replaces_what_is_there(name)
        tiles = int(self.size.value)
        return say.paints(name, tiles, tiles * tile_side(view.level.settings))

    def _is_line(self, pointer: Pointer) -> bool:
        """Return whether a press continues the last stroke."""
        return pointer.modifiers.shift and self.line_start is not None


@lru_cache(maxsize=16)
def _outline(brush: Brush) -> Ring:
    """Return corners around the tiles that a brush covers, in tiles from its centre."""
    middle = brush.centre((0.5, 0.5)) if brush.size % 2 else (0.0, 0.0)
    box, covered = brush.swept(middle, middle)
    rights: list[Point] = []
    lefts: list[Point] = []
    for row, cells in enumerate(covered.tolist(), start=box.row0):
        if any(cells):
            first, last = cells.index(True), len(cells) - cells[::-1].index(True)
            low, high = row - middle[1], row + 1 - middle[1]
            left, right = box.column0 + first - middle[0], box.column0 + last - middle[0]
            rights += [(right, low), (right, high)]
            lefts += [(left, low), (left, high)]
    return tuple(_without_straight([*rights, *reversed(lefts)]))


def _without_straight(ring: list[Point]) -> list[Point]:
    """Return the corners where a rectilinear ring turns."""
    kept = []
    for before, corner, after in zip(
        (ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True
    ):
        across = math.isclose(before[0], corner[0]) and math.isclose(corner[0], after[0])
        along = math.isclose(before[1], corner[1]) and math.isclose(corner[1], after[1])
        if not (across or along):
            kept.append(corner)
    return kept


TOOLS = (BrushTool,)
