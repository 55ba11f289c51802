"""Saving: writes the level of the moment of the request to a file, on a worker thread.

Levels are immutable, so another thread can write one while it is being edited. The undo stack's
mark "saved" belongs to the written state: if writing outlasts the call, the mark is set when
writing begins, and later edits are unsaved changes. Saves that are requested meanwhile are queued.
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
    """The file has other contents than those last read from it or written to it."""


@dataclass(eq=False)
class Order:
    """One save."""

    path: Path
    level: Level
    known: str | None
    """Expected digest of the file before the save; None overwrites any contents."""
    was_clean: bool
    """True if the level had no unsaved changes before."""
    then: Callable[[], object]
    """Called once it is saved."""
    marked: bool = False
    """True if the undo stack's mark was set at the request instead of the end."""
    shown: bool = True
    """True if the document still shows this level, or a later edit of it."""
    digest: str = ""
    """Digest of the written contents."""


class Listener(Protocol):
    """Receives the results of saves."""

    def level_saved(self, order: Order) -> None:
        """The level lies in its file; the mark is to be set now, unless it was `marked`."""

    def level_not_saved(self, order: Order, error: NavcoreError) -> bool:
        """Handle a failed save, which left the file unchanged; return whether it is saved now."""


class Saving:
    """The saves of one document, one after the other."""

    def __init__(self, document: Document, tasks: FileTasks, listener: Listener) -> None:
        """Create the queue; `listener` receives the result of each save."""
        self._document, self._tasks, self._listener = document, tasks, listener
        self._running: Order | None = None
        self._waiting: deque[Order] = deque()
        self._again: Callable[[], object] | None = None

    @property
    def busy(self) -> bool:
        """True if a level is being saved."""
        return self._running is not None

    def save(self, path: Path, known: str | None, then: Callable[[], object]) -> bool:
        """Write the present level; return whether it is written already.

        `then` is called after success. The listener receives the result: `ChangedOnDisk` if the
        digest of the file is not `known`.
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
        """Another level is shown: saves that still run must not set its mark."""
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
        """Write the file on the writer's thread; return the digest of its contents."""
        if order.known is not None and digest_of(order.path) not in {order.known, ""}:
            raise ChangedOnDisk
        save_level(order.level, order.path, job=job)
        return digest_of(order.path)

    def _end(self, order: Order, task: Task[str]) -> bool:
        """Handle the end of a save on the window's thread; return whether it succeeded."""
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
