"""Tables of things that are found out about a level: one row is chosen, and gone to."""

from collections.abc import Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTableView,
)

from editor.look.icons import icon
from editor.look.pens import colour
from editor.look.style import SIZE, current
from editor.look.views import whole_rows
from navcore.i18n import tr

Index: TypeAlias = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")
DISPLAY: Final = Qt.ItemDataRole.DisplayRole
_SPACE: Final = 2 * "\N{NO-BREAK SPACE}"
_AT_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    title: str
    """Title before translation."""
    tip: str = ""
    """Meaning of the title, before translation."""
    number: bool = False
    """True if it has numbers, which are right-aligned."""
    width: int = 0
    """Width in pixels; 0: the room that the other columns leave."""
    room: int = 0
    """Width of the table below which the column is hidden; tool tips have its text."""


class RowModel(QAbstractTableModel, Generic[Row]):
    """Base class of models with rows in the given order; subclasses define their cells."""

    columns: ClassVar[tuple[Column, ...]] = ()

    def __init__(self) -> None:
        """Create the model without rows."""
        super().__init__()
        self.rows: tuple[Row, ...] = ()

    # Defined by subclasses.

    def cells(self, row: Row) -> Sequence[str]:
        """Return the text of each column."""
        raise NotImplementedError

    def key(self, row: Row) -> Hashable:
        """Return the identity of a row, which is the same before and after an edit."""
        raise NotImplementedError

    def told(self, row: Row) -> str:
        """Return the whole row as a sentence for its tool tip."""
        return ", ".join(filter(None, self.cells(row)))

    def heard(self, row: Row) -> str:
        """Return the row for screen readers, with the meaning of its icon and colour."""
        return self.told(row)

    def sign(self, row: Row) -> tuple[str, str] | None:
        """Return the icon before the first column, and its colour token."""
        raise NotImplementedError

    def is_quiet(self, row: Row, column: int) -> bool:
        """Return whether a cell has the colour of less important text."""
        return False

    def columns_that_differ(self, before: Row, after: Row) -> Collection[int]:
        """Return the columns in which a row looks different from its predecessor."""
        return range(len(self.columns))

    # Contents.

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; with the same number of rows, the selection keeps its position."""
        if len(rows) == len(self.rows):
            before, self.rows = self.rows, tuple(rows)
            for row, (old, new) in enumerate(zip(before, rows, strict=True)):
                columns = self.columns_that_differ(old, new)
                if columns:
                    first, last = min(columns), max(columns)
                    self.dataChanged.emit(self.index(row, first), self.index(row, last))
            return
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def row_of(self, key: Hashable) -> int | None:
        """Return the position of the row with this identity; None if there is none."""
        return next((n for n, one in enumerate(self.rows) if self.key(one) == key), None)

    # Interface for Qt views.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        """Return titles of columns, and their meanings."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role == DISPLAY:
            return tr(column.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr(column.tip or column.title)
        if role == Qt.ItemDataRole.TextAlignmentRole and column.number:
            return _AT_RIGHT
        return None

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        """Return the data of a cell."""
        row, column = self.rows[index.row()], index.column()
        if role == DISPLAY:
            return self.cells(row)[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.told(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.heard(row) if column == 0 else self.cells(row)[column]
        if role == Qt.ItemDataRole.DecorationRole and column == 0:
            sign = self.sign(row)
            return None if sign is None else icon(*sign)
        if role == Qt.ItemDataRole.TextAlignmentRole and self.columns[column].number:
            return _AT_RIGHT
        if role == Qt.ItemDataRole.ForegroundRole and self.is_quiet(row, column):
            return QBrush(colour(current().text2))
        return None


class _SetOff(QStyledItemDelegate):
    """Keeps right-aligned numbers apart from the text of the next column."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Add space after a number."""
        super().initStyleOption(option, index)
        if option.displayAlignment & Qt.AlignmentFlag.AlignRight and option.text:
            option.text += _SPACE


class _Head(QHeaderView):
    """Header whose titles are aligned with the numbers below them."""

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        """Add space after the title of a column of numbers."""
        super().initStyleOptionForIndex(option, section)
        if option.textAlignment & Qt.AlignmentFlag.AlignRight:
            option.text += _SPACE


class RowTable(QTableView, Generic[Row]):
    """Table with one selected row, by mouse or arrow keys; double-click or Enter goes there."""

    chosen = Signal(object)
    """The user selected a row, or clicked again on the selected one; None: no row.

    It is not emitted by focus changes, `show_rows` or `choose`.
    """
    wanted = Signal(object)
    """A row was double-clicked, or Enter pressed on it: go there."""
    unwanted = Signal(object)
    """Delete was pressed on a row."""
    left = Signal(object)
    """Esc: the focus goes back."""

    def __init__(self, model: RowModel[Row], name: str) -> None:
        """Create the table of a model; `name` is its name for screen readers."""
        super().__init__()
        self._model = model
        self.unused: Collection[int] = ()
        """Columns that say nothing about any of the rows, and are not shown."""
        self._silent = self._just_told = False
        self.setModel(model)
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setItemDelegate(_SetOff(self))
        self.setHorizontalHeader(_Head(Qt.Orientation.Horizontal, self))
        head = whole_rows(self)
        for number, column in enumerate(model.columns):
            modes = QHeaderView.ResizeMode
            head.setSectionResizeMode(number, modes.Interactive if column.width else modes.Stretch)
            if column.width:
                self.setColumnWidth(number, column.width)
        self.selectionModel().selectionChanged.connect(self._tell)
        self.clicked.connect(self._tell_again)

    @property
    def row(self) -> Row | None:
        """The row that is chosen."""
        chosen = self.selectionModel().selectedRows()
        return self._model.rows[chosen[0].row()] if chosen else None

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; the selected row stays selected, even if it moves."""
        row = self.row
        chosen = None if row is None else self._model.key(row)
        with self._silently():
            self._model.show(rows)
        self.choose(chosen)
        self.fit_columns()

    def choose(self, key: Hashable) -> None:
        """Choose the row that is about this, and scroll to it; None: choose none."""
        place = None if key is None else self._model.row_of(key)
        with self._silently():
            if place is None:
                self.clearSelection()
                self.setCurrentIndex(QModelIndex())
            elif [place] != [one.row() for one in self.selectionModel().selectedRows()]:
                self.selectRow(place)

    def fit_columns(self) -> None:
        """Hide empty columns, and columns without enough room."""
        width = self.viewport().width()
        for number, column in enumerate(self._model.columns):
            self.setColumnHidden(number, number in self.unused or width < column.room)

    def text_width(self, *texts: str) -> int:
        """Pixels that a column needs for the longest of these texts."""
        advance = self.fontMetrics().horizontalAdvance
        return max(map(advance, texts)) + advance(_SPACE) + 2 * SIZE.related

    # Interface for Qt.

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Columns go and come with the room for them."""
        super().resizeEvent(event)
        self.fit_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the row on Enter, request its removal on Delete, return to the canvas on Esc."""
        key, keys = event.key(), Qt.Key
        if key in {keys.Key_Return, keys.Key_Enter}:
            self._want()
        elif key == keys.Key_Escape:
            self.left.emit(None)
        elif key in {keys.Key_Delete, keys.Key_Backspace}:
            if self.row is not None:
                self.unwanted.emit(self.row)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the row there."""
        self._just_told = False
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go to the row there, also where the first click has brought other rows."""
        if self.indexAt(event.position().toPoint()).isValid():
            self._want()

    @contextmanager
    def _silently(self) -> Iterator[None]:
        self._silent = True
        try:
            yield
        finally:
            self._silent = False

    def _tell(self, *_: object) -> None:
        if not self._silent:
            self._just_told = True
            self.chosen.emit(self.row)

    def _tell_again(self, _: object = None) -> None:
        """A click on the row that was chosen before."""
        if not self._just_told:
            self.chosen.emit(self.row)

    def _want(self) -> None:
        if self.row is not None:
            self.wanted.emit(self.row)
