"""Long work beside the window that leaves it the interpreter's lock: short pieces, long rests.

A thread that works without a rest takes the lock whenever the window's thread lets it go for a
moment, dozens of times a frame, and keeps it for half a millisecond each time: backups of a level
with 4,000 painted blocks made frames of 7 ms take 50 to 120.
"""

import threading
from time import thread_time
from typing import Final

from navcore.errors import Cancelled
from navcore.formats.progress import Job

WORK_SECONDS: Final = 0.001
"""How long it works before it rests."""
RESTS: Final = 3.0
"""How long it rests, as a multiple of what it worked."""
SHORT_RESTS: Final = 1.0
"""The same for work that somebody waits for and that ends as soon as a drag begins."""


class Unhurried:
    """A job, as `navcore.formats.progress` describes them, that rests where it is looked at."""

    def __init__(self, job: Job, hurry: threading.Event, *, rests: float = RESTS) -> None:
        """The job of a task; while `hurry` is set it never rests. Called on the thread that works.

        It rests `rests` times as long as it worked.
        """
        self._job, self._hurry, self._rests = job, hurry, rests
        self._began = thread_time()
        """Seconds that the thread had worked when it last rested."""

    def __getitem__(self, index: int, /) -> int:
        """Rest, and answer one of the two numbers."""
        worked = thread_time() - self._began
        if worked > WORK_SECONDS:
            self._hurry.wait(self._rests * worked)
            self._began = thread_time()
        return self._job[index]

    def pause(self) -> None:
        """Rest if it is time to.

        Raises:
            Cancelled: if somebody asked to stop.
        """
        if self[0]:
            raise Cancelled

    def __setitem__(self, index: int, value: int, /) -> None:
        """Ask to stop, or say how much is done."""
        self._job[index] = value
