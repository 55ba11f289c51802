"""The file of the open level on the disk: noticed when another program changes or removes it.

Files are read on a thread of their own: they may be large, or lie on a network drive that hangs.
"""

import hashlib
from enum import Enum
from pathlib import Path
from typing import Final

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from editor.files.presence import answers
from editor.services.worker import Task, Worker
from navcore.errors import NavcoreError
from navcore.formats.atomic import read_bytes

CALM_MS: Final = 200
"""Programs write in several steps: looked at when nothing happened for so long."""
PATIENCE: Final = 0.005
"""Seconds that the window waits for a look at the file."""


class OnDisk(Enum):
    """State of the file, compared with what was last read from it or written to it."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


def digest_of(path: Path) -> str:
    """Return a digest of a file's contents; empty if it can't be read."""
    try:
        data = read_bytes(path)
    except NavcoreError:
        return ""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class FileWatch(QObject):
    """Watches one file, also where others replace it whole."""

    changed = Signal(object)
    """The file is another than it was when this was emitted last: an `OnDisk`."""
    patience: float = PATIENCE
    """Seconds that the window waits for a look; infinite: until it is done."""

    def __init__(self) -> None:
        """Create the watch without a file."""
        super().__init__()
        self._worker = Worker("watch")
        self._looking: Task[str] | None = None
        self._paused = 0
        self._path: Path | None = None
        self.digest = ""
        """Digest of the contents that were last read or written."""
        self._seen = ""
        self._watcher = QFileSystemWatcher(self)
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.timeout.connect(self.look)
        self._watcher.fileChanged.connect(self._calm.start)
        self._watcher.directoryChanged.connect(self._calm.start)

    def follow(self, path: Path | None, digest: str) -> None:
        """Watch this file, whose contents have this digest; None stops watching."""
        self._calm.stop()
        self._forget_look()
        self._path, self.digest, self._seen = path, digest, digest
        watched = [*self._watcher.files(), *self._watcher.directories()]
        wanted = [] if path is None else [str(path), str(path.parent)]
        gone = [name for name in watched if name not in wanted]
        if gone:
            self._watcher.removePaths(gone)
        self._watch()
        if path is not None:
            # A change between reading the file and this call would go unnoticed.
            self._calm.start()

    def pause(self, paused: bool) -> None:
        """Look at nothing while this program writes the file; pauses are counted."""
        self._paused += 1 if paused else -1
        if not self._paused and self._path is not None:
            self._calm.start()

    def look(self) -> None:
        """Check the file now, and report if it has changed since the last check."""
        path = self._path
        if path is None or self._paused:
            return
        self._watch()
        self._forget_look()
        task = self._looking = self._worker.submit(lambda _: digest_of(path), self._compare_digest)
        self._worker.finish(task, self.patience)

    def shutdown(self) -> None:
        """Stop watching."""
        self._calm.stop()
        self._worker.shutdown(0.0, drop=True)

    def _compare_digest(self, task: Task[str]) -> None:
        self._looking = None
        found = task.result
        if found != self._seen and not self._paused:
            self._seen = found
            self.changed.emit(self._judge(found))

    def _forget_look(self) -> None:
        if self._looking is not None:
            self._worker.abandon(self._looking)
            self._looking = None

    def _judge(self, found: str) -> OnDisk:
        if found == self.digest:
            return OnDisk.SAME
        return OnDisk.CHANGED if found else OnDisk.GONE

    def _watch(self) -> None:
        """Watch the file's folder as well: a replaced file isn't watched any more.

        Neither is watched on a drive that doesn't respond, because the call would block.
        """
        if self._path is None or not answers(self._path):
            return
        watched = {*self._watcher.files(), *self._watcher.directories()}
        for place in (self._path, self._path.parent):
            if str(place) not in watched and place.exists():
                self._watcher.addPath(str(place))
