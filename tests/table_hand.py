"""User input in a table of places: edit cells, type values."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit


def field_of(table):
    """Return the open field; the previous one may not be deleted yet."""
    field = table.window().focusWidget()
    assert isinstance(field, QLineEdit)
    return field


def begin(table, row, column):
    """Start editing a cell, as a click does."""
    table.setFocus()
    table.setCurrentIndex(table.places.index(row, column))


def type_value(table, text):
    """Type into the current cell without pressing Enter; return the field."""
    if table.state() != table.State.EditingState:
        QTest.keyClick(table, text[0])
        text = text[1:]
    field = field_of(table)
    QTest.keyClicks(field, text)
    return field
