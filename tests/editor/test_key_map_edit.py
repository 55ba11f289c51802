"""The key map: selecting, editing, hiding, locking, grouping, and the document."""

from collections.abc import Callable

import pytest
from hand import ALT, CTRL, LEFT, NONE, SHIFT, Hand
from key_map import bytes_of, ids, middle_of, newest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from small_level import CHEST, COOK, GUARD, HALL, TABLE, YARD

from editor.shell.window import MainWindow

KEY = Qt.Key


class TestSelect:
    """Row "select"."""

    def test_click_takes_the_smallest(self, hand: Hand, chosen: Callable) -> None:
        """The table is on the hall."""
        hand.click((4.5, 4))
        assert chosen() == {TABLE}
        hand.click((8, 7))
        assert chosen() == {HALL}
        hand.click((30, 30))
        assert chosen() == frozenset()

    @pytest.mark.parametrize("modifier", [SHIFT, CTRL])
    def test_shift_and_ctrl_add_or_remove(
        self, hand: Hand, chosen: Callable, modifier: Qt.KeyboardModifier
    ) -> None:
        """One after the other."""
        hand.click((4.5, 4))
        hand.click((14.5, 1.5), keys=modifier)
        assert chosen() == {TABLE, CHEST}
        hand.click((4.5, 4), keys=modifier)
        assert chosen() == {CHEST}

    def test_a_drag_on_nothing_is_a_box(self, hand: Hand, chosen: Callable) -> None:
        """And one inside an area that is not selected."""
        hand.drag((21.5, -1), (19, 1), (13, 3.5))
        assert chosen() == {CHEST, COOK}
        hand.drag((12, 0.5), (13, 1), (15.5, 2.5))
        assert chosen() == {CHEST}

    def test_shift_drag_on_something_unselected_is_a_box(
        self, window: MainWindow, hand: Hand, chosen: Callable
    ) -> None:
        """It adds to the selection and moves nothing."""
        before = bytes_of(window)
        hand.click((14.5, 1.5))
        hand.drag((2, 7), (5, 4), (7, 2), keys=SHIFT)
        assert chosen() == {TABLE, CHEST}
        assert bytes_of(window) == before

    def test_areas_move_by_outline_or_once_selected(self, window: MainWindow, hand: Hand) -> None:
        """From the middle only when it is selected."""
        hand.drag((20, 4), (20.5, 4), (21, 4))
        assert middle_of(window, YARD)[0] == pytest.approx(16.5)
        assert window.document.selection.ids == {YARD}
        hand.drag((16, 6), (16.5, 6), (17, 6))
        assert middle_of(window, YARD)[0] == pytest.approx(17.5)

    def test_alt_click_takes_what_lies_beneath(self, hand: Hand, chosen: Callable) -> None:
        """Again and again, round."""
        hand.click((4.5, 4))
        hand.click((4.5, 4), keys=ALT)
        assert chosen() == {HALL}
        hand.click((4.5, 4), keys=ALT)
        assert chosen() == {TABLE}

    def test_all_and_none(self, window: MainWindow, hand: Hand, chosen: Callable) -> None:
        """Hidden and locked are never taken."""
        window.document.select(frozenset({TABLE}))
        hand.key(KEY.Key_L, modifiers=CTRL)
        window.document.select(frozenset({CHEST}))
        hand.key(KEY.Key_H)
        hand.key(KEY.Key_A, modifiers=CTRL)
        assert chosen() == ids(window) - {TABLE, CHEST}
        hand.key(KEY.Key_A, modifiers=CTRL | SHIFT)
        assert chosen() == frozenset()
        hand.click((4.5, 4))
        hand.click((14.5, 1.5), keys=SHIFT)
        assert not chosen() & {TABLE, CHEST}

    def test_the_menu_lists_the_stack_with_what_is_locked(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """It offers to unlock it."""
        window.document.select(frozenset({TABLE}))
        hand.key(KEY.Key_L, modifiers=CTRL)
        hand.click((4.5, 4))
        menu = window.context_menu.make(window)
        texts = [a.text() for a in menu.actions()]
        below = [a for a in menu.actions() if a.text().replace("&", "").startswith("Select")]
        assert below, texts
        assert any("table" in text and "nlock" in text for text in all_texts(menu))
        menu.deleteLater()


def all_texts(menu) -> list[str]:
    """The texts of a menu and of its submenus."""
    found = []
    for action in menu.actions():
        found.append(action.text())
        if action.menu() is not None:
            found += all_texts(action.menu())
    return found


class TestEdit:
    """Row "edit"."""

    @pytest.mark.parametrize(("modifiers", "far"), [(NONE, 0.5), (SHIFT, 5.0), (ALT, 0.05)])
    def test_arrows(
        self, window: MainWindow, hand: Hand, modifiers: Qt.KeyboardModifier, far: float
    ) -> None:
        """One step, ten, a tenth."""
        window.document.select(frozenset({TABLE}))
        hand.key(KEY.Key_Right, KEY.Key_Up, modifiers=modifiers)
        assert middle_of(window, TABLE) == pytest.approx((4.5 + far, 4 + far))

    @pytest.mark.parametrize("key", [KEY.Key_Delete, KEY.Key_Backspace])
    def test_delete(self, window: MainWindow, hand: Hand, key: Qt.Key) -> None:
        """Either key."""
        window.document.select(frozenset({TABLE, COOK}))
        hand.key(key)
        assert ids(window).isdisjoint({TABLE, COOK})
        assert window.document.stack.count() == 1

    def test_duplicate_repeats_the_last_move(self, window: MainWindow, hand: Hand) -> None:
        """Copy, move the copy, copy again: equal steps."""
        before = ids(window)
        window.document.select(frozenset({CHEST}))
        hand.key(KEY.Key_D, modifiers=CTRL)
        (first,) = newest(window, before)
        x, z = middle_of(window, first)
        hand.drag((x, z), (x, z + 1), (16.5, 5.5))
        moved = middle_of(window, first)
        before = ids(window)
        hand.key(KEY.Key_D, modifiers=CTRL)
        (second,) = newest(window, before)
        start = middle_of(window, CHEST)
        step = (moved[0] - start[0], moved[1] - start[1])
        assert middle_of(window, second) == pytest.approx((moved[0] + step[0], moved[1] + step[1]))

    def test_array_is_asked_for(self, window: MainWindow, hand: Hand) -> None:
        """Ctrl+Shift+D opens its dialog; Esc leaves the level unchanged."""
        window.document.select(frozenset({CHEST}))
        before = bytes_of(window)
        hand.key(KEY.Key_D, modifiers=CTRL | SHIFT)
        dialog = QGuiApplication.instance().activeModalWidget()
        assert dialog is not None
        dialog.reject()
        assert bytes_of(window) == before

    def test_cut_copy_paste_at_the_cursor_and_in_place(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """The middle of the copied elements is placed at the cursor."""
        window.document.select(frozenset({CHEST}))
        hand.key(KEY.Key_C, modifiers=CTRL)
        before = ids(window)
        hand.move((6, 7))
        hand.key(KEY.Key_V, modifiers=CTRL)
        (pasted,) = newest(window, before)
        assert middle_of(window, pasted) == pytest.approx((6, 7), abs=0.5)
        before = ids(window)
        hand.key(KEY.Key_V, modifiers=CTRL | SHIFT)
        (pasted,) = newest(window, before)
        assert middle_of(window, pasted) == middle_of(window, CHEST)
        window.document.select(frozenset({CHEST}))
        hand.key(KEY.Key_X, modifiers=CTRL)
        assert CHEST not in window.document.level.obstacles

    def test_the_place_is_copied(self, window: MainWindow, hand: Hand) -> None:
        """The format is `x, z`."""
        hand.move((3, 2))
        hand.key(KEY.Key_C, modifiers=CTRL | SHIFT)
        x, z = QGuiApplication.clipboard().text().split(", ")
        assert (float(x), float(z)) == pytest.approx((3, 2), abs=0.05)

    def test_f2_renames_one_in_place_and_many_by_a_pattern(
        self, window: MainWindow, hand: Hand, qtbot: QtBot
    ) -> None:
        """One in the outline, several in a dialog."""
        window.document.select(frozenset({TABLE}))
        hand.key(KEY.Key_F2)
        hand.type("desk")
        hand.key(KEY.Key_Return)
        qtbot.waitUntil(lambda: window.document.level.obstacles[TABLE].name == "desk")
        window.canvas.setFocus()
        window.document.select(frozenset({TABLE, CHEST}))
        hand.key(KEY.Key_F2)
        dialog = QGuiApplication.instance().activeModalWidget()
        assert dialog is not None
        dialog.reject()


class TestHideLockGroup:
    """Row "hide, lock, group"."""

    def test_hide_show_all_and_only_this(self, window: MainWindow, hand: Hand) -> None:
        """A view of the user's: no undo step; the status bar counts."""
        window.document.select(frozenset({TABLE}))
        hand.key(KEY.Key_H)
        assert window.document.hidden == {TABLE}
        assert window.document.stack.count() == 0
        assert "1" in window.status.hidden.text()
        hand.key(KEY.Key_H, modifiers=SHIFT)
        assert window.document.hidden == frozenset()
        window.document.select(frozenset({CHEST}))
        hand.key(KEY.Key_I)
        assert window.document.hidden == ids(window) - {CHEST}

    def test_lock_and_unlock_all(self, window: MainWindow, hand: Hand) -> None:
        """Undo steps."""
        window.document.select(frozenset({TABLE}))
        hand.key(KEY.Key_L, modifiers=CTRL)
        assert window.document.level.obstacles[TABLE].locked
        before = bytes_of(window)
        hand.drag((4.5, 4), (5, 4), (6, 4))
        assert bytes_of(window) == before
        hand.key(KEY.Key_L, modifiers=CTRL | SHIFT)
        assert not window.document.level.obstacles[TABLE].locked
        assert window.document.stack.count() == 2

    def test_group_and_ungroup(self, window: MainWindow, hand: Hand) -> None:
        """Folders of the outline."""
        window.document.select(frozenset({TABLE, GUARD}))
        hand.key(KEY.Key_G, modifiers=CTRL)
        level = window.document.level
        group = level.obstacles[TABLE].group
        assert group
        assert level.agents[GUARD].group == group
        window.canvas.setFocus()
        window.document.select(frozenset({TABLE, GUARD}))
        hand.key(KEY.Key_G, modifiers=CTRL | SHIFT)
        assert window.document.level.obstacles[TABLE].group == ""


class TestDocumentKeys:
    """Row "document", as far as it is implemented."""

    def test_undo_and_both_redos(self, window: MainWindow, hand: Hand) -> None:
        """Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y."""
        window.document.select(frozenset({TABLE}))
        hand.key(KEY.Key_Delete)
        for redo, modifiers in ((KEY.Key_Z, CTRL | SHIFT), (KEY.Key_Y, CTRL)):
            hand.key(KEY.Key_Z, modifiers=CTRL)
            assert TABLE in window.document.level.obstacles
            hand.key(redo, modifiers=modifiers)
            assert TABLE not in window.document.level.obstacles

    def test_find_goes_to_the_outline(self, window: MainWindow, hand: Hand) -> None:
        """Ctrl+F."""
        hand.key(KEY.Key_F, modifiers=CTRL)
        assert window.focusWidget() is window.panels["outline"].search_field

    @pytest.mark.parametrize(("key", "modifiers"), [(KEY.Key_F11, NONE), (KEY.Key_F, CTRL | SHIFT)])
    def test_panels_hide(
        self, window: MainWindow, hand: Hand, key: Qt.Key, modifiers: Qt.KeyboardModifier
    ) -> None:
        """F11 or Ctrl+Shift+F, and back."""
        hand.key(key, modifiers=modifiers)
        assert window.panels_hidden()
        hand.key(key, modifiers=modifiers)
        assert not window.panels_hidden()

    @pytest.mark.parametrize(
        ("key", "modifiers"), [(KEY.Key_Slash, CTRL), (KEY.Key_Question, SHIFT)]
    )
    def test_the_list_of_keys(
        self, window: MainWindow, hand: Hand, key: Qt.Key, modifiers: Qt.KeyboardModifier
    ) -> None:
        """Ctrl+/ or ?."""
        hand.key(key, modifiers=modifiers)
        assert window.keys is not None
        assert window.keys.isVisible()
        window.keys.close()


class TestRepeatedCopies:
    """Row "edit": duplicates and repeats the last move."""

    def test_a_copy_left_by_alt_is_repeated(self, window: MainWindow, hand: Hand) -> None:
        """Each time it is as far again."""
        window.document.select(frozenset({TABLE, CHEST}))
        hand.hold((4.5, 4), (4.5, 5), (6.5, 5.5))
        hand.move((6.5, 6), LEFT, ALT)
        hand.release((6.5, 6), keys=ALT)
        for times in (2, 3):
            before = ids(window)
            hand.key(KEY.Key_D, modifiers=CTRL)
            middles = sorted(middle_of(window, made) for made in newest(window, before))
            assert middles[0] == pytest.approx((4.5 + 2 * times, 4 + 2 * times))
            assert middles[1] == pytest.approx((14.5 + 2 * times, 1.5 + 2 * times))


class TestWhatAHandExpects:
    """Keys that are not in the table but that users try."""

    def test_a_double_click_on_a_shape_opens_its_corners(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """And a click followed by a quick drag moves it."""
        hand.double_click((4.5, 4))
        assert window.canvas.gestures.tool.name == "vertices"
        assert window.document.selection.ids == {TABLE}
        hand.key(KEY.Key_V)
        before = bytes_of(window)
        hand.click((4.5, 4))
        hand.press_again((4.5, 4))
        hand.move((5, 4), LEFT)
        hand.release((6, 4))
        assert window.canvas.gestures.tool.name == "select"
        assert bytes_of(window) != before

    def test_undo_of_a_deletion_selects_what_came_back(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """The eye finds it."""
        window.document.select(frozenset({TABLE, COOK}))
        hand.key(KEY.Key_Delete)
        hand.key(KEY.Key_Z, modifiers=CTRL)
        assert window.document.selection.ids == {TABLE, COOK}

    def test_a_copy_is_seen_beside_what_it_was_copied_from(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """However fine the grid is."""
        window.settings.snap_step = 0.05
        window.document.select(frozenset({CHEST}))
        before = ids(window)
        hand.key(KEY.Key_D, modifiers=CTRL)
        (copy,) = newest(window, before)
        aside = middle_of(window, copy)[0] - middle_of(window, CHEST)[0]
        assert aside * window.canvas.viewport.camera.scale >= 16

    def test_what_lay_under_the_mouse_is_forgotten_outside(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """No outline or hint remains."""
        hand.move((4.5, 4))
        assert window.canvas.gestures.preview().strokes
        window.canvas.leaveEvent(QEvent(QEvent.Type.Leave))
        assert not window.canvas.gestures.preview().strokes
        assert "table" not in window.canvas.gestures.hint()

    def test_esc_in_the_search_shows_everything_again(self, window: MainWindow) -> None:
        """Elements drawn next are not hidden by the search."""
        outline = window.panels["outline"]
        outline.search_field.setFocus()
        QTest.keyClicks(outline.search_field, "table")
        QTest.keyClick(outline.search_field, KEY.Key_Escape)
        assert outline.search_field.text() == ""
        assert window.canvas.hasFocus()

    def test_a_jump_in_the_history_drops_what_is_half_drawn(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """The next click begins anew."""
        hand.drag((4.5, 4), (5, 4), (5.5, 4))
        hand.key(KEY.Key_D)
        hand.click((1, 6.5))
        assert window.canvas.gestures.tool.can_take_back()
        history = window.panels["history"]
        history.view.clicked.emit(history.view.model().index(0, 0))
        assert not window.canvas.gestures.tool.can_take_back()
        assert window.document.stack.index() == 0
