"""Drawing of waypoints and edges: discs with the letter of their type, and lines.

A kernel draws the lines, and small pictures are used for the discs: 10,000 waypoints with 30,000
edges take about ten milliseconds. Few edges, and edges seen from near, are smooth.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from editor.canvas.camera import Box, Camera, Floats, grown
from editor.canvas.painting.door_key import draw_key
from editor.canvas.painting.line_pictures import SmoothLines, draw_lines, draw_smooth_lines
from editor.canvas.painting.network_arrays import TYPES, Flags, NetworkArrays, Rows
from editor.canvas.painting.sprites import LARGEST, Atlas, Figures, sizes_of
from editor.canvas.painting.vector import is_vector
from editor.look import pens, style
from editor.look.style import CANVAS, FONT, WAYPOINTS

FEW: Final = 1000
"""Most edges of a level that are smooth at any zoom."""
_LIGHT: Final = 140
"""Grey from which a disc has a dark letter."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Visible part of a network, row by row of its arrays."""

    waypoints: Flags
    """(n,) waypoints on the active storey that are not hidden."""
    edges: Flags
    """(m,) edges with an end on the active storey that are not hidden."""
    usable: Flags
    """(m,) edges that agents of the shown type can take."""
    on_floor: Flags
    """(m,) edges that lie on its floor, without anything in the way."""


def waypoint_radius(scale: float) -> float:
    """Return the drawn radius of waypoints in pixels, at `scale` pixels a metre."""
    if style.current().classic:
        return max(CANVAS.waypoint_wire_least, CANVAS.waypoint_wire * scale)
    least, most = CANVAS.waypoint_least, CANVAS.waypoint_most
    return min(most, max(least, CANVAS.waypoint_share * scale))


REACH: Final = max(CANVAS.edge_arrow, CANVAS.edge_key, CANVAS.waypoint_most) + 4.0
"""Pixels that anything of a network may reach beyond `MARGIN` around waypoints and edges."""
MARGIN: Final = CANVAS.waypoint_wire
"""Metres."""


def colour_of(type_: str) -> str:
    """Return the colour of a type of waypoints, in the palette in use."""
    clear, classic, _ = WAYPOINTS[type_]
    return classic if style.current().classic else clear


class NetworkPainter:
    """Draws the part of a network that lies in a box of the world."""

    def __init__(self) -> None:
        """Start with pictures of waypoints only."""
        self._atlas = Atlas(paint_waypoint, _span, [0] * len(TYPES))

    def paint(
        self,
        painter: QPainter,
        network: NetworkArrays,
        shown: Shown,
        camera: Camera,
        box: Box,
        ratio: float,
    ) -> None:
        """Paint unusable edges, the others over them, then waypoints."""
        around = grown(box, MARGIN + REACH / camera.scale)
        rows = network.edges_in(around)
        rows = rows[shown.edges[rows]]
        if len(rows):
            smooth = len(network.edge_ids) <= FEW or camera.scale >= CANVAS.edge_near_from
            theme = style.current()
            here = shown.waypoints[network.ends[rows]].all(axis=1)
            usable, on_floor = shown.usable[rows], shown.on_floor[rows]
            near: list[SmoothLines] = []
            for part, tokens, broken in (
                (rows[~usable & on_floor], (theme.outside, theme.control), True),
                (rows[~on_floor], (theme.outside, theme.door_shut), True),
                (rows[usable & ~here], (theme.edge_casing, theme.edge), True),
                (rows[usable & here], (theme.edge_casing, theme.edge), False),
            ):
                if len(part):
                    lines, strokes = _lines_of(network, part, camera), _strokes(tokens, camera)
                    if smooth:
                        drawn = dashed(lines, *CANVAS.edge_off_dash) if broken else lines
                        near.append((drawn, strokes))
                    else:
                        _paint_far_lines(painter, lines, strokes, camera, box, ratio)
            if near:
                draw_smooth_lines(painter, near, camera, box, ratio)
            _paint_keys(painter, network, rows[network.locked[rows]], camera, ratio)
        rows = network.waypoints_in(around)
        _paint_waypoints(
            self._atlas, painter, network, rows[shown.waypoints[rows]], camera, box, ratio
        )


def _paint_waypoints(
    atlas: Atlas,
    painter: QPainter,
    network: NetworkArrays,
    rows: Rows,
    camera: Camera,
    box: Box,
    ratio: float,
) -> None:
    radius = waypoint_radius(camera.scale)
    if radius < LARGEST and not is_vector(painter):
        count = len(rows)
        sizes = sizes_of(np.zeros(count), camera.scale, radius)
        figures = Figures(
            network.places[rows], sizes, np.zeros(count), network.types[rows], network.off[rows]
        )
        atlas.draw(painter, figures, camera, box, ratio)
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    places = camera.to_pixels(network.places[rows]).tolist()
    kinds, offs = network.types[rows].tolist(), network.off[rows].tolist()
    for (x, y), kind, off in zip(places, kinds, offs, strict=True):
        paint_waypoint(painter, QPointF(x, y), radius, 0.0, kind, off)


def _lines_of(network: NetworkArrays, rows: Rows, camera: Camera) -> Floats:
    """(n, 4) pixels: the lines of edges, then the two sides of each arrow head."""
    places = camera.to_pixels(network.places[network.ends[rows]].reshape(-1, 2)).reshape(-1, 4)
    one_way = places[network.one_way[rows]]
    along = one_way[:, 2:] - one_way[:, :2]
    length = np.hypot(*along.T)
    long = length >= CANVAS.edge_arrow_from
    one_way, along, length = one_way[long], along[long], length[long]
    unit = along / length[:, None]
    tips = one_way[:, :2] + along * 0.5 + unit * CANVAS.edge_arrow / 2
    back, across = tips - CANVAS.edge_arrow * unit, np.stack((-unit[:, 1], unit[:, 0]), axis=1)
    sides = [
        np.hstack((back + sign * 0.6 * CANVAS.edge_arrow * across, tips)) for sign in (1.0, -1.0)
    ]
    return np.vstack((places, *sides))


def _strokes(tokens: tuple[str, str], camera: Camera) -> tuple[tuple[str, float], ...]:
    """Return colours and widths of casing and line of edges."""
    near = camera.scale >= CANVAS.edge_near_from
    return (
        (tokens[0], CANVAS.edge_casing if near else CANVAS.edge_far_casing),
        (tokens[1], CANVAS.edge_line if near else CANVAS.edge_far_line),
    )


def _paint_far_lines(
    painter: QPainter,
    lines: Floats,
    strokes: Sequence[tuple[str, float]],
    camera: Camera,
    box: Box,
    ratio: float,
) -> None:
    joined = np.tile(np.array([1, 0], np.int32), len(lines))
    draw_lines(painter, lines.reshape(-1, 2), joined, strokes, 1.0, camera, box, ratio)


def dashed(lines: Floats, dash: float, gap: float) -> Floats:
    """Return (m, 4) dashes of (n, 4) lines, each of which begins and ends with a dash."""
    along = lines[:, 2:] - lines[:, :2]
    length = np.hypot(*along.T)
    counts = np.maximum(1, np.rint((length + gap) / (dash + gap))).astype(np.int64)
    owner = np.repeat(np.arange(len(lines)), counts)
    number = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
    step = (length + gap) / counts
    first = (number * step[owner]) / np.maximum(length[owner], 1e-9)
    last = (number * step[owner] + step[owner] - gap) / np.maximum(length[owner], 1e-9)
    starts = lines[owner, :2] + along[owner] * np.clip(first, 0.0, 1.0)[:, None]
    ends = lines[owner, :2] + along[owner] * np.clip(last, 0.0, 1.0)[:, None]
    return np.hstack((starts, ends))


def _paint_keys(
    painter: QPainter, network: NetworkArrays, rows: Rows, camera: Camera, ratio: float
) -> None:
    """Paint keys in the middle of edges with needs, beside the heads of arrows."""
    places = camera.to_pixels(network.places[network.ends[rows]].reshape(-1, 2)).reshape(-1, 4)
    along = places[:, 2:] - places[:, :2]
    long = np.hypot(*along.T) >= CANVAS.edge_key_from
    share = np.where(network.one_way[rows], 0.25, 0.5)[:, None]
    middles = (places[:, :2] + along * share)[long]
    if is_vector(painter):
        for x, y in middles.tolist():
            _paint_key(painter, QPointF(x, y))
        return
    stamp = _key_stamp(ratio, style.current().name) if len(middles) else QPixmap()
    half = stamp.width() / ratio / 2
    for x, y in (np.round((middles - half) * ratio) / ratio).tolist():
        painter.drawPixmap(QPointF(x, y), stamp)


@lru_cache(maxsize=8)
def _key_stamp(ratio: float, theme: str) -> QPixmap:
    """Return the key of an edge as a picture, in the theme in use."""
    side = 2 * math.ceil((CANVAS.edge_key + 2) * ratio)
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _paint_key(painter, QPointF(side / ratio / 2, side / ratio / 2))
    painter.end()
    return picture


def _paint_key(painter: QPainter, place: QPointF) -> None:
    theme, size = style.current(), CANVAS.edge_key
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pens.pen(theme.text2, CANVAS.outline))
    painter.setBrush(pens.brush(theme.outside))
    painter.drawEllipse(place, size, size)
    draw_key(painter, place, size, theme.text)


def _span(size: float, kind: int, off: bool) -> float:
    """Pixels from its middle that a waypoint of this radius reaches."""
    return size + 2 * CANVAS.waypoint_rim + 1


def paint_waypoint(
    painter: QPainter, at: QPointF, size: float, facing: float, kind: int, off: bool
) -> None:
    """Draw a waypoint of the type with this number, of this radius in pixels.

    A disabled one is hollow. In classic colours all are wire circles.
    """
    theme, type_ = style.current(), TYPES[kind]
    token, letter = colour_of(type_), WAYPOINTS[type_][2]
    wire = theme.classic or off
    rim = CANVAS.waypoint_rim if size > CANVAS.waypoint_least else 0.5
    painter.setPen(Qt.PenStyle.NoPen)
    if theme.classic:
        painter.setPen(pens.pen(theme.agent_rim, 2 * rim + CANVAS.edge_line))
        painter.setBrush(pens.brush(theme.outside, CANVAS.waypoint_wire_alpha))
        painter.drawEllipse(at, size, size)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        dash = CANVAS.agent_start_dash if off else ()
        painter.setPen(pens.pen(token, CANVAS.edge_line, dash))
        painter.drawEllipse(at, size, size)
    else:
        painter.setBrush(pens.brush(theme.agent_rim))
        painter.drawEllipse(at, size + rim, size + rim)
        painter.setBrush(pens.brush(token))
        painter.drawEllipse(at, size, size)
        if off:
            inner = max(size - CANVAS.selection_line, size / 2)
            painter.setBrush(pens.brush(theme.outside))
            painter.drawEllipse(at, inner, inner)
    if letter and size >= CANVAS.waypoint_letter_from:
        dark = not wire and _grey(token) >= _LIGHT
        painter.setFont(pens.font(FONT.small, semibold=True))
        ink = theme.text if wire else style.DARK.outside if dark else style.LIGHT.raised
        painter.setPen(pens.colour(ink))
        half = CANVAS.waypoint_most + 2
        square = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, letter)


def _grey(token: str) -> float:
    colour = pens.colour(token)
    parts: Sequence[int] = (colour.red(), colour.green(), colour.blue())
    return 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
