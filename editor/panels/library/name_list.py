"""List of things that are used by name: F2 renames in place, Delete deletes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from editor.look import pens, style
from editor.look.icons import icon
from editor.look.style import SIZE

_FACTS: Final = Qt.ItemDataRole.UserRole
_Index: TypeAlias = QModelIndex | QPersistentModelIndex

_MOST_ROWS: Final = 6
"""Lines that are seen at once."""


@dataclass(frozen=True, slots=True)
class Named:
    """One row of the list."""

    name: str
    words: str
    """Text shown for the name."""
    tip: str
    stays: bool = False
    """True if every level has it, so that it is neither renamed nor deleted."""
    facts: str = ""
    """Text at the right end: a number."""
    picture: QIcon | None = None
    """Icon instead of the list's own."""


class _Line(QStyledItemDelegate):
    """Draws a row with its facts at the right end, shortening the name to make room."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """Shorten the name where it would reach the facts."""
        super().initStyleOption(option, index)
        facts = index.data(_FACTS)
        if facts:
            taken = option.decorationSize.width() + 2 * SIZE.margin + SIZE.inside
            taken += option.fontMetrics.horizontalAdvance(facts)
            room = max(0, option.rect.width() - taken)
            option.text = option.fontMetrics.elidedText(
                option.text, Qt.TextElideMode.ElideMiddle, room
            )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw the row, then the facts at its end."""
        super().paint(painter, option, index)
        facts = index.data(_FACTS)
        if facts:
            painter.save()
            painter.setFont(pens.font())
            painter.setPen(pens.colour(style.current().text2))
            place = option.rect.adjusted(0, 0, -SIZE.related, 0)
            ends = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(place, ends, facts)
            painter.restore()


class NameList(QListWidget):
    """List with one row for each name; Enter and Esc return to the canvas."""

    renamed = Signal(int, str)
    """Another name was typed for this row."""
    removed = Signal(object)
    """Delete was pressed."""
    left = Signal(object)

    def __init__(self, symbol: str) -> None:
        """Empty; each line has this icon."""
        super().__init__()
        self._symbol = symbol
        self._lines: list[Named] = []
        self.setObjectName("targets")
        self.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.DoubleClicked)
        self.setItemDelegate(_Line(self))
        self.itemChanged.connect(self._take)

    @property
    def renames(self) -> bool:
        """True if a name is being typed."""
        return self.state() == QAbstractItemView.State.EditingState

    def show_lines(self, lines: Sequence[Named], chosen: int) -> None:
        """Show these rows with one chosen; the height of the list fits its rows."""
        self._lines = [*lines]
        self.blockSignals(True)
        # Keep existing rows, because one may be in the middle of renaming.
        while self.count() > len(lines):
            self.takeItem(self.count() - 1)
        while self.count() < len(lines):
            item = QListWidgetItem(icon(self._symbol, "text2"), "")
            item.setSizeHint(QSize(0, SIZE.row))
            self.addItem(item)
        self.setFixedHeight(min(len(lines), _MOST_ROWS) * SIZE.row + 2 * SIZE.line)
        for number, line in enumerate(lines):
            item, editable = self.item(number), Qt.ItemFlag.ItemIsEditable
            item.setText(line.words)
            item.setToolTip(line.tip)
            item.setData(_FACTS, line.facts)
            spoken = f"{line.words}, {line.facts}" if line.facts else line.words
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            if line.picture is not None:
                item.setIcon(line.picture)
            item.setFlags(item.flags() & ~editable if line.stays else item.flags() | editable)
        self.setCurrentRow(chosen)
        self.blockSignals(False)

    def put_back(self, row: int) -> None:
        """Show the name of a row that it had before one was typed."""
        self.blockSignals(True)
        self.item(row).setText(self._lines[row].words)
        self.blockSignals(False)

    def type_name(self, row: int) -> None:
        """Let the name of a row be typed."""
        self.setCurrentRow(row)
        self.setFocus()
        self.editItem(self.currentItem())

    def closeEditor(
        self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint
    ) -> None:  # fmt: skip
        """Leave the list with Enter or Esc, which end the typing of a name."""
        super().closeEditor(editor, hint)
        hints = QAbstractItemDelegate.EndEditHint
        if hint in {hints.SubmitModelCache, hints.RevertModelCache}:
            self.left.emit(None)

    def _take(self, item: QListWidgetItem) -> None:
        row = self.row(item)
        if not self._lines[row].stays and item.text() != self._lines[row].words:
            self.renamed.emit(row, item.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of the list, where no name is typed."""
        key = event.key()
        if self.renames:
            # The key that ends renaming arrives here too.
            super().keyPressEvent(event)
        elif key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.removed.emit(None)
        elif key in {Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)
