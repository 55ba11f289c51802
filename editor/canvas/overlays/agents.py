"""Agents: where they are, where they look, what they do, and who of them is selected."""

import math
from enum import IntEnum
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from editor import pens, style
from editor.canvas.camera import Camera
from editor.canvas.drawing import text
from editor.canvas.overlays.errands import cross, paint_errands
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.room import PixelBox
from editor.canvas.sprites import LARGEST, SIZES, Atlas, Figures, Integers, joined, sizes_of
from editor.canvas.vector import is_vector
from editor.services.crowd import Crowd, Look
from editor.style import CANVAS

HOLE: Final = 0.42
"""Radius of the hollow centre of one who stands, in radii."""
WEDGE: Final = (0.88, -0.30, 0.32)
"""The wedge: its tip, its base and half its width, in radii."""
NOTCH: Final = (0.92, 0.46, 0.34)
"""The same for one who stands: beside the hollow."""
CROSS: Final = 0.45
"""Half the width of the cross of one who is stuck, in radii."""
MOST_NAMES: Final = 60
"""Names in view; where there would be more, only the selected have theirs."""


class Figure(IntEnum):
    """What is drawn of an agent; the first are its looks."""

    PLACED = Look.PLACED
    STANDS = Look.STANDS
    WALKS = Look.WALKS
    STUCK = Look.STUCK
    START = 4
    """A dashed ring where it began."""
    CHOSEN = 5
    """A ring around one that is selected."""


LAYERS: Final = tuple(
    {Figure.START: 0, Figure.CHOSEN: 1, Figure.STUCK: 3}.get(figure, 2) for figure in Figure
)
"""Which figures lie over which others: who is stuck over everything."""


class AgentsOverlay(Overlay):
    """At the start as the level places them, later as the run moves them."""

    name = "agents"
    title = "Agents"
    z = style.Z.AGENTS
    still = False

    def __init__(self) -> None:
        """No pictures of agents are made yet."""
        super().__init__()
        self._atlas = Atlas(_paint_figure, _span, LAYERS)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """The ways of the selected, then start places, rings, agents, and their names."""
        play = scene.play
        crowd = play.crowds.seen(play.crowd(), scene.document.hidden)
        chosen = scene.document.selection.ids | play.chosen
        selected = crowd.roster.rows_of(chosen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_errands(painter, camera, play, crowd, selected)
        figures = _figures(scene, camera, crowd, np.array(selected, np.int64))
        most = 0 if is_vector(painter) else SIZES * LARGEST
        self._atlas.draw(
            painter, figures.take(figures.sizes <= most), camera, scene.box, scene.device_ratio
        )
        large = figures.take(figures.sizes > most)
        for place, size, facing, kind, player in zip(
            large.places.tolist(), (large.sizes / SIZES).tolist(), large.facings.tolist(),
            large.kinds.tolist(), large.players.tolist(), strict=True,
        ):  # fmt: skip
            _paint_figure(painter, QPointF(*place), size, facing, kind, player)
        _paint_names(painter, camera, crowd, selected)


def agent_boxes(scene: Scene, camera: Camera) -> list[PixelBox]:
    """Where agents stand in view, for others to keep away."""
    crowd = scene.play.crowd()
    if not len(crowd.elements):
        return []
    x, y = camera.to_pixels(crowd.positions).T
    reach = sizes_of(crowd.radii, camera.scale) / SIZES
    seen = (x > -reach) & (x < camera.width + reach) & (y > -reach) & (y < camera.height + reach)
    boxes = np.column_stack([x - reach, y - reach, x + reach, y + reach])[seen]
    return [(left, top, right, bottom) for left, top, right, bottom in boxes.tolist()]


OVERLAYS = (AgentsOverlay,)


def _figures(scene: Scene, camera: Camera, crowd: Crowd, selected: Integers) -> Figures:
    """All that is drawn of agents in view."""
    places, players = camera.to_pixels(crowd.positions), crowd.roster.players
    sizes = sizes_of(crowd.radii, camera.scale)
    turns = (sizes >= SIZES * CANVAS.agent_wedge_from) & (crowd.looks != Look.STUCK)
    facings = np.where(turns, crowd.facings, 0.0)
    bodies = Figures(places, sizes, facings, crowd.looks.astype(np.int64), players)
    figures = bodies
    if not scene.play.at_start:
        parts = [_starts(scene, camera, crowd, bodies, selected), bodies]
        if len(selected) and not scene.for_file:
            parts.insert(1, _of_kind(bodies.take(selected), Figure.CHOSEN))
        parts = [part for part in parts if len(part.sizes)]
        figures = joined(parts) if len(parts) > 1 else bodies
    reach = figures.sizes / SIZES + CANVAS.agent_most_around
    x, y = figures.places.T
    left, top, width, height = camera.pixels_of(scene.box)
    seen = (x > left - reach) & (x < left + width + reach)
    seen &= (y > top - reach) & (y < top + height + reach)
    return figures if seen.all() else figures.take(seen)


def _starts(
    scene: Scene, camera: Camera, crowd: Crowd, bodies: Figures, selected: Integers
) -> Figures:
    """Rings where the level's agents started; far away those of the selected only."""
    roster = crowd.roster
    shown = bodies.sizes >= SIZES * CANVAS.agent_wedge_from
    shown[selected] = True
    shown &= (roster.starts != crowd.positions).any(axis=1)
    rows = np.flatnonzero(shown)
    level = scene.document.level.agents
    rows = rows[[agent_id in level for agent_id in roster.ids[rows].tolist()]]
    rings = _of_kind(bodies.take(rows), Figure.START)
    return Figures(
        camera.to_pixels(roster.starts[rows]), rings.sizes, rings.facings, rings.kinds,
        np.zeros(len(rows), np.bool_),
    )  # fmt: skip


def _of_kind(figures: Figures, kind: Figure) -> Figures:
    """Others around the same agents."""
    count = len(figures.sizes)
    kinds = np.full(count, kind, np.int64)
    return Figures(figures.places, figures.sizes, np.zeros(count), kinds, figures.players)


def _span(size: float, kind: int, player: bool) -> float:
    """How far from its place a figure is drawn, pixels."""
    if kind == Figure.CHOSEN:
        gaps = 2 if player else 1
        return size + gaps * CANVAS.agent_ring_gap + CANVAS.selection_casing / 2
    if kind == Figure.STUCK:
        return _alarm(size) + CANVAS.agent_stuck_casing / 2
    around = (CANVAS.agent_ring_line + CANVAS.agent_rim) / 2 + CANVAS.agent_ring_gap
    return size + (around if player else CANVAS.agent_rim / 2)


def _alarm(size: float) -> float:
    """Radius of the ring around one who is stuck, pixels."""
    return max(CANVAS.agent_stuck_least, size + 2 * CANVAS.agent_ring_gap)


def _paint_figure(
    painter: QPainter, place: QPointF, size: float, facing: float, kind: int, player: bool
) -> None:
    if kind == Figure.START:
        _paint_start(painter, place, size)
    elif kind == Figure.CHOSEN:
        _paint_choice(painter, place, size, player=player)
    else:
        _paint_agent(painter, place, size, facing, Look(kind), player)


def _paint_start(painter: QPainter, place: QPointF, size: float) -> None:
    """A dashed ring, faint."""
    theme = style.current()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    dash = CANVAS.agent_start_dash
    for colour, times in ((theme.agent_rim, 2), (theme.agent, 1)):
        width = CANVAS.agent_rim * times
        painter.setPen(pens.pen(colour, width, dash, alpha=CANVAS.agent_start_alpha))
        painter.drawEllipse(place, size, size)


def _paint_choice(painter: QPainter, place: QPointF, size: float, *, player: bool) -> None:
    """A ring around a selected agent where it is now, and not where it began."""
    theme = style.current()
    radius = size + (2 if player else 1) * CANVAS.agent_ring_gap
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in (
        (theme.outside, CANVAS.selection_casing),
        (theme.selection, CANVAS.selection_line),
    ):
        painter.setPen(pens.pen(colour, width))
        painter.drawEllipse(place, radius, radius)


def _paint_agent(
    painter: QPainter, place: QPointF, size: float, facing: float, look: Look, player: bool
) -> None:
    if player:
        _paint_ring(painter, place, size)
    _paint_disc(painter, place, size, look)
    if look is Look.STUCK:
        _paint_alarm(painter, place, size)
        pen = _round(pens.pen(style.current().agent_rim, CANVAS.agent_ring_line))
        painter.setPen(pen)
        cross(painter, place, max(CANVAS.agent_cross, size * CROSS))
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


def _round(pen: QPen) -> QPen:
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def _paint_alarm(painter: QPainter, place: QPointF, size: float) -> None:
    """A ring around one who is stuck, seen from far away among thousands."""
    theme = style.current()
    radius = _alarm(size)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in (
        (theme.outside, CANVAS.agent_stuck_casing),
        (theme.error, CANVAS.agent_stuck_line),
    ):
        painter.setPen(pens.pen(colour, width))
        painter.drawEllipse(place, radius, radius)


def _paint_names(painter: QPainter, camera: Camera, crowd: Crowd, selected: list[int]) -> None:
    """Beneath the agents: of all when they are large, else of the selected."""
    if not selected and crowd.radii.max(initial=0.0) * camera.scale < CANVAS.agent_name_from:
        return
    places = camera.to_pixels(crowd.positions)
    sizes = sizes_of(crowd.radii, camera.scale) / SIZES
    x, y = places.T
    inside = (x >= 0) & (x <= camera.width) & (y >= 0) & (y <= camera.height)
    named = inside & (sizes >= CANVAS.agent_name_from)
    if np.count_nonzero(named) > MOST_NAMES:
        named[:] = False
    for row in [row for row in selected if inside[row]][:MOST_NAMES]:
        named[row] = True
    for row in np.flatnonzero(named).tolist():
        name = crowd.elements[row].name
        if name:
            below = QPointF(0.0, sizes[row] + style.SIZE.related + style.SIZE.inside)
            text(painter, name, QPointF(*places[row]) + below)
