"""Accidental actions: keys during drags, doors, actions during gestures."""

from dataclasses import replace

import pytest
from accidents import DRAWING, KEY, is_sound, take
from hand import ALT, CTRL, LEFT, NONE, SHIFT, Hand
from key_map import bytes_of, ids
from msgspec.structs import replace as msgspec_replace
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu
from small_level import CHEST, HALL, TABLE, YARD, small_level
from tool_bench import check_hint

from editor.selection import Selection
from editor.shell.window import MainWindow
from navcore.level import operations

DOORS = {
    "along a wall": ((1, 8), (6, 8)),
    "over two gaps": ((9, 4), (21, 4)),
    "over an obstacle": ((4, 2), (4, 6)),
    "outside": ((30, 30), (32, 30)),
    "on a door": ((10, 4), (11, 4)),
    "across a door": ((10.5, 3), (10.5, 6)),
    "askew on a door": ((9.5, 2.5), (11.5, 6.5)),
    "from floor into nothing": ((5, 7), (5, 20)),
    "around everything": ((-5, 4), (25, 4)),
    "tiny": ((5, 6), (5.001, 6)),
    "in a corner": ((0, 0), (0.5, 0.5)),
    "over the corner": ((-1, -1), (1, 1)),
}


class TestDoors:
    """Doors in odd places."""

    @pytest.mark.parametrize("width", [0.2, 2.0, 50.0])
    def test_laid_and_undone(self, window: MainWindow, hand: Hand, width: float) -> None:
        """The result is valid and one step, and undo restores the last byte."""
        before = bytes_of(window)
        for where, (start, end) in DOORS.items():
            window.document.select(frozenset())
            take(window, "select")
            take(window, "door")
            window.canvas.gestures.tool.width.set(width)
            hand.click(start)
            hand.move(end)
            window.canvas.grab()
            check_hint(window.canvas.gestures.hint())
            hand.click(end)
            assert is_sound(window), where
            window.bake.wait()
            while window.canvas.can_undo():
                window.canvas.undo()
            assert bytes_of(window) == before, where


LEFT_OUT = {
    "undo",
    "redo",
    "lock",
    "unlock_all",
    "new",
    "open",
    "save_as",
    "export",
    "export_as",
    "picture",
    "quit",
    "reload",
}
"""Actions that are there to change locks, or put another level in place."""


TOLD = {"about", "shortcuts"}

SLOW = {"theme_system", "theme_dark", "theme_light", "colours_clear", "colours_classic"}
"""Actions that dress every widget anew and know no element: with `--exhaustive` alone."""


def with_held(window: MainWindow) -> None:
    """The table locked, the yard hidden."""
    document = window.document
    document.commit(operations.lock(document.level, [TABLE], locked=True))
    document.hide([YARD])


class TestHeldThings:
    """Locked and hidden elements never change, whatever command is used."""

    def held(self, window: MainWindow) -> tuple[object, ...]:
        """Return the locked table and the hidden yard without group, note and tags."""
        found = (window.document.level.get(i) for i in (TABLE, YARD))
        return tuple(item and msgspec_replace(item, group="", note="", tags=()) for item in found)

    def test_no_action_changes_them(self, window: MainWindow, hand: Hand, exhaustive: bool) -> None:
        """Everything is selected, or they alone, and all menus are tried."""
        document = window.document
        with_held(window)
        before = self.held(window)
        table = window.commands.table
        every = frozenset(ids(window))
        assert table.keys() >= SLOW
        for name in sorted(table.keys() - LEFT_OUT - TOLD - (set() if exhaustive else SLOW)):
            alone = (frozenset({TABLE}), frozenset({YARD})) if exhaustive else ()
            for chosen in (every, frozenset({TABLE, YARD}), *alone):
                document.select(chosen)
                document.hide([YARD])
                document.selection = replace(document.selection, ids=chosen)
                if table[name].isEnabled():
                    table[name].trigger()
                    for dialog in QApplication.topLevelWidgets():
                        if isinstance(dialog, QDialog | QMenu) and dialog.isVisible():
                            dialog.close()
                # As between two clicks: what is gone is not dressed anew with each theme.
                QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
                assert self.held(window) == before, (name, chosen)
                window.run.clock.stop_to_start()
                while document.stack.index() > 1:
                    document.stack.undo()

    @pytest.mark.parametrize("name", ["select", "vertices", "door", "agent", "split", "mirror"])
    def test_no_key_of_a_tool_changes_them(self, window: MainWindow, hand: Hand, name: str) -> None:
        """Arrows, Delete, Backspace, T, and a typed place."""
        with_held(window)
        before = self.held(window)
        take(window, name)
        for chosen in (frozenset(ids(window)), frozenset({TABLE}), frozenset({YARD})):
            corners = {i: frozenset({0, 1}) for i in chosen & {TABLE, YARD}}
            window.document.selection = Selection(chosen, corners)
            for key in (KEY.Key_Left, KEY.Key_T, KEY.Key_Backspace, KEY.Key_Delete):
                hand.key(key)
            hand.type("3 4")
            hand.key(KEY.Key_Return, KEY.Key_Escape)
            assert self.held(window) == before

    @pytest.mark.parametrize("name", ["select", "vertices", "split", "mirror", "wall"])
    def test_no_drag_changes_them(self, window: MainWindow, hand: Hand, name: str) -> None:
        """Corners, edges, insides and handles are dragged, with every modifier."""
        # What is hidden goes along with the hall; here the yard itself is asked to.
        window.settings.take_along = False
        with_held(window)
        before = self.held(window)
        take(window, name)
        window.document.selection = Selection(frozenset({TABLE, YARD, HALL}))
        for keys in (NONE, SHIFT, CTRL, ALT):
            for place in ((3, 3), (4.5, 3), (4.5, 4), (6, 5), (11, 0), (15, 4), (20, 8), (11, 4)):
                hand.drag(place, (place[0] + 1, place[1] + 1), (place[0] + 2, place[1]), keys=keys)
                assert self.held(window) == before

    def test_the_options_strip_leaves_them(self, window: MainWindow, hand: Hand) -> None:
        """Numbers in the options strip apply to free elements."""
        with_held(window)
        before = self.held(window)
        window.document.selection = Selection(frozenset({TABLE, YARD, CHEST}))
        window.document.selection_changed.emit(window.document.selection)
        for field in [w for w in QApplication.allWidgets() if window.options.isAncestorOf(w)]:
            if isinstance(field, QLineEdit) and field.isVisible() and field.isEnabled():
                field.setFocus()
                field.selectAll()
                QTest.keyClicks(field, "3")
                QTest.keyClick(field, KEY.Key_Return)
        assert self.held(window) == before


class TestInTheMiddle:
    """Changes while a gesture is in progress."""

    @pytest.mark.parametrize("name", DRAWING)
    def test_another_level_in_place_of_a_half_drawn_one(
        self, window: MainWindow, hand: Hand, name: str
    ) -> None:
        """No part of the old drawing gets into the new level."""
        take(window, name)
        for place in ((0, 12), (4, 12), (4, 15)):
            hand.click(place)
        hand.hold((1, 1), (2, 2))
        window.document.load(small_level(), None)
        before = bytes_of(window)
        hand.release((2, 2))
        window.canvas.grab()
        assert window.document.stack.count() == 0
        take(window, "select")
        take(window, name)
        assert bytes_of(window) == before
        assert not window.canvas.gestures.tool.can_take_back()

    def test_another_level_under_an_open_box(self, window: MainWindow, hand: Hand) -> None:
        """The box is closed."""
        take(window, "polygon_area")
        hand.click((0, 12))
        hand.type("4")
        assert window.canvas.typed_box.is_open
        window.document.load(small_level(), None)
        assert not window.canvas.typed_box.is_open
        assert not window.canvas.gestures.tool.can_take_back()

    @pytest.mark.parametrize("name", ["select", "vertices"])
    def test_undo_of_what_is_in_hand(self, window: MainWindow, hand: Hand, name: str) -> None:
        """The element that is dragged was drawn in the step that is undone."""
        document = window.document
        take(window, "rectangle_obstacle")
        hand.drag((12, 4), (13, 5), (15, 6))
        (made,) = document.selection.ids
        take(window, name)
        hand.hold((12, 4), (12.5, 4.5), (13, 5))
        document.stack.undo()
        hand.move((14, 5), LEFT)
        window.canvas.grab()
        hand.release((14, 5))
        assert document.level.get(made) is None or is_sound(window)
        while window.canvas.can_undo():
            window.canvas.undo()
        assert document.level.get(made) is None

    def test_another_theme(self, window: MainWindow, hand: Hand, exhaustive: bool) -> None:
        """While a button is down: one theme, then the other, from tool to tool."""
        names = (*DRAWING, "select", "vertices", "probe")
        for number, name in enumerate(names if exhaustive else names[::4]):
            window.document.select(frozenset({TABLE}))
            take(window, name)
            hand.hold((3, 3), (2.5, 2.5), (2, 2))
            shown = window.canvas.gestures.preview()
            window.commands.table["theme_dark" if number % 2 else "theme_light"].trigger()
            assert window.canvas.gestures.preview() == shown
            window.canvas.grab()
            hand.release((2, 2))
            assert is_sound(window)
            window.document.load(small_level(), None)
            # As between two clicks: what is gone is not dressed anew with each theme.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
