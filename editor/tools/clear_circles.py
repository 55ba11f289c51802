"""Circles of the selected waypoints that set how wide their paths are (S4-047)."""

import math
from dataclasses import dataclass
from itertools import islice
from typing import Final

from editor.tools.corridor import CorridorCheck
from editor.tools.gesture import HANDLE_REACH, Gesture, circle, taken_elements
from editor.tools.messages import waypoint as say
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Pointer, Select, ToolView
from editor.tools.waypoint_at import waypoint_at
from navcore.graph.corridors import for_widths
from navcore.level.edit import Edit
from navcore.level.model import Point, Waypoint
from navcore.level.operations import set_fields

MOST: Final = 20
"""Most selected waypoints for which circles are shown."""
_LEAST: Final = 18.0
"""Pixels from a waypoint to the handle of a circle that is smaller."""
_DIGITS: Final = 2


@dataclass(frozen=True, slots=True)
class _Circle:
    """The circle of a waypoint."""

    waypoint: Waypoint

    def handle(self, view: ToolView) -> Point:
        """Return the place that it is dragged by, right of the waypoint."""
        x, z = self.waypoint.position
        return (x + max(self.waypoint.clear_radius, view.pixels(_LEAST)), z)

    def is_at(self, place: Point, view: ToolView) -> bool:
        """Return whether a press at a place takes the circle."""
        reach, radius = view.pixels(HANDLE_REACH), self.waypoint.clear_radius
        if math.dist(place, self.handle(view)) <= reach:
            return True
        away = abs(math.dist(place, self.waypoint.position) - radius)
        return radius > view.pixels(_LEAST) and away <= reach


class ClearCircles:
    """Shows and drags the circles of the selected waypoints."""

    def __init__(self) -> None:
        """Start without knowing the walls."""
        self._check = CorridorCheck()

    def at(self, pointer: Pointer | None, view: ToolView) -> Waypoint | None:
        """Return the waypoint with a circle under the mouse; None over a waypoint itself."""
        if pointer is None or waypoint_at(pointer.position, view) is not None:
            return None
        found = (one for one in _circles(view) if one.is_at(pointer.position, view))
        return next((one.waypoint for one in found), None)

    def begun(self, pointer: Pointer, view: ToolView, waypoint: Waypoint) -> Gesture:
        """Return the gesture that drags the circle of a waypoint."""
        return _SetWidth(pointer, view, waypoint, self._check)

    def preview(self, view: ToolView, hovered: Waypoint | None) -> Preview:
        """Return all circles, each with a handle."""
        circles = _circles(view)
        strokes = [
            Stroke(circle(one.waypoint.position, one.waypoint.clear_radius, 64), "clear_circle",
                   closed=True)
            for one in circles if one.waypoint.clear_radius > 0
        ]  # fmt: skip
        hovered_id = None if hovered is None else hovered.id
        marks = [
            Mark(one.handle(view), "turn_hover" if one.waypoint.id == hovered_id else "turn")
            for one in circles
        ]
        return Preview(tuple(strokes), tuple(marks))

    def hint(self, waypoint: Waypoint) -> str:
        """Return what a drag does here."""
        return say.over_circle(waypoint.name, 2 * waypoint.clear_radius)


class _SetWidth(Gesture):
    """A circle that follows the mouse, and holds to the nearest wall."""

    def __init__(
        self, pointer: Pointer, view: ToolView, waypoint: Waypoint, check: CorridorCheck
    ) -> None:
        super().__init__(pointer, view)
        self._waypoint, self._radius, self._at_wall = waypoint, waypoint.clear_radius, False
        self._chosen = view.selection
        wall = for_widths(check.clearance(view)).clear_radius(waypoint.position)
        self._wall = math.floor(wall * 10**_DIGITS) / 10**_DIGITS

    def drag(self, pointer: Pointer, view: ToolView) -> Edit:
        """The path as wide as the circle; with Shift at all selected waypoints."""
        radius = math.dist(pointer.position, self._waypoint.position)
        near = abs(radius - self._wall) <= view.pixels(HANDLE_REACH)
        self._at_wall = near and self._wall > 0 and not pointer.modifiers.ctrl
        self._radius = self._wall if self._at_wall else round(radius, _DIGITS)
        ids = [self._waypoint.id]
        if pointer.modifiers.shift:
            ids = [one.waypoint.id for one in _circles(view)]
        return set_fields(self.level, ids, clear_radius=self._radius)

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Return the edit, with the same waypoints selected."""
        edit = self.drag(pointer, view)
        return Change(edit, Select(self._chosen)) if edit else None

    def preview(self, view: ToolView) -> Preview:
        """Return the circle as it is."""
        ring = circle(self._waypoint.position, self._radius, 64)
        return Preview((Stroke(ring, "clear_circle", closed=True),))

    def hint(self, view: ToolView) -> str:
        """Return the width of the path."""
        return say.setting_width(2 * self._radius, at_wall=self._at_wall) if self.moving else ""


def _circles(view: ToolView) -> list[_Circle]:
    """Return the circles of the selected waypoints that can be changed, if there are few."""
    waypoints, untouchable = view.level.of(Waypoint), view.untouchable
    # Stop as soon as there are too many: with everything selected this runs each frame.
    found = (i for i in view.selection if i in waypoints and i not in untouchable)
    ids = frozenset(islice(found, MOST + 1))
    if not 0 < len(ids) <= MOST:
        return []
    return [_Circle(one) for one in taken_elements(view.level, ids) if isinstance(one, Waypoint)]
