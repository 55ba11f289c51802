"""The list of all that mouse and keys do, by groups, to be searched."""

from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from editor.actions.menus import Actions
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.style import SIZE
from editor.look.views import head_group, plain_rows
from editor.look.widgets import make_button, make_label
from navcore.i18n import tr


class KeysDialog(QDialog):
    """List of shortcuts. Not modal: it can stay open during work."""

    def __init__(self, commands: Actions, parent: QWidget) -> None:
        """All that can be done by keys and mouse, group by group; follows the user's keys."""
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self._commands = commands
        self._lines: list[list[tuple[str, str, str]]] = []
        """Heading and lines of each group."""
        self.search = QLineEdit(placeholderText=tr("Find what you want to do, or a key"))
        self.search.setAccessibleName(tr("Find"))
        self.search.setFixedHeight(SIZE.field)
        self.table = QTableWidget(0, 2)
        self._dress()
        self.empty = make_label()
        self.empty.hide()
        margin = SIZE.dialog
        column = vertical(self, gap=SIZE.related, margins=margin)
        fill(column, self.search, self.empty, (self.table, 1), SIZE.related, self._buttons())
        self.search.textChanged.connect(self._filter)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        self._fill()
        self.resize(min(self._wide_enough(), parent.width()), SIZE.keys_height)
        commands.keys_changed.connect(self._fill)

    def _buttons(self) -> QHBoxLayout:
        close = make_button(
            tr("Close"), self.reject, tip=tr("Close the list  {0}").format("Esc"), takes_enter=False
        )
        row = fill(horizontal(), STRETCH, close)
        self.close_button = close
        return row

    def _wide_enough(self) -> int:
        """Return the usual width, or more where texts are longer."""
        columns = sum(map(self.table.sizeHintForColumn, range(2)))
        return max(SIZE.keys_width, columns + 2 * SIZE.dialog + SIZE.scroll_bar)

    def shown(self) -> list[tuple[str, str]]:
        """Return the text and shortcut of visible lines, without headings."""
        table = self.table
        rows = [row for row in range(table.rowCount()) if not table.isRowHidden(row)]
        texts = [[self._text(row, column) for column in range(2)] for row in rows]
        return [(what, how) for what, how in texts if how]

    def _fill(self, _: object = None) -> None:
        listed = self._commands.keys()
        self._lines = [
            [(group, "", ""), *lines] for group, lines in groupby(listed, key=lambda line: line[0])
        ]
        self.table.clearSpans()
        self.table.setRowCount(0)
        self.table.setRowCount(sum(map(len, self._lines)))
        row = 0
        for group in self._lines:
            for heading, text, keys in group:
                self.table.setItem(row, 1, QTableWidgetItem(keys))
                if keys:
                    self.table.setItem(row, 0, QTableWidgetItem(text or heading))
                else:
                    head_group(self.table, row, text or heading)
                row += 1
        self._filter(self.search.text())

    def _dress(self) -> None:
        table = self.table
        table.setAccessibleName(tr("Keys"))
        table.horizontalHeader().hide()
        plain_rows(table)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return "" if item is None else item.text()

    def _filter(self, text: str) -> None:
        """Lines that hold all words, in their group's name or in themselves."""
        words = text.casefold().split()
        row, found = 0, 0
        for group in self._lines:
            heading, before = row, found
            for line in group:
                held = all(word in " ".join(line).casefold() for word in words)
                self.table.setRowHidden(row, not held)
                found += held and row != heading
                row += 1
            self.table.setRowHidden(heading, found == before)
        self.empty.setText(tr('Nothing named "{0}".').format(text.strip()))
        self.empty.setVisible(not found)
