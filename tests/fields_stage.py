"""A field on its own page."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from editor.look.fields import (
    Field,
    NoteField,
)


class Stage:
    """A field in a window, with something else to give the focus to."""

    def __init__(self, qtbot: QtBot, field: Field | NoteField) -> None:
        """Shown, with the focus in `field`."""
        self.field = field
        self.taken: list[object] = []
        self.refused: list[object] = []
        self.left: list[object] = []
        field.take = self.taken.append
        field.refused.connect(self.refused.append)
        field.left.connect(self.left.append)
        self.other = QLineEdit()
        self.window = QWidget()
        layout = QVBoxLayout(self.window)
        layout.addWidget(field)
        layout.addWidget(self.other)
        qtbot.addWidget(self.window)
        self.window.show()
        self.window.activateWindow()
        field.setFocus()
        QApplication.processEvents()


def undo_override(field: Field | NoteField) -> bool:
    """Return whether the field handles Ctrl+Z itself."""
    event = QKeyEvent(
        QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier
    )
    event.ignore()
    QApplication.sendEvent(field, event)
    return event.isAccepted()
