"""The newest answer to a question that is asked again and again, without waiting long for it.

Answers to small questions are worked out at once, others on a thread: where they are expected
soon the window waits for them as long as a frame can spare, else the last answer is shown. Of the
questions asked meanwhile only the newest is answered.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Final, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Signal

from editor.services.worker import Task, Worker

Answer = TypeVar("Answer")
Key: TypeAlias = tuple[object, ...]

SHORT_MS: Final = 6.0
"""Answers expected to take longer than this are not waited for."""

WAIT_MS: Final = 4.0
"""How long the window waits for the thread: another wait may be in the same frame."""


class _Signals(QObject):
    """Qt's signals can't stand in a generic class."""

    arrived = Signal(object)


class Latest(Generic[Answer]):
    """Answers by key: two keys are the same where each part is the same object or number."""

    def __init__(self, ms_per_unit: float, name: str, *, short_ms: float = SHORT_MS) -> None:
        """`ms_per_unit` is the first guess at the cost; `name` is that of the thread."""
        self.short_ms = short_ms
        """Answers expected to take longer are not waited for; infinite: none goes to the thread."""
        self._signals = _Signals()
        self.arrived = self._signals.arrived
        """An answer came from the thread."""
        self._guess = self._rate = ms_per_unit
        self._worker = Worker(name)
        self._known: tuple[Key, Answer] | None = None
        self._asked: Key = ()
        self._next: tuple[Key, Callable[[], Answer], float] | None = None
        self._busy = self._waits = False

    @property
    def busy(self) -> bool:
        """Whether the thread works on an answer."""
        return self._busy

    @property
    def known(self) -> tuple[Key, Answer] | None:
        """The last answer that is known, with its key."""
        return self._known

    def ask(self, key: Key, work: Callable[[], Answer], units: float) -> tuple[Key, Answer] | None:
        """The answer with its key: of this one, or the last one known while this is worked out.

        `units` say how large the work is.
        """
        if self._known is not None and _same(self._known[0], key):
            self._next = None
            return self._known
        if self._busy and _same(self._asked, key):
            return self._known
        is_short = not self._busy and self._rate * units <= self.short_ms
        # The last answer says little of how long one takes that can use nothing of it.
        if is_short and self._guess * units <= self.short_ms:
            self._known = (key, self._timed(work, units))
            return self._known
        self._next = (key, work, units)
        task = self._go_on()
        if is_short and task is not None:
            self._waits = True
            try:
                self._worker.finish(task, WAIT_MS / 1000)
            finally:
                self._waits = False
        return self._known

    def forget(self) -> None:
        """Keep no answer."""
        self._known = self._next = None
        self._asked = ()

    def wait(self) -> None:
        """Return when all that was asked is answered; the window stays alive meanwhile."""
        while self._busy:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def shutdown(self) -> None:
        """Stop the thread."""
        self._worker.shutdown()

    def _go_on(self) -> Task[Answer] | None:
        if self._busy or self._next is None:
            return None
        (key, work, units), self._next = self._next, None
        self._asked, self._busy = key, True
        return self._worker.submit(
            lambda _: self._timed(work, units), lambda task: self._take(key, task)
        )

    def _timed(self, work: Callable[[], Answer], units: float) -> Answer:
        begun = perf_counter()
        answer = work()
        self._rate = (perf_counter() - begun) * 1000 / max(1.0, units)
        return answer

    def _take(self, key: Key, task: Task[Answer]) -> None:
        self._busy = False
        if _same(key, self._asked):
            self._known = (key, task.result)
        self._go_on()
        if not self._waits:
            self.arrived.emit(None)


def _same(one: Key, other: Key) -> bool:
    if len(one) != len(other):
        return False
    return all(a is b or (isinstance(a, float) and a == b) for a, b in zip(one, other, strict=True))
