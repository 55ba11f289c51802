"""Actions that repeat, arrange and combine elements."""

import math

import pytest
from actions_hand import chosen, lock, named, select, trigger, undo_texts
from hand import ALT, CTRL, SHIFT, Hand
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from small_level import CHEST, GATE, GUARD, HALL, TABLE, YARD, box

from editor.shell.window import MainWindow
from editor.tools.mirror import MirrorTool
from editor.tools.transform import Grips
from navcore.geometry.polygons import area_of
from navcore.level import operations
from navcore.level.model import Obstacle


@pytest.fixture
def hand(window: MainWindow) -> Hand:
    """A hand over the canvas, which has the focus; nothing copied."""
    QGuiApplication.clipboard().clear()
    window.canvas.setFocus()
    return Hand(window.canvas)


class TestRepeat:
    """Ctrl+D duplicates and repeats the last move."""

    def test_the_first_copy_lies_one_step_aside(self, window: MainWindow, hand: Hand) -> None:
        """It is to the right and below; so is the next, if this one is not moved."""
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
        """Any way of moving just these copies works; a turn is repeated as a turn."""
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
        """The offset belongs to the last copies, as long as all of them moved by it."""
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
        """A copy is never hidden exactly above its source."""
        select(window, CHEST)
        trigger(window, "duplicate")
        document = window.document
        document.commit(operations.move(document.level, document.selection.ids, (-0.5, 0.5)))
        trigger(window, "duplicate")
        assert named(window, "chest_3").polygon[0] == (14.5, 0.5)


class TestArrange:
    """Mirror, align, distribute."""

    def test_mirror(self, window: MainWindow, hand: Hand) -> None:
        """The axis is the middle of the moved elements; mirroring twice restores them."""
        select(window, TABLE, CHEST)
        trigger(window, "mirror_x")
        assert set(window.document.level.obstacles[TABLE].polygon) == set(box(12, 3, 15, 5))
        trigger(window, "mirror_x")
        trigger(window, "mirror_z")
        assert set(window.document.level.obstacles[CHEST].polygon) == set(box(14, 4, 15, 5))
        assert undo_texts(window) == ["Mirror 2 obstacles"] * 3

    def test_align_moves_what_is_free(self, window: MainWindow, hand: Hand) -> None:
        """They move to the bounds of the selection; the message says that the locked one stays."""
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
        """The message comes for every choice."""
        lock(window, TABLE, CHEST, HALL)
        select(window, TABLE, CHEST, HALL)
        before = window.document.level
        for name in ("mirror_x", "align_top", "distribute_z", "unite", "subtract"):
            window.status.say("")
            trigger(window, name)
            assert "Locked: unlock it first" in window.status.shown
        assert window.document.level == before

    def test_what_needs_more_is_disabled(self, window: MainWindow) -> None:
        """The selection is empty, one agent, or two agents."""
        table = window.commands.table
        names = [n for n in table if n.startswith(("align_", "distribute_", "mirror_"))]
        assert len(names) == 14
        select(window)
        assert not any(table[n].isEnabled() for n in (*names, "unite", "cut", "copy", "array"))
        select(window, TABLE)
        mirrors = [n for n in names if n.startswith("mirror_")]
        assert [n for n in names if table[n].isEnabled()] == mirrors
        select(window, GUARD, TABLE)
        assert not table["unite"].isEnabled()


class TestMirroredCopies:
    """A mirrored copy next to the selection, and the tool."""

    @pytest.mark.parametrize(
        ("side", "box"),
        [
            ("left", (0, 3, 3, 5)), ("right", (6, 3, 9, 5)), ("above", (3, 5, 6, 7)),
            ("below", (3, 1, 6, 3)),
        ],
    )  # fmt: skip
    def test_beside(self, window: MainWindow, side: str, box: tuple[int, ...]) -> None:
        """Apart from the original where nothing is to be joined; both are selected then."""
        tool = next(t for t in window.canvas.gestures.tools if isinstance(t, MirrorTool))
        tool.joins.on = False
        select(window, TABLE)
        trigger(window, f"mirror_{side}")
        assert operations.bounds_of([named(window, "table_2")]) == box
        assert chosen(window) == ["table", "table_2"]
        assert undo_texts(window) == ["Mirror a copy of table"]

    def test_joined_at_the_line(self, window: MainWindow) -> None:
        """The tool's option does it: half a table becomes a whole one."""
        select(window, TABLE)
        trigger(window, "mirror_right")
        assert operations.bounds_of([named(window, "table")]) == (3, 3, 9, 5)
        assert chosen(window) == ["table"]

    def test_the_tool(self, window: MainWindow, hand: Hand) -> None:
        """Its key starts it, and Esc ends it."""
        select(window, TABLE)
        hand.canvas.setFocus()
        hand.key(Qt.Key.Key_M, modifiers=SHIFT)
        assert window.canvas.gestures.tool.name == "mirror"
        assert window.commands.table["tool_mirror"].isChecked()
        assert set(window.options.choices) | set(window.options.switches) == {
            "line", "copies", "joins"
        }  # fmt: skip
        hand.click((6, 4))
        hand.key(Qt.Key.Key_Escape)
        assert window.canvas.gestures.tool.name == "select"
        assert operations.bounds_of([named(window, "table")]) == (3, 3, 9, 5)

    def test_about_the_pivot(self, window: MainWindow) -> None:
        """Left and right goes about it."""
        select(window, TABLE)
        window.document.place_pivot((8.0, 4.0))
        trigger(window, "mirror_x")
        assert operations.bounds_of([named(window, "table")]) == (10, 3, 13, 5)


class TestPivot:
    """Shift+V sets it at the mouse."""

    def test_set_and_put_back(self, window: MainWindow, hand: Hand) -> None:
        """It snaps to a corner; set there again, it returns to the middle."""
        select(window, TABLE)
        trigger(window, "tool_measure")
        hand.canvas.setFocus()
        hand.move((6.02, 5.03))
        hand.key(Qt.Key.Key_V, modifiers=SHIFT)
        assert window.document.selection.pivot == (6, 5)
        assert window.canvas.gestures.tool.name == "select"
        hand.key(Qt.Key.Key_V, modifiers=SHIFT)
        assert window.document.selection.pivot is None
        hand.key(Qt.Key.Key_V, modifiers=SHIFT)
        trigger(window, "pivot_back")
        assert window.document.selection.pivot is None
        assert not window.commands.table["pivot_back"].isEnabled()

    def test_it_stays_with_the_selection(self, window: MainWindow) -> None:
        """The pivot moves with the selected elements, also on undo, and ends with the selection."""
        select(window, TABLE, CHEST)
        document = window.document
        document.place_pivot((6.0, 5.0))
        document.commit(operations.move(document.level, [TABLE, CHEST], (1.5, -1.0)))
        assert document.selection.pivot == (7.5, 4)
        document.commit(operations.turn(document.level, [TABLE, CHEST], 0.3, (7.5, 4.0)))
        assert document.selection.pivot == (7.5, 4)
        document.commit(operations.move(document.level, [TABLE], (1.5, -1.0)))
        assert document.selection.pivot == (7.5, 4)
        for _ in range(3):
            trigger(window, "undo")
        assert document.selection.pivot == (6, 5)
        select(window, TABLE)
        assert document.selection.pivot is None

    def test_typed_numbers_go_about_it(self, window: MainWindow) -> None:
        """Turn, width and depth of the options strip."""
        select(window, TABLE)
        window.document.place_pivot((3.0, 3.0))
        window.options.parts["turn"].take(90.0)
        assert operations.bounds_of([named(window, "table")]) == (1, 3, 3, 6)
        assert window.document.selection.pivot == (3, 3)
        window.options.parts["w"].take(4.0)
        assert operations.bounds_of([named(window, "table")]) == (-1, 3, 3, 6)

    def test_the_next_copies_turn_on_about_it(self, window: MainWindow, hand: Hand) -> None:
        """Alt and the handle that turns, then Duplicate again and again."""
        select(window, CHEST)
        window.document.place_pivot((16.5, 4.5))
        grips = Grips.around([named(window, "chest")])
        (grip,) = [g for g in grips.grips(window.canvas.gestures.view()) if g.turns]
        # A quarter turn about the pivot.
        x, z = grip.at[0] - 16.5, grip.at[1] - 4.5
        hand.drag(grip.at, (16.5 - z, 4.5 + x), keys=ALT)
        trigger(window, "duplicate")
        trigger(window, "duplicate")
        boxes = [
            operations.bounds_of([named(window, name)])
            for name in ("chest", "chest_2", "chest_3", "chest_4")
        ]
        assert boxes == [(14, 1, 15, 2), (19, 2, 20, 3), (18, 7, 19, 8), (13, 6, 14, 7)]


class TestCombine:
    """Unite, subtract; splitting is a tool."""

    def test_unite(self, window: MainWindow, hand: Hand) -> None:
        """The first element stays, and is selected."""
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
