"""Autosave: each edit is passed to the system at once, and is on the disk within a second.

Every finished edit becomes a line of a journal beside a snapshot of the level; during pauses, and
at the latest a minute after the first line, a new snapshot replaces the journal. Slow writing is
done on one worker thread. Saving and closing end the journal; snapshots remain.

Unfinished drags are not written, nor are actions on a run, which belong to no file.
"""

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from editor.document import Document
from editor.safety.backups import KEPT, fault_text, keep
from editor.safety.session_folder import Room
from editor.services.unhurried import Unhurried
from editor.services.worker import Task, Worker
from editor.tools.keys import key
from navcore.errors import NavcoreError
from navcore.formats.progress import Job
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Level

WAIT_SECONDS: Final = 5.0
"""Longest time that closing the program waits for the disk, seconds."""
MOST_AT_ONCE: Final = 100
"""Edits of more elements are written on the worker thread."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Delays of writing, milliseconds."""

    idle: int = 10_000
    """A snapshot is taken when nothing was done for so long,"""
    latest: int = 60_000
    """and at latest so long after the first edit since the last one."""
    sync: int = 500
    """Delay between an edit and its flush to the disk."""
    retry: int = 5_000
    """Delay between a failed backup and the next attempt."""


PACE = Pace()


class Autosave(QObject):
    """Keeps a backup of the document's level in a separate folder."""

    failed = Signal(object)
    """A sentence: backups can't be written, why, and what to do. Once until they can be again."""
    mended = Signal(object)
    """A sentence: they can be written again."""
    shared = Signal(object)
    """A sentence: another running program has the level open."""

    def __init__(
        self,
        document: Document,
        root: Path,
        describe: Callable[[], tuple[str, str]],
        pace: Pace | None = None,
    ) -> None:
        """Create the autosave; backups are written to folders in `root`.

        `describe` returns the level's name, and the digest of its file when it was last opened or
        saved.
        """
        super().__init__()
        pace = pace or PACE
        self._document, self._root, self._describe = document, root, describe
        self._level = document.drawing
        self._touched: set[int] = set()
        self._alone: Edit | None = None
        """The edit that touched all these, if it is one."""
        self._room: Room | None = None
        self._begun = False
        self._lines = 0
        """Edits since the last snapshot was requested."""
        self._begun_with = self._level
        self._broken = False
        self._closed = False
        self._last: Task[None] | None = None
        self._due: deque[Level] = deque(maxlen=KEPT)
        """Levels that fell due while a snapshot was written; they are as soon as it is done."""
        self._last_append: Task[None] | None = None
        """The last long line that was left to the worker."""
        self._running: list[Task[None]] = []
        self._hurry = threading.Event()
        """Set while the window waits for writing."""
        self._worker = Worker("autosave")
        self._idle = self._timer(pace.idle, self.snapshot)
        self._latest = self._timer(pace.latest, self.snapshot)
        self._sync = self._timer(pace.sync, self._send_to_disk)
        self._retry = self._timer(pace.retry, self._begin)
        document.drawn.connect(self._touch)
        document.settled.connect(self._record)
        document.stack.indexChanged.connect(self._record)
        document.stack.cleanChanged.connect(self._clean_changed)
        document.file_changed.connect(self._file_changed)
        self._hold_room()

    @property
    def folder(self) -> Path | None:
        """Folder of the open level's backups; None if there are none yet."""
        return self._room.folder if self._room else None

    @property
    def broken(self) -> bool:
        """True if backups can't be written now."""
        return self._broken

    def snapshot(self, _: object = None) -> None:
        """Write a snapshot of the level, which replaces the journal."""
        self._record()
        if self._begun and (self._lines or self._broken):
            self._begin()

    def flush(self) -> None:
        """Return when all that was done so far is on the disk, or can't be."""
        self._record()
        self._send_to_disk()
        until = monotonic() + WAIT_SECONDS
        self._hurry.set()
        while self._running and not self._closed:
            if not self._worker.finish(self._running[0], until - monotonic()):
                break
        self._hurry.clear()

    def leave(self) -> None:
        """End as if the program were killed: the next start offers the work."""
        if not self._closed:
            self.flush()
            self._end(None)

    def close(self) -> None:
        """Stop; unsaved changes were discarded by the user, and remain as a snapshot."""
        if not self._closed:
            self._record()
            self._end(self._finish)

    # Signals of the document.

    def _touch(self, edit: Edit) -> None:
        # A single edit since the last line is reused, because it may contain very many elements.
        self._alone = None if self._touched else edit
        self._touched |= edit.after.keys()

    def _record(self, _: object = None) -> None:
        """Write the changes since the last line, unless a drag is in progress."""
        if self._closed or not self._touched or self._document.dragging:
            return
        before, level = self._level, self._document.drawing
        alone, self._alone = self._alone, None
        if alone is not None:
            edit = Edit(alone.before, alone.after)
        else:
            edit = Edit.between(before, level, among=self._touched)
        self._touched.clear()
        self._level = level
        if not edit:
            return
        if not self._begun:
            self._level = before
            self._begin()
            self._level = level
        self._append(edit)
        self._idle.start()
        for timer in (self._latest, self._sync):
            if not timer.isActive():
                timer.start()

    def _clean_changed(self, clean: bool) -> None:
        """Begin a journal if the level differs from its file although nothing was edited."""
        if not (clean or self._closed or self._touched or self._begun):
            self._begin()

    def _file_changed(self, file: Path | None) -> None:
        """Finish the journal, because another level was opened, or this one was saved."""
        if self._closed:
            return
        self._finish()
        if self._room and (file is None or file != self._room.file):
            self._run(self._room.leave)
            self._room = None
        self._level = self._document.drawing
        self._touched.clear()
        self._alone = None
        self._hold_room()
        if file is not None and not self._document.stack.isClean():
            # The level was edited during the save.
            self._begin()

    # Writing.

    def _hold_room(self) -> None:
        """Take the folder of a level that has a file, so that other programs see it is open."""
        if self._document.path is None or self._room is not None:
            return
        with contextlib.suppress(OSError):  # Reported at the first edit, when it matters.
            self._room = Room(self._root, self._document.path)
            if self._room.shared:
                text = tr("{0} is open in another window of Waywright.")
                text += " " + tr("The last save replaces the other one.")
                self.shared.emit(text.format(self._document.path.name))

    def _begin(self) -> None:
        """Put the level down and begin a journal on it."""
        self._idle.stop()
        self._latest.stop()
        self._begun = True
        if self._room is not None and self._room.beginning:
            # The journal that it begins takes what comes meanwhile.
            self._due.append(self._level)
            return
        self._lines = 0
        try:
            if self._room is None:
                self._room = Room(self._root, self._document.path)
        except OSError as error:
            self._fail(error)
            return
        self._begun_with = self._level
        self._room.expect()
        self._last_append = None
        self._run_long(partial(self._room.begin, self._level, *self._describe()))

    def _append(self, edit: Edit) -> None:
        """Write a line: immediately if it is short and no longer line is waiting.

        It doesn't wait for the disk, because the worker may write a snapshot for seconds.
        """
        self._lines += 1
        room, last = self._room, self._last_append
        if self._broken or room is None:
            return
        short = len(edit.after) <= MOST_AT_ONCE and (last is None or last.ended)
        if room.note(edit, at_once=short):
            return
        if not short:
            self._last_append = self._run(partial(room.append, edit))
            return
        if any(task.failed for task in self._running):
            # `_take` will report the reason; this line could only say that there is no journal.
            return
        try:
            room.append(edit)
        except OSError as error:
            self._fail(error)

    def _send_to_disk(self) -> None:
        self._sync.stop()
        if self._room is not None and self._begun and not self._broken:
            self._run(self._room.sync)

    def _finish(self) -> None:
        """End the journal, if there is one; its result remains as a snapshot."""
        for timer in (self._idle, self._latest, self._sync, self._retry):
            timer.stop()
        if self._room and self._begun:
            self._put_down_due()
            self._run_long(partial(self._room.finish, self._level))
        self._begun = self._broken = False

    def _put_down_due(self) -> None:
        """Write the levels that are due, except for the open one, which follows."""
        if self._room is not None:
            for level in self._due:
                if level is not self._level:
                    self._run_long(partial(keep, self._root, self._room.folder, level))
        self._due.clear()

    def _end(self, last: Callable[[], None] | None) -> None:
        self._closed = True
        # The stack emits signals while it is deleted, when receivers may be gone.
        self._document.stack.indexChanged.disconnect(self._record)
        self._document.stack.cleanChanged.disconnect(self._clean_changed)
        if last is not None:
            last()
        if self._room is not None:
            self._run(self._room.leave)
        for timer in (self._idle, self._latest, self._sync, self._retry):
            timer.stop()
        self._hurry.set()
        self._worker.shutdown(WAIT_SECONDS)

    def _run(self, work: Callable[[], None]) -> Task[None]:
        return self._run_long(lambda _: work())

    def _run_long(self, work: Callable[[Job], None]) -> Task[None]:
        """Have this done, with rests where its job is looked at."""
        hurry = self._hurry
        self._last = self._worker.submit(lambda job: work(Unhurried(job, hurry)), self._take)
        self._running.append(self._last)
        return self._last

    def _take(self, task: Task[None]) -> None:
        """Handle the end or failure of a write on the window's thread."""
        if self._closed or task not in self._running:
            return
        self._running.remove(task)
        if self._due and self._room is not None and not self._room.beginning:
            self._put_down_due()
            self._begin()
        try:
            _ = task.result
        except (OSError, NavcoreError) as error:
            if self._begun:
                self._fail(error)
        else:
            if self._broken and task is self._last:
                self._mend()

    def _mend(self) -> None:
        """After the first successful snapshot, write another one if there were edits meanwhile."""
        if self._level is not self._begun_with:
            self._begin()
            return
        self._broken = False
        self._retry.stop()
        self.mended.emit(tr("Backups are written again."))

    def _fail(self, error: Exception) -> None:
        """Say it once, and try again and again."""
        self._retry.start()
        if not self._broken:
            self._broken = True
            text = tr("Backups can't be written: {0}. Save your work with {1}.")
            self.failed.emit(text.format(fault_text(error), key("save")))

    def _timer(self, milliseconds: int, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=milliseconds)
        timer.timeout.connect(act)
        return timer
