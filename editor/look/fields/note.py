"""A field of several lines, for notes."""

import math
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit

from editor.look.fields.field import Take, keep, mark, passes_on
from editor.look.style import SIZE
from navcore.errors import NavcoreError
from navcore.i18n import tr

LINES: Final = 4
"""A longer note scrolls."""


class NoteField(QPlainTextEdit):
    """Grows with its text up to four lines. Ctrl+Enter or leaving commits, Esc takes back."""

    refused = Signal(object)
    """The sentence that says why, empty when all is well again."""
    entered = Signal(object)
    left = Signal(object)
    """Ctrl+Enter or Esc: the focus goes back to the canvas."""

    def __init__(self) -> None:
        """An empty note."""
        super().__init__()
        self.take: Take = keep
        self._shown = ""
        self._hint = ""
        self._asked = ""
        """Placeholder of the empty field: the hint, or that there are several notes."""
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(SIZE.line)
        self.document().documentLayout().documentSizeChanged.connect(self._grow)
        self._grow()

    @property
    def touched(self) -> bool:
        """True if typed text is not committed."""
        return self.toPlainText() != self._shown

    def show_value(self, value: object) -> None:
        """Show this note, unless the user is typing in the field."""
        self._put(str(value), self._hint)

    def show_mixed(self) -> None:
        """Show that the selected elements differ here."""
        self._put("", tr("several values"))

    def set_hint(self, text: str) -> None:
        """Set the placeholder of the empty field."""
        self._hint = self._asked = text
        self._show_hint()

    def forget(self) -> None:
        """Discard typed text that isn't committed."""
        if self.touched:
            self.setPlainText(self._shown)

    def commit(self) -> bool:
        """Commit the typed text; return whether it was accepted."""
        if not self.touched:
            return True
        before, self._shown = self._shown, self.toPlainText()
        try:
            self.take(self._shown.strip())
        except NavcoreError as refusal:
            self._shown = before
            mark(self, True)
            self.refused.emit(str(refusal))
            return False
        return True

    def event(self, event: QEvent) -> bool:
        """Let undo and redo pass to the level while nothing is typed here."""
        if not self.touched and passes_on(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter commits, Esc takes back; Enter alone begins another line."""
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if self.commit():
                self.left.emit(None)
        elif event.key() == Qt.Key.Key_Escape:
            self.setPlainText(self._shown)
            self.left.emit(None)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Notify the owner."""
        self.entered.emit(None)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Commit the text; restore the old note if it is refused."""
        if event.reason() != Qt.FocusReason.PopupFocusReason and not self.commit():
            self.setPlainText(self._shown)
            mark(self, False)
        super().focusOutEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrower note needs more lines."""
        super().resizeEvent(event)
        self._show_hint()
        self._grow()

    def _put(self, text: str, hint: str) -> None:
        if self.touched and self.hasFocus():
            return
        self._shown = text
        if self.toPlainText() != text:
            self.setPlainText(text)
        self._asked = hint
        self._show_hint()
        mark(self, False)

    def _show_hint(self) -> None:
        """Show the placeholder in one line, shortened to fit."""
        room = self.viewport().width() - 2 * SIZE.inside
        elided = self.fontMetrics().elidedText(self._asked, Qt.TextElideMode.ElideRight, room)
        self.setPlaceholderText(elided)
        self.setToolTip("" if elided == self._asked else self._asked)

    def _grow(self) -> None:
        """Fit the height to the lines, between one and four."""
        lines = max(1, min(LINES, round(self.document().size().height())))
        text = math.ceil(lines * self.fontMetrics().lineSpacing())
        self.setFixedHeight(max(SIZE.field, text + 2 * (SIZE.inside + SIZE.line)))
        scrolls = self.document().size().height() > LINES
        shown = Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(shown if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
