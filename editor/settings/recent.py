"""The files that were opened or saved last, as the preferences remember them."""

import json
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSettings

MOST: Final = 20
"""Files that are remembered."""


class RecentFiles:
    """A part of the preferences: recent files, newest first."""

    _store: QSettings

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files, newest first; some may be gone by now."""
        try:
            names = json.loads(str(self._store.value("recentFiles", "[]")))
        except (ValueError, RecursionError):
            return ()
        if not isinstance(names, list):
            return ()
        return tuple(Path(name) for name in names if isinstance(name, str))[:MOST]

    def note_recent(self, path: Path) -> None:
        """This file was opened or saved just now."""
        self._write([path, *(other for other in self.recent if other != path)])

    def forget_recent(self, path: Path) -> None:
        """Remember this file no longer."""
        self._write([other for other in self.recent if other != path])

    @property
    def hints_hidden(self) -> bool:
        """Whether the hints of the first steps were hidden, or are done."""
        return str(self._store.value("hintsHidden", "false")).lower() == "true"

    @hints_hidden.setter
    def hints_hidden(self, value: bool) -> None:
        self._store.setValue("hintsHidden", value)

    @property
    def started_before(self) -> bool:
        """Whether anything was ever opened or begun with these preferences."""
        return str(self._store.value("startedBefore", "false")).lower() == "true"

    @started_before.setter
    def started_before(self, value: bool) -> None:
        self._store.setValue("startedBefore", value)

    def _write(self, paths: list[Path]) -> None:
        self._store.setValue("recentFiles", json.dumps([str(path) for path in paths[:MOST]]))
