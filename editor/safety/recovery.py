"""Recovery of the work of sessions that closed unexpectedly, found at the next start.

The user opens recovered work as unsaved changes, or keeps the saved file; in both cases the work
remains among the backups, so that the choice loses nothing.
"""

import contextlib
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from PySide6.QtCore import QLockFile

from editor.files.watch import digest_of
from editor.safety.backups import (
    JOURNAL,
    LEVEL,
    keep,
    level_of_room,
    locked,
    may_be_held,
    number_of,
    numbered,
    release,
    rooms,
    rooms_of,
)
from navcore import samples
from navcore.errors import NavcoreError
from navcore.formats import open_file, read_level, write_level
from navcore.formats.atomic import read_bytes, read_text, reason
from navcore.formats.journal import Header, Journal, read_journal, replay, with_orders
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Element, Item, Level

END_SECONDS: Final = 2.0
"""Longest time that closing the program waits for a search of backups, seconds."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Difference between two levels, in elements."""

    changed: int = 0
    added: int = 0
    removed: int = 0
    settings: bool = False

    def __str__(self) -> str:
        """Return the difference as text: "3 elements changed, 1 added"."""
        parts = []
        if self.changed == 1:
            parts.append(tr("1 element changed"))
        elif self.changed:
            parts.append(tr("{0} elements changed").format(f"{self.changed:,}"))
        if self.added:
            parts.append(tr("{0} added").format(f"{self.added:,}"))
        if self.removed:
            parts.append(tr("{0} removed").format(f"{self.removed:,}"))
        if self.settings:
            parts.append(tr("level settings changed"))
        return ", ".join(parts) or tr("only the order changed")


@dataclass(frozen=True, slots=True)
class Lost:
    """Work of a session that ended without a word."""

    room: Path
    file: Path | None
    """File of the level; None if it had none."""
    name: str
    """Name of the level."""
    level: Level
    """The level when the program ended."""
    saved: Level | None
    """Present contents of the file; None if there is none, or if it can't be read."""
    digest: str = ""
    """Digest of the file's present contents."""
    file_is_newer: bool = False
    """True if the file has changed since."""
    fault: str = ""
    """Why the last steps are missing, if they are."""
    ended: float = 0.0
    """Time of the last step, seconds since 1970; for display only."""

    @property
    def difference(self) -> Difference:
        """Difference between the saved level, or an empty one, and the work."""
        return difference(self.saved or Level(), self.level)


@dataclass(frozen=True, slots=True)
class Backup:
    """A state of a level that was kept."""

    path: Path
    name: str
    """Name of the level."""
    taken: float
    """Time of the backup, seconds since 1970; for display only."""

    @property
    def room(self) -> str:
        """Common name of all backups of one level."""
        return level_of_room(self.path.parent)


def difference(old: Level, new: Level) -> Difference:
    """Return the difference between the elements of two levels, regardless of their order."""
    edit = Edit.between(old, new)
    pairs = [(edit.before[i], edit.after[i]) for i in edit.after if i != SETTINGS_ID]
    return Difference(
        sum(1 for a, b in pairs if a is not None and b is not None and _plain(a) != _plain(b)),
        sum(1 for a, _ in pairs if a is None),
        sum(1 for _, b in pairs if b is None),
        SETTINGS_ID in edit.after,
    )


class Recovery:
    """Backups of all levels, and the work that can be recovered from them."""

    def __init__(self, root: Path) -> None:
        """Create the recovery from this folder, which may not exist yet."""
        self.root = root
        self.crash = ""
        """The system's message about the last crash, if there was one."""
        self._held: dict[Path, QLockFile] = {}
        self._one_at_a_time = threading.Lock()
        """Looks are taken on other threads: they may read large files, and slow drives."""

    def find(self) -> list[Lost]:
        """Return the lost work, the latest first; it is locked until it is settled.

        Work that was saved after all, or that can't be read, is left out.
        """
        with self._one_at_a_time:
            found = [self._look(room) for room in rooms(self.root)]
        return _latest_first(lost for lost in found if lost)

    def find_for(self, file: Path) -> list[Lost]:
        """Return the lost work on this file."""
        with self._one_at_a_time:
            found = [self._look(room) for room in rooms_of(self.root, file)]
        return _latest_first(lost for lost in found if lost and lost.file == file.absolute())

    def settle(self, lost: Lost) -> None:
        """Settle lost work, taken or left: it stays as a backup and isn't offered any more.

        Raises:
            NavcoreError: if the backup can't be written, or the lost work not deleted; then it is
            offered again.
        """
        with self._one_at_a_time:
            keep(self.root, lost.room, lost.level)
            self._drop(lost.room)

    def let_go(self) -> None:
        """Release the locks of unsettled work, so that other processes can offer it."""
        # A search that hangs keeps its locks: the system releases them with the process.
        if self._one_at_a_time.acquire(timeout=END_SECONDS):
            for room, lock in self._held.items():
                release(room, lock)
            self._held.clear()
            self._one_at_a_time.release()

    def backups(self) -> list[Backup]:
        """Return all states that were kept, the newest first."""
        found = [path for room in rooms(self.root) for path in numbered(room, LEVEL)]
        found.sort(key=number_of, reverse=True)
        return [Backup(path, _name_of(path.parent), _time_of(path)) for path in found]

    def _look(self, room: Path) -> Lost | None:
        if not numbered(room, JOURNAL):
            return None
        if room not in self._held:
            lock = locked(room)
            if lock is not None:
                self._held[room] = lock
            elif may_be_held(room):
                return None
        journals = _journals(room)
        restored = _restore(room, journals)
        if restored is None:
            if _nothing_in(room, journals):
                self._tidy(room)
            return None
        level, header, fault = restored
        file = Path(header.file) if header.file else None
        saved = _saved(file, header.name)
        if file is not None and saved is not None and not Edit.between(saved, level):
            self._tidy(room)
            return None
        digest = digest_of(file) if file is not None else ""
        newer = saved is not None and file is not None and digest != header.saved
        name = file.name if file else header.name or tr("Untitled")
        ended = max(map(_time_of, numbered(room, JOURNAL)), default=0.0)
        return Lost(room, file, name, level, saved, digest, newer, fault, ended)

    def _tidy(self, room: Path) -> None:
        """Delete a folder without work, if possible."""
        with contextlib.suppress(NavcoreError):
            self._drop(room)

    def _drop(self, room: Path) -> None:
        for path in numbered(room, JOURNAL):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                message = tr("{0}: can't be deleted: {1}").format(path, reason(error))
                raise NavcoreError(message) from error
        lock = self._held.pop(room, None)
        if lock is not None:
            release(room, lock)


def _journals(room: Path) -> dict[int, Journal]:
    found: dict[int, Journal] = {}
    for path in numbered(room, JOURNAL):
        with contextlib.suppress(NavcoreError):
            found[number_of(path)] = read_journal(read_bytes(path), path)
    return found


def _restore(room: Path, journals: dict[int, Journal]) -> tuple[Level, Header, str] | None:
    """Return the level that the newest whole snapshot and the journals since lead to."""
    for number in sorted(journals, reverse=True):
        header = journals[number].header
        snapshot = room / f"{number:08}{LEVEL}"
        try:
            level = read_level(read_text(snapshot), snapshot).level
        except NavcoreError:
            continue
        later = [journals[n] for n in sorted(journals) if n >= number]
        level, fault = _played(with_orders(level, header.orders), later)
        with contextlib.suppress(NavcoreError):
            # Round trip through the file format, because it is compared with levels from files.
            level = read_level(write_level(level), room).level
            return level, later[-1].header, fault
    return None


def _nothing_in(room: Path, journals: Mapping[int, Journal]) -> bool:
    """Return whether no journal can contain work; damaged or newer ones may."""
    for path in numbered(room, JOURNAL):
        journal = journals.get(number_of(path))
        if journal is not None and journal.lines:
            return False
        try:
            if journal is None and b"\n" in read_bytes(path):
                return False
        except NavcoreError:
            return False
    return True


def _latest_first(found: Iterable[Lost]) -> list[Lost]:
    return sorted(found, key=lambda lost: _last_number(lost.room), reverse=True)


def _played(level: Level, journals: Iterable[Journal]) -> tuple[Level, str]:
    """Return the level after these journals, as far as each continues the previous one."""
    rest = tuple(journals)
    fault = ""
    for number, journal in enumerate(rest):
        # The last lines of a journal may be repeated at the start of the next one.
        follows = rest[number + 1].header.follows if number + 1 < len(rest) else None
        lines = journal.lines if follows is None or follows < 0 else journal.lines[:follows]
        played = replay(level, lines)
        level = played.level
        fault = played.fault or (journal.fault if len(lines) == len(journal.lines) else "")
        if fault:
            break
        if follows is not None and follows != played.count:
            return level, tr("A journal is missing")
    return level, fault


def _saved(file: Path | None, name: str) -> Level | None:
    """Return the contents of the file, or the sample with which the level began."""
    if file is None and name not in samples.names():
        return None
    try:
        content = open_file(file or samples.path(name)).content
    except NavcoreError:
        return None
    return content if isinstance(content, Level) else None


def _plain(item: Item) -> Item:
    return msgspec.structs.replace(item, order=0.0) if isinstance(item, Element) else item


def _last_number(room: Path) -> int:
    return max(map(number_of, numbered(room, JOURNAL)), default=0)


def _name_of(room: Path) -> str:
    return level_of_room(room).rpartition("-")[0]


def _time_of(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
