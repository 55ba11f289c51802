"""Saving: the level as it is when it is asked for goes to a file, beside the window.

Levels never change, so that another thread can write one while it is edited on. The mark of the
undo stack that says "saved" belongs to the state that is written: where writing outlasts the call,
the mark is set at its beginning, and edits from then on are unsaved changes. Saves that are asked
for meanwhile wait their turn.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from editor.document import Document
from editor.files.tasks import FileTasks
from editor.files.watch import digest_of
from editor.services.worker import Job, Task
from navcore.errors import NavcoreError
from navcore.formats import save_level
from navcore.i18n import tr
from navcore.level.model import Level


class ChangedOnDisk(NavcoreError):
    """The file holds something else than what was read from it or written to it last."""


@dataclass(eq=False)
class Order:
    """One save."""

    path: Path
    level: Level
    known: str | None
    """Digest of what the file should hold before; None writes over whatever it holds."""
    was_clean: bool
    """Whether the level lay in a file before."""
    then: Callable[[], object]
    """Called once it is saved."""
    marked: bool = False
    """Whether the undo stack's mark was set when it was asked for, not when it ended."""
    shown: bool = True
    """Whether the document still shows this level, or what became of it."""
    digest: str = ""
    """Of what was written."""


class Listener(Protocol):
    """Hears how saves end."""

    def level_saved(self, order: Order) -> None:
        """The level lies in its file; the mark is to be set now, unless it was `marked`."""

    def level_not_saved(self, order: Order, error: NavcoreError) -> bool:
        """It does not, and the file is as it was; whether what was done about it has saved it."""


class Saving:
    """The saves of one document, one after the other."""

    def __init__(self, document: Document, tasks: FileTasks, listener: Listener) -> None:
        """`listener` hears how each ends."""
        self._document, self._tasks, self._listener = document, tasks, listener
        self._running: Order | None = None
        self._waiting: deque[Order] = deque()
        self._again: Callable[[], object] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being saved."""
        return self._running is not None

    def save(self, path: Path, known: str | None, then: Callable[[], object]) -> bool:
        """Write the level as it is; whether it is written when this returns.

        `then` is called once it is. The listener is told how it ended: with `ChangedOnDisk` where
        the file does not hold what has the digest `known`.
        """
        stack = self._document.stack
        order = Order(path, self._document.drawing, known, stack.isClean(), then)
        if self.busy:
            self._mark(order)
            self._waiting.append(order)
            return False
        return self._run(order)

    def then(self, again: Callable[[], object]) -> None:
        """Call this, and nothing else, once all is saved; not if something is not."""
        self._again = again

    def forget(self) -> None:
        """Another level is shown: marks of saves that still run are not meant for it."""
        for order in (self._running, *self._waiting):
            if order is not None:
                order.shown = False
        self._again = None

    def _mark(self, order: Order) -> None:
        order.marked = True
        self._document.stack.setClean()

    def _run(self, order: Order) -> bool:
        self._running = order
        saved: list[bool] = []

        def end(task: Task[str]) -> None:
            saved.append(self._end(order, task))

        sentence = tr("Saving {0}…").format(order.path.name)
        if not self._tasks.write(sentence, lambda job: self._write(order, job), end):
            if not order.marked:
                self._mark(order)
            return False
        return saved[-1]

    def _write(self, order: Order, job: Job) -> str:
        """Runs on the writer's thread; the digest of what the file holds now."""
        if order.known is not None and digest_of(order.path) not in {order.known, ""}:
            raise ChangedOnDisk
        save_level(order.level, order.path, job=job)
        return digest_of(order.path)

    def _end(self, order: Order, task: Task[str]) -> bool:
        """On the window's thread; whether it is saved."""
        self._running = None
        try:
            order.digest = task.result
        except NavcoreError as error:
            if order.marked and order.shown and not order.was_clean:
                self._document.stack.resetClean()
            again, self._again = self._again, None
            saved = self._listener.level_not_saved(order, error)
            if saved or self.busy:
                self._again = again
        else:
            for later in self._waiting:
                if later.path == order.path and later.known is not None:
                    later.known = order.digest
            if order.shown:
                self._listener.level_saved(order)
                order.then()
            saved = True
        if self._waiting and not self.busy:
            self._run(self._waiting.popleft())
        elif not self.busy and self._again is not None:
            again, self._again = self._again, None
            again()
        return saved
