"""The undo stack alone: applied edits, merged steps, discarded steps."""

import pytest
from PySide6.QtCore import QObject
from small_level import TABLE, small_level

import editor.undo
from editor.undo import EditCommand, UndoStack
from navcore.level.edit import Edit
from navcore.level.operations import move

AWAY = move(small_level(), [TABLE], (1.0, 0.0))


@pytest.fixture
def applied() -> list[Edit]:
    """Return the edits that the stack has applied."""
    return []


@pytest.fixture
def stack(qapp: QObject, applied: list[Edit]) -> UndoStack:
    """A stack of one step."""
    made = UndoStack(qapp, applied.append)
    made.push_edit(AWAY, 0)
    return made


def test_a_push_applies_nothing(stack: UndoStack, applied: list[Edit]) -> None:
    """The level has it already; undo and redo apply it."""
    assert applied == []
    stack.undo()
    stack.redo()
    assert applied == [AWAY.inverse(), AWAY]


def test_steps_of_one_key_become_one(stack: UndoStack, applied: list[Edit]) -> None:
    """There and back leaves nothing."""
    farther = move(AWAY.apply(small_level()), [TABLE], (1.0, 0.0))
    stack.push_edit(farther, 7)
    stack.push_edit(farther.inverse(), 7)
    assert stack.count() == 1
    stack.undo()
    assert applied == [AWAY.inverse()]


def test_the_older_half_is_forgotten(
    monkeypatch: pytest.MonkeyPatch, stack: UndoStack, applied: list[Edit]
) -> None:
    """Beyond the bound; another level begins with nothing."""
    monkeypatch.setattr(editor.undo, "MOST_BYTES", 4 * EditCommand(print, AWAY, 0).nbytes)
    for step in (AWAY.inverse(), AWAY, AWAY.inverse(), AWAY):
        stack.push_edit(step, 0)
    assert (stack.count(), stack.forgotten) == (2, 3)
    stack.undo()
    assert applied == [AWAY.inverse()]
    stack.begin_anew()
    assert (stack.count(), stack.forgotten) == (0, 0)
