"""A thread that works beside the window, one task after the other; results arrive on the window's.

Threads are daemons: one that hangs in the read of a dead network drive holds up neither the next
task, once the one it hangs in was abandoned, nor the end of the program.
"""

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final, Generic, TypeVar, cast

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, Signal

from navcore.errors import Cancelled

Result = TypeVar("Result")

END_SECONDS: Final = 5.0
"""How long a shutdown waits for the tasks that were asked for."""

Job = npt.NDArray[np.int64]
"""Two numbers that both threads see: not 0 asks to stop; how much is done."""


class Task(Generic[Result]):
    """Work that was asked for, and what came of it."""

    def __init__(
        self, work: Callable[[Job], Result], then: "Callable[[Task[Result]], None]", job: Job | None
    ) -> None:
        """`work` runs on the thread, `then` on the window's once it ended; not if abandoned."""
        self.job: Job = np.zeros(2, np.int64) if job is None else job
        self.work, self.then = work, then
        self.abandoned = self.delivered = False
        self._ended = threading.Event()
        self._result: Result | None = None
        self._error: BaseException | None = None

    @property
    def ended(self) -> bool:
        """Whether the work is over, well or not."""
        return self._ended.is_set()

    @property
    def result(self) -> Result:
        """What the work has returned, once it ended.

        Raises:
            Cancelled: if it stopped because it was asked to.
            BaseException: what the work has raised.
        """
        if self._error is not None:
            raise self._error
        return cast(Result, self._result)

    def cancel(self) -> None:
        """Ask the work to stop where it can; `then` hears how it ended."""
        self.job[0] = 1

    def refuse(self) -> None:
        """End it without doing anything."""
        self._error = Cancelled()
        self._ended.set()

    def run(self) -> None:
        """Do the work, unless it was cancelled before; on the worker's thread."""
        try:
            self._result = self._worked()
        except BaseException as error:  # noqa: BLE001 - raised again where the result is taken.
            self._error = error
        self._ended.set()

    def _worked(self) -> Result:
        if self.job[0]:
            raise Cancelled
        return self.work(self.job)

    def wait(self, seconds: float | None) -> bool:
        """Whether the work ended within this time; None waits as long as it takes."""
        return self._ended.wait(seconds)


class Worker(QObject):
    """Runs tasks in the order in which they were asked for, on a thread of this name."""

    _ended = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        """The thread begins with the first task."""
        super().__init__(parent)
        self._name = name
        self._lock = threading.Condition()
        self._waiting: deque[Task[object]] = deque()
        self._thread: threading.Thread | None = None
        self._running: Task[object] | None = None
        self._closed = False
        self._ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a task runs or waits."""
        with self._lock:
            return self._running is not None or bool(self._waiting)

    def submit(
        self,
        work: Callable[[Job], Result],
        then: Callable[[Task[Result]], None] | None = None,
        *,
        job: Job | None = None,
    ) -> Task[Result]:
        """Have this done; `then` is called on the window's thread, from its event loop.

        What `then` lets through is an exception of the window's thread: the crash boundary
        takes it, as it takes what the work has raised where there is no `then`. After the
        shutdown nothing is done and nothing called.
        """
        task = Task(work, then or _expect_success, job)
        with self._lock:
            if not self._closed:
                self._waiting.append(cast("Task[object]", task))
                if self._thread is None:
                    self._begin()
                self._lock.notify_all()
            else:
                task.refuse()
        return task

    def finish(self, task: Task[Result], seconds: float | None) -> bool:
        """Wait so long for a task, and call its `then` here and now if it ended."""
        if not task.wait(seconds):
            return False
        self._deliver(task)
        return True

    def abandon(self, task: Task[Result]) -> None:
        """Ask a task to stop and forget it at once: its `then` is not called.

        A thread that doesn't hear it is left to itself; the next task gets a new one.
        """
        task.cancel()
        task.abandoned = True
        with self._lock:
            other = cast("Task[object]", task)
            if other in self._waiting:
                self._waiting.remove(other)
                task.refuse()
            elif other is self._running:
                self._running = self._thread = None
                if self._waiting:
                    self._begin()

    def wait(self) -> None:
        """Return when nothing runs or waits; the window stays alive meanwhile."""
        while self.busy:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        QCoreApplication.sendPostedEvents(self)

    def shutdown(self, seconds: float = END_SECONDS, *, drop: bool = False) -> bool:
        """End: wait so long for what was asked for; whether all was done.

        `drop` gives up what waits and asks what runs to stop. No `then` is called any more.
        """
        until = monotonic() + seconds
        with self._lock:
            self._closed = True
            if drop:
                for task in self._waiting:
                    task.refuse()
                self._waiting.clear()
                if self._running is not None:
                    self._running.cancel()
            self._lock.notify_all()
            while self._running is not None or self._waiting:
                if not self._lock.wait(max(0.0, until - monotonic())):
                    return False
        return True

    def _begin(self) -> None:
        self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        """The life of a thread: until it is replaced, or all is done after the shutdown."""
        me = threading.current_thread()
        while True:
            with self._lock:
                while not self._waiting:
                    if self._closed or self._thread is not me:
                        return
                    self._lock.wait()
                if self._thread is not me:
                    return
                task = self._running = self._waiting.popleft()
            task.run()
            with self._lock:
                if self._running is task:
                    self._running = None
                self._lock.notify_all()
            if not (self._closed or task.abandoned):
                with suppress(RuntimeError):  # Qt's half of this object may be gone.
                    self._ended.emit(task)
            del task

    def _deliver(self, task: Task[Result]) -> None:
        if not (task.delivered or task.abandoned or self._closed):
            task.delivered = True
            task.then(task)


def _expect_success(task: Task[Result]) -> None:
    with suppress(Cancelled):
        _ = task.result
