"""Qt's keys by the names that tools use."""

import sys
from typing import Final

from PySide6.QtCore import QKeyCombination, Qt
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
_POSITIONS: Final = {
    **dict(zip(range(16, 26), "QWERTYUIOP", strict=True)),
    **dict(zip(range(30, 39), "ASDFGHJKL", strict=True)),
    **dict(zip(range(44, 51), "ZXCVBNM", strict=True)),
}
"""Letters of the Latin layout by the scan codes of keyboards, as Windows and Linux count them."""
_POSITIONS_MAC: Final = {
    **dict(zip((12, 13, 14, 15, 17, 16, 32, 34, 31, 35), "QWERTYUIOP", strict=True)),
    **dict(zip((0, 1, 2, 3, 5, 4, 38, 40, 37), "ASDFGHJKL", strict=True)),
    **dict(zip((6, 7, 8, 9, 11, 45, 46), "ZXCVBNM", strict=True)),
}
"""Keys by position, as virtual keys of macOS."""
_LAST_LATIN: Final = 0x24F
_X11_SHIFT: Final = 8
"""X11 counts scan codes from here on."""
_ARROWS: Final = frozenset({"Up", "Down", "Left", "Right"})
_SIGNS: Final = "-.,@[]"
BRACKETS: Final = frozenset("[]")
"""Keys of an action unless the tool in hand has a use for them."""


def name_of(event: QKeyEvent) -> str | None:
    """Return the name of a key for tools, with its prefix; None for other keys."""
    modifiers = event.modifiers()
    if modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier):
        # Windows reports AltGr, with which many layouts type these characters, as Ctrl and Alt.
        return event.text() if event.text() in {"@", *BRACKETS} else None
    name = _NAMES.get(Qt.Key(event.key()))
    if name in _ARROWS:
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            return f"Shift+{name}"
        return f"Alt+{name}" if modifiers & Qt.KeyboardModifier.AltModifier else name
    if name is not None:
        return name
    text = event.text()
    return text if len(text) == 1 and (text.isdigit() or text in _SIGNS) else None


def modifiers_of(modifiers: Qt.KeyboardModifier) -> Modifiers:
    """Shift, Ctrl and Alt."""
    return Modifiers(
        shift=bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
        ctrl=bool(modifiers & Qt.KeyboardModifier.ControlModifier),
        alt=bool(modifiers & Qt.KeyboardModifier.AltModifier),
    )


def is_modifier(event: QKeyEvent) -> bool:
    """Return whether the key is Shift, Ctrl, Cmd or Alt."""
    return event.key() in _MODIFIERS


def combination_of(event: QKeyEvent) -> QKeyCombination:
    """Return the key with its modifiers: the letter on the key cap.

    If the layout has no Latin letters, the letter of a Latin layout in this position.
    """
    text = event.text()
    letter = ""
    if len(text) == 1 and text.isalpha() and ord(text) > _LAST_LATIN:
        letter = _letter_at(event.nativeScanCode(), event.nativeVirtualKey(), sys.platform)
    if not letter:
        return event.keyCombination()
    return QKeyCombination(event.modifiers(), Qt.Key(ord(letter)))


def _letter_at(scan_code: int, virtual_key: int, platform: str) -> str:
    if platform == "darwin":
        return _POSITIONS_MAC.get(virtual_key, "")
    return _POSITIONS.get(scan_code if platform == "win32" else scan_code - _X11_SHIFT, "")


def is_sign(pressed: QKeyCombination) -> bool:
    """Return whether the key writes a sign: neither a letter nor a digit."""
    key = pressed.key()
    return key < Qt.Key.Key_Escape and not chr(key).isalnum()


def slack_of(kind: QPointingDevice.PointerType) -> float:
    """Pixels that part a click from a drag with this kind of pointer."""
    return _UNSTEADY_SLACK if kind in _UNSTEADY else SLACK
