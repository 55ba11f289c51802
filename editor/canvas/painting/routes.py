"""Routes of agents: the line that is walked from stop to stop, its direction, and the stops."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from editor.canvas.camera import Box, Camera, Floats
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import near
from editor.canvas.painting.line_pictures import FAR, draw_lines
from editor.look import pens, style
from editor.look.style import CANVAS
from editor.services.route_legs import Leg
from navcore.i18n import tr
from navcore.level.handles import line_through
from navcore.level.model import Agent, Point
from navcore.path.result import PathResult


def legs_of(agent: Agent) -> list[Leg]:
    """From its place to its first stop, from stop to stop, and back to the first of a loop."""
    return [(one, other) for one, other in pairwise(line_through(agent)) if one != other]


@dataclass(frozen=True, slots=True)
class RouteLines:
    """The lines of a route, each (n, 2) pixels."""

    walked: list[Floats]
    unknown: list[Floats]
    """Straight, where the path is not known yet."""
    cut: list[tuple[QPointF, QPointF]]
    """From where a path ends to the stop that it does not reach."""


def lines_of(camera: Camera, agent: Agent, paths: Sequence[PathResult | None]) -> RouteLines:
    """The lines of a route whose legs have these paths."""
    lines = RouteLines([], [], [])
    for (start, goal), path in zip(legs_of(agent), paths, strict=True):
        if path is None:
            lines.unknown.append(camera.to_pixels([start, goal]))
            continue
        points = _points(path)
        if len(points) > 1:
            lines.walked.append(camera.to_pixels(points))
        if path.end != goal:
            ends = (QPointF(*camera.to_pixel(place)) for place in (path.end, goal))
            lines.cut.append((next(ends), next(ends)))
    return lines


def paint_route(
    painter: QPainter, camera: Camera, agent: Agent, paths: Sequence[PathResult | None]
) -> None:
    """A route with the paths of its legs; a leg whose path is not known yet is dashed."""
    lines = lines_of(camera, agent, paths)
    _stroke(painter, lines.unknown, CANVAS.band_dash)
    _stroke(painter, lines.walked)
    _paint_beside(painter, camera, agent, lines)


def paint_faint(
    painter: QPainter,
    camera: Camera,
    routes: Sequence[tuple[Agent, Sequence[PathResult | None]]],
    box: Box,
    ratio: float,
) -> None:
    """Many routes, faintly; their lines at one stroke."""
    theme, alpha = style.current(), CANVAS.route_alpha
    all_lines = [lines_of(camera, agent, paths) for agent, paths in routes]
    lines = [line for one in all_lines for line in (*one.walked, *one.unknown)]
    if lines:
        joined = np.ones(sum(map(len, lines)), np.int32)
        joined[np.cumsum([len(line) for line in lines]) - 1] = 0
        strokes = ((theme.agent_rim, CANVAS.route_faint_rim), (theme.agent, CANVAS.ways_line))
        draw_lines(painter, np.vstack(lines), joined, strokes, alpha, camera, box, ratio)
    painter.setOpacity(alpha)
    for (agent, _), one in zip(routes, all_lines, strict=True):
        _paint_beside(painter, camera, agent, one)
    painter.setOpacity(1.0)


def _paint_beside(painter: QPainter, camera: Camera, agent: Agent, lines: RouteLines) -> None:
    """Directions, what can't be walked, stops and where the agent looks at them."""
    for line in lines.walked:
        _paint_arrow(painter, line)
    for end, goal in lines.cut:
        paint_rest(painter, end, goal)
    paint_stops(painter, camera, agent.goals)
    _paint_looks(painter, camera, agent)


def paint_stops(painter: QPainter, camera: Camera, places: Iterable[Point]) -> None:
    """Small discs."""
    theme = style.current()
    painter.setPen(pens.pen(theme.agent_rim, CANVAS.agent_rim))
    painter.setBrush(pens.brush(theme.agent))
    for place in places:
        painter.drawEllipse(QPointF(*camera.to_pixel(place)), CANVAS.agent_goal, CANVAS.agent_goal)


def label_stops(room: LabelRoom, camera: Camera, agent: Agent, *, faint: bool = False) -> None:
    """Numbers of the stops, where there are several, and how long the agent pauses there.

    Of faint routes pauses are told from near, and those that one stop has of its own.
    """
    told = not faint or camera.scale >= CANVAS.hundred_percent
    for number, place in enumerate(agent.goals):
        words = [str(number + 1)] if len(agent.goals) > 1 else []
        pause = agent.pause(number)
        if pause and (told or agent.stop(number).pause is not None):
            words.append(tr("{0} s").format(f"{pause:g}"))
        if words:
            x, y = camera.to_pixel(place)
            up = -1 if math.sin(agent.stop(number).facing or 0.0) > _UPWARDS else 1
            aside = (x, y - up * (CANVAS.agent_goal + CANVAS.route_number))
            label = near(" · ".join(words), aside, Rank.NUMBER)
            room.add(replace(label, token="text2") if faint else label)


def cross(painter: QPainter, place: QPointF, half: float) -> None:
    """Two lines, so far from their middle to the sides."""
    for slope in (1, -1):
        arm = QPointF(half, slope * half)
        painter.drawLine(place - arm, place + arm)


def paint_rest(painter: QPainter, start: QPointF, goal: QPointF) -> None:
    """What can't be walked: dotted, a cross where the agent was meant to go."""
    theme = style.current()
    painter.setPen(pens.pen(theme.path_end, CANVAS.agent_path_line, CANVAS.path_rest_dash))
    painter.drawLine(start, goal)
    painter.setPen(pens.pen(theme.path_end, CANVAS.agent_path_line))
    cross(painter, goal, CANVAS.path_cross)


def _points(path: PathResult) -> list[Point]:
    """The line that is walked, its beginning included."""
    start = path.start if path.snapped_start is None else path.snapped_start
    return [start, *((float(x), float(z)) for x, z in path.points)]


def _stroke(painter: QPainter, lines: Sequence[Floats], dash: tuple[float, ...] = ()) -> None:
    """The rims of all lines, then the lines: where they meet no rim lies over a line."""
    theme = style.current()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = (np.clip(line, -FAR, FAR).tolist() for line in lines)
    shapes = [QPolygonF([QPointF(x, y) for x, y in line]) for line in inner]
    for pen in (
        pens.pen(theme.agent_rim, CANVAS.agent_rim + CANVAS.agent_path_line, dash),
        pens.pen(theme.agent, CANVAS.agent_path_line, dash),
    ):
        painter.setPen(_round(pen))
        for shape in shapes:
            painter.drawPolyline(shape)


def _round(pen: QPen) -> QPen:
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _paint_arrow(painter: QPainter, line: Floats) -> None:
    """A tip in the middle of a line that is long enough, in the direction of walking."""
    points: list[Point] = line.tolist()
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    left = sum(lengths) / 2
    if 2 * left < CANVAS.route_arrow_from:
        return
    for (x, y), (to_x, to_y), length in zip(points, points[1:], lengths, strict=False):
        if left <= length and length > 0:
            share = left / length
            place = QPointF(x + (to_x - x) * share, y + (to_y - y) * share)
            _paint_tip(painter, place, ((to_x - x) / length, (to_y - y) / length), 0.0)
            return
        left -= length


def _paint_tip(painter: QPainter, place: QPointF, along: Point, ahead: float) -> None:
    """A triangle that points along, its base so many pixels ahead of a place."""
    theme = style.current()
    painter.setPen(pens.pen(theme.agent_rim, CANVAS.outline))
    painter.setBrush(pens.brush(theme.agent))
    (dx, dy), size = along, CANVAS.route_tip
    base = place + QPointF(dx * ahead, dy * ahead)
    side = QPointF(-dy * size * _SLIM, dx * size * _SLIM)
    painter.drawConvexPolygon([base + QPointF(dx * size, dy * size), base + side, base - side])


_UPWARDS: Final = 0.3
"""Sine of a facing from which on the number stands beneath the stop."""
_SLIM: Final = 0.55
"""Half the width of a tip, in its lengths."""


def _paint_looks(painter: QPainter, camera: Camera, agent: Agent) -> None:
    """A tip at each stop at which the agent looks somewhere."""
    for number, place in enumerate(agent.goals):
        facing = agent.stop(number).facing
        if facing is not None:
            along = (math.cos(facing), -math.sin(facing))
            here = QPointF(*camera.to_pixel(place))
            _paint_tip(painter, here, along, CANVAS.handle)
