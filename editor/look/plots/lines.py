"""A chart of lines over time, with a cursor at the moment that is shown."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QRubberBand

from editor.look import pens, style
from editor.look.plots.plot import Plot
from editor.look.plots.strokes import Stroke, stroke_pen
from editor.look.style import SIZE

_HEADROOM: Final = 1.08
"""Height of the left axis as a multiple of the highest value."""
_ZOOM: Final = 1.25
"""Zoom factor of a wheel notch or a key press."""
_LEAST: Final = 0.5
"""Seconds that are shown at least."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One line of the chart."""

    name: str
    stroke: Stroke
    xs: Floats
    """(n,) seconds, ascending."""
    ys: Floats
    """(n,) values; NaN where nothing is known."""


class LineChart(Plot):
    """Lines over seconds from 0 on.

    A click or a drag goes to a moment; Shift and a drag zooms into a part, the wheel at the mouse;
    the middle button pans. Arrows go a tick, Page Up and Page Down a second, plus and minus zoom.
    """

    sought = Signal(object)
    """Go to this moment: seconds."""
    stepped = Signal(object)
    """Move by this many seconds, back if negative."""
    zoomed = Signal(object)
    """Another part of the time is shown: its begin and end, or None for all of it."""
    left = Signal(object)
    """Enter or Esc: the focus goes back."""

    def __init__(self, name: str) -> None:
        """Create the chart without lines."""
        self._curves: tuple[Curve, ...] = ()
        self._items: list[pyqtgraph.PlotDataItem] = []
        self._part: tuple[float, float] | None = None
        self._length = 0.0
        self._tick = 0.1
        self._accented = False
        self._pressed: QPoint | None = None
        self._pans = False
        super().__init__(name, pyqtgraph.ViewBox(enableMenu=False, enableMouse=False))
        self._cursor = pyqtgraph.InfiniteLine(pos=0.0, angle=90)
        self.addItem(self._cursor)
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self)
        self.restyle()

    # Contents.

    @property
    def curves(self) -> tuple[Curve, ...]:
        """The lines that are drawn."""
        return self._curves

    @property
    def part(self) -> tuple[float, float]:
        """Begin and end of the time that is shown, seconds."""
        return self._part or (0.0, max(self._length, _LEAST))

    def show_curves(self, curves: Sequence[Curve], length: float, tick: float) -> None:
        """Show these lines of a run; the lengths of the run and of a tick are in seconds."""
        self._length, self._tick = length, tick
        if self._part is not None and self._part[1] > max(length, _LEAST):
            # Another run, which is shorter.
            self._zoom_to(None)
        same = len(curves) == len(self._curves) and all(
            new.stroke == old.stroke for new, old in zip(curves, self._curves, strict=True)
        )
        self._curves = tuple(curves)
        if not same:
            self._make_items()
        for item, curve in zip(self._items, curves, strict=True):
            item.setData(curve.xs, curve.ys)
        self._fit()

    def show_moment(self, seconds: float, *, accented: bool) -> None:
        """Put the cursor there; in the accent colour where a moment is looked back on."""
        self._cursor.setValue(seconds)
        if accented != self._accented:
            self._accented = accented
            self._style_cursor()

    @property
    def moment(self) -> float:
        """Time of the cursor, seconds."""
        return float(self._cursor.value())

    def values_at(self, seconds: float) -> list[float]:
        """The value of each line at a moment, the last one before it; NaN where there is none."""
        found = []
        for curve in self._curves:
            at = int(np.searchsorted(curve.xs, seconds + self._tick / 2)) - 1
            found.append(float(curve.ys[at]) if at >= 0 else math.nan)
        return found

    def show_all(self) -> None:
        """Show all of the time again."""
        self._zoom_to(None)

    def zoom_into(self, begin: float, end: float) -> None:
        """Show this part of the time, limited to the length of the run."""
        begin, end = sorted((max(0.0, begin), min(max(self._length, _LEAST), end)))
        if end - begin < _LEAST:
            middle = (begin + end) / 2
            begin, end = max(0.0, middle - _LEAST / 2), middle + _LEAST / 2
        everything = begin <= 0.0 and end >= self._length
        self._zoom_to(None if everything else (begin, end))

    def restyle(self) -> None:
        """Take the colours of the theme in use."""
        super().restyle()
        self._make_items()
        for item, curve in zip(self._items, self._curves, strict=True):
            item.setData(curve.xs, curve.ys)
        self._style_cursor()

    def _make_items(self) -> None:
        for item in self._items:
            self.removeItem(item)
        self._items = []
        for curve in self._curves:
            pen = self.chart_pen(stroke_pen(curve.stroke))
            item = pyqtgraph.PlotDataItem(pen=pen, connect="finite", antialias=True)
            self.addItem(item)
            # An hour has 36,000 ticks: a pixel shows the highest and the lowest of its ticks. The
            # chart sets its own option when the item is added.
            item.setDownsampling(auto=True, method="peak")
            item.setClipToView(True)
            self._items.append(item)

    def _style_cursor(self) -> None:
        theme = style.current()
        pen = pens.pen(theme.accent if self._accented else theme.text, SIZE.time_mark_line)
        self._cursor.setPen(self.chart_pen(pen))

    def _zoom_to(self, part: tuple[float, float] | None) -> None:
        if part != self._part:
            self._part = part
            self._fit()
            self.zoomed.emit(part)

    def _fit(self) -> None:
        """The part of the time that is shown, and the values in it."""
        begin, end = self.part
        highest = 0.0
        for curve in self._curves:
            first, last = np.searchsorted(curve.xs, (begin, end))
            seen = curve.ys[max(0, int(first) - 1) : int(last) + 1]
            if len(seen) and not np.isnan(seen).all():
                highest = max(highest, float(np.nanmax(seen)))
        self.box.setRange(
            xRange=(begin, end), yRange=(0.0, (highest or 1.0) * _HEADROOM), padding=0.0,
            disableAutoRange=True,
        )  # fmt: skip

    # Mouse and keys.

    def seconds_at(self, x: float) -> float:
        """Return the time at a pixel of the widget, limited to the length of the run."""
        place = self.box.mapSceneToView(self.mapToScene(round(x), 0))
        return min(max(0.0, place.x()), self._length)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there; with Shift begin to zoom into a part, with the middle button to pan."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        place = event.position().toPoint()
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pressed, self._pans = place, True
        elif event.button() == Qt.MouseButton.LeftButton:
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._pressed = place
                self._show_band(place.x())
                self._band.show()
            elif self._length > 0.0:
                self.sought.emit(self.seconds_at(place.x()))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse."""
        x = event.position().x()
        if self._pressed is not None and self._pans:
            begin, end = self.part
            moved = self.seconds_at(self._pressed.x()) - self.seconds_at(x)
            moved = min(max(moved, -begin), max(0.0, self._length - end))
            self._pressed = event.position().toPoint()
            if self._part is not None and moved:
                self._zoom_to((begin + moved, end + moved))
        elif self._pressed is not None:
            self._show_band(round(x))
        elif event.buttons() & Qt.MouseButton.LeftButton and self._length > 0.0:
            self.sought.emit(self.seconds_at(x))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Zoom into the dragged range."""
        pressed, pans = self._pressed, self._pans
        self._pressed, self._pans = None, False
        self._band.hide()
        if pressed is not None and not pans:
            begin, end = self.seconds_at(pressed.x()), self.seconds_at(event.position().x())
            if abs(event.position().x() - pressed.x()) >= SIZE.inside:
                self.zoom_into(begin, end)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Handle a double click as two clicks."""
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the mouse."""
        notches = (event.angleDelta().y() or event.angleDelta().x()) / 120
        if notches:
            self._zoom_at(self.seconds_at(event.position().x()), _ZOOM**-notches)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ticks, seconds, the ends; plus, minus and Backspace zoom; Enter and Esc lead back."""
        key = event.key()
        steps = {
            Qt.Key.Key_Left: -self._tick, Qt.Key.Key_Right: self._tick,
            Qt.Key.Key_PageUp: -1.0, Qt.Key.Key_PageDown: 1.0,
            Qt.Key.Key_Home: -math.inf, Qt.Key.Key_End: math.inf,
        }  # fmt: skip
        if key in steps:
            self.stepped.emit(steps[Qt.Key(key)])
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self._zoom_at(self.moment, 1 / _ZOOM)
        elif key == Qt.Key.Key_Minus:
            self._zoom_at(self.moment, _ZOOM)
        elif key == Qt.Key.Key_Backspace:
            self.show_all()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.left.emit(None)
        else:
            event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        """The band goes with the mouse button only."""
        event.accept()

    def _zoom_at(self, seconds: float, factor: float) -> None:
        begin, end = self.part
        at = min(max(seconds, begin), end)
        self.zoom_into(at - (at - begin) * factor, at + (end - at) * factor)

    def _show_band(self, x: int) -> None:
        assert self._pressed is not None
        left, right = sorted((self._pressed.x(), x))
        self._band.setGeometry(QRect(left, 0, right - left, self.height()))


def seconds_of(ticks: int, per_tick: float) -> Floats:
    """(ticks,) the time of each tick."""
    return np.arange(ticks, dtype=np.float64) * np.float64(per_tick)
