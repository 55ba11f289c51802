"""Qt's keys by the names that tools know."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from editor.tools.tool import Modifiers

_NAMES: Final = {
    Qt.Key.Key_Return: "Enter",
    Qt.Key.Key_Enter: "Enter",
    Qt.Key.Key_Backspace: "Backspace",
    Qt.Key.Key_Delete: "Delete",
    Qt.Key.Key_Escape: "Escape",
    Qt.Key.Key_Tab: "Tab",
    Qt.Key.Key_Backtab: "Shift+Tab",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
}
_ARROWS: Final = frozenset({"Up", "Down", "Left", "Right"})


def name_of(event: QKeyEvent) -> str | None:
    """The name of a key that tools may use, with its prefix; None for all others."""
    modifiers = event.modifiers()
    if modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier):
        return None
    name = _NAMES.get(Qt.Key(event.key()))
    if name in _ARROWS:
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            return f"Shift+{name}"
        return f"Alt+{name}" if modifiers & Qt.KeyboardModifier.AltModifier else name
    if name is not None:
        return name
    text = event.text()
    return text if len(text) == 1 and (text.isdigit() or text in "-.,@") else None


def modifiers_of(modifiers: Qt.KeyboardModifier) -> Modifiers:
    """Shift, Ctrl and Alt."""
    return Modifiers(
        shift=bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
        ctrl=bool(modifiers & Qt.KeyboardModifier.ControlModifier),
        alt=bool(modifiers & Qt.KeyboardModifier.AltModifier),
    )
