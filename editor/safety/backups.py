"""Backups on the disk: a folder for each level, with its last states and the journal of a session.

    backups/tavern-1a2b3c4d/lock              held by the running session
                            00000012.json     the level as it was, a file like any other
                            00000012.journal  what was done to it since

Numbers grow over all folders and order everything; no clock is asked. A journal that nobody
holds the lock of is the work of a session that ended without a word.
"""

import contextlib
import errno
import hashlib
import os
import re
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Final

from PySide6.QtCore import QLockFile

from navcore.errors import NavcoreError
from navcore.formats import read_level, write_level
from navcore.formats.atomic import reason, remove_leftovers, write_atomically
from navcore.formats.journal import Header, orders_that_differ, write_header, write_line
from navcore.level.edit import Edit
from navcore.level.model import Level

KEPT: Final = 10
"""Snapshots that are kept of one level."""
MOST_BYTES: Final = 200_000_000
"""What all snapshots together may take; the oldest go first."""

LEVEL: Final = ".json"
JOURNAL: Final = ".journal"
LOCK: Final = "lock"

_NUMBERED: Final = re.compile(r"([0-9]{8,})\.(json|journal)")
_MOST_SESSIONS: Final = 100
_NAME_LENGTH: Final = 40
_BEING_MADE: Final = 0.05
"""Seconds after which a lock without content is that of a dead session."""


def number_of(path: Path) -> int:
    """The number of a snapshot or journal; -1 of anything else."""
    match = _NUMBERED.fullmatch(path.name)
    return int(match.group(1)) if match else -1


def numbered(folder: Path, suffix: str) -> list[Path]:
    """The snapshots (`LEVEL`) or journals (`JOURNAL`) in a folder, the oldest first."""
    try:
        found = [path for path in folder.iterdir() if path.suffix == suffix]
    except OSError:
        return []
    return sorted((path for path in found if number_of(path) >= 0), key=number_of)


def rooms(root: Path) -> list[Path]:
    """The folders of all levels, by name."""
    try:
        return sorted(path for path in root.iterdir() if path.is_dir())
    except OSError:
        return []


def last_number(root: Path) -> int:
    """The greatest number in use; 0 if none is."""
    return max((number_of(path) for path in _everything(root)), default=0)


def level_of_room(room: Path) -> str:
    """What the rooms of sessions on one level have in common."""
    match = re.fullmatch(r"(.*-[0-9a-f]{8})(?:-[0-9]+)?", room.name)
    return match.group(1) if match else room.name


def rooms_of(root: Path, file: Path) -> list[Path]:
    """The folders of one level: more than one if it was open several times at once."""
    name = _name(file)
    return [room for room in rooms(root) if level_of_room(room) == name]


def locked(room: Path) -> QLockFile | None:
    """The lock of a folder, now held by this process; None if a session has it."""
    lock = QLockFile(str(room / LOCK))
    lock.setStaleLockTime(0)  # Only the end of its process makes a lock stale, never its age.
    if lock.tryLock(0):
        return lock
    if not _tells_owner(lock):
        sleep(_BEING_MADE)
        if not _tells_owner(lock):
            lock.removeStaleLockFile()
            return lock if lock.tryLock(0) else None
    return None


def may_be_held(room: Path) -> bool:
    """Whether a lock that can't be had may be that of a session that lives.

    On a disk that is full, or read-only, nobody can write a lock or take an old one away.
    """
    owner, *_ = QLockFile(str(room / LOCK)).getLockInfo()
    if sys.platform == "win32" or owner <= 0:
        return owner != 0
    try:
        os.kill(owner, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)
    return True


def is_held_elsewhere(room: Path) -> bool:
    """Whether another process that is alive holds the lock."""
    owner, *_ = QLockFile(str(room / LOCK)).getLockInfo()
    return owner not in {0, os.getpid()}


def release(room: Path, lock: QLockFile) -> None:
    """Let a folder go; it goes altogether if nothing is in it."""
    lock.unlock()
    with contextlib.suppress(OSError):
        room.rmdir()


def rotate(root: Path) -> None:
    """Delete the oldest snapshots: beyond so many a level, and beyond what all may take.

    What a journal begins with stays.
    """
    by_level: dict[str, list[Path]] = {}
    for room in rooms(root):
        journals = [number_of(path) for path in numbered(room, JOURNAL)]
        first = min(journals, default=None)
        old = [p for p in numbered(room, LEVEL) if first is None or number_of(p) < first]
        by_level.setdefault(level_of_room(room), []).extend(old)
    rest: list[Path] = []
    for snapshots in by_level.values():
        snapshots.sort(key=number_of)
        _delete(snapshots[:-KEPT])
        rest += snapshots[-KEPT:]
    rest.sort(key=number_of, reverse=True)
    total = 0
    for path in rest:
        with contextlib.suppress(OSError):
            total += path.stat().st_size
        if total > MOST_BYTES:
            _delete([path])


def _delete(paths: list[Path]) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()
        with contextlib.suppress(OSError):
            path.parent.rmdir()


def _everything(root: Path) -> Iterator[Path]:
    for room in rooms(root):
        for suffix in (LEVEL, JOURNAL):
            yield from numbered(room, suffix)


def _name(file: Path) -> str:
    place = os.path.normcase(file.absolute())
    digest = hashlib.blake2b(place.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{re.sub(r'[^A-Za-z0-9_.-]', '_', file.stem)[:_NAME_LENGTH]}-{digest}"


def _tells_owner(lock: QLockFile) -> bool:
    owner, *_ = lock.getLockInfo()
    return owner != 0


class Room:
    """The folder of one session on one level, held while it lives.

    All but the making may be called on a worker thread, one call at a time.
    """

    def __init__(self, root: Path, file: Path | None) -> None:
        """The first folder of the level that no session holds and no lost work lies in.

        Raises:
            OSError: if none can be made.
        """
        self._root, self.file = root, file
        self.shared = False
        """Whether another running program has the level open."""
        self.folder, self._lock = self._find()
        self._number = 0
        self._journal: int | None = None
        self._lines = 0
        self._whole = False
        """Whether the journal holds all that was done since its snapshot."""

    def begin(self, level: Level, name: str, saved: str) -> None:
        """Put the level down as a snapshot and begin a journal on it; the one before goes.

        `name` is what a level without a file is called, `saved` the digest of what its file held.

        Raises:
            OSError, NavcoreError: if that can't be written; what was there stays.
        """
        try:
            text = write_level(level)
            loaded = read_level(text, "the backup").level
        except NavcoreError:
            if self._whole:
                return  # No file can hold it now; the journal can, and goes on.
            raise
        follows = self._lines if self._whole else -1
        self._whole = False
        self._settle_in()
        number = self._number = max(last_number(self._root), self._number) + 1
        orders = orders_that_differ(level, loaded)
        header = Header(number, str(self.file or ""), name, saved, follows, orders)
        self._open_journal(header)
        try:
            write_atomically(self._path(LEVEL), text.encode("utf-8"))
            self._whole = True
            self.sync()
        except (OSError, NavcoreError):
            if follows < 0:
                self._path(JOURNAL).unlink(missing_ok=True)
            raise
        self._drop_journals(number)
        rotate(self._root)

    def append(self, edit: Edit) -> None:
        """Write the line of an edit; it has left the program when this returns.

        Raises:
            OSError: if it can't be written; nothing more can be, until the next `begin`.
        """
        if not self._whole:
            raise FileNotFoundError
        self._write(write_line(edit, self._lines + 1))
        self._lines += 1

    def sync(self) -> None:
        """Return when all lines lie on the disk.

        Raises:
            OSError: if they don't, or the folder is gone.
        """
        if self._journal is None:
            return
        try:
            os.fsync(self._journal)
            self._path(JOURNAL).stat()
        except OSError:
            self._whole = False
            raise

    def finish(self, level: Level) -> None:
        """Drop the journal; what it led to, `level`, stays as a snapshot.

        Raises:
            OSError, NavcoreError: if the snapshot can't be written; then the journal stays.
        """
        if self._number and self.folder.is_dir():
            keep(self._root, self.folder, level)
            self._close_journal()
            self._drop_journals(self._number + 1)
            rotate(self._root)

    def leave(self) -> None:
        """Let the folder go as it is: the next start finds the journal, if there is one."""
        self._close_journal()
        release(self.folder, self._lock)

    def _find(self) -> tuple[Path, QLockFile]:
        self._root.mkdir(parents=True, exist_ok=True)
        file = self.file
        first = f"untitled-{secrets.token_hex(4)}" if file is None else _name(file)
        for count in range(1, _MOST_SESSIONS):
            folder = self._root / (first if count == 1 else f"{first}-{count}")
            folder.mkdir(exist_ok=True)
            lock = locked(folder)
            if lock is None:
                (folder / LOCK).stat()  # If it isn't there, it can't be made: say so.
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

    def _open_journal(self, header: Header) -> None:
        self._close_journal()
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._journal = os.open(self._path(JOURNAL), flags, 0o600)
        self._lines = 0
        try:
            self._write(write_header(header))
        except OSError:
            self._path(JOURNAL).unlink(missing_ok=True)
            raise

    def _path(self, suffix: str) -> Path:
        return self.folder / f"{self._number:08}{suffix}"

    def _write(self, data: bytes) -> None:
        if self._journal is None:
            raise FileNotFoundError
        whole, self._whole = self._whole, False
        if os.write(self._journal, data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._whole = whole

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


def keep(root: Path, room: Path, level: Level) -> None:
    """Put the level down as a snapshot, unless it is the last one.

    Raises:
        NavcoreError: if it can't be written.
    """
    data = write_level(level).encode("utf-8")
    last = numbered(room, LEVEL)[-1:]
    with contextlib.suppress(OSError):
        if last and last[0].read_bytes() == data:
            return
    write_atomically(room / f"{last_number(root) + 1:08}{LEVEL}", data)


def fault_text(error: Exception) -> str:
    """The reason in an error of this module, for people."""
    return reason(error) if isinstance(error, OSError) else str(error)
