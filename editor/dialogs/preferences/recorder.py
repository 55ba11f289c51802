"""A field that records pressed keys instead of carrying out their actions."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from editor.actions.keymap import pressed_key
from editor.canvas.input.keys import combination_of, is_modifier
from editor.look.style import SIZE
from navcore.i18n import tr

_NOTHING = Qt.KeyboardModifier.NoModifier


class Recorder(QLineEdit):
    """Waits for one key. Esc alone cancels, Backspace alone removes the shortcut."""

    pressed = Signal(object)
    """A key as it is kept: `Ctrl+Shift+D`."""
    cleared = Signal()
    left = Signal()

    def __init__(self) -> None:
        """Waiting."""
        super().__init__()
        self.setReadOnly(True)
        self.setFixedHeight(SIZE.field)
        self.setPlaceholderText(tr("Press a key"))
        self.setAccessibleName(tr("Press a key"))
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, on=False)

    def event(self, event: QEvent) -> bool:
        """Accept every key, also those that usually move the focus."""
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.keyPressEvent(event)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Record a key; Ctrl, Shift and Alt alone wait for another key."""
        event.accept()
        if is_modifier(event) or event.isAutoRepeat():
            return
        alone = (event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier) == _NOTHING
        if alone and event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif alone and event.key() == Qt.Key.Key_Backspace:
            self.cleared.emit()
        else:
            self.pressed.emit(pressed_key(combination_of(event)))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Cancel when the focus moves, except to another program."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.left.emit()
