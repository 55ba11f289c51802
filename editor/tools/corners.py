"""Corners of the selected polygons: which there are, how sets of them combine and look."""

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

Corners: TypeAlias = Mapping[int, frozenset[int]]
"""Ids of polygons -> indices of corners."""

MOST_WATCHED: Final = 64
"""Of more edges that change, so many are watched for crossings while they move."""

MOST_HANDLES: Final = 20_000
"""Corners of one polygon that all have handles; of more, those that are selected or hovered."""

GHOST_REACH: Final = 12.0
"""Pixels from the mouse within which a new corner snaps along its edge."""


def editable(view: ToolView) -> frozenset[int]:
    """The selected polygons that are neither locked nor hidden."""
    found = (polygon_of(view.level, i) for i in view.selection - view.untouchable)
    return frozenset(polygon.id for polygon in found if polygon)


def selected_corners(view: ToolView) -> dict[int, frozenset[int]]:
    """The selected corners that the polygons still have."""
    kept: dict[int, frozenset[int]] = {}
    for element_id in view.corners.keys() & view.selection - view.untouchable:
        polygon = polygon_of(view.level, element_id)
        size = len(polygon.polygon) if polygon else 0
        indices = frozenset(index for index in view.corners[element_id] if index < size)
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


def count_of(corners: Corners) -> int:
    """How many corners these are."""
    return sum(map(len, corners.values()))


def places_of(level: Level, corners: Corners) -> list[Point]:
    """Where they are, each place once, by polygon and around it."""
    places = (
        polygon_at(level, element_id).polygon[index]
        for element_id in sorted(corners)
        for index in sorted(corners[element_id])
    )
    return list(dict.fromkeys(places))


def at_places(view: ToolView, places: Iterable[Point]) -> Corners:
    """The selected polygons' corners in these places."""
    index = pick_index(view.level)
    ids = editable(view)
    found: dict[int, frozenset[int]] = {}
    for place in places:
        for hit in index.handles.all_at(place, ids):
            found[hit.element] = found.get(hit.element, frozenset()) | {hit.index}
    return found


def joined(one: Corners, other: Corners) -> Corners:
    """What is in either."""
    ids = one.keys() | other.keys()
    return {i: one.get(i, frozenset()) | other.get(i, frozenset()) for i in ids}


def toggled(corners: Corners, group: Corners) -> Corners:
    """The group taken out if all of it was selected, else added."""
    if all(group[i] <= corners.get(i, frozenset()) for i in group):
        left = {i: corners[i] - group.get(i, frozenset()) for i in corners}
        return {i: indices for i, indices in left.items() if indices}
    return joined(corners, group)


def together(corner: HandleHit, view: ToolView, *, alone: bool) -> Corners:
    """The corner and those in the same place, or it alone: of several the one selected alone."""
    if not alone:
        return at_places(view, [corner.place])
    stack = [
        _only(hit) for hit in pick_index(view.level).handles.all_at(corner.place, editable(view))
    ]
    selected = selected_corners(view)
    return selected if selected in stack else _only(corner)


def beneath(corner: HandleHit, view: ToolView) -> Corners:
    """Of the corners in one place, the one after that which is selected alone."""
    stack = [
        _only(hit) for hit in pick_index(view.level).handles.all_at(corner.place, editable(view))
    ]
    selected = selected_corners(view)
    return stack[(stack.index(selected) + 1) % len(stack)] if selected in stack else _only(corner)


def _only(hit: HandleHit) -> dict[int, frozenset[int]]:
    return {hit.element: frozenset({hit.index})}


# Edges.


def ends_of(level: Level, edge: SideHit) -> tuple[Point, Point]:
    """Both ends of an edge."""
    ring = polygon_at(level, edge.element).polygon
    return ring[edge.index], ring[(edge.index + 1) % len(ring)]


def corners_of(edge: SideHit, view: ToolView, *, alone: bool) -> Corners:
    """Both corners of an edge, with those in the same places or alone."""
    size = len(polygon_at(view.level, edge.element).polygon)
    if alone:
        return {edge.element: frozenset({edge.index, (edge.index + 1) % size})}
    return at_places(view, ends_of(view.level, edge))


def is_taken(edge: SideHit, view: ToolView) -> bool:
    """Whether both corners of the edge are selected."""
    size = len(polygon_at(view.level, edge.element).polygon)
    corners = selected_corners(view).get(edge.element, frozenset())
    return {edge.index, (edge.index + 1) % size} <= corners


def normals(level: Level, edge: SideHit) -> tuple[Point, ...]:
    """What Shift locks an edge to: square to itself, or an axis."""
    (ax, az), (bx, bz) = ends_of(level, edge)
    across = (az - bz, bx - ax)
    return AXES if 0.0 in across else (across, *AXES)


def on_edge(edge: SideHit, pointer: Pointer, view: ToolView) -> SideHit:
    """The edge with the place where a new corner would go: it snaps along the edge.

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
    """A corner more in each of these edges; none where it would lie on an end."""
    edit = Edit()
    for edge in edges:
        if at not in ends_of(level, edge):
            edit = edit.then(operations.insert_corner(level, edge.element, edge.index, at))
    return edit


def new_corners(edges: Iterable[SideHit], edit: Edit) -> Corners:
    """The corners that `inserted` made."""
    return {e.element: frozenset({e.index + 1}) for e in edges if e.element in edit.after}


# What comes of a gesture.


def dropped(level: Level, edit: Edit, corners: Corners) -> tuple[Edit, Corners]:
    """A move of corners with those that were dropped on a neighbour merged, and its corners."""
    after = edit.apply(level)
    merged = operations.merge_corners(after, corners)
    if not merged:
        return edit, corners
    final = merged.apply(after)
    found: dict[int, frozenset[int]] = {}
    for element_id, indices in corners.items():
        before = polygon_at(after, element_id).polygon
        places = {before[index] for index in indices}
        ring = polygon_at(final, element_id).polygon
        found[element_id] = frozenset(n for n, corner in enumerate(ring) if corner in places)
    return edit.then(merged), found


def crossing(edit: Edit, corners: Corners) -> tuple[Point, tuple[Point, Point]] | None:
    """Where an edge at a moved corner crosses its outline, and that edge."""
    left = MOST_WATCHED
    for element_id, indices in corners.items():
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
    """Edges at these corners; first those that stretch, of which one end stays."""
    if len(indices) == len(ring):
        return
    edges = sorted({e % len(ring) for index in indices for e in (index - 1, index)})
    yield from sorted(edges, key=lambda edge: {edge, (edge + 1) % len(ring)} <= indices)


# How they look.


def handles(level: Level, view: ToolView, selected: Corners, hovered: Corners) -> tuple[Mark, ...]:
    """Handles at all corners of the selected polygons; the hovered ones in front."""
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
        self._key: tuple[Level, frozenset[int], Corners] | None = None
        self._marks: tuple[Mark, ...] = ()
        self._rings: dict[int, _Marked] = {}

    def of(self, level: Level, ids: frozenset[int], selected: Corners) -> tuple[Mark, ...]:
        """Handles at all corners, the selected ones in front."""
        known = self._key
        if known is None or known[0] is not level or known[1:] != (ids, selected):
            self._key = (level, ids, dict(selected))
            self._marks = self._made(level, ids, selected)
        return self._marks

    def _made(self, level: Level, ids: frozenset[int], selected: Corners) -> tuple[Mark, ...]:
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
                Mark(corner, "handle_selected")
                for index, corner in enumerate(polygon.polygon)
                if index in taken
            )
        self._rings = rings
        return (*plain, *front)


_Marked: TypeAlias = tuple[Ring, list[Mark]]
"""An outline, and the handles of its corners."""


def _marked(ring: Ring, before: _Marked | None) -> _Marked:
    """Handles of an outline; those of corners that stayed are the same as before."""
    if before is None or len(before[0]) != len(ring):
        return ring, [Mark(corner, "handle") for corner in ring]
    if before[0] is ring:
        return before
    pairs = zip(ring, before[1], strict=True)
    return ring, [mark if mark.at is corner else Mark(corner, "handle") for corner, mark in pairs]


_HANDLES: Final = _Handles()
