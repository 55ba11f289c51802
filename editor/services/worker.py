"""A background thread that runs tasks in order; results arrive on the window's thread.

Threads are daemons: a thread that hangs in reading from a dead network drive blocks neither the
next task, once the hanging task was abandoned, nor the end of the program.

Qt objects must be freed on the window's thread, and the callbacks of tasks hold many. The thread
therefore only handles plain numbers and a queue; tasks stay with the `Worker`, and the thread
releases a task before its end is announced.

Tasks must not connect signals in a call that keeps the global interpreter lock. Qt does so in
unexpected places (`QImageReader` while it detects a format), and waits there for the lock of a
receiver that the window's thread is deleting, which in turn waits for the interpreter: PySide calls
an override of `disconnectNotify`. Both deadlocked after 21,000 steps of a soak test.
"""

import math
import sys
import threading
import weakref
from array import array
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar, cast

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, Signal
from shiboken6 import isValid

from navcore.errors import Cancelled

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Result = TypeVar("Result")

SWITCH_SECONDS: Final = 0.0005
"""Longest time that a thread may keep the interpreter lock from the window, which needs it several
times a frame: with Python's 5 ms the longest frame while a level is read takes twice as long."""
END_SECONDS: Final = 5.0
"""Seconds that a shutdown waits for submitted tasks."""

Job: TypeAlias = "npt.NDArray[np.int64]"
"""Two numbers that both threads see: not 0 cancels; the progress."""


class Task(Generic[Result]):
    """Submitted work, and its result."""

    def __init__(
        self,
        work: Callable[[Job], Result],
        then: "Callable[[Task[Result]], None]",
        job: "Job | None",
    ) -> None:
        """`work` runs on the thread, `then` on the window's once it ended; not if abandoned."""
        # The home page begins without numpy: Python's own array has the same two numbers.
        self.job = cast("Job", array("q", (0, 0))) if job is None else job
        self.work, self.then = work, then
        self.abandoned = False
        self.over = threading.Event()
        """Set once no other thread holds the task any more."""
        self._result: Result | None = None
        self._error: BaseException | None = None

    @property
    def ended(self) -> bool:
        """True if the work has ended, successfully or not."""
        return self.over.is_set()

    @property
    def failed(self) -> bool:
        """True if the work has raised an exception, so far."""
        return self._error is not None

    @property
    def stopped(self) -> bool:
        """True if the work ended because it was cancelled."""
        return isinstance(self._error, Cancelled)

    @property
    def result(self) -> Result:
        """The result of the work, once it has ended.

        Raises:
            Cancelled: if it was cancelled.
            BaseException: the exception of the work.
        """
        if self._error is not None:
            raise self._error
        return cast(Result, self._result)

    def cancel(self) -> None:
        """Ask the work to stop where it can; `then` is called when it has ended."""
        self.job[0] = 1

    def refuse(self) -> None:
        """End it without doing anything."""
        self._error = Cancelled()
        self.over.set()

    def run(self) -> None:
        """Do the work, unless it was cancelled before; on the worker's thread."""
        try:
            self._result = self._run_work()
        except BaseException as error:  # noqa: BLE001 - raised again where the result is taken.
            self._error = error

    def _run_work(self) -> Result:
        if self.job[0]:
            raise Cancelled
        return self.work(self.job)

    def wait(self, seconds: float) -> bool:
        """Wait up to this time (infinite: to the end), and return whether the work ended."""
        return self.over.wait(None if math.isinf(seconds) else max(0.0, seconds))


class _Line:
    """State that the threads of a worker share with it: a queue of numbers, and no Qt."""

    def __init__(self, worker: int, name: str) -> None:
        """Start without a thread."""
        self.worker, self.name = worker, name
        self.changed = threading.Condition()
        self.waiting: deque[tuple[int, Task[object]]] = deque()
        self.running = 0
        """Number of the task that is worked on; 0 if none is."""
        self.thread: threading.Thread | None = None
        self.closed = False

    def begin(self) -> None:
        """Start a thread; an existing one is left to itself."""
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_SECONDS))
        self.thread = threading.Thread(target=self.work, name=self.name, daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Let the thread end once nothing waits."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()

    def work(self) -> None:
        """The life of a thread: until it is replaced, or all is done after the end."""
        me = threading.current_thread()
        while True:
            with self.changed:
                while not self.waiting:
                    if self.closed or self.thread is not me:
                        return
                    self.changed.wait()
                if self.thread is not me:
                    return
                number, task = self.waiting.popleft()
                self.running = number
            task.run()
            over = task.over
            del task
            over.set()
            with self.changed:
                if self.running == number:
                    self.running = 0
                self.changed.notify_all()
            with suppress(RuntimeError):  # The program is at its end.
                _Post.here.arrived.emit((self.worker, number))


class _Post(QObject):
    """Takes the numbers of tasks that ended to the window's thread; there is one."""

    arrived = Signal(object)
    here: "_Post"

    @staticmethod
    def open() -> None:
        """Begin to take them, unless that goes on already."""
        if not hasattr(_Post, "here") or not isValid(_Post.here):
            _Post.here = _Post(QCoreApplication.instance())
            _Post.here.arrived.connect(_deliver, Qt.ConnectionType.QueuedConnection)


_WORKERS: Final["weakref.WeakValueDictionary[int, Worker]"] = weakref.WeakValueDictionary()
"""All that live, by number."""
_NUMBERS: Final = count(1)


def _deliver(ended: tuple[int, int]) -> None:
    worker = _WORKERS.get(ended[0])
    if worker is not None:
        worker.deliver(ended[1])


def wait_for_all() -> None:
    """Return when no worker has anything to do; the window stays alive meanwhile."""
    while busy := [worker for worker in tuple(_WORKERS.values()) if worker.busy]:
        busy[0].wait()


class Worker:
    """Runs tasks in the order of submission, on a thread of this name.

    All methods are called on the window's thread.
    """

    def __init__(self, name: str) -> None:
        """The thread begins with the first task."""
        _Post.open()
        number = next(_NUMBERS)
        _WORKERS[number] = self
        self._line = _Line(number, name)
        self._tasks: dict[int, Task[object]] = {}
        """Submitted tasks that are not announced yet, and abandoned ones that are still running."""
        self._last = 0
        weakref.finalize(self, self._line.close)

    @property
    def busy(self) -> bool:
        """True if a task runs or waits, or its end is not announced yet."""
        return any(not task.abandoned for task in self._tasks.values())

    def submit(
        self,
        work: Callable[[Job], Result],
        then: Callable[[Task[Result]], None] | None = None,
        *,
        job: "Job | None" = None,
    ) -> Task[Result]:
        """Run this work; `then` is called on the window's thread, from its event loop.

        Exceptions from `then` are exceptions of the window's thread: the crash boundary handles
        them, as it handles exceptions of work without a `then`. After the shutdown nothing is run
        or called.
        """
        task = Task(work, then or _expect_success, job)
        line = self._line
        with line.changed:
            if line.closed:
                task.refuse()
                return task
            self._last += 1
            self._tasks[self._last] = cast("Task[object]", task)
            line.waiting.append((self._last, self._tasks[self._last]))
            if line.thread is None:
                line.begin()
            line.changed.notify_all()
        return task

    def finish(self, task: Task[Result], seconds: float) -> bool:
        """Wait so long for a task, and call its `then` here and now if it ended."""
        if not task.wait(seconds):
            return False
        for number, other in self._tasks.items():
            if other is task:
                self.deliver(number)
                break
        return True

    def abandon(self, task: Task[Result]) -> None:
        """Cancel a task and forget it at once: its `then` is not called.

        A thread that doesn't react is left to itself; the next task gets a new one.
        """
        task.cancel()
        task.abandoned = True
        line = self._line
        with line.changed:
            for number, waiting in tuple(line.waiting):
                if waiting is task:
                    line.waiting.remove((number, waiting))
                    task.refuse()
            if line.running and self._tasks.get(line.running) is task:
                line.running, line.thread = 0, None
                if line.waiting:
                    line.begin()
        self._tasks = {n: t for n, t in self._tasks.items() if not (t.abandoned and t.ended)}

    def wait(self) -> None:
        """Wait until everything is done and announced; the window stays alive meanwhile."""
        while self.busy:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def shutdown(self, seconds: float = END_SECONDS, *, drop: bool = False) -> bool:
        """Shut down: wait this long for submitted tasks; return whether all were done.

        `drop` cancels waiting and running tasks. No `then` is called any more.
        """
        until = monotonic() + seconds
        line = self._line
        with line.changed:
            line.closed = True
            if drop:
                for _, task in line.waiting:
                    task.refuse()
                line.waiting.clear()
                if line.running:
                    self._tasks[line.running].cancel()
            line.changed.notify_all()
            while line.running or line.waiting:
                if not line.changed.wait(max(0.0, until - monotonic())):
                    return False
        self._tasks.clear()
        return True

    def deliver(self, number: int) -> None:
        """Announce the end of a task, unless that was done."""
        task = self._tasks.pop(number, None)
        if task is not None and not (task.abandoned or self._line.closed):
            task.then(task)


def _expect_success(task: Task[Result]) -> None:
    with suppress(Cancelled):
        _ = task.result
