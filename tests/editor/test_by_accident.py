"""Accidental actions break nothing, lose nothing, and are reported."""

import pytest
from accidents import DRAWING, KEY, TEXTS, is_sound, take
from hand import Hand
from key_map import bytes_of, ids, newest
from small_level import GUARD, TABLE
from tool_bench import check_hint

from editor.shell.window import MainWindow

FEW = 4
"""Of so many texts one is typed where not all are."""


class TestTypedBox:
    """For any text the box says what it can't read, and Esc changes nothing."""

    @pytest.mark.parametrize("name", [*DRAWING, "vertices"])
    def test_odd_text(self, window: MainWindow, hand: Hand, name: str, exhaustive: bool) -> None:
        """The text is typed, then Enter, then Esc."""
        document, box = window.document, window.canvas.typed_box
        before = bytes_of(window)
        first = (*DRAWING, "vertices").index(name) % FEW
        for text in TEXTS if exhaustive else TEXTS[first::FEW]:
            take(window, "select")
            document.select(frozenset({GUARD if name == "route" else TABLE}))
            take(window, name)
            hand.click((3, 3) if name == "vertices" else (1, 12))
            window.bake.wait()
            assert box.begin("5", window.canvas.rect().center().toPointF())
            box.field.setText(text)
            check_hint(window.canvas.gestures.hint())
            window.canvas.grab()
            hand.key(KEY.Key_Return)
            assert is_sound(window), text
            assert not box.is_open or box.field.property("invalid"), text
            window.canvas.grab()
            hand.key(*[KEY.Key_Escape] * 4)
            assert not box.is_open
            while document.stack.canUndo():
                document.stack.undo()
            assert bytes_of(window) == before, text


class TestDragsToNowhere:
    """Drags without length, and over the edge of the window."""

    @pytest.mark.parametrize("name", [*DRAWING, "select", "vertices", "probe"])
    def test_no_length(self, window: MainWindow, hand: Hand, name: str) -> None:
        """There and back: nothing is drawn, nothing is a step, but an agent."""
        take(window, name)
        before = bytes_of(window)
        hand.drag((4, 4), (7, 7), (4, 4))
        assert is_sound(window)
        assert name == "agent" or bytes_of(window) == before
        assert name == "agent" or window.document.stack.count() == 0

    @pytest.mark.parametrize("name", [*DRAWING, "select", "vertices", "probe"])
    def test_over_the_edge(self, window: MainWindow, hand: Hand, name: str) -> None:
        """Let go outside, given up there, or undone there."""
        before = bytes_of(window)
        for way in ("release", "escape", "undo"):
            take(window, "select")
            window.document.select(frozenset({TABLE}))
            take(window, name)
            hand.hold((3, 3), (-300, 3), (-9000, 12000))
            window.canvas.grab()
            if way == "escape":
                hand.key(KEY.Key_Escape)
            elif way == "undo":
                window.canvas.undo()
            hand.release((-9000, 12000))
            assert is_sound(window)
            while window.canvas.can_undo():
                window.canvas.undo()
            assert bytes_of(window) == before, way

    @pytest.mark.parametrize("name", [*DRAWING, "select", "vertices"])
    def test_many_clicks_in_one_place(self, window: MainWindow, hand: Hand, name: str) -> None:
        """Double and triple clicks draw nothing without size, and leave no corner behind."""
        take(window, name)
        before = bytes_of(window)
        for place in ((1, 12), (4.5, 4)):
            hand.double_click(place)
            hand.click(place)
            hand.double_click(place)
            window.canvas.grab()
            assert is_sound(window)
            check_hint(window.canvas.gestures.hint())
            hand.key(*[KEY.Key_Escape] * 2)
            take(window, name)
        while window.canvas.can_undo():
            window.canvas.undo()
        assert bytes_of(window) == before


class TestDrawing:
    """Outlines that are not one."""

    @pytest.mark.parametrize("name", ["polygon_area", "polygon_obstacle", "wall"])
    def test_the_first_corner_with_two_set(self, window: MainWindow, hand: Hand, name: str) -> None:
        """It closes nothing; a corner there is allowed, and Enter says what is missing."""
        take(window, name)
        before = ids(window)
        for place in ((0, 12), (4, 12), (0, 12)):
            hand.click(place)
        hand.key(KEY.Key_Return)
        assert is_sound(window)
        if name == "wall":
            assert len(newest(window, before)) == 1
        else:
            assert newest(window, before) == []
            assert "enclose nothing" in window.canvas.gestures.hint()
        take(window, "select")
        assert is_sound(window)

    @pytest.mark.parametrize("name", ["polygon_area", "wall", "rectangle_area", "regular_area"])
    def test_enter_with_nothing(self, window: MainWindow, hand: Hand, name: str) -> None:
        """It has no effect."""
        take(window, name)
        before = bytes_of(window)
        hand.key(KEY.Key_Return, KEY.Key_Backspace, KEY.Key_Delete, KEY.Key_Tab)
        assert bytes_of(window) == before

    def test_a_typed_outline_that_crosses_itself(self, window: MainWindow, hand: Hand) -> None:
        """The hint names the place, even while typing."""
        take(window, "polygon_area")
        for text in ("0 12", "4 12", "0 16"):
            hand.type(text)
            hand.key(KEY.Key_Return)
        hand.type("4 16")
        assert "crosses at 2.00, 14.00" in window.canvas.gestures.hint()
        hand.key(KEY.Key_Return)
        hand.key(KEY.Key_Return)
        assert is_sound(window)

    def test_typing_the_first_corner_again(self, window: MainWindow, hand: Hand) -> None:
        """Closes from three corners on; the last one again is refused."""
        take(window, "polygon_area")
        before = ids(window)
        for text in ("0 12", "4 12", "4 12"):
            hand.type(text)
            hand.key(KEY.Key_Return)
        assert window.canvas.typed_box.is_open
        hand.key(KEY.Key_Escape)
        for text in ("4 16", "0 12"):
            hand.type(text)
            hand.key(KEY.Key_Return)
        assert len(newest(window, before)) == 1

    def test_a_wall_that_folds_back(self, window: MainWindow, hand: Hand) -> None:
        """It folds back on itself, and over itself."""
        take(window, "wall")
        before = ids(window)
        for place in ((0, 12), (6, 12), (2, 12), (2, 15), (2, 10)):
            hand.click(place)
            window.canvas.grab()
        hand.key(KEY.Key_Return)
        assert newest(window, before)
        assert is_sound(window)

    def test_a_flat_outline_is_dropped_by_the_next_tool(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """Three corners on one line are none."""
        take(window, "polygon_area")
        before = bytes_of(window)
        for place in ((0, 12), (2, 12), (4, 12)):
            hand.click(place)
        take(window, "select")
        assert bytes_of(window) == before
