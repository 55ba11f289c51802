"""All actions with their keys, in the groups of the menus, to be searched."""

from collections.abc import Iterator

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from editor.actions.menus import Actions
from editor.actions.row import MENUS
from editor.actions.table import Action
from editor.look.views import head_group, plain_rows
from navcore.i18n import tr

NAME = Qt.ItemDataRole.UserRole
"""Role of the action id of a row; None for the heading of a group."""


class KeysTable(QTableWidget):
    """Table of actions, shortcuts and their origin. Enter or a double click changes a shortcut."""

    chosen = Signal(object)
    """The id of the action that is marked now."""
    wanted = Signal()
    """The user wants another shortcut for the marked action."""

    def __init__(self, commands: Actions) -> None:
        """All actions of the table."""
        super().__init__(0, 3)
        self._commands = commands
        self._rows: dict[str, int] = {}
        self._sought = ""
        self._dress()
        self.fill()
        self.currentCellChanged.connect(lambda row, *_: self.chosen.emit(self._name(row)))
        self.itemDoubleClicked.connect(lambda _: self.wanted.emit())

    @property
    def current(self) -> str:
        """The action that is marked; empty if none is."""
        return self._name(self.currentRow())

    def shown(self) -> list[str]:
        """Return ids of the actions that are listed now."""
        return [name for name, row in self._rows.items() if not self.isRowHidden(row)]

    def mark(self, name: str) -> None:
        """Mark an action, and show it."""
        row = self._rows.get(name)
        if row is not None:
            self.setRowHidden(row, False)
            flags = QItemSelectionModel.SelectionFlag
            self.setCurrentCell(row, 0, flags.ClearAndSelect | flags.Rows)
            self.scrollTo(self.model().index(row, 0))

    def mark_seen(self) -> None:
        """If the marked row is filtered out, mark the first visible one."""
        shown = self.shown()
        if self.current and self.current not in shown:
            if shown:
                self.mark(shown[0])
            else:
                self.setCurrentCell(-1, -1)

    def fill(self) -> None:
        """List the present shortcuts; keep the marked row."""
        kept = self.current
        self.blockSignals(True)
        self.clearSpans()
        self.setRowCount(0)
        self._rows = {}
        for menu, rows in self._groups():
            self._add_heading(tr(menu))
            for row in rows:
                self._add(row)
        self.search(self._sought)
        self.mark(kept)
        self.blockSignals(False)

    def search(self, text: str) -> None:
        """Show only rows with all words in their name, menu or shortcuts."""
        self._sought = text
        words = text.casefold().split()
        heading, found = -1, 0
        for row in range(self.rowCount()):
            name = self._name(row)
            if not name:
                if heading >= 0:
                    self.setRowHidden(heading, not found)
                heading, found = row, 0
                continue
            searched = f"{self._commands.rows[name].menu} {self._text(row, 0)} {self._text(row, 1)}"
            held = all(word in searched.casefold() for word in words)
            self.setRowHidden(row, not held)
            found += held
        if heading >= 0:
            self.setRowHidden(heading, not found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Request a key on Enter; leave other keys to the table."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.current:
            self.wanted.emit()
        else:
            super().keyPressEvent(event)

    def _groups(self) -> Iterator[tuple[str, list[Action]]]:
        for menu in MENUS:
            rows = self._commands.rows.values()
            yield menu, [row for row in rows if row.path[0] == menu]

    def _add(self, row: Action) -> None:
        number = self.rowCount()
        self.insertRow(number)
        self._rows[row.id] = number
        text = ": ".join(map(tr, (*row.path[1:], row.text)))
        changed = tr("yours") if self._commands.keymap.is_changed(row.id) else ""
        for column, told in enumerate((text, self._commands.keys_of(row.id), changed)):
            item = QTableWidgetItem(told)
            item.setData(NAME, row.id)
            self.setItem(number, column, item)

    def _add_heading(self, text: str) -> None:
        number = self.rowCount()
        self.insertRow(number)
        head_group(self, number, text)

    def _name(self, row: int) -> str:
        item = self.item(row, 0)
        return "" if item is None else item.data(NAME) or ""

    def _text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return "" if item is None else item.text()

    def _dress(self) -> None:
        self.setAccessibleName(tr("Actions and their keys"))
        self.horizontalHeader().hide()
        plain_rows(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = self.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
