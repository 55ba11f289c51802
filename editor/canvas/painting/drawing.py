"""Drawing shared by overlays: crisp outlines, hatches, marks, and text in a halo."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from editor.canvas.camera import Camera
from editor.canvas.painting.dense import FEW, draw_dense, is_dense
from editor.canvas.painting.halo import paint_halo
from editor.canvas.painting.paths import path_of
from editor.canvas.painting.vector import draw_text, hatch_lines, is_vector
from editor.look import pens, style
from editor.look.style import CANVAS, FONT, GlyphStyle, LineStyle
from navcore.geometry.corner_arrays import CORNERS
from navcore.level.model import Point

MANY: Final = 64
"""Number of shapes from which simpler drawing is used."""
LONG: Final = 1000
"""Number of corners from which invisible ones are removed."""
FAR: Final = 1e6
"""Pixels; nothing is drawn farther away."""


def outline(points: Sequence[Point], camera: Camera, width: float, ratio: float) -> QPolygonF:
    """World points as pixels, put where a pen of `width` falls on whole device pixels."""
    return outlines([points], camera, width, ratio)[0]


def outlines(
    rings: Sequence[Sequence[Point]], camera: Camera, width: float, ratio: float
) -> list[QPolygonF]:
    """Several rings or lines as :func:`outline`, in one go."""
    return [shape for shape, _ in shapes(rings, camera, width, ratio)]


def shapes(
    rings: Sequence[Sequence[Point]], camera: Camera, width: float, ratio: float
) -> list[tuple[QPolygonF, bool]]:
    """Several rings as :func:`outline`, each with whether its edges run along the axes."""
    if not rings:
        return []
    crisp, starts, ends = crisp_of(rings, camera, width, ratio)
    count = len(crisp)
    following = np.arange(1, count + 1)
    following[ends - 1] = starts
    straight = np.logical_and.reduceat((crisp == crisp[following]).any(axis=1), starts)
    return list(zip(_polygons(crisp, starts, ends), straight.tolist(), strict=True))


def crisp_of(
    rings: Sequence[Sequence[Point]], camera: Camera, width: float, ratio: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """All corners as pixels that are crisp for a pen of `width`; where each ring begins and ends.

    There is at least one ring.
    """
    count = sum(map(len, rings))
    shift = 0.5 if round(width * ratio) % 2 else 0.0
    crisp = (np.round(camera.to_pixels(CORNERS.flat(rings)) * ratio - shift) + shift) / ratio
    sizes = np.fromiter(map(len, rings), np.int64, len(rings))
    ends = np.cumsum(sizes)
    # Qt's raster engine counts in 1/64 pixels of 32 bits: far corners would wrap around.
    crisp, starts = np.clip(crisp, -FAR, FAR), ends - sizes
    if sizes.max() <= LONG:
        return crisp, starts, ends
    # In long outlines many corners fall on the pixel of the previous one.
    moved = np.ones(count, np.bool_)
    moved[1:] = (crisp[1:] != crisp[:-1]).any(axis=1) | np.repeat(sizes <= LONG, sizes)[1:]
    moved[starts] = True
    sizes = np.add.reduceat(moved.astype(np.int64), starts)
    ends = np.cumsum(sizes)
    return crisp[moved], ends - sizes, ends


def _polygons(
    places: npt.NDArray[np.float64], starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]
) -> list[QPolygonF]:
    """Rings of pixels; many corners are handed to Qt at once, without an object for each."""
    if (len(starts) >= MANY or len(places) > LONG) and (ends - starts).min() > 1:
        joined = np.ones(len(places), np.int32)
        joined[ends - 1] = 0
        return list(path_of(places, joined).toSubpathPolygons())
    corners = [QPointF(x, y) for x, y in places.tolist()]
    rings = zip(starts.tolist(), ends.tolist(), strict=True)
    return [QPolygonF(corners[start:end]) for start, end in rings]


def is_rectilinear(polygon: QPolygonF) -> bool:
    """Return whether all edges run along the axes, so that antialiasing could only blur them."""
    corners = [(point.x(), point.y()) for point in polygon.toList()]
    return all(
        a[0] == b[0] or a[1] == b[1]
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    )


def draw_polygons(painter: QPainter, polygons: Iterable[tuple[QPolygonF, bool]]) -> None:
    """Polygons as :func:`draw_polygon`, each with whether it runs along the axes."""
    smooth: bool | None = None
    for polygon, along_axes in polygons:
        if polygon.size() > FEW and is_dense(painter, polygon):
            draw_dense(painter, polygon)
            continue
        if smooth is along_axes or smooth is None:
            smooth = not along_axes
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        painter.drawPolygon(polygon)


def hatch(painter: QPainter, area: QPolygonF, pen: QPen, step: int, *, both: bool) -> None:
    """45 degree lines inside a polygon, crossed if `both`; they move with it."""
    corner = area.boundingRect().topLeft()
    box = area.boundingRect().intersected(QRectF(painter.viewport()))
    if box.isEmpty() or max(box.width(), box.height()) < step / 2:
        # A line around such a small shape would hardly be visible.
        return
    if is_dense(painter, area):
        return
    if is_vector(painter):
        painter.setPen(pen)
        painter.drawLines(list(hatch_lines(area, step, both=both)))
        return
    path = QPainterPath()
    path.addPolygon(area)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pen)
    left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
    first = _first_line(left + top, corner.x() + corner.y(), step)
    for total in np.arange(first, right + bottom + step, step).tolist():
        painter.drawLine(QPointF(total - top, top), QPointF(total - bottom, bottom))
    if both:
        first = _first_line(left - bottom, corner.x() - corner.y(), step)
        for total in np.arange(first, right - top + step, step).tolist():
            painter.drawLine(QPointF(total + top, top), QPointF(total + bottom, bottom))
    painter.restore()


def _first_line(least: float, through: float, step: int) -> float:
    """Return the last line up to `least`, of lines spaced by `step` through `through`."""
    return through + math.floor((least - through) / step) * step


def text(
    painter: QPainter, words: str, at: QPointF, *, token: str | None = None, beside: bool = False
) -> None:
    """A line of text in a halo of the canvas colour, centred on a pixel or to the right of it."""
    theme = style.current()
    if is_vector(painter):
        draw_text(painter, words, at, token or theme.text, beside=beside)
        return
    ratio = painter.device().devicePixelRatioF()
    picture = _text_picture(words, token or theme.text, theme.outside, ratio)
    width, height = picture.width() / ratio, picture.height() / ratio
    left = at.x() - CANVAS.halo if beside else at.x() - width / 2
    painter.drawPixmap(QPointF(round(left), round(at.y() - height / 2)), picture)


@lru_cache(maxsize=1024)
def text_size(words: str) -> tuple[float, float]:
    """Pixels that :func:`text` takes, its halo included."""
    metrics = QFontMetricsF(pens.font(FONT.small))
    around = 2 * CANVAS.halo
    return metrics.horizontalAdvance(words) + around, metrics.height() + around


@lru_cache(maxsize=1024)
def _text_picture(words: str, ink: str, halo: str, ratio: float) -> QPixmap:
    """Making one takes far longer than drawing it, and most texts are drawn again at once."""
    font = pens.font(FONT.small)
    metrics = QFontMetricsF(font)
    width = math.ceil(metrics.horizontalAdvance(words) + 2 * CANVAS.halo)
    height = math.ceil(metrics.height() + 2 * CANVAS.halo)
    picture = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    base = QPointF(CANVAS.halo, CANVAS.halo + math.ceil(metrics.ascent()))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    paint_halo(painter, words, base, font, (halo, CANVAS.halo))
    painter.setPen(pens.colour(ink))
    painter.setFont(font)
    painter.drawText(base, words)
    painter.end()
    return picture


def draw_line(
    painter: QPainter, points: QPolygonF, line: LineStyle, *, closed: bool, plain: bool = False
) -> None:
    """A line of a named style, with its casing and fill; a plain one has no casing or smoothing."""
    theme = style.current()
    token = getattr(theme, line.colour)
    if is_dense(painter, points):
        painter.setPen(pens.pen(token, line.width) if line.width else Qt.PenStyle.NoPen)
        filled = line.fill_alpha and closed
        painter.setBrush(pens.brush(token, line.fill_alpha) if filled else Qt.BrushStyle.NoBrush)
        draw_dense(painter, points)
        return
    straight = plain or (closed and is_rectilinear(points))
    if line.fill_alpha and closed:
        # The line hides the edge of the fill: smoothing it would only be slow.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pens.brush(token, line.fill_alpha))
        painter.drawPolygon(points)
    if not line.width:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not straight)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    lines = [pens.pen(token, line.width, line.dash)]
    if line.casing and not plain:
        lines.insert(0, pens.pen(theme.outside, line.casing))
    for pen in lines:
        painter.setPen(pen)
        if closed:
            painter.drawPolygon(points)
        else:
            painter.drawPolyline(points)


def draw_ring(
    painter: QPainter, place: QPointF, radius: float, *strokes: tuple[str, float]
) -> None:
    """A circle of strokes over each other, each of a colour token and a width, in pixels."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for token, width in strokes:
        painter.setPen(pens.pen(token, width))
        painter.drawEllipse(place, radius, radius)


def draw_crown(painter: QPainter, place: QPointF, radius: float, theme: style.Theme) -> None:
    """The crown of a player, upright on its ring of this radius, equally large at every zoom."""
    foot = place - QPointF(0.0, radius)
    half, height = CANVAS.crown[0] / 2, CANVAS.crown[1]
    painter.setPen(pens.pen(theme.agent_rim, CANVAS.agent_rim * 2 / 3))
    painter.setBrush(pens.brush(theme.agent))
    points = ((-1, 0), (-1, 0.8), (-0.45, 0.4), (0, 1), (0.45, 0.4), (1, 0.8), (1, 0))
    painter.drawPolygon([foot + QPointF(half * x, -height * y) for x, y in points])


def draw_marks(
    painter: QPainter, glyph: GlyphStyle, places: Iterable[QPointF], ratio: float
) -> None:
    """Draw the same mark at several pixels."""
    theme = style.current()
    painter.setPen(
        pens.pen(getattr(theme, glyph.line), glyph.width) if glyph.line else Qt.PenStyle.NoPen
    )
    fill = pens.brush(getattr(theme, glyph.fill)) if glyph.fill else QBrush()
    painter.setBrush(fill)
    half = glyph.size / 2
    crisp = (
        (
            (round(place.x() * ratio - 0.5) + 0.5) / ratio,
            (round(place.y() * ratio - 0.5) + 0.5) / ratio,
        )
        for place in places
    )
    if glyph.shape == "square":
        # The handles of an outline may be thousands: all in one go.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawRects([QRectF(x - half, y - half, 2 * half, 2 * half) for x, y in crisp])
        return
    for x, y in crisp:
        _draw_mark(painter, glyph.shape, x, y, half)


def _draw_mark(painter: QPainter, shape: str, x: float, y: float, half: float) -> None:
    box = QRectF(x - half, y - half, 2 * half, 2 * half)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if shape in {"disc", "ring", "dot"}:
        painter.drawEllipse(box)
    elif shape == "triangle":
        corners = [QPointF(x, y - half), QPointF(x + half, y + half), QPointF(x - half, y + half)]
        painter.drawPolygon(QPolygonF(corners))
    elif shape == "hourglass":
        corners = [box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()]
        painter.drawPolygon(QPolygonF(corners))
    elif shape == "plus":
        painter.drawEllipse(box)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        arm = round(half * CANVAS.plus_share)
        painter.drawLine(QPointF(x - arm, y), QPointF(x + arm, y))
        painter.drawLine(QPointF(x, y - arm), QPointF(x, y + arm))
    elif shape == "target":
        painter.drawEllipse(box)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        near, far = round(half * CANVAS.plus_share), round(half * CANVAS.pivot_share)
        for sign in (-1, 1):
            painter.drawLine(QPointF(x + sign * near, y), QPointF(x + sign * far, y))
            painter.drawLine(QPointF(x, y + sign * near), QPointF(x, y + sign * far))
    elif shape == "cross":
        painter.drawLine(box.topLeft(), box.bottomRight())
        painter.drawLine(box.topRight(), box.bottomLeft())
    else:
        message = f"no mark has the shape {shape!r}"
        raise ValueError(message)


@lru_cache
def pattern_tile(pattern: str, token: str, ratio: float, tint: float = 0.0) -> QPixmap:
    """Return one step of a pattern: falling, rising or crossing lines, or a dot; on a tint."""
    step = pattern_step(pattern)
    tile = QPixmap(round(step * ratio), round(step * ratio))
    tile.setDevicePixelRatio(ratio)
    tile.fill(pens.colour(token, tint))
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if pattern == "dots":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pens.brush(token))
        radius = CANVAS.difference_dot
        painter.drawEllipse(QPointF(step / 2, step / 2), radius, radius)
    else:
        painter.setPen(pens.pen(token, CANVAS.difference_line))
        for x in (-step, 0, step):
            if pattern != "rising":
                painter.drawLine(QPointF(x - 1, -1), QPointF(x + step + 1, step + 1))
            if pattern != "falling":
                painter.drawLine(QPointF(x - 1, step + 1), QPointF(x + step + 1, -1))
    painter.end()
    return tile


def pattern_step(pattern: str) -> int:
    """Return the period of a pattern in pixels."""
    return CANVAS.cut_off_step if pattern == "crossing" else CANVAS.difference_step
