"""Rectangles along the axes: areas and obstacles, by a drag or two clicks."""

import math
from collections.abc import Collection
from typing import ClassVar

from editor.numbers import read_size
from editor.tools import messages
from editor.tools.gesture import box, snapped
from editor.tools.groups import Group
from editor.tools.messages import drawing as say
from editor.tools.options import Option
from editor.tools.outline_span import Outline, SpanTool
from editor.tools.preview import Label, Stroke
from editor.tools.tool import Pointer, ToolView
from navcore.i18n import mark
from navcore.level.model import Point


class Rectangle:
    """A rectangle between two opposite corners."""

    prompt: ClassVar[str] = say.TYPE_SIZE
    options: tuple[Option, ...] = ()

    def far_at(
        self, anchor: Point, pointer: Pointer, view: ToolView, own: Collection[int]
    ) -> Point:
        """Return the corner opposite the first; with Shift it makes a square."""
        x, z = snapped(pointer, view, own)
        if not pointer.modifiers.shift:
            return (x, z)
        ax, az = anchor
        side = max(abs(x - ax), abs(z - az))
        toward_x = pointer.position[0] - ax
        toward_z = pointer.position[1] - az
        return (ax + math.copysign(side, toward_x), az + math.copysign(side, toward_z))

    def read_far(self, text: str, anchor: Point) -> Point:
        """Return the first corner, and width and depth from there: to the right and up."""
        width, depth = read_size(text)
        return (round(anchor[0] + width, 9), round(anchor[1] + depth, 9))

    def outline(self, anchor: Point, far: Point) -> Outline:
        """Counter-clockwise from the lower left; remembered as centre, size and turn."""
        low = (min(anchor[0], far[0]), min(anchor[1], far[1]))
        high = (max(anchor[0], far[0]), max(anchor[1], far[1]))
        sides = [round(b - a, 9) for a, b in zip(low, high, strict=True)]
        centre = [round((a + b) / 2, 9) + 0.0 for a, b in zip(low, high, strict=True)]
        return Outline(box(low, high), {"rect": [*centre, *sides, 0.0]})

    def flat(self) -> str:
        """Return the hint for a side of length 0."""
        return say.rectangle_flat()

    def open_hint(self, anchor: Point, far: Point, *, dragging: bool) -> str:
        """Return the size."""
        return say.rectangle_open(*_size(anchor, far), dragging=dragging)

    def typed_hint(self, anchor: Point, far: Point) -> str:
        """Return the size."""
        return say.rectangle_typed(*_size(anchor, far))

    def typed_first_hint(self, place: Point) -> str:
        """Return the first corner."""
        return say.typed_first_corner(place)

    def first_hint(self, kind: str) -> str:
        """Return what a drag does."""
        return say.rectangle_first(kind)

    def decorated(
        self, anchor: Point, far: Point, view: ToolView
    ) -> tuple[tuple[Stroke, ...], Label]:
        """Return the size in the middle."""
        middle = ((anchor[0] + far[0]) / 2, (anchor[1] + far[1]) / 2)
        return (), Label(middle, messages.size(*_size(anchor, far)), "dimension")


def _size(anchor: Point, far: Point) -> Point:
    return (abs(far[0] - anchor[0]), abs(far[1] - anchor[1]))


class AreaRectangleTool(SpanTool):
    """Draws floor."""

    name: ClassVar[str] = "rectangle_area"
    title: ClassVar[str] = mark("Area: rectangle")
    summary: ClassVar[str] = mark("Draw a rectangular floor")
    shortcut: ClassVar[str] = "R"
    place: ClassVar[tuple[int, int]] = (Group.BUILD, 1)
    family: ClassVar[str] = mark("Areas")
    kind: ClassVar[str] = "area"
    shows: ClassVar[frozenset[str]] = frozenset({"areas"})
    draws = Rectangle


class ObstacleRectangleTool(SpanTool):
    """Draws obstacles."""

    name: ClassVar[str] = "rectangle_obstacle"
    title: ClassVar[str] = mark("Obstacle: rectangle")
    summary: ClassVar[str] = mark("Draw a rectangular obstacle")
    shortcut: ClassVar[str] = "Shift+R"
    place: ClassVar[tuple[int, int]] = (Group.BUILD, 11)
    family: ClassVar[str] = mark("Obstacles")
    kind: ClassVar[str] = "obstacle"
    shows: ClassVar[frozenset[str]] = frozenset({"obstacles"})
    draws = Rectangle


TOOLS = (AreaRectangleTool, ObstacleRectangleTool)
