"""Outlines with very many edges on each row of pixels, drawn row by row and without smoothing.

Qt's antialiasing compares all edges that cross a row: the fill of a star of 1,001 corners takes
7 s, a line of two pixels around it 12 s, and 10,000 random corners a minute and a half. So an
outline with more than a few dozen edges on a row is filled by the kernel that bakes floor, with
a pixel for a cell, and its line is one pixel wide: 20 ms.
"""

import math
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QPolygonF

from editor.canvas.painting.paths import path_of
from editor.canvas.painting.vector import is_vector
from navcore.bake.bitmaps import cells_of, words_in
from navcore.bake.lattice import Lattice
from navcore.bake.raster import fill_bits, whole
from navcore.geometry.rings import Floats, Rings, lower_end_first

FEW: Final = 16
"""Number of corners up to which no test is needed."""

MANY: Final = 4000
"""Corners from which an outline is dense, however they lie."""

MOST_ON_A_ROW: Final = 12
"""Most edges across a row of pixels, on average, with which Qt draws an outline.

With 16 of them, 50 random corners, smooth lines of two and four pixels take 0.4 s.
"""

LONGEST: Final = 2_000_000
"""Most pixels of line that are drawn; of a longer line only a regular sample of edges is."""

COVERED: Final = 2.0
"""Ratio of line pixels to box pixels above which a fill is hidden."""


def is_dense(painter: QPainter, polygon: QPolygonF) -> bool:
    """Return whether Qt would take long to fill the polygon or to draw a smooth line around it."""
    if polygon.size() <= FEW or is_vector(painter):
        return False
    box = _visible(painter, polygon)
    if box.isEmpty() or polygon.size() > MANY:
        return not box.isEmpty()
    y = np.clip(_corners(polygon)[:, 1], box.top(), box.bottom())
    on_a_row = float(np.abs(np.diff(y, append=y[:1])).sum()) / max(1.0, box.height())
    return on_a_row > MOST_ON_A_ROW


def draw_polygon(painter: QPainter, polygon: QPolygonF, *, along_axes: bool) -> None:
    """Draw the polygon with the painter's pen and brush; smooth unless dense or along the axes."""
    if is_dense(painter, polygon):
        draw_dense(painter, polygon)
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not along_axes)
    painter.drawPolygon(polygon)


def draw_dense(painter: QPainter, polygon: QPolygonF) -> None:
    """Draw the polygon with the painter's brush, even-odd, and its pen, one pixel wide."""
    box = _visible(painter, polygon)
    if box.isEmpty():
        return
    corners = _corners(polygon)
    edges = np.hstack((corners, np.roll(corners, -1, axis=0)))
    seen = edges[_touching(edges, box)]
    length = float(_lengths(seen, box).sum())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    hidden = painter.pen().style() != Qt.PenStyle.NoPen
    hidden &= length > COVERED * box.width() * box.height()
    if painter.brush().style() != Qt.BrushStyle.NoBrush and not hidden:
        _fill(painter, edges, box)
    if painter.pen().style() != Qt.PenStyle.NoPen and len(seen):
        _draw_line(painter, seen[:: math.ceil(max(1.0, length) / LONGEST)])
    painter.restore()


def _visible(painter: QPainter, polygon: QPolygonF) -> QRectF:
    """Return the visible box of a polygon, pixels."""
    box = polygon.boundingRect().intersected(QRectF(painter.viewport()))
    return box.intersected(painter.clipBoundingRect()) if painter.hasClipping() else box


def _corners(polygon: QPolygonF) -> Floats:
    """(n, 2) corners; through Qt's stream, which takes no object for each."""
    data = QByteArray()
    QDataStream(data, QIODevice.OpenModeFlag.WriteOnly) << polygon
    return np.frombuffer(data.data(), ">f8", offset=4).reshape(-1, 2).astype(np.float64)


def _fill(painter: QPainter, edges: Floats, box: QRectF) -> None:
    ratio = painter.device().devicePixelRatioF()
    left, top = math.floor(box.left() * ratio), math.floor(box.top() * ratio)
    width = math.ceil(box.right() * ratio) - left
    height = math.ceil(box.bottom() * ratio) - top
    lattice = Lattice(1.0 / ratio, left / ratio, top / ratio, width, height)
    words = np.zeros((height + 2, words_in(width + 2)), np.uint64)
    rings = Rings.joined([np.ascontiguousarray(lower_end_first(edges))])
    fill_bits(lattice, whole(lattice), rings, np.arange(1), words, value=True)
    inside = cells_of(words, width + 2)[1:-1, 1:-1].astype(np.uint32)
    pixels: npt.NDArray[np.uint32] = np.ascontiguousarray(inside * _premultiplied(painter))
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(QPointF(left / ratio, top / ratio), image)


def _premultiplied(painter: QPainter) -> np.uint32:
    colour = painter.brush().color()
    alpha = colour.alphaF()
    parts = (alpha, *(part * alpha for part in (colour.redF(), colour.greenF(), colour.blueF())))
    a, r, g, b = (round(255 * part) for part in parts)
    return np.uint32(a << 24 | r << 16 | g << 8 | b)


def _touching(edges: Floats, box: QRectF) -> npt.NDArray[np.bool_]:
    """Return which edges have boxes that touch a box."""
    x0, y0, x1, y1 = edges.T
    touching: npt.NDArray[np.bool_] = (np.minimum(x0, x1) <= box.right()) & (
        np.maximum(x0, x1) >= box.left()
    )
    touching &= (np.minimum(y0, y1) <= box.bottom()) & (np.maximum(y0, y1) >= box.top())
    return touching


def _lengths(edges: Floats, box: QRectF) -> Floats:
    """Return the approximate number of pixels of each edge within a box."""
    x = np.clip(edges[:, [0, 2]], box.left(), box.right())
    y = np.clip(edges[:, [1, 3]], box.top(), box.bottom())
    return np.maximum(np.abs(x[:, 1] - x[:, 0]), np.abs(y[:, 1] - y[:, 0]))


def _draw_line(painter: QPainter, edges: Floats) -> None:
    painter.setPen(QPen(painter.pen().color(), min(1.0, painter.pen().widthF())))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ends = edges.reshape(-1, 2)
    painter.drawPath(path_of(ends, np.tile(np.array([1, 0], np.int32), len(edges))))
