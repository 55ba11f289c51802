"""Chips over the canvas: their background, and cached pictures of them."""

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from editor.look import pens, style
from editor.look.style import SIZE


class Painted:
    """The picture of a widget that is painted with every frame and seldom looks otherwise."""

    def __init__(self, widget: QWidget) -> None:
        """Start without a picture."""
        self._widget = widget
        self._known: tuple[tuple[object, ...], QPixmap] | None = None

    def put(self, paint: Callable[[QPainter], None], *looks: object) -> None:
        """The widget as `paint` paints it, which depends on theme, font, size and `looks` alone."""
        widget, ratio = self._widget, self._widget.devicePixelRatioF()
        key = (style.current().name, pens.font().key(), widget.size(), ratio, *looks)
        if self._known is None or self._known[0] != key:
            picture = QPixmap(widget.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            paint(painter)
            painter.end()
            self._known = (key, picture)
        QPainter(widget).drawPixmap(0, 0, self._known[1])


def paint_chip(painter: QPainter, box: QRect) -> None:
    """The raised ground of what floats over the canvas."""
    theme = style.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pens.pen(theme.line, SIZE.line))
    painter.setBrush(pens.brush(theme.raised))
    inner = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(inner, SIZE.radius_button, SIZE.radius_button)
