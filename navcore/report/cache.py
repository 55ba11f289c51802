"""Cache of check results by the content of levels, so that unchanged folders take no time.

Each result is a file in a folder of the user, named by the digest of everything that it depends on:
the bytes of the level, the rules, the limit of cells, and the sources of navcore. Results are never
updated: other content has another name. Files are written atomically, so any number of checks may
run at once; a file that can't be read, or has the wrong contents, is ignored. The folder is only
used if it belongs to the user and no other user may write to it, because a planted file could hide
problems of a level.
"""

import contextlib
import hashlib
import os
import stat
import sys
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from navcore.errors import NavcoreError
from navcore.formats.atomic import read_bytes, write_atomically
from navcore.report.findings import Checked

FOLDER: Final = "NAVCORE_CACHE"
"""The variable of the environment that names another folder; empty: none."""

MOST_BYTES: Final = 64_000_000
"""Most bytes of all results; the oldest are deleted first."""

_MOST_RESULT: Final = 16_000_000


class _Kept(msgspec.Struct, frozen=True):
    key: str
    checked: Checked


class Cache:
    """Results of checks in a folder; empty if the folder can't be used."""

    def __init__(self, folder: Path | None) -> None:
        """Use this folder, which is created if needed; None: no cache."""
        self._folder = None if folder is None or not _is_ours(folder) else folder
        self.written = 0

    def get(self, digest: str, max_cells: int) -> Checked | None:
        """Return the result for a level with this digest; None if there is none."""
        if self._folder is None:
            return None
        key = _key(digest, max_cells)
        try:
            data = read_bytes(self._folder / f"{key}.json", _MOST_RESULT)
            kept = msgspec.json.decode(data, type=_Kept)
        except (NavcoreError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        return kept.checked if kept.key == key and kept.checked.digest == digest else None

    def put(self, checked: Checked, max_cells: int) -> None:
        """Store the result for a level, if it can be written."""
        if self._folder is None:
            return
        key = _key(checked.digest, max_cells)
        with contextlib.suppress(NavcoreError):
            data = msgspec.json.encode(_Kept(key, checked))
            write_atomically(self._folder / f"{key}.json", data)
            self.written += 1

    def prune(self) -> None:
        """Delete the oldest results beyond what all may take, if some were written."""
        if self._folder is None or not self.written:
            return
        found = []
        with contextlib.suppress(OSError):
            for file in self._folder.glob("*.json"):
                with contextlib.suppress(OSError):
                    status = file.stat()
                    found.append((status.st_mtime_ns, status.st_size, file))
        total = 0
        for _, size, file in sorted(found, key=lambda one: one[0], reverse=True):
            total += size
            if total > MOST_BYTES:
                with contextlib.suppress(OSError):
                    file.unlink()


def user_folder() -> Path | None:
    """Return the folder for results: `NAVCORE_CACHE`, or a folder in the user's cache."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Path(named).absolute() if named else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else home / "AppData" / "Local") / "navcore" / "check"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "navcore" / "check"
    base = os.environ.get("XDG_CACHE_HOME")
    root = Path(base) if base and Path(base).is_absolute() else home / ".cache"
    return root / "navcore" / "check"


def _is_ours(folder: Path) -> bool:
    """Make the folder; whether it is there, the user's own, and closed to writers but them."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        return False
    if sys.platform == "win32":
        return True  # The folders of a user are closed to others there.
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _key(digest: str, max_cells: int) -> str:
    whole = f"{_sources()}\0{max_cells}\0{digest}"
    return hashlib.sha256(whole.encode()).hexdigest()


@lru_cache(maxsize=1)
def _sources() -> str:
    """Return a digest of all modules of navcore, so that a changed rule has no old results.

    It depends on contents, not times: a build machine installs the modules anew each time.
    """
    root = Path(__file__).parents[1]
    told = hashlib.sha256(sys.version.encode())
    for file in sorted(root.rglob("*.py")):
        told.update(file.relative_to(root).as_posix().encode() + b"\0")
        told.update(hashlib.sha256(file.read_bytes()).digest())
    return told.hexdigest()
