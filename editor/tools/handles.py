"""Handles of the selected elements: finding, combining and drawing them."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from editor.tools.gesture import taken_elements
from editor.tools.lines import AXES, Line
from editor.tools.preview import Mark
from editor.tools.tool import Pointer, ToolView
from navcore.geometry.edge_bounds import crossing_among
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.handles import HandleHit, SideHit
from navcore.level.kinds import CORNERS, HandleWords, handle_words_of
from navcore.level.model import Element, Level, Point, Polygon, Ring
from navcore.level.pick import pick_index

Ids: TypeAlias = frozenset[int]
"""Ids of the elements whose handles a tool edits."""

Handles: TypeAlias = Mapping[int, frozenset[int]]
"""Ids of elements -> indices of handles."""

MOST_WATCHED: Final = 64
"""Most changed edges that are checked for crossings while they move."""

MOST_HANDLES: Final = 20_000
"""Most handles of an element that are all drawn; of more, only selected and hovered ones."""

MOST_WALKED: Final = 20
"""Most agents and routes whose sides follow their paths; of more, straight lines are used."""

MOST_APART: Final = 100
"""Most selected elements whose separate handles the tool `select` edits; of more, only the tool
`vertices` does. Up to this many, the canvas draws goals."""

GHOST_REACH: Final = 12.0
"""Pixels from the mouse within which a new handle snaps along its side."""


def editable(view: ToolView) -> Ids:
    """The selected elements that have handles and are neither locked, hidden nor in a run."""
    elements = taken_elements(view.level, view.selection - view.untouchable)
    return frozenset(element.id for element in elements if element.points)


def apart(view: ToolView) -> Ids:
    """Return the elements whose handles the tool `select` edits: no shapes, which have grips."""
    if len(view.selection) > MOST_APART:
        return frozenset()
    elements = taken_elements(view.level, editable(view))
    return frozenset(element.id for element in elements if not isinstance(element, Polygon))


def are_seen(level: Level, element: Element) -> bool:
    """Return whether handles show without selection: corners, stops of shared routes."""
    body = element.body(level.get)
    return body is not None and body.trace[: len(element.points)] == element.points


def words_of(level: Level, handles: Iterable[int]) -> HandleWords:
    """Return the words for the handles of these elements; without elements, of shapes."""
    elements = taken_elements(level, frozenset(handles))
    return handle_words_of(elements) if elements else CORNERS


def selected_handles(view: ToolView, ids: Ids) -> dict[int, frozenset[int]]:
    """Return the selected handles that these elements still have, on the storey in hand."""
    kept: dict[int, frozenset[int]] = {}
    for element_id in view.handles.keys() & ids:
        element = view.level.element(element_id)
        size = len(element.points)
        there = (index for index in view.handles[element_id] if index < size)
        indices = frozenset(index for index in there if not view.elsewhere(element, index))
        if indices:
            kept[element_id] = indices
    return kept


def count_of(handles: Handles) -> int:
    """Return the number of handles."""
    return sum(map(len, handles.values()))


def places_of(level: Level, handles: Handles) -> list[Point]:
    """Return the places of handles, each once, by element and along it."""
    places = (
        level.element(element_id).points[index]
        for element_id in sorted(handles)
        for index in sorted(handles[element_id])
    )
    return list(dict.fromkeys(places))


def at_places(view: ToolView, ids: Ids, places: Iterable[Point]) -> Handles:
    """Return the handles of these elements in these places, on the storey in hand."""
    index = pick_index(view.level)
    found: dict[int, frozenset[int]] = {}
    for place in places:
        for hit in index.handles.all_at(place, ids, skip=view.elsewhere):
            found[hit.element] = found.get(hit.element, frozenset()) | {hit.index}
    return found


def joined(one: Handles, other: Handles) -> Handles:
    """Return the union of two sets of handles."""
    ids = one.keys() | other.keys()
    return {i: one.get(i, frozenset()) | other.get(i, frozenset()) for i in ids}


def toggled(handles: Handles, group: Handles) -> Handles:
    """Return the group taken out if all of it was selected, else added."""
    if all(group[i] <= handles.get(i, frozenset()) for i in group):
        left = {i: handles[i] - group.get(i, frozenset()) for i in handles}
        return {i: indices for i, indices in left.items() if indices}
    return joined(handles, group)


def together(handle: HandleHit, view: ToolView, ids: Ids, *, alone: bool) -> Handles:
    """Return the handle and those in the same place, or one alone: the selected one if any."""
    if not alone:
        return at_places(view, ids, [handle.place])
    selected = selected_handles(view, ids)
    return selected if selected in stack(handle, view, ids) else _only(handle)


def beneath(handle: HandleHit, view: ToolView, ids: Ids) -> Handles:
    """Return the handle in the same place after the one that is selected alone."""
    hits, selected = stack(handle, view, ids), selected_handles(view, ids)
    return hits[(hits.index(selected) + 1) % len(hits)] if selected in hits else _only(handle)


def stack(handle: HandleHit, view: ToolView, ids: Ids) -> list[dict[int, frozenset[int]]]:
    """Return the handles in one place, each alone."""
    hits = pick_index(view.level).handles.all_at(handle.place, ids, skip=view.elsewhere)
    return [_only(hit) for hit in hits]


def _only(hit: HandleHit) -> dict[int, frozenset[int]]:
    return {hit.element: frozenset({hit.index})}


# Sides.


def ends_of(level: Level, side: SideHit) -> tuple[Point, Point]:
    """Both ends of a side."""
    element = level.element(side.element)
    points = element.points
    start = element.lead[0] if side.index < 0 else points[side.index]
    return start, points[(side.index + 1) % len(points)]


def drawn(level: Level, side: SideHit) -> Ring:
    """Return the line that is seen between its ends."""
    return side.line or ends_of(level, side)


def _indices(level: Level, side: SideHit) -> frozenset[int]:
    """The handles at its ends: one, where it leads from the element's position."""
    following = (side.index + 1) % len(level.element(side.element).points)
    return frozenset({following} if side.index < 0 else {side.index, following})


def handles_of(side: SideHit, view: ToolView, ids: Ids, *, alone: bool) -> Handles:
    """Return the handles at the ends of a side, with those in the same places or alone."""
    own = {side.element: _indices(view.level, side)}
    return own if alone else at_places(view, ids, places_of(view.level, own))


def is_taken(side: SideHit, view: ToolView, ids: Ids) -> bool:
    """Return whether the handles at both ends of the side are selected."""
    handles = selected_handles(view, ids).get(side.element, frozenset())
    return side.index >= 0 and _indices(view.level, side) <= handles


def normals(level: Level, side: SideHit) -> tuple[Point, ...]:
    """Return the directions to which Shift locks a side: perpendicular to it, or an axis."""
    (ax, az), (bx, bz) = ends_of(level, side)
    across = (az - bz, bx - ax)
    return AXES if 0.0 in across else (across, *AXES)


def on_side(side: SideHit, pointer: Pointer, view: ToolView) -> SideHit:
    """Return the side with the snapped place of a new handle on it.

    The place is near the mouse and between the ends, else the place of the side nearest to the
    mouse. On a walked path it lies on the path too.
    """
    if side.line:
        return side
    a, b = ends_of(view.level, side)
    length = math.dist(a, b)
    if length == 0:
        return side
    line = Line(a, (b[0] - a[0], b[1] - a[1]), shown=False)
    place = view.snap(pointer.position, (), other=pointer.modifiers.ctrl, along=line)
    between = 0 < math.dist(a, place) < length and 0 < math.dist(b, place) < length
    if between and math.dist(place, pointer.position) <= view.pixels(GHOST_REACH):
        return SideHit(side.element, side.index, place)
    return side


def coinciding(side: SideHit, view: ToolView, ids: Ids, *, alone: bool) -> list[SideHit]:
    """Return the side, and sides of other elements here between the same two places."""
    ends = set(ends_of(view.level, side))
    sides = [side]
    if alone or side.index < 0:
        return sides
    index = pick_index(view.level)
    for hit in index.handles.all_at(next(iter(ends)), ids - {side.element}):
        element = view.level.element(hit.element)
        size = len(element.points)
        for number in (hit.index - 1, hit.index):
            inner = element.closed or 0 <= number < size - 1
            if inner and {element.points[number], element.points[(number + 1) % size]} == ends:
                sides.append(SideHit(hit.element, number % size, side.place))
                break
    return sides


def inserted(level: Level, sides: Iterable[SideHit], at: Point) -> Edit:
    """A handle more in each of these sides; none where it would lie on an end."""
    edit = Edit()
    for side in sides:
        if at not in ends_of(level, side):
            edit = edit.then(operations.insert_handle(level, side.element, side.index, at))
    return edit


def new_handles(sides: Iterable[SideHit], edit: Edit) -> Handles:
    """Return the handles that `inserted` made."""
    return {e.element: frozenset({e.index + 1}) for e in sides if e.element in edit.after}


# Results of gestures.


def dropped(level: Level, edit: Edit, handles: Handles) -> tuple[Edit, Handles]:
    """Merge moved handles that were dropped on a neighbour; return edit and handles."""
    after = edit.apply(level)
    merged = operations.merge_handles(after, handles)
    if not merged:
        return edit, handles
    final = merged.apply(after)
    found: dict[int, frozenset[int]] = {}
    for element_id, indices in handles.items():
        before = after.element(element_id).points
        places = {before[index] for index in indices}
        points = final.element(element_id).points
        found[element_id] = frozenset(n for n, place in enumerate(points) if place in places)
    return edit.then(merged), found


def crossing(edit: Edit, handles: Handles) -> tuple[Point, tuple[Point, Point]] | None:
    """Return where an edge at a moved handle crosses its outline, and that edge."""
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
    """Yield edges at these handles, first those with one end that stays."""
    if len(indices) == len(ring):
        return
    edges = sorted({e % len(ring) for index in indices for e in (index - 1, index)})
    yield from sorted(edges, key=lambda edge: {edge, (edge + 1) % len(ring)} <= indices)


# Looks of handles.


def marks_of(view: ToolView, ids: Ids, selected: Handles, hovered: Handles) -> tuple[Mark, ...]:
    """Return marks at all handles of these elements; the hovered ones in front."""
    level = view.level
    marks = _MARKS.of(level, ids | selected.keys(), selected)
    over = (
        Mark(element.points[index], "handle_hover")
        for element in taken_elements(level, hovered)
        for index in sorted(hovered[element.id] - selected.get(element.id, frozenset()))
        if index < len(element.points)
    )
    return (*marks, *over)


class _Marks:
    """Cache of the last marks, reused while nothing changes."""

    def __init__(self) -> None:
        self._key: tuple[Level, Ids, Handles] | None = None
        self._marks: tuple[Mark, ...] = ()
        self._known: dict[int, _Marked] = {}

    def of(self, level: Level, ids: Ids, selected: Handles) -> tuple[Mark, ...]:
        """Return marks at all handles, the selected ones in front."""
        known = self._key
        if known is None or known[0] is not level or known[1:] != (ids, selected):
            self._key = (level, ids, dict(selected))
            self._marks = self._made(level, ids, selected)
        return self._marks

    def _made(self, level: Level, ids: Ids, selected: Handles) -> tuple[Mark, ...]:
        plain: list[Mark] = []
        front: list[Mark] = []
        known: dict[int, _Marked] = {}
        for element in taken_elements(level, ids):
            taken = selected.get(element.id, frozenset())
            there = (index for index in sorted(taken) if index < len(element.points))
            front.extend(Mark(element.points[index], "handle_selected") for index in there)
            if len(element.points) > MOST_HANDLES:
                continue
            marked = known[element.id] = _marked(element.points, self._known.get(element.id))
            plain.extend(mark for index, mark in enumerate(marked[1]) if index not in taken)
        self._known = known
        return (*plain, *front)


_Marked: TypeAlias = tuple[Ring, list[Mark]]
"""Places of handles, and their marks."""


def _marked(points: Ring, before: _Marked | None) -> _Marked:
    """Return marks of handles; unmoved handles keep their mark objects."""
    if before is None or len(before[0]) != len(points):
        return points, [Mark(place, "handle") for place in points]
    if before[0] is points:
        return before
    pairs = zip(points, before[1], strict=True)
    return points, [mark if mark.at is place else Mark(place, "handle") for place, mark in pairs]


_MARKS: Final = _Marks()
