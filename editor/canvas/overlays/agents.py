"""Agents: their places, facings, activities and selection."""

import math
from enum import IntEnum
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from editor.canvas.camera import Box, Camera, Floats
from editor.canvas.overlays.goals import MOST, Errands, label_errands
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.on_links import paint_on_links
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.overlays.replanned import paint_replanned
from editor.canvas.overlays.start_places import StartPlaces
from editor.canvas.overlays.switched_off import paint_switched_off
from editor.canvas.painting.drawing import draw_crown, draw_ring
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import beneath
from editor.canvas.painting.routes import cross
from editor.canvas.painting.sprites import (
    LARGEST,
    SIZES,
    Atlas,
    Figures,
    Integers,
    Sizes,
    joined,
    sizes_of,
)
from editor.canvas.painting.vector import is_vector
from editor.look import pens, style
from editor.look.style import CANVAS
from editor.run.agent_drawing import Crowd, Look, Roster
from navcore.bake.lattice import Lattice

HOLE: Final = 0.42
"""Radius of the hollow centre of a standing agent, in radii."""
WEDGE: Final = (0.88, -0.30, 0.32)
"""The wedge: its tip, its base and half its width, in radii."""
NOTCH: Final = (0.92, 0.46, 0.34)
"""The same for a standing agent: beside the hollow."""
CROSS: Final = 0.45
"""Half the width of the cross of a stuck agent, in radii."""
MOST_NAMES: Final = 60
"""Names in view; where there would be more, only the selected have theirs."""


class Figure(IntEnum):
    """Parts of the drawing of an agent; the first are its looks."""

    PLACED = Look.PLACED
    STANDS = Look.STANDS
    WALKS = Look.WALKS
    STUCK = Look.STUCK
    START = 4
    """A dashed ring where it began."""
    CHOSEN = 5
    """A ring around a selected agent."""


LAYERS: Final = tuple(
    {Figure.START: 0, Figure.CHOSEN: 1, Figure.STUCK: 3}.get(figure, 2) for figure in Figure
)
"""Layer of each kind of figure: stuck agents over everything."""
TURNING: Final = int(Figure.STUCK)
"""Figures before this one show where an agent looks."""


class AgentsOverlay(Overlay):
    """Agents at the start as placed in the level, later as moved by the run."""

    name = "agents"
    title = "Agents"
    group = OverlayGroup.LEVEL
    z = style.Z.AGENTS
    reads = frozenset(
        {Reads.RUN, Reads.LEVEL, Reads.WORLD, Reads.SWITCHES, Reads.SELECTION, Reads.ROUTES}
    )

    def __init__(self) -> None:
        """No pictures of agents are made yet."""
        super().__init__()
        self._errands = Errands()
        self._atlas = Atlas(_paint_figure, _span, LAYERS, TURNING)
        self._sizes: tuple[object, tuple[float, float], Sizes, int] | None = None
        self._starts = StartPlaces()

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """The ways of the selected, then start places, rings, agents, and their names."""
        run = scene.run
        crowd = run.agents.seen(scene.document.unseen)
        chosen = scene.document.selection.ids | run.agents.chosen
        selected = crowd.roster.rows_of(chosen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._errands.paint(painter, scene, camera, crowd, selected)
        figures, largest = self._figures(scene, camera, crowd, np.array(selected, np.int64))
        most = 0 if is_vector(painter) else round(SIZES * LARGEST)
        small = figures if largest <= most else figures.take(figures.sizes <= most)
        self._atlas.draw(painter, small, camera, scene.box, scene.device_ratio)
        if largest > most:
            _paint_large(painter, figures.take(figures.sizes > most), camera, scene.box)
        paint_switched_off(painter, camera, crowd)
        paint_on_links(painter, scene, camera, crowd)
        paint_replanned(painter, scene, camera, crowd)

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add names below agents, which avoid other texts at rest, and numbers of stops."""
        run = scene.run
        crowd = run.agents.seen(scene.document.unseen)
        selected = crowd.roster.rows_of(scene.document.selection.ids | run.agents.chosen)
        label_errands(room, scene, camera, crowd, selected)
        found = (crowd.elements[row] for row in selected[:MOST])
        if any(agent.goals or agent.route is not None for agent in found):
            room.keep_off(agent_boxes(scene, camera))
        for row, size in named_rows(camera, crowd, selected):
            (x, z), name = crowd.positions[row].tolist(), crowd.elements[row].name
            if name:
                kind = Figure.CHOSEN if row in selected else Figure.PLACED
                span = _span(size, kind, bool(crowd.roster.players[row]))
                reach, rests = span + CANVAS.agent_label_gap, run.playhead.at_start
                place = camera.to_pixel((x, z))
                room.add(beneath(name, place, reach, Rank.AGENT, steps_aside=rests))

    def _figures(
        self, scene: Scene, camera: Camera, crowd: Crowd, selected: Integers
    ) -> tuple[Figures, int]:
        """All that is drawn of agents, in the order of their coming, and the largest size."""
        roster = crowd.roster
        least = least_of(len(roster.ids), scene.run.world.grid.lattice, camera.scale)
        sizes, largest = self._sizes_of(roster, camera.scale, least)
        bodies = Figures(crowd.positions, sizes, crowd.facings, crowd.looks, roster.players)
        if scene.run.playhead.at_start:
            return bodies, largest
        chosen = scene.document.selection.ids | scene.run.agents.chosen
        parts = [self._starts.figures(scene, camera, chosen, least, Figure.START)]
        if len(selected):
            parts.append(_of_kind(bodies.take(selected), Figure.CHOSEN))
        parts = [part for part in parts if len(part.sizes)]
        largest = max(largest, *(int(part.sizes.max()) for part in parts), 0)
        return (joined([*parts, bodies]) if parts else bodies), largest

    def _sizes_of(self, roster: Roster, scale: float, least: float) -> tuple[Sizes, int]:
        """Return the drawn size of each agent, and the largest; cached."""
        known = self._sizes
        if known is None or known[0] is not roster or known[1] != (scale, least):
            sizes = sizes_of(roster.radii, scale, least)
            self._sizes = known = (roster, (scale, least), sizes, int(sizes.max(initial=0)))
        return known[2], known[3]


def least_of(count: int, lattice: Lattice, scale: float) -> float:
    """Return the least radius in pixels of this many agents, at `scale` pixels a metre.

    A few agents are visible at any distance; a crowd leaves floor and heat maps visible.
    """
    crowd = count - CANVAS.agent_crowd
    if crowd <= 0:
        return CANVAS.agent_least
    area = lattice.width * lattice.depth * lattice.cell_size**2
    share = math.sqrt(CANVAS.agent_crowd_share * area / (math.pi * crowd)) * scale
    return min(CANVAS.agent_least, max(CANVAS.agent_crowd_least, share))


def agent_boxes(scene: Scene, camera: Camera) -> Floats:
    """Return (n, 4) pixel boxes around starts of agents in view, for texts to avoid.

    Empty for a crowd, beside which there is no room anyway.
    """
    crowd = scene.run.agents.seen(scene.document.unseen)
    starts, radii = crowd.roster.starts, crowd.radii
    if len(radii) > CANVAS.agent_crowd:
        return np.empty((0, 4))
    places = camera.to_pixels(starts)
    reach = (sizes_of(radii, camera.scale) / SIZES)[:, None]
    return np.hstack((places - reach, places + reach))


OVERLAYS = (AgentsOverlay,)


def _of_kind(figures: Figures, kind: Figure) -> Figures:
    """Others around the same agents."""
    kinds = np.full(len(figures.sizes), kind, np.int8)
    return Figures(figures.places, figures.sizes, figures.facings, kinds, figures.players)


def _paint_large(painter: QPainter, figures: Figures, camera: Camera, box: Box) -> None:
    """Paint the agents in view one by one, in their layers."""
    reach = figures.sizes / SIZES + CANVAS.agent_most_around
    places = camera.to_pixels(figures.places)
    x, y = places.T
    left, top, width, height = camera.pixels_of(box)
    seen = (x > left - reach) & (x < left + width + reach)
    seen &= (y > top - reach) & (y < top + height + reach)
    figures, places = figures.take(seen), places[seen]
    for place, size, facing, kind, player in zip(
        places.tolist(), (figures.sizes / SIZES).tolist(), figures.facings.tolist(),
        figures.kinds.tolist(), figures.players.tolist(), strict=True,
    ):  # fmt: skip
        _paint_figure(painter, QPointF(*place), size, facing, kind, player)


def _span(size: float, kind: int, player: bool) -> float:
    """Return the distance in pixels that a figure reaches from its place."""
    if kind == Figure.CHOSEN:
        gaps = 2 if player else 1
        return size + gaps * CANVAS.agent_ring_gap + CANVAS.selection_casing / 2
    if kind == Figure.STUCK:
        return _alarm(size) + CANVAS.agent_stuck_casing / 2
    around = CANVAS.agent_ring_gap + CANVAS.crown[1] + CANVAS.agent_rim / 2
    return size + (around if player else CANVAS.agent_rim / 2)


def _alarm(size: float) -> float:
    """Return the radius of the ring around a stuck agent, pixels."""
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
    below, above = (
        (theme.outside, CANVAS.selection_casing),
        (theme.selection, CANVAS.selection_line),
    )
    draw_ring(painter, place, radius, below, above)


def _paint_agent(
    painter: QPainter, place: QPointF, size: float, facing: float, look: Look, player: bool
) -> None:
    if player:
        _paint_ring(painter, place, size)
        draw_crown(painter, place, size + CANVAS.agent_ring_gap, style.current())
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
    rim = CANVAS.agent_rim * min(1.0, size / CANVAS.agent_least)
    painter.setPen(pens.pen(theme.agent_rim, rim))
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
    below, above = (
        (theme.agent_rim, CANVAS.agent_ring_line + CANVAS.agent_rim),
        (theme.agent, CANVAS.agent_ring_line),
    )
    draw_ring(painter, place, radius, below, above)


def _round(pen: QPen) -> QPen:
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def _paint_alarm(painter: QPainter, place: QPointF, size: float) -> None:
    """Paint a ring around a stuck agent, visible from far away among thousands."""
    theme = style.current()
    radius = _alarm(size)
    below, above = (
        (theme.outside, CANVAS.agent_stuck_casing),
        (theme.error, CANVAS.agent_stuck_line),
    )
    draw_ring(painter, place, radius, below, above)


def named_rows(camera: Camera, crowd: Crowd, selected: list[int]) -> list[tuple[int, float]]:
    """Return rows of agents in view whose names are shown: all if large, else selected ones.

    Each with its drawn radius, pixels.
    """
    if not selected and crowd.radii.max(initial=0.0) * camera.scale < CANVAS.agent_name_from:
        return []
    places = camera.to_pixels(crowd.positions)
    sizes = sizes_of(crowd.radii, camera.scale) / SIZES
    x, y = places.T
    inside = (x >= 0) & (x <= camera.width) & (y >= 0) & (y <= camera.height)
    named = inside & (sizes >= CANVAS.agent_name_from)
    if np.count_nonzero(named) > MOST_NAMES:
        named[:] = False
    for row in [row for row in selected if inside[row]][:MOST_NAMES]:
        named[row] = True
    return [(row, float(sizes[row])) for row in np.flatnonzero(named).tolist()]
