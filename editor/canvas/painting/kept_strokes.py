"""Strokes that are drawn the same in every frame, kept as pictures.

Qt strokes a smooth line of 40 corners across the canvas, with its casing, in 3 to 7 ms, and blits
its picture in less than one. A line is stroked the first time, and made a picture the second: a
line that changes at every frame costs no more than before.
"""

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypeAlias

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

from editor.canvas.painting.vector import is_vector

Key: TypeAlias = tuple[object, ...]

MOST: Final = 6
"""Pictures that are kept, each as large as the canvas at most."""


class KeptStrokes:
    """Pictures of the lines that were drawn last."""

    def __init__(self) -> None:
        """Start without strokes."""
        self._kept: OrderedDict[Key, tuple[QPointF, QPixmap] | None] = OrderedDict()
        """Pictures by look and line: None for lines that were drawn once."""

    def draw(
        self,
        painter: QPainter,
        line: QPolygonF,
        reach: float,
        look: Key,
        stroke: Callable[[QPainter], None],
    ) -> None:
        """Draw a line of pixels.

        Args:
            painter: The painter; vector pictures and turned painters stroke the line each time.
            line: Pixels of the canvas.
            reach: Distance of the strokes from the line, pixels.
            look: Everything else that affects the look.
            stroke: Function that strokes it.
        """
        if is_vector(painter) or not painter.transform().isIdentity():
            stroke(painter)
            return
        ratio, view = painter.device().devicePixelRatioF(), painter.viewport()
        corners = tuple((point.x(), point.y()) for point in line.toList())
        size = (view.width(), view.height())
        key = (corners, look, ratio, size)
        if key not in self._kept:
            self._kept[key] = None
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
            stroke(painter)
            return
        self._kept.move_to_end(key)
        found = self._kept[key]
        if found is None:
            found = self._kept[key] = _picture(line, reach, ratio, view, stroke)
        painter.drawPixmap(*found)


def _picture(
    line: QPolygonF, reach: float, ratio: float, view: QRect, stroke: Callable[[QPainter], None]
) -> tuple[QPointF, QPixmap]:
    """Return the visible part of a line, and its corner on a whole device pixel."""
    box = line.boundingRect().adjusted(-reach, -reach, reach, reach).intersected(view.toRectF())
    left, top = (math.floor(edge * ratio) / ratio for edge in (box.left(), box.top()))
    width = max(1, math.ceil((box.right() - left) * ratio))
    height = max(1, math.ceil((box.bottom() - top) * ratio))
    picture = QPixmap(width, height)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.translate(-left, -top)
    stroke(painter)
    painter.end()
    return QPointF(left, top), picture
