"""Folder of one session on one level: its snapshot, its journal, and its lock."""

import contextlib
import errno
import os
import secrets
import threading
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLockFile

from editor.safety.backups import (
    JOURNAL,
    LEVEL,
    LOCK,
    is_held_elsewhere,
    keep,
    last_number,
    locked,
    number_of,
    numbered,
    release,
    room_name,
    rotate,
)
from navcore.errors import NavcoreError
from navcore.formats import read_level, write_level
from navcore.formats.atomic import remove_leftovers, write_atomically
from navcore.formats.journal import Header, orders_that_differ, write_header, write_line
from navcore.formats.progress import Job
from navcore.level.edit import Edit
from navcore.level.model import Level

BEGUN: Final = ".begun"
"""A journal before it has its name."""
_MOST_SESSIONS: Final = 100


class Room:
    """Folder of one session on one level, locked while the session lives.

    All methods but the constructor may be called on a worker thread, one call at a time; `expect`,
    `note` and `append` may be called on the window's thread meanwhile, so that no line waits for
    the disk.
    """

    def __init__(self, root: Path, file: Path | None) -> None:
        """The first folder of the level that no session holds and no lost work lies in.

        Raises:
            OSError: if none can be made.
        """
        self._root, self.file = root, file
        self.shared = False
        """True if another running program has the level open."""
        self.folder, self._lock = self._find()
        self._number = 0
        self._journal: int | None = None
        self._lines = 0
        self._whole = False
        """True if the journal has all edits since its snapshot."""
        self._turning = threading.Lock()
        """Held while a line is written, and while another journal takes the place of this one."""
        self._coming: list[Edit] | None = None
        """Edits since the level of the running snapshot; None if no snapshot is running."""
        self._ahead = 0
        """Number of these edits, from the first, that the previous journal contains, too."""

    @property
    def beginning(self) -> bool:
        """True if a level is being written and its journal hasn't begun."""
        with self._turning:
            return self._coming is not None

    def expect(self) -> None:
        """The level is taken that :meth:`begin` will put down; edits are noted from now on."""
        with self._turning:
            self._coming, self._ahead = [], 0

    def note(self, edit: Edit, *, at_once: bool) -> bool:
        """Keep an edit for the journal that is about to begin; False if there is none.

        With `at_once`, the previous journal gets it, too: a snapshot on a slow disk takes seconds.
        """
        with self._turning:
            if self._coming is None:
                return False
            follows = self._ahead == len(self._coming)
            self._coming.append(edit)
            if at_once and follows and self._whole:
                with contextlib.suppress(OSError):
                    self._put(edit)
                    self._ahead += 1
            return True

    def begin(self, level: Level, name: str, saved: str, job: Job | None = None) -> None:
        """Write the level as a snapshot and begin its journal; delete the previous journal.

        `name` is the name of a level without a file, `saved` the digest of its file; `job` as for
        `write_level`.

        Raises:
            OSError, NavcoreError: if writing fails; the previous files remain.
        """
        try:
            text = write_level(level, job=job)
            loaded = read_level(text, "the backup", job=job).level
        except NavcoreError:
            with self._turning:
                coming, self._coming = self._coming or [], None
                if self._whole:
                    # The level can't be written to a file now; the old journal can continue.
                    for edit in coming[self._ahead :]:
                        self._put(edit)
                    return
            raise
        number = max(last_number(self._root), self._number) + 1
        orders = orders_that_differ(level, loaded, job)
        try:
            self._settle_in()
            write_atomically(self.folder / f"{number:08}{LEVEL}", text.encode("utf-8"))
            with self._turning:
                follows = self._lines - self._ahead if self._whole else -1
                header = Header(number, str(self.file or ""), name, saved, follows, orders)
                self._turn_to(header)
        except (OSError, NavcoreError):
            with self._turning:
                self._coming, self._whole = None, False
            raise
        self.sync()
        self._drop_journals(number)
        rotate(self._root)

    def append(self, edit: Edit) -> None:
        """Write the line of an edit; it has left the program when this returns.

        Raises:
            OSError: if it can't be written; nothing more can be, until the next `begin`.
        """
        with self._turning:
            self._put(edit)

    def sync(self) -> None:
        """Return when all lines lie on the disk; more may be written meanwhile.

        Raises:
            OSError: if they don't, or the folder is gone.
        """
        with self._turning:
            if self._journal is None:
                return
            journal, path = os.dup(self._journal), self._path(JOURNAL)
        try:
            os.fsync(journal)
            path.stat()
        except OSError:
            with self._turning:
                self._whole = False
            raise
        finally:
            os.close(journal)

    def finish(self, level: Level, job: Job | None = None) -> None:
        """Delete the journal, and keep its result `level` as a snapshot; `job` as for `begin`.

        Raises:
            OSError, NavcoreError: if the snapshot can't be written; then the journal remains.
        """
        if self._number and self.folder.is_dir():
            keep(self._root, self.folder, level, job)
            with self._turning:
                self._close_journal()
            self._drop_journals(self._number + 1)
            rotate(self._root)

    def leave(self) -> None:
        """Let the folder go as it is: the next start finds the journal, if there is one."""
        with self._turning:
            self._close_journal()
        release(self.folder, self._lock)

    def _find(self) -> tuple[Path, QLockFile]:
        self._root.mkdir(parents=True, exist_ok=True)
        file = self.file
        first = f"untitled-{secrets.token_hex(4)}" if file is None else room_name(file)
        for count in range(1, _MOST_SESSIONS):
            folder = self._root / (first if count == 1 else f"{first}-{count}")
            folder.mkdir(exist_ok=True)
            lock = locked(folder)
            if lock is None:
                (folder / LOCK).stat()  # If it is missing, it can't be created: raise the reason.
                self.shared = self.shared or is_held_elsewhere(folder)
            elif numbered(folder, JOURNAL):
                release(folder, lock)
            else:
                remove_leftovers(folder)
                return folder, lock
        raise FileExistsError

    def _settle_in(self) -> None:
        """Make the folder and its lock again if they were deleted."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / LOCK).exists():
            self._lock.unlock()
            self._lock.tryLock(0)

    def _turn_to(self, header: Header) -> None:
        """Begin the next journal with the edits that arrived meanwhile.

        It gets its name when it contains all of them: after a kill they are there or in the old
        one.
        """
        coming = self._coming or []
        begun = self.folder / f"{header.sequence:08}{BEGUN}"
        lines = [write_line(edit, number) for number, edit in enumerate(coming, 1)]
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        try:
            file = os.open(begun, flags | os.O_TRUNC, 0o600)
            try:
                _write_whole(file, b"".join((write_header(header), *lines)))
            finally:
                os.close(file)
            path = begun.replace(begun.with_suffix(JOURNAL))
        except OSError:
            begun.unlink(missing_ok=True)
            raise
        self._close_journal()
        self._journal = os.open(path, flags, 0o600)
        self._number, self._lines = header.sequence, len(coming)
        self._coming, self._whole = None, True

    def _path(self, suffix: str) -> Path:
        return self.folder / f"{self._number:08}{suffix}"

    def _put(self, edit: Edit) -> None:
        """Write a line; the lock is held."""
        if not self._whole or self._journal is None:
            raise FileNotFoundError
        line = write_line(edit, self._lines + 1)
        self._whole = False
        _write_whole(self._journal, line)
        self._whole = True
        self._lines += 1

    def _close_journal(self) -> None:
        self._whole = False
        if self._journal is not None:
            with contextlib.suppress(OSError):
                os.close(self._journal)
            self._journal = None

    def _drop_journals(self, before: int) -> None:
        """Delete the journals of smaller numbers."""
        for path in numbered(self.folder, JOURNAL):
            if number_of(path) < before:
                path.unlink(missing_ok=True)


def _write_whole(file: int, data: bytes) -> None:
    if os.write(file, data) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
