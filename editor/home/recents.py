"""The shelf of recent files: opened, or forgotten where they are gone."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal

from editor.files.presence import is_there, presence_of
from editor.files.prompts import Notice
from editor.home.shelf import Shelf
from editor.home.tiles import RecentTile, Tile
from editor.settings.settings import Settings
from navcore.i18n import tr


class Recents(Shelf):
    """Recently opened or saved levels, newest first; a text if there are none."""

    open_wanted = Signal(object)
    """Path of a level to open, or None to ask for one."""
    noticed = Signal(object)
    """A `Notice` for the page; None removes it."""
    listed = Signal(object)
    """All tiles are new."""
    emptied = Signal(object)
    """The last file was forgotten: the keyboard needs another place."""

    def __init__(self, headline: str, empty: str, settings: Settings) -> None:
        """Create the list, which is empty until `refresh`."""
        super().__init__(headline, empty)
        self._settings = settings

    def refresh(self) -> None:
        """Update the list of recent files."""
        tiles: list[Tile] = []
        for file, known in presence_of(self._settings.recent.files).items():
            tile = RecentTile(file, known)
            tile.clicked.connect(self._opener(tile))
            tile.removed.connect(self.forget)
            tiles.append(tile)
        self.show_tiles(tiles)
        self.listed.emit(None)

    def forget(self, file: Path) -> None:
        """Remove a file from the list, and focus the next one."""
        at = next((i for i, tile in enumerate(self.tiles) if tile.file == file), 0)
        self._settings.recent.forget(file)
        self.noticed.emit(None)
        self.refresh()
        if self.tiles:
            self.tiles[min(at, len(self.tiles) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.emptied.emit(None)

    def _opener(self, tile: RecentTile) -> Callable[[], None]:
        return lambda: self._open(tile)

    def _open(self, tile: RecentTile) -> None:
        if not tile.missing and is_there(tile.file):
            self.open_wanted.emit(tile.file)
            return
        text = tr("{0} is gone. Was it moved or renamed? Open it where it is now.")
        buttons = (
            (tr("Open…"), lambda: self.open_wanted.emit(None)),
            (tr("Remove from the list"), lambda: self.forget(tile.file)),
        )
        self.noticed.emit(Notice(text.format(tile.file), "warning", buttons))
