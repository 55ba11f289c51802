"""Gestures with handles: some that follow the mouse, a new one, a box."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from editor.tools import messages
from editor.tools.gesture import OUTLINE_REACH, Gesture, box, taken_elements
from editor.tools.handles import (
    Handles,
    Ids,
    are_seen,
    coinciding,
    count_of,
    crossing,
    drawn,
    dropped,
    editable,
    inserted,
    joined,
    marks_of,
    new_handles,
    selected_handles,
    toggled,
    words_of,
)
from editor.tools.lines import EIGHTHS, straight
from editor.tools.messages import handles as say
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.route_hits import with_routes
from editor.tools.snap import NO_INDICES, Indices
from editor.tools.tool import Change, Effect, Pointer, Select, ToolView
from navcore.errors import NavcoreError
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.handles import SideHit
from navcore.level.model import Level, Point, Waypoint, WithStops
from navcore.level.pick import pick_index

Crossing: TypeAlias = tuple[Point, tuple[Point, Point]]


class _Place(Gesture):
    """A place that follows the mouse, snapped, with Shift along a straight line."""

    def __init__(
        self,
        pointer: Pointer,
        view: ToolView,
        ids: Ids,
        start: Point,
        directions: Iterable[Point],
        clicked: Handles,
        *,
        handles: Indices = NO_INDICES,
        edges: Indices = NO_INDICES,
    ) -> None:
        """A click takes `clicked`; `handles` and `edges` change, and so attract nothing."""
        super().__init__(pointer, view)
        self.start = self.end = start
        self._ids = ids
        self._directions = tuple(directions)
        self._clicked = clicked
        self._handles = handles
        self._edges = edges
        self.edit = Edit()
        self.crossed: Crossing | None = None
        self.reason = ""

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Select, or with Shift or Ctrl add or take out."""
        keys = self.pressed.modifiers
        if keys.shift or keys.ctrl:
            return Select(view.selection, toggled(selected_handles(view, self._ids), self._clicked))
        return Select(view.selection, self._clicked)

    def place(self, pointer: Pointer, view: ToolView) -> Point:
        """Return where the mouse has moved the handle."""
        x, z = self.start
        (ax, az), (bx, bz) = self.pressed.position, pointer.position
        wanted = (x + bx - ax, z + bz - az)
        keys = pointer.modifiers
        line = straight(self.start, wanted, self._directions) if keys.shift else None
        return view.snap(
            wanted, (), other=keys.ctrl, handles=self._handles, edges=self._edges, along=line
        )

    def try_edit(self, make: Callable[[], Edit], handles: Callable[[], Handles]) -> Edit:
        """Return the new edit; if it is invalid, the last valid one, and show why."""
        try:
            self.edit = make()
            self.crossed = crossing(self.edit, handles())
            self.reason = ""
        except NavcoreError as error:
            self.reason = str(error)
        return self.edit

    def marks(self, view: ToolView, selected: Handles) -> tuple[Mark, ...]:
        """Return marks of handles; a small dot at the dragged place keeps snap targets visible."""
        marks = marks_of(view, self._ids, selected, {})
        return (*(mark for mark in marks if mark.at != self.end), Mark(self.end, "snap"))

    def warned(self, preview: Preview) -> Preview:
        """Return the preview, with the edge that crosses the outline."""
        if not self.crossed:
            return preview
        place, edge = self.crossed
        return Preview(
            (*preview.strokes, Stroke(edge, "crossing")), (*preview.marks, Mark(place, "cross"))
        )

    def hint(self, view: ToolView) -> str:
        """Return why it can't go there, or where the outline crosses itself."""
        if self.moving and self.reason:
            return messages.refused(self.reason, messages.ESC_BACK)
        if self.moving and self.crossed:
            return messages.crosses(self.crossed[0], messages.MOVE_BACK)
        return ""


class MoveHandles(_Place):
    """Handles that follow the mouse."""

    def __init__(
        self,
        pointer: Pointer,
        view: ToolView,
        ids: Ids,
        taken: Handles,
        start: Point,
        clicked: Handles,
        directions: Iterable[Point] = EIGHTHS,
    ) -> None:
        """`taken` are handles that a drag moves, `clicked` handles that a click selects."""
        super().__init__(pointer, view, ids, start, directions, clicked, handles=taken)
        self._taken = taken
        self._doors_follow = view.takes_along

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """The handles moved; where that encloses nothing they stay at the last good place."""
        self.end = self.place(pointer, view)
        return self.try_edit(self._edit, lambda: self._taken)

    def _edit(self) -> Edit:
        """The handles moved, and doors with the edges they sit on."""
        edit = operations.drag_handles(self.level, self._taken, self.start, self.end)
        return operations.doors_follow(self.level, edit) if self._doors_follow else edit

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Handles that are dropped on a neighbour become one with it."""
        self.drag(pointer, view)
        edit, handles = dropped(self.level, self.edit, self._taken)
        return Change(edit, Select(view.selection, handles))

    def preview(self, view: ToolView) -> Preview:
        """Handles; while moving, the place that counts."""
        if not self.moving:
            chosen = selected_handles(view, self._ids)
            return Preview(marks=marks_of(view, self._ids, chosen, self._clicked))
        return self.warned(Preview(marks=self.marks(view, self._taken)))

    def hint(self, view: ToolView) -> str:
        """Return how far the handles moved, or the place of a single one."""
        warning = super().hint(view)
        if warning or not self.moving:
            return warning
        waypoint = self._stops_at(view.level)
        if waypoint is not None:
            return say.stops_at(messages.these([waypoint]), off=not waypoint.enabled)
        vector = (self.end[0] - self.start[0], self.end[1] - self.start[1])
        words = words_of(view.level, self._taken)
        doors = len(self.edit.after.keys() - self._taken.keys())
        return say.moving_handles(words, count_of(self._taken), vector, self.end, doors=doors)

    def _stops_at(self, level: Level) -> Waypoint | None:
        """Return the waypoint at which the single moved stop would lie."""
        if count_of(self._taken) != 1:
            return None
        ((element_id, (index,)),) = self._taken.items()
        one = self.edit.after.get(element_id)
        found = level.get(one.stop(index).waypoint or 0) if isinstance(one, WithStops) else None
        return found if isinstance(found, Waypoint) else None


class InsertHandle(_Place):
    """A handle that a drag pulls out of a side; a click takes the side."""

    def __init__(
        self,
        pointer: Pointer,
        view: ToolView,
        ids: Ids,
        side: SideHit,
        clicked: Handles,
        directions: Iterable[Point],
        *,
        alone: bool,
    ) -> None:
        """`clicked` are the handles that a click selects; `alone` leaves a shared side be."""
        self._among = coinciding(side, view, ids, alone=alone)
        split = {hit.element: (hit.index,) for hit in self._among}
        every = dict.fromkeys((*directions, *EIGHTHS))
        super().__init__(pointer, view, ids, side.place, every, clicked, edges=split)

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """The handle put in where the mouse is."""
        self.end = self.place(pointer, view)
        return self.try_edit(lambda: inserted(self.level, self._among, self.end), self._new)

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """The new handle ends up selected."""
        self.drag(pointer, view)
        return Change(self.edit, Select(view.selection, self._new()))

    def preview(self, view: ToolView) -> Preview:
        """Handles; while moving, the new handle among them."""
        if not self.moving:
            chosen = selected_handles(view, self._ids)
            marks = marks_of(view, self._ids, chosen, {})
            plus = Mark(self.start, "plus")
            line = drawn(view.level, self._among[0])
            return Preview((Stroke(line, "hover_edge"),), (*marks, plus))
        return self.warned(Preview(marks=self.marks(view, self._new())))

    def hint(self, view: ToolView) -> str:
        """Return the place of the new handle."""
        warning = super().hint(view)
        if warning or not self.moving:
            return warning
        words = words_of(view.level, {side.element for side in self._among})
        if not self.edit:
            return say.no_handle_on_handle(words)
        return say.adding_handle(words, self.end)

    def _new(self) -> Handles:
        return new_handles(self._among, self.edit)


class BoxHandles(Gesture):
    """A box over handles; a click selects the element below."""

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Select or toggle the element, or the one beneath; deselect handles first."""
        keys = self.pressed.modifiers
        hits = elements_at(self.pressed.position, view)
        handles = selected_handles(view, editable(view))
        if keys.shift or keys.ctrl:
            if not hits:
                return None
            selected = view.selection ^ {hits[0]}
            return Select(selected, {i: c for i, c in handles.items() if i in selected})
        if keys.alt and len(hits) > 1:
            lowest = max((n for n, hit in enumerate(hits) if hit in view.selection), default=0)
            return Select(frozenset({hits[(lowest + 1) % len(hits)]}))
        if handles and (not hits or hits[0] in view.selection):
            return Select(view.selection)
        return Select(frozenset(hits[:1]))

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Select handles in the box; with Shift or Ctrl add them."""
        taken = self._taken(view)
        return Select(view.selection | frozenset(taken), taken)

    def preview(self, view: ToolView) -> Preview:
        """Return the box, and what would be selected."""
        if not self.moving:
            ids = editable(view)
            return Preview(marks=marks_of(view, ids, selected_handles(view, ids), {}))
        band = Stroke(box(self.pressed.position, self.pointer.position), "rubber_band", closed=True)
        return Preview((band,), marks_of(view, editable(view), self._taken(view), {}))

    def hint(self, view: ToolView) -> str:
        """Return how many handles."""
        if not self.moving:
            return ""
        taken = self._taken(view)
        words = words_of(view.level, taken or editable(view))
        return say.box_takes_handles(words, count_of(taken), adding=self._adds)

    @property
    def _adds(self) -> bool:
        return self.pressed.modifiers.shift or self.pressed.modifiers.ctrl

    def _taken(self, view: ToolView) -> Handles:
        """Handles of the selected elements; of all where they are seen if none is selected."""
        ids = editable(view)
        ends = (self.pressed.position, self.pointer.position)
        found = pick_index(view.level).handles.in_box(*ends, ids or None, view.elsewhere)
        if not ids:
            elements = taken_elements(view.level, found.keys() - view.untouchable)
            return {e.id: found[e.id] for e in elements if are_seen(view.level, e)}
        return joined(selected_handles(view, ids), found) if self._adds else found


def elements_at(place: Point, view: ToolView) -> list[int]:
    """Return the elements with handles that a click here may take, smallest first."""
    reach = view.pixels(OUTLINE_REACH)
    hits = pick_index(view.level).at(place, reach, view.untouchable)
    hits = with_routes(hits, place, view, reach)
    return [element_id for element_id in hits if view.level.element(element_id).points]
