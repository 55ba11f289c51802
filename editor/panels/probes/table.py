"""The table of probes: a row a path."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from editor.look.icons import icon
from editor.look.pens import colour
from editor.look.style import SIZE, current
from editor.look.views import whole_rows
from editor.panels.probes.rows import NUMBERS, TIPS, TITLES, ProbeRow
from navcore.i18n import tr

Index: TypeAlias = QModelIndex | QPersistentModelIndex

_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ProbeModel(QAbstractTableModel):
    """The paths that are listed."""

    def __init__(self) -> None:
        """None."""
        super().__init__()
        self.rows: tuple[ProbeRow, ...] = ()

    def show(self, rows: Sequence[ProbeRow]) -> None:
        """Show these; what is chosen stays chosen where there are as many as before."""
        if len(rows) == len(self.rows):
            self.rows = tuple(rows)
            last = self.index(len(rows) - 1, len(TITLES) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    # What Qt asks.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """One for each title."""
        return 0 if parent.isValid() else len(TITLES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Titles of the columns, and what they mean."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(TITLES[section])
        if role == Qt.ItemDataRole.ToolTipRole and TIPS[section]:
            return tr(TIPS[section])
        if role == Qt.ItemDataRole.TextAlignmentRole and section in NUMBERS:
            return _AT_RIGHT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[column]
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            told = zip(TITLES, row.cells, strict=True)
            return ", ".join(f"{tr(title)}: {text}" for title, text in told if text)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in NUMBERS:
            return _AT_RIGHT
        if role == Qt.ItemDataRole.DecorationRole and column == 0:
            return icon(*(("check", "ok") if row.reached else ("error", "error")))
        if role == Qt.ItemDataRole.ForegroundRole and column == 1:
            return QBrush(colour(current().text2))
        return None


class ProbeTable(QTableView):
    """One row is chosen by mouse and arrows; Enter or a double-click shows it."""

    chosen = Signal(object)
    """A row was chosen, or None."""
    wanted = Signal(object)
    """A row was double-clicked, or Enter pressed on it: show its path."""
    unwanted = Signal(object)
    """Delete was pressed on a row: remove its pin."""
    left = Signal(object)
    """Esc: the focus goes back."""

    def __init__(self, model: ProbeModel) -> None:
        """Of these rows."""
        super().__init__()
        self._model = model
        self.setModel(model)
        self.setAccessibleName(tr("The probe's path, what it is compared with, and pinned probes"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        head = whole_rows(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column, width in enumerate(SIZE.probe_columns):
            self.setColumnWidth(column, width)
        self.selectionModel().currentRowChanged.connect(lambda *_: self.chosen.emit(self.row))
        self.doubleClicked.connect(lambda _: self.wanted.emit(self.row))

    @property
    def row(self) -> ProbeRow | None:
        """The row that is chosen."""
        place = self.currentIndex().row()
        return self._model.rows[place] if 0 <= place < len(self._model.rows) else None

    def choose(self, place: int | None) -> None:
        """Choose this row, or none."""
        if place is None:
            self.setCurrentIndex(QModelIndex())
        elif place != self.currentIndex().row():
            self.setCurrentIndex(self._model.index(place, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter shows the path, Delete removes a pin, Esc gives the focus back to the canvas."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.row is not None:
            self.wanted.emit(self.row)
        elif event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace} and self.row is not None:
            self.unwanted.emit(self.row)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)
