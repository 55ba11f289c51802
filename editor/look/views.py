"""Common settings of all lists, trees and tables."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
)

from editor.look.style import SIZE


def only_shown(view: QAbstractItemView) -> None:
    """Let a view be read, not edited, and never scroll sideways."""
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


def plain_rows(table: QTableView) -> None:
    """Show a table as rows of one line, without grid or numbers; Tab skips its cells."""
    only_shown(table)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.setWordWrap(False)
    rows = table.verticalHeader()
    rows.hide()
    rows.setMinimumSectionSize(SIZE.row)
    rows.setDefaultSectionSize(SIZE.row)


def whole_rows(table: QTableView) -> QHeaderView:
    """Show a table as plain rows that are selected whole; return its fixed header.

    The table may be as narrow as its dock.
    """
    plain_rows(table)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setMinimumWidth(1)
    head = table.horizontalHeader()
    head.setHighlightSections(False)
    head.setSectionsClickable(False)
    head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    head.setMinimumSectionSize(SIZE.label_column)
    return head


def head_group(table: QTableWidget, row: int, text: str) -> None:
    """Make a row a heading over all columns that can't be selected."""
    item = QTableWidgetItem(text)
    table.setItem(row, 0, item)
    font = table.font()
    font.setWeight(font.Weight.DemiBold)
    item.setFont(font)
    item.setTextAlignment(Qt.AlignmentFlag.AlignBottom)
    item.setFlags(Qt.ItemFlag.ItemIsEnabled)
    table.setSpan(row, 0, 1, table.columnCount())
    if row:
        table.setRowHeight(row, SIZE.row + SIZE.margin)
