"""The Edit menu: clipboard, copies, arranging, combining."""

import pytest
from actions_hand import chosen, lock, named, select, trigger, undo_texts
from hand import CTRL, RIGHT, Hand
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from small_level import CHEST, GATE, GUARD, HALL, TABLE, YARD, box, small_level

from editor.shell.window import MainWindow
from navcore.geometry.polygons import area_of
from navcore.level import operations

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def hand(window: MainWindow) -> Hand:
    """A hand over the canvas, which has the focus; nothing copied."""
    QGuiApplication.clipboard().clear()
    window.canvas.setFocus()
    return Hand(window.canvas)


class TestClipboard:
    """Ctrl+X, Ctrl+C, Ctrl+V and Ctrl+Shift+V."""

    def test_copied_things_land_at_the_mouse_on_the_grid(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """It is one step; copies are selected, have new names, and corners on half metres again."""
        select(window, TABLE, CHEST)
        hand.key(Qt.Key.Key_C, modifiers=CTRL)
        assert "Copied 2 obstacles." in window.status.shown
        hand.move((5.1, 6.2))
        hand.key(Qt.Key.Key_V, modifiers=CTRL)
        assert chosen(window) == ["chest_2", "table_2"]
        assert undo_texts(window) == ["Paste 2 obstacles"]
        table, chest = named(window, "table_2"), named(window, "chest_2")
        assert chest.group == "Things"
        middle = (3 + 15) / 2, (1 + 5) / 2
        dx, dz = table.polygon[0][0] - 3, table.polygon[0][1] - 3
        assert abs(middle[0] + dx - 5.1) <= 0.25
        assert abs(middle[1] + dz - 6.2) <= 0.25
        assert (dx * 2, dz * 2) == (round(dx * 2), round(dz * 2))
        assert chest.polygon[0] == (14 + dx, 1 + dz)

    def test_outside_the_canvas_it_lands_in_the_middle_of_the_view(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """Without snapping it is exactly there."""
        trigger(window, "snap")
        select(window, TABLE)
        trigger(window, "copy")
        window.canvas.gestures.leave()
        trigger(window, "paste")
        (x, z), (mx, mz) = named(window, "table_2").polygon[0], window.canvas.viewport.middle()
        assert (x + 1.5, z + 1.0) == pytest.approx((mx, mz), abs=1e-6)

    def test_in_place(self, window: MainWindow, hand: Hand) -> None:
        """The same corners, again and again."""
        select(window, TABLE)
        hand.key(Qt.Key.Key_C, modifiers=CTRL)
        hand.move((8, 7))
        hand.key(Qt.Key.Key_V, modifiers=CTRL | SHIFT)
        hand.key(Qt.Key.Key_V, modifiers=CTRL | SHIFT)
        assert named(window, "table_3").polygon == window.document.level.obstacles[TABLE].polygon

    def test_cut_and_paste_in_place_is_all_as_before_but_ids(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """Names are free again."""
        select(window, HALL, TABLE, GUARD)
        hand.key(Qt.Key.Key_X, modifiers=CTRL)
        assert undo_texts(window) == ["Cut 3 elements"]
        assert TABLE not in window.document.level.obstacles
        hand.key(Qt.Key.Key_V, modifiers=CTRL | SHIFT)
        assert chosen(window) == ["guard", "hall", "table"]
        assert named(window, "guard").goals == ((18.0, 6.0),)
        trigger(window, "undo")
        trigger(window, "undo")
        assert window.document.level == small_level()

    def test_locked_things_are_copied_but_not_cut(self, window: MainWindow, hand: Hand) -> None:
        """They stay, and a message says so."""
        lock(window, HALL)
        select(window, HALL, TABLE)
        trigger(window, "cut")
        assert set(window.document.level.areas) == {HALL, YARD, GATE}
        assert TABLE not in window.document.level.obstacles
        assert "hall is locked and stays." in window.status.shown
        select(window, HALL)
        trigger(window, "cut")
        assert "Locked: unlock it first with Ctrl+Shift+L." in window.status.shown
        trigger(window, "copy")
        trigger(window, "paste_in_place")
        assert not named(window, "hall_2").locked

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("", "Nothing is copied yet."),
            ("lorem ipsum", "is no part of a level"),
            ('{"format": "waywright-elements", "version": 9, "areas": []}', "of version 9"),
            ('{"areas": [{"polygon": [[0, 0], [1, 1]]}]}', "at least 3 points"),
        ],
    )
    def test_foreign_text_changes_nothing(
        self, window: MainWindow, hand: Hand, text: str, sentence: str
    ) -> None:
        """One sentence, no step."""
        QGuiApplication.clipboard().setText(text)
        hand.key(Qt.Key.Key_V, modifiers=CTRL)
        assert sentence in window.status.shown
        assert window.document.level == small_level()
        assert not window.document.stack.count()

    def test_between_two_levels(self, window: MainWindow, hand: Hand) -> None:
        """Copies survive their level; the player is not pasted as a second player."""
        trigger(window, "select_all")
        trigger(window, "copy")
        window.document.load(small_level(), None)
        trigger(window, "paste_in_place")
        assert len(list(window.document.level.elements())) == 14
        assert undo_texts(window) == ["Paste 7 elements"]

    def test_the_context_menu_pastes_where_it_was_opened(
        self, window: MainWindow, hand: Hand, qtbot: QtBot
    ) -> None:
        """Though the mouse is over the menu by then."""
        select(window, TABLE)
        trigger(window, "copy")
        select(window)
        hand.click((7.5, 7.0), button=RIGHT)
        qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
        QCoreApplication.sendEvent(window.canvas, QEvent(QEvent.Type.Leave))
        menu = QApplication.activePopupWidget()
        window.commands.table["paste"].trigger()
        menu.close()
        assert named(window, "table_2").polygon[0] == (6.0, 6.0)
        qtbot.waitUntil(lambda: window.canvas.gestures.pointer is None)

    def test_text_in_a_field_is_the_fields(self, window: MainWindow, hand: Hand) -> None:
        """There Ctrl+V pastes letters."""
        select(window, TABLE)
        trigger(window, "copy")
        search = window.panels["outline"].search_field
        search.setFocus()
        QGuiApplication.clipboard().setText("chest")
        hand.key(Qt.Key.Key_V, modifiers=CTRL)
        assert search.text() == "chest"
        assert window.document.level == small_level()

    def test_the_outline_copies_and_pastes_too(self, window: MainWindow, hand: Hand) -> None:
        """The same keys do it."""
        select(window, TABLE)
        window.panels["outline"].view.setFocus()
        for key in (Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_D):
            hand.key(key, modifiers=CTRL)
        assert len(window.document.level.obstacles) == 4


class TestDelete:
    """Locked and hidden elements are never deleted."""

    def test_locked_things_stay(self, window: MainWindow, hand: Hand) -> None:
        """A message says so, for some and for all."""
        lock(window, HALL, YARD)
        select(window, HALL, YARD, TABLE)
        trigger(window, "delete")
        assert set(window.document.level.obstacles) == {CHEST}
        assert "2 areas are locked and stay." in window.status.shown
        hand.key(Qt.Key.Key_Delete)
        assert "Locked: unlock it first with Ctrl+Shift+L." in window.status.shown
        assert len(window.document.level.areas) == 3

    def test_hidden_things_stay(self, window: MainWindow, hand: Hand) -> None:
        """Selected in the outline."""
        window.document.hide([TABLE])
        select(window, TABLE)
        trigger(window, "delete")
        assert TABLE in window.document.level.obstacles
        assert "Hidden: show it first with Shift+H." in window.status.shown

    def test_a_door_gives_way_to_the_floor_that_it_was_cut_out_of(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """It is one step; a door in a gap of its own has no such floor, as a message says."""
        document = window.document
        ring = box(4, 6, 6, 8)
        document.commit(operations.add_door(document.level, ring, document.new_id))
        door = named(window, "door_1").id
        select(window, door)
        trigger(window, "delete_and_mend")
        assert door not in document.level.areas
        assert area_of(document.level.areas[HALL].polygon) == pytest.approx(80)
        assert undo_texts(window)[-1] == "Merge door_1 into hall"
        assert chosen(window) == ["hall"]
        assert not window.commands.table["delete_and_mend"].isEnabled()
        select(window, GATE)
        trigger(window, "delete_and_mend")
        assert GATE in document.level.areas
        assert "Delete takes the door away alone." in window.status.shown
