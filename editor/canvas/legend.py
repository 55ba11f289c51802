"""The legend over the canvas: what its colours mean."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QFrame, QWidget

from editor.canvas.overlays.overlay import LegendRow
from editor.canvas.painting.chip import Painted, paint_chip
from editor.canvas.painting.drawing import hatch, pattern_tile
from editor.look import pens, style
from editor.look.style import CANVAS, FONT, SIZE
from navcore.i18n import tr


class Legend(QFrame):
    """The chip at the lower left: a swatch and a line for each colour in sight."""

    def __init__(self, parent: QWidget) -> None:
        """Empty."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.rows: tuple[LegendRow, ...] = ()
        self._painted = Painted(self)
        self.setAccessibleName(tr("Legend"))

    def show_rows(self, rows: Sequence[LegendRow]) -> None:
        """Explain these colours."""
        if tuple(rows) == self.rows:
            return
        self.rows = tuple(rows)
        self.resize(self.sizeHint())
        self.setVisible(bool(self.rows))
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the longest line."""
        metrics = QFontMetrics(pens.font(FONT.small))
        widest = max((metrics.horizontalAdvance(row.text) for row in self.rows), default=0)
        left = SIZE.margin + CANVAS.swatch + SIZE.related
        return QSize(left + widest + SIZE.margin, len(self.rows) * _row() + 2 * SIZE.related)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A raised chip."""
        self._painted.put(self.paint_on, self.rows)

    def paint_on(self, painter: QPainter) -> None:
        """Draw it, its upper left corner at the origin."""
        theme = style.current()
        paint_chip(painter, self.rect())
        painter.setFont(pens.font(FONT.small))
        for number, row in enumerate(self.rows):
            top = SIZE.related + number * _row()
            _paint_swatch(painter, row, SIZE.margin, top + (_row() - CANVAS.swatch) // 2)
            painter.setPen(pens.colour(theme.text))
            left = SIZE.margin + CANVAS.swatch + SIZE.related
            place = QRect(left, top, self.width() - left, _row())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, row.text)


def _row() -> int:
    return CANVAS.swatch + SIZE.inside + 2


def _paint_swatch(painter: QPainter, row: LegendRow, left: int, top: int) -> None:
    if row.across:
        _paint_across(painter, row, left, top)
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


def _paint_across(painter: QPainter, row: LegendRow, left: int, top: int) -> None:
    """A line with a tick at each end, as it stands across a gap."""
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
