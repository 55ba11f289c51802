"""A chart of one quantity over another: lines, and dots for moments of a run."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyqtgraph
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QMouseEvent

from editor.look import pens, style
from editor.look.plots.lines import Floats
from editor.look.plots.plot import Plot
from editor.look.plots.strokes import Stroke, stroke_pen
from editor.look.style import SIZE

_HEADROOM: Final = 1.08
"""Length of the axes as a multiple of the largest value."""


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """A line, or the dots of moments."""

    name: str
    stroke: Stroke
    xs: Floats
    """(n,) along the bottom axis."""
    ys: Floats
    """(n,) values; NaN where nothing is known."""
    seconds_apart: float = 0.0
    """For dots: seconds between them; dot n is the moment n times as many seconds after the
    start."""


class PlaneChart(Plot):
    """Lines and dots from 0 on; a click on a dot, or the arrow keys, lead to its moment."""

    sought = Signal(object)
    """Go to this moment: seconds."""
    stepped = Signal(object)
    """Move by this many seconds, back if negative."""
    left = Signal(object)
    """Enter or Esc: the focus goes back."""

    def __init__(self, name: str) -> None:
        """Create the chart without lines."""
        self._traces: tuple[Trace, ...] = ()
        self._items: list[pyqtgraph.GraphicsObject] = []
        self._mark_item: pyqtgraph.GraphicsObject | None = None
        self._mark = (math.nan, math.nan)
        self._accented = False
        super().__init__(name, pyqtgraph.ViewBox(enableMenu=False, enableMouse=False))
        self.restyle()

    @property
    def traces(self) -> tuple[Trace, ...]:
        """The lines and dots that are drawn."""
        return self._traces

    @property
    def mark(self) -> tuple[float, float]:
        """Position of the shown moment; NaN if unknown."""
        return self._mark

    def show_traces(self, traces: Sequence[Trace], unit: str) -> None:
        """Show these traces; `unit` is shown at the end of the bottom axis."""
        self._traces = tuple(traces)
        self.getAxis("bottom").setLabel(unit)
        self.getAxis("bottom").setHeight(SIZE.row + SIZE.related)
        self._draw()

    def show_mark(self, x: float, y: float, *, accented: bool) -> None:
        """Mark the moment that is shown; in the accent colour where it is looked back on."""
        if (x, y, accented) != (*self._mark, self._accented):
            self._mark, self._accented = (x, y), accented
            self._draw_mark()

    def restyle(self) -> None:
        """Take the colours of the theme in use."""
        super().restyle()
        self._draw()

    def _draw(self) -> None:
        for item in self._items:
            self.removeItem(item)
        self._items = []
        for trace in self._traces:
            if trace.seconds_apart:
                brush = pens.brush(getattr(style.current(), trace.stroke.token))
                self._items.append(self._dots(trace.xs, trace.ys, SIZE.chart_dot, brush))
            else:
                pen = self.chart_pen(stroke_pen(trace.stroke))
                item = pyqtgraph.PlotDataItem(
                    trace.xs, trace.ys, pen=pen, connect="finite", antialias=True
                )
                self.addItem(item)
                self._items.append(item)
        self._draw_mark()
        self._fit()

    def _draw_mark(self) -> None:
        if self._mark_item is not None:
            self.removeItem(self._mark_item)
            self._mark_item = None
        if not math.isnan(self._mark[0]):
            theme = style.current()
            brush = pens.brush(theme.accent if self._accented else theme.text)
            place = np.array([self._mark[0]]), np.array([self._mark[1]])
            self._mark_item = self._dots(*place, 2 * SIZE.chart_dot, brush)

    def _dots(self, xs: Floats, ys: Floats, size: int, brush: QBrush) -> pyqtgraph.GraphicsObject:
        known = ~(np.isnan(xs) | np.isnan(ys))
        item = pyqtgraph.PlotDataItem(
            xs[known], ys[known], pen=None, symbol="o", symbolSize=size,
            symbolBrush=brush, symbolPen=None,
        )  # fmt: skip
        self.addItem(item)
        return item

    def _fit(self) -> None:
        reach = [1.0, 1.0]
        for trace in self._traces:
            for axis, values in enumerate((trace.xs, trace.ys)):
                if len(values) and not np.isnan(values).all():
                    reach[axis] = max(reach[axis], float(np.nanmax(values)))
        self.box.setRange(
            xRange=(0.0, reach[0] * _HEADROOM), yRange=(0.0, reach[1] * _HEADROOM), padding=0.0,
            disableAutoRange=True,
        )  # fmt: skip

    # Mouse and keys.

    def moment_at(self, place: QPointF) -> float | None:
        """Return the moment of the dot nearest to a pixel of the widget; None if none is near."""
        best, found = float(SIZE.dot_reach), None
        for trace in self._traces:
            if not trace.seconds_apart:
                continue
            for number in np.flatnonzero(~(np.isnan(trace.xs) | np.isnan(trace.ys))).tolist():
                at = self.box.mapViewToScene(QPointF(trace.xs[number], trace.ys[number]))
                pixel = self.mapFromScene(at)
                away = math.hypot(pixel.x() - place.x(), pixel.y() - place.y())
                if away < best:
                    best, found = away, number * trace.seconds_apart
        return found

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the moment there."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() == Qt.MouseButton.LeftButton:
            moment = self.moment_at(event.position())
            if moment is not None:
                self.sought.emit(moment)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Ignore dragging."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ignore dragging."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go a second on or back, Home and End to the ends; Enter and Esc lead back."""
        key = event.key()
        steps = {
            Qt.Key.Key_Left: -1.0, Qt.Key.Key_Right: 1.0, Qt.Key.Key_PageUp: -1.0,
            Qt.Key.Key_PageDown: 1.0, Qt.Key.Key_Home: -math.inf, Qt.Key.Key_End: math.inf,
        }  # fmt: skip
        if key in steps:
            self.stepped.emit(steps[Qt.Key(key)])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.left.emit(None)
        else:
            event.ignore()
