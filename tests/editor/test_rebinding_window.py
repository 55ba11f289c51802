"""User-defined shortcuts work everywhere, and are set on a page of the preferences."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import Answers
from hand import CTRL, LEFT, NONE, SHIFT, Hand
from leaving import leave
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from small_level import CHEST, TABLE

from editor.actions.keymap import KeyMap
from editor.canvas.canvas import Canvas
from editor.dialogs.preferences.keys import KeysPage
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


@pytest.fixture
def page(window: MainWindow) -> Iterator[KeysPage]:
    """The page of keys, shown."""
    made = KeysPage(window.bench)
    made.resize(600, 500)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def bind(window: MainWindow, name: str, *keys: str) -> None:
    """Give an action these keys, in the whole program."""
    window.commands.keymap.set_keys(name, keys)
    window.commands.wear_keys()


class TestEverywhere:
    """New shortcuts work and are shown at once."""

    def test_a_letter_stays_the_canvas_s(
        self, window: MainWindow, canvas: Canvas, hand: Hand
    ) -> None:
        """It chooses the tool from there, and writes in a field."""
        bind(window, "tool_door", "K")
        hand.key(KEY.Key_D)
        assert canvas.gestures.tool.name == "select"
        hand.key(KEY.Key_K)
        assert canvas.gestures.tool.name == "door"
        hand.key(KEY.Key_V)
        field = window.panels["outline"].search_field
        field.setFocus()
        hand.type("k")
        assert field.text() == "k"
        assert canvas.gestures.tool.name == "select"

    def test_a_key_with_ctrl_works_from_everywhere(self, window: MainWindow, hand: Hand) -> None:
        """This includes actions that had a plain key before."""
        bind(window, "grid", "Ctrl+Shift+Y")
        grid = window.settings.grid
        window.panels["outline"].search_field.setFocus()
        hand.key(KEY.Key_Y, modifiers=CTRL | SHIFT)
        assert window.settings.grid is not grid
        window.canvas.setFocus()
        hand.key(KEY.Key_G)
        assert window.settings.grid is not grid

    def test_both_kinds_of_key_at_once(self, window: MainWindow, hand: Hand) -> None:
        """On the canvas both work, elsewhere the one with Ctrl.

        The outline's own keys still work there.
        """
        bind(window, "hide", "F12", "J")
        for key, element in ((KEY.Key_J, TABLE), (KEY.Key_F12, CHEST)):
            window.document.select(frozenset({element}))
            hand.key(key)
            assert element in window.document.hidden
        view = window.panels["outline"].view
        window.commands.table["show_all"].trigger()
        window.document.select(frozenset({TABLE}))
        view.setFocus()
        hand.key(KEY.Key_J)
        assert TABLE in window.document.hidden
        bind(window, "hide", "J")
        window.commands.table["show_all"].trigger()
        window.document.select(frozenset({TABLE}))
        view.setFocus()
        hand.key(KEY.Key_J)
        assert TABLE in window.document.hidden

    def test_while_dragging_the_grid_s_own_key_is_heard(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """The old one waits for the release like all others."""
        bind(window, "grid", "J")
        grid = window.settings.grid
        hand.hold((4.5, 4), (5, 4))
        hand.key(KEY.Key_J)
        assert window.settings.grid is not grid
        hand.key(KEY.Key_G)
        hand.move((5.5, 4), LEFT)
        hand.release((5.5, 4), keys=NONE)
        assert window.settings.grid is not grid

    def test_it_is_shown_in_menus_tips_lists_and_the_palette(self, window: MainWindow) -> None:
        """No restart is needed."""
        window.show_shortcuts()
        assert window.keys is not None
        bind(window, "tool_door", "K", "Ctrl+K")
        table = window.commands.table
        assert table["tool_door"].text() == "Door\tK"
        assert "  K  " in window.rail.buttons["door"].toolTip()
        assert any(text == "Door" and keys == "K  Ctrl+K" for text, keys in window.keys.shown())
        bind(window, "show_all", "Ctrl+H")
        assert "Ctrl+H" in window.status.hidden.toolTip()
        bind(window, "grid", "J")
        assert any(keys.startswith("J ") for text, keys in window.keys.shown() if "step" in text)
        bind(window, "show_all")
        assert window.commands.key_of("show_all") == ""
        window.keys.close()

    def test_the_next_start_has_them_too(self, window: MainWindow) -> None:
        """They are preferences."""
        bind(window, "tool_door", "K")
        again = MainWindow(window.settings, Answers())
        assert again.commands.table["tool_door"].shortcut() == QKeySequence("K")
        assert again.commands.order_of(QKeySequence("D")) is None
        leave(again)


class TestPage:
    """Preferences > Keys."""

    def test_every_action_is_listed_in_the_order_of_the_menus(
        self, window: MainWindow, page: KeysPage
    ) -> None:
        """And found by its name, its menu and its key."""
        assert set(page.table.shown()) == set(window.commands.rows)
        page.search.setText("ctrl+d")
        assert "duplicate" in page.table.shown()
        page.search.setText("theme dark")
        assert page.table.shown() == ["theme_dark"]
        page.search.setText("no such thing")
        assert page.table.shown() == []

    def test_a_key_is_recorded(self, window: MainWindow, page: KeysPage) -> None:
        """Enter on an action, then the key; the table marks it as the user's."""
        page.table.mark("about")
        QTest.keyClick(page.table, KEY.Key_Return)
        assert page.recorder.isVisible()
        QTest.keyClick(page.recorder, KEY.Key_Control, CTRL)
        assert page.recorder.isVisible()
        QTest.keyClick(page.recorder, KEY.Key_F12, SHIFT)
        assert not page.recorder.isVisible()
        assert window.commands.keymap.keys_of("about") == ("Shift+F12",)
        assert page.table.current == "about"
        page.record(adds=True)
        QTest.keyClick(page.recorder, KEY.Key_K, CTRL)
        assert window.commands.keys_of("about") == "Shift+F12  Ctrl+K"
        page.drop("Shift+F12")
        assert window.commands.keymap.keys_of("about") == ("Ctrl+K",)

    def test_tab_is_a_key_while_recording(self, window: MainWindow, page: KeysPage) -> None:
        """Alone it is refused with the reason, with Ctrl it is taken."""
        page.table.mark("about")
        page.record()
        QTest.keyClick(page.recorder, KEY.Key_Tab)
        assert "Tab goes to the next" in page.told.text()
        assert page.recorder.isVisible()
        QTest.keyClick(page.recorder, KEY.Key_Tab, CTRL)
        assert window.commands.keymap.keys_of("about") == ("Ctrl+Tab",)

    def test_escape_cancels_and_backspace_clears(self, window: MainWindow, page: KeysPage) -> None:
        """Both alone: with Ctrl, Backspace is a key like any other."""
        page.table.mark("hide")
        page.record()
        QTest.keyClick(page.recorder, KEY.Key_Escape)
        assert not page.recorder.isVisible()
        assert window.commands.keymap.keys_of("hide") == ("H",)
        page.record()
        QTest.keyClick(page.recorder, KEY.Key_Backspace, CTRL)
        assert window.commands.keymap.keys_of("hide") == ("Ctrl+Backspace",)
        page.record()
        QTest.keyClick(page.recorder, KEY.Key_Backspace)
        assert window.commands.keymap.keys_of("hide") == ()

    def test_a_conflict_names_both_and_is_settled_at_once(
        self, window: MainWindow, page: KeysPage
    ) -> None:
        """Cancelled, nothing changes; used here, the other loses it."""
        keymap = window.commands.keymap
        page.table.mark("about")
        for decision in ("Cancel", "Use it here"):
            page.record()
            QTest.keyClick(page.recorder, KEY.Key_D, CTRL)
            assert "Duplicate" in page.told.text()
            assert "About Waywright" in page.told.text()
            buttons = {button.text(): button for button in page.strip.findChildren(QPushButton)}
            assert keymap.owner_of("Ctrl+D") == "duplicate"
            buttons[decision].click()
        assert keymap.owner_of("Ctrl+D") == "about"
        assert keymap.keys_of("duplicate") == ()
        page.table.mark("duplicate")
        page.reset()
        assert "About Waywright" in page.told.text()

    def test_one_goes_back_and_all_go_back(self, window: MainWindow, page: KeysPage) -> None:
        """They return to the program's default keys."""
        keymap = window.commands.keymap
        bind(window, "hide", "F12")
        bind(window, "grid", "J")
        page.table.fill()
        page.table.mark("hide")
        page.reset()
        assert keymap.keys_of("hide") == ("H",)
        page.back()
        assert not keymap.changed
        assert window.commands.table["grid"].shortcut() == QKeySequence("G")

    def test_going_all_the_way_back_can_be_undone(self, window: MainWindow, page: KeysPage) -> None:
        """One click can't lose shortcuts; without changes the command is not offered."""
        keymap = window.commands.keymap
        page.back()
        assert page.told.text() == "Select an action to change its shortcuts."
        bind(window, "hide", "F12")
        page.back()
        assert keymap.keys_of("hide") == ("H",)
        (undo,) = [b for b in page.strip.findChildren(QPushButton) if b.text() == "Undo"]
        undo.click()
        assert keymap.keys_of("hide") == ("F12",)
        assert window.commands.table["hide"].shortcut() == QKeySequence("F12")
        assert page.told.text() == "Your own keys are restored."

    def test_a_file_of_keys(self, window: MainWindow, page: KeysPage, tmp_path: Path) -> None:
        """Written, read, and refused with a sentence."""
        file = tmp_path / "mine.json"
        bind(window, "hide", "F12")
        page.write(file)
        assert "mine.json" in page.told.text()
        page.back()
        page.read(file)
        assert window.commands.keymap.keys_of("hide") == ("F12",)
        for content in (b"{}", b"\xff\xfe\x00"):
            file.write_bytes(content)
            page.read(file)
            assert "mine.json" in page.told.text()
            assert window.commands.keymap.keys_of("hide") == ("F12",)
        page.read(tmp_path / "gone.json")
        assert "can't be read" in page.told.text()
        page.write(tmp_path / "no" / "folder.json")
        assert "can't be written" in page.told.text()

    def test_a_letter_of_another_alphabet_is_the_key_of_its_place(
        self, window: MainWindow, page: KeysPage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The canvas reads it like that."""
        monkeypatch.setattr("editor.canvas.input.keys.sys.platform", "linux")
        page.table.mark("about")
        page.record()
        event = QKeyEvent(
            QEvent.Type.KeyPress, 0x42B, SHIFT, 39, 0, 0, "\N{CYRILLIC CAPITAL LETTER YERU}"
        )
        QCoreApplication.sendEvent(page.recorder, event)
        assert window.commands.keymap.keys_of("about") == ("Shift+S",)
