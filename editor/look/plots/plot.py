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
"""After these a chart is drawn anew."""


class Plot(pyqtgraph.PlotWidget):
    """Axes at the bottom and at the left."""

    _ratio: float | None = None
    _made = False
    """Whether it is there as a whole: Qt tells of palettes before."""

    def __init__(self, name: str, box: pyqtgraph.ViewBox) -> None:
        """An empty chart; `name` is what a screen reader says."""
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
        """Device pixels a pixel: pens of a chart are as wide as so many device pixels."""
        return self._ratio or self.devicePixelRatioF()

    def draw_for(self, ratio: float | None) -> None:
        """Draw for a picture of so many device pixels a pixel; None is the screen again."""
        self._ratio = ratio
        self.restyle()

    def chart_pen(self, pen: QPen) -> QPen:
        """A pen as wide on the screen as elsewhere, however far the chart is zoomed."""
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
