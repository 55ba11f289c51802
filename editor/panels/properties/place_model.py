"""The places that a table shows and edits, and the text that they are copied as."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from editor.look import pens
from editor.look.fields import exact_text
from editor.look.style import current
from editor.numbers import evaluate, read_place
from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.model import Point

Index: TypeAlias = QModelIndex | QPersistentModelIndex
OFFERS: Final = Qt.ItemDataRole.UserRole
"""Role of the completions of a cell."""

Move: TypeAlias = Callable[[int, Point], None]
"""Moves the place with this number, or raises `NavcoreError` with a sentence."""


def text_of(places: Iterable[Point]) -> str:
    """Return places as lines of text, x and z parted by a tab: what spreadsheets read."""
    return "\n".join("\t".join(plain(value) for value in place) for place in places)


def places_in(text: str) -> tuple[Point, ...]:
    """Return the places in lines of text: `x z`, or `@ length angle` from the line before.

    Raises:
        NavcoreError: if a line is not a place; the sentence names the line.
    """
    places: list[Point] = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip().strip("[](){},;").strip()
        if not stripped:
            continue
        try:
            exact = _read_plain(stripped)
            places.append(exact or read_place(stripped, places[-1] if places else None))
        except NavcoreError as fault:
            raise NavcoreError(tr("Line {0}: {1}").format(number, fault)) from fault
    if not places:
        raise NavcoreError(tr("There are no places to paste. Copy lines like 6.00 8.30."))
    return tuple(places)


def _read_plain(line: str) -> Point | None:
    """Return two numbers in plain notation with all their digits; None for anything else."""
    try:
        x, z = (float(part) for part in line.split())
    except ValueError:
        return None
    return (x, z) if math.isfinite(x) and math.isfinite(z) else None


@dataclass(frozen=True, slots=True)
class Column:
    """A further column of the table, with one value per place."""

    title: str
    tip: str
    texts: tuple[str, ...]
    """The own value of each place; empty if there is none."""
    rest: str
    """The value that applies to places without an own one; shown in grey."""
    show: Callable[[str], str]
    """Returns a value as text for display."""
    write: Callable[[int, str], None]
    """Sets the typed value of a place, or raises `NavcoreError` with a sentence."""
    offers: tuple[str, ...] = ()
    """Completions of typed text."""


class PlaceModel(QAbstractTableModel):
    """Numbered places, x and z in metres, and columns with what else there is at them."""

    refused = Signal(object)

    def __init__(self, move: Move) -> None:
        """Create the model without places; `move` is called when a place is typed."""
        super().__init__()
        self._move = move
        self.shown: tuple[Point, ...] = ()
        self.columns: tuple[Column, ...] = ()

    def show_places(self, places: Sequence[Point], columns: tuple[Column, ...] = ()) -> None:
        """Replace the shown places."""
        new = tuple(places)
        if len(new) != len(self.shown) or len(columns) != len(self.columns):
            self.beginResetModel()
            self.shown, self.columns = new, columns
            self.endResetModel()
            return
        same = new == self.shown and _texts(columns) == _texts(self.columns)
        self.shown, self.columns = new, columns
        if not same:
            last = self.index(len(new) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of places."""
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of columns: x, z and further ones."""
        return 0 if parent.isValid() else 2 + len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Units on top, numbers from 1 at the side."""
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation == Qt.Orientation.Horizontal:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if orientation == Qt.Orientation.Horizontal and section >= 2:
            column = self.columns[section - 2]
            words = {
                Qt.ItemDataRole.DisplayRole: column.title,
                Qt.ItemDataRole.ToolTipRole: column.tip,
            }
            return words.get(Qt.ItemDataRole(role))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1)
        return ("x m", "z m")[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return two decimals at least, more where the value has more."""
        if index.column() >= 2 and role != Qt.ItemDataRole.TextAlignmentRole:
            return self._beside(self.columns[index.column() - 2], index.row(), role)
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            return exact_text(self.shown[index.row()][index.column()])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _beside(self, column: Column, row: int, role: int) -> Any:
        """Return data of a further column: the place's own value, else the default in grey."""
        own = column.texts[row]
        if role == Qt.ItemDataRole.EditRole:
            return own
        if role == OFFERS:
            return list(column.offers)
        if role == Qt.ItemDataRole.DisplayRole:
            return column.show(own or column.rest)
        if role == Qt.ItemDataRole.ToolTipRole:
            # Names are cut off where the panel is narrow.
            return f"{own}\n{column.tip}" if own else column.tip
        if role == Qt.ItemDataRole.ForegroundRole and not own:
            return pens.brush(current().text2)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Move the place to the typed value: a number, a sum, or a change of the present value."""
        if role != Qt.ItemDataRole.EditRole or str(value) == self.data(index):
            return False
        row, column = index.row(), index.column()
        place = list(self.shown[row])
        try:
            if column >= 2:
                self.columns[column - 2].write(row, str(value))
                return True
            place[column] = evaluate(str(value), unit="m", this=place[column], number=row)
            self._move(row, (place[0], place[1]))
        except NavcoreError as refusal:
            self.refused.emit(str(refusal))
            return False
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Everything can be edited."""
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


def _texts(columns: Iterable[Column]) -> list[tuple[object, ...]]:
    return [(column.title, column.texts, column.rest) for column in columns]


def plain(value: float) -> str:
    """Return a number as programs read it, to the last bit."""
    return repr(value + 0.0).removesuffix(".0")
