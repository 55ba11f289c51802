"""Reading a level's file beside the window."""

from pathlib import Path
from typing import NamedTuple

from editor.services.watch import digest_of
from editor.services.worker import Job
from navcore.formats import Opened, open_file
from navcore.formats.atomic import remove_leftovers


class LevelFile(NamedTuple):
    """What a file held when it was read."""

    opened: Opened
    digest: str


def read_file(path: Path, job: Job) -> LevelFile:
    """What a file holds; what killed writers left beside it goes.

    Raises:
        NavcoreError: if it can't be read.
        Cancelled: if the job was asked to stop.
    """
    digest = digest_of(path)
    opened = open_file(path, job=job)
    remove_leftovers(path.parent)
    return LevelFile(opened, digest)
