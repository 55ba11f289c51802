"""The array dialog: seen while it is typed, one step or none."""

from collections.abc import Iterator

import pytest
from hand import CTRL, Hand
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from small_level import CHEST, GUARD, TABLE, small_level

from editor.dialogs.array import ArrayDialog
from editor.shell.window import MainWindow
from navcore.level.operations import delete

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
    """Type in place of what stands there."""
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
    type_in(qtbot, dialog.columns, "4")
    type_in(qtbot, dialog.rows, "3")
    type_in(qtbot, dialog.up, "50 cm + 0.5")
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
    type_in(qtbot, dialog.columns, "2")
    qtbot.keyClick(dialog.columns, Qt.Key.Key_Return)
    assert window.document.stack.undoText() == "Make 1 copy of table"
    assert corners(window) == [(3, 3), (6.5, 3)]


@pytest.mark.parametrize("how", ["escape", "cancel", "close"])
def test_leaving_it_leaves_all_as_it_was(
    qtbot: QtBot, window: MainWindow, dialog: ArrayDialog, how: str
) -> None:
    """Level, undo stack and selection."""
    type_in(qtbot, dialog.columns, "7")
    if how == "escape":
        qtbot.keyClick(dialog.columns, Qt.Key.Key_Escape)
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
        (dialog.columns, "2.5", "Type a whole number, like 4."),
        (dialog.columns, "many", "can't be read"),
        (dialog.columns, "0", "Type a number from 1"),
        (dialog.columns, "5000", "1,000 copies can be made at a time."),
        (dialog.columns, "3", "3 in all"),
        (dialog.across, "-3", "on top of each other"),
    ):
        type_in(qtbot, field, text)
        assert sentence in dialog.outcome.text()
        assert dialog.make.isEnabled() == ("in all" in sentence)
    assert window.document.level == small_level()
    qtbot.keyClick(dialog.across, Qt.Key.Key_Return)
    assert not window.document.stack.count()


def test_one_alone_is_no_array(qtbot: QtBot, window: MainWindow, dialog: ArrayDialog) -> None:
    """What is there is there already."""
    type_in(qtbot, dialog.columns, "1")
    assert "2 or more" in dialog.outcome.text()
    assert not dialog.make.isEnabled()


def test_what_the_numbers_mean_can_change_without_moving_a_copy(
    qtbot: QtBot, window: MainWindow, dialog: ArrayDialog
) -> None:
    """Gaps become steps, steps a whole length."""
    before = corners(window)
    dialog.spacing.setCurrentIndex(1)
    assert dialog.across.number == 3.5
    assert corners(window) == before
    dialog.spacing.setCurrentIndex(0)
    assert dialog.across.number == 0.5
    dialog.ways.setCurrentIndex(1)
    assert corners(window) == before
    dialog.length_is.setCurrentIndex(1)
    assert dialog.length.number == 7.0
    assert corners(window) == before


def test_along_a_line(qtbot: QtBot, window: MainWindow, dialog: ArrayDialog) -> None:
    """Four copies over eight metres, straight down."""
    dialog.ways.setCurrentIndex(1)
    dialog.length_is.setCurrentIndex(1)
    type_in(qtbot, dialog.copies, "4")
    type_in(qtbot, dialog.length, "8")
    type_in(qtbot, dialog.angle, "-90")
    assert corners(window) == [(3, 3), (3, 1), (3, -1), (3, -3), (3, -5)]
    qtbot.keyClick(dialog.angle, Qt.Key.Key_Return)
    assert window.document.stack.undoText() == "Make 4 copies of table"


def test_arrows_turn_the_numbers(qtbot: QtBot, window: MainWindow, dialog: ArrayDialog) -> None:
    """Counts by one, spacing by the snap step."""
    qtbot.keyClick(dialog.columns, Qt.Key.Key_Up)
    assert dialog.columns.count == 4
    dialog.across.setFocus()
    qtbot.keyClick(dialog.across, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.across, Qt.Key.Key_Down)
    assert dialog.across.number == -0.5
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
    for widget in (*dialog.on_page[0], *dialog.on_page[1], dialog.spacing, dialog.length_is):
        assert widget.accessibleName()


def test_it_needs_something_selected(window: MainWindow) -> None:
    """What was unfinished may have been all of it, and is gone once the dialog is to open."""
    window.document.select(frozenset())
    for name in ("array", "rename"):
        window.ask(name)
        assert "Nothing is selected" in window.status.text.text()
    assert window.findChild(ArrayDialog) is None


def test_it_closes_when_another_level_arrives(window: MainWindow, dialog: ArrayDialog) -> None:
    """A file may be read while one types: what was previewed would not fit it any more."""
    theirs = delete(small_level(), [CHEST]).apply(small_level())
    window.files.replacing.emit(None)
    window.document.replace(theirs, "Reload the file")
    assert not dialog.isVisible()
    assert window.document.level == theirs
    assert window.document.stack.count() == 1
    window.document.stack.undo()
