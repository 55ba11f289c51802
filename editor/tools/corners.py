"""Corners of the selected polygons: which there are, how sets of them combine and look."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from editor.tools.tool import Mark, ToolView
from navcore.geometry.polygons import crossing_of
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Point
from navcore.level.pick import pick_index

Corners: TypeAlias = Mapping[int, frozenset[int]]
"""Ids of polygons -> indices of corners."""


def editable(view: ToolView) -> frozenset[int]:
    """The selected polygons that are neither locked nor hidden."""
    found = (polygon_of(view.level, i) for i in view.selection - view.untouchable)
    return frozenset(polygon.id for polygon in found if polygon)


def selected_corners(view: ToolView) -> dict[int, frozenset[int]]:
    """The selected corners that the polygons still have."""
    kept: dict[int, frozenset[int]] = {}
    for element_id in editable(view) & view.corners.keys():
        size = len(polygon_at(view.level, element_id).polygon)
        indices = frozenset(index for index in view.corners[element_id] if index < size)
        if indices:
            kept[element_id] = indices
    return kept


def polygon_of(level: Level, element_id: int) -> Area | Obstacle | None:
    """The polygon with this id, or None."""
    return level.areas.get(element_id) or level.obstacles.get(element_id)


def polygon_at(level: Level, element_id: int) -> Area | Obstacle:
    """The polygon with this id.

    Raises:
        KeyError: if there is none.
    """
    polygon = polygon_of(level, element_id)
    if polygon is None:
        raise KeyError(element_id)
    return polygon


def at_places(view: ToolView, places: Iterable[Point]) -> Corners:
    """The selected polygons' corners in these places."""
    index = pick_index(view.level)
    ids = editable(view)
    found: dict[int, frozenset[int]] = {}
    for place in places:
        for hit in index.corners_at(place, ids):
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


def handles(level: Level, view: ToolView, selected: Corners, hovered: Corners) -> tuple[Mark, ...]:
    """Handles at all corners of the selected polygons."""
    marks: list[Mark] = []
    for element_id in sorted(editable(view) | selected.keys()):
        polygon = polygon_of(level, element_id)
        for index, corner in enumerate(polygon.polygon if polygon else ()):
            style = "handle"
            if index in hovered.get(element_id, ()):
                style = "handle_hover"
            if index in selected.get(element_id, ()):
                style = "handle_selected"
            marks.append(Mark(corner, style))
    return tuple(marks)


def crossing(edit: Edit, corners: Corners) -> tuple[Point, tuple[Point, Point]] | None:
    """Where an edge at a moved corner crosses its outline, and that edge."""
    for element_id, indices in corners.items():
        item = edit.after.get(element_id)
        if not isinstance(item, Area | Obstacle):
            continue
        ring = item.polygon
        for edge in sorted({e % len(ring) for index in indices for e in (index - 1, index)}):
            at = crossing_of(ring, edge, closed=True)
            if at is not None:
                return at, (ring[edge], ring[(edge + 1) % len(ring)])
    return None
