"""Vertices: move, add and remove the handles of the selected polygons."""

import math
from typing import ClassVar

from editor.numbers import read_place
from editor.tools import messages
from editor.tools.gesture import HANDLE_REACH, OUTLINE_REACH, Gesture, GestureTool, nudge_of
from editor.tools.handle_gestures import BoxHandles, InsertHandle, MoveHandles, elements_at
from editor.tools.handles import (
    Handles,
    at_places,
    beneath,
    coinciding,
    count_of,
    crossing,
    dropped,
    editable,
    ends_of,
    handles_of,
    inserted,
    is_taken,
    joined,
    marks_of,
    new_handles,
    normals,
    on_edge,
    places_of,
    polygon_at,
    selected_handles,
    together,
)
from editor.tools.messages import handles as say
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, KeyResult, Pointer, Select, ToolView, Typing
from navcore.errors import NavcoreError
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.handles import HandleHit, SideHit
from navcore.level.model import Point, Polygon
from navcore.level.pick import pick_index


class VerticesTool(GestureTool):
    """Edits the handles of the selected polygons."""

    name: ClassVar[str] = "vertices"
    title: ClassVar[str] = mark("Vertices")
    summary: ClassVar[str] = mark("Move, add and remove handles")
    shortcut: ClassVar[str] = "E"
    place: ClassVar[tuple[int, int]] = (0, 1)
    shows_handles: ClassVar[bool] = True

    def __init__(self) -> None:
        """Nothing in hand, nothing typed."""
        super().__init__()
        self._typed: Edit | None = None

    def activate(self) -> None:
        """Start with a clean slate."""
        super().activate()
        self._typed = None

    def deactivate(self, view: ToolView) -> Effect:
        """Let the handles go: other tools know whole elements."""
        super().deactivate(view)
        self._typed = None
        return Select(view.selection) if view.handles else None

    # Mouse.

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """A handle or an edge is dragged or taken, else a box opens."""
        self._pointer = pointer
        target = _target(pointer, view)
        if isinstance(target, HandleHit):
            return self.begin(_on_handle(target, pointer, view))
        if isinstance(target, SideHit):
            return self.begin(_on_edge(target, pointer, view))
        return self.begin(BoxHandles(pointer, view))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """A handle is added to the edge, where it is."""
        target = _target(pointer, view)
        if not isinstance(target, SideHit):
            return None
        edge = on_edge(target, pointer, view)
        edges = coinciding(edge, view, alone=pointer.modifiers.alt)
        edit = inserted(view.level, edges, edge.place)
        return Change(edit, Select(view.selection, new_handles(edges, edit)))

    # Keys.

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Delete removes handles, arrows nudge them, Tab goes on to the next one."""
        if key in {"Tab", "Shift+Tab"}:
            return _next(view, 1 if key == "Tab" else -1)
        handles = selected_handles(view)
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
        edit = operations.move_handles(view.level, handles, vector)
        return KeyResult(True, Change(edit, Select(view.selection, handles)), merges=True)

    # Typing.

    def typing(self, view: ToolView) -> Typing | None:
        """Where the selected handle goes, or how far several do."""
        places = places_of(view.level, selected_handles(view))
        if not places:
            return None
        return Typing(say.type_place() if len(places) == 1 else say.type_way())

    def typed(self, text: str, view: ToolView) -> str:
        """Show where it would go."""
        self._typed = None
        try:
            self._typed = _read(text, view)
        except NavcoreError as fault:
            return str(fault)
        return ""

    def enter(self, text: str, view: ToolView) -> Effect:
        """Put the handle there, or move them all that far."""
        handles = selected_handles(view)
        edit, left = dropped(view.level, _read(text, view), handles)
        self._typed = None
        return Change(edit, Select(view.selection, left))

    def untyped(self) -> None:
        """Nothing is typed any more."""
        self._typed = None

    # What is shown.

    def idle_preview(self, view: ToolView) -> Preview:
        """Handles, and what a press here takes."""
        handles = selected_handles(view)
        if self._typed is not None:
            return _preview_of(self._typed, handles, view)
        pointer = self._pointer
        target = _target(pointer, view) if pointer else None
        if isinstance(target, HandleHit) and pointer:
            group = together(target, view, alone=pointer.modifiers.alt)
            return Preview(marks=marks_of(view.level, view, handles, group))
        marks = marks_of(view.level, view, handles, {})
        if isinstance(target, SideHit) and pointer:
            if not is_taken(target, view):
                marks = (*marks, Mark(on_edge(target, pointer, view).place, "plus"))
            return Preview((Stroke(ends_of(view.level, target), "hover_edge"),), marks)
        hits = elements_at(pointer.position, view) if pointer else []
        if hits and hits[0] not in view.selection:
            ring = polygon_at(view.level, hits[0]).polygon
            return Preview((Stroke(ring, "hover", closed=True),), marks)
        return Preview(marks=marks)

    def idle_hint(self, view: ToolView) -> str:
        """What a press here takes."""
        handles = selected_handles(view)
        if self._typed is not None:
            return say.enter_moves(count_of(handles))
        target = _target(self._pointer, view) if self._pointer else None
        if isinstance(target, HandleHit):
            shared = count_of(at_places(view, [target.place])) > 1
            chosen = target.index in handles.get(target.element, ())
            return say.over_handle(count_of(handles) if chosen else 1, shared=shared)
        if isinstance(target, SideHit):
            return say.over_taken_edge() if is_taken(target, view) else say.over_edge()
        hits = elements_at(self._pointer.position, view) if self._pointer else []
        if hits and hits[0] not in view.selection:
            return say.over_shape(messages.these([polygon_at(view.level, hits[0])]))
        if handles:
            places = places_of(view.level, handles)
            return say.some_handles(count_of(handles), one_place=len(places) == 1)
        return say.no_handles() if editable(view) else say.no_shape()


def _target(pointer: Pointer, view: ToolView) -> HandleHit | SideHit | None:
    ids = editable(view)
    if not ids:
        return None
    index = pick_index(view.level)
    handle = index.handles.at(pointer.position, view.pixels(HANDLE_REACH), ids)
    return handle or index.handles.side_at(pointer.position, view.pixels(OUTLINE_REACH), ids)


def _on_handle(handle: HandleHit, pointer: Pointer, view: ToolView) -> Gesture:
    """A press on a handle moves it, with all that are selected if it is one of them."""
    keys = pointer.modifiers
    handles = selected_handles(view)
    group = together(handle, view, alone=keys.alt)
    selected = handle.index in handles.get(handle.element, ())
    taken = joined(handles, group) if (selected or keys.shift or keys.ctrl) else group
    if keys.alt:
        return MoveHandles(pointer, view, group, handle.place, beneath(handle, view))
    return MoveHandles(pointer, view, taken, handle.place, group)


def _on_edge(target: SideHit, pointer: Pointer, view: ToolView) -> Gesture:
    """A press on a selected edge moves what is selected; on another it pulls a handle out."""
    alone = pointer.modifiers.alt
    ends = handles_of(target, view, alone=alone)
    across = normals(view.level, target)
    if is_taken(target, view):
        nearer = min(ends_of(view.level, target), key=lambda end: math.dist(end, pointer.position))
        return MoveHandles(pointer, view, selected_handles(view), nearer, ends, across)
    edge = on_edge(target, pointer, view)
    return InsertHandle(pointer, view, edge, ends, across, alone=alone)


def _next(view: ToolView, step: int) -> KeyResult:
    """The handles in the place after the selected one, round all selected polygons."""
    ids = editable(view)
    if not ids:
        return KeyResult()
    level = view.level
    every = {i: frozenset(range(len(polygon_at(level, i).polygon))) for i in ids}
    ring = places_of(level, every)
    chosen = set(places_of(level, selected_handles(view)))
    at = [number for number, place in enumerate(ring) if place in chosen]
    start = (at[-1] if step > 0 else at[0]) if at else (-1 if step > 0 else 0)
    return KeyResult(
        True, Select(view.selection, at_places(view, [ring[(start + step) % len(ring)]]))
    )


def _read(text: str, view: ToolView) -> Edit:
    """The move that the text says: of one place to another, or of several by a vector.

    Raises:
        NavcoreError: if it says none, or an outline would enclose nothing.
    """
    handles = selected_handles(view)
    places = places_of(view.level, handles)
    if len(places) == 1:
        return operations.drag_handles(view.level, handles, places[0], read_place(text, places[0]))
    return operations.move_handles(view.level, handles, read_place(text, (0.0, 0.0)))


def _preview_of(edit: Edit, handles: Handles, view: ToolView) -> Preview:
    """Outlines as they would be."""
    strokes: list[Stroke] = []
    marks: list[Mark] = []
    for element_id, item in edit.after.items():
        if isinstance(item, Polygon):
            strokes.append(Stroke(item.polygon, "closing", closed=True))
            places: list[Point] = [item.polygon[i] for i in sorted(handles.get(element_id, ()))]
            marks.extend(Mark(place, "snap") for place in places)
    crossed = crossing(edit, handles)
    if crossed:
        strokes.append(Stroke(crossed[1], "crossing"))
        marks.append(Mark(crossed[0], "cross"))
    return Preview(tuple(strokes), (*marks_of(view.level, view, handles, {}), *marks))


TOOLS = (VerticesTool,)
