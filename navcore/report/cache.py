"""What checks found, kept by the content of levels, so that an unchanged folder takes no time.

A result is a file in a folder of the user, named by the digest of all that it depends on: the bytes
of the level, the rules, the limit of cells, and the sources of navcore themselves. Nothing is ever
brought up to date: other content has another name. Files are written whole or not at all, so any
number of checks may run at once; one that can't be read, or is not what it says, is no result. The
folder is used only if it belongs to the user and nobody else may write to it, because what is
planted there could hide what is wrong with a level.
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
"""What all results may take; the oldest go first."""

_MOST_RESULT: Final = 16_000_000


class _Kept(msgspec.Struct, frozen=True):
    key: str
    checked: Checked


class Cache:
    """Results of checks in a folder; one that can't be used holds nothing."""

    def __init__(self, folder: Path | None) -> None:
        """In this folder, which is made; None: nowhere."""
        self._folder = None if folder is None or not _is_ours(folder) else folder
        self.written = 0

    def get(self, digest: str, max_cells: int) -> Checked | None:
        """Return what was found in a level with this digest, if that is known."""
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
        """Keep what was found in a level, as far as that can be written."""
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
    """Return the folder for results: that of `NAVCORE_CACHE`, or one in the user's cache."""
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
    """Digest of all modules of navcore: a rule that was mended has no old results.

    By what they hold, not by when they were written: a build machine installs them anew each time.
    """
    root = Path(__file__).parents[1]
    told = hashlib.sha256(sys.version.encode())
    for file in sorted(root.rglob("*.py")):
        told.update(file.relative_to(root).as_posix().encode() + b"\0")
        told.update(hashlib.sha256(file.read_bytes()).digest())
    return told.hexdigest()
