"""Shortcuts of actions: the defaults of the table, and the user's changes."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from editor.canvas.input.keys import is_sign
from editor.settings.settings import Settings
from navcore.errors import NavcoreError
from navcore.formats.json_text import Source
from navcore.formats.positions import shortened
from navcore.i18n import mark, tr

FORMAT: Final = "waywright-keys"
_PORTABLE: Final = QKeySequence.SequenceFormat.PortableText
_ALWAYS_READ: Final = {
    "Space": mark("Space plays, pauses and pans."),
    "Esc": mark("Esc always goes one step back."),
    "Menu": mark("This key opens the context menu."),
    "Shift+F10": mark("This key opens the context menu."),
}
"""Keys that the canvas reads itself, whatever is held with them."""
_ENTER: Final = mark("Enter closes outlines and accepts what is typed.")
_TAB: Final = mark("Tab goes to the next corner, stop or control.")
_ARROWS: Final = mark("Arrows move what is selected.")
_DIGITS: Final = mark("Digits and the signs of numbers type a place.")
_READ_BY_CANVAS: Final = {
    **dict.fromkeys(("Return", "Enter"), _ENTER),
    **dict.fromkeys(("Tab", "Backtab"), _TAB),
    **dict.fromkeys(("Up", "Down", "Left", "Right"), _ARROWS),
    **dict.fromkeys(("0", "-", "@"), _DIGITS),
}
"""Keys that the canvas reads itself, but with Ctrl."""
_KEYPAD: Final = Qt.KeyboardModifier.KeypadModifier


class BadKeys(NavcoreError):
    """A file of keys can't be read; the text says why."""


class KeyMap:
    """Shortcuts of all actions. The user's choice replaces the default.

    Keys are portable text: `Ctrl+Shift+D`, `Del`. No two actions share a key.
    """

    def __init__(self, proposed: Mapping[str, Iterable[str]], settings: Settings) -> None:
        """`proposed` are the keys of each action as the table has them."""
        self._proposed = {name: _all_normal(keys) for name, keys in proposed.items()}
        self._settings = settings
        self._chosen = {
            name: _all_normal(keys)
            for name, keys in settings.keys().items()
            if name in self._proposed
        }

    def keys_of(self, name: str) -> tuple[str, ...]:
        """Return the shortcuts of an action; menus show the first one."""
        if name in self._chosen:
            return self._chosen[name]
        taken = {key for keys in self._chosen.values() for key in keys}
        return tuple(key for key in self._proposed[name] if key not in taken)

    def proposed(self, name: str) -> tuple[str, ...]:
        """Return the keys that the table has for this action."""
        return self._proposed[name]

    def is_changed(self, name: str) -> bool:
        """Return whether its keys differ from the table's."""
        return self.keys_of(name) != self._proposed[name]

    @property
    def changed(self) -> bool:
        """True if any action has other keys than the table's."""
        return any(map(self.is_changed, self._proposed))

    def owner_of(self, key: str) -> str:
        """Return the action that has this key; empty if none has."""
        wanted = normal(key)
        return next((name for name in self._proposed if wanted in self.keys_of(name)), "")

    def losers(self, name: str) -> list[str]:
        """Return the actions that would lose a shortcut if this one were reset."""
        wanted = self._proposed[name]
        return [
            other
            for other in self._proposed
            if other != name and not set(wanted).isdisjoint(self.keys_of(other))
        ]

    def set_keys(self, name: str, keys: Iterable[str]) -> None:
        """Give an action these shortcuts, and remove them from other actions."""
        wanted = _all_normal(keys)
        for other in self._chosen.keys() - {name}:
            self._chosen[other] = tuple(k for k in self._chosen[other] if k not in wanted)
        self._chosen[name] = wanted
        self._keep()

    def reset(self, name: str) -> None:
        """Give an action its default shortcuts, and remove them from other actions."""
        self.set_keys(name, self._proposed[name])

    def reset_all(self) -> None:
        """Give every action the keys of the table again."""
        self._chosen = {}
        self._keep()

    def text(self) -> str:
        """Return the user's changes as a file for another computer."""
        changed = {name: list(keys) for name, keys in sorted(self._chosen.items())}
        return json.dumps({"format": FORMAT, "version": 1, "keys": changed}, indent=2) + "\n"

    def take_in(self, text: str) -> None:
        """Replace the user's shortcuts by the shortcuts in a file; unknown actions are ignored.

        Raises:
            BadKeys: if the text is not such a file, or a key is unusable or used twice.
        """
        read = _read(text)
        known = {name: keys for name, keys in read.items() if name in self._proposed}
        owners: dict[str, str] = {}
        for name, keys in known.items():
            for key in keys:
                reason = refusal(key)
                if reason:
                    message = tr("{0} of {1} can't be used: {2}").format(key, name, reason)
                    raise BadKeys(message)
                if owners.setdefault(key, name) != name:
                    message = tr("{0} has two actions: {1}, {2}.").format(key, owners[key], name)
                    raise BadKeys(message)
        self._chosen = known
        self._keep()

    def _keep(self) -> None:
        """Drop changes that equal the defaults, and save the others."""
        for name, keys in tuple(self._chosen.items()):
            if keys == self._proposed[name]:
                del self._chosen[name]
        self._settings.set_keys(self._chosen)


def normal(key: str) -> str:
    """Return a key as it is kept and compared: `Delete` is `Del`; empty if it is none."""
    return QKeySequence(key).toString(_PORTABLE)


def native(key: str) -> str:
    """Return a key as the system writes it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def pressed_key(pressed: QKeyCombination) -> str:
    """Return the pressed key in stored form: signs without Shift, keypad keys as plain ones."""
    modifiers = pressed.keyboardModifiers() & ~_KEYPAD
    key = pressed.key()
    if key == Qt.Key.Key_Backtab:
        key, modifiers = Qt.Key.Key_Tab, modifiers | Qt.KeyboardModifier.ShiftModifier
    if key == Qt.Key.Key_Enter:
        key = Qt.Key.Key_Return
    made = QKeyCombination(modifiers, key)
    if is_sign(made) and key != Qt.Key.Key_Space:
        made = QKeyCombination(modifiers & ~Qt.KeyboardModifier.ShiftModifier, key)
    return QKeySequence(made).toString(_PORTABLE)


def refusal(key: str) -> str:
    """Return why an action can't have this key, a sentence; empty if it can."""
    last = "+" if key.endswith("+") else key.rpartition("+")[2]
    if not last:
        return tr("This is not a key.")
    sentence = _ALWAYS_READ.get(key) or _ALWAYS_READ.get(last, "")
    if not sentence and "Ctrl+" not in key:
        sentence = _READ_BY_CANVAS.get("0" if last.isdigit() else last, "")
    return tr(sentence) if sentence else ""


def _all_normal(keys: Iterable[str]) -> tuple[str, ...]:
    """Return each key once, in normal form, in their order."""
    return tuple(dict.fromkeys(made for key in keys if (made := normal(key))))


def _read(text: str) -> dict[str, tuple[str, ...]]:
    try:
        found: Any = Source(text, "").parse()
    except ValueError as fault:
        message = tr("This is not a file of keys.")
        raise BadKeys(message) from fault
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        message = tr("This is not a file of keys.")
        raise BadKeys(message)
    keys = found.get("keys")
    if found.get("version") != 1 or not isinstance(keys, dict):
        message = tr("This file of keys is of another version.")
        raise BadKeys(message)
    read: dict[str, tuple[str, ...]] = {}
    for name, listed in keys.items():
        if not isinstance(listed, list) or not all(isinstance(key, str) for key in listed):
            message = tr("The keys of {0} are not a list of keys.").format(shortened(name))
            raise BadKeys(message)
        read[name] = _all_normal(listed)
        if len(read[name]) != len(listed):
            message = tr("The keys of {0} are not a list of keys.").format(shortened(name))
            raise BadKeys(message)
    return read
