"""The key on a door that requires something of whoever walks through."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from editor.look import pens, style
from editor.look.style import CANVAS


def key_reach() -> float:
    """Pixels from the middle of a door that its key may reach."""
    return CANVAS.door_key + CANVAS.door_clock_line


def paint_key(painter: QPainter, middle: QPointF, *, is_open: bool) -> None:
    """Paint a key on a disc of the canvas colour, in the colour of the door."""
    theme = style.current()
    place, size = QPointF(round(middle.x()), round(middle.y())), CANVAS.door_key
    colour = theme.door_open if is_open else theme.door_shut
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pens.pen(colour, CANVAS.door_clock_line))
    painter.setBrush(pens.brush(theme.outside))
    painter.drawEllipse(place, size, size)
    draw_key(painter, place, size, colour)
    painter.restore()


def draw_key(painter: QPainter, middle: QPointF, size: float, colour: str) -> None:
    """Draw a key as wide as 1.2 times `size` pixels: a ring, a shaft and two teeth."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pens.pen(colour, CANVAS.door_clock_line))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ring, tooth = size * 0.26, size * 0.28
    left = middle - QPointF(size * 0.34, 0.0)
    painter.drawEllipse(left, ring, ring)
    end = middle + QPointF(size * 0.6, 0.0)
    painter.drawLine(left + QPointF(ring, 0.0), end)
    for x in (0.0, size * 0.3):
        top = end - QPointF(x, 0.0)
        painter.drawLine(top, top + QPointF(0.0, tooth))
