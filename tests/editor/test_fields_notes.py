"""Fields that offer words, and notes of several lines."""

from fields_stage import Stage, undo_override
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.look.fields import (
    Field,
    NoteField,
    Refused,
)


def test_words_are_offered_and_taken_with_enter(qtbot: QtBot) -> None:
    """Down chooses one, Enter commits it."""
    stage = Stage(qtbot, Field())
    stage.field.offer(lambda: ["Inn/Kitchen", "Inn", "Yard"])
    stage.field.show_value("")
    stage.other.setFocus()
    stage.field.setFocus()
    qtbot.keyClicks(stage.field, "kit")
    popup = stage.field.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    assert stage.field.text() == "Inn/Kitchen"
    assert stage.field.touched
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert stage.taken == ["Inn/Kitchen"]
    assert not popup.isVisible()


def note(qtbot: QtBot) -> tuple[Stage, NoteField]:
    """A field for a note."""
    field = NoteField()
    return Stage(qtbot, field), field


def test_a_note_grows_to_four_lines(qtbot: QtBot) -> None:
    """One line at first; the fifth scrolls."""
    _stage, field = note(qtbot)
    heights = []
    for lines in range(1, 6):
        field.show_value("\n".join("a" * lines))
        heights.append(field.height())
    assert heights[0] < heights[1] < heights[2] < heights[3] == heights[4]


def test_enter_begins_a_line_and_ctrl_enter_commits_the_note(qtbot: QtBot) -> None:
    """Leaving does too, Esc takes back."""
    stage, field = note(qtbot)
    qtbot.keyClicks(field, "one")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClicks(field, "two")
    assert stage.taken == []
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert stage.taken == ["one\ntwo"]
    assert len(stage.left) == 1
    qtbot.keyClicks(field, "three")
    assert undo_override(field)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.toPlainText() == "one\ntwo"
    assert not undo_override(field)
    field.selectAll()
    qtbot.keyClicks(field, "other")
    stage.other.setFocus()
    assert stage.taken == ["one\ntwo", "other"]


def test_several_notes_are_a_hint(qtbot: QtBot) -> None:
    """And typing is not overwritten."""
    _stage, field = note(qtbot)
    field.set_hint("Write a note")
    field.show_mixed()
    assert field.placeholderText() == "several values"
    field.show_value("")
    assert field.placeholderText() == "Write a note"
    qtbot.keyClicks(field, "mine")
    field.show_value("theirs")
    assert field.toPlainText() == "mine"


def test_a_refused_note_is_marked_and_then_gives_way(qtbot: QtBot) -> None:
    """All other fields do the same."""
    stage, field = note(qtbot)

    def refuse(value: object) -> None:
        """Refuse."""
        message = "This note is too long."
        raise Refused(message)

    field.take = refuse
    qtbot.keyClicks(field, "long")
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert field.property("invalid")
    assert stage.refused == ["This note is too long."]
    stage.other.setFocus()
    assert field.toPlainText() == ""
    assert not field.property("invalid")
