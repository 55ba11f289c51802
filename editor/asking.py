"""What the program asks and tells: questions in the system's dialogs, notices over the canvas."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from editor.services.picture import SUFFIXES
from editor.style import SIZE
from navcore.formats import READ
from navcore.level.model import BackgroundKind


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


class Overwrite(Enum):
    """What to do about a file that another program has changed, before saving over it."""

    OVERWRITE = "overwrite"
    RELOAD = "reload"
    SAVE_AS = "save as"
    KEEP = "keep"


class Dialogs(Protocol):
    """The questions that files ask; tests answer them without a window."""

    def open_level(self, folder: Path | None) -> Path | None:
        """Which file to open."""

    def save_level(self, proposal: Path) -> Path | None:
        """Where to save the level."""

    def export_grid(self, proposal: Path) -> Path | None:
        """Where to write the grid."""

    def open_background(self, kind: BackgroundKind, folder: Path | None) -> Path | None:
        """Which picture to trace, or which grid to compare with."""

    def save_picture(self, proposal: Path) -> Path | None:
        """Where to save a picture of the level."""

    def unsaved(self, title: str) -> Choice:
        """What to do with unsaved changes."""

    def changed_on_disk(self, name: str) -> Overwrite:
        """What to do about a file that would be saved over what another program wrote."""


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

    def open_background(self, kind: BackgroundKind, folder: Path | None) -> Path | None:
        """Which picture to trace, or which grid to compare with."""
        tr = self._parent.tr
        if kind == "picture":
            title, names = tr("Trace a picture"), tr("Pictures ({0})")
            endings = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        else:
            title, names = tr("Compare with a grid"), tr("Grids ({0})")
            endings = " ".join(f"*{suffix}" for suffix in READ)
        filters = ";;".join((names.format(endings), tr("All files (*)")))
        start = str(folder or Path.home())
        name, _ = QFileDialog.getOpenFileName(self._parent, title, start, filters)
        return Path(name) if name else None

    def unsaved(self, title: str) -> Choice:
        """What to do with unsaved changes."""
        tr = self._parent.tr
        box = QMessageBox(self._parent)
        box.setWindowTitle(tr("Unsaved changes"))
        box.setText(tr("{0} has changes that are not saved.").format(title))
        box.setInformativeText(tr("Discarded changes stay among the backups for a while."))
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

    def changed_on_disk(self, name: str) -> Overwrite:
        """What to do about a file that would be saved over what another program wrote."""
        tr = self._parent.tr
        box = QMessageBox(self._parent)
        box.setWindowTitle(tr("Changed by another program"))
        box.setText(tr("{0} is not what it was when you opened it.").format(name))
        box.setInformativeText(
            tr(
                "Saving over it loses what the other program wrote. "
                "After reloading, undo brings your version back."
            )
        )
        answers = {
            box.addButton(tr("Save over it"), QMessageBox.ButtonRole.DestructiveRole): (
                Overwrite.OVERWRITE
            ),
            box.addButton(tr("Reload"), QMessageBox.ButtonRole.ActionRole): Overwrite.RELOAD,
            box.addButton(tr("Save as…"), QMessageBox.ButtonRole.AcceptRole): Overwrite.SAVE_AS,
        }
        keep = box.addButton(tr("Keep editing"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        roomy(box)
        box.exec()
        clicked = box.clickedButton()
        return next((answer for b, answer in answers.items() if b is clicked), Overwrite.KEEP)

    def save_picture(self, proposal: Path) -> Path | None:
        """Where to save a picture of the level."""
        tr = self._parent.tr
        is_svg = proposal.suffix == ".svg"
        name = tr("Picture as SVG (*.svg)") if is_svg else tr("Picture as PNG (*.png)")
        return self._ask_place(tr("Save the picture"), proposal, [name])

    def _ask_place(self, title: str, proposal: Path, filters: list[str]) -> Path | None:
        dialog = QFileDialog(self._parent, title, str(proposal.parent))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(filters)
        dialog.selectFile(proposal.name)

        def follow_filter(chosen: str) -> None:
            dialog.setDefaultSuffix(chosen.rpartition("*.")[2].rstrip(")"))

        dialog.filterSelected.connect(follow_filter)
        follow_filter(filters[0])
        if not dialog.exec():
            return None
        return Path(dialog.selectedFiles()[0])
