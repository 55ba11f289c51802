"""The array dialog: a live preview, and one undo step or none."""

from collections.abc import Iterator

import pytest
from actions_hand import named
from hand import CTRL, Hand
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from small_level import CHEST, GUARD, TABLE, small_level

from editor.dialogs.array.dialog import ArrayDialog
from editor.shell.window import MainWindow
from navcore.level.operations import bounds_of, delete

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def dialog(qtbot: QtBot, window: MainWindow) -> Iterator[ArrayDialog]:
    """The dialog about the table, asked for by its keys."""
    window.canvas.setFocus()
    window.document.select(frozenset({TABLE}))
    Hand(window.canvas).key(Qt.Key.Key_D, modifiers=CTRL | SHIFT)
    found = window.findChild(ArrayDialog)
    assert found is not None
    qtbot.waitExposed(found)
    yield found
    if not window.document.stack.count():
        window.document.cancel_preview()


def type_in(qtbot: QtBot, field, text: str) -> None:
    """Replace the text of a field."""
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)


def corners(window: MainWindow) -> list[tuple[float, float]]:
    """Lower left corners of the tables, in the order of their names."""
    tables = [e for e in window.document.level.obstacles.values() if "table" in e.name]
    return [e.polygon[0] for e in sorted(tables, key=lambda e: (len(e.name), e.name))]


def test_it_opens_with_what_is_selected_and_shows_two_copies(
    window: MainWindow, dialog: ArrayDialog
) -> None:
    """One snap step of gap; nothing is a step yet."""
    assert corners(window) == [(3, 3), (6.5, 3), (10, 3)]
    assert dialog.make.text() == "Make 2 copies"
    assert dialog.outcome.text() == "3 in all, 10.00 × 2.00 m"
    assert not window.document.stack.count()
    assert len(window.document.selection.ids) == 3


def test_every_letter_is_shown_on_the_canvas(
    qtbot: QtBot, window: MainWindow, dialog: ArrayDialog
) -> None:
    """Sums and units are read."""
    type_in(qtbot, dialog.grid.columns, "4")
    type_in(qtbot, dialog.grid.rows, "3")
    type_in(qtbot, dialog.grid.up, "50 cm + 0.5")
    assert dialog.make.text() == "Make 11 copies"
    assert corners(window)[-1] == (3 + 3 * 3.5, 3 + 2 * 3.0)
    dialog.make.click()
    assert window.document.stack.undoText() == "Make 11 copies of table"
    assert window.document.stack.count() == 1
    assert len(window.document.selection.ids) == 12
    assert window.document.level.obstacles[TABLE] == small_level().obstacles[TABLE]
    window.document.stack.undo()
    assert window.document.level == small_level()


def test_enter_makes_the_copies(qtbot: QtBot, window: MainWindow, dialog: ArrayDialog) -> None:
    """From any field; the canvas has the focus again."""
    type_in(qtbot, dialog.grid.columns, "2")
    qtbot.keyClick(dialog.grid.columns, Qt.Key.Key_Return)
    assert window.document.stack.undoText() == "Make 1 copy of table"
    assert corners(window) == [(3, 3), (6.5, 3)]


@pytest.mark.parametrize("how", ["escape", "cancel", "close"])
def test_leaving_it_leaves_all_as_it_was(
    qtbot: QtBot, window: MainWindow, dialog: ArrayDialog, how: str
) -> None:
    """Level, undo stack and selection."""
    type_in(qtbot, dialog.grid.columns, "7")
    if how == "escape":
        qtbot.keyClick(dialog.grid.columns, Qt.Key.Key_Escape)
    elif how == "cancel":
        dialog.reject()
    else:
        dialog.close()
    assert window.document.level == small_level()
    assert not window.document.stack.count()
    assert not window.document.dragging
    assert window.document.selection.ids == {TABLE}


def test_what_can_not_be_made_is_said_and_shown_nowhere(
    qtbot: QtBot, window: MainWindow, dialog: ArrayDialog
) -> None:
    """Half a column, too many, one on the other; the button is off."""
    for field, text, sentence in (
        (dialog.grid.columns, "2.5", "Type a whole number, like 4."),
        (dialog.grid.columns, "many", "can't be read"),
        (dialog.grid.columns, "0", "Type a number from 1"),
        (dialog.grid.columns, "5000", "1,000 copies can be made at a time."),
        (dialog.grid.columns, "3", "3 in all"),
        (dialog.grid.across, "-3", "on top of each other"),
    ):
        type_in(qtbot, field, text)
        assert sentence in dialog.outcome.text()
        assert dialog.make.isEnabled() == ("in all" in sentence)
    assert window.document.level == small_level()
    qtbot.keyClick(dialog.grid.across, Qt.Key.Key_Return)
    assert not window.document.stack.count()


def test_one_alone_is_no_array(qtbot: QtBot, window: MainWindow, dialog: ArrayDialog) -> None:
    """A single copy would be the element itself."""
    type_in(qtbot, dialog.grid.columns, "1")
    assert "2 or more" in dialog.outcome.text()
    assert not dialog.make.isEnabled()


def test_what_the_numbers_mean_can_change_without_moving_a_copy(
    qtbot: QtBot, window: MainWindow, dialog: ArrayDialog
) -> None:
    """Gaps become steps, steps a whole length."""
    before = corners(window)
    dialog.grid.spacing.setCurrentIndex(1)
    assert dialog.grid.across.number == 3.5
    assert corners(window) == before
    dialog.grid.spacing.setCurrentIndex(0)
    assert dialog.grid.across.number == 0.5
    dialog.ways.setCurrentIndex(1)
    assert corners(window) == before
    dialog.line.length_is.setCurrentIndex(1)
    assert dialog.line.length.number == 7.0
    assert corners(window) == before


def test_along_a_line(qtbot: QtBot, window: MainWindow, dialog: ArrayDialog) -> None:
    """Four copies over eight metres, straight down."""
    dialog.ways.setCurrentIndex(1)
    dialog.line.length_is.setCurrentIndex(1)
    type_in(qtbot, dialog.line.copies, "4")
    type_in(qtbot, dialog.line.length, "8")
    type_in(qtbot, dialog.line.angle, "-90")
    assert corners(window) == [(3, 3), (3, 1), (3, -1), (3, -3), (3, -5)]
    qtbot.keyClick(dialog.line.angle, Qt.Key.Key_Return)
    assert window.document.stack.undoText() == "Make 4 copies of table"


def test_arrows_turn_the_numbers(qtbot: QtBot, window: MainWindow, dialog: ArrayDialog) -> None:
    """Counts by one, spacing by the snap step."""
    qtbot.keyClick(dialog.grid.columns, Qt.Key.Key_Up)
    assert dialog.grid.columns.count == 4
    dialog.grid.across.setFocus()
    qtbot.keyClick(dialog.grid.across, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.grid.across, Qt.Key.Key_Down)
    assert dialog.grid.across.number == -0.5
    assert corners(window)[:2] == [(3, 3), (5.5, 3)]


def test_several_elements_together(qtbot: QtBot, window: MainWindow) -> None:
    """Their bounds count, and all are copied."""
    window.document.select(frozenset({CHEST, GUARD}))
    window.ask("array")
    dialog = window.findChild(ArrayDialog)
    assert dialog is not None
    assert dialog.make.text() == "Make 4 copies"
    dialog.make.click()
    assert window.document.stack.undoText() == "Make 4 copies of 2 elements"


def test_everything_has_a_name_for_screen_readers(dialog: ArrayDialog) -> None:
    """Fields and lists."""
    for page in (dialog.grid, dialog.line, dialog.ring):
        for widget in page.kept.values():
            assert widget.accessibleName() or widget.text()


def test_it_needs_something_selected(window: MainWindow) -> None:
    """The only selection may be an unfinished outline, which is gone when the dialog opens."""
    window.document.select(frozenset())
    for name in ("array", "rename"):
        window.ask(name)
        assert "Nothing is selected" in window.status.text.text()
    assert window.findChild(ArrayDialog) is None


def test_it_closes_when_a_step_is_taken_back(window: MainWindow, dialog: ArrayDialog) -> None:
    """Its preview was for a level that no longer exists."""
    dialog.reject()
    window.document.commit(delete(small_level(), [CHEST]))
    window.document.select(frozenset({TABLE}))
    window.ask("array")
    window.document.stack.undo()
    assert not any(found.isVisible() for found in window.findChildren(ArrayDialog))
    assert "The level changed. Array was closed." in window.status.text.text()
    assert window.document.level == small_level()
    window.document.select(frozenset())


def test_it_closes_when_another_level_arrives(window: MainWindow, dialog: ArrayDialog) -> None:
    """A file may be loaded while the user types; the preview wouldn't fit the new level."""
    theirs = delete(small_level(), [CHEST]).apply(small_level())
    window.files.replacing.emit(None)
    window.document.replace(theirs, "Reload the file")
    assert not dialog.isVisible()
    assert window.document.level == theirs
    assert window.document.stack.count() == 1
    window.document.stack.undo()


class TestRing:
    """Copies around a centre."""

    def test_about_the_pivot(self, window: MainWindow, qtbot: QtBot) -> None:
        """Copies are placed around the pivot and turned; the angle changes with its meaning."""
        window.document.select(frozenset({CHEST}))
        window.document.place_pivot((12.5, 1.5))
        window.ask("array")
        dialog = window.findChild(ArrayDialog)
        dialog.ways.setCurrentIndex(2)
        assert dialog.focusWidget() is dialog.ring.count
        type_in(qtbot, dialog.ring.count, "4")
        assert dialog.make.text() == "Make 3 copies"
        boxes = [bounds_of([named(window, f"chest_{n}")]) for n in (2, 3, 4)]
        assert boxes == [(12, 3, 13, 4), (10, 1, 11, 2), (12, -1, 13, 0)]
        dialog.ring.angle_is.setCurrentIndex(1)
        assert dialog.ring.angle.number == 90
        dialog.ring.angle_is.setCurrentIndex(0)
        assert dialog.ring.angle.number == 360
        dialog.reject()
        assert window.document.level == small_level()
        assert window.document.selection.pivot == (12.5, 1.5)

    def test_half_around_and_upright(self, qtbot: QtBot, window: MainWindow) -> None:
        """Part of a turn ends at its last copy; upright ones are moved alone."""
        window.document.select(frozenset({TABLE}))
        window.ask("array")
        dialog = window.findChild(ArrayDialog)
        dialog.ways.setCurrentIndex(2)
        for field, text in (
            (dialog.ring.count, "3"), (dialog.ring.angle, "180"),
            (dialog.ring.centre_x, "0"), (dialog.ring.centre_z, "4"),
        ):  # fmt: skip
            type_in(qtbot, field, text)
        dialog.ring.turns.click()
        assert [bounds_of([named(window, f"table_{n}")]) for n in (2, 3)] == [
            (-1.5, 7.5, 1.5, 9.5), (-6, 3, -3, 5),
        ]  # fmt: skip
        dialog.ring.angle_is.setCurrentIndex(1)
        type_in(qtbot, dialog.ring.angle, "180")
        assert "on top of each other" in dialog.outcome.text()
        dialog.reject()

    def test_the_centre_is_clicked(self, qtbot: QtBot, window: MainWindow, hand: Hand) -> None:
        """The dialog hides and returns; meanwhile the copies are outlined at the mouse."""
        window.document.select(frozenset({CHEST}))
        window.ask("array")
        dialog = window.findChild(ArrayDialog)
        dialog.ways.setCurrentIndex(2)
        dialog.ring.pick.click()
        assert not dialog.isVisible()
        assert window.document.level == small_level()
        hand.move((12.55, 1.52))
        assert len(window.canvas.gestures.preview().strokes) == 5
        assert "Click puts the centre at 12.50, 1.50." in window.canvas.gestures.hint()
        hand.click((12.55, 1.52))
        qtbot.waitUntil(dialog.isVisible)
        assert window.canvas.gestures.tool.name == "select"
        assert (dialog.ring.centre_x.number, dialog.ring.centre_z.number) == (12.5, 1.5)
        assert len(window.document.level.obstacles) == 7
        dialog.make.click()
        assert window.document.stack.undoText() == "Make 5 copies of chest"

    @pytest.mark.parametrize("how", ["escape", "tool", "undo"])
    def test_no_centre(self, qtbot: QtBot, window: MainWindow, hand: Hand, how: str) -> None:
        """The dialog returns with the old one."""
        window.document.select(frozenset({CHEST}))
        window.ask("array")
        dialog = window.findChild(ArrayDialog)
        dialog.ways.setCurrentIndex(2)
        before = (dialog.ring.centre_x.number, dialog.ring.centre_z.number)
        dialog.ring.pick.click()
        hand.move((5, 5))
        if how == "escape":
            hand.key(Qt.Key.Key_Escape)
        elif how == "undo":
            window.commands.table["undo"].trigger()
        else:
            window.commands.table["tool_door"].trigger()
        qtbot.waitUntil(dialog.isVisible)
        assert (dialog.ring.centre_x.number, dialog.ring.centre_z.number) == before
        dialog.reject()

    def test_the_level_changes_meanwhile(
        self, qtbot: QtBot, window: MainWindow, hand: Hand
    ) -> None:
        """The dialog closes, because its numbers applied to the old level."""
        window.document.select(frozenset({CHEST}))
        window.ask("array")
        dialog = window.findChild(ArrayDialog)
        dialog.ways.setCurrentIndex(2)
        dialog.ring.pick.click()
        window.commands.table["delete"].trigger()
        hand.click((5, 5))
        qtbot.waitUntil(lambda: window.findChild(ArrayDialog) is None)
        assert CHEST not in window.document.level.obstacles
        window.document.stack.undo()


class TestKept:
    """Arrays remember their numbers."""

    def test_the_next_array_begins_with_them(self, qtbot: QtBot, window: MainWindow) -> None:
        """It keeps mode, counts, spacing and its meaning, unless it was closed without copies."""
        for text, accepts in (("5", True), ("9", False)):
            window.document.select(frozenset({CHEST}))
            window.ask("array")
            dialog = window.findChild(ArrayDialog)
            dialog.ways.setCurrentIndex(1)
            dialog.line.length_is.setCurrentIndex(1)
            type_in(qtbot, dialog.line.copies, text)
            type_in(qtbot, dialog.line.length, "8")
            dialog.make.click() if accepts else dialog.reject()
            qtbot.waitUntil(lambda: window.findChild(ArrayDialog) is None)
        window.document.select(frozenset({TABLE}))
        window.ask("array")
        dialog = window.findChild(ArrayDialog)
        assert dialog.ways.currentIndex() == 1
        assert dialog.line.copies.count == 5
        assert (dialog.line.length_is.currentIndex(), dialog.line.length.number) == (1, 8.0)
        assert dialog.make.text() == "Make 5 copies"
        dialog.reject()

    @pytest.mark.parametrize(
        "stored",
        [
            "", "[]", "null", "{", '{"columns": 2.5, "way": 7, "spacing": -1, "across": 1e300}',
            '{"columns": "four", "rows": 0, "up": NaN, "way": 0.5}',
        ],
    )  # fmt: skip
    def test_a_file_may_hold_anything(self, window: MainWindow, stored: str) -> None:
        """Invalid values are ignored."""
        window.settings.store.setValue("numbers/array", stored)
        window.document.select(frozenset({TABLE}))
        window.ask("array")
        dialog = window.findChild(ArrayDialog)
        assert corners(window) == [(3, 3), (6.5, 3), (10, 3)]
        dialog.reject()

    @pytest.mark.parametrize("way", [0, 1])
    def test_tab_then_enter_in_the_last_field_makes_them(
        self, qtbot: QtBot, window: MainWindow, dialog: ArrayDialog, way: int
    ) -> None:
        """Tab leads to the button that Enter is for, not to Cancel."""
        dialog.activateWindow()
        dialog.ways.setCurrentIndex(way)
        last = (dialog.grid.up, dialog.line.angle)[way]
        type_in(qtbot, last, "2")
        qtbot.keyClick(last, Qt.Key.Key_Tab)
        assert dialog.focusWidget() is dialog.make
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
        assert window.document.stack.undoText() == "Make 2 copies of table"
