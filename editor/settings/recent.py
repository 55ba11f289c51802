"""The files that were opened or saved last, as the preferences remember them."""

import json
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSettings

MOST: Final = 20
"""Files that are remembered."""

_KEY: Final = "recentFiles"


class RecentFiles:
    """Recent files, newest first."""

    def __init__(self, store: QSettings) -> None:
        """Create the list from this store."""
        self._store = store

    @property
    def files(self) -> tuple[Path, ...]:
        """The files, newest first; some may be gone by now."""
        try:
            names = json.loads(str(self._store.value(_KEY, "[]")))
        except (ValueError, RecursionError):
            return ()
        if not isinstance(names, list):
            return ()
        return tuple(Path(name) for name in names if isinstance(name, str))[:MOST]

    def note(self, path: Path) -> None:
        """Remember this file as the newest: it was opened or saved just now."""
        self._write([path, *(other for other in self.files if other != path)])

    def forget(self, path: Path) -> None:
        """Remember this file no longer."""
        self._write([other for other in self.files if other != path])

    def _write(self, paths: list[Path]) -> None:
        self._store.setValue(_KEY, json.dumps([str(path) for path in paths[:MOST]]))
