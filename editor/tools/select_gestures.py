"""Gestures of the select tool: a click, a box, elements that follow the mouse."""

from collections.abc import Collection

from editor.tools import messages, run
from editor.tools.along import MOST_OUTLINED, along_of, clauses
from editor.tools.gesture import (
    OUTLINE_REACH,
    Copies,
    Gesture,
    added,
    box,
    outline_of,
    taken_elements,
    vector_of,
)
from editor.tools.handles import (
    Handles,
    apart,
    count_of,
    joined,
    marks_of,
    selected_handles,
    words_of,
)
from editor.tools.messages import handles as handles_say
from editor.tools.messages import select as say
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.route_hits import with_routes
from editor.tools.tool import Change, Effect, Modifiers, Pointer, Select, ToolView, UseTool
from navcore.geometry.shapes import round_middle
from navcore.level import operations
from navcore.level.companions import ends_of
from navcore.level.doorways import Parting, partings
from navcore.level.edit import Edit
from navcore.level.model import Point, Polygon
from navcore.level.pick import pick_index


class Press(Gesture):
    """A press that only a click makes something of; the second of two opens a shape's corners."""

    def __init__(self, pointer: Pointer, view: ToolView, hits: list[int]) -> None:
        """`hits` lie under the press, smallest first."""
        super().__init__(pointer, view)
        self._hits = hits
        self.second = False

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Select; with Shift or Ctrl add or remove; a second one opens the corners of a shape."""
        modifiers = self.pressed.modifiers
        target = clicked(self._hits, view.selection, modifiers)
        if modifiers.shift or modifiers.ctrl:
            return Select(view.selection ^ {target}) if target is not None else None
        selected = Select(frozenset() if target is None else frozenset({target}))
        shape = target is not None and isinstance(view.level.get(target), Polygon)
        return UseTool("vertices", selected) if self.second and shape else selected


class Box(Press):
    """A selection box: it selects elements inside it, with Alt all that it touches.

    If it contains no element, it selects handles of selected elements.
    """

    def __init__(self, pointer: Pointer, view: ToolView, hits: list[int]) -> None:
        """Start with no element inside."""
        super().__init__(pointer, view, hits)
        self._taken: list[int] = []

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """Find the elements that it takes."""
        ends, touched = (self.pressed.position, pointer.position), pointer.modifiers.alt
        found = pick_index(view.level).in_box(*ends, view.untouchable, touched=touched)
        self._taken = [*found, *run.in_box(*ends, view, touched=touched)]
        return None

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Select them, or the handles; with Shift or Ctrl in addition."""
        self.drag(pointer, view)
        taken = frozenset(self._taken)
        handles = self._handles(view)
        if handles:
            return Select(view.selection, handles)
        return Select(view.selection | taken if self._adds else taken)

    def _handles(self, view: ToolView) -> Handles:
        """Return the handles in the box, and with Shift or Ctrl the selected ones."""
        ids = apart(view)
        if self._taken or not ids:
            return {}
        ends = (self.pressed.position, self.pointer.position)
        found = pick_index(view.level).handles.in_box(*ends, ids, view.elsewhere)
        return joined(selected_handles(view, ids), found) if found and self._adds else found

    @property
    def _adds(self) -> bool:
        return self.pressed.modifiers.shift or self.pressed.modifiers.ctrl

    def preview(self, view: ToolView) -> Preview:
        """Return the box, and what would be selected."""
        if not self.moving:
            return Preview()
        band = Stroke(box(self.pressed.position, self.pointer.position), "rubber_band", closed=True)
        handles = self._handles(view)
        if handles:
            return Preview((band,), marks_of(view, apart(view), handles, {}))
        if len(self._taken) > MOST_OUTLINED:
            return Preview((band,))
        taken = run.taken(view, self._taken)
        return Preview((band, *(outline_of(element, "hover", view) for element in taken)))

    def hint(self, view: ToolView) -> str:
        """Return what releasing selects."""
        if not self.moving:
            return ""
        handles = self._handles(view)
        if handles:
            words = words_of(view.level, handles)
            return handles_say.box_takes_handles(words, count_of(handles), adding=self._adds)
        taken = run.taken(view, self._taken)
        what = messages.these(taken) if taken else ""
        return say.box_takes(what, adding=self._adds, touched=self.pointer.modifiers.alt)


class Move(Press):
    """Elements that follow the mouse, with the companions of rooms.

    With Alt their copies follow the mouse.
    """

    def __init__(
        self, pointer: Pointer, view: ToolView, hits: list[int], ids: frozenset[int]
    ) -> None:
        """Start moving these elements."""
        super().__init__(pointer, view, hits)
        self._ids = ids
        self._along = along_of(view, ids)
        self._moving = ids | self._along.ids | ends_of(view.level, ids)
        self._anchor = _anchor(pointer, view, hits, ids)
        what = messages.these(taken_elements(view.level, ids))
        self._what = operations.with_things(what, self._along)
        self._vector = (0.0, 0.0)
        self._copies = Copies(ids, self._along)
        self._partings: tuple[Parting, ...] = ()
        self._edit: Edit | None = None
        """The move by this vector."""

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """The elements moved, or their copies."""
        before = self._vector
        self._vector = vector_of(self.pressed, pointer, self._anchor, view, self._moving)
        if pointer.modifiers.alt:
            self._partings, self._edit = (), None
            return self._copies.edit(self.level, self._vector, view)
        # The mouse moves several times before it reaches the next place to snap to.
        if self._edit is None or self._vector != before:
            self._edit = operations.move_together(self.level, self._ids, self._along, self._vector)
            self._partings = partings(self.level, self._edit)
        return self._edit

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Return the edit, with the moved elements or their copies selected."""
        edit = self.drag(pointer, view)
        if not isinstance(edit, Edit):
            return edit
        if not pointer.modifiers.alt:
            return Change(edit, Select(self._ids))
        copies = self._copies.sources(self.level)
        return Change(edit, Select(frozenset(copies)), copies)

    def preview(self, view: ToolView) -> Preview:
        """Return outlines of unselected moving elements, and the place that snaps."""
        if not self.moving:
            return Preview()
        left = tuple(Stroke(p.door.polygon, "door_left", closed=True) for p in self._partings)
        snap = Mark(added(self._anchor, self._vector), "snap")
        return Preview((*self._outlines(view), *left), (snap,))

    def _outlines(self, view: ToolView) -> tuple[Stroke, ...]:
        """Return outlines of moving unselected elements: one element, companions, or copies."""
        alt = self.pointer.modifiers.alt
        ids = self._copies.ids if alt else self._moving - view.selection - view.hidden
        if len(ids) > MOST_OUTLINED:
            return ()
        return tuple(outline_of(e, "hover", view) for e in taken_elements(view.level, ids))

    def hint(self, view: ToolView) -> str:
        """Return how far they are moved."""
        if not self.moving:
            return ""
        said = say.copying if self.pointer.modifiers.alt else say.moving
        left = say.doors_leave(self._partings)
        return said(self._what, self._vector, left, *clauses(view, self._along))


def hits_at(pointer: Pointer, view: ToolView) -> list[int]:
    """Return the elements under the mouse that a click can take, smallest first."""
    reach = view.pixels(OUTLINE_REACH)
    hits = pick_index(view.level).at(pointer.position, reach, view.untouchable)
    return with_routes(hits, pointer.position, view, reach)


def clicked(hits: list[int], selected: Collection[int], modifiers: Modifiers) -> int | None:
    """Return the smallest element, or with Alt the one beneath the selected one."""
    if not hits:
        return None
    if not modifiers.alt:
        return hits[0]
    lowest = max((n for n, element_id in enumerate(hits) if element_id in selected), default=0)
    return hits[(lowest + 1) % len(hits)]


def _anchor(pointer: Pointer, view: ToolView, hits: list[int], ids: frozenset[int]) -> Point:
    """Return the snapping place of moved elements: the nearest corner, or a round one's middle."""
    grabbed = next((hit for hit in hits if hit in ids), None)
    element = None if grabbed is None else view.level.get(grabbed)
    middle = round_middle(element.polygon) if isinstance(element, Polygon) else None
    nearest = pick_index(view.level).nearest_corner(pointer.position, ids)
    return middle or nearest or pointer.position
