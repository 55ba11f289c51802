"""A hand on buttons and fields: Qt's own events, sent to widgets."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget


def press(widget: QWidget) -> None:
    """Click a button with the mouse."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def type_over(field: QLineEdit, text: str) -> None:
    """Replace the text of a field without committing it."""
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)


def type_into(field: QLineEdit, text: str) -> None:
    """Replace the text of a field, and press Enter."""
    type_over(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def retype(text: str) -> None:
    """Type into the field that has the focus: a name in a list, say; and press Enter."""
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    type_into(field, text)
    # Qt takes a name in when the key is done.
    QApplication.processEvents()
