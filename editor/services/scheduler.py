"""Scheduler of background computations about the level: one at a time, on one thread.

Askers (`LiveAnswer`, `Latest`) return the work that they need now; the scheduler asks them in the
order of their ranks whenever the thread is free. During a drag, and for a moment after each change
of the level, only work is started that is expected to finish within a frame. Work about an outdated
level is cancelled, and waiting work is not started: only the newest question of each asker is
computed.

The thread works without pauses while nothing is painted. While frames are painted one after the
other (panning, playing, hovering) it pauses as long as it works, a millisecond at a time, because
the window's thread needs the global interpreter lock dozens of times a frame.
"""

import threading
from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final, NamedTuple, Protocol

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer

from editor.services.unhurried import SHORT_MOST, SHORT_RESTS, Unhurried
from editor.services.worker import Job, Task, Worker
from navcore.errors import Cancelled

QUIET_MS: Final = 50
"""Milliseconds without changes before long work is started."""
DRAG_MS: Final = 8.0
"""Work that is expected to take longer does not begin during a drag."""
FRAMES_MS: Final = 60
"""Frames are said to be painted until so long after the last one."""


class Rank(IntEnum):
    """Priorities: first marks of problems, then panels, then overlays.

    Widths come before panels: the rules have measured them already, and panels show them.
    """

    PROBLEMS = 0
    REASONS = 1
    WIDTHS = 2
    TESTS = 3
    DOORS = 4
    FIT = 5
    VISITED = 6
    COVERAGE = 7


class Work(NamedTuple):
    """A question that is ready to be worked on."""

    call: Callable[[Unhurried], Any]
    """Called on the thread; looks at its argument often, to rest and to be stopped."""
    done: Callable[[Task[Any]], None]
    """Called on the window's thread once it ended, well, badly or stopped."""
    is_wanted: Callable[[], bool]
    """Function that returns whether the answer is still of use."""
    ms: float
    """Expected duration in milliseconds."""


class Asker(Protocol):
    """Interface of objects with questions, of which only the newest counts."""

    rank: Rank

    def next_work(self) -> Work | None:
        """Return the work to do now; None if everything is known, or nothing is needed.

        The scheduler may ignore it, and asks again later.
        """
        ...


def _always() -> bool:
    return True


class Scheduler(QObject):
    """Shares one thread among all askers. All methods are called on the window's thread."""

    def __init__(self, name: str, may_begin: Callable[[], bool] = _always) -> None:
        """`name` names the thread; long work begins only while `may_begin` returns true."""
        super().__init__()
        self._may_begin = may_begin
        self._askers: list[Asker] = []
        self._worker = Worker(name)
        self._running: tuple[Asker, Work, Task[Any]] | None = None
        self._closed = self._is_taking = False
        self._nothing_painted = threading.Event()
        self._nothing_painted.set()
        self._soon = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._soon.timeout.connect(self.wake)
        self._frames = QTimer(self, singleShot=True, interval=FRAMES_MS)
        self._frames.timeout.connect(self._nothing_painted.set)

    def add(self, asker: Asker) -> None:
        """Add an asker."""
        self._askers = sorted([*self._askers, asker], key=lambda one: one.rank)

    def remove(self, asker: Asker) -> None:
        """Remove an asker, and drop its work."""
        self._askers = [one for one in self._askers if one is not asker]
        if self._running is not None and self._running[0] is asker:
            self._running[2].cancel()

    @property
    def is_calm(self) -> bool:
        """True if long work may begin."""
        return not self._soon.isActive() and self._may_begin()

    @property
    def may_begin(self) -> bool:
        """True if long work begins, at the latest after a moment of quiet."""
        return self._may_begin()

    def is_working_for(self, asker: Asker) -> bool:
        """Return whether the thread works on a question of this asker."""
        return self._running is not None and self._running[0] is asker

    def stir(self, _: object = None) -> None:
        """Drop outdated work after a change, and start again after a moment of quiet."""
        self.drop_stale()
        if self._may_begin():
            self._soon.start()
        else:
            # Whatever it waits for stirs once more when it is over.
            self._soon.stop()

    def drop_stale(self) -> None:
        """Cancel the running work if its answer is no longer needed, or soon will not be.

        Nothing may begin while the level is dragged or baked: the next world needs other answers.
        """
        if self._running is not None:
            _, work, task = self._running
            # Short work is shown anyway: otherwise a drag would never get an answer.
            if work.ms > DRAG_MS and not (self._may_begin() and work.is_wanted()):
                task.cancel()

    def wake(self) -> Task[Any] | None:
        """Begin what matters most of what may begin now; return it, None if nothing does."""
        if self._running is not None or self._is_taking or self._closed:
            return None
        is_calm = self.is_calm
        for asker in self._askers:
            work = asker.next_work()
            if work is not None and (is_calm or work.ms <= DRAG_MS):
                return self._begin(asker, work)
        return None

    def finish(self, task: Task[Any], seconds: float) -> bool:
        """Wait so long for the work that runs; return whether it ended."""
        return self._worker.finish(task, seconds)

    def painted(self) -> None:
        """A frame is or was painted: work rests meanwhile, and while one follows the other."""
        if self._running is not None:
            self._nothing_painted.clear()
            self._frames.start()

    def wait(self, is_busy: Callable[[], bool]) -> None:
        """Begin at once, and return when `is_busy` says no; the window stays alive meanwhile.

        Or when nothing may begin, as in a drag.
        """
        self._soon.stop()
        while is_busy() and not self._closed:
            if self.wake() is None and self._running is None:
                return
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            self._soon.stop()

    def shutdown(self) -> None:
        """Stop the thread; nothing is worked out any more."""
        self._closed = True
        self._soon.stop()
        self._frames.stop()
        self._nothing_painted.set()
        self._askers.clear()
        self._worker.shutdown(drop=True)

    def _begin(self, asker: Asker, work: Work) -> Task[Any]:
        hurry = self._nothing_painted

        def call(job: Job) -> Any:
            return work.call(Unhurried(job, hurry, rests=SHORT_RESTS, most=SHORT_MOST))

        task = self._worker.submit(call, self._take)
        self._running = (asker, work, task)
        return task

    def _take(self, task: Task[Any]) -> None:
        assert self._running is not None
        _, work, _ = self._running
        self._running = None
        # Listeners of the answer may request more work: ranks decide, not the order of requests.
        self._is_taking = True
        try:
            work.done(task)
        except Cancelled:
            pass
        finally:
            self._is_taking = False
            self.wake()
