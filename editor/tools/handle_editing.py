"""Editing handles of the selected elements: corners of shapes, goals of agents."""

import math
from collections.abc import Callable

from editor.numbers import read_place
from editor.tools import messages
from editor.tools.gesture import HANDLE_REACH, OUTLINE_REACH, Gesture, nudge_of, taken_elements
from editor.tools.handle_gestures import InsertHandle, MoveHandles
from editor.tools.handles import (
    MOST_WALKED,
    Handles,
    Ids,
    at_places,
    beneath,
    coinciding,
    count_of,
    crossing,
    drawn,
    dropped,
    ends_of,
    handles_of,
    inserted,
    is_taken,
    joined,
    marks_of,
    new_handles,
    normals,
    on_side,
    places_of,
    selected_handles,
    together,
    words_of,
)
from editor.tools.legs import leg_at, storey_of_handle
from editor.tools.messages import handles as say
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Entry, KeyResult, Pointer, Select, ToolView, Typing
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.handles import HandleHit, SideHit, line_through
from navcore.level.model import Element, Route, WithStops
from navcore.level.pick import pick_index


class HandleEditing:
    """Handles in the hand of a tool: picked, dragged, nudged, typed, inserted and deleted."""

    def __init__(self, take: Callable[[ToolView], Ids]) -> None:
        """`take` returns the elements whose handles the tool edits."""
        self._take = take
        self.entry = Entry(self._asks, self._read, self._enter)

    def selected(self, view: ToolView) -> Handles:
        """Return the selected handles that the tool works on."""
        return selected_handles(view, self._take(view))

    # Mouse.

    def target(self, pointer: Pointer | None, view: ToolView) -> HandleHit | SideHit | None:
        """Return the handle or the side that a press takes."""
        ids = self._take(view)
        if not ids or pointer is None:
            return None
        index = pick_index(view.level).handles
        reach = view.pixels(HANDLE_REACH)
        handle = index.at(pointer.position, reach, ids, view.elsewhere)
        if handle is not None:
            return handle
        level, reach = view.level, view.pixels(OUTLINE_REACH)
        walked = ids & (level.agents.keys() | level.of(Route).keys())
        if len(walked) > MOST_WALKED:
            return index.side_at(pointer.position, reach, ids)
        side = index.side_at(pointer.position, reach, ids - walked)
        if side is not None or not walked:
            return side
        routes = [one for one in taken_elements(level, walked) if isinstance(one, WithStops)]
        return leg_at(pointer.position, reach, routes, view.route_sight, view.legs)

    def begun(self, target: HandleHit | SideHit, pointer: Pointer, view: ToolView) -> Gesture:
        """Return the gesture of a press on it."""
        if isinstance(target, HandleHit):
            return self._on_handle(target, pointer, view)
        return self._on_side(target, pointer, view)

    def _on_handle(self, handle: HandleHit, pointer: Pointer, view: ToolView) -> Gesture:
        """Return the gesture for a press on a handle, which moves all selected handles with it."""
        keys, ids = pointer.modifiers, self._take(view)
        handles = selected_handles(view, ids)
        group = together(handle, view, ids, alone=keys.alt)
        selected = handle.index in handles.get(handle.element, ())
        taken = joined(handles, group) if (selected or keys.shift or keys.ctrl) else group
        if keys.alt:
            lower = beneath(handle, view, ids)
            return MoveHandles(pointer, view, ids, group, handle.place, lower)
        return MoveHandles(pointer, view, ids, taken, handle.place, group)

    def _on_side(self, target: SideHit, pointer: Pointer, view: ToolView) -> Gesture:
        """Return the gesture for a press on a side: a selected one moves, others get a handle."""
        alone, ids = pointer.modifiers.alt, self._take(view)
        ends = handles_of(target, view, ids, alone=alone)
        across = normals(view.level, target)
        if is_taken(target, view, ids):
            places = ends_of(view.level, target)
            nearer = min(places, key=lambda end: math.dist(end, pointer.position))
            taken = selected_handles(view, ids)
            return MoveHandles(pointer, view, ids, taken, nearer, ends, across)
        side = on_side(target, pointer, view)
        return InsertHandle(pointer, view, ids, side, ends, across, alone=alone)

    def insert(self, target: SideHit, pointer: Pointer, view: ToolView) -> Effect:
        """A handle is added to the side, where it is."""
        side = on_side(target, pointer, view)
        sides = coinciding(side, view, self._take(view), alone=pointer.modifiers.alt)
        edit = inserted(view.level, sides, side.place)
        return Change(edit, Select(view.selection, new_handles(sides, edit)))

    # Keys.

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Delete removes handles, arrows nudge them, Tab goes on to the next one."""
        if key in {"Tab", "Shift+Tab"}:
            return self._next(view, 1 if key == "Tab" else -1)
        handles = self.selected(view)
        if not handles:
            return KeyResult()
        if key == "Escape":
            return KeyResult(True, Select(view.selection))
        if key in {"Delete", "Backspace"}:
            edit = operations.delete_handles(view.level, handles)
            gone = {element_id for element_id, item in edit.after.items() if item is None}
            return KeyResult(True, Change(edit, Select(view.selection - gone)))
        vector = nudge_of(key, view)
        if vector is None:
            return KeyResult()
        edit = _with_doors(operations.move_handles(view.level, handles, vector), view)
        return KeyResult(True, Change(edit, Select(view.selection, handles)), merges=True)

    def _next(self, view: ToolView, step: int) -> KeyResult:
        """Return the handles in the place after the selected one, round all the elements."""
        ids = self._take(view)
        if not ids:
            return KeyResult()
        level = view.level
        every = {element.id: _here(view, element) for element in taken_elements(level, ids)}
        ring = places_of(level, every)
        chosen = set(places_of(level, selected_handles(view, ids)))
        at = [number for number, place in enumerate(ring) if place in chosen]
        start = (at[-1] if step > 0 else at[0]) if at else (-1 if step > 0 else 0)
        following = at_places(view, ids, [ring[(start + step) % len(ring)]])
        return KeyResult(True, Select(view.selection, following))

    # Typing.

    def _asks(self, view: ToolView) -> Typing | None:
        """Return what to type: the place of the selected handle, or a vector for several."""
        places = places_of(view.level, self.selected(view))
        if not places:
            return None
        return Typing(say.type_place() if len(places) == 1 else say.type_way())

    def _enter(self, edit: Edit, view: ToolView) -> Effect:
        """Put the handle there, or move them all that far."""
        edit, left = dropped(view.level, edit, self.selected(view))
        return Change(edit, Select(view.selection, left))

    def _read(self, text: str, view: ToolView) -> Edit:
        """Return the edit for a typed text: move one handle to a place, or several by a vector.

        Raises:
            NavcoreError: if it can't be read, or an element can't have its handles there.
        """
        handles = self.selected(view)
        places = places_of(view.level, handles)
        if len(places) == 1:
            place = read_place(text, places[0])
            edit = operations.drag_handles(view.level, handles, places[0], place)
        else:
            way = read_place(text, (0.0, 0.0))
            edit = operations.move_handles(view.level, handles, way)
        return _with_doors(edit, view)

    # Preview and hints.

    def preview(
        self, target: HandleHit | SideHit | None, pointer: Pointer | None, view: ToolView
    ) -> Preview:
        """Return handles, what a press on the target takes, and lines after typed input."""
        ids = self._take(view)
        handles = selected_handles(view, ids)
        if self.entry.value is not None:
            return _preview_of(self.entry.value, ids, handles, view)
        hovered: Handles = {}
        if isinstance(target, HandleHit) and pointer is not None:
            hovered = together(target, view, ids, alone=pointer.modifiers.alt)
        marks = marks_of(view, ids, handles, hovered)
        if not isinstance(target, SideHit) or pointer is None:
            return Preview(marks=marks)
        if not is_taken(target, view, ids):
            marks = (*marks, Mark(on_side(target, pointer, view).place, "plus"))
        return Preview((Stroke(drawn(view.level, target), "hover_edge"),), marks)

    def hint(self, target: HandleHit | SideHit | None, view: ToolView) -> str:
        """Return what a press on the target does; empty if nothing."""
        ids = self._take(view)
        handles = selected_handles(view, ids)
        if self.entry.value is not None:
            return say.enter_moves(words_of(view.level, handles), count_of(handles))
        if target is None:
            return ""
        words = words_of(view.level, {target.element})
        if isinstance(target, SideHit):
            taken = is_taken(target, view, ids)
            return say.over_taken_side(words) if taken else say.over_side(words)
        shared = count_of(at_places(view, ids, [target.place])) > 1
        if target.index not in handles.get(target.element, ()):
            element, settings = view.level.element(target.element), view.level.settings
            storey = storey_of_handle(element, target.index, settings)
            if settings.layers and not view.all_storeys and storey != view.storey:
                return say.over_far_handle(words, storey)
            return say.over_handle(words, 1, shared=shared)
        return say.over_handle(words_of(view.level, handles), count_of(handles), shared=shared)

    def selected_hint(self, view: ToolView) -> str:
        """Return what can be done with the selected handles; empty if none is selected."""
        handles = self.selected(view)
        if not handles:
            return ""
        words, places = words_of(view.level, handles), places_of(view.level, handles)
        return say.some_handles(words, count_of(handles), one_place=len(places) == 1)


def _here(view: ToolView, element: Element) -> frozenset[int]:
    """Return the handles of an element on the storey in hand."""
    numbers = range(len(element.points))
    return frozenset(number for number in numbers if not view.elsewhere(element, number))


def _with_doors(edit: Edit, view: ToolView) -> Edit:
    """The edit, and doors moved with the edges that they sit on, as the switch is set."""
    return operations.doors_follow(view.level, edit) if view.takes_along else edit


def run_hint(pointer: Pointer | None, view: ToolView) -> str:
    """Why handles of what walks in the run are not taken; empty if none is under the mouse."""
    if view.run is None or pointer is None:
        return ""
    ids = view.selection & view.run.ids
    index = pick_index(view.level).handles
    hit = index.at(pointer.position, view.pixels(HANDLE_REACH), ids) if ids else None
    if hit is None:
        return ""
    what = messages.these(taken_elements(view.level, {hit.element}))
    return say.only_at_start(words_of(view.level, {hit.element}), what)


def _preview_of(edit: Edit, ids: Ids, handles: Handles, view: ToolView) -> Preview:
    """Return lines through handles as they would be."""
    strokes: list[Stroke] = []
    marks: list[Mark] = []
    for element_id, item in edit.after.items():
        if isinstance(item, Element):
            strokes.append(Stroke(line_through(item), "closing"))
            marks.extend(Mark(item.points[i], "snap") for i in sorted(handles.get(element_id, ())))
    crossed = crossing(edit, handles)
    if crossed:
        strokes.append(Stroke(crossed[1], "crossing"))
        marks.append(Mark(crossed[0], "cross"))
    return Preview(tuple(strokes), (*marks_of(view, ids, handles, {}), *marks))
