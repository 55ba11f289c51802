"""A chart of stacked bars; a bar is selected by a click or with the arrow keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from editor.look import pens, style
from editor.look.plots.plot import Plot
from editor.look.style import FONT, SIZE

_HEADROOM: Final = 1.15
"""Height of the axis as a multiple of the highest bar, with room for labels of lines."""


@dataclass(frozen=True, slots=True)
class Stack:
    """One kind of counted things."""

    counts: npt.NDArray[np.int64]
    """(n,) a number for each bar."""
    token: str
    """Colour token."""
    pattern: Qt.BrushStyle
    """Fill pattern, so that colour isn't the only difference."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A vertical line."""

    at: float
    text: str
    short: str
    """Label for a narrow chart."""
    token: str
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """A rectangle of the chart, in its units, and how it is drawn, in pixels."""

    box: QRectF
    pen: QPen
    brush: QBrush


class Boxes(pyqtgraph.GraphicsObject):
    """Rectangles on whole pixels, with lines and hatches as fine as anywhere else."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        """Create the item of these shapes, the first one at the back."""
        super().__init__()
        self._shapes = tuple(shapes)
        self._bounds = QRectF()
        for shape in shapes:
            self._bounds = self._bounds.united(shape.box)

    def boundingRect(self) -> QRectF:
        """Return the box around all shapes, in units of the chart."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in pixels: in units of the chart, hatches would be as coarse as bars."""
        to_pixels = painter.transform()
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for shape in self._shapes:
            painter.setPen(shape.pen)
            painter.setBrush(shape.brush)
            painter.drawRect(to_pixels.mapRect(shape.box).toAlignedRect().adjusted(1, 0, -1, 0))
        painter.restore()


class BarChart(Plot):
    """Stacked bars of equal width, starting at 0, with lines across them."""

    picked = Signal(object)
    """A bar was chosen: its number."""
    left = Signal(object)
    """Enter or Esc: the focus goes back."""

    def __init__(self, name: str, unit: str) -> None:
        """Create the chart without bars; `unit` is shown at the end of the bottom axis."""
        self._size = 1.0
        self._stacks: tuple[Stack, ...] = ()
        self._limits: tuple[Limit, ...] = ()
        self.chosen: int | None = None
        """The bar that is marked."""
        self._items: list[pyqtgraph.GraphicsObject] = []
        super().__init__(name, pyqtgraph.ViewBox(enableMenu=False, enableMouse=False))
        self.getAxis("bottom").setLabel(unit)
        self.getAxis("left").setStyle(maxTickLevel=0)
        self.restyle()

    @property
    def bars(self) -> int:
        """Number of bars."""
        return len(self._stacks[0].counts) if self._stacks else 0

    def show_bars(self, size: float, stacks: Sequence[Stack], limits: Sequence[Limit]) -> None:
        """Show these stacks, from the bottom up; each bar is `size` units wide."""
        self._size, self._stacks, self._limits = size, tuple(stacks), tuple(limits)
        self._draw()

    def choose(self, bar: int | None) -> None:
        """Mark one bar, or none."""
        if bar != self.chosen:
            self.chosen = bar
            self._draw()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Labels as there is room."""
        super().resizeEvent(event)
        if self._made:
            self._draw()

    def restyle(self) -> None:
        """Take the colours of the theme in use."""
        super().restyle()
        self._draw()

    def _draw(self) -> None:
        for item in self._items:
            self.removeItem(item)
        self._items = []
        theme, bars = style.current(), self.bars
        below = np.zeros(bars)
        shapes: list[Shape] = []
        edge = pens.pen(theme.panel, SIZE.line)
        for stack in self._stacks:
            colour = getattr(theme, stack.token)
            hatched = stack.pattern != Qt.BrushStyle.SolidPattern
            brush = QBrush(pens.colour(colour), stack.pattern)
            pen = pens.pen(colour, SIZE.line) if hatched else edge
            for bar in np.flatnonzero(stack.counts).tolist():
                height = float(stack.counts[bar])
                box = QRectF(bar * self._size, below[bar], self._size, height)
                shapes.append(Shape(box, pen, brush))
            below = below + stack.counts
        highest = float(below.max(initial=1.0)) * _HEADROOM
        if self.chosen is not None and self.chosen < bars:
            frame = pens.pen(theme.accent, SIZE.focus)
            box = QRectF(self.chosen * self._size, 0.0, self._size, float(below[self.chosen]))
            shapes.append(Shape(box, frame, QBrush(Qt.BrushStyle.NoBrush)))
        self._add(Boxes(shapes))
        most = max([bars * self._size, *(limit.at * _HEADROOM for limit in self._limits)])
        for number, limit in enumerate(self._limits):
            # One label below the other, because lines may be close together.
            turned = limit.at > most / 2
            self._add(self._line(limit, most, 0.93 - 0.13 * number, turned=turned))
        self.box.setRange(
            xRange=(0.0, most or 1.0), yRange=(0.0, highest), padding=0.0, disableAutoRange=True
        )

    def _label(self, limit: Limit, most: float, *, turned: bool) -> str:
        """Return the whole label if it fits beside the line, otherwise the short one."""
        share = limit.at / most if turned else 1.0 - limit.at / most
        room = share * (self.width() - self.getAxis("left").size().width()) - 2 * SIZE.related
        needed = QFontMetricsF(pens.font(FONT.small)).horizontalAdvance(limit.text)
        is_wide = self.width() >= SIZE.plot_wide and needed <= room
        return limit.text if is_wide else limit.short

    def _line(
        self, limit: Limit, most: float, height: float, *, turned: bool
    ) -> pyqtgraph.GraphicsObject:
        theme = style.current()
        pen = self.chart_pen(pens.pen(getattr(theme, limit.token), SIZE.focus, limit.dash))
        line = pyqtgraph.InfiniteLine(
            pos=limit.at, angle=90, pen=pen,
            label=self._label(limit, most, turned=turned),
            labelOpts={
                "position": height, "color": theme.text, "fill": pens.colour(theme.panel, 0.8),
                "anchors": [(1, 0.5), (1, 0.5)] if turned else [(0, 0.5), (0, 0.5)],
            },
        )  # fmt: skip
        line.label.setFont(pens.font(FONT.small))
        return line

    def _add(self, item: pyqtgraph.GraphicsObject) -> None:
        self.addItem(item)
        self._items.append(item)

    # Choosing.

    def bar_at(self, x: float) -> int:
        """The bar at a pixel of the widget, also of the room above it; -1 if there is none."""
        place = self.box.mapSceneToView(self.mapToScene(round(x), 0))
        bar = int(place.x() // self._size)
        return bar if 0 <= bar < self.bars else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the bar there."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() == Qt.MouseButton.LeftButton:
            self.pick(self.bar_at(event.position().x()))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Ignore dragging."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ignore dragging."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the next bar that counts something; Enter and Esc give the focus back."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.left.emit(None)
        elif event.key() in steps:
            step = steps[Qt.Key(event.key())]
            start = (-1 if step > 0 else self.bars) if self.chosen is None else self.chosen
            for bar in range(start + step, self.bars if step > 0 else -1, step):
                if any(stack.counts[bar] for stack in self._stacks):
                    self.pick(bar)
                    break
        else:
            event.ignore()

    def pick(self, bar: int) -> None:
        """Select a bar, none for -1, and emit `picked`."""
        self.choose(bar if bar >= 0 else None)
        self.picked.emit(bar)
