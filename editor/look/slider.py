"""A slider that is painted as the theme says, and minds keys and wheel as fields do."""

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider

from editor.look import pens, style
from editor.look.style import SIZE


class Slider(QSlider):
    """Groove with a round handle, marks below it, and an accent if the value isn't the default."""

    left = Signal(object)
    """Esc."""
    taken = Signal(object)
    """Enter."""
    entered = Signal(object)
    """The slider got the focus."""

    def __init__(self, step: int, page: int) -> None:
        """Create the slider at 0; a key changes it by one `step`, Page Up by a `page`."""
        super().__init__(Qt.Orientation.Horizontal)
        self._marks: tuple[int, ...] = ()
        self._changed = False
        self.setSingleStep(step)
        self.setPageStep(page)
        self.setMinimumHeight(SIZE.field)

    def show_marks(self, values: Iterable[int]) -> None:
        """Mark these values."""
        marks = tuple(sorted(set(values)))
        if marks != self._marks:
            self._marks = marks
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends, Enter takes."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit(None)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.taken.emit(None)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Use the wheel only with the focus; otherwise the surroundings scroll."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def show_changed(self, *, changed: bool) -> None:
        """Show whether its value is another than the usual one."""
        if changed != self._changed:
            self._changed = changed
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Emit `entered`."""
        super().focusInEvent(event)
        self.entered.emit(None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a groove, filled up to a round handle, with marks below."""
        theme = style.current()
        groove, at = self._groove(), self._pixel(self.value())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(Qt.PenStyle.NoPen)
        for right, token in (
            (groove.right(), theme.line),
            (at, theme.accent if self._changed else theme.control),
        ):
            painter.setBrush(pens.brush(token))
            part = QRectF(groove.left(), groove.top(), right - groove.left(), groove.height())
            painter.drawRoundedRect(part, SIZE.groove / 2, SIZE.groove / 2)
        middle, half = QPointF(at, groove.center().y()), SIZE.handle / 2
        if self.hasFocus():
            ring = half + SIZE.focus / 2 + SIZE.line
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pens.pen(theme.accent, SIZE.focus))
            painter.drawEllipse(middle, ring, ring)
            painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pens.brush(theme.text))
        painter.drawEllipse(middle, half, half)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(pens.pen(theme.text2, SIZE.line))
        top = round(middle.y() + half) + SIZE.line + SIZE.focus
        for value in self._marks:
            x = self._pixel(value)
            painter.drawLine(x, top, x, top + SIZE.inside - 1)

    def _groove(self) -> QRectF:
        first, last = self._pixel(self.minimum()), self._pixel(self.maximum())
        top = (self.height() - SIZE.groove) // 2
        return QRectF(first, top, last - first, SIZE.groove)

    def _pixel(self, value: int) -> int:
        """Return the position at which the style places the handle for the mouse."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        part = QStyle.ComplexControl.CC_Slider
        handle = self.style().subControlRect(part, option, QStyle.SubControl.SC_SliderHandle, self)
        groove: QRect = self.style().subControlRect(
            part, option, QStyle.SubControl.SC_SliderGroove, self
        )
        room = groove.width() - handle.width()
        at = QStyle.sliderPositionFromValue(self.minimum(), self.maximum(), value, room)
        return groove.left() + handle.width() // 2 + at
