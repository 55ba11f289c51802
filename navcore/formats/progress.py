"""Progress of reading and writing large files, and cancelling them.

A job is two numbers that another thread may read and write: a first number other than 0 asks to
cancel, the second says how much is done, out of `WHOLE`.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Protocol, TypeVar

from navcore.errors import Cancelled

Item = TypeVar("Item")


class Job(Protocol):
    """Two integers, as a numpy array has them."""

    def __getitem__(self, index: int, /) -> int:
        """Return the request to cancel (0; true if work should stop), or the progress (1)."""

    def __setitem__(self, index: int, value: int, /) -> None:
        """Set the request to cancel (0), or the progress (1)."""


WHOLE: Final = 1000
READ_SHARE: Final = 100
"""Progress once the bytes of a file are read."""
DECODED_SHARE: Final = 500
"""and once they are plain data; elements are the rest."""
WRITTEN_SHARE: Final = 500
"""Progress once the text of a file is made; verifying and writing it are the rest."""


_LOOKED_AT_AFTER: Final = 100
"""Number of items that are walked over before a job is looked at."""


def go_on(job: Job | None, begin: int, end: int, part: float) -> None:
    """Set the progress of a job to a part, 0 to 1, of the range from `begin` to `end`.

    Raises:
        Cancelled: if the job was asked to cancel.
    """
    if job is not None:
        if job[0]:
            raise Cancelled
        job[1] = max(job[1], begin + int((end - begin) * part))


def looked_at(items: Iterable[Item], job: Job | None) -> Iterator[Item]:
    """Yield the items; the job, if any, is looked at now and then, so that it can rest or cancel.

    For work whose duration counts for nothing in the progress, but which must not keep the
    interpreter lock.

    Raises:
        Cancelled: if the job was asked to cancel.
    """
    if job is None:
        yield from items
        return
    for number, item in enumerate(items):
        if number % _LOOKED_AT_AFTER == 0 and job[0]:
            raise Cancelled
        yield item
