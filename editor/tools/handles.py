"""Handles of the selected polygons: which there are, how sets of them combine and look."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from editor.tools.lines import AXES
from editor.tools.preview import Mark
from editor.tools.tool import Line, Pointer, ToolView
from navcore.geometry.edge_bounds import crossing_among
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.handles import HandleHit, SideHit
from navcore.level.model import Level, Point, Polygon, Ring
from navcore.level.pick import pick_index

Handles: TypeAlias = Mapping[int, frozenset[int]]
"""Ids of polygons -> indices of handles."""

MOST_WATCHED: Final = 64
"""Of more edges that change, so many are watched for crossings while they move."""

MOST_HANDLES: Final = 20_000
"""Handles of one polygon that all have handles; of more, those that are selected or hovered."""

GHOST_REACH: Final = 12.0
"""Pixels from the mouse within which a new handle snaps along its edge."""


def editable(view: ToolView) -> frozenset[int]:
    """The selected polygons that are neither locked nor hidden."""
    found = (polygon_of(view.level, i) for i in view.selection - view.untouchable)
    return frozenset(polygon.id for polygon in found if polygon)


def selected_handles(view: ToolView) -> dict[int, frozenset[int]]:
    """The selected handles that the polygons still have."""
    kept: dict[int, frozenset[int]] = {}
    for element_id in view.handles.keys() & view.selection - view.untouchable:
        polygon = polygon_of(view.level, element_id)
        size = len(polygon.polygon) if polygon else 0
        indices = frozenset(index for index in view.handles[element_id] if index < size)
        if indices:
            kept[element_id] = indices
    return kept


def polygon_of(level: Level, element_id: int) -> Polygon | None:
    """The polygon with this id, or None."""
    return level.areas.get(element_id) or level.obstacles.get(element_id)


def polygon_at(level: Level, element_id: int) -> Polygon:
    """The polygon with this id.

    Raises:
        KeyError: if there is none.
    """
    polygon = polygon_of(level, element_id)
    if polygon is None:
        raise KeyError(element_id)
    return polygon


def count_of(handles: Handles) -> int:
    """How many handles these are."""
    return sum(map(len, handles.values()))


def places_of(level: Level, handles: Handles) -> list[Point]:
    """Where they are, each place once, by polygon and around it."""
    places = (
        polygon_at(level, element_id).polygon[index]
        for element_id in sorted(handles)
        for index in sorted(handles[element_id])
    )
    return list(dict.fromkeys(places))


def at_places(view: ToolView, places: Iterable[Point]) -> Handles:
    """The selected polygons' handles in these places."""
    index = pick_index(view.level)
    ids = editable(view)
    found: dict[int, frozenset[int]] = {}
    for place in places:
        for hit in index.handles.all_at(place, ids):
            found[hit.element] = found.get(hit.element, frozenset()) | {hit.index}
    return found


def joined(one: Handles, other: Handles) -> Handles:
    """What is in either."""
    ids = one.keys() | other.keys()
    return {i: one.get(i, frozenset()) | other.get(i, frozenset()) for i in ids}


def toggled(handles: Handles, group: Handles) -> Handles:
    """The group taken out if all of it was selected, else added."""
    if all(group[i] <= handles.get(i, frozenset()) for i in group):
        left = {i: handles[i] - group.get(i, frozenset()) for i in handles}
        return {i: indices for i, indices in left.items() if indices}
    return joined(handles, group)


def together(handle: HandleHit, view: ToolView, *, alone: bool) -> Handles:
    """The handle and those in the same place, or it alone: of several the one selected alone."""
    if not alone:
        return at_places(view, [handle.place])
    stack = [
        _only(hit) for hit in pick_index(view.level).handles.all_at(handle.place, editable(view))
    ]
    selected = selected_handles(view)
    return selected if selected in stack else _only(handle)


def beneath(handle: HandleHit, view: ToolView) -> Handles:
    """Of the handles in one place, the one after that which is selected alone."""
    stack = [
        _only(hit) for hit in pick_index(view.level).handles.all_at(handle.place, editable(view))
    ]
    selected = selected_handles(view)
    return stack[(stack.index(selected) + 1) % len(stack)] if selected in stack else _only(handle)


def _only(hit: HandleHit) -> dict[int, frozenset[int]]:
    return {hit.element: frozenset({hit.index})}


# Edges.


def ends_of(level: Level, edge: SideHit) -> tuple[Point, Point]:
    """Both ends of an edge."""
    ring = polygon_at(level, edge.element).polygon
    return ring[edge.index], ring[(edge.index + 1) % len(ring)]


def handles_of(edge: SideHit, view: ToolView, *, alone: bool) -> Handles:
    """Both handles of an edge, with those in the same places or alone."""
    size = len(polygon_at(view.level, edge.element).polygon)
    if alone:
        return {edge.element: frozenset({edge.index, (edge.index + 1) % size})}
    return at_places(view, ends_of(view.level, edge))


def is_taken(edge: SideHit, view: ToolView) -> bool:
    """Whether both handles of the edge are selected."""
    size = len(polygon_at(view.level, edge.element).polygon)
    handles = selected_handles(view).get(edge.element, frozenset())
    return {edge.index, (edge.index + 1) % size} <= handles


def normals(level: Level, edge: SideHit) -> tuple[Point, ...]:
    """What Shift locks an edge to: square to itself, or an axis."""
    (ax, az), (bx, bz) = ends_of(level, edge)
    across = (az - bz, bx - ax)
    return AXES if 0.0 in across else (across, *AXES)


def on_edge(edge: SideHit, pointer: Pointer, view: ToolView) -> SideHit:
    """The edge with the place where a new handle would go: it snaps along the edge.

    Near the mouse and between the ends; else it is the place nearest to the mouse.
    """
    a, b = ends_of(view.level, edge)
    length = math.dist(a, b)
    if length == 0:
        return edge
    line = Line(a, (b[0] - a[0], b[1] - a[1]), shown=False)
    place = view.snap(pointer.position, (), other=pointer.modifiers.ctrl, along=line)
    between = 0 < math.dist(a, place) < length and 0 < math.dist(b, place) < length
    if between and math.dist(place, pointer.position) <= view.pixels(GHOST_REACH):
        return SideHit(edge.element, edge.index, place)
    return edge


def coinciding(edge: SideHit, view: ToolView, *, alone: bool) -> list[SideHit]:
    """The edge, and those of other selected polygons between the same two places."""
    ends = set(ends_of(view.level, edge))
    edges = [edge]
    if alone:
        return edges
    index = pick_index(view.level)
    ids = editable(view) - {edge.element}
    for hit in index.handles.all_at(next(iter(ends)), ids):
        ring = polygon_at(view.level, hit.element).polygon
        for number in (hit.index - 1, hit.index):
            if {ring[number], ring[(number + 1) % len(ring)]} == ends:
                edges.append(SideHit(hit.element, number % len(ring), edge.place))
                break
    return edges


def inserted(level: Level, edges: Iterable[SideHit], at: Point) -> Edit:
    """A handle more in each of these edges; none where it would lie on an end."""
    edit = Edit()
    for edge in edges:
        if at not in ends_of(level, edge):
            edit = edit.then(operations.insert_handle(level, edge.element, edge.index, at))
    return edit


def new_handles(edges: Iterable[SideHit], edit: Edit) -> Handles:
    """The handles that `inserted` made."""
    return {e.element: frozenset({e.index + 1}) for e in edges if e.element in edit.after}


# What comes of a gesture.


def dropped(level: Level, edit: Edit, handles: Handles) -> tuple[Edit, Handles]:
    """A move of handles with those that were dropped on a neighbour merged, and its handles."""
    after = edit.apply(level)
    merged = operations.merge_handles(after, handles)
    if not merged:
        return edit, handles
    final = merged.apply(after)
    found: dict[int, frozenset[int]] = {}
    for element_id, indices in handles.items():
        before = polygon_at(after, element_id).polygon
        places = {before[index] for index in indices}
        ring = polygon_at(final, element_id).polygon
        found[element_id] = frozenset(n for n, handle in enumerate(ring) if handle in places)
    return edit.then(merged), found


def crossing(edit: Edit, handles: Handles) -> tuple[Point, tuple[Point, Point]] | None:
    """Where an edge at a moved handle crosses its outline, and that edge."""
    left = MOST_WATCHED
    for element_id, indices in handles.items():
        item = edit.after.get(element_id)
        if not isinstance(item, Polygon) or left <= 0:
            continue
        ring = item.polygon
        edges = list(_changing(ring, indices))[:left]
        left -= max(1, len(edges))
        found = crossing_among(ring, edges)
        if found is not None:
            place, edge = found
            return place, (ring[edge], ring[(edge + 1) % len(ring)])
    return None


def _changing(ring: Ring, indices: frozenset[int]) -> Iterator[int]:
    """Edges at these handles; first those that stretch, of which one end stays."""
    if len(indices) == len(ring):
        return
    edges = sorted({e % len(ring) for index in indices for e in (index - 1, index)})
    yield from sorted(edges, key=lambda edge: {edge, (edge + 1) % len(ring)} <= indices)


# How they look.


def marks_of(level: Level, view: ToolView, selected: Handles, hovered: Handles) -> tuple[Mark, ...]:
    """Handles at all handles of the selected polygons; the hovered ones in front."""
    ids = editable(view) | selected.keys()
    marks = _HANDLES.of(level, ids, selected)
    over = (
        Mark(polygon.polygon[index], "handle_hover")
        for element_id, indices in hovered.items()
        if (polygon := polygon_of(level, element_id)) is not None
        for index in sorted(indices - selected.get(element_id, frozenset()))
        if index < len(polygon.polygon)
    )
    return (*marks, *over)


class _Handles:
    """The last handles that were asked for: with nothing changed they are the same."""

    def __init__(self) -> None:
        self._key: tuple[Level, frozenset[int], Handles] | None = None
        self._marks: tuple[Mark, ...] = ()
        self._rings: dict[int, _Marked] = {}

    def of(self, level: Level, ids: frozenset[int], selected: Handles) -> tuple[Mark, ...]:
        """Handles at all handles, the selected ones in front."""
        known = self._key
        if known is None or known[0] is not level or known[1:] != (ids, selected):
            self._key = (level, ids, dict(selected))
            self._marks = self._made(level, ids, selected)
        return self._marks

    def _made(self, level: Level, ids: frozenset[int], selected: Handles) -> tuple[Mark, ...]:
        plain: list[Mark] = []
        front: list[Mark] = []
        rings: dict[int, _Marked] = {}
        for element_id in sorted(ids):
            polygon = polygon_of(level, element_id)
            if polygon is None:
                continue
            if len(polygon.polygon) > MOST_HANDLES:
                chosen = sorted(selected.get(element_id, frozenset()))
                front.extend(Mark(polygon.polygon[index], "handle_selected") for index in chosen)
                continue
            marked = _marked(polygon.polygon, self._rings.get(element_id))
            rings[element_id] = marked
            taken = selected.get(element_id)
            if not taken:
                plain.extend(marked[1])
                continue
            plain.extend(mark for index, mark in enumerate(marked[1]) if index not in taken)
            front.extend(
                Mark(handle, "handle_selected")
                for index, handle in enumerate(polygon.polygon)
                if index in taken
            )
        self._rings = rings
        return (*plain, *front)


_Marked: TypeAlias = tuple[Ring, list[Mark]]
"""An outline, and the handles of its handles."""


def _marked(ring: Ring, before: _Marked | None) -> _Marked:
    """Handles of an outline; those of handles that stayed are the same as before."""
    if before is None or len(before[0]) != len(ring):
        return ring, [Mark(handle, "handle") for handle in ring]
    if before[0] is ring:
        return before
    pairs = zip(ring, before[1], strict=True)
    return ring, [mark if mark.at is handle else Mark(handle, "handle") for handle, mark in pairs]


_HANDLES: Final = _Handles()
