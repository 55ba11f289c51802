"""Files: new, open, save, export, and the question before something would be lost."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

import sample_levels
from editor.document import Document
from editor.fields import TIMES, number_text
from editor.services.bake import BakeService
from editor.settings import Settings as Preferences
from editor.style import SIZE
from navcore.errors import NavcoreError
from navcore.export import grid_for_export
from navcore.formats import open_file, save_grid, save_level
from navcore.level.model import Area, Level, Settings
from navcore.world import World

FIRST_SAMPLE: Final = "tavern"
"""What the first start opens."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What stands in the strip over the canvas until it is closed or done."""

    text: str
    icon: str = "error"
    """`error`, `warning` or `info`."""
    buttons: tuple[tuple[str, Callable[[], object]], ...] = ()
    """Verb and what it does."""


class Choice(Enum):
    """What to do with changes that are not saved."""

    SAVE = "save"
    DISCARD = "discard"
    KEEP = "keep"


class Dialogs(Protocol):
    """The questions that files ask; tests answer them without a window."""

    def open_level(self, folder: Path | None) -> Path | None:
        """Which file to open."""

    def save_level(self, proposal: Path) -> Path | None:
        """Where to save the level."""

    def export_grid(self, proposal: Path) -> Path | None:
        """Where to write the grid."""

    def unsaved(self, title: str) -> Choice:
        """What to do with unsaved changes."""


class Files(QObject):
    """What the File menu does, and what stands in the title."""

    said = Signal(object)
    """A sentence for the status bar."""
    noticed = Signal(object)
    """A `Notice` for the strip over the canvas; None takes it away."""
    title_changed = Signal(object)

    def __init__(
        self,
        document: Document,
        bake: BakeService,
        preferences: Preferences,
        dialogs: Dialogs,
        settle: Callable[[], None],
    ) -> None:
        """`settle` finishes the drag in hand before the level is written or replaced."""
        super().__init__()
        self.dialogs = dialogs
        self._document = document
        self._bake = bake
        self._preferences = preferences
        self._settle = settle
        self._name = ""
        self._exported: Path | None = None
        document.file_changed.connect(self._file_changed)

    @property
    def title(self) -> str:
        """What the open level is called: its file's name, or the sample's."""
        path = self._document.path
        return path.stem if path else self._name or self.tr("Untitled")

    @property
    def lossy(self) -> bool:
        """Whether closing now would lose something."""
        return not self._document.stack.isClean() or self._document.dragging

    def may_close(self) -> bool:
        """Ask what to do with unsaved changes, if there are any; False keeps editing."""
        self._settle()
        if not self.lossy:
            return True
        choice = self.dialogs.unsaved(self.title)
        if choice is Choice.SAVE:
            return self.save()
        return choice is Choice.DISCARD

    def new(self) -> bool:
        """An empty level, whose agents keep their shoulders inside."""
        if not self.may_close():
            return False
        settings = Settings(boundary_padding=Settings().agent_radius, boundary_follows_radius=True)
        self._show(Level(settings=settings), None, "")
        return True

    def open(self, path: Path | None = None) -> bool:
        """Open this file, or ask which; what is open stays as it is if that fails."""
        if path is None:
            path = self.dialogs.open_level(self._preferences.folder)
            if path is None:
                return False
        level, warnings = self._read(path)
        if level is None or not self.may_close():
            return False
        self._show(level, path.absolute(), "")
        self._warn(warnings)
        return True

    def open_sample(self, name: str) -> bool:
        """Open a copy of a sample; saving asks for a place of its own."""
        level, warnings = self._read(sample_levels.path(name))
        if level is None or not self.may_close():
            return False
        self._show(level, None, name)
        self._warn(warnings)
        return True

    def open_first(self) -> None:
        """What a start without a file shows: the last file, or the first sample."""
        last = self._preferences.last_file
        if last is not None and last.is_file() and self.open(last):
            return
        if FIRST_SAMPLE in sample_levels.names():
            self.open_sample(FIRST_SAMPLE)
        else:
            self.new()

    def save(self) -> bool:
        """Save to the level's file; ask for one if it has none."""
        path = self._document.path
        return self.save_as() if path is None else self._write(path)

    def save_as(self) -> bool:
        """Ask for a file and save there."""
        self._settle()
        proposal = self._document.path or self._folder() / f"{self.title}.json"
        path = self.dialogs.save_level(proposal)
        return path is not None and self._write(path.absolute())

    def export_again(self) -> bool:
        """Write the grid where it went last; ask the first time."""
        return self.export_as() if self._exported is None else self._export(self._exported)

    def export_as(self) -> bool:
        """Ask for a file and write the grid there."""
        self._settle()
        path = self.dialogs.export_grid(self._exported or self._proposed_export())
        return path is not None and self._export(path.absolute())

    def _read(self, path: Path) -> tuple[Level | None, tuple[str, ...]]:
        try:
            opened = open_file(path)
        except NavcoreError as fault:
            self._fail(str(fault))
            return None, ()
        if not isinstance(opened.content, Level):
            self._fail(
                self.tr("{0}: this is a baked grid. Open the level it was baked from.").format(path)
            )
            return None, ()
        return opened.content, opened.warnings

    def _show(self, level: Level, path: Path | None, name: str) -> None:
        self._name = name
        self._exported = self._preferences.export_of(path) if path else None
        self.noticed.emit(None)
        self._document.load(level, path)
        self._remember(path)

    def _write(self, path: Path) -> bool:
        self._settle()
        try:
            save_level(self._document.level, path)
        except NavcoreError as fault:
            self._fail(str(fault))
            return False
        if self._exported is None:
            self._exported = self._preferences.export_of(path)
        self._document.mark_saved(path)
        self._remember(path)
        self.noticed.emit(None)
        self.said.emit(self.tr("Saved {0}").format(path.name))
        return True

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

    def _fail(self, text: str) -> None:
        self.noticed.emit(Notice(text))

    def _warn(self, warnings: tuple[str, ...]) -> None:
        if warnings:
            self.noticed.emit(Notice("\n".join(warnings), "warning"))

    def _folder(self) -> Path:
        return self._preferences.folder or Path.home()

    def _proposed_export(self) -> Path:
        path = self._document.path
        folder = path.parent if path else self._folder()
        return folder / f"{self.title}.grid.txt"

    def _remember(self, path: Path | None) -> None:
        if path is not None:
            self._preferences.last_file = path
            self._preferences.folder = path.parent

    def _file_changed(self) -> None:
        self.title_changed.emit(self.title)


def _shut_doors(level: Level) -> list[str]:
    return [
        area.name
        for area in level.elements()
        if isinstance(area, Area) and area.door and not area.available
    ]


def roomy(box: QMessageBox) -> None:
    """Give a dialog the margins that all dialogs have."""
    layout = box.layout()
    if layout is not None:
        layout.setContentsMargins(SIZE.dialog, SIZE.dialog, SIZE.dialog, SIZE.group)


class QtDialogs:
    """The questions, asked in the system's dialogs over the window."""

    def __init__(self, parent: QWidget) -> None:
        """Dialogs over this window."""
        self._parent = parent

    def open_level(self, folder: Path | None) -> Path | None:
        """Which file to open."""
        tr = self._parent.tr
        name, _ = QFileDialog.getOpenFileName(
            self._parent,
            tr("Open a level"),
            str(folder or Path.home()),
            tr("Levels (*.json);;All files (*)"),
        )
        return Path(name) if name else None

    def save_level(self, proposal: Path) -> Path | None:
        """Where to save the level."""
        tr = self._parent.tr
        return self._ask_place(tr("Save the level"), proposal, [tr("Levels (*.json)")])

    def export_grid(self, proposal: Path) -> Path | None:
        """Where to write the grid."""
        tr = self._parent.tr
        filters = [tr("Grid as text (*.txt)"), tr("Grid as JSON, with its doors (*.json)")]
        if proposal.suffix == ".json":
            filters.reverse()
        return self._ask_place(tr("Export the grid"), proposal, filters)

    def unsaved(self, title: str) -> Choice:
        """What to do with unsaved changes."""
        tr = self._parent.tr
        box = QMessageBox(self._parent)
        box.setWindowTitle(tr("Unsaved changes"))
        box.setText(tr("{0} has changes that are not saved.").format(title))
        box.setInformativeText(tr("Discarded changes can't be brought back."))
        save = box.addButton(tr("Save"), QMessageBox.ButtonRole.AcceptRole)
        discard = box.addButton(tr("Discard"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(tr("Keep editing"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(save)
        box.setEscapeButton(keep)
        roomy(box)
        box.exec()
        if box.clickedButton() is save:
            return Choice.SAVE
        return Choice.DISCARD if box.clickedButton() is discard else Choice.KEEP

    def _ask_place(self, title: str, proposal: Path, filters: list[str]) -> Path | None:
        dialog = QFileDialog(self._parent, title, str(proposal.parent))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(filters)
        dialog.selectFile(proposal.name)

        def follow_filter(chosen: str) -> None:
            dialog.setDefaultSuffix("txt" if "*.txt" in chosen else "json")

        dialog.filterSelected.connect(follow_filter)
        follow_filter(filters[0])
        if not dialog.exec():
            return None
        return Path(dialog.selectedFiles()[0])
