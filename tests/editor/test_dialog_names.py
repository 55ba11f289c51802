"""Rename many, find and replace in names: a live preview, and one undo step or none."""

from typing import TypeVar

from hand import Hand
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, YARD

from editor.dialogs.find_names import FindNamesDialog
from editor.dialogs.name_list import ARROW
from editor.dialogs.naming import MANY, NamingDialog
from editor.dialogs.rename import RenameDialog
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Obstacle
from navcore.level.operations import bounds_of

D = TypeVar("D", bound=NamingDialog)


def ask(window: MainWindow, name: str, kind: type[D], *ids: int) -> D:
    """Open a dialog about these elements."""
    window.document.select(frozenset(ids))
    window.commands.table[name].trigger()
    (found,) = (dialog for dialog in window.findChildren(kind) if dialog.isVisible())
    return found


def lines(dialog: NamingDialog) -> list[str]:
    """Return the lines of the list."""
    model = dialog.names.names
    return [
        " ".join(str(model.index(row, column).data()) for column in range(3))
        for row in range(model.rowCount())
    ]


def name_of(window: MainWindow, element_id: int) -> str:
    """Return the current name of an element."""
    return window.document.level.element(element_id).name


def test_f2_with_several_asks_for_a_pattern(window: MainWindow) -> None:
    """Numbers follow the reading order, with a preview, in one step."""
    window.activateWindow()
    window.document.select(frozenset({TABLE, CHEST, GUARD}))
    window.canvas.setFocus()
    Hand(window.canvas).key(Qt.Key.Key_F2)
    (dialog,) = window.findChildren(RenameDialog)
    assert dialog.headline.text() == "Rename 3 elements"
    dialog.pattern.setText("thing_##")
    assert lines(dialog) == [
        f"table {ARROW} thing_01", f"guard {ARROW} thing_02", f"chest {ARROW} thing_03",
    ]  # fmt: skip
    assert name_of(window, TABLE) == "thing_01"
    assert window.document.stack.count() == 0
    QTest.keyClick(dialog.pattern, Qt.Key.Key_Return)
    assert window.document.stack.count() == 1
    assert window.document.stack.undoText() == "Rename 3 elements"
    assert window.focusWidget() is window.canvas
    window.document.stack.undo()
    assert [name_of(window, i) for i in (TABLE, CHEST, GUARD)] == ["table", "chest", "guard"]


def test_f2_with_one_edits_its_name_in_the_outline(qtbot: QtBot, window: MainWindow) -> None:
    """All lists work like that."""
    window.activateWindow()
    window.document.select(frozenset({TABLE}))
    window.commands.table["rename"].trigger()
    assert not window.findChildren(RenameDialog)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert window.panels["outline"].isAncestorOf(field)
    field.setText("desk")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: name_of(window, TABLE) == "desk")


def test_cancelling_leaves_the_names(window: MainWindow) -> None:
    """Undo, redo and the saved mark stay, too."""
    dialog = ask(window, "rename_many", RenameDialog, TABLE, CHEST)
    dialog.pattern.setText("x_#")
    assert name_of(window, TABLE) == "x_1"
    dialog.cancel.click()
    assert name_of(window, TABLE) == "table"
    assert window.document.stack.count() == 0
    assert not window.document.dragging


def test_the_first_number_and_the_order_are_chosen(window: MainWindow) -> None:
    """It is from left to right and top to bottom, or the drawing order."""
    dialog = ask(window, "rename_many", RenameDialog, TABLE, COOK, GUARD)
    dialog.pattern.setText("#")
    dialog.first.setText("7")
    assert lines(dialog) == [f"table {ARROW} 7", f"guard {ARROW} 8", f"cook {ARROW} 9"]
    dialog.by_place.setChecked(False)
    assert lines(dialog) == [f"table {ARROW} 7", f"guard {ARROW} 8", f"cook {ARROW} 9"]
    dialog.reject()
    dialog = ask(window, "rename_many", RenameDialog, HALL, GATE, YARD)
    dialog.pattern.setText("room_#")
    by_place = lines(dialog)
    dialog.by_place.setChecked(False)
    assert by_place == [f"hall {ARROW} room_1", f"gate {ARROW} room_2", f"yard {ARROW} room_3"]
    assert lines(dialog) == [
        f"hall {ARROW} room_1", f"yard {ARROW} room_2", f"gate {ARROW} room_3",
    ]  # fmt: skip
    dialog.reject()


def test_what_can_not_be_numbered_is_said(window: MainWindow) -> None:
    """The button is disabled, and the canvas shows the present names."""
    dialog = ask(window, "rename_many", RenameDialog, TABLE, CHEST)
    for pattern, first, sentence in (
        ("table", "1", "Type # or ## where the number goes, like table_##."),
        ("", "1", "Type # or ## where the number goes, like table_##."),
        ("a_#", "-1", "Type a first number of 0 or more."),
        ("a_#", "one", "Type a first number of 0 or more."),
        ("a_#", "", "Type a first number of 0 or more."),
    ):
        dialog.pattern.setText("b_#")
        dialog.first.setText(first)
        dialog.pattern.setText(pattern)
        assert dialog.outcome.text() == sentence
        assert dialog.outcome.objectName() == "fault"
        assert not dialog.make.isEnabled()
        assert name_of(window, TABLE) == "table"
        assert lines(dialog) == []
    dialog.reject()


def test_a_name_that_another_area_has_is_marked(window: MainWindow) -> None:
    """Among those that are renamed only the names at the end count."""
    window.document.select(frozenset({GATE}))
    dialog = ask(window, "find_names", FindNamesDialog)
    dialog.sought.setText("hall")
    dialog.replacement.setText("room_2")
    dialog.make.click()
    dialog = ask(window, "rename_many", RenameDialog, YARD, GATE)
    dialog.pattern.setText("room_#")
    assert dialog.outcome.text() == "Another area is named room_2. Names of areas must differ."
    assert not dialog.make.isEnabled()
    model = dialog.names.names
    assert [line.fault != "" for line in model.lines] == [False, True]
    assert "Another area" in str(model.index(1, 2).data(Qt.ItemDataRole.ToolTipRole))
    assert "Another area" in str(model.index(1, 2).data(Qt.ItemDataRole.AccessibleTextRole))
    dialog.first.setText("3")
    assert dialog.make.isEnabled()
    dialog.reject()


def test_a_name_that_something_else_has_too_is_told(window: MainWindow) -> None:
    """Obstacles may share names, and one wants to know."""
    dialog = ask(window, "find_names", FindNamesDialog)
    dialog.sought.setText("cook")
    dialog.replacement.setText("a_1")
    dialog.make.click()
    dialog = ask(window, "rename_many", RenameDialog, TABLE, CHEST)
    dialog.pattern.setText("a_#")
    assert dialog.outcome.text() == "Another element is named a_1, too."
    assert dialog.outcome.objectName() == "label"
    assert dialog.make.isEnabled()
    dialog.reject()


def test_names_are_found_and_replaced_in_the_whole_level(window: MainWindow) -> None:
    """Listed and counted while one types; one step."""
    dialog = ask(window, "find_names", FindNamesDialog)
    assert not dialog.in_selection.isEnabled()
    assert not dialog.make.isEnabled()
    assert dialog.outcome.text() == "Type a part of a name."
    dialog.sought.setText("A")
    dialog.replacement.setText("o")
    assert lines(dialog) == [
        f"hall {ARROW} holl", f"yard {ARROW} yord", f"gate {ARROW} gote",
        f"table {ARROW} toble", f"guard {ARROW} guord",
    ]  # fmt: skip
    assert dialog.outcome.text() == "5 names change."
    dialog.match_case.setChecked(True)
    assert dialog.outcome.text() == 'No name contains "A".'
    assert not dialog.make.isEnabled()
    dialog.match_case.setChecked(False)
    dialog.make.click()
    assert window.document.stack.count() == 1
    assert window.document.stack.undoText() == "Rename 5 elements"
    assert name_of(window, GUARD) == "guord"


def test_only_the_selection_is_searched(window: MainWindow) -> None:
    """It is chosen from the start when several are selected."""
    dialog = ask(window, "find_names", FindNamesDialog, TABLE, CHEST)
    assert dialog.in_selection.isChecked()
    dialog.sought.setText("a")
    assert lines(dialog) == [f"table {ARROW} tble"]
    assert dialog.outcome.text() == "1 name changes."
    dialog.in_selection.setChecked(False)
    assert len(lines(dialog)) == 5
    dialog.reject()
    assert name_of(window, HALL) == "hall"


def test_replacing_that_would_give_areas_one_name_is_refused(window: MainWindow) -> None:
    """So is leaving it without a name."""
    dialog = ask(window, "find_names", FindNamesDialog)
    dialog.sought.setText("hall")
    dialog.replacement.setText("yard")
    assert dialog.outcome.text() == "Another area is named yard. Names of areas must differ."
    dialog.replacement.setText("")
    assert dialog.outcome.text() == "An area needs a name."
    assert lines(dialog) == [f"hall {ARROW} no name"]
    assert not dialog.make.isEnabled()
    dialog.reject()


def test_the_actions_stand_when_they_make_sense(window: MainWindow) -> None:
    """Rename needs something selected, Rename many several."""
    table = window.commands.table
    for ids, one, many in (
        ((), False, False),
        ((TABLE,), True, False),
        ((TABLE, HALL), True, True),
    ):
        window.document.select(frozenset(ids))
        assert (table["rename"].isEnabled(), table["rename_many"].isEnabled()) == (one, many)
    assert table["find_names"].isEnabled()


def test_the_pattern_is_taken_as_it_is_typed(window: MainWindow) -> None:
    """Typing replaces the whole proposed pattern, with its number."""
    dialog = ask(window, "rename_many", RenameDialog, TABLE, CHEST)
    assert dialog.pattern.text().endswith("_##")
    QTest.keyClicks(dialog.pattern, "stall-#b")
    assert dialog.pattern.text() == "stall-#b"
    assert [line.split()[-1] for line in lines(dialog)] == ["stall-1b", "stall-2b"]
    dialog.reject()


def test_names_of_many_close_when_another_level_arrives(window: MainWindow) -> None:
    """Also before they are shown on the canvas."""
    level = window.document.level
    crates = [
        Obstacle(id=n, name=f"crate_{n}", polygon=((n, 50), (n + 0.5, 50), (n, 51)))
        for n in range(1000, 1002 + MANY)
    ]
    window.document.commit(Edit.put(level, crates))
    dialog = ask(window, "rename_many", RenameDialog, *(crate.id for crate in crates))
    window.files.replacing.emit(None)
    window.document.replace(level, "Reload the file")
    assert not dialog.isVisible()
    assert window.document.level == level


def test_names_of_many_close_when_one_of_them_is_gone(window: MainWindow) -> None:
    """If an undo removes an element meanwhile, the preview wouldn't fit the level any more."""
    level = window.document.level
    crates = [
        Obstacle(id=n, name=f"crate_{n}", polygon=((n, 50), (n + 0.5, 50), (n, 51)))
        for n in range(1000, 1002)
    ]
    window.document.commit(Edit.put(level, crates))
    for name, kind in (("rename_many", RenameDialog), ("find_names", FindNamesDialog)):
        dialog = ask(window, name, kind, *(crate.id for crate in crates))
        if isinstance(dialog, FindNamesDialog):
            dialog.sought.setText("crate")
        window.document.stack.undo()
        assert not dialog.isVisible()
        assert "The level changed" in window.status.text.text()
        assert window.document.level == level
        window.document.stack.redo()


def test_number_in_a_field_is_set_before_a_dialog_opens(window: MainWindow) -> None:
    """Set later, it would not fit the names that the dialog previews."""
    window.activateWindow()
    window.document.select(frozenset({TABLE, CHEST}))
    field = window.panels["properties"].controls["centre_x"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "20")
    dialog = ask(window, "rename_many", RenameDialog, TABLE, CHEST)
    assert window.document.stack.count() == 1
    dialog.pattern.setText("thing_##")
    dialog.make.click()
    assert window.document.stack.count() == 2
    moved = [window.document.level.element(element_id) for element_id in (TABLE, CHEST)]
    assert {element.name for element in moved} == {"thing_01", "thing_02"}
    assert sum(bounds_of(moved)[::2]) / 2 == 20
