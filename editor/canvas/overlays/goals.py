"""Where agents are going: the ways of the selected ones, or of all of them."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.camera import Camera
from editor.canvas.painting.drawing import text
from editor.look import pens, style
from editor.look.style import CANVAS
from editor.run.agent_drawing import Crowd, Floats, Look
from editor.run.run import Run
from navcore.level.handles import line_through
from navcore.level.model import Point
from navcore.sim.agents import NEVER

MOST: Final = 100
"""So many of the selected have their ways drawn with all that belongs to them."""


def paint_errands(
    painter: QPainter, camera: Camera, run: Run, crowd: Crowd, selected: Sequence[int]
) -> None:
    """What the selected agents have still to walk, and where they are meant to go."""
    for row in selected[:MOST]:
        _paint_errand(painter, camera, run, crowd, row)


def _paint_errand(painter: QPainter, camera: Camera, run: Run, crowd: Crowd, row: int) -> None:
    element = crowd.elements[row]
    simulation = None if run.playhead.at_start else run.timeline.shown
    in_run = None if simulation is None else simulation.agents.index.get(element.id)
    if simulation is None or in_run is None:
        _paint_route(painter, camera, line_through(element))
        _paint_goals(painter, camera, element.goals)
        return
    agents = simulation.agents
    way = camera.to_pixels(np.vstack([crowd.positions[row], simulation.agents.path_of(element.id)]))
    if element.id not in run.agents.held:
        _paint_way(painter, way)
        _paint_waypoint(painter, way)
    busy = agents.under_way[in_run] or agents.asked[in_run] != NEVER
    if crowd.looks[row] == Look.STUCK:
        aim = camera.to_pixels(agents.requested_targets[in_run])
        _paint_rest(painter, QPointF(*way[0]), QPointF(*aim[0]))
    if agents.goal_indices[in_run] != NEVER:
        _paint_goals(painter, camera, element.goals)
    elif busy:
        aim = agents.requested_targets[in_run]
        _paint_goals(painter, camera, [(float(aim[0]), float(aim[1]))])


def _paint_route(painter: QPainter, camera: Camera, places: Sequence[Point]) -> None:
    """A dashed line from goal to goal, as they are laid: an agent finds its way when it walks."""
    theme = style.current()
    line = QPolygonF([QPointF(*camera.to_pixel(place)) for place in places])
    for colour, width, dash in (
        (theme.agent_rim, CANVAS.agent_rim + CANVAS.ways_line, ()),
        (theme.agent, CANVAS.ways_line, CANVAS.band_dash),
    ):
        painter.setPen(pens.pen(colour, width, dash, alpha=CANVAS.ways_alpha))
        painter.drawPolyline(line)


def _paint_way(painter: QPainter, points: Floats) -> None:
    """The line that is left of its path, smoothed as it was planned."""
    if len(points) < 2:
        return
    theme = style.current()
    line = QPolygonF([QPointF(x, y) for x, y in points])
    painter.setPen(
        pens.pen(theme.outside, CANVAS.agent_path_casing, alpha=CANVAS.path_casing_alpha)
    )
    painter.drawPolyline(line)
    painter.setPen(pens.pen(theme.path, CANVAS.agent_path_line))
    painter.drawPolyline(line)


def _paint_waypoint(painter: QPainter, points: Floats) -> None:
    """A mark at the corner that it walks to next; the end of its way has a mark of its own."""
    if len(points) < 3:
        return
    theme = style.current()
    painter.setPen(pens.pen(theme.outside, CANVAS.agent_rim))
    painter.setBrush(pens.brush(theme.path))
    painter.drawEllipse(QPointF(*points[1]), CANVAS.agent_waypoint, CANVAS.agent_waypoint)


def _paint_rest(painter: QPainter, start: QPointF, goal: QPointF) -> None:
    """What can't be walked: dotted, a cross where the agent was meant to go."""
    theme = style.current()
    painter.setPen(pens.pen(theme.path_end, CANVAS.agent_path_line, CANVAS.path_rest_dash))
    painter.drawLine(start, goal)
    painter.setPen(pens.pen(theme.path_end, CANVAS.agent_path_line))
    cross(painter, goal, CANVAS.path_cross)


def _paint_goals(painter: QPainter, camera: Camera, goals: Sequence[Point]) -> None:
    """Small discs, numbered when there are several."""
    theme = style.current()
    size = CANVAS.agent_goal
    for number, goal in enumerate(goals, start=1):
        place = QPointF(*camera.to_pixel(goal))
        painter.setPen(pens.pen(theme.agent_rim, CANVAS.agent_rim))
        painter.setBrush(pens.brush(theme.agent))
        painter.drawEllipse(place, size, size)
        if len(goals) > 1:
            text(painter, str(number), place + QPointF(2 * size, 0.0), beside=True)


def cross(painter: QPainter, place: QPointF, half: float) -> None:
    """Two lines, so far from their middle to the sides."""
    for slope in (1, -1):
        arm = QPointF(half, slope * half)
        painter.drawLine(place - arm, place + arm)
