"""The legend over the canvas: what its colours mean."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QFrame, QWidget

from editor.canvas.overlays.overlay import LegendRow
from editor.canvas.painting.chip import Painted, paint_chip
from editor.canvas.painting.door_key import draw_key
from editor.canvas.painting.drawing import hatch, pattern_tile
from editor.canvas.painting.network import paint_waypoint
from editor.canvas.painting.network_arrays import TYPES
from editor.canvas.painting.path_test_signs import paint_sign
from editor.look import pens, style
from editor.look.icons import icon
from editor.look.style import CANVAS, FONT, SIZE
from navcore.i18n import tr


class Legend(QFrame):
    """Chip at the lower left: a swatch and a line of text for each visible colour.

    A click on its head folds it to the head only, or unfolds it. If it would hide much of the
    level, it is folded until the user unfolds it.
    """

    folded_changed = Signal(object)
    """True if it is folded now."""

    def __init__(self, parent: QWidget, *, head: bool = True, folded: bool = False) -> None:
        """Empty; without a head, as in pictures, it can't be folded."""
        super().__init__(parent)
        self.rows: tuple[LegendRow, ...] = ()
        self.folded = folded
        self._head = head
        self._crowds = False
        """True if it is too large for the canvas."""
        self._wanted = False
        """True if it was unfolded all the same."""
        self._room = math.inf
        """Pixels that it may be high."""
        self._painted = Painted(self)
        self.setAccessibleName(tr("Legend"))
        self._update_tooltip()

    def show_rows(self, rows: Sequence[LegendRow], room: float = math.inf) -> None:
        """Explain these colours, within this height in pixels."""
        if (tuple(rows), room) == (self.rows, self._room):
            return
        self.rows, self._room = tuple(rows), room
        self._lay_out()
        self.setVisible(bool(self.rows))

    def keep_within(self, area: float) -> None:
        """Fold it if it would take more than this area in square pixels."""
        size = self._size(self._fitting())
        crowds = self._head and size.width() * size.height() > area
        if crowds != self._crowds:
            self._crowds, self._wanted = crowds, False
            self._lay_out()
            self._update_tooltip()

    @property
    def is_folded(self) -> bool:
        """True if only its head is seen."""
        return self.folded or (self._crowds and not self._wanted)

    def fold(self, *, folded: bool) -> None:
        """Leave only the head, or show all rows again."""
        if folded != self.is_folded:
            self.folded, self._wanted = folded, not folded
            self._lay_out()
            self._update_tooltip()
            self.folded_changed.emit(folded)

    def _lay_out(self) -> None:
        self.resize(self.sizeHint())
        self.update()

    def _update_tooltip(self) -> None:
        self.setToolTip(tr("Expand the legend") if self.is_folded else "")

    def _shown(self) -> tuple[LegendRow, ...]:
        return () if self.is_folded else self._fitting()

    def _fitting(self) -> tuple[LegendRow, ...]:
        """Return the rows that fit; the last one then has the number of the others."""
        if len(self.rows) * _row() <= self._room - 2 * SIZE.related - self._head * _row():
            return self.rows
        most = max(1, int((self._room - 2 * SIZE.related) // _row()) - self._head)
        theme = style.current()
        more = tr("and {0} more").format(len(self.rows) - most + 1)
        return (*self.rows[: most - 1], LegendRow(more, theme.raised))

    def sizeHint(self) -> QSize:
        """Return a width for the longest visible line."""
        return self._size(self._shown())

    def _size(self, rows: Sequence[LegendRow]) -> QSize:
        metrics = QFontMetrics(pens.font(FONT.small))
        texts = [row.text for row in rows] + [tr("Legend")] * self._head
        widest = max(map(metrics.horizontalAdvance, texts), default=0)
        left = SIZE.margin + CANVAS.swatch + SIZE.related
        height = (len(rows) + self._head) * _row() + 2 * SIZE.related
        if self._head and not rows:
            height = _row() + SIZE.related
        return QSize(left + widest + SIZE.margin, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A raised chip."""
        self._painted.put(self.paint_on, self.rows, self.is_folded)

    def paint_on(self, painter: QPainter) -> None:
        """Draw it, its upper left corner at the origin."""
        theme = style.current()
        paint_chip(painter, self.rect())
        painter.setFont(pens.font(FONT.small))
        top = SIZE.inside if self.is_folded else SIZE.related
        if self._head:
            sign = icon("chevron_right" if self.is_folded else "chevron_down", "text2")
            box = QRect(SIZE.margin, top + (_row() - CANVAS.swatch) // 2, *[CANVAS.swatch] * 2)
            sign.paint(painter, box)
            self._paint_text(painter, tr("Legend"), theme.text2, top)
            top += _row()
        for row in self._shown():
            paint_swatch(painter, row, SIZE.margin, top + (_row() - CANVAS.swatch) // 2)
            self._paint_text(painter, row.text, theme.text, top)
            top += _row()

    def _paint_text(self, painter: QPainter, words: str, token: str, top: int) -> None:
        painter.setPen(pens.colour(token))
        left = SIZE.margin + CANVAS.swatch + SIZE.related
        place = QRect(left, top, self.width() - left, _row())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Accept clicks, so that they don't reach the level."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second of two quick presses."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the head folds it, or unfolds it."""
        event.accept()
        on_head = event.position().y() < SIZE.related + _row()
        inside = self.rect().contains(event.position().toPoint())
        if self._head and inside and on_head and event.button() == Qt.MouseButton.LeftButton:
            self.fold(folded=not self.is_folded)


def _row() -> int:
    return CANVAS.swatch + SIZE.inside + 2


def paint_swatch(painter: QPainter, row: LegendRow, left: int, top: int) -> None:
    """Paint the swatch of a row, its upper left corner at this pixel."""
    if row.across:
        _paint_across(painter, row, left, top)
        return
    if row.key:
        half = CANVAS.swatch / 2
        draw_key(painter, QPointF(left + half, top + half), half * 1.5, row.line)
        return
    if row.waypoint:
        half = CANVAS.swatch / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place, number = QPointF(left + half, top + half), TYPES.index(row.waypoint)
        paint_waypoint(painter, place, CANVAS.waypoint_letter_from, 0.0, number, False)
        painter.setFont(pens.font(FONT.small))
        return
    if row.mark:
        _paint_mark(painter, row, left, top)
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    box = QRect(left, top, CANVAS.swatch - 1, CANVAS.swatch - 1)
    painter.setBrush(pens.brush(row.fill))
    painter.setPen(pens.pen(row.fill))
    painter.drawRect(box)
    if row.pattern:
        clip = box.adjusted(0, 0, 1, 1)
        painter.fillRect(clip, pens.brush(row.fill))
        painter.drawTiledPixmap(
            clip, pattern_tile(row.pattern, row.hatch, painter.device().devicePixelRatioF())
        )
    elif row.hatch:
        inside = QPolygonF(QRectF(box))
        step = CANVAS.door_hatch_step if row.cross else CANVAS.swatch_hatch_step
        hatch(painter, inside, pens.pen(row.hatch), step, both=row.cross)
    if row.line:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pens.pen(row.line, CANVAS.outline, row.dash))
        painter.drawRect(box)


def _paint_mark(painter: QPainter, row: LegendRow, left: int, top: int) -> None:
    """A ring, with or without a stroke, a triangle, or the sign of a test, as in the level."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if row.mark in {"tick", "cross"}:
        half = CANVAS.swatch / 2
        paint_sign(painter, QPointF(left + half, top + half), half, passes=row.mark == "tick")
        return
    painter.setPen(pens.pen(row.line, CANVAS.problem_line))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = CANVAS.problem_line / 2
    box = QRectF(left, top, CANVAS.swatch, CANVAS.swatch).adjusted(inset, inset, -inset, -inset)
    if row.mark == "triangle":
        top_middle = QPointF(box.center().x(), box.top())
        painter.drawPolygon(QPolygonF([top_middle, box.bottomRight(), box.bottomLeft()]))
        return
    painter.drawEllipse(box)
    if row.mark == "struck ring":
        arm = box.width() / 2 * math.sqrt(0.5)
        middle = box.center()
        painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm))


def _paint_across(painter: QPainter, row: LegendRow, left: int, top: int) -> None:
    """Paint a line with a tick at each end, like a width across a gap."""
    half = CANVAS.swatch // 2
    first, last, middle = left + 1, left + CANVAS.swatch - 1, top + half
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pens.pen(row.line, CANVAS.width_line, row.dash))
    painter.drawLine(first, middle, last, middle)
    painter.setPen(pens.pen(row.line, CANVAS.width_line))
    for x in (first, last):
        painter.drawLine(x, top + 1, x, top + CANVAS.swatch - 1)
    if row.cross:
        x, arm = left + half, round(CANVAS.width_cross) - 1
        for turn in (1, -1):
            painter.drawLine(x - arm, middle - turn * arm, x + arm, middle + turn * arm)
