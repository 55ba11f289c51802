"""Long background work that leaves the interpreter lock to the window: short work, long pauses.

A thread that works without pauses takes the lock whenever the window's thread releases it for a
moment, dozens of times a frame, and keeps it for half a millisecond each time: backups of a level
with 4,000 painted blocks made frames of 7 ms take 50 to 120.
"""

import threading
from time import thread_time
from typing import Final

from navcore.errors import Cancelled
from navcore.formats.progress import Job

WORK_SECONDS: Final = 0.001
"""Duration of work before a pause."""
RESTS: Final = 3.0
"""Duration of a pause, as a multiple of the work before it."""
SHORT_RESTS: Final = 1.0
"""The same for awaited work that ends as soon as a drag begins."""


class Unhurried:
    """A job, as `navcore.formats.progress` describes them, that rests where it is looked at."""

    def __init__(self, job: Job, hurry: threading.Event, *, rests: float = RESTS) -> None:
        """Wrap the job of a task; while `hurry` is set it never pauses. Called on the thread.

        It pauses `rests` times as long as it worked.
        """
        self._job, self._hurry, self._rests = job, hurry, rests
        self._began = thread_time()
        """Seconds that the thread had worked when it last rested."""

    def __getitem__(self, index: int, /) -> int:
        """Pause if needed, and return one of the two numbers."""
        worked = thread_time() - self._began
        if worked > WORK_SECONDS:
            self._hurry.wait(self._rests * worked)
            self._began = thread_time()
        return self._job[index]

    def pause(self) -> None:
        """Pause if needed.

        Raises:
            Cancelled: if the work was cancelled.
        """
        if self[0]:
            raise Cancelled

    def __setitem__(self, index: int, value: int, /) -> None:
        """Set the cancellation, or the progress."""
        self._job[index] = value
