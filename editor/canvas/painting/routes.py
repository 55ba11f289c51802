"""Routes of agents: the line that is walked from stop to stop, its direction, and the stops."""

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
from editor.look import pens, style
from editor.look.style import CANVAS
from editor.tools.legs import RouteSight, legs_of
from navcore.i18n import tr
from navcore.level.model import Agent, Point
from navcore.path.result import PathResult


@dataclass(frozen=True, slots=True)
class RouteLines:
    """The lines of a route, each (n, 2) pixels."""

    walked: list[Floats]
    unknown: list[Floats]
    """Straight, where the path is not known yet."""
    cut: list[tuple[QPointF, QPointF]]
    """From where a path ends to the stop that it does not reach."""


def lines_of(
    camera: Camera, agent: Agent, paths: Sequence[PathResult | None], sight: RouteSight
) -> RouteLines:
    """What is seen of the lines of a route whose legs have these paths."""
    lines = RouteLines([], [], [])
    for leg, path in zip(legs_of(agent, sight.settings), paths, strict=True):
        seen = sight.sees(leg, goal=True)
        if path is None:
            if seen or sight.sees(leg, goal=False):
                lines.unknown.append(camera.to_pixels([leg.start, leg.goal]))
            continue
        walked = (points for points in sight.lines(leg, path) if len(points) > 1)
        lines.walked.extend(map(camera.to_pixels, walked))
        if seen and path.end != leg.goal:
            ends = (QPointF(*camera.to_pixel(place)) for place in (path.end, leg.goal))
            lines.cut.append((next(ends), next(ends)))
    return lines


def paint_route(
    painter: QPainter,
    camera: Camera,
    agent: Agent,
    paths: Sequence[PathResult | None],
    sight: RouteSight,
) -> None:
    """A route with the paths of its legs; a leg whose path is not known yet is dashed."""
    lines = lines_of(camera, agent, paths, sight)
    _stroke(painter, lines.unknown, CANVAS.band_dash)
    _stroke(painter, lines.walked)
    _paint_beside(painter, camera, agent, lines, sight)


def _paint_beside(
    painter: QPainter, camera: Camera, agent: Agent, lines: RouteLines, sight: RouteSight
) -> None:
    """Directions, what can't be walked, stops and where the agent looks at them."""
    for line in lines.walked:
        arrow = arrow_of(line)
        if arrow is not None and arrow.length >= CANVAS.route_arrow_from:
            paint_tip(painter, QPointF(*arrow.place), arrow.along)
    for end, goal in lines.cut:
        paint_rest(painter, end, goal)
    seen = sight.stops(agent)
    paint_stops(painter, camera, [agent.goals[index] for index in seen])
    paint_looks(painter, camera, agent, seen)


def paint_stops(painter: QPainter, camera: Camera, places: Iterable[Point]) -> None:
    """Small discs."""
    theme = style.current()
    painter.setPen(pens.pen(theme.agent_rim, CANVAS.agent_rim))
    painter.setBrush(pens.brush(theme.agent))
    for place in places:
        painter.drawEllipse(QPointF(*camera.to_pixel(place)), CANVAS.agent_goal, CANVAS.agent_goal)


def label_stops(
    room: LabelRoom, camera: Camera, agent: Agent, sight: RouteSight, *, faint: bool = False
) -> None:
    """Numbers of the stops, where there are several, and how long the agent pauses there.

    Of faint routes pauses are told from near, and those that one stop has of its own.
    """
    told = not faint or camera.scale >= CANVAS.hundred_percent
    for number in sight.stops(agent):
        place = agent.goals[number]
        words = [str(number + 1)] if len(agent.goals) > 1 else []
        pause = agent.pause(number)
        if pause and (told or agent.stop(number).pause is not None):
            words.append(tr("{0} s").format(f"{pause:g}"))
        if words:
            x, y = camera.to_pixel(place)
            up = -1 if math.sin(agent.stop(number).facing or 0.0) > _UPWARDS else 1
            aside = (x, y - up * (CANVAS.agent_goal + CANVAS.route_number))
            label = near(" · ".join(words), aside, Rank.NUMBER)
            # Clear of the agent that starts here, whose middle is not far.
            further = around((x, y), CANVAS.agent_goal + label.size[1], label.size)
            label = replace(label, places=(*label.places, *further))
            room.add(replace(label, token="text2") if faint else label)


def cross(painter: QPainter, place: QPointF, half: float) -> None:
    """Two lines, so far from their middle to the sides."""
    for slope in (1, -1):
        arm = QPointF(half, slope * half)
        painter.drawLine(place - arm, place + arm)


def paint_rest(painter: QPainter, start: QPointF, goal: QPointF) -> None:
    """What can't be walked: dotted, a cross where the agent was meant to go.

    Qt makes a polygon of every dot, out of sight too: of a long line only what is seen is drawn.
    """
    theme, reach = style.current(), CANVAS.path_cross + CANVAS.agent_path_line
    seen = painter.transform().inverted()[0].mapRect(QRectF(painter.viewport()))
    seen = seen.adjusted(-reach, -reach, reach, reach)
    part = seen_part(start, goal, seen, sum(CANVAS.path_rest_dash))
    if part is not None:
        painter.setPen(pens.pen(theme.path_end, CANVAS.agent_path_line, CANVAS.path_rest_dash))
        painter.drawLine(*part)
    if seen.contains(goal):
        painter.setPen(pens.pen(theme.path_end, CANVAS.agent_path_line))
        cross(painter, goal, CANVAS.path_cross)


def seen_part(
    start: QPointF, goal: QPointF, seen: QRectF, period: float
) -> tuple[QPointF, QPointF] | None:
    """The part of a line that crosses a rectangle; None if none does.

    It begins whole dash periods, pixels, behind the start, so that every dash stays in its place.
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


@dataclass(frozen=True, slots=True)
class Arrow:
    """Where a line shows its direction: in its middle."""

    place: Point
    along: Point
    """The direction of walking there, of length 1."""
    length: float
    """Of the whole line."""


def arrow_of(line: Floats) -> Arrow | None:
    """The arrow of a line (n, 2), in the line's own units; None for one without length."""
    steps = np.diff(line, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    ends = np.cumsum(lengths)
    length = float(ends[-1]) if len(ends) else 0.0
    if length <= 0:
        return None
    row = min(int(np.searchsorted(ends, length / 2)), len(ends) - 1)
    along = steps[row] / lengths[row]
    x, y = line[row + 1] + along * (length / 2 - ends[row])
    return Arrow((float(x), float(y)), (float(along[0]), float(along[1])), length)


def paint_tip(painter: QPainter, place: QPointF, along: Point, ahead: float = 0.0) -> None:
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


def paint_looks(painter: QPainter, camera: Camera, agent: Agent, stops: Iterable[int]) -> None:
    """A tip at each of these stops at which the agent looks somewhere."""
    for number in stops:
        place = agent.goals[number]
        facing = agent.stop(number).facing
        if facing is not None:
            along = (math.cos(facing), -math.sin(facing))
            here = QPointF(*camera.to_pixel(place))
            paint_tip(painter, here, along, CANVAS.handle)
