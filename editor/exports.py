"""Exports: the grids that the level hands to games."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from editor.asking import Dialogs, Notice
from editor.document import Document
from editor.fields import TIMES, number_text
from editor.files import Files
from editor.services.bake import BakeService
from editor.settings import Settings as Preferences
from navcore.errors import NavcoreError
from navcore.export import grid_for_export
from navcore.formats import save_grid
from navcore.level.model import Area, Level
from navcore.world import World


class Exports(QObject):
    """Writes the grids of the open level."""

    said = Signal(object)
    """A sentence for the status bar."""
    noticed = Signal(object)
    """A `Notice` for the strip over the canvas; None takes it away."""

    def __init__(
        self,
        document: Document,
        bake: BakeService,
        files: Files,
        preferences: Preferences,
        dialogs: Dialogs,
        settle: Callable[[], None],
    ) -> None:
        """`settle` finishes the drag in hand before anything is written."""
        super().__init__()
        self.dialogs = dialogs
        self._document = document
        self._bake = bake
        self._files = files
        self._preferences = preferences
        self._settle = settle
        self._exported: Path | None = None
        document.file_changed.connect(self._file_changed)

    def export_again(self) -> bool:
        """Write the grid where it went last; ask the first time."""
        return self.export_as() if self._exported is None else self._export(self._exported)

    def export_as(self) -> bool:
        """Ask for a file and write the grid there."""
        self._settle()
        path = self.dialogs.export_grid(self._exported or self._proposed_export())
        return path is not None and self._export(path.absolute())

    def _export(self, path: Path) -> bool:
        self._settle()
        all_open = self._preferences.doors_open_in_export
        try:
            world = self._world_now()
            grid, doors = grid_for_export(world, "open" if all_open else "drawn")
            save_grid(grid, path, doors=doors)
        except NavcoreError as fault:
            self._fail(str(fault))
            return False
        self._exported = path
        if self._document.path is not None:
            self._preferences.set_export_of(self._document.path, path)
        self.noticed.emit(None)
        cells = f"{grid.width:,} {TIMES} {grid.depth:,}"
        floor = number_text(int(np.count_nonzero(grid.walkable)) * grid.cell_size**2, "m²", 1)
        text = self.tr("Exported {0}: {1} cells, {2} walkable").format(path.name, cells, floor)
        shut = [] if all_open else _shut_doors(world.level)
        if shut:
            text += self.tr(" · shut: {0}").format(", ".join(shut))
        self.said.emit(text)
        return True

    def _world_now(self) -> World:
        """The bake of the level as it is, not as it was when a worker began."""
        world, level = self._bake.world, self._document.level
        return world if world.level == level else World.build(level)

    def _file_changed(self, path: Path | None) -> None:
        self._exported = self._preferences.export_of(path) if path else None

    def _fail(self, text: str) -> None:
        self.noticed.emit(Notice(text))

    def _proposed_export(self) -> Path:
        path = self._document.path
        folder = path.parent if path else self._preferences.folder or Path.home()
        return folder / f"{self._files.title}.grid.txt"


def _shut_doors(level: Level) -> list[str]:
    return [
        area.name
        for area in level.elements()
        if isinstance(area, Area) and area.door and not area.available
    ]
