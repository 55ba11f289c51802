"""Long background work that leaves the interpreter lock to the window: short work, long pauses.

A thread that works without pauses takes the lock whenever the window's thread releases it for a
moment, dozens of times a frame, and keeps it for half a millisecond each time: backups of a level
with 4,000 painted blocks made frames of 7 ms take 50 to 120.
"""

import math
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
SHORT_MOST: Final = 0.008
"""Longest of its pauses, seconds: about what the window's thread works for a frame.

Longer work between two looks is one call of a kernel, which leaves the lock to others anyway. With
a pause as long as the work the coverage of the town, a call of 100 ms, came 100 ms later.
"""


class Unhurried:
    """A job, as `navcore.formats.progress` describes them, that rests where it is looked at."""

    def __init__(
        self, job: Job, hurry: threading.Event, *, rests: float = RESTS, most: float = math.inf
    ) -> None:
        """Wrap the job of a task; while `hurry` is set it never pauses. Called on the thread.

        It pauses `rests` times as long as it worked, but at most `most` seconds.
        """
        self._job, self._hurry, self._rests, self._most = job, hurry, rests, most
        self._began = thread_time()
        """Seconds that the thread had worked when it last rested."""

    def __getitem__(self, index: int, /) -> int:
        """Pause if needed, and return one of the two numbers."""
        worked = thread_time() - self._began
        if worked > WORK_SECONDS:
            self._hurry.wait(min(self._most, self._rests * worked))
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
