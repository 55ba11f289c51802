"""Regular polygons and circles, from the centre outwards: areas and obstacles."""

import math
from typing import ClassVar, Final

from editor.numbers import Unfinished, evaluate
from editor.tools.gesture import snapped
from editor.tools.messages import drawing as say
from editor.tools.messages import metres
from editor.tools.outline_span import Outline, SpanTool
from editor.tools.preview import Label, Stroke
from editor.tools.tool import KeyResult, Line, Number, Pointer, Switch, ToolView
from navcore.geometry.shapes import LEAST_CORNERS, MOST_CORNERS, circle_ring, regular_ring
from navcore.i18n import mark, tr
from navcore.level.model import Point

_STEP: Final = math.radians(15)
_LABEL_ASIDE: Final = (32.0, 14.0)
"""Pixels, across and up, from the middle of the radius to the middle of its label."""
_STEPS: Final = {"Up": 1, "Down": -1, "Shift+Up": 5, "Shift+Down": -5}


class RegularTool(SpanTool):
    """Draws a regular polygon from its centre to one of its corners, or a circle."""

    prompt: ClassVar[str] = say.TYPE_RADIUS

    def __init__(self) -> None:
        """Six corners; what is chosen is kept for the next one."""
        super().__init__()
        self.count = 6
        self.circle = False
        self._heading = 0.0

    def numbers(self) -> tuple[Number, ...]:
        """How many corners; a circle has none that count."""
        if self.circle:
            return ()
        return (Number("corners", tr("Corners"), self.count, LEAST_CORNERS, MOST_CORNERS, 1, ""),)

    def set_number(self, name: str, value: float) -> None:
        """Set the number of corners, kept within its limits."""
        if name == "corners" and math.isfinite(value):
            self.count = round(min(max(value, LEAST_CORNERS), MOST_CORNERS))

    def switches(self) -> tuple[Switch, ...]:
        """Whether circles are drawn."""
        tip = tr("Draw circles, which keep their centre and radius")
        return (Switch("circle", tr("Circle"), self.circle, tip),)

    def set_switch(self, name: str, on: bool) -> None:
        """Draw circles, or don't."""
        if name == "circle":
            self.circle = on

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Up and Down change the number of corners."""
        if key in _STEPS and not self.circle:
            self.set_number("corners", self.count + _STEPS[key])
            return KeyResult(True)
        return super().key(key, view)

    def far_at(self, anchor: Point, pointer: Pointer, view: ToolView) -> Point:
        """Where a corner is; with Shift in a direction of 15° steps from the centre."""
        far = snapped(pointer, view, self.own())
        if pointer.modifiers.shift and not self.circle:
            run, rise = pointer.position[0] - anchor[0], pointer.position[1] - anchor[1]
            turn = round(math.atan2(rise, run) / _STEP) * _STEP
            # Whole numbers along the axes keep the corner there to the last bit.
            along = (round(math.cos(turn), 15), round(math.sin(turn), 15))
            line = Line(anchor, along)
            far = view.snap(pointer.position, self.own(), other=pointer.modifiers.ctrl, along=line)
        if far != anchor:
            self._heading = math.atan2(far[1] - anchor[1], far[0] - anchor[0])
        return far

    def read_far(self, text: str, anchor: Point) -> Point:
        """The typed radius from the centre, towards where the mouse was."""
        radius = evaluate(text)
        if radius <= 0:
            raise Unfinished(say.radius_needed())
        # To a millionth of a nanometre the direction is the mouse's; the radius is exact.
        x, z = math.cos(self._heading), math.sin(self._heading)
        if min(abs(x), abs(z)) < 1e-12:
            x, z = float(round(x)), float(round(z))
        return (anchor[0] + radius * x, anchor[1] + radius * z)

    def outline(self, anchor: Point, far: Point) -> Outline:
        """Corners evenly around the centre, one of them at the second place."""
        radius = round(math.dist(anchor, far), 9)
        if self.circle:
            return Outline(circle_ring(anchor, radius), {"circle": [*anchor, radius]})
        turn = math.atan2(far[1] - anchor[1], far[0] - anchor[0])
        return Outline(regular_ring(anchor, radius, self.count, turn))

    def flat(self) -> str:
        """The corner lies on the centre."""
        return say.regular_flat()

    def open_hint(self, anchor: Point, far: Point, *, dragging: bool) -> str:
        """Corners and radius."""
        radius = math.dist(anchor, far)
        return say.regular_open(self.count, radius, circle=self.circle, dragging=dragging)

    def typed_hint(self, anchor: Point, far: Point) -> str:
        """Corners and radius."""
        return say.regular_typed(self.count, math.dist(anchor, far), circle=self.circle)

    def typed_first_hint(self, place: Point) -> str:
        """The centre."""
        return say.typed_centre(place)

    def first_hint(self) -> str:
        """What a drag does."""
        return say.regular_first(self.kind, self.count, circle=self.circle)

    def decorated(
        self, anchor: Point, far: Point, view: ToolView
    ) -> tuple[tuple[Stroke, ...], Label]:
        """The radius, as a line with its length beside it."""
        (x, z), (fx, fz), radius = anchor, far, math.dist(anchor, far)
        # On the upper side of the line.
        side = 1.0 if fx >= x else -1.0
        across = side * view.pixels(_LABEL_ASIDE[0]) * (z - fz) / radius
        up = side * view.pixels(_LABEL_ASIDE[1]) * (fx - x) / radius
        label = Label(((x + fx) / 2 + across, (z + fz) / 2 + up), metres(radius), "dimension")
        return (Stroke((anchor, far), "trace"),), label


class AreaRegularTool(RegularTool):
    """Draws floor."""

    name: ClassVar[str] = "regular_area"
    title: ClassVar[str] = mark("Area: regular polygon")
    summary: ClassVar[str] = mark("Draw a floor with even corners, or a circle")
    shortcut: ClassVar[str] = "C"
    place: ClassVar[tuple[int, int]] = (1, 2)
    kind: ClassVar[str] = "area"


class ObstacleRegularTool(RegularTool):
    """Draws what is in the way."""

    name: ClassVar[str] = "regular_obstacle"
    title: ClassVar[str] = mark("Obstacle: regular polygon")
    summary: ClassVar[str] = mark("Draw an obstacle with even corners, or a circle")
    shortcut: ClassVar[str] = "Shift+C"
    place: ClassVar[tuple[int, int]] = (2, 2)
    kind: ClassVar[str] = "obstacle"


TOOLS = (AreaRegularTool, ObstacleRegularTool)
