"""Split: a line across areas and obstacles cuts them in two."""

import math
from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from editor.numbers import read_place
from editor.tools import messages
from editor.tools.gesture import snapped, snapped_along, taken_elements
from editor.tools.messages import split as say
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Entry, Select, ToolView, Typing
from editor.tools.two_places import TwoPointsTool
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.model import Level, Point, Polygon
from navcore.level.pick import pick_index

_Cuts: TypeAlias = Mapping[int, tuple[tuple[Point, Point], ...]]

_WITHIN: Final = 1e-6
"""Metres that a cut may end beyond the line that is drawn and still be crossed whole."""


class SplitTool(TwoPointsTool):
    """Splits the selection; if nothing is selected, what the line crosses completely."""

    name: ClassVar[str] = "split"
    title: ClassVar[str] = mark("Split")
    summary: ClassVar[str] = mark("Cut areas and obstacles in two along a line")
    on_rail: ClassVar[bool] = False
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Start without a line."""
        super().__init__()
        self.entry = Entry(
            lambda view: Typing(say.split_prompt()),
            lambda text, view: read_place(text, self.anchor),
            self._enter,
        )

    def _enter(self, place: Point, view: ToolView) -> Effect:
        """Begin the line there, or cut along it."""
        if self.anchor is not None:
            return self.finished(view.level, view)
        self.begin_at(place)
        return None

    def finished(self, level: Level, view: ToolView) -> Effect:
        """Return the split along the finished line; selected elements stay selected, in pieces."""
        start, end, ids = self.anchor, self._end(view), frozenset(self._cuts(view))
        self.drop()
        if start is None or end is None or not ids:
            return None
        edit = operations.split(level, ids, start, end, view.new_id)
        if not edit:
            return None
        if not self._chosen(view):
            return edit
        return Change(edit, Select(view.selection | edit.after.keys()))

    def preview(self, view: ToolView) -> Preview:
        """Return the line, and where it splits elements."""
        if self.anchor is None:
            place = self._place(view)
            return Preview(marks=(Mark(place, "snap"),) if place else ())
        end = self._end(view)
        if end is None:
            return Preview(marks=(Mark(self.anchor, "draft_corner"),))
        chords = [chord for cuts in self._cuts(view).values() for chord in cuts]
        return Preview(
            (Stroke((self.anchor, end), "closing"), *(Stroke(c, "hover_edge") for c in chords)),
            (
                *(Mark(place, "draft_corner") for chord in chords for place in chord),
                Mark(self.anchor, "snap"),
                Mark(end, "snap"),
            ),
        )

    def hint(self, view: ToolView) -> str:
        """Return what the next click or the release does."""
        if self.anchor is None:
            chosen = self._chosen(view)
            free = [e for e in chosen if e.id not in view.untouchable]
            if chosen and not free:
                return say.split_untouchable()
            return say.split_first(messages.these([*free]) if free else "")
        cut = taken_elements(view.level, self._cuts(view).keys())
        if not cut:
            return say.split_nothing(self.anchor)
        dragged = self.gesture is not None and self.gesture.moving
        return (say.split_release if dragged else say.split_ready)(messages.these(cut))

    def _chosen(self, view: ToolView) -> list[Polygon]:
        """Return the selected areas and obstacles."""
        found = (view.level.get(element_id) for element_id in sorted(view.selection))
        return [element for element in found if isinstance(element, Polygon)]

    def _cuts(self, view: ToolView) -> _Cuts:
        """Return what the line splits, and where."""
        start, end = self.anchor, self._end(view)
        if start is None or end is None:
            return {}
        chosen = self._chosen(view)
        if chosen:
            ids = [element.id for element in chosen if element.id not in view.untouchable]
            return operations.cuts(view.level, ids, start, end)
        (ax, az), (bx, bz) = start, end
        near = pick_index(view.level).touching_box(
            min(ax, bx), min(az, bz), max(ax, bx), max(az, bz)
        )
        polygons = [i for i in near if isinstance(view.level.get(i), Polygon)]
        ids = [element_id for element_id in polygons if element_id not in view.untouchable]
        found = operations.cuts(view.level, ids, start, end)
        return {i: cuts for i, cuts in found.items() if any(_is_whole(c, start, end) for c in cuts)}

    def _end(self, view: ToolView) -> Point | None:
        """Return the present end of the line; None while it has no length."""
        place = self._place(view)
        if place is None or self.anchor is None or math.dist(place, self.anchor) < view.pixels(1):
            return None
        return place

    def _place(self, view: ToolView) -> Point | None:
        """Return the place that counts now: typed, else under the mouse, with Shift in eighths."""
        typed: Point | None = self.entry.value
        if typed is not None or self._pointer is None:
            return typed
        if self.anchor is not None and self._pointer.modifiers.shift:
            return snapped_along(self._pointer, view, self.anchor)
        return snapped(self._pointer, view)


def _is_whole(chord: tuple[Point, Point], start: Point, end: Point) -> bool:
    """Return whether the line reaches over the cut at both ends."""
    length = math.dist(start, end)
    return all(max(math.dist(p, start), math.dist(p, end)) <= length + _WITHIN for p in chord)


TOOLS = (SplitTool,)
