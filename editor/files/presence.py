"""Existence of files, checked without waiting for a drive that doesn't respond.

`stat` on a dead network drive takes minutes and ignores signals. Each file is checked on a thread
of its own; the window waits for a moment, and assumes that files without an answer exist: opening
such a file reports the fault.
"""

from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from PySide6.QtCore import QDateTime, QFileInfo

from editor.services.worker import Task, Worker

PATIENCE: Final = 0.1
"""Seconds that the window waits for all answers together; local drives take a millisecond."""


class Presence(NamedTuple):
    """Facts about a file."""

    there: bool
    changed: QDateTime | None
    """Time of the last change; None if unknown."""


_UNKNOWN: Final = Presence(there=True, changed=None)


_hanging: dict[Path, tuple[Worker, Task[Presence]]] = {}
"""Files without an answer yet; they are not checked a second time."""


def presence_of(files: Iterable[Path], seconds: float = PATIENCE) -> dict[Path, Presence]:
    """Return the facts about each file that are known within this time, in order of the files."""
    until = monotonic() + seconds
    asked = {file: _hanging.pop(file) if file in _hanging else _start_check(file) for file in files}
    known = {file for file, (_, task) in asked.items() if task.wait(until - monotonic())}
    _hanging.update({file: asked[file] for file in asked.keys() - known})
    return {file: task.result if file in known else _UNKNOWN for file, (_, task) in asked.items()}


def _start_check(file: Path) -> tuple[Worker, Task[Presence]]:
    """Check a file on a thread of its own, which ends with the answer."""
    worker = Worker("presence")
    return worker, worker.submit(lambda _: _look(file))


def _look(file: Path) -> Presence:
    try:
        there = file.is_file()
    except OSError:  # No file can have such a name.
        there = False
    changed = QFileInfo(str(file)).lastModified() if there else None
    return Presence(there, changed)


def answers(file: Path) -> bool:
    """Return whether its drive says within a moment if a file is there; else it may hang."""
    return presence_of([file])[file] is not _UNKNOWN


def is_there(file: Path) -> bool:
    """Return whether a file is there, or may be."""
    return presence_of([file])[file].there
