"""User-defined shortcuts: recorded, refused, reassigned, saved, and shown everywhere at once."""

import json
from pathlib import Path

import pytest
from hand import ALT, CTRL, SHIFT
from PySide6.QtCore import QKeyCombination, QSettings, Qt

from editor.actions.keymap import BadKeys, KeyMap, normal, pressed_key, refusal
from editor.settings.settings import Settings
from editor.shell.window import MainWindow

KEY = Qt.Key


PROPOSED = {"hide": ("H",), "delete": ("Delete", "Backspace"), "redo": ("Ctrl+Y",), "about": ()}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return the preferences of a new user."""
    return Settings(tmp_path / "keys.ini")


@pytest.fixture
def keymap(settings: Settings) -> KeyMap:
    """Four actions, as proposed."""
    return KeyMap(PROPOSED, settings)


class TestKeyMap:
    """The user's keys go before the proposed ones; no key has two actions."""

    def test_what_is_proposed(self, keymap: KeyMap) -> None:
        """In the form in which keys are kept."""
        assert keymap.keys_of("delete") == ("Del", "Backspace")
        assert keymap.owner_of("Delete") == "delete"
        assert keymap.owner_of("F12") == ""
        assert not keymap.changed

    def test_taking_a_key_takes_it_from_the_other(self, keymap: KeyMap, settings: Settings) -> None:
        """Only differences are stored; the other action gets its key back when it is free again."""
        keymap.set_keys("about", ["Backspace", "F12"])
        assert keymap.keys_of("delete") == ("Del",)
        assert settings.keys() == {"about": ("Backspace", "F12")}
        again = KeyMap(PROPOSED, settings)
        assert again.keys_of("about") == ("Backspace", "F12")
        assert again.is_changed("delete")
        again.reset("about")
        assert again.keys_of("delete") == ("Del", "Backspace")
        assert settings.keys() == {}

    def test_going_back_takes_keys_from_who_has_them(self, keymap: KeyMap) -> None:
        """Actions that would lose a key are named before."""
        keymap.set_keys("about", ["H"])
        keymap.set_keys("hide", ["F12"])
        assert keymap.losers("hide") == ["about"]
        keymap.reset("hide")
        assert keymap.keys_of("hide") == ("H",)
        assert keymap.keys_of("about") == ()

    def test_no_key_at_all_is_a_choice_too(self, keymap: KeyMap, settings: Settings) -> None:
        """And is remembered."""
        keymap.set_keys("hide", [])
        assert KeyMap(PROPOSED, settings).keys_of("hide") == ()
        keymap.reset_all()
        assert keymap.keys_of("hide") == ("H",)
        assert not keymap.changed

    def test_a_file_goes_to_another_machine(self, keymap: KeyMap, tmp_path: Path) -> None:
        """Actions that are not known there are passed over."""
        keymap.set_keys("hide", ["Ctrl+Shift+H", "F12"])
        other = KeyMap(PROPOSED, Settings(tmp_path / "other.ini"))
        other.set_keys("redo", ["F8"])
        other.take_in(keymap.text())
        assert other.keys_of("hide") == ("Ctrl+Shift+H", "F12")
        assert other.keys_of("redo") == ("Ctrl+Y",)
        text = json.loads(keymap.text())
        text["keys"]["of_later"] = ["F7"]
        other.take_in(json.dumps(text))
        assert other.owner_of("F7") == ""

    @pytest.mark.parametrize(
        ("keys", "told"),
        [
            ({"hide": ["Space"]}, "Space"),
            ({"hide": ["F12"], "redo": ["F12"]}, "two actions"),
            ({"hide": "F12"}, "not a list"),
            ({"hide": ["no such key at all"]}, "not a list"),
            ({"hide": [9]}, "not a list"),
            ([], "another version"),
        ],
    )
    def test_files_that_are_refused(self, keymap: KeyMap, keys: object, told: str) -> None:
        """There is a message, and nothing changes."""
        text = json.dumps({"format": "waywright-keys", "version": 1, "keys": keys})
        with pytest.raises(BadKeys, match=told):
            keymap.take_in(text)
        assert not keymap.changed

    @pytest.mark.parametrize("text", ["", "[1, 2]", "{}", '{"format": "waywright-level"}', "\0"])
    def test_other_files_are_no_keys(self, keymap: KeyMap, text: str) -> None:
        """Files of any other contents are refused."""
        with pytest.raises(BadKeys, match="not a file of keys"):
            keymap.take_in(text)

    @pytest.mark.parametrize("stored", ["{", "[]", '{"hide": 5}', '{"hide": [5, null]}', "7"])
    def test_broken_preferences_are_as_none(self, tmp_path: Path, stored: str) -> None:
        """The program starts, with some key or none."""
        file = tmp_path / "broken.ini"
        store = QSettings(str(file), QSettings.Format.IniFormat)
        store.setValue("keys", stored)
        store.sync()
        assert KeyMap(PROPOSED, Settings(file)).keys_of("redo") == ("Ctrl+Y",)


class TestWhatCanBeAKey:
    """Keys that the canvas reads itself are refused, with the reason."""

    @pytest.mark.parametrize(
        "key",
        ["Space", "Ctrl+Space", "Esc", "Shift+Esc", "Return", "Enter", "Shift+Return", "Tab",
         "Shift+Tab", "Up", "Shift+Left", "Alt+Down", "5", "Shift+5", "-", "@", "Menu",
         "Shift+F10", ""],
    )  # fmt: skip
    def test_refused(self, key: str) -> None:
        """The message gives the reason."""
        assert refusal(key).endswith(".")

    @pytest.mark.parametrize(
        "key",
        ["X", "Shift+X", "Alt+X", "Ctrl+5", "Ctrl+Left", "F12", "Ctrl+-", "Ctrl++", "+", ".", ",",
         "Del", "Ctrl+Return", "Meta+X", "Ctrl+Alt+X", "Home", "F10"],
    )  # fmt: skip
    def test_allowed(self, key: str) -> None:
        """All other keys are allowed, also those that tools use only while drawing."""
        assert refusal(key) == ""

    def test_every_proposed_key_is_allowed(self, window: MainWindow) -> None:
        """Otherwise a user could lose it and not get it back."""
        for name in window.commands.rows:
            for key in window.commands.keymap.proposed(name):
                assert refusal(key) == "", (name, key)

    @pytest.mark.parametrize(
        ("key", "modifiers", "kept"),
        [
            (KEY.Key_D, CTRL | SHIFT, "Ctrl+Shift+D"),
            (KEY.Key_Question, SHIFT, "?"),
            (KEY.Key_Plus, CTRL | SHIFT, "Ctrl++"),
            (KEY.Key_Enter, CTRL | Qt.KeyboardModifier.KeypadModifier, "Ctrl+Return"),
            (KEY.Key_5, CTRL | Qt.KeyboardModifier.KeypadModifier, "Ctrl+5"),
            (KEY.Key_Backtab, CTRL | SHIFT, "Ctrl+Shift+Tab"),
            (KEY.Key_Delete, SHIFT, "Shift+Del"),
            (KEY.Key_F12, ALT, "Alt+F12"),
        ],
    )
    def test_as_it_is_kept(self, key: Qt.Key, modifiers: Qt.KeyboardModifier, kept: str) -> None:
        """Signs without the Shift that some layouts need, keypads as other keys."""
        assert pressed_key(QKeyCombination(modifiers, key)) == kept
        assert normal(kept) == kept
