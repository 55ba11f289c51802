"""A chart in the colours and fonts of the program, which follow the theme."""

from typing import Final

import pyqtgraph
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QFrame

from editor.look import pens, style
from editor.look.style import FONT

SIDES: Final = ("bottom", "left")
_ANEW: Final = frozenset({QEvent.Type.PaletteChange, QEvent.Type.DevicePixelRatioChange})
"""Events after which a chart is redrawn."""


class Plot(pyqtgraph.PlotWidget):
    """Axes at the bottom and at the left."""

    _ratio: float | None = None
    _made = False
    """True if the chart is complete: Qt sends palette events before that."""

    def __init__(self, name: str, box: pyqtgraph.ViewBox) -> None:
        """Create an empty chart; `name` is for screen readers."""
        super().__init__(viewBox=box)
        self.box = box
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(1, 1)
        self.hideButtons()
        self.setMenuEnabled(False)
        self.box.setMouseEnabled(x=True, y=False)
        self.box.setDefaultPadding(0.0)
        for side in SIDES:
            axis = self.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setStyle(tickFont=pens.font(FONT.small), tickLength=-4, autoExpandTextSpace=False)
        self.getAxis("left").setWidth(style.SIZE.plot_axis)
        self.getAxis("bottom").setHeight(style.SIZE.row)
        self._made = True

    @property
    def ratio(self) -> float:
        """Device pixels per pixel, which scale the chart's pens."""
        return self._ratio or self.devicePixelRatioF()

    def draw_for(self, ratio: float | None) -> None:
        """Draw for a picture with this many device pixels per pixel; None: for the screen."""
        self._ratio = ratio
        self.restyle()

    def chart_pen(self, pen: QPen) -> QPen:
        """Return a pen as wide on the screen as elsewhere, however far the chart is zoomed."""
        made = QPen(pen)
        made.setWidthF(pen.widthF() * self.ratio)
        made.setCosmetic(True)
        return made

    def restyle(self) -> None:
        """Take the colours of the theme in use; a chart calls it when it is made."""
        theme = style.current()
        self.setBackground(theme.panel)
        for side in SIDES:
            axis = self.getAxis(side)
            axis.setPen(pens.pen(theme.control, style.SIZE.line))
            axis.setTextPen(pens.pen(theme.text2))

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of theme."""
        super().changeEvent(event)
        if self._made and event.type() in _ANEW:
            self.restyle()
