"""The list of all overlays under their headings, to be switched one after the other."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.legend import paint_swatch
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay
from editor.canvas.painting.chip import paint_chip
from editor.canvas.shown import ShownOverlays
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Check
from editor.look.style import CANVAS, SIZE
from editor.look.widgets import make_button, make_label
from navcore.i18n import tr

COLUMNS: Final = (
    (OverlayGroup.LEVEL, OverlayGroup.FLOOR, OverlayGroup.VIEW),
    (OverlayGroup.PATHS, OverlayGroup.RUN, OverlayGroup.CHECK),
)
"""The headings of the list of overlays, by columns."""


MOST_SWATCHES: Final = 3
"""Most colours beside the name of an overlay; the legend explains all."""


class OverlayList(QFrame):
    """All overlays, each with its colours while it is in sight; Esc closes it."""

    def __init__(self, parent: QWidget, shown: ShownOverlays, leave: Callable[[], object]) -> None:
        """Closed; `leave` gives the focus back."""
        super().__init__(parent, Qt.WindowType.Popup)
        self._leave = leave
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAccessibleName(tr("What is shown"))
        self._shown = shown
        self.checks: dict[str, Check] = {}
        """The switch of each overlay, by its name."""
        self.swatches: dict[str, Swatches] = {}
        """The colours of each overlay, by its name."""
        self._content = QWidget()
        columns = horizontal(self._content, gap=SIZE.dialog, margins=0)
        for groups in COLUMNS:
            fill(columns, self._column(groups))
        self._area = QScrollArea(widgetResizable=True)
        self._area.setObjectName("raised")
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._content)
        self.back: QPushButton = make_button("", lambda _: shown.put_back())
        column = vertical(self, gap=SIZE.margin, margins=SIZE.margin)
        fill(column, self._area, fill(horizontal(margins=0), STRETCH, self.back))
        shown.changed.connect(self.refresh)
        self.refresh()

    def open_at(self, corner: QPoint) -> None:
        """Open with the upper right corner at this place of the screen; scroll if too tall."""
        self.refresh()
        screen = (QApplication.screenAt(corner) or self.screen()).availableGeometry()
        wanted, below = self._content.sizeHint(), screen.bottom() - corner.y()
        tall = min(wanted.height(), below - SIZE.button - 4 * SIZE.margin)
        bar = self._area.verticalScrollBar().sizeHint().width() if tall < wanted.height() else 0
        self._area.setFixedSize(wanted.width() + bar, max(tall, SIZE.row))
        self.adjustSize()
        self.move(corner - QPoint(self.width(), 0))
        self.show()
        next(iter(self.checks.values())).setFocus(Qt.FocusReason.PopupFocusReason)

    def refresh(self, _: object = None) -> None:
        """Show which overlays are visible."""
        for overlay in self._shown.listed:
            self.checks[overlay.name].show_value(self._shown.is_chosen(overlay))
        preset = self._shown.preset
        self.back.setText(tr("Reset {0}").format(tr(preset.value)))
        self.back.setEnabled(self._shown.is_changed(preset))

    def show_legends(self, legends: Mapping[str, Sequence[LegendRow]]) -> None:
        """Show the colours of visible overlays beside their names."""
        for name, swatches in self.swatches.items():
            swatches.show_rows(legends.get(name, ()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with Up and Down as with Tab; close with Esc."""
        if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
            focused = self.focusWidget()
            if self._content.isAncestorOf(focused):
                self._area.ensureWidgetVisible(focused)
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut off the corners: on X11 without a compositor they would be black."""
        super().resizeEvent(event)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()), SIZE.radius_button, SIZE.radius_button)
        self.setMask(QRegion(outline.toFillPolygon().toPolygon()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A raised chip with round corners."""
        painter = QPainter(self)
        paint_chip(painter, self.rect())
        painter.end()

    def hideEvent(self, event: QHideEvent) -> None:
        """The canvas has the keys again."""
        super().hideEvent(event)
        self._leave()

    def _column(self, groups: tuple[OverlayGroup, ...]) -> QVBoxLayout:
        column = vertical(gap=SIZE.inside, margins=0)
        for group in groups:
            overlays = [overlay for overlay in self._shown.listed if overlay.group is group]
            if not overlays:
                continue
            if column.count():
                fill(column, SIZE.related)
            fill(column, make_label(tr(group.value), name="label"))
            for overlay in overlays:
                swatches = self.swatches[overlay.name] = Swatches()
                row = fill(horizontal(gap=SIZE.related, margins=0), (self._check(overlay), 1))
                fill(column, fill(row, swatches))
        return fill(column, STRETCH)

    def _check(self, overlay: Overlay) -> Check:
        check = self.checks[overlay.name] = Check()
        check.setText(tr(overlay.title))
        check.setMinimumSize(check.sizeHint().width() + SIZE.related, SIZE.row)
        check.take = lambda _: self._shown.toggle(overlay)
        check.left.connect(self.close)
        return check


class Swatches(QWidget):
    """The first colours that the legend has for an overlay, side by side at the right."""

    def __init__(self) -> None:
        """Start without colours."""
        super().__init__()
        self.rows: tuple[LegendRow, ...] = ()
        width = MOST_SWATCHES * (CANVAS.swatch + SIZE.inside) - SIZE.inside
        self.setFixedSize(width, CANVAS.swatch)

    def show_rows(self, rows: Sequence[LegendRow]) -> None:
        """Show the colours of these."""
        if tuple(rows[:MOST_SWATCHES]) != self.rows:
            self.rows = tuple(rows[:MOST_SWATCHES])
            self.setToolTip("\n".join(row.text for row in self.rows))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Each as the legend paints it."""
        painter = QPainter(self)
        for number, row in enumerate(reversed(self.rows)):
            left = self.width() - CANVAS.swatch - number * (CANVAS.swatch + SIZE.inside)
            paint_swatch(painter, row, left, 0)
        painter.end()
