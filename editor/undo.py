"""The undo stack: edits that can be taken back, within a bound of memory."""

from collections.abc import Callable
from typing import Final, TypeAlias

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from navcore.level.edit import Edit
from navcore.level.model import Element

MOST_BYTES: Final = 500_000_000
"""Most bytes of the undo stack; beyond that the older half of the steps is dropped.

A step costs some 2 kB and 112 bytes a corner: 250,000 ordinary ones fit, and 700 moves of an
outline of 5,000 corners.
"""
_STEP_BYTES: Final = 2000
_CORNER_BYTES: Final = 112

Step: TypeAlias = Callable[[Edit], None]
"""Applies an edit, or its inverse, to the level."""


class EditCommand(QUndoCommand):
    """An edit on the undo stack. Do and undo are the same: apply an edit."""

    def __init__(self, step: Step, edit: Edit, merge_key: int) -> None:
        """An edit that already holds in the level.

        Commands that follow each other with the same key over 0 become one.
        """
        super().__init__(edit.label)
        self._step = step
        self._edit = edit
        self._merge_key = merge_key
        self._already_applied = True

    @property
    def edit(self) -> Edit:
        """The edit of the command."""
        return self._edit

    @property
    def nbytes(self) -> int:
        """Approximate bytes of the step, without its `before`, which the previous step holds."""
        items = (after or self._edit.before[i] for i, after in self._edit.after.items())
        points = sum(len(item.points) for item in items if isinstance(item, Element))
        return _STEP_BYTES * len(self._edit.after) + _CORNER_BYTES * points

    def redo(self) -> None:
        """Apply the edit; the first call, from the push itself, finds it applied."""
        if self._already_applied:
            self._already_applied = False
            return
        self._step(self._edit)

    def undo(self) -> None:
        """Take the edit back."""
        self._step(self._edit.inverse())

    def id(self) -> int:
        """Return the key by which Qt finds commands to merge; -1 for none."""
        return self._merge_key or -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Become one with the command that follows; nothing is left of there and back."""
        if not isinstance(other, EditCommand):
            return False
        self._edit = self._edit.then(other.edit)
        self.setText(self._edit.label)
        self.setObsolete(not self._edit)
        return True


class UndoStack(QUndoStack):
    """Steps to undo and redo; the oldest are forgotten where all take too much memory."""

    def __init__(self, parent: QObject, step: Step) -> None:
        """Make an empty stack; `step` applies undone and redone edits."""
        super().__init__(parent)
        self._step = step
        self.forgotten = 0
        """Number of oldest steps that were dropped."""
        self._bytes = 0
        """Lower bound of the bytes of all steps."""

    def push_edit(self, edit: Edit, merge_key: int) -> None:
        """Add an edit that already holds in the level, as `EditCommand` takes it."""
        command = EditCommand(self._step, edit, merge_key)
        self._bytes += command.nbytes
        self.push(command)
        if self._bytes > MOST_BYTES:
            self._forget_steps()

    def begin_anew(self) -> None:
        """Drop all steps: another level is open."""
        self.clear()
        self.forgotten = self._bytes = 0

    def _forget_steps(self) -> None:
        """Drop the older half of the steps if they use too much memory.

        A `QUndoStack` can only drop steps from its top, so the others are pushed again.
        """
        steps = [self.command(number) for number in range(self.count())]
        kept: list[EditCommand] = []
        total, half = 0, 0
        for step in reversed(steps):
            assert isinstance(step, EditCommand)
            total += step.nbytes
            if total <= MOST_BYTES / 2 or not kept:
                kept.insert(0, step)
                half = total
        self._bytes = total
        if total <= MOST_BYTES:
            return
        dropped, clean = len(steps) - len(kept), self.cleanIndex()
        made = [EditCommand(self._step, step.edit, max(0, step.id())) for step in kept]
        blocked = self.blockSignals(True)
        self.clear()
        self.resetClean()
        for number, command in enumerate(made, dropped):
            if number == clean:
                self.setClean()
            self.push(command)
        self.blockSignals(blocked)
        self.forgotten += dropped
        self._bytes = half
        self.indexChanged.emit(self.index())
