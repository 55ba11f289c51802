"""The key map: where keys go."""

import pytest
from hand import CTRL, SHIFT, Hand
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from small_level import GUARD, TABLE

from editor.actions import rows
from editor.canvas.canvas import Canvas
from editor.shell.window import MainWindow

KEY = Qt.Key


class TestWhereKeysGo:
    """Keys without Ctrl belong to the canvas."""

    def test_letters_in_a_field_and_in_the_list_never_draw(
        self, window: MainWindow, canvas: Canvas
    ) -> None:
        """They write, and search."""
        outline = window.panels["outline"]
        for widget in (outline.search_field, outline.view, window.panels["properties"]):
            widget.setFocus()
            target = window.focusWidget() or widget
            for letter in "peodabt":
                QTest.keyClicks(target, letter)
            QTest.keyClick(target, KEY.Key_Space)
            assert canvas.gestures.tool.name == "select"
            assert not window.run.playhead.playing
        assert window.document.stack.count() == 0

    def test_space_on_a_focused_button_presses_it(self, window: MainWindow) -> None:
        """And does not play."""
        window.document.select(frozenset({GUARD}))
        button = window.panels["properties"].add_handle
        button.setFocus()
        QTest.keyClick(button, KEY.Key_Space)
        assert len(window.document.level.agents[GUARD].goals) == 2
        assert not window.run.playhead.playing

    def test_delete_in_a_field_deletes_text(self, window: MainWindow) -> None:
        """No element is deleted."""
        window.document.select(frozenset({TABLE}))
        field = window.panels["properties"].controls["name"]
        field.setFocus()
        field.selectAll()
        QTest.keyClick(field, KEY.Key_Delete)
        assert field.text() == ""
        assert TABLE in window.document.level.obstacles

    @pytest.mark.parametrize("key", [KEY.Key_Return, KEY.Key_Escape])
    def test_enter_and_esc_in_a_field_give_the_focus_back(
        self, window: MainWindow, canvas: Canvas, key: Qt.Key
    ) -> None:
        """The canvas gets it."""
        window.document.select(frozenset({TABLE}))
        for field in (window.panels["properties"].controls["name"], window.options.parts["x"]):
            field.setFocus()
            QTest.keyClick(field, key)
            assert canvas.hasFocus()

    def test_a_field_without_typing_passes_undo_on(self, window: MainWindow) -> None:
        """The level undoes a step."""
        window.document.select(frozenset({TABLE}))
        Hand(window.canvas).key(KEY.Key_Right)
        field = window.panels["properties"].controls["name"]
        field.setFocus()
        QTest.keyClick(field, KEY.Key_Z, CTRL)
        assert window.document.stack.index() == 0

    @pytest.mark.parametrize("key", [KEY.Key_Delete, KEY.Key_H, KEY.Key_F2])
    def test_some_keys_work_in_the_outline(
        self, window: MainWindow, canvas: Canvas, key: Qt.Key
    ) -> None:
        """Delete, H, F2."""
        window.document.select(frozenset({TABLE}))
        view = window.panels["outline"].view
        view.setFocus()
        QTest.keyClick(view, key)
        if key == KEY.Key_Delete:
            assert TABLE not in window.document.level.obstacles
        elif key == KEY.Key_H:
            assert window.document.hidden == {TABLE}
        else:
            assert window.focusWidget() is not view

    def test_clipboard_keys_work_in_the_outline(self, window: MainWindow, canvas: Canvas) -> None:
        """Ctrl with C, V, D and X."""
        window.document.select(frozenset({TABLE}))
        view = window.panels["outline"].view
        for key, count in ((KEY.Key_C, 2), (KEY.Key_V, 3), (KEY.Key_D, 4), (KEY.Key_X, 3)):
            view.setFocus()
            QTest.keyClick(view, key, CTRL)
            assert len(window.document.level.obstacles) == count

    def test_f6_goes_round(self, window: MainWindow, canvas: Canvas) -> None:
        """Shift+F6 goes the other way."""
        first = window.focusWidget()
        QTest.keyClick(canvas, KEY.Key_F6)
        assert window.focusWidget() is not first
        QTest.keyClick(window.focusWidget(), KEY.Key_F6, SHIFT)
        assert window.focusWidget() is first


class TestKeyboards:
    """Pens, layouts and systems."""

    def test_no_default_uses_altgr_or_menu_letters_or_digits(self, window: MainWindow) -> None:
        """Ctrl+Alt is AltGr; Alt with a letter opens a menu."""
        for row in rows(window.bench):
            for key in row.keys:
                assert "Alt+" not in key, row.id
                assert not key[-1].isdigit() or "Ctrl+" in key or "F" in key, row.id

    def test_signs_have_a_second_key(self, window: MainWindow) -> None:
        """Signs need AltGr or Shift on some keyboards."""
        for row in rows(window.bench):
            if any(not key.split("+")[-1].isalnum() and key[-1] not in "-," for key in row.keys):
                assert len(row.keys) > 1, row.id
