"""The narrow places of the level as a table, the narrowest first."""

import math
from collections.abc import Callable, Collection, Sequence
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
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from editor.look.fields import number_text
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.views import whole_rows
from editor.services.fit_facts import FitFacts
from navcore.i18n import mark, tr
from navcore.level.model import Level
from navcore.proof.clearances import Kind, Passage

Index: TypeAlias = QModelIndex | QPersistentModelIndex

VERDICTS: Final[dict[Kind, tuple[str, str, str]]] = {
    "never": (mark("too narrow"), "error", "error"),
    "by luck": (mark("grid-dependent"), "warning", "warn"),
    "always": (mark("wide enough"), "check", "ok"),
}
"""Name of each verdict, its icon, and the icon's colour."""

_TITLES: Final = (
    mark("Where"), mark("Width"), mark("This agent"), mark("Largest radius"), mark("Paths"),
)  # fmt: skip
_PATHS: Final = 4
_SIGN: Final = SIZE.icon_small + 2 * SIZE.inside
"""Width of the column of verdicts without words."""
_NUMBERS: Final = {1, 3, _PATHS}


class ChokePoints(QAbstractTableModel):
    """One row for each passage, in the given order."""

    def __init__(self, level: Callable[[], Level]) -> None:
        """Start without rows; `level` returns the level with the names."""
        super().__init__()
        self._level = level
        self.passages: tuple[Passage, ...] = ()
        self.facts: FitFacts | None = None
        """Number of paths through each passage; None: not known."""
        self.short = False
        """True if verdicts are only shown by icons; tool tips have the words."""

    def show(self, passages: tuple[Passage, ...]) -> None:
        """Show these."""
        if len(passages) == len(self.passages):
            self.passages = passages
            if passages:
                last = self.index(len(passages) - 1, len(_TITLES) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.passages = passages
        self.endResetModel()

    # For Qt.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of passages."""
        return 0 if parent.isValid() else len(self.passages)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of columns: place, width and fit."""
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Titles of the columns."""
        if orientation == Qt.Orientation.Horizontal:
            if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
                brief = self.short and section == 2 and role == Qt.ItemDataRole.DisplayRole
                return "" if brief else tr(_TITLES[section])
            if role == Qt.ItemDataRole.TextAlignmentRole and section in _NUMBERS:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the data of a cell."""
        passage, column = self.passages[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return "" if self.short and column == 2 else self.cells(passage)[column]
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            return ", ".join(self.cells(passage))
        if role == Qt.ItemDataRole.TextAlignmentRole and column in _NUMBERS:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.DecorationRole and column == 2:
            _, name, token = VERDICTS[passage.verdict]
            return icon(name, token)
        return None

    def show_traffic(self, facts: FitFacts | None) -> None:
        """Show the number of paths through each passage."""
        if facts is not self.facts:
            self.facts = facts
            if self.passages:
                last = len(self.passages) - 1
                self.dataChanged.emit(self.index(0, _PATHS), self.index(last, _PATHS))

    def cells(self, passage: Passage) -> tuple[str, ...]:
        """Return the texts of a row."""
        return (
            where(passage, self._level()),
            number_text(passage.width, "m"),
            tr(VERDICTS[passage.verdict][0]),
            _largest(passage.greatest_radius),
            "" if self.facts is None else str(self.facts.through(passage)),
        )


class ChokeTable(QTableView):
    """Rows are chosen by mouse and arrows; the canvas shows the chosen ones."""

    chosen = Signal(object)
    """Rows were chosen here: a tuple of passages."""
    wanted = Signal(object)
    """Emitted when one passage is clicked, or reached by an arrow key, to bring it into view."""
    left = Signal(object)
    """Enter or Esc: the focus goes back."""

    def __init__(self, model: ChokePoints) -> None:
        """Show these passages."""
        super().__init__()
        self._passages = model
        self.setModel(model)
        self.setAccessibleName(tr("Doors and gaps"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        head = whole_rows(self)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2, 3, _PATHS):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        head.setMinimumSectionSize(_SIGN)
        self._fit_columns()
        self.selectionModel().selectionChanged.connect(self._tell)
        self.selectionModel().currentRowChanged.connect(self._want)
        self.clicked.connect(self._want)

    def _fit_columns(self) -> None:
        """Make columns as wide as their titles and longest possible words."""
        metrics = self.fontMetrics()
        words = [tr(text) for text, _, _ in VERDICTS.values()]
        room = 2 * SIZE.related
        widths = (
            max(metrics.horizontalAdvance(text) for text in (tr(_TITLES[1]), "00.00 m")) + room,
            max(metrics.horizontalAdvance(text) for text in (tr(_TITLES[2]), *words))
            + SIZE.icon_small + room,
            metrics.horizontalAdvance(tr(_TITLES[3])) + room,
            max(metrics.horizontalAdvance(text) for text in (tr(_TITLES[_PATHS]), "0000")) + room,
        )  # fmt: skip
        self._widths = widths

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow panel hide the last column, then the words of the verdicts."""
        super().resizeEvent(event)
        width, verdict, largest, paths = self._widths
        room = self.viewport().width() - SIZE.choke_where - paths
        self._passages.short = room < width + verdict
        if self._passages.short:
            verdict = _SIGN
        for column, wide in enumerate((width, verdict, largest, paths), start=1):
            self.setColumnWidth(column, wide)
        self.setColumnHidden(3, room < width + verdict + largest or self._passages.short)

    @property
    def rows(self) -> list[int]:
        """The rows that are chosen."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def choose(self, rows: Collection[int]) -> None:
        """Select these rows, and scroll to the first of them."""
        model, selection = self._passages, QItemSelection()
        for row in sorted(rows):
            selection.select(model.index(row, 0), model.index(row, model.columnCount() - 1))
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().select(selection, flag)
        if rows:
            self.scrollTo(model.index(min(rows), 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc give the focus back to the canvas."""
        enter = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}
        if event.key() in enter:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)

    def _tell(self, *_: object) -> None:
        self.chosen.emit(tuple(self._passages.passages[row] for row in self.rows))

    def _want(self, index: QModelIndex, _: object = None) -> None:
        if index.isValid() and self.hasFocus():
            self.wanted.emit(self._passages.passages[index.row()])


def where(passage: Passage, level: Level) -> str:
    """Return the door of a passage, or its two sides."""
    if passage.door is not None:
        return _name(level, passage.door)
    one, other = (_name(level, element_id) for element_id in passage.between)
    if one == other:
        return tr("within {0}").format(one)
    return tr("{0} and {1}").format(one, other)


def _name(level: Level, element_id: int) -> str:
    element = level.get(element_id)
    name = getattr(element, "name", "")
    return name or tr("without a name")


def _largest(radius: float | None) -> str:
    """Return the radius of the largest agent that always fits."""
    if radius is None:
        return tr("none")
    if not math.isfinite(radius):
        return tr("any")
    # Rounded down, because a rounded-up radius might not fit.
    return number_text(math.floor(radius * 100 + 1e-6) / 100, "m")


def rows_like(passages: Sequence[Passage], chosen: Collection[Passage]) -> list[int]:
    """Return rows of the passages that lie where these did, before an edit."""
    wanted = {(passage.door, passage.between) for passage in chosen}
    return [n for n, passage in enumerate(passages) if (passage.door, passage.between) in wanted]
