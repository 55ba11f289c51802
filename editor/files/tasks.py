"""Files that may be large or slow are read and written beside the window, one after the other.

What is done within `patience` ends in the call that asked for it. What takes longer goes on while
the window lives; after a moment it says how far it is, with a button that cancels it. A reading
that is cancelled, or in whose place another is asked for, is forgotten at once, wherever it hangs;
writings are done in the order in which they were asked for, and stop where nothing was changed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from editor.files.prompts import Notice
from editor.services.worker import Job, Task, Worker
from navcore.i18n import tr

Result = TypeVar("Result")

PATIENCE: Final = 0.04
"""Seconds that the window waits for a file; what takes longer goes on beside it."""
SILENT_MS: Final = 150
"""After so long it is said what goes on."""
EVERY_MS: Final = 100
"""And this often how far it is."""
WHOLE: Final = 1000
"""What the counter of a job shows at the end."""


@dataclass(eq=False)
class _Entry:
    """One reading or writing, and what is said of it."""

    sentence: str
    reads: bool
    task: Task[object] | None = None
    notice: Notice | None = None


class FileTasks(QObject):
    """Readings and writings of one window."""

    noticed = Signal(object)
    """A `Notice` that says what goes on, and how far it is."""
    withdrawn = Signal(object)
    """The notice that is to be taken away, if it still stands."""
    patience: float = PATIENCE
    """Seconds that the window waits in the call; infinite: until it is done."""

    def __init__(self, may_take: Callable[[], bool] = lambda: True) -> None:
        """Results wait as long as `may_take` says no, or a dialog or menu is open."""
        super().__init__()
        self._may_take = may_take
        self._reader = Worker("reading")
        self._writer = Worker("writing")
        self._entries: list[_Entry] = []
        self._arrived: list[Callable[[], None]] = []
        self._silent = QTimer(self, singleShot=True, interval=SILENT_MS)
        self._silent.timeout.connect(self.tell_now)
        self._later = QTimer(self, interval=EVERY_MS // 2)
        self._later.timeout.connect(self._take_arrived)

    @property
    def busy(self) -> bool:
        """Whether something is read or written, or its result waits."""
        return bool(self._entries)

    @property
    def reading(self) -> bool:
        """Whether something is read."""
        return any(entry.reads for entry in self._entries)

    @property
    def writing(self) -> bool:
        """Whether something is written."""
        return any(not entry.reads for entry in self._entries)

    def read(
        self,
        sentence: str,
        work: Callable[[Job], Result],
        then: Callable[[Task[Result]], None],
        dropped: Callable[[], object] = lambda: None,
    ) -> bool:
        """Read in place of what is being read; whether it is done when this returns.

        `sentence` says what goes on. `then` is called once it is done, `dropped` instead if it
        was cancelled or something else is read.
        """
        self.cancel()
        entry = _Entry(sentence, reads=True)
        self._dropped = dropped
        return self._start(self._reader, entry, work, then)

    def write(
        self, sentence: str, work: Callable[[Job], Result], then: Callable[[Task[Result]], None]
    ) -> bool:
        """Write once all else is written; whether it is done when this returns."""
        return self._start(self._writer, _Entry(sentence, reads=False), work, then)

    def cancel(self) -> None:
        """Forget what is being read."""
        for entry in [entry for entry in self._entries if entry.reads]:
            if entry.task is not None:
                self._reader.abandon(entry.task)
            self._end(entry)
            self._dropped()

    def wait(self) -> None:
        """Return when nothing is read or written; the window stays alive meanwhile."""
        while self.busy:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def shutdown(self, seconds: float) -> bool:
        """End: readings are forgotten, writings awaited for so long; whether all were done."""
        self._silent.stop()
        self._later.stop()
        self._entries.clear()
        self._reader.shutdown(0.0, drop=True)
        return self._writer.shutdown(seconds)

    def _start(
        self,
        worker: Worker,
        entry: _Entry,
        work: Callable[[Job], Result],
        then: Callable[[Task[Result]], None],
    ) -> bool:
        here = True

        def arrive(task: Task[Result]) -> None:
            # What is written is true whatever is in hand; what was read takes the level away.
            if here or not entry.reads or self._may():
                self._finish(entry, task, then)
            else:
                self._arrived.append(lambda: self._finish(entry, task, then))
                self._later.start()

        self._entries.append(entry)
        task = worker.submit(work, arrive)
        entry.task = task  # type: ignore[assignment]
        done = worker.finish(task, self.patience)
        here = False
        if not done and not self._silent.isActive():
            self._silent.start(SILENT_MS)
        return done

    def _finish(
        self, entry: _Entry, task: Task[Result], then: Callable[[Task[Result]], None]
    ) -> None:
        if entry in self._entries:
            self._end(entry)
            then(task)

    def _end(self, entry: _Entry) -> None:
        self._entries.remove(entry)
        if entry.notice is not None:
            self.withdrawn.emit(entry.notice)
        if not self._entries:
            self._silent.stop()

    def _may(self) -> bool:
        """Whether nothing is in hand that a result would take away."""
        open_over = QApplication.activeModalWidget() or QApplication.activePopupWidget()
        return open_over is None and self._may_take()

    def _take_arrived(self) -> None:
        while self._arrived and self._may():
            self._arrived.pop(0)()
        if not self._arrived:
            self._later.stop()

    def tell_now(self) -> None:
        """Say what goes on, of several things the last that was asked for."""
        entry = self._entries[-1] if self._entries else None
        if entry is None or entry.task is None:
            return
        done = min(99, int(entry.task.job[1]) * 100 // WHOLE)
        give_up = self.cancel if entry.reads else entry.task.cancel
        buttons = ((tr("Cancel"), give_up),)
        text = f"{entry.sentence} {done} %" if done else entry.sentence
        if entry.notice is None or entry.notice.text != text:
            entry.notice = Notice(text, "info", buttons)
            self.noticed.emit(entry.notice)
        self._silent.start(EVERY_MS)
