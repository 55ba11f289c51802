"""A list to choose one value from: a click leaves the focus where it is, as the wheel does."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate

from editor.look.fields.field import Take, keep


class ChoiceBox(QComboBox):
    """A drop-down list of texts, each with the value that it stands for."""

    left = Signal(object)
    """Enter or Esc."""

    def __init__(self, choices: Iterable[tuple[Any, str]]) -> None:
        """Pairs of value and translated text; the first one is shown."""
        super().__init__()
        self.take: Take = keep
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # Only this delegate follows the style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))
        for value, text in choices:
            self.addItem(text, value)
        self.activated.connect(lambda _: self.take(self.currentData()))

    def show_value(self, value: object) -> None:
        """Show the text of this value; of one that is not listed, nothing."""
        self.setCurrentIndex(self.findData(value))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the value only with the focus; else the wheel is not for this box."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc leave the box."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)
