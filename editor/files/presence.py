"""Whether files are there, asked without waiting for a drive that doesn't answer.

`stat` on a dead network drive takes minutes and hears no signal. Each file is asked for on a thread
of its own; the window waits a moment for all of them, and takes those that have not answered as
there: opening one says what is wrong with it.
"""

import threading
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from PySide6.QtCore import QDateTime, QFileInfo

PATIENCE: Final = 0.1
"""Seconds that the window waits for all answers together; local drives take a millisecond."""


class Presence(NamedTuple):
    """What is known of a file."""

    there: bool
    changed: QDateTime | None
    """When it was written last; None where that is not known."""


_UNKNOWN: Final = Presence(there=True, changed=None)


class _Question(threading.Thread):
    """Asks for one file; a daemon, so that no hanging drive holds up the end."""

    def __init__(self, file: Path) -> None:
        super().__init__(name="presence", daemon=True)
        self.file = file
        self.answer = _UNKNOWN

    def run(self) -> None:
        try:
            there = self.file.is_file()
        except OSError:  # Its name is one that no file can have.
            there = False
        changed = QFileInfo(str(self.file)).lastModified() if there else None
        self.answer = Presence(there, changed)


_hanging: dict[Path, _Question] = {}
"""Questions without an answer: no second one is asked."""


def presence_of(files: Iterable[Path], seconds: float = PATIENCE) -> dict[Path, Presence]:
    """Return what is known of each file within this time, in the order of the files."""
    until = monotonic() + seconds
    asked: dict[Path, _Question] = {}
    for file in files:
        if file in _hanging:
            asked[file] = _hanging.pop(file)
        else:
            asked[file] = _Question(file)
            asked[file].start()
    for file, question in asked.items():
        question.join(max(0.0, until - monotonic()))
        if question.is_alive():
            _hanging[file] = question
    return {file: question.answer for file, question in asked.items()}


def answers(file: Path) -> bool:
    """Whether it is known within a moment if a file is there; else its drive may hang."""
    return presence_of([file])[file] is not _UNKNOWN


def is_there(file: Path) -> bool:
    """Whether a file is there, or may be."""
    return presence_of([file])[file].there
