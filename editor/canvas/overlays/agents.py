"""Agents: where they are, where they look, what they do, and where the selected ones go."""

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from editor import pens, style
from editor.canvas.camera import Camera
from editor.canvas.drawing import text
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.room import PixelBox
from editor.canvas.vector import is_vector
from editor.services.crowd import Crowd, Floats, Look
from editor.services.play import PlayService
from editor.style import CANVAS
from navcore.sim.agents import NEVER

HOLE: Final = 0.42
"""Radius of the hollow centre of one who stands, in radii."""
WEDGE: Final = (0.88, -0.30, 0.32)
"""The wedge: its tip, its base and half its width, in radii."""
NOTCH: Final = (0.92, 0.46, 0.34)
"""The same for one who stands: beside the hollow."""
CROSS: Final = 0.45
"""Half the width of the cross of one who is stuck, in radii."""
DIRECTIONS: Final = 120
"""So many facings are told apart in pictures that are kept."""
SPRITES_UP_TO: Final = CANVAS.agent_name_from
"""Larger agents, by their radius in pixels, are drawn anew each time."""


class AgentsOverlay(Overlay):
    """At the start as the level places them, later as the run moves them."""

    name = "agents"
    title = "Agents"
    z = style.Z.AGENTS
    still = False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Start places, then the ways of the selected, then the agents and their names."""
        play = scene.play
        crowd = _seen(play.crowd(), scene.document.hidden)
        chosen = scene.document.selection.ids | play.chosen
        selected = [row for row, element in enumerate(crowd.elements) if element.id in chosen]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not play.at_start:
            _paint_starts(painter, scene, camera, crowd, selected)
        for row in selected:
            _paint_errand(painter, camera, play, crowd, row)
            if not (scene.play.at_start or scene.for_file):
                _paint_selection(painter, camera, crowd, row)
        _paint_agents(painter, scene, camera, crowd)
        _paint_names(painter, camera, crowd, selected)


def agent_boxes(scene: Scene, camera: Camera) -> list[PixelBox]:
    """Where agents stand in view, for others to keep away."""
    crowd = scene.play.crowd()
    if not len(crowd.elements):
        return []
    x, y = camera.to_pixels(crowd.positions).T
    reach = _pixel_radii(camera, crowd.radii)
    seen = (x > -reach) & (x < camera.width + reach) & (y > -reach) & (y < camera.height + reach)
    boxes = np.column_stack([x - reach, y - reach, x + reach, y + reach])[seen]
    return [(left, top, right, bottom) for left, top, right, bottom in boxes.tolist()]


OVERLAYS = (AgentsOverlay,)


def _seen(crowd: Crowd, hidden: Collection[int]) -> Crowd:
    """The crowd without those whom the user has hidden."""
    if not hidden:
        return crowd
    rows = [row for row, element in enumerate(crowd.elements) if element.id not in hidden]
    return Crowd(
        [crowd.elements[row] for row in rows],
        crowd.positions[rows],
        crowd.facings[rows],
        crowd.radii[rows],
        crowd.looks[rows],
    )


def _paint_starts(
    painter: QPainter, scene: Scene, camera: Camera, crowd: Crowd, selected: list[int]
) -> None:
    """Dashed rings where the level's agents start; far away those of the selected only."""
    theme = style.current()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    agents = scene.document.level.agents
    shown = crowd.radii * camera.scale >= CANVAS.agent_wedge_from
    shown[selected] = True
    for row in np.flatnonzero(shown).tolist():
        element = crowd.elements[row]
        if element.id not in agents or element.position == tuple(crowd.positions[row]):
            continue
        x, z = element.position
        if not camera.sees((x, z, x, z)):
            continue
        radius = max(CANVAS.agent_least, element.radius * camera.scale)
        for colour in (theme.agent_rim, theme.agent):
            dash = CANVAS.agent_start_dash
            width = CANVAS.agent_rim * (2 if colour == theme.agent_rim else 1)
            painter.setPen(pens.pen(colour, width, dash, alpha=CANVAS.agent_start_alpha))
            painter.drawEllipse(QPointF(*camera.to_pixel((x, z))), radius, radius)


def _paint_errand(
    painter: QPainter, camera: Camera, play: PlayService, crowd: Crowd, row: int
) -> None:
    """The way that a selected agent has still to walk, and where it is meant to go."""
    element, run = crowd.elements[row], play.simulation
    in_run = run.agents.index.get(element.id) if run.steps > 0 else None
    if in_run is None:
        _paint_goals(painter, camera, element.goals)
        return
    agents = run.agents
    way = camera.to_pixels(np.vstack([crowd.positions[row], run.path_of(element.id)]))
    if element.id not in play.held:
        _paint_way(painter, way)
    busy = agents.under_way[in_run] or agents.asked[in_run] != NEVER
    if crowd.looks[row] == Look.STUCK:
        aim = camera.to_pixels(agents.requested_targets[in_run])
        _paint_rest(painter, QPointF(*way[0]), QPointF(*aim[0]))
    if agents.goal_indices[in_run] != NEVER:
        _paint_goals(painter, camera, element.goals)
    elif busy:
        aim = agents.requested_targets[in_run]
        _paint_goals(painter, camera, [(float(aim[0]), float(aim[1]))])


def _paint_way(painter: QPainter, points: Floats) -> None:
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


def _paint_rest(painter: QPainter, start: QPointF, goal: QPointF) -> None:
    """What can't be walked: dotted, a cross where the agent was meant to go."""
    theme = style.current()
    painter.setPen(pens.pen(theme.path_end, CANVAS.agent_path_line, CANVAS.path_rest_dash))
    painter.drawLine(start, goal)
    painter.setPen(pens.pen(theme.path_end, CANVAS.agent_path_line))
    _cross(painter, goal, CANVAS.path_cross)


def _paint_selection(painter: QPainter, camera: Camera, crowd: Crowd, row: int) -> None:
    """A ring around a selected agent where it is now, and not where it began."""
    theme = style.current()
    place = QPointF(*camera.to_pixel((crowd.positions[row, 0], crowd.positions[row, 1])))
    gaps = 2 if crowd.elements[row].player else 1
    radius = _pixel_radii(camera, crowd.radii)[row] + gaps * CANVAS.agent_ring_gap
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in (
        (theme.outside, CANVAS.selection_casing),
        (theme.selection, CANVAS.selection_line),
    ):
        painter.setPen(pens.pen(colour, width))
        painter.drawEllipse(place, radius, radius)


def _paint_goals(painter: QPainter, camera: Camera, goals: Sequence[tuple[float, float]]) -> None:
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


def _paint_agents(painter: QPainter, scene: Scene, camera: Camera, crowd: Crowd) -> None:
    """Small ones from pictures that are kept, in whole pixels; large ones drawn anew."""
    places = camera.to_pixels(crowd.positions)
    sizes = np.rint(4 * _pixel_radii(camera, crowd.radii)) / 4
    reach = (sizes + 2 * CANVAS.agent_ring_gap)[:, None]
    edge = np.array([camera.width, camera.height])
    seen = ((places > -reach) & (places < reach + edge)).all(axis=1)
    players = np.array([element.player for element in crowd.elements], np.bool_)
    most = 0.0 if is_vector(painter) else SPRITES_UP_TO
    small = np.flatnonzero(seen & (sizes <= most))
    turns = np.rint(crowd.facings * (DIRECTIONS / math.tau)) % DIRECTIONS
    turns[(sizes < CANVAS.agent_wedge_from) | (crowd.looks == Look.STUCK)] = 0
    keys = np.stack([sizes, turns, crowd.looks, players], axis=1)[small]
    kinds, kind_of = np.unique(keys, axis=0, return_inverse=True)
    sprites = [
        _sprite(style.current().name, scene.device_ratio, size, turn, Look(int(look)), bool(player))
        for size, turn, look, player in kinds.tolist()
    ]
    for (x, y), kind in zip(places[small].tolist(), kind_of.reshape(-1).tolist(), strict=True):
        half = _half_side(kinds[kind, 0])
        painter.drawPixmap(QPointF(x - half, y - half), sprites[kind])
    for row in np.flatnonzero(seen & (sizes > most)).tolist():
        _paint_agent(
            painter, QPointF(*places[row]), sizes[row], crowd.facings[row],
            Look(crowd.looks[row]), bool(players[row]),
        )  # fmt: skip


def _half_side(size: float) -> int:
    """Half the side of the picture of an agent, whole pixels."""
    return math.ceil(size + 2 * CANVAS.agent_ring_gap)


@lru_cache(maxsize=1024)
def _sprite(
    _theme: str, ratio: float, size: float, turn: float, look: Look, player: bool
) -> QPixmap:
    """A picture of an agent, kept as long as it is used; the theme's name tells them apart."""
    side = 2 * _half_side(size)
    sprite = QPixmap(math.ceil(side * ratio), math.ceil(side * ratio))
    sprite.setDevicePixelRatio(ratio)
    sprite.fill(Qt.GlobalColor.transparent)
    painter = QPainter(sprite)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    facing = turn * math.tau / DIRECTIONS
    _paint_agent(painter, QPointF(side / 2, side / 2), size, facing, look, player)
    painter.end()
    return sprite


def _pixel_radii(camera: Camera, radii: Floats) -> Floats:
    sizes: Floats = np.maximum(CANVAS.agent_least, radii * camera.scale)
    return sizes


def _paint_agent(
    painter: QPainter, place: QPointF, size: float, facing: float, look: Look, player: bool
) -> None:
    if player:
        _paint_ring(painter, place, size)
    _paint_disc(painter, place, size, look)
    if look is Look.STUCK:
        pen = _round(pens.pen(style.current().agent_rim, CANVAS.agent_ring_line))
        painter.setPen(pen)
        _cross(painter, place, max(CANVAS.agent_cross, size * CROSS))
    elif size >= CANVAS.agent_wedge_from:
        _paint_wedge(painter, place, size, facing, NOTCH if look is Look.STANDS else WEDGE)


def _paint_disc(painter: QPainter, place: QPointF, size: float, look: Look) -> None:
    theme = style.current()
    body = QPainterPath()
    body.addEllipse(place, size, size)
    if look is Look.STANDS:
        body.addEllipse(place, size * HOLE, size * HOLE)
    painter.setPen(pens.pen(theme.agent_rim, CANVAS.agent_rim))
    painter.setBrush(pens.brush(theme.agent))
    painter.drawPath(body)


def _paint_wedge(
    painter: QPainter,
    place: QPointF,
    size: float,
    facing: float,
    shape: tuple[float, float, float],
) -> None:
    tip, base, half = shape
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pens.brush(style.current().agent_rim))
    cos, sin = math.cos(facing) * size, -math.sin(facing) * size
    painter.drawConvexPolygon(
        [
            place + QPointF(along * cos - across * sin, along * sin + across * cos)
            for along, across in ((tip, 0.0), (base, half), (base, -half))
        ]
    )


def _paint_ring(painter: QPainter, place: QPointF, size: float) -> None:
    """The player's second ring."""
    theme = style.current()
    radius = size + CANVAS.agent_ring_gap
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in (
        (theme.agent_rim, CANVAS.agent_ring_line + CANVAS.agent_rim),
        (theme.agent, CANVAS.agent_ring_line),
    ):
        painter.setPen(pens.pen(colour, width))
        painter.drawEllipse(place, radius, radius)


def _cross(painter: QPainter, place: QPointF, half: float) -> None:
    for slope in (1, -1):
        arm = QPointF(half, slope * half)
        painter.drawLine(place - arm, place + arm)


def _round(pen: QPen) -> QPen:
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def _paint_names(painter: QPainter, camera: Camera, crowd: Crowd, selected: list[int]) -> None:
    """Beneath the agents: of all when they are large, else of the selected."""
    places = camera.to_pixels(crowd.positions)
    sizes = _pixel_radii(camera, crowd.radii)
    named = sizes >= CANVAS.agent_name_from
    named[selected] = True
    inside = ((places >= 0) & (places <= (camera.width, camera.height))).all(axis=1)
    for row in np.flatnonzero(named & inside).tolist():
        name = crowd.elements[row].name
        if name:
            below = QPointF(0.0, sizes[row] + style.SIZE.related + style.SIZE.inside)
            text(painter, name, QPointF(*places[row]) + below)
