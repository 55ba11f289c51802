"""Background reading and writing of files that may be large or slow, one after the other.

Work that takes at most `patience` ends within the call. Longer work goes on while the window stays
usable; after a moment a notice shows its progress, with a button that cancels it. A cancelled or
replaced reading is dropped at once, even if it hangs; writings are done in the order of their
requests, and stop if nothing was changed.
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
"""Seconds that the window waits for a file before work continues in the background."""
SILENT_MS: Final = 150
"""Delay in milliseconds before progress is shown."""
EVERY_MS: Final = 100
"""Milliseconds between updates of the progress."""
WHOLE: Final = 1000
"""Final value of a job's counter."""


@dataclass(eq=False)
class _Entry:
    """One reading or writing, and its message."""

    sentence: str
    reads: bool
    task: Task[object] | None = None
    notice: Notice | None = None


class FileTasks(QObject):
    """Readings and writings of one window."""

    noticed = Signal(object)
    """A `Notice` with the running work and its progress."""
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
        """True if a file is read or written, or its result waits."""
        return bool(self._entries)

    @property
    def reading(self) -> bool:
        """True if a file is read."""
        return any(entry.reads for entry in self._entries)

    @property
    def writing(self) -> bool:
        """True if a file is written."""
        return any(not entry.reads for entry in self._entries)

    def read(
        self,
        sentence: str,
        work: Callable[[Job], Result],
        then: Callable[[Task[Result]], None],
        dropped: Callable[[], object] = lambda: None,
    ) -> bool:
        """Read instead of the present reading; return whether it is complete already.

        `sentence` describes the work. `then` is called at its end, or `dropped` if it was cancelled
        or replaced.
        """
        self.cancel()
        entry = _Entry(sentence, reads=True)
        self._dropped = dropped
        return self._start(self._reader, entry, work, then)

    def write(
        self, sentence: str, work: Callable[[Job], Result], then: Callable[[Task[Result]], None]
    ) -> bool:
        """Write after all earlier writings; return whether it is complete already."""
        return self._start(self._writer, _Entry(sentence, reads=False), work, then)

    def cancel(self) -> None:
        """Drop the present reading."""
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
            # A finished writing is always valid; a finished reading would replace the level.
            if here or not entry.reads or self._may_deliver():
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

    def _may_deliver(self) -> bool:
        """Return whether a result may be shown now, without ending a gesture or closing a popup."""
        open_over = QApplication.activeModalWidget() or QApplication.activePopupWidget()
        return open_over is None and self._may_take()

    def _take_arrived(self) -> None:
        while self._arrived and self._may_deliver():
            self._arrived.pop(0)()
        if not self._arrived:
            self._later.stop()

    def tell_now(self) -> None:
        """Show the running work; of several, the last requested one."""
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
