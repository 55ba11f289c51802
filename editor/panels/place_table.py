"""A table of places: the corners of a polygon or the goals of an agent, each to be edited."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from editor.fields import exact_text, read_number
from editor.style import SIZE
from navcore.errors import NavcoreError
from navcore.level.model import Point

Index: TypeAlias = QModelIndex | QPersistentModelIndex
Move: TypeAlias = Callable[[int, Point], None]
"""Puts the place with this number here, or raises `NavcoreError` with a sentence."""

ROWS_SHOWN: Final = 8
"""A longer table scrolls."""


class PlaceModel(QAbstractTableModel):
    """Numbered places, x and z in metres."""

    refused = Signal(object)

    def __init__(self, move: Move) -> None:
        """No places yet; `move` is asked when one is typed."""
        super().__init__()
        self._move = move
        self._places: tuple[Point, ...] = ()

    def show_places(self, places: Sequence[Point]) -> None:
        """Show these places in place of the ones before."""
        new = tuple(places)
        if len(new) != len(self._places):
            self.beginResetModel()
            self._places = new
            self.endResetModel()
        elif new != self._places:
            self._places = new
            self.dataChanged.emit(self.index(0, 0), self.index(len(new) - 1, 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """As many as there are places."""
        return 0 if parent.isValid() else len(self._places)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """x and z."""
        return 0 if parent.isValid() else 2

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Units on top, numbers from 1 at the side."""
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation == Qt.Orientation.Horizontal:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1)
        return ("x m", "z m")[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Two decimals at least, more where the value has more."""
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            return exact_text(self._places[index.row()][index.column()])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Move the place to what was typed."""
        if role != Qt.ItemDataRole.EditRole or str(value) == self.data(index):
            return False
        place = list(self._places[index.row()])
        try:
            place[index.column()] = read_number(str(value), unit="m")
            self._move(index.row(), (place[0], place[1]))
        except NavcoreError as refusal:
            self.refused.emit(str(refusal))
            return False
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Everything can be edited."""
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


class PlaceTable(QTableView):
    """Shows a `PlaceModel`, as high as its rows need."""

    rows_selected = Signal(object)
    """The numbers of the selected places, as a frozenset."""
    deleted = Signal(object)
    """Delete was pressed on these places."""
    left = Signal(object)
    """Esc: the focus goes back to the canvas."""

    def __init__(self, move: Move) -> None:
        """An empty table."""
        super().__init__()
        self._syncing = False
        self.places = PlaceModel(move)
        self.setModel(self.places)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setFixedHeight(SIZE.row)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(SIZE.row)
        self.verticalHeader().setMinimumSectionSize(SIZE.row)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().selectionChanged.connect(self._tell)

    def show_places(self, places: Sequence[Point], selected: frozenset[int]) -> None:
        """Show these places, and which of them are selected."""
        self._syncing = True
        try:
            self.places.show_places(places)
            self.setFixedHeight(SIZE.row * (1 + min(len(places), ROWS_SHOWN)) + SIZE.inside)
            chosen = QItemSelection()
            for row in sorted(selected):
                chosen.select(self.places.index(row, 0), self.places.index(row, 1))
            if self.state() != QAbstractItemView.State.EditingState:
                self.selectionModel().select(
                    chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect
                )
        finally:
            self._syncing = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes places away, Esc leaves."""
        editing = self.state() == QAbstractItemView.State.EditingState
        if event.key() == Qt.Key.Key_Delete and not editing:
            self.deleted.emit(self._rows())
        elif event.key() == Qt.Key.Key_Escape and not editing:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)

    def _rows(self) -> frozenset[int]:
        return frozenset(index.row() for index in self.selectionModel().selectedRows())

    def _tell(self) -> None:
        if not self._syncing:
            self.rows_selected.emit(self._rows())
