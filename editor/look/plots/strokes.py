"""Strokes that distinguish lines of a chart by dashes as well as by colours."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap

from editor.look import pens, style
from editor.look.style import SIZE

TOKENS: Final = ("walkable_edge", "ok", "warn", "text2")
"""Colours of lines; not the error colour, which many eyes can't tell from that of warnings."""
DASHES: Final[tuple[tuple[float, ...], ...]] = (
    (),
    (8.0, 4.0),
    (2.0, 3.0),
    (8.0, 3.0, 2.0, 3.0),
    (16.0, 3.0),
)


@dataclass(frozen=True, slots=True)
class Stroke:
    """Colour and dashes of a line."""

    token: str
    """Name of a colour of the theme."""
    dash: tuple[float, ...] = ()
    """Pixels drawn and left out."""


def stroke_of(number: int) -> Stroke:
    """Return the stroke of a line by its number; the first twenty differ."""
    return Stroke(TOKENS[number % len(TOKENS)], DASHES[number % len(DASHES)])


def stroke_pen(stroke: Stroke) -> QPen:
    """Return the pen, in the colours of the theme in use."""
    return pens.pen(getattr(style.current(), stroke.token), SIZE.focus, stroke.dash)


def stroke_icon(stroke: Stroke, ratio: float) -> QIcon:
    """Return a piece of the line, for a legend; `ratio` device pixels a pixel."""
    width, height = SIZE.legend_line, SIZE.icon_small
    picture = QPixmap(round(width * ratio), round(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setPen(stroke_pen(stroke))
    painter.drawLine(QPointF(0.0, height / 2), QPointF(width, height / 2))
    painter.end()
    return QIcon(picture)
