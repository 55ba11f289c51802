"""The key map: playing, the right mouse button, and priorities of keys."""

import pytest
from hand import ALT, CTRL, LEFT, NONE, RIGHT, SHIFT, Hand
from key_map import bytes_of, ids, middle_of, newest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from small_level import CHEST, GUARD, TABLE

from editor.canvas.canvas import Canvas
from editor.shell.window import MainWindow

KEY = Qt.Key


class TestPlay:
    """Rows "play" and "right-click"."""

    def test_a_tap_on_space_plays_and_pauses(self, window: MainWindow, hand: Hand) -> None:
        """It does so on release."""
        hand.key(KEY.Key_Space)
        assert window.run.playhead.playing
        hand.key(KEY.Key_Space)
        assert not window.run.playhead.playing

    def test_a_held_space_that_the_keyboard_repeats_does_not_play(
        self, window: MainWindow, canvas: Canvas, hand: Hand
    ) -> None:
        """Some X servers send releases and presses that are not marked as repeated."""
        times = iter((0.0, 0.7, 0.7, 0.74, 0.745, 0.78))
        canvas.keys.clock = lambda: next(times)
        QTest.keyPress(canvas, KEY.Key_Space)
        hand.drag((5, 5), (6, 5))
        for _ in range(2):
            QTest.keyRelease(canvas, KEY.Key_Space)
            QTest.keyPress(canvas, KEY.Key_Space)
        QTest.keyRelease(canvas, KEY.Key_Space)
        assert window.run.playhead.at_start

    def test_not_while_drawing(self, window: MainWindow, hand: Hand) -> None:
        """Space belongs to the pan then."""
        hand.key(KEY.Key_P)
        hand.click((0, 12))
        hand.key(KEY.Key_Space)
        assert not window.run.playhead.playing

    @pytest.mark.parametrize(("key", "modifiers"), [(KEY.Key_Period, NONE), (KEY.Key_Right, CTRL)])
    def test_one_tick(
        self, window: MainWindow, hand: Hand, key: Qt.Key, modifiers: Qt.KeyboardModifier
    ) -> None:
        """A tenth of a second."""
        hand.key(key, modifiers=modifiers)
        assert window.run.record.simulation.steps == 6

    @pytest.mark.parametrize(("key", "modifiers"), [(KEY.Key_Comma, NONE), (KEY.Key_Left, CTRL)])
    def test_one_tick_back(
        self, window: MainWindow, hand: Hand, key: Qt.Key, modifiers: Qt.KeyboardModifier
    ) -> None:
        """It steps back through the recording, and forward again."""
        hand.key(*[KEY.Key_Period] * 3)
        hand.key(key, modifiers=modifiers)
        assert window.run.playhead.time_text == "0:00.2"
        assert window.run.record.simulation.steps == 18
        hand.key(KEY.Key_Period)
        assert not window.run.playhead.looks_back
        assert window.run.record.simulation.steps == 18

    def test_from_the_start_and_back(self, window: MainWindow, hand: Hand) -> None:
        """F5 plays from the start, Shift+F5 returns to it."""
        hand.key(KEY.Key_Period)
        hand.key(KEY.Key_F5)
        assert window.run.playhead.playing
        assert window.run.record.simulation.steps == 0
        hand.key(KEY.Key_Period)
        hand.key(KEY.Key_F5, modifiers=SHIFT)
        assert window.run.playhead.at_start

    def test_right_click_sends_when_not_at_the_start(self, window: MainWindow, hand: Hand) -> None:
        """At the start it opens the menu; with Shift it always does."""
        menus: list[QPoint] = []
        window.canvas.menu_requested.disconnect()
        window.canvas.menu_requested.connect(menus.append)
        window.document.select(frozenset({GUARD}))
        hand.click((2, 2), RIGHT)
        assert len(menus) == 1
        hand.key(KEY.Key_Period)
        window.document.select(frozenset({GUARD}))
        inputs = len(window.run.record.simulation.inputs)
        hand.click((8, 2), RIGHT)
        assert len(menus) == 1
        hand.key(KEY.Key_Period)
        assert len(window.run.record.simulation.inputs) > inputs
        hand.click((8, 2), RIGHT, SHIFT)
        assert len(menus) == 2

    @pytest.mark.parametrize(("key", "modifiers"), [(KEY.Key_F10, SHIFT), (KEY.Key_Menu, NONE)])
    def test_keys_open_the_menu(
        self, window: MainWindow, hand: Hand, key: Qt.Key, modifiers: Qt.KeyboardModifier
    ) -> None:
        """Shift+F10 and the menu key."""
        menus: list[QPoint] = []
        window.canvas.menu_requested.disconnect()
        window.canvas.menu_requested.connect(menus.append)
        hand.key(key, modifiers=modifiers)
        assert len(menus) == 1

    def test_a_right_drag_is_no_click(self, window: MainWindow, hand: Hand) -> None:
        """A drag has four pixels or more."""
        menus: list[QPoint] = []
        window.canvas.menu_requested.disconnect()
        window.canvas.menu_requested.connect(menus.append)
        hand.press((5, 5), RIGHT)
        hand.move((6, 5), RIGHT)
        hand.release((6, 5), RIGHT)
        assert menus == []


class TestDragModifiers:
    """Meanings of modifiers during a drag."""

    def test_shift_keeps_to_one_axis(self, window: MainWindow, hand: Hand) -> None:
        """The one along which the mouse went further."""
        hand.press((4.5, 4))
        hand.move((5.5, 4.3), LEFT, SHIFT)
        hand.release((7, 4.6), keys=SHIFT)
        assert middle_of(window, TABLE) == pytest.approx((7, 4))

    def test_ctrl_is_the_other_way_of_snapping(self, window: MainWindow, hand: Hand) -> None:
        """Free where there is snapping, snapped where there is none."""
        hand.press((4.5, 4))
        hand.move((5, 4), LEFT, CTRL)
        hand.release((5.63, 4), keys=CTRL)
        assert middle_of(window, TABLE)[0] == pytest.approx(5.63, abs=0.03)
        assert middle_of(window, TABLE)[0] not in {5.5, 6.0}
        hand.key(KEY.Key_N)
        x, z = middle_of(window, CHEST)
        hand.press((x, z))
        hand.move((x + 1, z), LEFT, CTRL)
        hand.release((x + 1.13, z), keys=CTRL)
        assert middle_of(window, CHEST)[0] == pytest.approx(x + 1)

    def test_alt_at_the_release_leaves_a_copy(self, window: MainWindow, hand: Hand) -> None:
        """The state of the key before doesn't matter."""
        before = ids(window)
        hand.hold((4.5, 4), (4.5, 5), (4.5, 6.5))
        QTest.keyPress(window.canvas, KEY.Key_Alt)
        hand.release((4.5, 6.5), keys=ALT)
        assert len(newest(window, before)) == 1
        QTest.keyRelease(window.canvas, KEY.Key_Alt)
        assert window.focusWidget() is window.canvas


class TestWhatWins:
    """In a drag only Esc, Space, wheel, modifiers, grid and snap are heard."""

    def test_grid_and_snap_are_heard_in_a_drag(self, window: MainWindow, hand: Hand) -> None:
        """They take effect at once."""
        step, snap, grid = (
            window.settings.snap_step, window.settings.snap, window.settings.grid,
        )  # fmt: skip
        hand.hold((4.5, 4), (5, 4), (6, 4))
        hand.key(KEY.Key_PageUp, KEY.Key_N, KEY.Key_G)
        assert window.settings.snap_step == 2 * step
        assert (window.settings.snap, window.settings.grid) == (not snap, not grid)
        hand.release((6, 4))
        assert window.document.stack.count() == 1

    @pytest.mark.parametrize(
        ("key", "modifiers"),
        [(KEY.Key_Z, CTRL), (KEY.Key_Delete, NONE), (KEY.Key_P, NONE), (KEY.Key_S, CTRL),
         (KEY.Key_D, CTRL), (KEY.Key_T, NONE), (KEY.Key_H, NONE), (KEY.Key_5, NONE)],
    )  # fmt: skip
    def test_all_else_waits_for_the_release(
        self,
        window: MainWindow,
        canvas: Canvas,
        hand: Hand,
        key: Qt.Key,
        modifiers: Qt.KeyboardModifier,
    ) -> None:
        """Nothing happens in the drag; the drag itself is whole."""
        hand.hold((4.5, 4), (5, 4), (6.5, 4))
        shown, asked = bytes_of(window), list(window.files.dialogs.asked)
        hand.key(key, modifiers=modifiers)
        assert bytes_of(window) == shown
        assert window.document.stack.count() == 0
        assert canvas.gestures.tool.name == "select"
        assert window.document.hidden == frozenset()
        assert window.files.dialogs.asked == asked
        assert canvas.hasFocus()
        hand.release((6.5, 4))
        assert window.document.stack.count() >= 1

    def test_what_waited_is_done_after_the_release(self, window: MainWindow, hand: Hand) -> None:
        """A tool is chosen, a drag is undone, the dragged elements are deleted."""
        before = bytes_of(window)
        hand.hold((4.5, 4), (5, 4), (6.5, 4))
        hand.key(KEY.Key_P)
        hand.release((6.5, 4))
        assert window.canvas.gestures.tool.name == "polygon_area"
        hand.key(KEY.Key_V)
        hand.hold((6.5, 4), (6, 4), (5, 5))
        hand.key(KEY.Key_Z, KEY.Key_Z, modifiers=CTRL)
        hand.release((5, 5))
        assert bytes_of(window) == before

    def test_escape_takes_orders_back_too(self, window: MainWindow, hand: Hand) -> None:
        """Commands that waited for the drag are cancelled with it."""
        before = bytes_of(window)
        hand.hold((4.5, 4), (5, 4), (6.5, 4))
        hand.key(KEY.Key_Delete, KEY.Key_Escape)
        hand.release((6.5, 4))
        assert bytes_of(window) == before
