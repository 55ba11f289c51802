"""The time line of a run: how much of it there is, what happened when, and the moment shown.

Its head follows the mouse; arrows go a tick, Page Up and Page Down a second. Nothing is
simulated where it goes.
"""

import math
from bisect import bisect_left
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip

from editor.look import pens, style
from editor.look.style import FONT, SIZE
from editor.panels.timeline.marks import Marks
from editor.panels.timeline.shapes import legend, put_mark
from editor.run.run import Run
from editor.tools.messages.play import clock_text
from navcore.i18n import tr

SPANS: Final = (10.0, 20.0, 30.0, 60.0, 120.0, 180.0, 300.0, 600.0, 900.0, 1800.0, 3600.0)
"""Possible lengths of the line in seconds, so that marks don't move all the time."""
MARKS_SECONDS: Final = 0.2
"""While a run plays new marks come so often: thousands of agents make some with every step."""
PAGE: Final = 1.0
"""Seconds that Page Up and Page Down go."""


def span_of(seconds: float) -> float:
    """Return the length of a line in seconds that has room for `seconds`."""
    if seconds > SPANS[-1]:
        return math.ceil(seconds / SPANS[-1]) * SPANS[-1]
    return SPANS[bisect_left(SPANS, seconds)]


class TimeLine(QSlider):
    """A slider in ticks of the run."""

    left = Signal(object)
    """Enter or Esc: the focus goes back."""

    def __init__(self, run: Run) -> None:
        """Show this run."""
        super().__init__(Qt.Orientation.Horizontal)
        self._run = run
        self.marks = Marks()
        """Events by places on the line."""
        self._picture: tuple[tuple[object, ...], QPixmap] | None = None
        self._painted: tuple[object, ...] = ()
        self._ends = (0.0, 0.0)
        """Pixels where head and end of the run were painted."""
        self._marked = 0.0
        """Time of the last update of marks, seconds of the run's clock."""
        self._hovered: float | None = None
        self._grabbed = False
        self._follows = False
        """True while the value changes because the run did."""
        self.setFixedHeight(SIZE.time_line)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Time line"))
        self.valueChanged.connect(self._set)
        run.signals.frame.connect(self.follow)
        run.signals.state_changed.connect(self.follow)
        self.follow()

    def sizeHint(self) -> QSize:
        """Return the widest useful size."""
        return QSize(SIZE.time_line_least, SIZE.time_line)

    def minimumSizeHint(self) -> QSize:
        """Wide enough to be dragged."""
        return QSize(SIZE.time_line_least, SIZE.time_line)

    @property
    def span(self) -> float:
        """Length of the whole line in seconds."""
        aside = self._run.timeline.aside
        return span_of(max(self._run.playhead.length, aside.simulation.seconds if aside else 0.0))

    # Following the run.

    def follow(self, _: object = None) -> None:
        """Show where the run is; paint only where that is seen."""
        run = self._run
        per_tick = run.record.recording.seconds_per_tick
        ticks, tick = run.record.tick, int(run.playhead.seconds / per_tick + 1e-6)
        if ticks != self.maximum() or tick != self.value():
            self._follows = True
            self.setRange(0, ticks)
            self.setValue(tick)
            self._follows = False
            self._describe()
        seen = (self.span, run.playhead.looks_back, run.timeline.aside)
        ends = (self._pixel(run.playhead.seconds), self._pixel(run.playhead.length))
        calm = run.playhead.playing and 0.0 <= run.clock.now() - self._marked < MARKS_SECONDS
        if seen != self._painted or not calm:
            self._marked = run.clock.now()
            new = self.marks.follow(run.record.recording, self.span, self._places())
            if new:
                self._picture = None
            if new or seen != self._painted:
                self._painted, self._ends = seen, ends
                self.update()
        self._move_to(ends)

    def _move_to(self, ends: tuple[float, float]) -> None:
        """Paint the head and the end of the run elsewhere, if they moved by half a pixel."""
        if all(round(2 * now) == round(2 * was) for now, was in zip(ends, self._ends, strict=True)):
            return
        low, high = min(*ends, *self._ends), max(*ends, *self._ends)
        reach = SIZE.time_handle / 2 + SIZE.focus + 2 * SIZE.line
        self._ends = ends
        part = QRectF(low - reach, 0.0, high - low + 2 * reach, self.height()).toAlignedRect()
        self.update(part)

    def _set(self, tick: int) -> None:
        """A screen reader sets the value."""
        if not self._follows:
            self._run.timeline.seek_tick(tick)

    def _describe(self) -> None:
        """Describe the state for screen readers, only while it has the focus."""
        if self.hasFocus():
            seconds, length = self._run.playhead.seconds, self._run.playhead.length
            text = tr("{0} of {1}").format(clock_text(seconds), clock_text(length))
            self.setAccessibleDescription(text)

    # Mouse and keys.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the head to the mouse."""
        if event.button() == Qt.MouseButton.LeftButton and self._run.playhead.length > 0.0:
            self._grabbed = True
            QToolTip.hideText()
            self._drag(event)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the head with the mouse."""
        self._hovered = event.position().x()
        if self._grabbed:
            self._drag(event)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Put the head at the nearest tick on release."""
        if self._grabbed and event.button() == Qt.MouseButton.LeftButton:
            self._grabbed = False
            if self._run.playhead.looks_back:
                self._run.timeline.seek_tick(round(self._run.playhead.seconds / self._per_tick))
            self.update()

    def _drag(self, event: QMouseEvent) -> None:
        seconds = self._seconds(event.position().x())
        self._run.timeline.seek(min(seconds, self._run.playhead.length))

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse is elsewhere."""
        super().leaveEvent(event)
        self._hovered = None
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A tick a notch, with the focus only."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        if self.hasFocus() and turned:
            self._go(self._per_tick if turned < 0 else -self._per_tick)
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A tick, a second, the start or the end; Enter and Esc give the focus back."""
        key, tick = event.key(), self._per_tick
        ways = {
            Qt.Key.Key_Left: -tick, Qt.Key.Key_Down: -tick,
            Qt.Key.Key_Right: tick, Qt.Key.Key_Up: tick,
            Qt.Key.Key_PageUp: -PAGE, Qt.Key.Key_PageDown: PAGE,
            Qt.Key.Key_Home: -math.inf, Qt.Key.Key_End: math.inf,
        }  # fmt: skip
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in ways:
            self._go(ways[Qt.Key(key)])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.left.emit(None)
        else:
            event.ignore()

    def _go(self, seconds: float) -> None:
        at = min(max(0.0, self._run.playhead.seconds + seconds), self._run.playhead.length)
        if at < self._run.playhead.length:
            at = round(at / self._per_tick) * self._per_tick
        self._run.timeline.seek(at)

    def event(self, event: QEvent) -> bool:
        """Show a tool tip with the events at this time, and a legend of the marks."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            if not self._grabbed:
                QToolTip.showText(event.globalPos(), self.tip(event.pos().x()), self)
            return True
        return bool(super().event(event))

    def tip(self, x: float) -> str:
        """Return the tool tip for a place on the line, with a legend of present marks."""
        seconds = min(self._seconds(x), self._run.playhead.length)
        place = int(seconds / self.span * self._places())
        here = self.marks.between(place - 1, place + 1)
        hits = [mark for mark, _ in self.marks.between(0, self._places())]
        return legend(clock_text(seconds), here, hits, self.devicePixelRatioF())

    # Places.

    @property
    def _per_tick(self) -> float:
        return self._run.record.recording.seconds_per_tick

    def groove(self) -> QRectF:
        """Return the line itself, in pixels."""
        side = SIZE.time_handle / 2 + SIZE.focus + SIZE.line
        middle = self.height() - SIZE.time_handle / 2 - SIZE.focus - SIZE.line
        top = middle - SIZE.groove / 2
        return QRectF(side, top, max(1.0, self.width() - 2 * side), SIZE.groove)

    def _places(self) -> int:
        return max(1, int(self.groove().width() / SIZE.time_place))

    def _pixel(self, seconds: float) -> float:
        line = self.groove()
        return line.left() + min(1.0, seconds / self.span) * line.width()

    def _seconds(self, x: float) -> float:
        line = self.groove()
        return min(max(0.0, (x - line.left()) / line.width()), 1.0) * self.span

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line, the recorded part, the marks, the mouse position and the head."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self._paint_line(painter)
        painter.drawPixmap(0, 0, self._marks_picture())
        if self._run.playhead.length > 0.0:
            if self._hovered is not None and not self._grabbed:
                self._paint_hover(painter, self._hovered)
            self._paint_head(painter)

    def _paint_line(self, painter: QPainter) -> None:
        theme, line, run = style.current(), self.groove(), self._run
        painter.setPen(Qt.PenStyle.NoPen)
        aside = run.timeline.aside
        parts = [(line.left(), line.right(), theme.line)]
        parts.append((line.left(), self._pixel(run.playhead.length), theme.control))
        if run.playhead.looks_back:
            parts.append((line.left(), self._pixel(run.playhead.seconds), theme.text2))
        for left, right, token in parts:
            painter.setBrush(pens.brush(token))
            part = QRectF(left, line.top(), right - left, line.height())
            painter.drawRoundedRect(part, SIZE.groove / 2, SIZE.groove / 2)
        if aside is not None and aside.simulation.seconds > run.playhead.length:
            # The part of the run that was set aside beyond this one.
            y = line.center().y()
            painter.setPen(pens.pen(theme.text2, SIZE.line, (2.0, 3.0)))
            ends = self._pixel(run.playhead.length), self._pixel(aside.simulation.seconds)
            painter.drawLine(QPointF(ends[0], y), QPointF(ends[1], y))

    def _marks_picture(self) -> QPixmap:
        """Return the picture of the marks, repainted only when they change."""
        key = (style.current().name, self.size(), self.devicePixelRatioF(), self.span)
        if self._picture is None or self._picture[0] != key:
            ratio = self.devicePixelRatioF()
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            line, free = self.groove(), 0.0
            left, scale, y = line.left(), line.width() / self.span, self._mark_y
            for seconds, mark, count in self.marks.drawn():
                x = max(free, left + seconds * scale)
                put_mark(painter, QPointF(x, y), mark, count, ratio)
                free = x + SIZE.time_place
            painter.end()
            self._picture = (key, picture)
        return self._picture[1]

    @property
    def _mark_y(self) -> float:
        return SIZE.time_mark / 2

    def _paint_hover(self, painter: QPainter, x: float) -> None:
        """Draw where a click would go, and its time."""
        theme, line = style.current(), self.groove()
        seconds = min(self._seconds(x), self._run.playhead.length)
        at = self._pixel(seconds)
        painter.setFont(pens.font(FONT.small))
        text = clock_text(seconds)
        width = painter.fontMetrics().horizontalAdvance(text) + 2 * SIZE.inside
        left = at + SIZE.inside if at + SIZE.inside + width < self.width() else at - width
        box = QRectF(left, 0.0, width, self.height())
        painter.fillRect(box, pens.brush(theme.panel))
        painter.setPen(pens.pen(theme.text, SIZE.line))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        painter.drawLine(QPointF(at, 0.0), QPointF(at, line.bottom()))

    def _paint_head(self, painter: QPainter) -> None:
        theme = style.current()
        middle = QPointF(self._pixel(self._run.playhead.seconds), self.groove().center().y())
        half = SIZE.time_handle / 2
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pens.pen(theme.accent, SIZE.focus))
            ring = half + SIZE.focus / 2 + SIZE.line
            painter.drawEllipse(middle, ring, ring)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pens.brush(theme.accent if self._run.playhead.looks_back else theme.text))
        painter.drawEllipse(middle, half, half)
