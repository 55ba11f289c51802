"""Vertices: move, add and remove the corners of the selected polygons."""

from collections.abc import Iterable
from typing import ClassVar

from editor.tools import words
from editor.tools.corners import (
    Corners,
    at_places,
    crossing,
    editable,
    handles,
    joined,
    polygon_at,
    polygon_of,
    selected_corners,
    toggled,
)
from editor.tools.gesture import (
    CORNER_REACH,
    OUTLINE_REACH,
    Gesture,
    GestureTool,
    added,
    box,
    nudge_of,
    vector_of,
)
from editor.tools.tool import (
    Change,
    Effect,
    KeyResult,
    Mark,
    Pointer,
    Preview,
    Select,
    Stroke,
    ToolView,
)
from editor.tools.words import vertices as say
from navcore.errors import NavcoreError
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Level, Point
from navcore.level.pick import CornerHit, EdgeHit, pick_index


class _Move(Gesture):
    """Corners that follow the mouse."""

    def __init__(
        self, pointer: Pointer, view: ToolView, taken: Corners, anchor: Point, clicked: Corners
    ) -> None:
        """`taken` is what a drag moves, `clicked` what a click selects or toggles."""
        super().__init__(pointer, view)
        self._taken = taken
        self._clicked = clicked
        self._anchor = anchor
        self._vector = (0.0, 0.0)
        self._edit = Edit()
        self._reason = ""

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        keys = self.pressed.modifiers
        if keys.shift or keys.ctrl:
            return Select(view.selection, toggled(selected_corners(view), self._clicked))
        return Select(view.selection, self._clicked)

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        self._vector = vector_of(self.pressed, pointer, self._anchor, view, tuple(self._taken))
        try:
            self._edit = operations.move_corners(self.level, self._taken, self._vector)
            self._reason = ""
        except NavcoreError as error:
            self._reason = str(error)
        return self._edit

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        self.drag(pointer, view)
        return Change(self._edit, Select(view.selection, self._taken))

    def preview(self, view: ToolView) -> Preview:
        marks = handles(view.level, view, self._taken, self._taken)
        strokes: tuple[Stroke, ...] = ()
        crossed = crossing(self._edit, self._taken) if self.moving else None
        if crossed:
            strokes = (Stroke(crossed[1], "crossing"),)
            marks = (*marks, Mark(crossed[0], "cross"))
        if self.moving:
            marks = (*marks, Mark(added(self._anchor, self._vector), "snap"))
        return Preview(strokes, marks)

    def hint(self, view: ToolView) -> str:
        if not self.moving:
            return ""
        if self._reason:
            return words.refused(self._reason, words.ESC_BACK)
        crossed = crossing(self._edit, self._taken)
        if crossed:
            return words.crosses(crossed[0], words.MOVE_BACK)
        return say.moving_corners(sum(map(len, self._taken.values())), self._vector)


class _Insert(Gesture):
    """A corner that a drag pulls out of an edge; a click takes the edge."""

    def __init__(
        self, pointer: Pointer, view: ToolView, edges: list[EdgeHit], clicked: Corners
    ) -> None:
        super().__init__(pointer, view)
        self._edges = edges
        self._clicked = clicked
        self._at = edges[0].place

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        keys = self.pressed.modifiers
        if keys.shift or keys.ctrl:
            return Select(view.selection, joined(selected_corners(view), self._clicked))
        return Select(view.selection, self._clicked)

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        anchor = self._edges[0].place
        own = {edge.element for edge in self._edges}
        self._at = added(anchor, vector_of(self.pressed, pointer, anchor, view, own))
        return _inserted(self.level, self._edges, self._at)

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        self.drag(pointer, view)
        edit = _inserted(self.level, self._edges, self._at)
        return Change(edit, Select(view.selection, _new_corners(self._edges)))

    def preview(self, view: ToolView) -> Preview:
        if not self.moving:
            return Preview(marks=handles(view.level, view, selected_corners(view), {}))
        new = _new_corners(self._edges)
        return Preview(marks=handles(view.level, view, new, new))

    def hint(self, view: ToolView) -> str:
        return say.adding_corner(self._at) if self.moving else ""


class _Box(Gesture):
    """A box over corners; a click selects the polygon below."""

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        keys = self.pressed.modifiers
        index = pick_index(view.level)
        reach = view.pixels(OUTLINE_REACH)
        hits = [
            element_id
            for element_id in index.at(self.pressed.position, reach, view.untouchable)
            if polygon_of(view.level, element_id) is not None
        ]
        corners = selected_corners(view)
        if keys.shift or keys.ctrl:
            if not hits:
                return None
            selected = view.selection ^ {hits[0]}
            return Select(selected, {i: c for i, c in corners.items() if i in selected})
        if keys.alt and len(hits) > 1:
            lowest = max((n for n, hit in enumerate(hits) if hit in view.selection), default=0)
            return Select(frozenset({hits[(lowest + 1) % len(hits)]}))
        if any(corners.values()) and (not hits or hits[0] in view.selection):
            return Select(view.selection)
        return Select(frozenset(hits[:1]))

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        inside = self._inside(view)
        keys = self.pressed.modifiers
        if keys.shift or keys.ctrl:
            inside = joined(selected_corners(view), inside)
        return Select(view.selection | frozenset(inside), inside)

    def preview(self, view: ToolView) -> Preview:
        if not self.moving:
            return Preview(marks=handles(view.level, view, selected_corners(view), {}))
        band = Stroke(box(self.pressed.position, self.pointer.position), "rubber_band", closed=True)
        return Preview((band,), handles(view.level, view, self._inside(view), {}))

    def hint(self, view: ToolView) -> str:
        if not self.moving:
            return ""
        return say.box_takes_corners(sum(map(len, self._inside(view).values())))

    def _inside(self, view: ToolView) -> Corners:
        """Corners of the selected polygons; of all that are seen if none is selected."""
        ids = editable(view)
        index = pick_index(view.level)
        found = index.corners_in_box(self.pressed.position, self.pointer.position, ids or None)
        return {i: corners for i, corners in found.items() if i not in view.untouchable}


class VerticesTool(GestureTool):
    """Edits the corners of the selected polygons."""

    name: ClassVar[str] = "vertices"
    title: ClassVar[str] = "Vertices"
    summary: ClassVar[str] = "Move, add and remove corners"
    shortcut: ClassVar[str] = "E"
    place: ClassVar[tuple[int, int]] = (0, 1)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """A corner or an edge is dragged or taken, else a box opens."""
        self._pointer = pointer
        target = _target(pointer, view)
        corners = selected_corners(view)
        if isinstance(target, CornerHit):
            group = _together(target, pointer, view)
            selected = target.index in corners.get(target.element, frozenset())
            taken = joined(corners, group) if selected and not pointer.modifiers.alt else group
            return self.begin(_Move(pointer, view, taken, target.place, group))
        if isinstance(target, EdgeHit):
            ends = _ends_of(target, pointer, view)
            if _is_taken(target, view):
                anchor = polygon_at(view.level, target.element).polygon[target.index]
                return self.begin(_Move(pointer, view, corners, anchor, ends))
            edges = _coinciding(target, pointer, view)
            return self.begin(_Insert(pointer, view, edges, ends))
        return self.begin(_Box(pointer, view))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """A corner is added to the edge, where it is."""
        target = _target(pointer, view)
        if not isinstance(target, EdgeHit):
            return None
        edges = _coinciding(target, pointer, view)
        edit = _inserted(view.level, edges, target.place)
        return Change(edit, Select(view.selection, _new_corners(edges)))

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Delete removes corners, arrows nudge them, Tab goes on to the next one."""
        corners = selected_corners(view)
        if key in {"Tab", "Shift+Tab"}:
            return self._next(view, corners, 1 if key == "Tab" else -1)
        if not corners:
            return KeyResult()
        if key == "Escape":
            return KeyResult(True, Select(view.selection))
        if key in {"Delete", "Backspace"}:
            edit = operations.delete_corners(view.level, corners)
            gone = {element_id for element_id, item in edit.after.items() if item is None}
            return KeyResult(True, Change(edit, Select(view.selection - gone)))
        vector = nudge_of(key, view)
        if vector is None:
            return KeyResult()
        try:
            edit = operations.move_corners(view.level, corners, vector)
        except NavcoreError:
            # An outline that would enclose nothing stays as it is.
            return KeyResult(True)
        return KeyResult(True, Change(edit, Select(view.selection, corners)))

    def idle_preview(self, view: ToolView) -> Preview:
        """Handles, and what a press here takes."""
        corners = selected_corners(view)
        target = _target(self._pointer, view) if self._pointer else None
        if isinstance(target, CornerHit) and self._pointer:
            group = _together(target, self._pointer, view)
            return Preview(marks=handles(view.level, view, corners, group))
        marks = handles(view.level, view, corners, {})
        if isinstance(target, EdgeHit):
            ring = polygon_at(view.level, target.element).polygon
            edge = (ring[target.index], ring[(target.index + 1) % len(ring)])
            if not _is_taken(target, view):
                marks = (*marks, Mark(target.place, "plus"))
            return Preview((Stroke(edge, "hover_edge"),), marks)
        if self._pointer is not None:
            reach = view.pixels(OUTLINE_REACH)
            for hit in pick_index(view.level).at(self._pointer.position, reach, view.untouchable):
                polygon = polygon_of(view.level, hit)
                if polygon is not None:
                    if hit in view.selection:
                        break
                    return Preview((Stroke(polygon.polygon, "hover", closed=True),), marks)
        return Preview(marks=marks)

    def idle_hint(self, view: ToolView) -> str:
        """What a press here takes."""
        target = _target(self._pointer, view) if self._pointer else None
        if isinstance(target, CornerHit):
            return say.vertices_over_corner()
        if isinstance(target, EdgeHit):
            if _is_taken(target, view):
                return say.vertices_over_taken_edge()
            return say.vertices_over_edge()
        return say.vertices_idle() if editable(view) else say.vertices_no_shape()

    def _next(self, view: ToolView, corners: Corners, step: int) -> KeyResult:
        """The corner after the selected one, round all selected polygons."""
        ids = editable(view)
        ring = [
            (polygon.id, index)
            for polygon in view.level.polygons()
            if polygon.id in ids
            for index in range(len(polygon.polygon))
        ]
        if not ring:
            return KeyResult()
        at = [n for n, (i, index) in enumerate(ring) if index in corners.get(i, ())]
        if not at:
            chosen = ring[0 if step > 0 else -1]
        else:
            chosen = ring[((at[-1] if step > 0 else at[0]) + step) % len(ring)]
        return KeyResult(True, Select(view.selection, {chosen[0]: frozenset({chosen[1]})}))


def _target(pointer: Pointer, view: ToolView) -> CornerHit | EdgeHit | None:
    ids = editable(view)
    if not ids:
        return None
    index = pick_index(view.level)
    corner = index.corner_at(pointer.position, view.pixels(CORNER_REACH), ids)
    return corner or index.edge_at(pointer.position, view.pixels(OUTLINE_REACH), ids)


def _together(corner: CornerHit, pointer: Pointer, view: ToolView) -> Corners:
    """The corner and those in the same place; with Alt it alone."""
    if pointer.modifiers.alt:
        return {corner.element: frozenset({corner.index})}
    return at_places(view, [corner.place])


def _ends_of(edge: EdgeHit, pointer: Pointer, view: ToolView) -> Corners:
    ring = polygon_at(view.level, edge.element).polygon
    ends = (edge.index, (edge.index + 1) % len(ring))
    if pointer.modifiers.alt:
        return {edge.element: frozenset(ends)}
    return at_places(view, [ring[end] for end in ends])


def _is_taken(edge: EdgeHit, view: ToolView) -> bool:
    """Whether both corners of the edge are selected."""
    size = len(polygon_at(view.level, edge.element).polygon)
    corners = selected_corners(view).get(edge.element, frozenset())
    return {edge.index, (edge.index + 1) % size} <= corners


def _coinciding(edge: EdgeHit, pointer: Pointer, view: ToolView) -> list[EdgeHit]:
    """The edge, and those of other selected polygons between the same two places."""
    ring = polygon_at(view.level, edge.element).polygon
    ends = {ring[edge.index], ring[(edge.index + 1) % len(ring)]}
    edges = [edge]
    if pointer.modifiers.alt:
        return edges
    for element_id in sorted(editable(view) - {edge.element}):
        other = polygon_at(view.level, element_id).polygon
        for index, corner in enumerate(other):
            if {corner, other[(index + 1) % len(other)]} == ends:
                edges.append(EdgeHit(element_id, index, edge.place))
                break
    return edges


def _inserted(level: Level, edges: Iterable[EdgeHit], at: Point) -> Edit:
    edit = Edit()
    for edge in edges:
        edit = edit.then(operations.insert_corner(level, edge.element, edge.index, at))
    return edit


def _new_corners(edges: Iterable[EdgeHit]) -> Corners:
    return {edge.element: frozenset({edge.index + 1}) for edge in edges}


TOOLS = (VerticesTool,)
