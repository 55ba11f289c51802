"""Reading of level files on a worker thread."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from editor.arrival import Arrival, Preparation
from editor.document import Document
from editor.files.tasks import FileTasks
from editor.files.watch import digest_of
from editor.services.worker import Job, Task
from navcore.errors import NavcoreError
from navcore.formats import Opened, open_file
from navcore.formats.atomic import remove_leftovers
from navcore.i18n import tr
from navcore.level.model import Level


class LevelFile(NamedTuple):
    """Contents of a file when it was read."""

    opened: Opened
    digest: str
    arrival: Arrival | None = None
    """Data of the level that the reading thread prepared."""


def read_file(
    path: Path, before: Level, preparations: Iterable[Preparation], job: Job
) -> LevelFile:
    """Return the contents of a file, prepared for replacing the level `before`.

    Temporary files of killed writers beside it are deleted.

    Raises:
        NavcoreError: if the file can't be read.
        Cancelled: if the job was cancelled.
    """
    digest = digest_of(path)
    opened = open_file(path, job=job)
    remove_leftovers(path.parent)
    content = opened.content
    if not isinstance(content, Level):
        return LevelFile(opened, digest)
    return LevelFile(opened, digest, Arrival.of(content, before, preparations))


class Opening:
    """Reads the files of levels that are to be shown in a document."""

    def __init__(self, document: Document, tasks: FileTasks, fail: Callable[[str], object]) -> None:
        """Create the reader; `fail` is called with the reason why a file can't be read."""
        self._document, self._tasks, self._fail = document, tasks, fail

    def read(
        self,
        path: Path,
        name: str,
        show: Callable[[Level, LevelFile], bool],
        then: Callable[[bool], object],
    ) -> bool:
        """Read a file and pass its contents to `show`; return whether it was shown already.

        `then` is called in any case, with False if the file can't be read or the reading was
        cancelled.
        """
        shown = False

        def take(task: Task[LevelFile]) -> None:
            nonlocal shown
            level = self._level_of(task, path)
            shown = level is not None and show(level, task.result)
            then(shown)

        self._tasks.read(
            tr("Opening {0}…").format(name),
            partial(read_file, path, self._document.level, tuple(self._document.preparations)),
            take,
            lambda: then(False),
        )
        return shown

    def _level_of(self, task: Task[LevelFile], path: Path) -> Level | None:
        """Return the level that was read; None, after a message, if there is none."""
        try:
            content = task.result.opened.content
        except NavcoreError as fault:
            self._fail(str(fault))
            return None
        if not isinstance(content, Level):
            text = tr("{0}: this is a baked grid. Open the level it was baked from.")
            self._fail(text.format(path))
            return None
        return content
