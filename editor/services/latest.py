"""The newest answer to a frequently asked question, without long waits.

Answers to small questions are computed at once, others on a thread, when the scheduler allows it.
If an answer is expected soon, the window waits as long as a frame allows, otherwise the last answer
is shown. Of several questions only the newest is answered.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import thread_time
from typing import Final, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QObject, Signal

from editor.services.scheduler import Rank, Scheduler, Work
from editor.services.unhurried import Unhurried
from editor.services.worker import Task

Answer = TypeVar("Answer")
Key: TypeAlias = tuple[object, ...]
Pause: TypeAlias = Callable[[], None]
"""Called between pieces of work; may rest, and raise `Cancelled` to stop."""

SHORT_MS: Final = 6.0
"""Longest expected time of answers that the window waits for."""

WAIT_MS: Final = 4.0
"""Longest wait for the thread: the frame may contain another wait."""


class _Signals(QObject):
    """Qt's signals, which can't be members of a generic class."""

    arrived = Signal(object)


class Latest(Generic[Answer]):
    """Answers by key: keys are equal if each part is the same object or an equal number."""

    def __init__(
        self,
        ms_per_unit: float,
        scheduler: Scheduler,
        rank: Rank = Rank.PROBLEMS,
        *,
        short_ms: float = SHORT_MS,
    ) -> None:
        """`ms_per_unit` is the first guess at the cost; the rank counts among other askers."""
        self.short_ms = short_ms
        """Longest expected time of answers to wait for; infinite: never use the thread."""
        self.rank = rank
        self._signals = _Signals()
        self.arrived = self._signals.arrived
        """An answer came from the thread."""
        self._guess = self._rate = ms_per_unit
        self._scheduler = scheduler
        self._known: tuple[Key, Answer] | None = None
        self._forgotten = 0
        """Number of times that all answers were dropped."""
        self._next: _Question[Answer] | None = None
        """The last question until it is answered."""
        self._waits = False
        scheduler.add(self)

    @property
    def busy(self) -> bool:
        """True if an answer is still to come."""
        return self._next is not None or self._scheduler.is_working_for(self)

    @property
    def known(self) -> tuple[Key, Answer] | None:
        """The last answer that is known, with its key."""
        return self._known

    def ask(
        self, key: Key, work: Callable[[Pause], Answer], units: float
    ) -> tuple[Key, Answer] | None:
        """The answer with its key: of this one, or the last one known while this is worked out.

        `units` say how large the work is; it calls its argument now and then, which may raise to
        stop it.
        """
        if self._known is not None and _same(self._known[0], key):
            self._next = None
            return self._known
        if self._next is not None and _same(self._next.key, key):
            return self._known
        question = _Question(key, work, units)
        is_free = not self._scheduler.is_working_for(self)
        is_short = is_free and self._rate * units <= self.short_ms
        # The last answer says little of how long one takes that can use nothing of it.
        if is_short and self._guess * units <= self.short_ms:
            self._next = None
            self._known = (key, self._timed(question, nothing))
            return self._known
        self._next = question
        self._scheduler.drop_stale()
        task = self._scheduler.wake()
        if is_short and task is not None and self._scheduler.is_working_for(self):
            self._waits = True
            try:
                self._scheduler.finish(task, WAIT_MS / 1000)
            finally:
                self._waits = False
        return self._known

    def forget(self) -> None:
        """Keep no answer."""
        self._known = self._next = None
        self._forgotten += 1

    def wait(self) -> None:
        """Wait until everything is answered; the window stays alive meanwhile."""
        self._scheduler.wait(lambda: self.busy)

    def close(self) -> None:
        """Stop asking."""
        self.forget()
        self._scheduler.remove(self)

    def next_work(self) -> Work | None:
        """Return the newest question, unless it is answered."""
        question = self._next
        if question is None:
            return None

        def call(job: Unhurried) -> Answer:
            return self._timed(question, job.pause)

        forgotten = self._forgotten
        return Work(
            call, lambda task: self._take(question, task, forgotten),
            lambda: self._next is question, self._rate * question.units,
        )  # fmt: skip

    def _timed(self, question: "_Question[Answer]", pause: Pause) -> Answer:
        begun = thread_time()
        answer = question.work(pause)
        self._rate = (thread_time() - begun) * 1000 / max(1.0, question.units)
        return answer

    def _take(self, question: "_Question[Answer]", task: Task[Answer], forgotten: int) -> None:
        if self._next is question:
            self._next = None
        if task.stopped:
            return
        if forgotten == self._forgotten:
            self._known = (question.key, task.result)
        if not self._waits:
            self.arrived.emit(None)


@dataclass(frozen=True, slots=True, eq=False)
class _Question(Generic[Answer]):
    key: Key
    work: Callable[[Pause], Answer]
    units: float


def nothing() -> None:
    """Neither rest nor stop."""


def _same(one: Key, other: Key) -> bool:
    if len(one) != len(other):
        return False
    return all(a is b or (isinstance(a, float) and a == b) for a, b in zip(one, other, strict=True))
