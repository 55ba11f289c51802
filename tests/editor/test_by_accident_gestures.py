"""Accidental gestures with the pivot, a mirror line, routes, picked places and rooms."""

import pytest
from accidents import KEY, TEXTS, is_sound, take
from hand import ALT, CTRL, LEFT, NONE, RIGHT, SHIFT, Hand
from key_map import bytes_of
from pytestqt.qtbot import QtBot
from small_level import CHEST, GATE, GUARD, HALL, TABLE, YARD, small_level
from tool_bench import check_hint

from editor.dialogs.array.dialog import ArrayDialog
from editor.shell.window import MainWindow
from navcore.level import operations
from navcore.level.model import Level

HANDLE = (4.5, 5.0)
"""Above the middle of the table; the handle that turns is some pixels higher."""


def pivot_at(window: MainWindow, hand: Hand) -> None:
    """The table is selected, and its pivot lies at 2, 6, under the mouse."""
    take(window, "select")
    window.document.select(frozenset({TABLE}))
    window.document.place_pivot((2.0, 6.0))
    hand.move((2.0, 6.0))


def turning_place(window: MainWindow) -> tuple[float, float]:
    """Where the handle that turns the table is."""
    marks = window.canvas.gestures.preview().marks
    return next(mark.at for mark in marks if mark.style in {"turn", "turn_hover"})


def everything_undone(window: MainWindow) -> None:
    """Undo all steps."""
    while window.document.stack.canUndo():
        window.document.stack.undo()


class TestPivot:
    """A place to turn and scale about."""

    def test_odd_text(self, window: MainWindow, hand: Hand) -> None:
        """Text typed for its place that can't be read is refused, and the level stays unchanged."""
        before, box = bytes_of(window), window.canvas.typed_box
        for text in TEXTS:
            pivot_at(window, hand)
            assert box.begin("5", window.canvas.rect().center().toPointF())
            box.field.setText(text)
            check_hint(window.canvas.gestures.hint())
            window.canvas.grab()
            hand.key(KEY.Key_Return)
            assert not box.is_open or box.field.property("invalid"), text
            window.canvas.grab()
            hand.key(*[KEY.Key_Escape] * 4)
            assert not box.is_open
            assert bytes_of(window) == before, text

    @pytest.mark.parametrize("how", ["escape", "right", "tool", "undo", "theme", "delete"])
    def test_in_the_middle_of_a_drag(self, window: MainWindow, hand: Hand, how: str) -> None:
        """The pivot is at its old place, or at the place of the release.

        Other keys wait for that.
        """
        document = window.document
        pivot_at(window, hand)
        before = bytes_of(window)
        hand.hold((2.0, 6.0), (1.0, 6.5), (0.0, 7.0))
        if how == "escape":
            hand.key(KEY.Key_Escape)
        elif how == "right":
            hand.press((0.0, 7.0), RIGHT)
        elif how == "tool":
            take(window, "wall")
        elif how == "undo":
            window.canvas.undo()
        elif how == "theme":
            window.commands.table["theme_light"].trigger()
            window.commands.table["theme_dark"].trigger()
        else:
            hand.key(KEY.Key_Delete)
        hand.move((0.5, 7.5), LEFT)
        window.canvas.grab()
        check_hint(window.canvas.gestures.hint())
        hand.release((0.5, 7.5))
        assert window.canvas.gestures.drag is None
        assert document.stack.count() == (how == "delete")
        everything_undone(window)
        assert bytes_of(window) == before
        kept = {"escape": (2.0, 6.0), "right": (2.0, 6.0), "theme": (0.5, 7.5)}
        assert how not in kept or document.selection.pivot == kept[how]

    def test_its_elements_go(self, window: MainWindow, hand: Hand) -> None:
        """Deleted, hidden, deselected, or gone with the level: no pivot is left alone."""
        document = window.document
        for act in (
            lambda: document.commit(operations.delete(document.level, [TABLE])),
            lambda: document.hide([TABLE]),
            lambda: document.select(frozenset()),
            lambda: document.load(small_level(), None),
        ):
            pivot_at(window, hand)
            act()
            assert document.selection.pivot is None
            window.canvas.grab()
            check_hint(window.canvas.gestures.hint())
            document.load(small_level(), None)

    def test_locked_under_the_turn(self, window: MainWindow, hand: Hand) -> None:
        """Elements locked during the turn keep their places when the button is released."""
        document = window.document
        pivot_at(window, hand)
        at = turning_place(window)
        hand.hold(at, (at[0] + 1, at[1]), (at[0] + 2, at[1] - 1))
        document.load(small_level(), None)
        before = bytes_of(window)
        hand.release((at[0] + 2, at[1] - 1))
        assert bytes_of(window) == before
        assert document.selection.pivot is None


class TestPickedCentre:
    """The dialog of arrays waits for a click on the canvas."""

    @pytest.fixture
    def dialog(self, window: MainWindow) -> ArrayDialog:
        """Check that the dialog is hidden and its tool is active."""
        window.document.select(frozenset({CHEST}))
        window.ask("array")
        found = window.findChild(ArrayDialog)
        found.ways.setCurrentIndex(2)
        found.ring.pick.click()
        assert window.canvas.gestures.tool.name == "pick_place"
        return found

    def closed(self, qtbot: QtBot, window: MainWindow, dialog: ArrayDialog) -> None:
        """Check that the dialog is shown again and the level is unchanged."""
        qtbot.waitUntil(dialog.isVisible)
        dialog.reject()
        assert not window.document.dragging
        assert window.document.level == small_level()

    def test_a_press_before_the_dialog_is_back(
        self, qtbot: QtBot, window: MainWindow, hand: Hand, dialog: ArrayDialog
    ) -> None:
        """The gesture ends before copies are shown: it would go on from them."""
        hand.click((5, 5))
        hand.hold((14.5, 1.5), (14.5, 1.5))
        self.closed(qtbot, window, dialog)
        assert window.canvas.gestures.drag is None
        hand.release((14.5, 1.5))

    def test_a_drag_before_the_dialog_is_back(
        self, qtbot: QtBot, window: MainWindow, hand: Hand, dialog: ArrayDialog
    ) -> None:
        """The drag is done, and the dialog closes, because it applied to the old level."""
        hand.click((5, 5))
        hand.hold((14.5, 1.5), (15.5, 2.5), (16.5, 3.5))
        qtbot.waitUntil(lambda: window.findChild(ArrayDialog) is None)
        hand.release((16.5, 3.5))
        assert not window.document.dragging
        assert window.document.stack.count() == 1
        everything_undone(window)
        assert window.document.level == small_level()

    def test_odd_text(
        self, qtbot: QtBot, window: MainWindow, hand: Hand, dialog: ArrayDialog
    ) -> None:
        """Refused ones stay in the box, and Esc leads back to the dialog."""
        box = window.canvas.typed_box
        for text in TEXTS:
            if window.canvas.gestures.tool.name != "pick_place":
                qtbot.waitUntil(dialog.isVisible)
                dialog.ring.pick.click()
            assert box.begin("5", window.canvas.rect().center().toPointF())
            box.field.setText(text)
            check_hint(window.canvas.gestures.hint())
            window.canvas.grab()
            hand.key(KEY.Key_Return)
            assert not box.is_open or box.field.property("invalid"), text
            if box.is_open:
                hand.key(KEY.Key_Escape)
        if window.canvas.gestures.tool.name == "pick_place":
            hand.key(KEY.Key_Escape)
        self.closed(qtbot, window, dialog)

    @pytest.mark.parametrize("how", ["far away", "theme", "wheel", "double", "right"])
    def test_odd_clicks(
        self, qtbot: QtBot, window: MainWindow, hand: Hand, dialog: ArrayDialog, how: str
    ) -> None:
        """The dialog comes back after each of them."""
        if how == "far away":
            hand.hold((5, 5), (-9000, 12000))
            hand.release((-9000, 12000))
        elif how == "theme":
            hand.press((5, 5))
            window.commands.table["theme_light"].trigger()
            window.commands.table["theme_dark"].trigger()
            hand.release((5, 5))
        elif how == "wheel":
            hand.press((5, 5))
            hand.wheel((5, 5), 120)
            hand.release((5, 5))
        elif how == "double":
            hand.double_click((5, 5))
        else:
            hand.press((5, 5))
            hand.press((5, 5), RIGHT)
            hand.release((5, 5), RIGHT)
            hand.release((5, 5))
            hand.key(KEY.Key_Escape)
        self.closed(qtbot, window, dialog)

    def test_another_level(self, qtbot: QtBot, window: MainWindow, dialog: ArrayDialog) -> None:
        """The dialog is gone, and nothing asks any more."""
        window.document.load(without(small_level(), TABLE), None)
        qtbot.waitUntil(lambda: window.findChild(ArrayDialog) is None)
        assert window.canvas.gestures.tool.name == "select"


class TestTakeAlong:
    """Rooms that move along with their contents."""

    @pytest.mark.parametrize("keys", [NONE, ALT, CTRL, SHIFT])
    @pytest.mark.parametrize("how", ["escape", "undo", "tool", "level", "switch", "theme"])
    def test_in_the_middle_of_a_drag(
        self, window: MainWindow, hand: Hand, how: str, keys: object
    ) -> None:
        """All of it moves or nothing, in one step."""
        before = bytes_of(window)
        take(window, "select")
        hand.hold((5.0, 0.0), (5.0, -1.0), (3.0, -4.0), keys=keys)
        if how == "escape":
            hand.key(KEY.Key_Escape)
        elif how == "undo":
            window.canvas.undo()
        elif how == "tool":
            take(window, "door")
        elif how == "level":
            window.document.load(small_level(), None)
        elif how == "theme":
            window.commands.table["theme_light"].trigger()
            window.commands.table["theme_dark"].trigger()
        else:
            window.settings.take_along = not window.settings.take_along
        hand.move((2.0, -4.0), LEFT, keys)
        window.canvas.grab()
        check_hint(window.canvas.gestures.hint())
        hand.release((2.0, -4.0), keys=keys)
        window.settings.take_along = True
        assert window.canvas.gestures.drag is None
        assert not window.document.dragging
        assert is_sound(window)
        assert window.document.stack.count() <= 1
        everything_undone(window)
        assert bytes_of(window) == before

    def test_to_nowhere(self, window: MainWindow, hand: Hand) -> None:
        """Far over the edge, and back to where it was."""
        before = bytes_of(window)
        take(window, "select")
        hand.drag((5.0, 0.0), (5.0, -2.0), (5.0, 0.0))
        assert bytes_of(window) == before
        assert window.document.stack.count() == 0
        hand.drag((5.0, 0.0), (-300.0, 3.0), (-9000.0, 12000.0))
        assert is_sound(window)
        everything_undone(window)
        assert bytes_of(window) == before

    def test_locked_doors_and_hidden_rooms(self, window: MainWindow, hand: Hand) -> None:
        """A locked door stays and is counted in the hint; a hidden agent moves along."""
        document = window.document
        document.commit(operations.lock(document.level, [GATE], locked=True))
        document.hide([GUARD, YARD])
        gate, yard = document.level.areas[GATE], document.level.areas[YARD]
        hand.hold((5.0, 0.0), (5.0, -1.0), (3.0, -4.0))
        assert "1 locked stays" in window.canvas.gestures.hint()
        assert "leave" not in window.canvas.gestures.hint()
        hand.release((3.0, -4.0))
        assert document.level.areas[GATE] == gate
        assert document.level.areas[YARD] == yard
        assert document.level.agents[GUARD].position == (0.0, -2.0)

    def test_the_other_room_goes_in_the_middle(self, window: MainWindow, hand: Hand) -> None:
        """An undone step takes it away; the drag is given up or done, nothing breaks."""
        document = window.document
        document.load(without(small_level(), YARD), None)
        document.commit(operations.paste(document.level, [small_level().areas[YARD]], (0, 0),
                                         document.new_id))  # fmt: skip
        take(window, "select")
        hand.hold((5.0, 0.0), (5.0, -1.0), (3.0, -4.0))
        document.stack.undo()
        hand.move((2.0, -4.0), LEFT)
        window.canvas.grab()
        check_hint(window.canvas.gestures.hint())
        hand.release((2.0, -4.0))
        assert is_sound(window)
        everything_undone(window)


class TestMirrorAndRoute:
    """The selection changes while the tool is active."""

    @pytest.mark.parametrize("name", ["mirror", "route"])
    @pytest.mark.parametrize("how", ["delete", "hide", "lock", "undo", "select", "run"])
    def test_under_the_first_click(
        self, window: MainWindow, hand: Hand, name: str, how: str
    ) -> None:
        """Nothing breaks, and a hint says what a click does now."""
        document = window.document
        document.select(frozenset({GUARD}))
        take(window, name)
        hand.click((1.0, 12.0))
        hand.move((4.0, 12.0))
        if how == "delete":
            document.commit(operations.delete(document.level, [GUARD]))
        elif how == "hide":
            document.hide([GUARD])
        elif how == "lock":
            document.commit(operations.lock(document.level, [GUARD], locked=True))
        elif how == "undo":
            window.canvas.undo()
        elif how == "select":
            document.select(frozenset({TABLE, HALL}))
        else:
            window.run.clock.step_once()
        window.canvas.grab()
        check_hint(window.canvas.gestures.hint())
        hand.move((5.0, 13.0))
        hand.click((5.0, 13.0))
        window.canvas.grab()
        check_hint(window.canvas.gestures.hint())
        hand.key(KEY.Key_Return)
        hand.key(KEY.Key_Escape)
        assert is_sound(window)
        window.run.clock.stop_to_start()
        everything_undone(window)
        assert document.level == small_level()


def without(level: Level, element_id: int) -> Level:
    """The level without an element."""
    return level.with_items({element_id: None})
