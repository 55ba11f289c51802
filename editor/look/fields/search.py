"""A field to search with."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from editor.look.fields.elided import is_asked_in_short, tell_whole


class SearchField(QLineEdit):
    """Search field; undo and redo apply to its text, or else to the level."""

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the level if they do nothing here; show cut placeholders."""
        if event.type() == QEvent.Type.ToolTip and is_asked_in_short(self):
            return tell_whole(event, self, self.placeholderText())
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable()
            redo = event.matches(QKeySequence.StandardKey.Redo) and not self.isRedoAvailable()
            if undo or redo:
                event.ignore()
                return False
        return super().event(event)
