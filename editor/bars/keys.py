"""The list of all keys, as they are in the menus."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.style import SIZE


class KeysDialog(QDialog):
    """Not modal: it can stay open beside the work."""

    def __init__(self, keys: Sequence[tuple[str, str, str]], parent: QWidget) -> None:
        """`keys` are menu, text and keys of every action."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find an action or a key"))
        self.search.setAccessibleName(self.tr("Find"))
        self.table = QTableWidget(len(keys), 3)
        self.table.setAccessibleName(self.tr("Keys"))
        self.table.horizontalHeader().hide()
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        for row, texts in enumerate(keys):
            for column, text in enumerate(texts):
                self.table.setItem(row, column, QTableWidgetItem(text))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().setDefaultSectionSize(SIZE.row)
        header.resizeSection(0, self.table.sizeHintForColumn(0) + SIZE.group)
        column_box = QVBoxLayout(self)
        margin = SIZE.dialog
        column_box.setContentsMargins(margin, margin, margin, margin)
        column_box.setSpacing(SIZE.related)
        column_box.addWidget(self.search)
        column_box.addWidget(self.table)
        self.resize(SIZE.keys_width, SIZE.keys_height)
        self.search.textChanged.connect(self._filter)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for row in range(self.table.rowCount()):
            items = [self.table.item(row, column) for column in range(3)]
            line = " ".join(item.text() for item in items if item is not None).casefold()
            self.table.setRowHidden(row, not all(word in line for word in words))
