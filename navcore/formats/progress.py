"""Progress of reading and writing large files, and the way to stop it.

A job is two numbers that another thread may look at and write to: not 0 in the first asks to
stop, the second says how much is done, of `WHOLE`.
"""

from typing import Final, Protocol

from navcore.errors import Cancelled


class Job(Protocol):
    """Two whole numbers, as an array of numpy's holds them."""

    def __getitem__(self, index: int, /) -> int:
        """Whether to stop, or how much is done."""

    def __setitem__(self, index: int, value: int, /) -> None:
        """Ask to stop, or say how much is done."""


WHOLE: Final = 1000
READ_SHARE: Final = 100
"""How much is done once the bytes of a file are read,"""
DECODED_SHARE: Final = 500
"""and once they are plain data; elements are the rest."""
WRITTEN_SHARE: Final = 500
"""How much is done once the text of a file is made; proving and storing it are the rest."""


def go_on(job: Job | None, begin: int, end: int, part: float) -> None:
    """Count a job up to a part, 0 to 1, of the way from `begin` to `end`.

    Raises:
        Cancelled: if somebody asked to stop.
    """
    if job is not None:
        if job[0]:
            raise Cancelled
        job[1] = max(job[1], begin + int((end - begin) * part))
