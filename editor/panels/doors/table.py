"""Doors and sets of doors as a table: what toggling them does, what they need, when they open."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from editor.look.icons import icon
from editor.look.pens import colour
from editor.look.style import SIZE, current
from editor.look.views import whole_rows
from editor.tools.messages import door_effects as say
from navcore.i18n import mark, tr
from navcore.level.model import Level
from navcore.proof.door_effects.table import DoorRow

Index: TypeAlias = QModelIndex | QPersistentModelIndex

_TITLES: Final = (
    mark("Doors"), mark("Now"), mark("What toggling does"), mark("Requires"), mark("Opens"),
)  # fmt: skip
DOORS, NOW, EFFECT, REQUIRES, OPENS = range(len(_TITLES))


class DoorModel(QAbstractTableModel):
    """A row a door or set, in the order in which they are given."""

    def __init__(self, level: Callable[[], Level]) -> None:
        """No rows; `level` has the names."""
        super().__init__()
        self._level = level
        self.rows: tuple[DoorRow, ...] = ()

    def show(self, rows: tuple[DoorRow, ...]) -> None:
        """Show these."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def row_of(self, doors: tuple[int, ...]) -> int | None:
        """The row of these doors; None if there is none."""
        return next((n for n, one in enumerate(self.rows) if one.doors == doors), None)

    @property
    def has_keys(self) -> bool:
        """Whether any door needs anything."""
        return any(row.locks for row in self.rows)

    # What Qt asks.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Doors, how they stand, what they do, what they need, when they open."""
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Titles of the columns."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(_TITLES[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cells(row)[column]
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            return ", ".join(filter(None, self.cells(row)))
        if role == Qt.ItemDataRole.DecorationRole and column == DOORS:
            return icon("door", "text" if row.effect.matters else "disabled")
        if role == Qt.ItemDataRole.ForegroundRole and not row.effect.matters:
            return QBrush(colour(current().text2))
        return None

    def cells(self, row: DoorRow) -> tuple[str, ...]:
        """The texts of a row."""
        level = self._level()
        return (
            say.doors(row, level), say.stands(row, level), say.does(row, level),
            say.keys(row, level), say.opens(row),
        )  # fmt: skip


class DoorTable(QTableView):
    """One row is chosen by mouse and arrows; a double-click goes there."""

    chosen = Signal(object)
    """A row was chosen here, or None."""
    wanted = Signal(object)
    """A row was double-clicked, or Enter pressed on it: go there."""
    left = Signal(object)
    """Esc: the focus goes back."""

    def __init__(self, model: DoorModel) -> None:
        """Of these doors."""
        super().__init__()
        self._doors = model
        self.setModel(model)
        self.setAccessibleName(tr("Doors and sets of doors, those that matter first"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        head = whole_rows(self)
        for column in range(len(_TITLES)):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        head.setSectionResizeMode(EFFECT, QHeaderView.ResizeMode.Stretch)
        metrics = self.fontMetrics()
        words = [tr(word) for word in (mark("open"), mark("shut"), mark("mixed"), _TITLES[NOW])]
        now = max(map(metrics.horizontalAdvance, words)) + 2 * SIZE.related
        opens = metrics.horizontalAdvance(tr("step {0}").format(88)) + 2 * SIZE.related
        for column, width in (
            (DOORS, SIZE.doors_names), (NOW, now), (REQUIRES, SIZE.doors_keys), (OPENS, opens),
        ):  # fmt: skip
            self.setColumnWidth(column, width)
        self.selectionModel().currentRowChanged.connect(self._tell)

    def fit_columns(self) -> None:
        """Show what is needed only where some door needs something, and there is room."""
        narrow = self.viewport().width() < 2 * (SIZE.doors_names + SIZE.doors_keys)
        for column in (REQUIRES, OPENS):
            self.setColumnHidden(column, narrow or not self._doors.has_keys)
        self.setColumnHidden(NOW, self.viewport().width() < 2 * SIZE.doors_names)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the columns at the right go; tool tips tell them."""
        super().resizeEvent(event)
        self.fit_columns()

    @property
    def row(self) -> DoorRow | None:
        """The row that is chosen."""
        at = self.currentIndex().row()
        return self._doors.rows[at] if 0 <= at < len(self._doors.rows) else None

    def choose(self, doors: tuple[int, ...]) -> None:
        """Choose the row of these doors, and scroll to it."""
        at = self._doors.row_of(doors)
        if at is None:
            self.setCurrentIndex(QModelIndex())
        elif at != self.currentIndex().row():
            self.setCurrentIndex(self._doors.index(at, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the doors, Esc gives the focus back to the canvas."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.row is not None:
            self.wanted.emit(self.row)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go to the doors there."""
        if self.indexAt(event.position().toPoint()).isValid() and self.row is not None:
            self.wanted.emit(self.row)

    def _tell(self, *_: object) -> None:
        self.chosen.emit(self.row)
