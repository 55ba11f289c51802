"""What sees no waypoint as a table: agents and spawn points, then patches of floor."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from editor.look.fields import number_text
from editor.look.icons import icon
from editor.look.views import whole_rows
from navcore.graph.uncovered import Patch
from navcore.i18n import mark, tr
from navcore.level.model import Agent, Level, Point, Waypoint
from navcore.level.naming import called
from navcore.level.pick import pick_index

Index: TypeAlias = QModelIndex | QPersistentModelIndex

_TITLES: Final = (mark("Sees no waypoint"), mark("Where"), mark("Area"))


@dataclass(frozen=True, slots=True)
class Unseeing:
    """One row: an element, or a patch of floor."""

    icon: str
    what: str
    """A name, or that it is floor."""
    where: str
    """The area in which it is, or its place."""
    place: Point
    """Metres."""
    element: int | None = None
    patch: Patch | None = None

    @property
    def cells(self) -> tuple[str, str, str]:
        """The texts of the row."""
        area = "" if self.patch is None else area_text(self.patch.area)
        return self.what, self.where, area


def area_text(area: float) -> str:
    """Square metres in words."""
    return tr("{0} m²").format(f"{area:,.1f}")


def rows_of(level: Level, ids: Sequence[int], patches: Sequence[Patch]) -> list[Unseeing]:
    """Return a row for each of these agents and spawn points of a level, and for each patch."""
    rows = list[Unseeing]()
    for one in map(level.get, ids):
        if isinstance(one, Agent | Waypoint):
            picture = "agent" if isinstance(one, Agent) else "waypoint"
            where = _where(level, one.position)
            rows.append(Unseeing(picture, called([one]), where, one.position, one.id))
    for patch in patches:
        where = _where(level, patch.place)
        rows.append(Unseeing("area", tr("floor"), where, patch.place, patch=patch))
    return rows


def _where(level: Level, place: Point) -> str:
    """The areas there, the smallest first by its name; the place where there is none."""
    found = pick_index(level).at(place, 0.0)
    areas = [level.areas[hit] for hit in found if hit in level.areas and level.areas[hit].name]
    if areas:
        return areas[0].name
    return tr("{0}, {1}").format(*map(number_text, place))


class UnseeingRows(QAbstractTableModel):
    """The rows that are listed."""

    def __init__(self) -> None:
        """None."""
        super().__init__()
        self.rows: tuple[Unseeing, ...] = ()

    def show(self, rows: Sequence[Unseeing]) -> None:
        """Show these."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    # What Qt asks.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """What, where, how large."""
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Titles of the columns."""
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return tr(_TITLES[section])
            if role == Qt.ItemDataRole.TextAlignmentRole and section == 2:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[column]
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            return ", ".join(filter(None, row.cells))
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.DecorationRole and column == 0:
            return icon(row.icon)
        return None


class UnseeingTable(QTableView):
    """One row is chosen by mouse or arrows, and opened by a double-click or Enter."""

    chosen = Signal(object)
    """A row was clicked, or reached by an arrow key."""
    opened = Signal(object)
    """A row was double-clicked, or Enter pressed on it: go there."""
    left = Signal(object)
    """Esc: the focus goes back."""

    def __init__(self, model: UnseeingRows) -> None:
        """Of these rows."""
        super().__init__()
        self._rows = model
        self.setModel(model)
        self.setAccessibleName(tr("Agents and floor that see no waypoint, the largest floor first"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        head = whole_rows(self)
        for column in (0, 1):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.clicked.connect(self._choose)
        self.doubleClicked.connect(self._open)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the row, Esc back to the canvas."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit(None)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open(self.currentIndex())
        else:
            # Focus alone, which makes the first row the current one, chooses nothing.
            before = self.selectionModel().selectedRows()
            super().keyPressEvent(event)
            if before != self.selectionModel().selectedRows():
                self._choose(self.currentIndex())

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self._rows.rows[index.row()])

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(self._rows.rows[index.row()])
