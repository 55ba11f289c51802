"""A hand on a table of places: cells begun, values typed into them."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit


def field_of(table):
    """The field that is open: the last one may not be deleted yet."""
    field = table.window().focusWidget()
    assert isinstance(field, QLineEdit)
    return field


def begin(table, row, column):
    """Click a cell, as it were."""
    table.setFocus()
    table.setCurrentIndex(table.places.index(row, column))


def type_value(table, text):
    """Type into the cell that is current, as far as Enter; the field."""
    if table.state() != table.State.EditingState:
        QTest.keyClick(table, text[0])
        text = text[1:]
    field = field_of(table)
    QTest.keyClicks(field, text)
    return field
