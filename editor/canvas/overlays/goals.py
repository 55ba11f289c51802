"""Goals of the selected agents: their routes at rest, their paths in a run."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Scene
from editor.canvas.painting.label_room import LabelRoom
from editor.canvas.painting.routes import (
    CHOSEN,
    label_stops,
    paint_rest,
    paint_route,
    paint_stops,
)
from editor.canvas.painting.routes_picture import RoutesPicture
from editor.canvas.painting.vector import is_vector
from editor.look import pens, style
from editor.look.style import CANVAS
from editor.run.agent_drawing import Crowd, Floats, Look
from editor.tools.walked import walked
from navcore.level.model import WithStops
from navcore.sim.agents import NEVER
from navcore.sim.agents_view import AgentsView

MOST: Final = 100
"""Most selected agents whose paths are drawn in full detail."""
MOST_SMOOTH: Final = 4
"""Most selected agents with smooth route lines: twelve across the whole canvas would take longer
than a frame."""


class Errands:
    """Paints the rest of the paths of selected agents, and their goals.

    Smooth lines for a few agents; for more agents at rest a kept picture.
    """

    def __init__(self) -> None:
        """Start without a picture."""
        self._picture = RoutesPicture(CHOSEN)

    def paint(
        self,
        painter: QPainter,
        scene: Scene,
        camera: Camera,
        crowd: Crowd,
        selected: Sequence[int],
    ) -> None:
        """Paint those of the first selected agents."""
        rows = selected[:MOST]
        resting = _walked(scene, [row for row in rows if not _in_run(scene, crowd, row)], crowd)
        if len(resting) > MOST_SMOOTH and not is_vector(painter):
            sight, find = scene.route_sight, partial(scene.legs.of, urgent=True)
            routes = self._picture.routes(resting, sight, find)
            self._picture.paint(painter, camera, routes, sight, scene.box, scene.device_ratio)
        else:
            for one in resting:
                legs = scene.legs.of(scene.route_sight.legs(one), urgent=True)
                paint_route(painter, camera, one, legs, scene.route_sight)
        for row in rows:
            found = _in_run(scene, crowd, row)
            if found is not None:
                _paint_errand(painter, scene, camera, crowd, row, found)


def label_errands(
    room: LabelRoom, scene: Scene, camera: Camera, crowd: Crowd, selected: Sequence[int]
) -> None:
    """Numbers and pauses at the stops that they go to."""
    rows = []
    for row in selected[:MOST]:
        run = _in_run(scene, crowd, row)
        if run is None or run[0].goal_indices[run[1]] != NEVER:
            rows.append(row)
    for one in _walked(scene, rows, crowd):
        label_stops(room, camera, one, scene.route_sight)


def _in_run(scene: Scene, crowd: Crowd, row: int) -> tuple[AgentsView, int] | None:
    """Return the run's agents and the agent's row; None if it is as in the level."""
    run = scene.run
    simulation = None if run.playhead.at_start else run.timeline.shown
    if simulation is None:
        return None
    at = simulation.agents.index.get(crowd.elements[row].id)
    return None if at is None else (simulation.agents, at)


def _walked(scene: Scene, rows: Sequence[int], crowd: Crowd) -> list[WithStops]:
    """Return routes of agents: their own stops, or shared routes with the paths to them."""
    level = scene.document.level
    found = (one for row in rows for one in walked(crowd.elements[row], level))
    return [*{one.id: one for one in found}.values()]


def _paint_errand(
    painter: QPainter,
    scene: Scene,
    camera: Camera,
    crowd: Crowd,
    row: int,
    found: tuple[AgentsView, int],
) -> None:
    """Paint the rest of the path of an agent in a run, and its goal."""
    element, (agents, in_run) = crowd.elements[row], found
    way = camera.to_pixels(np.vstack([crowd.positions[row], agents.path_of(element.id)]))
    if element.id not in scene.run.agents.held:
        _paint_way(painter, way)
        _paint_waypoint(painter, way)
    busy = agents.under_way[in_run] or agents.asked[in_run] != NEVER
    if crowd.looks[row] == Look.STUCK:
        aim = camera.to_pixels(agents.requested_targets[in_run])
        paint_rest(painter, QPointF(*way[0]), QPointF(*aim[0]))
    if agents.goal_indices[in_run] != NEVER:
        round_ = walked(element, scene.document.level)[-1]
        sight = scene.route_sight
        for off in (False, True):
            stops = [index for index in sight.stops(round_) if sight.skips(round_, index) == off]
            paint_stops(painter, camera, [round_.goals[index] for index in stops], hollow=off)
    elif busy:
        aim = agents.requested_targets[in_run]
        paint_stops(painter, camera, [(float(aim[0]), float(aim[1]))])


def _paint_way(painter: QPainter, points: Floats) -> None:
    """Paint the rest of its path, smoothed as planned."""
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
    """Paint a mark at the next corner; the end of the path has a mark of its own."""
    if len(points) < 3:
        return
    theme = style.current()
    painter.setPen(pens.pen(theme.outside, CANVAS.agent_rim))
    painter.setBrush(pens.brush(theme.path))
    painter.drawEllipse(QPointF(*points[1]), CANVAS.agent_waypoint, CANVAS.agent_waypoint)
