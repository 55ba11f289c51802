"""The palette: a few letters find actions, and Enter runs them as the menu does."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hand import CTRL, SHIFT, Hand
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from small_level import CHEST, GATE, GUARD, TABLE

from editor.actions.fuzzy import score
from editor.canvas.canvas import Canvas
from editor.dialogs.palette.dialog import PaletteDialog
from editor.dialogs.palette.list import Entry, told
from editor.settings.settings import MOST_RECENT_ACTIONS
from editor.shell.window import MainWindow
from editor.tools.tool import Pointer
from navcore.level.edit import Edit
from navcore.level.model import Route, RouteStop

KEY = Qt.Key


@pytest.fixture
def opened(window: MainWindow, canvas: Canvas, hand: Hand) -> PaletteDialog:
    """The list, opened by its key."""
    hand.key(KEY.Key_P, modifiers=CTRL | SHIFT)
    return current(window)


def current(window: MainWindow) -> PaletteDialog:
    """The list that is open."""
    (found,) = [c for c in window.children() if isinstance(c, PaletteDialog) and c.isVisible()]
    return found


def is_open(window: MainWindow) -> bool:
    """Return whether the list of actions is open."""
    return any(isinstance(c, PaletteDialog) and c.isVisible() for c in window.children())


def marked(palette: PaletteDialog) -> Entry:
    """Return the entry that Enter would run."""
    return palette.entries.found[palette.view.currentIndex().row()]


class TestFinding:
    """Beginnings of words, initials, letters in order."""

    @pytest.mark.parametrize(
        ("sought", "text", "beside"),
        [
            ("frame", "Frame everything", ()),
            ("fe", "Frame everything", ()),
            ("fa", "Frame everything", ("frame_all",)),
            ("frev", "Frame everything", ()),
            ("every frame", "Frame everything", ()),
            ("thing", "Frame everything", ()),
            ("frmthing", "Frame everything", ()),
            ("view dark", "Dark", ("theme_dark", "View Theme")),
            ("FRAME", "Frame everything", ()),
            ("", "Frame everything", ()),
            ("gross", "Größe", ("gross",)),
        ],
    )
    def test_found(self, sought: str, text: str, beside: tuple[str, ...]) -> None:
        """All words must occur."""
        assert score(sought, text, beside) is not None

    @pytest.mark.parametrize("sought", ["frame nothing", "xy", "gnihtyreve", "ee e x", "ffff"])
    def test_not_found(self, sought: str) -> None:
        """One word that is nowhere is enough."""
        assert score(sought, "Frame everything") is None

    def test_the_nearer_the_better(self) -> None:
        """The whole text, its beginning, a word, beginnings, the middle, letters in order."""
        texts = ["door", "door tool", "open door", "do or not", "outdoors", "idol corp"]
        found = [score("door", text) for text in texts]
        assert all(found)
        assert all(one > other for one, other in pairwise(found)), found


class TestList:
    """Entries of the list."""

    def test_every_action_is_there_with_menu_and_key(
        self, window: MainWindow, opened: PaletteDialog
    ) -> None:
        """Only the one that opens the list is missing."""
        names = [entry.name for entry in opened.entries.found if entry.name]
        assert set(names) == set(window.commands.rows) - {"palette"}
        dark = next(e for e in opened.entries.found if e.name == "theme_dark")
        assert dark.beside.split(" ") == ["View", "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
                                          "Theme"]  # fmt: skip
        assert dark.checked
        assert next(e for e in opened.entries.found if e.name == "duplicate").key == "Ctrl+D"
        assert opened.search.hasFocus()

    def test_what_can_not_be_done_is_grey_and_says_why(
        self, window: MainWindow, opened: PaletteDialog
    ) -> None:
        """It is below possible actions, and Enter doesn't run it."""
        opened.search.setText("dupl")
        entry = marked(opened)
        assert (entry.name, entry.enabled) == ("duplicate", False)
        assert entry.reason == "Nothing is selected."
        assert "Nothing is selected." in told(entry)
        QTest.keyClick(opened.search, KEY.Key_Return)
        assert is_open(window)
        assert window.document.stack.count() == 0

    @pytest.mark.parametrize(
        ("asked", "name"),
        [
            ("stand still", "why"), ("get stuck", "panel_problems"), ("trap", "panel_problems"),
            ("error", "panel_problems"), ("what does this door", "panel_doors"),
            ("lock", "panel_doors"), ("cart", "panel_fit"), ("narrow", "panel_fit"),
            ("get through", "panel_fit"), ("yesterday", "panel_changes"),
            ("broke", "panel_changes"), ("before", "panel_changes"),
        ],
    )  # fmt: skip
    def test_words_of_the_question_find_the_answer(
        self, opened: PaletteDialog, asked: str, name: str
    ) -> None:
        """They are words of users who don't know the name of a command."""
        opened.search.setText(asked)
        assert name in [entry.name for entry in opened.entries.found]

    def test_usual_text_of_an_action_finds_it_whatever_it_says_now(
        self, window: MainWindow, canvas: Canvas, hand: Hand
    ) -> None:
        """The manual says *Walk this route*, the menu *Let guard walk round*."""
        round_ = Route(id=77, name="round", stops=(RouteStop(at=(2.0, 2.0)),))
        window.document.commit(Edit.put(window.document.level, [round_]))
        window.document.select(frozenset({GUARD, round_.id}))
        hand.key(KEY.Key_P, modifiers=CTRL | SHIFT)
        opened = current(window)
        opened.search.setText("walk this route")
        entry = marked(opened)
        assert (entry.name, entry.enabled) == ("route_walk", True)
        assert entry.text == "Let guard walk round"

    def test_things_of_the_level_stand_below(
        self, window: MainWindow, opened: PaletteDialog, chosen: Any
    ) -> None:
        """With the sign alone only they are listed; choosing one frames it."""
        opened.search.setText("gate")
        assert opened.entries.found[-1].text == "gate"
        opened.search.setText("@ga")
        assert [entry.text for entry in opened.entries.found] == ["gate"]
        opened.search.setText("@")
        assert {entry.text for entry in opened.entries.found} >= {"gate", "table", "chest", "hall"}
        opened.search.setText("@chest")
        scale = window.canvas.viewport.camera.scale
        QTest.keyClick(opened.search, KEY.Key_Return)
        assert chosen() == {CHEST}
        assert window.canvas.viewport.camera.scale > scale

    def test_samples_and_recent_files(
        self, window: MainWindow, canvas: Canvas, tmp_path: Path
    ) -> None:
        """By their names."""
        window.settings.recent.note(tmp_path / "mine.json")
        window.ask("palette")
        palette = current(window)
        palette.search.setText("tavern")
        assert any(entry.text == "tavern" for entry in palette.entries.found)
        palette.search.setText("mine")
        assert any(entry.text == "mine.json" for entry in palette.entries.found)

    def test_initials_find_what_is_meant(self, opened: PaletteDialog) -> None:
        """Also those of another name that an action has."""
        opened.search.setText("fa")
        assert marked(opened).name == "frame_all"

    def test_nothing_found_is_said(self, opened: PaletteDialog) -> None:
        """And keys do nothing then."""
        opened.search.setText("no such thing")
        assert opened.empty.isVisible()
        assert opened.empty.text() == 'Nothing named "no such thing".'
        for key in (KEY.Key_Down, KEY.Key_PageUp, KEY.Key_Return):
            QTest.keyClick(opened.search, key)
        assert opened.isVisible()

    def test_what_was_used_last_stands_first(
        self, window: MainWindow, opened: PaletteDialog
    ) -> None:
        """They are a few, also after a restart."""
        opened.search.setText("light")
        QTest.keyClick(opened.search, KEY.Key_Return)
        window.ask("palette")
        palette = current(window)
        assert palette.entries.found[0].name == "theme_light"
        assert sum(entry.name == "theme_light" for entry in palette.entries.found) == 1
        assert window.settings.recent_actions == ("theme_light",)
        for number in range(20):
            window.settings.note_action(f"action_{number}")
        assert len(window.settings.recent_actions) == MOST_RECENT_ACTIONS
        window.commands.table["theme_dark"].trigger()


class TestKeys:
    """Up, down, Enter and Esc."""

    def test_up_and_down_go_round_and_pages_stop(self, opened: PaletteDialog) -> None:
        """The marked line is always visible, and announced to screen readers."""
        last = len(opened.entries.found) - 1
        for key, row in (
            (KEY.Key_Up, last), (KEY.Key_Down, 0), (KEY.Key_Down, 1), (KEY.Key_PageDown, 12),
            (KEY.Key_PageUp, 1), (KEY.Key_PageUp, 0), (KEY.Key_Tab, 1), (KEY.Key_Backtab, 0),
        ):  # fmt: skip
            QTest.keyClick(opened.search, key)
            assert opened.view.currentIndex().row() == row
        assert opened.search.accessibleDescription() == told(marked(opened))

    def test_enter_does_it_and_gives_the_focus_back(
        self, window: MainWindow, canvas: Canvas, opened: PaletteDialog, hand: Hand
    ) -> None:
        """The effect is that of the menu."""
        hand.type("door")
        assert marked(opened).name == "tool_door"
        hand.key(KEY.Key_Return)
        assert not is_open(window)
        assert canvas.gestures.tool.name == "door"
        assert canvas.hasFocus()

    def test_what_is_meant_for_the_place_under_the_mouse_finds_it(
        self, qtbot: QtBot, window: MainWindow, canvas: Canvas, hand: Hand
    ) -> None:
        """The list may have been over it, and the mouse outside the canvas."""
        hand.move((10.5, 4.5))
        hand.key(KEY.Key_P, modifiers=CTRL | SHIFT)
        QCoreApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
        palette = current(window)
        hand.type("open or shut")
        assert marked(palette).enabled
        hand.key(KEY.Key_Return)
        assert not window.document.level.areas[GATE].available
        canvas.gestures.hover(Pointer((10.5, 4.5)))
        qtbot.waitUntil(lambda: canvas.gestures.pointer is None)

    def test_esc_a_click_elsewhere_and_its_own_key_close_it(
        self, window: MainWindow, canvas: Canvas, hand: Hand
    ) -> None:
        """No command runs, and a drawing goes on."""
        hand.key(KEY.Key_P)
        hand.click((1, 1))
        for close in (
            lambda: hand.key(KEY.Key_Escape),
            lambda: hand.key(KEY.Key_P, modifiers=CTRL | SHIFT),
            lambda: canvas.setFocus(Qt.FocusReason.MouseFocusReason),
        ):
            hand.key(KEY.Key_P, modifiers=CTRL | SHIFT)
            assert is_open(window)
            close()
            assert not is_open(window)
            assert canvas.hasFocus()
            assert canvas.gestures.tool.can_take_back()
        assert not canvas.pointer.covered

    def test_it_stays_in_the_middle_of_the_window(
        self, window: MainWindow, opened: PaletteDialog
    ) -> None:
        """It stays inside the window, even if that is narrow."""
        window.resize(1100, 700)
        left = opened.x()
        right = window.width() - opened.geometry().right()
        assert abs(left - right) <= 2
        opened.search.setText("quit")
        assert opened.height() < 200

    def test_a_dialog_takes_its_place(self, window: MainWindow, opened: PaletteDialog) -> None:
        """It is not left beneath."""
        opened.search.setText("about")
        QTest.keyClick(opened.search, KEY.Key_Return)
        assert not is_open(window)

    def test_a_table_of_many_things_is_shortened(self, window: MainWindow) -> None:
        """Names that begin with the searched text come first."""
        window.document.select(frozenset({TABLE}))
        window.ask("palette")
        palette = current(window)
        palette.search.setText("@ha")
        assert palette.entries.found[0].text == "hall"


def test_the_pointer_comes_back_with_the_mouse(window: MainWindow, canvas: Canvas) -> None:
    """The canvas hears of the mouse again once the list is gone."""
    window.ask("palette")
    current(window).reject()
    place = QPointF(100, 100)
    QCoreApplication.sendEvent(canvas, QEnterEvent(place, place, place))
    QCoreApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert canvas.gestures.pointer is None
