"""Signs of tests: a tick or a cross on a disc, or an empty disc without a result."""

import math
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

from editor.look import pens, style
from editor.look.style import CANVAS

_TICK: Final = ((-0.48, 0.04), (-0.14, 0.4), (0.5, -0.34))
_ARM: Final = 0.36
"""Size of the arms, in radii of the sign."""


def paint_sign(painter: QPainter, place: QPointF, radius: float, *, passes: bool | None) -> None:
    """Paint the sign of a test at a pixel; None: no result."""
    theme = style.current()
    token = theme.text2 if passes is None else theme.path if passes else theme.door_shut
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pens.pen(theme.outside, CANVAS.test_casing))
    painter.setBrush(pens.brush(token))
    painter.drawEllipse(place, radius, radius)
    if passes is None:
        return
    pen = pens.pen(theme.outside, CANVAS.test_stroke * min(1.0, radius / CANVAS.test_sign))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if passes:
        painter.drawPolyline(QPolygonF([place + QPointF(x, y) * radius for x, y in _TICK]))
        return
    arm = _ARM * radius
    for turn in (1, -1):
        painter.drawLine(place + QPointF(-arm, -turn * arm), place + QPointF(arm, turn * arm))


class SignStamps:
    """Pictures of signs, made once each: a level may have hundreds of tests."""

    def __init__(self) -> None:
        """Start without signs."""
        self._made: dict[tuple[object, ...], QPixmap] = {}

    def put(
        self,
        painter: QPainter,
        places: Iterable[tuple[float, float]],
        radius: float,
        ratio: float,
        *,
        passes: bool | None,
    ) -> None:
        """Paint the same sign at several pixels; see `paint_sign`."""
        theme = style.current()
        key = (theme.path, theme.door_shut, theme.text2, theme.outside, radius, ratio, passes)
        half = radius + CANVAS.test_casing
        stamp = self._made.get(key)
        if stamp is None:
            side = math.ceil(2 * half * ratio)
            stamp = self._made[key] = QPixmap(side, side)
            stamp.setDevicePixelRatio(ratio)
            stamp.fill(Qt.GlobalColor.transparent)
            inner = QPainter(stamp)
            middle = side / ratio / 2
            paint_sign(inner, QPointF(middle, middle), radius, passes=passes)
            inner.end()
        half = stamp.width() / ratio / 2
        for x, y in places:
            left, top = round((x - half) * ratio) / ratio, round((y - half) * ratio) / ratio
            painter.drawPixmap(QPointF(left, top), stamp)
