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
    """Before translation."""
    tip: str = ""
    """What the title means, before translation."""
    number: bool = False
    """Whether it holds numbers, which stand at the right."""
    width: int = 0
    """Pixels; 0: as much as the others leave."""
    room: int = 0
    """The column goes where the table is narrower than this; tool tips tell what it says."""


class RowModel(QAbstractTableModel, Generic[Row]):
    """Rows in the order in which they are given; a table of its own says what their cells are."""

    columns: ClassVar[tuple[Column, ...]] = ()

    def __init__(self) -> None:
        """No rows."""
        super().__init__()
        self.rows: tuple[Row, ...] = ()

    # What a table says of a row.

    def cells(self, row: Row) -> Sequence[str]:
        """The text of each column."""
        raise NotImplementedError

    def key(self, row: Row) -> Hashable:
        """What a row is about: the same before and after an edit."""
        raise NotImplementedError

    def told(self, row: Row) -> str:
        """All of a row in a sentence, for its tool tip."""
        return ", ".join(filter(None, self.cells(row)))

    def heard(self, row: Row) -> str:
        """What a screen reader says of a row: also what its icon and colour mean."""
        return self.told(row)

    def sign(self, row: Row) -> tuple[str, str] | None:
        """The icon before the first column, and the token of its colour."""
        raise NotImplementedError

    def is_quiet(self, row: Row, column: int) -> bool:
        """Whether a cell is written in the colour of what matters less."""
        return False

    def columns_that_differ(self, before: Row, after: Row) -> Collection[int]:
        """The columns in which a row looks otherwise than the one that stood in its place."""
        return range(len(self.columns))

    # What is shown.

    def show(self, rows: Sequence[Row]) -> None:
        """Show these; what is chosen stays at its place where there are as many as before."""
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
        """The place of the row that is about this; None if there is none."""
        return next((n for n, one in enumerate(self.rows) if self.key(one) == key), None)

    # What Qt asks.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        """Titles of the columns, and what they mean."""
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
        """One cell."""
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
    """Keeps numbers, which stand at the right, off the text of the next column."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """As usual, and space after a number."""
        super().initStyleOption(option, index)
        if option.displayAlignment & Qt.AlignmentFlag.AlignRight and option.text:
            option.text += _SPACE


class _Head(QHeaderView):
    """Titles of numbers stand over them."""

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        """As usual, and space after the title of a column of numbers."""
        super().initStyleOptionForIndex(option, section)
        if option.textAlignment & Qt.AlignmentFlag.AlignRight:
            option.text += _SPACE


class RowTable(QTableView, Generic[Row]):
    """One row is chosen by mouse and arrows; a double-click or Enter goes there."""

    chosen = Signal(object)
    """The user chose a row, or clicked again on the one that is chosen; None: chose none.

    It tells neither of the focus alone nor of `show_rows` and `choose`.
    """
    wanted = Signal(object)
    """A row was double-clicked, or Enter pressed on it: go there."""
    unwanted = Signal(object)
    """Delete was pressed on a row."""
    left = Signal(object)
    """Esc: the focus goes back."""

    def __init__(self, model: RowModel[Row], name: str) -> None:
        """Of the rows of this model; `name` is what screen readers call the table."""
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
        """Show these rows; the one that was chosen stays so, wherever it stands now."""
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
        """Hide the columns that say nothing, and those for which there is no room."""
        width = self.viewport().width()
        for number, column in enumerate(self._model.columns):
            self.setColumnHidden(number, number in self.unused or width < column.room)

    def text_width(self, *texts: str) -> int:
        """Pixels that a column needs for the longest of these texts."""
        advance = self.fontMetrics().horizontalAdvance
        return max(map(advance, texts)) + advance(_SPACE) + 2 * SIZE.related

    # What Qt tells.

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Columns go and come with the room for them."""
        super().resizeEvent(event)
        self.fit_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the row, Delete asks to remove it, Esc goes back to the canvas."""
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
