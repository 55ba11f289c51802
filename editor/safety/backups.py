"""Backups on the disk: a folder per level, with its last states and a session's journal.

    backups/tavern-1a2b3c4d/lock              held by the running session
                            00000012.json     the level as it was, a file like any other
                            00000012.journal  what was done to it since

Numbers increase over all folders and define the order, independently of the clock. A journal whose
folder isn't locked is the work of a session that closed unexpectedly.
"""

import contextlib
import hashlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Final

from PySide6.QtCore import QLockFile

from navcore.errors import NavcoreError
from navcore.formats import write_level
from navcore.formats.atomic import read_bytes, reason, write_atomically
from navcore.formats.progress import Job
from navcore.level.model import Level

KEPT: Final = 10
"""Number of snapshots that are kept per level."""
MOST_BYTES: Final = 200_000_000
"""Most bytes of all snapshots together; the oldest are deleted first."""
MOST: Final = 1000
"""Most snapshots altogether; the oldest are deleted first.

Each level without a file has its own folder, and every new snapshot reads all folders.
"""

LEVEL: Final = ".json"
JOURNAL: Final = ".journal"
LOCK: Final = "lock"

_NUMBERED: Final = re.compile(r"([0-9]{8,})\.(json|journal)")
_NAME_LENGTH: Final = 40
_BEING_MADE: Final = 0.05
"""Seconds after which a lock without content is that of a dead session."""


def number_of(path: Path) -> int:
    """Return the number of a snapshot or journal; -1 of anything else."""
    match = _NUMBERED.fullmatch(path.name)
    return int(match.group(1)) if match else -1


def numbered(folder: Path, suffix: str) -> list[Path]:
    """Return the snapshots (`LEVEL`) or journals (`JOURNAL`) in a folder, the oldest first."""
    try:
        found = [path for path in folder.iterdir() if path.suffix == suffix]
    except OSError:
        return []
    return sorted((path for path in found if number_of(path) >= 0), key=number_of)


def rooms(root: Path) -> list[Path]:
    """Return the folders of all levels, by name."""
    try:
        return sorted(path for path in root.iterdir() if path.is_dir())
    except OSError:
        return []


def last_number(root: Path) -> int:
    """Return the greatest number in use; 0 if none is."""
    return max((number_of(path) for path in _everything(root)), default=0)


def level_of_room(room: Path) -> str:
    """Return the common part of folder names of sessions on one level."""
    match = re.fullmatch(r"(.*-[0-9a-f]{8})(?:-[0-9]+)?", room.name)
    return match.group(1) if match else room.name


def rooms_of(root: Path, file: Path) -> list[Path]:
    """Return the folders of one level: several if it was open several times at once."""
    name = room_name(file)
    return [room for room in rooms(root) if level_of_room(room) == name]


def locked(room: Path) -> QLockFile | None:
    """Return the lock of a folder, held by this process; None if another session holds it."""
    lock = QLockFile(str(room / LOCK))
    lock.setStaleLockTime(0)  # A lock becomes stale when its process ends, never by age.
    if lock.tryLock(0):
        return lock
    if not _tells_owner(lock):
        sleep(_BEING_MADE)
        if not _tells_owner(lock):
            lock.removeStaleLockFile()
            return lock if lock.tryLock(0) else None
    return None


def may_be_held(room: Path) -> bool:
    """Return whether a lock that can't be acquired may belong to a running session.

    On a full or read-only disk no process can write a lock or remove an old one.
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
    """Return whether another process that is alive holds the lock."""
    owner, *_ = QLockFile(str(room / LOCK)).getLockInfo()
    return owner not in {0, os.getpid()}


def release(room: Path, lock: QLockFile) -> None:
    """Let a folder go; it goes altogether if nothing is in it."""
    lock.unlock()
    with contextlib.suppress(OSError):
        room.rmdir()


def rotate(root: Path) -> None:
    """Delete the oldest snapshots beyond the limits per level and for all levels.

    The snapshot at the start of a journal is kept.
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
    _delete(rest[MOST:])
    total = 0
    for path in rest[:MOST]:
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


def room_name(file: Path) -> str:
    """Return the name of the first folder of a level with this file."""
    place = os.path.normcase(file.absolute())
    digest = hashlib.blake2b(place.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{re.sub(r'[^A-Za-z0-9_.-]', '_', file.stem)[:_NAME_LENGTH]}-{digest}"


def _tells_owner(lock: QLockFile) -> bool:
    owner, *_ = lock.getLockInfo()
    return owner != 0


def keep(root: Path, room: Path, level: Level, job: Job | None = None) -> None:
    """Put the level down as a snapshot, unless it is the last one; `job` as for `write_level`.

    Raises:
        NavcoreError: if it can't be written.
    """
    data = write_level(level, job=job).encode("utf-8")
    last = numbered(room, LEVEL)[-1:]
    with contextlib.suppress(NavcoreError):
        if last and read_bytes(last[0]) == data:
            return
    write_atomically(room / f"{last_number(root) + 1:08}{LEVEL}", data)


def fault_text(error: Exception) -> str:
    """The reason in an error of this module, for people: the system's, without a path, if any."""
    cause = error if isinstance(error, OSError) else error.__cause__
    return reason(cause) if isinstance(cause, OSError) else str(error)
