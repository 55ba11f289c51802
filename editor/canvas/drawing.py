"""Drawing shared by overlays: crisp outlines, hatches, marks, and text in a halo."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from editor import style
from editor.canvas.camera import Camera
from editor.style import CANVAS, FONT, GlyphStyle, LineStyle
from navcore.level.model import Point


def outline(points: Sequence[Point], camera: Camera, width: float, ratio: float) -> QPolygonF:
    """World points as pixels, put where a pen of `width` falls on whole device pixels."""
    pixels = camera.to_pixels(points)
    shift = 0.5 if round(width * ratio) % 2 else 0.0
    crisp = (np.round(pixels * ratio - shift) + shift) / ratio
    # Qt's raster engine counts in 1/64 pixels of 32 bits: far corners would wrap around.
    crisp = np.clip(crisp, -1e6, 1e6)
    return QPolygonF([QPointF(x, y) for x, y in crisp.tolist()])


def is_rectilinear(polygon: QPolygonF) -> bool:
    """Whether all edges run along the axes, so that antialiasing could only blur them."""
    corners = [(point.x(), point.y()) for point in polygon.toList()]
    return all(
        a[0] == b[0] or a[1] == b[1]
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    )


def draw_polygon(painter: QPainter, polygon: QPolygonF) -> None:
    """The polygon with the painter's pen and brush; antialiased unless along the axes."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not is_rectilinear(polygon))
    painter.drawPolygon(polygon)


def hatch(painter: QPainter, area: QPolygonF, pen: QPen, step: int, *, both: bool) -> None:
    """45 degree lines inside a polygon, crossed if `both`."""
    box = area.boundingRect().intersected(QRectF(painter.viewport()))
    if box.isEmpty():
        return
    path = QPainterPath()
    path.addPolygon(area)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pen)
    left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
    first = math.floor((left + top) / step) * step
    for total in np.arange(first, right + bottom + step, step).tolist():
        painter.drawLine(QPointF(total - top, top), QPointF(total - bottom, bottom))
    if both:
        first = math.floor((left - bottom) / step) * step
        for total in np.arange(first, right - top + step, step).tolist():
            painter.drawLine(QPointF(total + top, top), QPointF(total + bottom, bottom))
    painter.restore()


def text(
    painter: QPainter, words: str, at: QPointF, *, token: str | None = None, beside: bool = False
) -> None:
    """A line of text in a halo of the canvas colour, centred on a pixel or to the right of it."""
    theme = style.current()
    font = style.font(FONT.small)
    metrics = QFontMetricsF(font)
    x = at.x() if beside else at.x() - metrics.horizontalAdvance(words) / 2
    y = at.y() + (metrics.ascent() - metrics.descent()) / 2
    path = QPainterPath()
    path.addText(QPointF(round(x), round(y)), font, words)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    halo = QPen(style.colour(theme.outside), CANVAS.halo)
    halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, halo)
    painter.setPen(style.colour(token or theme.text))
    painter.setFont(font)
    painter.drawText(QPointF(round(x), round(y)), words)


def draw_line(painter: QPainter, points: QPolygonF, line: LineStyle, *, closed: bool) -> None:
    """A line of a named style, with its casing and fill."""
    theme = style.current()
    token = getattr(theme, line.colour)
    straight = closed and is_rectilinear(points)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not straight)
    painter.setBrush(
        style.brush(token, line.fill_alpha) if line.fill_alpha and closed else Qt.BrushStyle.NoBrush
    )
    pens = [style.pen(token, line.width, line.dash)]
    if line.casing:
        pens.insert(0, style.pen(theme.outside, line.casing, alpha=CANVAS.path_casing_alpha))
    for pen in pens:
        painter.setPen(pen)
        if closed:
            painter.drawPolygon(points)
        else:
            painter.drawPolyline(points)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def draw_marks(
    painter: QPainter, glyph: GlyphStyle, places: Iterable[QPointF], ratio: float
) -> None:
    """The same mark at several pixels."""
    theme = style.current()
    painter.setPen(
        style.pen(getattr(theme, glyph.line), glyph.width) if glyph.line else Qt.PenStyle.NoPen
    )
    fill = style.brush(getattr(theme, glyph.fill)) if glyph.fill else QBrush()
    painter.setBrush(fill)
    half = glyph.size / 2
    for place in places:
        x = (round(place.x() * ratio - 0.5) + 0.5) / ratio
        y = (round(place.y() * ratio - 0.5) + 0.5) / ratio
        _draw_mark(painter, glyph.shape, x, y, half)


def _draw_mark(painter: QPainter, shape: str, x: float, y: float, half: float) -> None:
    box = QRectF(x - half, y - half, 2 * half, 2 * half)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, shape not in {"square", "plus"})
    if shape == "square":
        painter.drawRect(box)
    elif shape in {"disc", "ring", "dot"}:
        painter.drawEllipse(box)
    elif shape == "triangle":
        corners = [QPointF(x, y - half), QPointF(x + half, y + half), QPointF(x - half, y + half)]
        painter.drawPolygon(QPolygonF(corners))
    elif shape == "hourglass":
        corners = [box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()]
        painter.drawPolygon(QPolygonF(corners))
    elif shape == "plus":
        painter.drawLine(QPointF(x - half, y), QPointF(x + half, y))
        painter.drawLine(QPointF(x, y - half), QPointF(x, y + half))
    elif shape == "cross":
        painter.drawLine(box.topLeft(), box.bottomRight())
        painter.drawLine(box.topRight(), box.bottomLeft())
    else:
        message = f"no mark has the shape {shape!r}"
        raise ValueError(message)
