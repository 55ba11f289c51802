"""Base class of fields of one line."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, TypeAlias

from PySide6.QtCore import QEvent, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from editor.look.fields.completion import WordCompleter
from editor.look.fields.elided import is_asked_in_short, tell_whole
from editor.look.style import SIZE
from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.limits import MAX_NAME

Parse: TypeAlias = Callable[[str], object]
"""Parses typed text; raises `Refused` with a sentence if it is invalid."""

Show: TypeAlias = Callable[[object], str]
"""A value as the field shows it."""

Take: TypeAlias = Callable[[Any], None]
"""Does something with a committed value, or raises `NavcoreError` with a sentence."""

UNKNOWN: Final = object()
"""Value of a field after a commit, until another value is shown."""

_RETURNING: Final = frozenset({
    Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
})  # fmt: skip
"""Reasons for which a field loses the focus only for a while, so that its cursor stays."""


def keep(value: object) -> None:
    """Ignore a committed value."""


class Field(QLineEdit):
    """One line of text that `parse` reads and that is committed as one value."""

    refused = Signal(object)
    """The sentence that says why, empty when all is well again."""
    entered = Signal(object)
    """The field got the focus."""
    left = Signal(object)
    """Enter or Esc: the focus goes back to the canvas."""
    retyped: ClassVar[bool] = False
    """True if the click that enters the field selects its text, so that typing replaces it."""

    def __init__(
        self,
        parse: Parse = str.strip,
        show: Show = str,
        exact: Show | None = None,
        *,
        parent: QWidget | None = None,
    ) -> None:
        """A field; with the focus it shows its value as `exact` does, else as `show` does."""
        super().__init__(parent)
        self.take: Take = keep
        self.short = False
        """True if there is little room to say that there are several values."""
        self.turning = False
        """True if the value being committed comes from wheel or arrows, not from typing."""
        self.setMaxLength(MAX_NAME)
        self._parse = parse
        self._show = show
        self._exact = exact or show
        self.value: object = UNKNOWN
        self._shown = ""
        """The text while nothing is typed."""
        self._sentence = ""
        self._words: Callable[[], Sequence[str]] | None = None
        self._clicked_into = False
        """True while the mouse button that gave it the focus is down."""
        self.setFixedHeight(SIZE.field)
        self.textEdited.connect(self._clear_mark)

    @property
    def touched(self) -> bool:
        """True if typed text is not committed."""
        return self.isModified() or self.text() != self._shown

    def show_value(self, value: object) -> None:
        """Show this value, unless the user is typing in the field."""
        self.value = value
        if not (self.touched and self.hasFocus()):
            self._put(self._text_of(value))
            self.setPlaceholderText(self.property("hint") or "")

    def show_mixed(self) -> None:
        """Show that the selected elements differ here."""
        self.value = UNKNOWN
        if not (self.touched and self.hasFocus()):
            self._put("")
            self.setPlaceholderText(tr("several") if self.short else tr("several values"))

    def show_nothing(self) -> None:
        """Stay empty, because the selection has no such value."""
        self.value = UNKNOWN
        self._put("")
        self.setPlaceholderText("")

    def set_hint(self, text: str) -> None:
        """Set the placeholder of the empty field."""
        self.setProperty("hint", text)
        self.setPlaceholderText(text)

    def offer(self, words: Callable[[], Sequence[str]], *, parted: bool = False) -> None:
        """Complete typed text to one of these words, which are updated at each visit.

        With `parted`, complete each of several words between commas.
        """
        self._words = words
        self.setCompleter(WordCompleter(self, parted=parted))

    def forget(self) -> None:
        """Discard typed text that isn't committed."""
        if self.touched:
            self._put(self._shown)

    def commit(self) -> bool:
        """Commit the typed text; return whether it was accepted."""
        if not self.touched:
            return True
        text, before = self.text(), self._shown
        if text == before:
            self._put(before)
            return True
        try:
            value = self.read(text)
            self.setModified(False)
            self._shown = text
            known, self.value = self.value, UNKNOWN
            try:
                self.take(value)
            except NavcoreError:
                self._shown, self.value = before, known
                raise
        except NavcoreError as refusal:
            self.setModified(True)
            self.refuse(str(refusal))
            return False
        return True

    def read(self, text: str) -> object:
        """Return the value of a text.

        Raises:
            NavcoreError: with a sentence if the text is invalid.
        """
        return self._parse(text)

    def refuse(self, sentence: str) -> None:
        """Mark the field and say why."""
        self._mark(True)
        self._sentence = sentence
        self.refused.emit(sentence)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the level while the field is untouched; show cut placeholders."""
        if not self.touched and passes_on(event):
            event.ignore()
            return False
        if event.type() == QEvent.Type.ToolTip and self.is_short:
            return tell_whole(event, self, self.placeholderText())
        return super().event(event)

    @property
    def is_short(self) -> bool:
        """True if the placeholder is cut for lack of room."""
        return is_asked_in_short(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter commits, Esc takes back, Up and Down step."""
        key = event.key()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._hide_words()
            if self.commit():
                self.left.emit(None)
        elif key == Qt.Key.Key_Escape:
            self._put(self._shown)
            self.left.emit(None)
        elif key not in {Qt.Key.Key_Up, Qt.Key.Key_Down} or not self.turn(
            1 if key == Qt.Key.Key_Up else -1
        ):
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the number if the field has focus; else the wheel scrolls the parent."""
        delta = event.angleDelta().y()
        free = self.hasFocus() and not self.isReadOnly() and delta
        if free and self.turn(1 if delta > 0 else -1):
            event.accept()
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select all after the click that enters a field, unless it was dragged over a part."""
        super().mouseReleaseEvent(event)
        if self.retyped and self._clicked_into and not self.hasSelectedText():
            self.selectAll()
        self._clicked_into = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the value with all digits, and notify the owner."""
        self._clicked_into = event.reason() == Qt.FocusReason.MouseFocusReason
        self.entered.emit(None)
        if not self.touched and self.value is not UNKNOWN:
            self._put(self._exact(self.value))
        completer = self.completer()
        if self._words is not None and completer is not None:
            model = completer.model()
            assert isinstance(model, QStringListModel)
            model.setStringList(list(self._words()))
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Commit the text; restore the old value if it is refused."""
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            content = self.commit()
            if self.value is not UNKNOWN:
                self._shown = self._show(self.value)
            if not content or self.value is not UNKNOWN:
                self._fill(self._shown)
                self._mark(False)
        if event.reason() not in _RETURNING:
            # A long text shows its beginning, not the end at which it was typed.
            self.setCursorPosition(0)
        super().focusOutEvent(event)

    def turn(self, direction: int) -> bool:
        """Change the number by one step, 1 up or -1 down; whether there is one to change."""
        return False

    def _hide_words(self) -> None:
        completer = self.completer()
        popup = completer.popup() if completer is not None else None
        if popup is not None:
            popup.hide()

    def _text_of(self, value: object) -> str:
        return self._exact(value) if self.hasFocus() else self._show(value)

    def _put(self, text: str) -> None:
        self._shown = text
        self._fill(text)
        self._clear_mark()

    def _fill(self, text: str) -> None:
        if self.text() != text:
            self.setText(text)
            self.setCursorPosition(0)
        self.setModified(False)

    def _clear_mark(self) -> None:
        if self._sentence:
            self._sentence = ""
            self._mark(False)
            self.refused.emit("")

    def _mark(self, invalid: bool) -> None:
        mark(self, invalid)


def passes_on(event: QEvent) -> bool:
    """Return whether an event is the shortcut of undo or redo, which the level handles."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    keys = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
    return any(event.matches(key) for key in keys)


def mark(widget: QWidget, invalid: bool) -> None:
    """Mark or unmark a widget as having refused text."""
    if bool(widget.property("invalid")) == invalid:
        return
    widget.setProperty("invalid", invalid)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
