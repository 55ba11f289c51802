"""Drawn elements over the floor of a part of the level, which names avoid."""

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.canvas.camera import Box
from editor.canvas.painting.name_places import Blocks
from editor.look.style import CANVAS
from navcore.geometry.box_fits import Flags, boxes_around
from navcore.geometry.polygons import area_of
from navcore.geometry.rings import Floats
from navcore.level.model import Agent, Area, Edge, Element, Level, Point, Polygon, Ring, Waypoint
from navcore.level.pick import pick_index

_MANY_GOALS: Final = 1000
"""Number of agents above which goals, and of waypoints above which waypoints, are ignored."""
_MANY_CHANGED: Final = 100
"""Number of changed elements above which their places are not computed."""
_LONG: Final = 200
"""Outlines of more corners don't keep the names of other areas away."""
_AROUND: Final = 2.0
"""Pixels that names keep from everything that is drawn."""


class DrawnAround:
    """Drawn elements in a box of the level, in pixels of the sheet: x right, y down, no pan."""

    def __init__(self, level: Level, hidden: Collection[int], scale: float, box: Box) -> None:
        """Collect elements except hidden ones, at `scale` pixels a metre."""
        self._level, self._scale = level, scale
        # Lines between waypoints are thin and many: names may cover them.
        many = len(level.of(Waypoint)) > _MANY_GOALS
        thin = {Edge, Waypoint} if many else {Edge}
        ids, bounds = pick_index(level).bounds_in(box, level.held.keys() - thin)
        areas = level.areas
        listed: list[int] = ids.tolist()
        seen = np.array([i not in hidden for i in listed], np.bool_)
        floor = np.array([i in areas and not areas[i].door for i in listed], np.bool_)
        self._floors = ids[seen & floor]
        self._floor_bounds = bounds[seen & floor]
        rows = np.flatnonzero(seen & ~floor)
        goals = _goals(level, hidden)
        self._ids: npt.NDArray[np.int64] = ids[rows]
        boxes = _sheet_boxes(bounds[rows], scale)
        # However small an agent is, it is drawn so large at least.
        least = np.maximum(0.0, CANVAS.agent_least - (boxes[:, 2:] - boxes[:, :2]) / 2) + _AROUND
        boxes = np.hstack((boxes[:, :2] - least, boxes[:, 2:] + least))
        size = 2 * (CANVAS.agent_goal + _AROUND)
        self._boxes = np.vstack((boxes, boxes_around(sheet(goals, scale), (size, size))))

    def clear(self, boxes: Floats) -> Flags:
        """Return (n,) whether boxes stay clear of the bounds of everything; others may, too."""
        over: Flags = (boxes[:, None, 0] < self._boxes[:, 2]) & (
            boxes[:, None, 2] > self._boxes[:, 0]
        )
        over &= (boxes[:, None, 1] < self._boxes[:, 3]) & (boxes[:, None, 3] > self._boxes[:, 1])
        clear: Flags = np.any(over, axis=1) == 0
        return clear

    def blocks(self, room: Area, taken: Sequence[Floats], *, lines: bool) -> Blocks:
        """Return what the name of a room must not cover, including boxes of other names.

        With `lines` also the outlines of other areas, which it should not cross.
        """
        low, high = bounds_of_ring(room.polygon)
        (box,) = _sheet_boxes(np.array([[*low, *high]]), self._scale)
        over = (self._boxes[:, 0] < box[2]) & (self._boxes[:, 2] > box[0])
        over &= (self._boxes[:, 1] < box[3]) & (self._boxes[:, 3] > box[1])
        rows = np.flatnonzero(over)

        def outline(number: int) -> Floats | None:
            return self._outline(int(rows[number])) if number < len(rows) else None

        crossing = self._lines_near(room) if lines else []
        corners = [sheet(self._level.areas[i].polygon, self._scale) for i in crossing]
        starts = np.vstack([np.empty((0, 2)), *corners])
        ends = np.vstack([np.empty((0, 2)), *(np.roll(ring, -1, axis=0) for ring in corners)])
        boxes = np.vstack([self._boxes[rows], *taken]) if taken else self._boxes[rows]
        return Blocks(boxes, outline, starts, ends)

    def _lines_near(self, room: Area) -> list[int]:
        """Return other areas whose outlines may lie in this one."""
        (x0, z0), (x1, z1) = bounds_of_ring(room.polygon)
        low_x, low_z, high_x, high_z = self._floor_bounds.T
        over = (low_x < x1) & (high_x > x0) & (low_z < z1) & (high_z > z0)
        areas = self._level.areas
        found: list[int] = self._floors[over].tolist()
        return [i for i in found if i != room.id and len(areas[i].polygon) <= _LONG]

    def _outline(self, row: int) -> Floats | None:
        """Return corners of a polygon that only fills a part of its bounds."""
        if row >= len(self._ids):
            return None
        element = self._level.get(int(self._ids[row]))
        if not isinstance(element, Polygon):
            return self._trace(element)
        low, high = bounds_of_ring(element.polygon)
        whole = (high[0] - low[0]) * (high[1] - low[1])
        return None if area_of(element.polygon) >= whole else sheet(element.polygon, self._scale)

    def _trace(self, element: object) -> Floats | None:
        """Return the line of an element that is not a polygon, there and back; None for a disc."""
        body = element.body(self._level.get) if isinstance(element, Element) else None
        if body is None or len(body.trace) < 2:
            return None
        return sheet((*body.trace, *reversed(body.trace)), self._scale)


def drawn_otherwise(before: Level, after: Level, scale: float) -> Floats | None:
    """Return (n, 4) boxes of the sheet around all differences between two levels.

    These are elements over the floor of either level, and outlines of areas. None if unknown: if
    much has changed, or a join.
    """
    ids = after.changed_since(before)
    if ids is None or len(ids) > _MANY_CHANGED or after.referring(ids) or before.referring(ids):
        return None
    boxes: list[tuple[float, float, float, float]] = []
    for element in (level.get(item_id) for item_id in ids for level in (before, after)):
        if isinstance(element, Polygon):
            (left, bottom), (right, top) = sheet(bounds_of_ring(element.polygon), scale).tolist()
            boxes.append((left, top, right, bottom))
        elif isinstance(element, Agent):
            reach = max(CANVAS.agent_least, CANVAS.agent_goal, element.radius * scale)
            places = sheet((element.position, *element.points), scale)
            boxes += [(x - reach, y - reach, x + reach, y + reach) for x, y in places.tolist()]
        elif element is not None:
            return None
    found = np.array(boxes, np.float64).reshape(-1, 4)
    found[:, :2] -= _AROUND
    found[:, 2:] += _AROUND
    return found


def _goals(level: Level, hidden: Collection[int]) -> list[Point]:
    """Return where agents of the level are to go."""
    agents = level.agents
    if len(agents) > _MANY_GOALS:
        return []
    return [goal for agent in agents.values() if agent.id not in hidden for goal in agent.points]


def sheet(points: Sequence[Point] | Floats, scale: float) -> Floats:
    """(n, 2) places as pixels of the sheet."""
    flat = np.array(points, np.float64).reshape(-1, 2)
    return flat * (scale, -scale)


def _sheet_boxes(bounds: Floats, scale: float) -> Floats:
    """(n, 4) boxes of the world as boxes of the sheet."""
    return np.column_stack((bounds[:, 0], -bounds[:, 3], bounds[:, 2], -bounds[:, 1])) * scale


def bounds_of_ring(ring: Ring) -> tuple[Point, Point]:
    """Return the least and the greatest coordinates."""
    xs, zs = zip(*ring, strict=True)
    return (min(xs), min(zs)), (max(xs), max(zs))
