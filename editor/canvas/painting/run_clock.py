"""The clock on what a run has otherwise than the level."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPolygonF

from editor.look import pens, style
from editor.look.style import CANVAS


def clock_reach() -> float:
    """Pixels beyond an outline that its clock may reach."""
    return CANVAS.door_clock + CANVAS.door_clock_line


def paint_clock(painter: QPainter, shape: QPolygonF, colour: str) -> None:
    """A small clock on the corner that is farthest up and right."""
    theme = style.current()
    corner = max(shape.toList(), key=lambda point: (point.x() - point.y(), point.x()))
    place, size = QPointF(round(corner.x()), round(corner.y())), CANVAS.door_clock
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pens.pen(theme.outside, 2 * CANVAS.door_clock_line))
    painter.setBrush(pens.brush(theme.outside))
    painter.drawEllipse(place, size - CANVAS.door_clock_line, size - CANVAS.door_clock_line)
    painter.setPen(pens.pen(colour, CANVAS.door_clock_line))
    painter.drawEllipse(place, size - CANVAS.door_clock_line, size - CANVAS.door_clock_line)
    painter.drawLine(place, place - QPointF(0.0, size / 2))
    painter.drawLine(place, place + QPointF(size / 2, 0.0))
    painter.restore()
