"""The findings about the crowd of a run: a list, and a way to the moment and place of each."""

from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from editor.look.boxes import fill, vertical
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.views import plain_rows
from editor.look.widgets import make_label
from editor.panels.run.crowd_findings import Finding, Verdict, findings, who
from editor.panels.run.log import Names
from editor.run.run import Run
from editor.tools.messages.play import clock_text
from navcore.i18n import mark, tr

_TITLES: Final = (mark("What"), mark("Finding"), mark("When"), mark("Agents"))
_ICONS: Final[dict[Verdict, tuple[str, str]]] = {
    "good": ("check", "ok"),
    "bad": ("warning", "warn"),
    "": ("info", "text2"),
}
_VERDICTS: Final[dict[Verdict, str]] = {
    "good": mark("Looks as it would among people."),
    "bad": mark("Would not happen among people."),
    "": mark("Not judged: it depends on the level."),
}
_TIP: Final = mark("Double-click or Enter: go to the moment and the place")


class CrowdPage(QWidget):
    """The worst overlap and push, waiting, turning back, and each door and gap."""

    went = Signal(object)
    """Go to this finding."""
    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self, run: Run) -> None:
        """Show this run."""
        super().__init__()
        self._run = run
        self._names = Names(run)
        self._shown: tuple[object, ...] = ()
        self.found: list[Finding] = []
        """The listed findings."""
        self.empty = make_label(tr("This run has no agents yet."), wraps=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.empty.setContentsMargins(SIZE.margin, SIZE.related, SIZE.margin, 0)
        self.table = _Table()
        self.table.went.connect(self._go)
        self.table.left.connect(self.left)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        fill(vertical(self, gap=0, margins=0), self.empty, (self.table, 1))

    def refresh(self) -> None:
        """Count what came since, and list what there is to say."""
        record = self._run.record
        if not record.count():
            self._soon.start()
        shown = (record, record.statistics.ticks)
        if shown == self._shown:
            return
        if not self._shown or self._shown[0] is not record:
            self._names = Names(self._run)
        self._shown = shown
        self.found = findings(record)
        self.empty.setVisible(not self.found)
        self.table.setVisible(bool(self.found))
        self.table.show_rows([self._row(finding) for finding in self.found])

    def _row(self, finding: Finding) -> tuple[Verdict, tuple[str, ...]]:
        when = "" if finding.seconds is None else clock_text(finding.seconds)
        cells = (finding.what, finding.told, when, who(finding, self._names.of))
        return finding.verdict, cells

    def _go(self, row: int) -> None:
        if row < len(self.found):
            self.went.emit(self.found[row])


class _Table(QTableWidget):
    """Enter and double-click go there, Esc leads back to the canvas."""

    went = Signal(object)
    left = Signal(object)

    def __init__(self) -> None:
        super().__init__(0, len(_TITLES))
        self.setAccessibleName(tr("Findings about the crowd"))
        self.setHorizontalHeaderLabels([tr(title) for title in _TITLES])
        plain_rows(self)
        self.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        columns = self.horizontalHeader()
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        columns.setHighlightSections(False)
        columns.setMinimumSectionSize(1)
        columns.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        letters = self.fontMetrics().averageCharWidth()
        for column, width in ((0, 22), (2, 9), (3, 22)):
            self.setColumnWidth(column, width * letters + SIZE.margin)
        self.cellDoubleClicked.connect(lambda row, _: self.went.emit(row))

    def show_rows(self, rows: list[tuple[Verdict, tuple[str, ...]]]) -> None:
        """List these; the chosen row stays chosen."""
        self.setRowCount(len(rows))
        for number, (verdict, cells) in enumerate(rows):
            for column, text in enumerate(cells):
                item = self.item(number, column)
                if item is None:
                    item = QTableWidgetItem()
                    self.setItem(number, column, item)
                if item.text() != text:
                    item.setText(text)
                item.setToolTip("\n\n".join(filter(None, (text, tr(_TIP)))))
            first = self.item(number, 0)
            if first is not None:
                first.setIcon(icon(*_ICONS[verdict]))
                judged = tr(_VERDICTS[verdict])
                first.setData(Qt.ItemDataRole.AccessibleTextRole, f"{cells[0]}. {judged}")
                texts = (cells[0], judged, tr(_TIP))
                first.setToolTip("\n\n".join(filter(None, texts)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes there, Esc leaves; the rest is the table's."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentRow() >= 0:
            self.went.emit(self.currentRow())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)
