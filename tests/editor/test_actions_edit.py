"""The Edit menu: clipboard, copies, arranging, combining."""

import math

import pytest
from hand import CTRL, RIGHT, Hand
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from small_level import CHEST, GATE, GUARD, HALL, TABLE, YARD, box, small_level

from editor.shell.window import MainWindow
from navcore.geometry.polygons import area_of
from navcore.level import operations
from navcore.level.model import Obstacle

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def hand(window: MainWindow) -> Hand:
    """A hand over the canvas, which has the focus; nothing copied."""
    QGuiApplication.clipboard().clear()
    window.canvas.setFocus()
    return Hand(window.canvas)


def select(window: MainWindow, *ids: int) -> None:
    """Select just these."""
    window.document.select(frozenset(ids))


def trigger(window: MainWindow, name: str) -> None:
    """Choose an action that can be chosen."""
    action = window.commands.table[name]
    assert action.isEnabled()
    action.trigger()


def chosen(window: MainWindow) -> list[str]:
    """Names of what is selected."""
    level = window.document.level
    return sorted(level.element(i).name for i in window.document.selection.ids)


def named(window: MainWindow, name: str):
    """The element of this name."""
    return next(e for e in window.document.level.elements() if e.name == name)


def lock(window: MainWindow, *ids: int) -> None:
    """Lock these."""
    window.document.commit(operations.lock(window.document.level, ids, locked=True))


def undo_texts(window: MainWindow) -> list[str]:
    """The undo steps so far."""
    stack = window.document.stack
    return [stack.text(index) for index in range(stack.index())]


class TestClipboard:
    """Ctrl+X, Ctrl+C, Ctrl+V and Ctrl+Shift+V."""

    def test_copied_things_land_at_the_mouse_on_the_grid(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """One step, selected, new names; the copy's corners lie on half metres again."""
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
        """Without snapping exactly there."""
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
        """They stay, and that is said."""
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
        """What was copied outlives its level; the player is no second one."""
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
        """By the same keys."""
        select(window, TABLE)
        window.panels["outline"].view.setFocus()
        for key in (Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_D):
            hand.key(key, modifiers=CTRL)
        assert len(window.document.level.obstacles) == 4


class TestDelete:
    """Never what is locked or hidden."""

    def test_locked_things_stay(self, window: MainWindow, hand: Hand) -> None:
        """And that is said, of some and of all."""
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
        """In one step; a door in a gap of its own has no such floor, and that is said."""
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


class TestRepeat:
    """Ctrl+D duplicates and repeats the last move."""

    def test_the_first_copy_lies_one_step_aside(self, window: MainWindow, hand: Hand) -> None:
        """To the right and down; so does the next, if it is not moved."""
        select(window, CHEST)
        hand.key(Qt.Key.Key_D, modifiers=CTRL)
        assert named(window, "chest_2").polygon[0] == (14.5, 0.5)
        hand.key(Qt.Key.Key_D, modifiers=CTRL)
        assert named(window, "chest_3").polygon[0] == (15.0, 0.0)
        assert undo_texts(window) == ["Duplicate chest", "Duplicate chest_2"]

    def test_a_copy_that_was_dragged_is_copied_the_same_way_on(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """Two metres from the first, another two from the second."""
        select(window, CHEST)
        hand.key(Qt.Key.Key_D, modifiers=CTRL)
        hand.drag((15.0, 1.0), (16.0, 2.0), (16.5, 2.5))
        assert named(window, "chest_2").polygon[0] == pytest.approx((16.0, 2.0))
        hand.key(Qt.Key.Key_D, modifiers=CTRL)
        hand.key(Qt.Key.Key_D, modifiers=CTRL)
        assert named(window, "chest_3").polygon[0] == pytest.approx((18.0, 3.0))
        assert named(window, "chest_4").polygon[0] == pytest.approx((20.0, 4.0))

    def test_several_moved_by_arrows_and_turned(self, window: MainWindow, hand: Hand) -> None:
        """Whatever moved just these copies; a turn goes on as a turn."""
        select(window, TABLE, GUARD)
        trigger(window, "duplicate")
        document = window.document
        turn = operations.turn(document.level, document.selection.ids, math.pi / 2, (10, 4))
        document.commit(turn)
        first = {e.name: e for e in document.level.elements()}
        trigger(window, "duplicate")
        again = named(window, "guard_3")
        assert abs(again.facing) == pytest.approx(math.pi)
        before, between = first["guard"].position, first["guard_2"].position
        step = (between[0] - before[0], between[1] - before[1])
        assert (
            again.position[0] - between[0], again.position[1] - between[1]
        ) == pytest.approx((-step[1], step[0]), abs=1e-6)  # fmt: skip

    def test_other_things_begin_anew(self, window: MainWindow, hand: Hand) -> None:
        """The way belongs to the last copies, as long as they all went it."""
        select(window, CHEST)
        trigger(window, "duplicate")
        hand.key(Qt.Key.Key_Right, Qt.Key.Key_Right)
        select(window, TABLE)
        trigger(window, "duplicate")
        assert named(window, "table_2").polygon[0] == (3.5, 2.5)
        trigger(window, "undo")
        trigger(window, "redo")
        select(window, named(window, "table_2").id)
        trigger(window, "duplicate")
        assert named(window, "table_3").polygon[0] == (4.0, 2.0)

    def test_copies_back_on_their_sources_go_aside_again(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """Nothing comes to lie on itself unseen."""
        select(window, CHEST)
        trigger(window, "duplicate")
        document = window.document
        document.commit(operations.move(document.level, document.selection.ids, (-0.5, 0.5)))
        trigger(window, "duplicate")
        assert named(window, "chest_3").polygon[0] == (14.5, 0.5)


class TestArrange:
    """Mirror, align, distribute."""

    def test_mirror(self, window: MainWindow, hand: Hand) -> None:
        """About the middle of what moves; twice is as before."""
        select(window, TABLE, CHEST)
        trigger(window, "mirror_x")
        assert set(window.document.level.obstacles[TABLE].polygon) == set(box(12, 3, 15, 5))
        trigger(window, "mirror_x")
        trigger(window, "mirror_z")
        assert set(window.document.level.obstacles[CHEST].polygon) == set(box(14, 4, 15, 5))
        assert undo_texts(window) == ["Mirror 2 obstacles"] * 3

    def test_align_moves_what_is_free(self, window: MainWindow, hand: Hand) -> None:
        """To the bounds of that; the locked one is said to stay."""
        lock(window, HALL)
        select(window, HALL, TABLE, CHEST)
        trigger(window, "align_left")
        assert window.document.level.obstacles[CHEST].polygon == box(3, 1, 4, 2)
        assert window.document.level.areas[HALL].polygon == box(0, 0, 10, 8)
        assert "hall is locked and stays." in window.status.shown
        count = window.document.stack.count()
        select(window, TABLE, CHEST)
        trigger(window, "align_left")
        assert "in line already" in window.status.shown
        assert window.document.stack.count() == count

    def test_distribute(self, window: MainWindow, hand: Hand) -> None:
        """Three or more."""
        document = window.document
        document.commit(
            operations.add_obstacle(document.level, box(7, 0, 8, 1), document.new_id, name="mug")
        )
        select(window, TABLE, CHEST)
        assert not window.commands.table["distribute_x"].isEnabled()
        select(window, TABLE, CHEST, named(window, "mug").id)
        trigger(window, "distribute_x")
        assert named(window, "mug").polygon[0] == (pytest.approx(9.5), 0)
        assert undo_texts(window)[-1] == "Spread 3 obstacles across"

    def test_all_locked_is_said(self, window: MainWindow, hand: Hand) -> None:
        """Whatever is chosen."""
        lock(window, TABLE, CHEST, HALL)
        select(window, TABLE, CHEST, HALL)
        before = window.document.level
        for name in ("mirror_x", "align_top", "distribute_z", "unite", "subtract"):
            window.status.say("")
            trigger(window, name)
            assert "Locked: unlock it first" in window.status.shown
        assert window.document.level == before

    def test_what_needs_more_is_disabled(self, window: MainWindow) -> None:
        """Nothing selected, one, two agents."""
        table = window.commands.table
        names = [n for n in table if n.startswith(("align_", "distribute_", "mirror_"))]
        assert len(names) == 10
        select(window)
        assert not any(table[n].isEnabled() for n in (*names, "unite", "cut", "copy", "array"))
        select(window, TABLE)
        assert [n for n in names if table[n].isEnabled()] == ["mirror_x", "mirror_z"]
        select(window, GUARD, TABLE)
        assert not table["unite"].isEnabled()


class TestCombine:
    """Unite, subtract; splitting is a tool."""

    def test_unite(self, window: MainWindow, hand: Hand) -> None:
        """The first stays, and is what is selected."""
        select(window, HALL, YARD, GATE)
        trigger(window, "unite")
        assert chosen(window) == ["hall"]
        assert undo_texts(window) == ["Unite 3 elements"]
        assert area_of(window.document.level.areas[HALL].polygon) == pytest.approx(155)
        select(window, TABLE, CHEST)
        trigger(window, "unite")
        assert "These 2 obstacles do not touch" in window.status.shown

    def test_subtract(self, window: MainWindow, hand: Hand) -> None:
        """Floor in pieces, selected."""
        select(window, HALL, TABLE)
        trigger(window, "subtract")
        assert chosen(window) == ["hall", "hall_2"]
        assert undo_texts(window) == ["Subtract table from hall"]
        select(window, YARD, HALL)
        trigger(window, "subtract")
        assert "do not overlap" in window.status.shown

    def test_split_is_chosen_in_the_menu(self, window: MainWindow, hand: Hand) -> None:
        """It has no button; Esc goes back to selecting."""
        trigger(window, "tool_split")
        assert window.canvas.gestures.tool.name == "split"
        window.commands.refresh()
        assert window.commands.table["tool_split"].isChecked()
        hand.drag((4.5, 2.0), (4.5, 4.0), (4.5, 6.0))
        assert undo_texts(window) == ["Split table"]
        assert isinstance(named(window, "table_2"), Obstacle)
        hand.key(Qt.Key.Key_Escape)
        assert window.canvas.gestures.tool.name == "select"
