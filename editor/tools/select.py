"""Select: click, box, move, copy, nudge and delete whole elements."""

import math
from typing import ClassVar

from editor.tools import messages, run
from editor.tools.along import TAKE_ALONG, Company, along_of, clauses, outlines
from editor.tools.clear_circles import ClearCircles
from editor.tools.gesture import (
    OUTLINE_REACH,
    Gesture,
    GestureTool,
    movable,
    nudge_of,
    outline_of,
    taken_elements,
)
from editor.tools.groups import Group
from editor.tools.handle_editing import HandleEditing, run_hint
from editor.tools.handles import (
    apart,
    stack,
)
from editor.tools.messages import select as say
from editor.tools.messages.agent_types import requires
from editor.tools.pivot import PIVOT_ENTRY, MovingPivot, over_pivot, pivot_marks
from editor.tools.preview import Mark, Preview
from editor.tools.select_gestures import Box, Move, Press, clicked, hits_at
from editor.tools.tool import (
    Effect,
    KeyResult,
    Modifiers,
    PlacePivot,
    Pointer,
    Select,
    ToolView,
)
from editor.tools.transform import Grip, Grips, begun
from navcore.errors import NavcoreError
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.frame import frame_of
from navcore.level.handles import HandleHit, SideHit
from navcore.level.model import Area, Level, Point, Polygon, Waypoint
from navcore.level.pick import pick_index


class SelectTool(GestureTool):
    """Takes whole elements, moves, scales and turns them."""

    name: ClassVar[str] = "select"
    title: ClassVar[str] = mark("Select and move")
    summary: ClassVar[str] = mark("Select, move, scale and turn areas, obstacles, doors and agents")
    shortcut: ClassVar[str] = "V"
    place: ClassVar[tuple[int, int]] = (Group.SELECT, 0)

    def __init__(self) -> None:
        """Start without a gesture."""
        super().__init__()
        self._grips: Grips | None = None
        self._seen: tuple[Level, frozenset[int], frozenset[int], bool] | None = None
        self._second = False
        self._handles = HandleEditing(apart)
        self._company = Company()
        self._circles = ClearCircles()
        self.entry = self._handles.entry
        self.options = (TAKE_ALONG,)

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """Remember where the mouse is: over the pivot, digits type its place."""
        super().hover(pointer, view)
        if not self.entry.is_open:
            at_pivot = over_pivot(pointer, view)
            self.entry = PIVOT_ENTRY if at_pivot else self._handles.entry

    def leave(self) -> None:
        """Forget the pointer, and close the pivot's box."""
        super().leave()
        if not self.entry.is_open:
            self.entry = self._handles.entry

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Leave a double click in place to the press, which edits the shape's corners.

        On a line between handles it adds a handle; on the pivot it resets the pivot.
        """
        if over_pivot(pointer, view):
            return PlacePivot(None)
        first = self._first(pointer, view)
        if isinstance(first, SideHit):
            return self._handles.insert(first, pointer, view)
        self._second = not isinstance(first, HandleHit)
        return None

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Return the gesture: a click selects; a drag scales, turns, moves, or opens a box."""
        self._pointer = pointer
        elements = taken_elements(view.level, view.selection)
        if over_pivot(pointer, view) and operations.lying(elements):
            return self.begin(MovingPivot(pointer, view, frame_of(operations.lying(elements))))
        hits = hits_at(pointer, view)
        plain = Press(pointer, view, hits)
        plain.second, self._second = self._second, False
        first, grips = self._first(pointer, view), self._grips_of(view)
        if grips and isinstance(first, Grip):
            return self.begin(begun(pointer, view, grips, first, plain))
        if isinstance(first, HandleHit | SideHit):
            return self.begin(self._handles.begun(first, pointer, view))
        waypoint = self._circles.at(pointer, view)
        if waypoint is not None:
            return self.begin(self._circles.begun(pointer, view, waypoint))
        ids = _grabbed(hits, pointer, view)
        agents = run.grab(pointer, view, ids, plain)
        if agents:
            return self.begin(agents)
        taken = Move(pointer, view, hits, ids) if ids else Box(pointer, view, hits)
        taken.second = plain.second
        return self.begin(taken)

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Delete removes, arrows nudge, Escape selects nothing; handles first, where some are."""
        if self._handles.selected(view):
            return self._handles.key(key, view)
        if key == "Escape" and view.pivot is not None:
            return KeyResult(True, PlacePivot(None))
        if key == "Escape":
            return KeyResult(bool(view.selection), Select(frozenset()) if view.selection else None)
        in_run = run.key(key, view)
        if in_run is not None:
            return in_run
        ids = movable(view)
        if not ids:
            _say_if_locked(key, view)
            return KeyResult()
        if key in {"Delete", "Backspace"}:
            return KeyResult(True, operations.delete(view.level, ids))
        vector = nudge_of(key, view)
        if vector is not None:
            return KeyResult(True, self._nudged(ids, vector, view), merges=True)
        return KeyResult()

    def _nudged(self, ids: frozenset[int], vector: Point, view: ToolView) -> Edit:
        if not view.takes_along:
            return operations.move(view.level, ids, vector)
        along = self._company.of(view.level, ids)
        return self._company.note(operations.move_together(view.level, ids, along, vector))

    def idle_preview(self, view: ToolView) -> Preview:
        """Return outlines of what click and drag take; grips and handles."""
        first, grips = self._first(self._pointer, view), self._grips_of(view)
        grip, handle = (first, None) if isinstance(first, Grip) else (None, first)
        shown = grips.preview(view, grip) if grips else Preview()
        handles = self._handles.preview(handle, self._pointer, view)
        pivot = pivot_marks(self._pointer, view)
        if grips and grip and grip.turns and not pivot:
            pivot = (Mark(grips.frame.centre, "pivot"),)
        marks = (*shown.marks, *handles.marks, *pivot)
        waypoint = None if first else self._circles.at(self._pointer, view)
        circles = self._circles.preview(view, waypoint)
        shown = Preview(
            (*shown.strokes, *handles.strokes, *circles.strokes), (*marks, *circles.marks)
        )
        if waypoint is not None:
            return shown
        if over_pivot(self._pointer, view):
            return shown
        agent = None if first else run.preview(self._pointer, view)
        if agent is not None:
            return Preview((*agent.strokes, *shown.strokes), shown.marks)
        along = outlines(view, along_of(view, self._turned_or_grabbed(first, view)))
        shown = Preview((*along, *shown.strokes), shown.marks)
        target = None if first else self._target(view)
        if target is None or target in view.selection:
            return shown
        outline = outline_of(view.level.element(target), "hover", view)
        return Preview((outline, *shown.strokes), shown.marks)

    def idle_hint(self, view: ToolView) -> str:
        """Return what a click and a drag do here."""
        if self.entry.hint or over_pivot(self._pointer, view):
            return self.entry.hint or say.over_pivot()
        said = self._handle_hint(view) or self._handles.selected_hint(view)
        if said:
            return said
        target = self._target(view)
        locked = _locked_at(self._pointer, view)
        if locked and (target is None or target not in view.selection):
            return say.select_locked(messages.these(taken_elements(view.level, locked)))
        if target is None or self._pointer is None:
            return say.select_nothing()
        element = view.level.element(target)
        what = messages.these([element])
        needed = requires(element.needs) if isinstance(element, Area) else ""
        grabbed = _grabbed(hits_at(self._pointer, view), self._pointer, view)
        along = along_of(view, grabbed)
        if target in view.selection:
            these = messages.these(taken_elements(view.level, grabbed))
            these = operations.with_things(these, along)
            return say.select_over_selected(these, needed, *clauses(view, along))
        if target in grabbed:
            things = operations.things_in(along) if along.ids else ""
            return say.select_over(what, things, needed, *clauses(view, along))
        return say.select_over_floor(what, needed)

    def _handle_hint(self, view: ToolView) -> str:
        """Return what a drag of the grip, handle, circle or agent here does; empty over none."""
        first, grips = self._first(self._pointer, view), self._grips_of(view)
        if grips and isinstance(first, Grip):
            return _grip_hint(grips, first, view)
        waypoint = None if first else self._circles.at(self._pointer, view)
        if waypoint is not None:
            return self._circles.hint(waypoint)
        said = self._handles.hint(None if isinstance(first, Grip) else first, view)
        return said or run.hint(self._pointer, view) or run_hint(self._pointer, view)

    def _turned_or_grabbed(
        self, first: HandleHit | Grip | SideHit | None, view: ToolView
    ) -> frozenset[int]:
        """Return the elements that a drag from here turns or moves."""
        if isinstance(first, Grip):
            return movable(view) if first.turns else frozenset()
        if first or self._pointer is None:
            return frozenset()
        return _grabbed(hits_at(self._pointer, view), self._pointer, view)

    def _target(self, view: ToolView) -> int | None:
        if self._pointer is None:
            return None
        return clicked(hits_at(self._pointer, view), view.selection, self._pointer.modifiers)

    def _first(self, pointer: Pointer | None, view: ToolView) -> HandleHit | Grip | SideHit | None:
        """Return what a press takes before elements: a handle, a grip of the frame, or a line.

        A line between handles is only taken where a drag would move nothing else.
        """
        target = self._handles.target(pointer, view)
        if pointer is None or (isinstance(target, HandleHit) and _is_free(target, pointer, view)):
            return target
        grips = self._grips_of(view)
        grip = grips.grip_at(pointer, view) if grips else None
        if grip or not isinstance(target, SideHit) or pointer.modifiers != Modifiers():
            return grip
        others = [hit for hit in hits_at(pointer, view) if hit != target.element]
        moved = _grabbed(others, pointer, view) or run.target(pointer, view)
        return None if moved else target

    def _grips_of(self, view: ToolView) -> Grips | None:
        """Return the grips of the selection, cached."""
        seen = (view.level, view.selection, view.hidden, view.run is None)
        if self._seen is None or any(a is not b for a, b in zip(self._seen, seen, strict=True)):
            self._seen = seen
            elements = taken_elements(view.level, view.selection - view.untouchable)
            self._grips = Grips.around(elements)
        return self._grips


def _grip_hint(grips: Grips, grip: Grip, view: ToolView) -> str:
    what = messages.these(taken_elements(view.level, grips.ids))
    if not grip.turns:
        return say.over_scaling(what)
    what = operations.with_things(what, along_of(view, grips.ids))
    return say.over_turning(what, pivot=view.pivot is not None)


def _is_free(handle: HandleHit, pointer: Pointer, view: ToolView) -> bool:
    """Return whether a press takes the handle: no agent as near covers it.

    A stop at a waypoint is taken away from it, unless the waypoint is selected too. Alt takes one
    handle of several in a place, else what lies beneath.
    """
    if pointer.modifiers.alt and len(stack(handle, view, apart(view))) == 1:
        return False
    away = math.dist(handle.place, pointer.position)
    over = taken_elements(view.level, hits_at(pointer, view))
    over = [e for e in over if not isinstance(e, Waypoint) or e.id in view.selection]
    places = [e.anchor for e in over if not isinstance(e, Polygon) and e.anchor]
    return all(math.dist(place, pointer.position) > away for place in places)


def _locked_at(pointer: Pointer | None, view: ToolView) -> list[int]:
    """Return selected elements under the mouse that can't move because they are locked."""
    held = view.selection & view.locked - view.hidden
    if not held or pointer is None:
        return []
    return [i for i in pick_index(view.level).touching_box(*pointer.position * 2) if i in held]


def _say_if_locked(key: str, view: ToolView) -> None:
    """Say why a key does nothing, when all that is selected is locked.

    Raises:
        NavcoreError: with the sentence.
    """
    held = taken_elements(view.level, view.selection & view.locked)
    if held and nudge_of(key, view) is not None:
        raise NavcoreError(say.stays_locked(messages.these(held), many=len(held) > 1))


def _grabbed(hits: list[int], pointer: Pointer, view: ToolView) -> frozenset[int]:
    """Return what a drag from here moves: the whole selection, one element, or nothing.

    Obstacles, doors and agents can be dragged anywhere; floor by its outline, by its name, or once
    it is selected. A selected element comes before an unselected one above it.
    """
    if not hits:
        return frozenset()
    keys = pointer.modifiers
    adding = keys.shift or keys.ctrl
    reach = view.pixels(OUTLINE_REACH)
    outlines = set(pick_index(view.level).outlines_at(pointer.position, reach, view.untouchable))
    outlines |= _named_at(hits, pointer, view)
    solid = [element_id for element_id in hits if not _is_floor(view.level, element_id)]
    for element_id in solid:
        if element_id in view.selection:
            return movable(view)
    beneath = clicked(hits, view.selection, keys) if keys.alt else None
    order = hits if beneath is None else [beneath, *hits]
    for element_id in order:
        if element_id in view.selection:
            return movable(view)
        if element_id in solid or element_id in outlines:
            return frozenset() if adding else frozenset({element_id})
    return frozenset()


def _named_at(hits: list[int], pointer: Pointer, view: ToolView) -> set[int]:
    """Return the floors whose name is drawn here."""
    x, z = pointer.position
    boxes = ((i, view.names[i]) for i in hits if i in view.names)
    return {i for i, box in boxes if box[0] <= x <= box[2] and box[1] <= z <= box[3]}


def _is_floor(level: Level, element_id: int) -> bool:
    area = level.areas.get(element_id)
    return isinstance(area, Area) and not area.door


TOOLS = (SelectTool,)
