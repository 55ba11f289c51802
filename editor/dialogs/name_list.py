"""List of old and new names of elements, with invalid new names marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from editor.look.pens import colour
from editor.look.style import SIZE, current
from editor.look.views import plain_rows
from navcore.i18n import tr

Index: TypeAlias = QModelIndex | QPersistentModelIndex

ARROW: Final = "\N{RIGHTWARDS ARROW}"


@dataclass(frozen=True, slots=True)
class Renaming:
    """One line of the list."""

    old: str
    new: str
    fault: str = ""


class NameModel(QAbstractTableModel):
    """Old name, arrow and new name of each element."""

    def __init__(self) -> None:
        """Create the list without lines."""
        super().__init__()
        self.lines: Sequence[Renaming] = ()

    def show_lines(self, lines: Sequence[Renaming]) -> None:
        """Replace the lines; if their number is equal, the view keeps its position."""
        if len(lines) != len(self.lines):
            self.beginResetModel()
            self.lines = lines
            self.endResetModel()
        elif lines:
            self.lines = lines
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, 2))

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Old, arrow, new."""
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the data of a cell: old names are grey, invalid new names are marked."""
        line, column = self.lines[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (line.old or tr("no name"), ARROW, line.new or tr("no name"))[column]
        if role == Qt.ItemDataRole.ForegroundRole:
            theme = current()
            if column < 2:
                return colour(theme.text2)
            return colour(theme.error if line.fault else theme.text)
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 1:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.fault or None
        if role == Qt.ItemDataRole.AccessibleTextRole and column == 2:
            return f"{line.new}, {line.fault}" if line.fault else line.new
        return None


class NameList(QTableView):
    """Shows a `NameModel`: a fixed number of rows is seen, the others scroll."""

    def __init__(self) -> None:
        """An empty list."""
        super().__init__()
        self.names = NameModel()
        self.setModel(self.names)
        self.setObjectName("targets")
        plain_rows(self)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        header = self.horizontalHeader()
        header.hide()
        header.setMinimumSectionSize(SIZE.dialog)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, SIZE.dialog)
        self.setAccessibleName(tr("New names"))
        self.setMinimumHeight(SIZE.names_rows // 2 * SIZE.row)

    def sizeHint(self) -> QSize:
        """Room for eight names."""
        return QSize(SIZE.names_width, SIZE.names_rows * SIZE.row)

    def show_lines(self, lines: Sequence[Renaming]) -> None:
        """Show these lines, and the first that can't be."""
        self.names.show_lines(lines)
        wrong = next((n for n, line in enumerate(lines) if line.fault), None)
        if wrong is not None:
            self.scrollTo(self.names.index(wrong, 0))
