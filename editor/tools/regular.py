"""Regular polygons and circles, from the centre outwards: areas and obstacles."""

import math
from collections.abc import Collection
from typing import ClassVar, Final

from editor.numbers import Unfinished, evaluate
from editor.tools.gesture import snapped
from editor.tools.groups import Group
from editor.tools.lines import Line
from editor.tools.messages import drawing as say
from editor.tools.messages import metres
from editor.tools.options import Number, Option, Switch
from editor.tools.outline_span import Outline, SpanTool
from editor.tools.preview import Label, Stroke
from editor.tools.tool import Pointer, ToolView
from navcore.geometry.shapes import LEAST_CORNERS, MOST_CORNERS, circle_ring, regular_ring
from navcore.i18n import mark
from navcore.level.model import Point

_STEP: Final = math.radians(15)
_LABEL_ASIDE: Final = (32.0, 14.0)
"""Pixels, across and up, from the middle of the radius to the middle of its label."""


class Regular:
    """A regular polygon from its centre to one of its corners, or a circle."""

    prompt: ClassVar[str] = say.TYPE_RADIUS

    def __init__(self) -> None:
        """Start with six corners; the choice is kept."""
        tip = mark("Draw circles, which keep their centre and radius")
        self._circle = Switch("circle", mark("Circle"), False, tip)
        self._corners = Number(
            "corners", mark("Corners"), 6, LEAST_CORNERS, MOST_CORNERS, 1, "",
            leap=5, digits=None, unless=self._circle,
        )  # fmt: skip
        self.options: tuple[Option, ...] = (self._corners, self._circle)
        self._heading = 0.0

    @property
    def _count(self) -> int:
        return int(self._corners.value)

    def far_at(
        self, anchor: Point, pointer: Pointer, view: ToolView, own: Collection[int]
    ) -> Point:
        """Return the place of a corner: with Shift in steps of 15° from the centre."""
        far = snapped(pointer, view, own)
        if pointer.modifiers.shift and not self._circle.on:
            run, rise = pointer.position[0] - anchor[0], pointer.position[1] - anchor[1]
            turn = round(math.atan2(rise, run) / _STEP) * _STEP
            # Whole numbers along the axes keep the corner there to the last bit.
            along = (round(math.cos(turn), 15), round(math.sin(turn), 15))
            line = Line(anchor, along)
            far = view.snap(pointer.position, own, other=pointer.modifiers.ctrl, along=line)
        if far != anchor:
            self._heading = math.atan2(far[1] - anchor[1], far[0] - anchor[0])
        return far

    def read_far(self, text: str, anchor: Point) -> Point:
        """Return the typed radius from the centre, towards where the mouse was."""
        radius = evaluate(text)
        if radius <= 0:
            raise Unfinished(say.radius_needed())
        # The direction is the mouse's to a millionth of a nanometre; the radius is exact.
        x, z = math.cos(self._heading), math.sin(self._heading)
        if min(abs(x), abs(z)) < 1e-12:
            x, z = float(round(x)), float(round(z))
        return (anchor[0] + radius * x, anchor[1] + radius * z)

    def outline(self, anchor: Point, far: Point) -> Outline:
        """Return corners evenly around the centre, one of them at the second place."""
        radius = round(math.dist(anchor, far), 9)
        if self._circle.on:
            return Outline(circle_ring(anchor, radius), {"circle": [*anchor, radius]})
        turn = math.atan2(far[1] - anchor[1], far[0] - anchor[0])
        return Outline(regular_ring(anchor, radius, self._count, turn))

    def flat(self) -> str:
        """The corner lies on the centre."""
        return say.regular_flat()

    def open_hint(self, anchor: Point, far: Point, *, dragging: bool) -> str:
        """Return corners and radius."""
        radius = math.dist(anchor, far)
        return say.regular_open(self._count, radius, circle=self._circle.on, dragging=dragging)

    def typed_hint(self, anchor: Point, far: Point) -> str:
        """Return corners and radius."""
        return say.regular_typed(self._count, math.dist(anchor, far), circle=self._circle.on)

    def typed_first_hint(self, place: Point) -> str:
        """Return the centre."""
        return say.typed_centre(place)

    def first_hint(self, kind: str) -> str:
        """Return what a drag does."""
        return say.regular_first(kind, self._count, circle=self._circle.on)

    def decorated(
        self, anchor: Point, far: Point, view: ToolView
    ) -> tuple[tuple[Stroke, ...], Label]:
        """Return the radius, as a line with its length beside it."""
        (x, z), (fx, fz), radius = anchor, far, math.dist(anchor, far)
        # On the upper side of the line.
        side = 1.0 if fx >= x else -1.0
        across = side * view.pixels(_LABEL_ASIDE[0]) * (z - fz) / radius
        up = side * view.pixels(_LABEL_ASIDE[1]) * (fx - x) / radius
        label = Label(((x + fx) / 2 + across, (z + fz) / 2 + up), metres(radius), "dimension")
        return (Stroke((anchor, far), "trace"),), label


class AreaRegularTool(SpanTool):
    """Draws floor."""

    name: ClassVar[str] = "regular_area"
    title: ClassVar[str] = mark("Area: regular polygon")
    summary: ClassVar[str] = mark("Draw a floor with even corners, or a circle")
    shortcut: ClassVar[str] = "C"
    place: ClassVar[tuple[int, int]] = (Group.BUILD, 2)
    family: ClassVar[str] = mark("Areas")
    kind: ClassVar[str] = "area"
    shows: ClassVar[frozenset[str]] = frozenset({"areas"})
    draws = Regular


class ObstacleRegularTool(SpanTool):
    """Draws obstacles."""

    name: ClassVar[str] = "regular_obstacle"
    title: ClassVar[str] = mark("Obstacle: regular polygon")
    summary: ClassVar[str] = mark("Draw an obstacle with even corners, or a circle")
    shortcut: ClassVar[str] = "Shift+C"
    place: ClassVar[tuple[int, int]] = (Group.BUILD, 12)
    family: ClassVar[str] = mark("Obstacles")
    kind: ClassVar[str] = "obstacle"
    shows: ClassVar[frozenset[str]] = frozenset({"obstacles"})
    draws = Regular


TOOLS = (AreaRegularTool, ObstacleRegularTool)
