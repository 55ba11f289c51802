"""The pivot: the place about which the selection turns and scales, once the user sets it."""

import math
from typing import Final

from editor.numbers import read_place
from editor.tools.gesture import Gesture, snapped, snapped_along
from editor.tools.lines import AXES
from editor.tools.messages import select as say
from editor.tools.preview import Mark, Preview
from editor.tools.tool import Effect, Entry, PlacePivot, Pointer, ToolView, Typing
from navcore.level.frame import Frame
from navcore.level.model import Point

REACH: Final = 8.0
"""Pixels within which the pivot is hit, and the places of the frame attract it."""

_SHARES: Final = (0, -1, 1)


class MovingPivot(Gesture):
    """The pivot follows the mouse: to corners, sides and the middle of the frame, and snapped."""

    def __init__(self, pointer: Pointer, view: ToolView, frame: Frame) -> None:
        """Press on the pivot; `frame` is the frame of the selection."""
        super().__init__(pointer, view)
        self._frame = frame
        self._start = view.pivot or frame.centre
        self.place = self._start

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """Move only the mark of the pivot."""
        keys = pointer.modifiers
        if keys.shift:
            self.place = snapped_along(pointer, view, self._start, AXES)
        else:
            on_frame = None if keys.ctrl else _near_frame(self._frame, pointer.position, view)
            self.place = on_frame or snapped(pointer, view)
        return None

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Put the pivot here."""
        self.drag(pointer, view)
        return PlacePivot(self.place)

    def preview(self, view: ToolView) -> Preview:
        """Return the mark."""
        return Preview(marks=(Mark(self.place, "pivot_hover"),))

    def hint(self, view: ToolView) -> str:
        """Return where the pivot is."""
        return say.moving_pivot(self.place) if self.moving else ""


def over_pivot(pointer: Pointer | None, view: ToolView) -> bool:
    """Return whether a press here takes the pivot."""
    if pointer is None or view.pivot is None or not view.selection:
        return False
    return math.dist(pointer.position, view.pivot) <= view.pixels(REACH)


def pivot_marks(pointer: Pointer | None, view: ToolView) -> tuple[Mark, ...]:
    """Return the pivot, filled where a press takes it; none as long as it was put nowhere."""
    if view.pivot is None or not view.selection:
        return ()
    return (Mark(view.pivot, "pivot_hover" if over_pivot(pointer, view) else "pivot"),)


PIVOT_ENTRY: Final = Entry[Point](
    lambda view: None if view.pivot is None else Typing(say.pivot_prompt()),
    lambda text, view: read_place(text, view.pivot),
    lambda place, view: PlacePivot(place),
)
"""Typed with the mouse over it: where it is put."""


def _near_frame(frame: Frame, place: Point, view: ToolView) -> Point | None:
    """Return the corner, middle of a side or middle of the frame that attracts the pivot."""
    places = [frame.at(u, v) for u in _SHARES for v in _SHARES]
    nearest = min(places, key=lambda one: math.dist(one, place))
    return nearest if math.dist(nearest, place) <= view.pixels(REACH) else None
