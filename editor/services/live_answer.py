"""An answer about the level that is kept up to date while it is needed."""

import math
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from editor.services.scheduler import Rank, Scheduler, Work
from editor.services.unhurried import Unhurried
from editor.services.worker import Task

Key = TypeVar("Key")
Answer = TypeVar("Answer")

_LONG: Final = math.inf


class LiveAnswer(Generic[Key, Answer]):
    """Asks again whenever the question changes.

    An answer is only accepted while its question is the present one: an answer about an outdated
    level is never shown as new.
    """

    def __init__(
        self,
        scheduler: Scheduler,
        rank: Rank,
        *,
        wanted: Callable[[], Key | None],
        work: Callable[[Key, Unhurried], Answer],
        take: Callable[[Key, Task[Answer]], None],
    ) -> None:
        """Start without an answer.

        Args:
            scheduler: Decides when to compute.
            rank: Priority of the question.
            wanted: Returns the present question; None if no answer is needed. Equal questions have
                equal answers.
            work: Called on the thread; checks its second argument often, see `Unhurried`.
            take: Called with the newest answer, or with the error.
        """
        self.rank = rank
        self.known: Key | None = None
        """Question of the last accepted answer."""
        self._scheduler, self._wanted = scheduler, wanted
        self._work, self._take = work, take
        scheduler.add(self)

    @property
    def is_stale(self) -> bool:
        """True if an answer is needed, and the known one is outdated."""
        wanted = self._wanted()
        return wanted is not None and wanted != self.known

    @property
    def is_coming(self) -> bool:
        """True if another answer will be known soon."""
        return self.is_stale and self._scheduler.may_begin

    @property
    def is_current(self) -> bool:
        """True if an answer is needed, and the known one is up to date."""
        wanted = self._wanted()
        return wanted is not None and wanted == self.known

    def look(self) -> None:
        """Start to compute soon if the question has changed."""
        if self.is_stale:
            self._scheduler.stir()

    def forget(self) -> None:
        """Know nothing."""
        self.known = None

    def wait(self) -> None:
        """Wait until it is current, or not needed; the window stays alive meanwhile."""
        self._scheduler.wait(lambda: self.is_stale)

    def next_work(self) -> Work | None:
        """Return the work for the present question; None if there is none."""
        wanted = self._wanted()
        if wanted is None or wanted == self.known:
            return None
        key = wanted
        return Work(
            lambda job: self._work(key, job), lambda task: self._take_if_current(key, task),
            lambda: self._wanted() == key, _LONG,
        )  # fmt: skip

    def _take_if_current(self, key: Key, task: Task[Answer]) -> None:
        if task.stopped or self._wanted() != key:
            return
        # Known even if it went wrong: else the same would go wrong again and again.
        self.known = key
        self._take(key, task)
