"""An answer about the level that is kept up to date while somebody looks at it."""

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
    """Asks again whenever the question has become another one.

    An answer is taken in only while its question is that of now: no answer about a level that has
    changed since is ever shown as new.
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
        """Nothing is known yet.

        Args:
            scheduler: Says when it is worked out.
            rank: How much it matters.
            wanted: Returns what the answer is to be of, as things are now; None: nobody looks.
                Two that are equal have the same answer.
            work: Called on the thread; looks at its second argument often, see `Unhurried`.
            take: Called with the newest answer, or with what went wrong.
        """
        self.rank = rank
        self.known: Key | None = None
        """What the answer that was taken last is of."""
        self._scheduler, self._wanted = scheduler, wanted
        self._work, self._take = work, take
        scheduler.add(self)

    @property
    def is_stale(self) -> bool:
        """Whether somebody looks, and what is known is not of what is there now."""
        wanted = self._wanted()
        return wanted is not None and wanted != self.known

    @property
    def is_coming(self) -> bool:
        """Whether another answer will be known soon."""
        return self.is_stale and self._scheduler.may_begin

    @property
    def is_current(self) -> bool:
        """Whether somebody looks, and what is known is of what is there now."""
        wanted = self._wanted()
        return wanted is not None and wanted == self.known

    def look(self) -> None:
        """Somebody looks now, or at something else: work it out soon."""
        if self.is_stale:
            self._scheduler.stir()

    def forget(self) -> None:
        """Know nothing."""
        self.known = None

    def wait(self) -> None:
        """Return when it is current, or nobody looks; the window stays alive meanwhile."""
        self._scheduler.wait(lambda: self.is_stale)

    def next_work(self) -> Work | None:
        """Return what is to be worked out."""
        wanted = self._wanted()
        if wanted is None or wanted == self.known:
            return None
        key = wanted
        return Work(
            lambda job: self._work(key, job), lambda task: self._taken(key, task),
            lambda: self._wanted() == key, _LONG,
        )  # fmt: skip

    def _taken(self, key: Key, task: Task[Answer]) -> None:
        if task.stopped or self._wanted() != key:
            return
        # Known even if it went wrong: else the same would go wrong again and again.
        self.known = key
        self._take(key, task)
