"""Routes of agents and shared routes: the line from stop to stop, its direction, the stops."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from editor.canvas.camera import Camera, Floats
from editor.canvas.painting.label_room import LabelRoom, Rank, around
from editor.canvas.painting.labels import near
from editor.canvas.painting.line_pictures import FAR
from editor.canvas.painting.network import waypoint_radius
from editor.look import pens, style
from editor.look.style import CANVAS
from editor.tools.legs import RouteSight
from navcore.i18n import tr
from navcore.level.model import Point, WithStops
from navcore.path.result import PathResult


@dataclass(frozen=True, slots=True)
class RouteLook:
    """Look of routes: widths in pixels, common opacity, colour token."""

    rim: float
    line: float
    alpha: float
    colour: str = "agent"
    frame: float = 0.0
    """Width of the line below in the selection's colour; 0 for none."""

    @property
    def strokes(self) -> list[tuple[str, float]]:
        """Colours and widths of what lies over each other."""
        theme = style.current()
        framed = [(theme.selection, self.frame)] if self.frame else []
        return [*framed, (theme.agent_rim, self.rim), (getattr(theme, self.colour), self.line)]


FAINT: Final = RouteLook(CANVAS.route_faint_rim, CANVAS.ways_line, CANVAS.route_alpha)
"""Look for agents that are not selected, and for routes that they share."""
CHOSEN: Final = RouteLook(CANVAS.agent_rim + CANVAS.agent_path_line, CANVAS.agent_path_line, 1.0)
"""Look for selected agents."""
SELECTED: Final = replace(CHOSEN, frame=CHOSEN.rim + CANVAS.selection_line)
"""Look for selected shared routes."""
UNWALKED: Final = "area_line"
"""Colour token of a route that no agent walks; the agents' colour is for walked ones."""


def unwalked(look: RouteLook) -> RouteLook:
    """Return the look of a route that no agent walks: grey, and not too faint to see."""
    return replace(look, colour=UNWALKED, alpha=max(look.alpha, CANVAS.route_unwalked_alpha))


@dataclass(frozen=True, slots=True)
class RouteLines:
    """The lines of a route, each (n, 2) metres, with their directions."""

    walked: list[Floats]
    arrows: "list[Arrow]"
    """Arrows in the middle of each walked line with a length."""
    unknown: list[Floats]
    """Straight, where the path is not known yet."""
    cut: list[tuple[Point, Point]]
    """Lines from the end of a path to the stop that it does not reach."""
    passed: list[tuple[Point, Point]]
    """Lines to and from stops that agents skip."""


def lines_of(one: WithStops, paths: Sequence[PathResult | None], sight: RouteSight) -> RouteLines:
    """Return the visible lines of a route whose legs have these paths."""
    lines = RouteLines([], [], [], [], [])
    for (leg, _, leads_in), path in zip(sight.sides(one), paths, strict=True):
        seen = sight.sees(leg, goal=True)
        if path is None:
            if seen or sight.sees(leg, goal=False):
                lines.unknown.append(np.array((leg.start, leg.goal)))
            continue
        for points in sight.lines(leg, path):
            if len(points) > 1:
                lines.walked.append(points)
            arrow = arrow_of(points, both=not leads_in and one.mode == "return")
            if arrow is not None:
                lines.arrows.append(arrow)
        if seen and path.end != leg.goal:
            lines.cut.append((path.end, leg.goal))
    for leg, _, _ in sight.passed(one):
        if sight.sees(leg, goal=True) or sight.sees(leg, goal=False):
            lines.passed.append((leg.start, leg.goal))
    return lines


def paint_route(
    painter: QPainter,
    camera: Camera,
    one: WithStops,
    paths: Sequence[PathResult | None],
    sight: RouteSight,
    look: RouteLook = CHOSEN,
) -> None:
    """Paint a route with the paths of its legs; a leg with an unknown path is dashed."""
    lines = lines_of(one, paths, sight)
    paint_passed(painter, camera, lines.passed)
    _stroke(painter, camera, lines.unknown, look, CANVAS.band_dash)
    _stroke(painter, camera, lines.walked, look)
    for arrow in lines.arrows:
        if arrow.length * camera.scale >= CANVAS.route_arrow_from:
            paint_arrow(painter, camera, arrow, look.colour)
    for end, goal in lines.cut:
        paint_rest(painter, QPointF(*camera.to_pixel(end)), QPointF(*camera.to_pixel(goal)))
    seen = sight.stops(one)
    for off in (False, True):
        places = [one.goals[index] for index in seen if sight.skips(one, index) == off]
        paint_stops(painter, camera, places, look.colour, hollow=off)
    paint_looks(painter, camera, one, seen, look.colour)


def paint_passed(painter: QPainter, camera: Camera, lines: Iterable[tuple[Point, Point]]) -> None:
    """Paint lines to and from skipped stops: thin and dashed, because nobody walks them."""
    dash, seen = CANVAS.route_passed_dash, _in_sight(painter, CANVAS.route_passed_line)
    token = getattr(style.current(), UNWALKED)
    for line in lines:
        start, goal = (QPointF(*camera.to_pixel(end)) for end in line)
        part = seen_part(start, goal, seen, sum(dash))
        if part is not None:
            painter.setPen(pens.pen(token, CANVAS.route_passed_line, dash))
            painter.drawLine(*part)


def paint_stops(
    painter: QPainter,
    camera: Camera,
    places: Iterable[Point],
    colour: str = FAINT.colour,
    *,
    hollow: bool = False,
) -> None:
    """Small discs; `hollow` where agents pass by."""
    theme, reach = style.current(), CANVAS.agent_goal
    filled = getattr(theme, colour)
    painter.setPen(pens.pen(theme.agent_rim, CANVAS.agent_rim))
    painter.setBrush(pens.brush(theme.outside if hollow else filled))
    for place in map(camera.to_pixel, places):
        painter.drawEllipse(QPointF(*place), reach, reach)
        if hollow:
            painter.setPen(pens.pen(filled, CANVAS.agent_rim))
            inner = reach - CANVAS.agent_rim
            painter.drawEllipse(QPointF(*place), inner, inner)
            painter.setPen(pens.pen(theme.agent_rim, CANVAS.agent_rim))


def label_stops(
    room: LabelRoom, camera: Camera, one: WithStops, sight: RouteSight, *, faint: bool = False
) -> None:
    """Add numbers of stops, if there are several, and pauses.

    Faint routes have their pauses only when zoomed in, and only those of single stops.
    """
    told = not faint or camera.scale >= CANVAS.hundred_percent
    for number in sight.stops(one):
        x, y = camera.to_pixel(one.goals[number])
        if not (-_AFAR < x < camera.width + _AFAR and -_AFAR < y < camera.height + _AFAR):
            # Of a hundred selected agents most have their stops out of sight.
            continue
        words = [str(number + 1)] if len(one.goals) > 1 else []
        pause = one.pause(number)
        if sight.skips(one, number):
            words.append(tr("off"))
        elif pause and (told or one.stop(number).pause is not None):
            words.append(tr("{0} s").format(f"{pause:g}"))
        if words:
            up = -1 if math.sin(one.stop(number).facing or 0.0) > _UPWARDS else 1
            # Clear of the ring of a selected waypoint, which is wider than a stop.
            beside = CANVAS.agent_goal
            if one.stop(number).waypoint is not None:
                beside = max(beside, waypoint_radius(camera.scale) + CANVAS.agent_ring_gap)
            aside = (x, y - up * (beside + CANVAS.route_number))
            label = near(" · ".join(words), aside, Rank.NUMBER)
            # Clear of the agent that starts here, whose centre is close.
            further = around((x, y), CANVAS.agent_goal + label.size[1], label.size)
            label = replace(label, places=(*label.places, *further))
            room.add(replace(label, token="text2") if faint else label)


def cross(painter: QPainter, place: QPointF, half: float) -> None:
    """Two lines, so far from their middle to the sides."""
    for slope in (1, -1):
        arm = QPointF(half, slope * half)
        painter.drawLine(place - arm, place + arm)


def paint_rest(painter: QPainter, start: QPointF, goal: QPointF) -> None:
    """Paint what can't be walked: dotted, with a cross at the agent's goal.

    Qt makes a polygon of every dot, even out of sight: only the visible part is drawn.
    """
    theme = style.current()
    seen = _in_sight(painter, CANVAS.path_cross + CANVAS.agent_path_line)
    part = seen_part(start, goal, seen, sum(CANVAS.path_rest_dash))
    if part is not None:
        painter.setPen(pens.pen(theme.path_end, CANVAS.agent_path_line, CANVAS.path_rest_dash))
        painter.drawLine(*part)
    if seen.contains(goal):
        painter.setPen(pens.pen(theme.path_end, CANVAS.agent_path_line))
        cross(painter, goal, CANVAS.path_cross)


def _in_sight(painter: QPainter, reach: float) -> QRectF:
    """Return the visible rectangle of a painter, enlarged by `reach` pixels."""
    seen = painter.transform().inverted()[0].mapRect(QRectF(painter.viewport()))
    return seen.adjusted(-reach, -reach, reach, reach)


def seen_part(
    start: QPointF, goal: QPointF, seen: QRectF, period: float
) -> tuple[QPointF, QPointF] | None:
    """Return the part of a line that crosses a rectangle; None if none does.

    It begins whole dash periods, in pixels, after the start, so that dashes keep their places.
    """
    way = goal - start
    first, last = 0.0, 1.0
    for begin, step, low, high in (
        (start.x(), way.x(), seen.left(), seen.right()),
        (start.y(), way.y(), seen.top(), seen.bottom()),
    ):
        if step:
            ends = ((low - begin) / step, (high - begin) / step)
            first, last = max(first, min(ends)), min(last, max(ends))
        elif not low <= begin <= high:
            return None
    if first > last:
        return None
    length = math.hypot(way.x(), way.y())
    share = period / length if length else 1.0
    return (start + way * (math.floor(first / share) * share), start + way * last)


def _stroke(
    painter: QPainter,
    camera: Camera,
    lines: Sequence[Floats],
    look: RouteLook,
    dash: tuple[float, ...] = (),
) -> None:
    """The rims of all lines, then the lines: where they meet no rim lies over a line."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = (np.clip(camera.to_pixels(line), -FAR, FAR).tolist() for line in lines)
    shapes = [QPolygonF([QPointF(x, y) for x, y in line]) for line in inner]
    for token, width in look.strokes:
        painter.setPen(_round(pens.pen(token, width, dash)))
        for shape in shapes:
            painter.drawPolyline(shape)


def _round(pen: QPen) -> QPen:
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


@dataclass(frozen=True, slots=True)
class Arrow:
    """Direction mark in the middle of a line."""

    place: Point
    along: Point
    """The direction of walking there, of length 1."""
    length: float
    """Length of the whole line."""
    both: bool = False
    """True if it is walked the other way, too."""


def tips_of(arrow: Arrow, camera: Camera) -> list[tuple[QPointF, Point]]:
    """Return the triangles of an arrow: pixel of the base of each, and its direction.

    The two triangles of a line that is walked both ways are back to back.
    """
    (x, y), (dx, dz) = camera.to_pixel(arrow.place), arrow.along
    if not arrow.both:
        return [(QPointF(x, y), (dx, -dz))]
    return [
        (QPointF(x + turn * dx * _APART, y - turn * dz * _APART), (turn * dx, -turn * dz))
        for turn in (1.0, -1.0)
    ]


def paint_arrow(
    painter: QPainter, camera: Camera, arrow: Arrow, colour: str = FAINT.colour
) -> None:
    """The direction of a line, in metres."""
    for place, along in tips_of(arrow, camera):
        paint_tip(painter, place, along, colour=colour)


def arrow_of(line: Floats, *, both: bool = False) -> Arrow | None:
    """Return the arrow of a line (n, 2), in the line's own units; None without length.

    `both`: it is also walked the other way.
    """
    steps = np.diff(line, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    ends = np.cumsum(lengths)
    length = float(ends[-1]) if len(ends) else 0.0
    if length <= 0:
        return None
    row = min(int(np.searchsorted(ends, length / 2)), len(ends) - 1)
    along = steps[row] / lengths[row]
    x, y = line[row + 1] + along * (length / 2 - ends[row])
    return Arrow((float(x), float(y)), (float(along[0]), float(along[1])), length, both)


def paint_tip(
    painter: QPainter,
    place: QPointF,
    along: Point,
    ahead: float = 0.0,
    colour: str = FAINT.colour,
) -> None:
    """Paint a triangle that points along, with its base some pixels ahead of a place."""
    theme = style.current()
    painter.setPen(pens.pen(theme.agent_rim, CANVAS.outline))
    painter.setBrush(pens.brush(getattr(theme, colour)))
    (dx, dy), size = along, CANVAS.route_tip
    base = place + QPointF(dx * ahead, dy * ahead)
    side = QPointF(-dy * size * _SLIM, dx * size * _SLIM)
    painter.drawConvexPolygon([base + QPointF(dx * size, dy * size), base + side, base - side])


_AFAR: Final = 256.0
"""Pixels outside of the canvas from which on the text of a stop is out of sight, wherever around
the stop it stands."""
_UPWARDS: Final = 0.3
"""Sine of a facing from which the number is below the stop."""
_SLIM: Final = 0.55
"""Half the width of a tip, in its lengths."""
_APART: Final = 1.0
"""Pixels from the middle of two tips to the base of each."""


def paint_looks(
    painter: QPainter,
    camera: Camera,
    one: WithStops,
    stops: Iterable[int],
    colour: str = FAINT.colour,
) -> None:
    """A tip at each of these stops at which agents look somewhere."""
    for number in stops:
        place = one.goals[number]
        facing = one.stop(number).facing
        if facing is not None:
            along = (math.cos(facing), -math.sin(facing))
            here = QPointF(*camera.to_pixel(place))
            paint_tip(painter, here, along, CANVAS.handle, colour)
