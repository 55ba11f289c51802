"""Icons: SVG files in one colour, drawn in the text colour of the present theme.

An icon reads the theme when it is painted, so it follows changes of the theme.
"""

from functools import cache
from typing import Final

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from editor import resources
from editor.look import style

STAND_IN: Final = "tool"
"""Icon for things without an own icon."""


class _Engine(QIconEngine):
    """Paints one SVG with `currentColor` replaced by the colour of mode and state."""

    def __init__(self, name: str, token: str) -> None:
        """The icon of this name, in the colour that the theme has for `token`."""
        super().__init__()
        self._name = name
        self._token = token

    def clone(self) -> QIconEngine:
        """Return another engine for the same icon."""
        return _Engine(self._name, self._token)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw the icon into `rect`."""
        _renderer(self._name, self._colour(mode, state)).render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the icon in this size, device-independent pixels."""
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        """Return the icon in this size, with `scale` device pixels a pixel."""
        return _pixmap(self._name, self._colour(mode, state), size.width(), size.height(), scale)

    def _colour(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        theme = style.current()
        if mode == QIcon.Mode.Disabled:
            return theme.disabled
        if state == QIcon.State.On:
            return theme.accent
        return str(getattr(theme, self._token))


def icon(name: str, token: str = "text") -> QIcon:
    """Return the icon of this name in a colour of the theme, a stand-in if there is no file.

    The icon is empty if there is no name.
    """
    if not name:
        return QIcon()
    known = resources.path(f"icons/{name}.svg").is_file()
    return QIcon(_Engine(name if known else STAND_IN, token))


def svg(name: str, colour: str) -> str:
    """Return the picture of this name with its lines in `colour`."""
    text = resources.path(f"icons/{name}.svg").read_text(encoding="utf-8")
    return text.replace("currentColor", colour)


@cache
def _renderer(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(svg(name, colour).encode()))


@cache
def _pixmap(name: str, colour: str, width: int, height: int, scale: float) -> QPixmap:
    made = QPixmap(round(width * scale), round(height * scale))
    made.setDevicePixelRatio(scale)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    _renderer(name, colour).render(painter, QRectF(0, 0, width, height))
    painter.end()
    return made
