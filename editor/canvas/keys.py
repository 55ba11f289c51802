"""Qt's keys by the names that tools know, and which of them count when."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPointingDevice

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
_MODIFIERS: Final = frozenset(
    {Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Meta, Qt.Key.Key_Alt}
)
_HEARD_IN_DRAG: Final = frozenset(
    {
        Qt.Key.Key_G,
        Qt.Key.Key_N,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_BracketLeft,
        Qt.Key.Key_BracketRight,
    }
)
SLACK: Final = 4.0
"""Pixels that part a click from a drag."""
_UNSTEADY_SLACK: Final = 8.0
_UNSTEADY: Final = frozenset(
    {
        QPointingDevice.PointerType.Pen,
        QPointingDevice.PointerType.Eraser,
        QPointingDevice.PointerType.Finger,
    }
)
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


def is_modifier(event: QKeyEvent) -> bool:
    """Whether the key is Shift, Ctrl, Cmd or Alt."""
    return event.key() in _MODIFIERS


def waits_for_release(event: QKeyEvent) -> bool:
    """Whether the key has no say while a button is down.

    Grid, snapping and its step have; orders with Ctrl finish the drag themselves.
    """
    ctrl = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return not ctrl and not is_modifier(event) and event.key() not in _HEARD_IN_DRAG


def slack_of(kind: QPointingDevice.PointerType) -> float:
    """Pixels that part a click from a drag with this kind of pointer."""
    return _UNSTEADY_SLACK if kind in _UNSTEADY else SLACK
