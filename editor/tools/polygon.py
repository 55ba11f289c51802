"""Polygons, corner by corner: areas and obstacles."""

import math
from typing import ClassVar

from editor.tools.groups import Group
from editor.tools.messages import drawing as say
from editor.tools.outline import OutlineTool, crosses_hint, crossing_in
from editor.tools.outline_span import Maker, Outline, maker_of
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import Change, Select, ToolView
from navcore.geometry.polygons import area_of, crossing_of, is_flat
from navcore.i18n import mark
from navcore.level.model import Point, Ring


class PolygonTool(OutlineTool):
    """Draws an outline corner by corner."""

    def __init__(self) -> None:
        """Start without corners."""
        super().__init__()
        self.make: Maker = maker_of(self.kind)
        """Function that adds the outline to a level; zones also have a terrain."""

    def faults(self) -> str:
        """Return a hint if there are too few corners, or all of them are on one line."""
        corners = self.corners
        if len(corners) < 3:
            return say.polygon_too_few(len(corners))
        return say.polygon_flat() if is_flat(corners) else ""

    def draw(self, view: ToolView, *, closed: bool) -> Change:
        """The outline, selected."""
        edit = self.make(view.level, Outline(self.corners), view.new_id)
        return Change(edit, Select(frozenset(edit.after)))

    def preview(self, view: ToolView) -> Preview:
        """Return the outline so far, the edge to the next corner and the closing edge."""
        corners = self.corners
        place, closes = self.aim(view)
        if closes:
            drawn = self._drawn(corners)
            crossing = crossing_of(corners, len(corners) - 1, closed=True)
            last = (corners[-1], corners[0])
            fill = Stroke(corners, f"{self.kind}_fill", closed=True)
            closing = Stroke(last, "crossing" if crossing else f"{self.kind}_draft")
            crosses = (Mark(crossing, "cross"),) if crossing else ()
            marks = (*drawn.marks, Mark(corners[0], "handle_hover"), *crosses)
            return Preview((fill, *drawn.strokes, closing), marks)
        return self._drawn(corners) if place is None else self._reaching(corners, place, view)

    def hint(self, view: ToolView) -> str:
        """Return what the next click does."""
        corners = self.corners
        said = self.said()
        if said:
            return said
        place, closes = self.aim(view)
        crossing = crossing_of(corners, len(corners) - 1, closed=True) if closes else None
        if place is not None and corners and not closes and place != corners[-1]:
            crossing = crossing_of((*corners, place), len(corners) - 1, closed=False)
        crossing = crossing or crossing_in(corners)
        if crossing:
            return crosses_hint(crossing)
        if self.entry.is_open and place is not None:
            meets = crossing_of((*corners, place), len(corners), closed=True)
            if meets and not closes:
                return say.typed_corner_crosses(place, meets)
            return say.typed_corner(place, *_edge(corners, place), closes=closes)
        if not corners:
            return say.polygon_first(self.kind)
        if closes:
            return say.polygon_closes(area_of(corners))
        if len(corners) >= 3:
            return say.polygon_more(area_of(corners))
        return say.polygon_next(*_edge(corners, corners[-1] if place is None else place))

    def _reaching(self, corners: Ring, candidate: Point, view: ToolView) -> Preview:
        """Return the preview with the next corner."""
        drawn = self._drawn(corners)
        marks = (*drawn.marks, Mark(candidate, "snap"))
        if not corners or candidate == corners[-1]:
            return Preview(drawn.strokes, marks)
        outline = (*corners, candidate)
        style = f"{self.kind}_draft"
        crossing = crossing_of(outline, len(corners) - 1, closed=False)
        strokes = [*drawn.strokes]
        if len(corners) >= 2:
            strokes.insert(0, Stroke(outline, f"{self.kind}_fill", closed=True))
        strokes.append(Stroke((corners[-1], candidate), "crossing" if crossing else style))
        if len(corners) >= 2:
            meets = crossing_of(outline, len(corners), closed=True)
            strokes.append(Stroke((candidate, corners[0]), "crossing" if meets else "closing"))
            crossing = crossing or meets
        if crossing:
            marks = (*marks, Mark(crossing, "cross"))
        return Preview(tuple(strokes), marks, (self.edge_label(candidate, view),))

    def _drawn(self, corners: Ring) -> Preview:
        strokes = (Stroke(corners, f"{self.kind}_draft"),) if len(corners) > 1 else ()
        marks = self.corner_marks()
        crossing = crossing_in(corners)
        if crossing:
            marks.append(Mark(crossing, "cross"))
        return Preview(strokes, tuple(marks))


def _edge(corners: Ring, end: Point) -> tuple[float, float]:
    """Length and angle of the edge to the next corner."""
    if not corners:
        return (0.0, 0.0)
    run, rise = end[0] - corners[-1][0], end[1] - corners[-1][1]
    return (math.hypot(run, rise), math.atan2(rise, run))


class AreaPolygonTool(PolygonTool):
    """Draws floor."""

    name: ClassVar[str] = "polygon_area"
    title: ClassVar[str] = mark("Area: polygon")
    summary: ClassVar[str] = mark("Draw a floor corner by corner")
    shortcut: ClassVar[str] = "P"
    place: ClassVar[tuple[int, int]] = (Group.BUILD, 0)
    family: ClassVar[str] = mark("Areas")
    kind: ClassVar[str] = "area"
    shows: ClassVar[frozenset[str]] = frozenset({"areas"})


class ObstaclePolygonTool(PolygonTool):
    """Draws obstacles."""

    name: ClassVar[str] = "polygon_obstacle"
    title: ClassVar[str] = mark("Obstacle: polygon")
    summary: ClassVar[str] = mark("Draw an obstacle corner by corner")
    shortcut: ClassVar[str] = "Shift+P"
    place: ClassVar[tuple[int, int]] = (Group.BUILD, 10)
    family: ClassVar[str] = mark("Obstacles")
    kind: ClassVar[str] = "obstacle"
    shows: ClassVar[frozenset[str]] = frozenset({"obstacles"})


TOOLS = (AreaPolygonTool, ObstaclePolygonTool)
