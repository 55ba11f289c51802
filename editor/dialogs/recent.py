"""Recent levels with a search: Enter opens the marked one."""

from functools import partial
from pathlib import Path
from typing import ClassVar

from PySide6.QtWidgets import QWidget

from editor.actions.fuzzy import score
from editor.actions.workbench import Workbench
from editor.dialogs.palette.dialog import PaletteDialog
from editor.dialogs.palette.list import Entry
from editor.files.presence import presence_of
from navcore.i18n import mark, tr


class RecentDialog(PaletteDialog):
    """The list of all actions, with files in their place."""

    name: ClassVar[str] = "recent"
    title: ClassVar[str] = mark("Open a recent level")

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """Create the dialog over this window, with the last opened level at the top."""
        super().__init__(bench, parent)
        self.search.setPlaceholderText(tr("Find a recent level by name or folder"))
        self.search.setAccessibleName(tr("Find a recent level"))
        self.view.setAccessibleName(tr("Recent levels"))

    def _find(self, text: str) -> None:
        super()._find(text)
        if not self._at_rest():
            self.empty.setText(tr("Levels that you open or save will be listed here."))

    def _at_rest(self) -> list[Entry]:
        """Return all files but the open one; missing files come last."""
        here = self.bench.document.path
        files = [file for file in self.bench.settings.recent.files if file != here]
        entries = [self._entry(file, known.there) for file, known in presence_of(files).items()]
        return sorted(entries, key=lambda entry: not entry.enabled)

    def _fitting(self, sought: str) -> list[Entry]:
        found = []
        for number, entry in enumerate(self._at_rest()):
            fits = score(sought, entry.text, (entry.beside,))
            if fits is not None:
                found.append((not entry.enabled, -fits, number, entry))
        return [entry for *_, entry in sorted(found, key=lambda one: one[:3])]

    def _named(self, sought: str) -> list[Entry]:
        """Return nothing: this list contains files only, no elements."""
        return []

    def _entry(self, file: Path, there: bool) -> Entry:
        return Entry(
            file.stem,
            str(file.parent),
            partial(self.bench.files.open, file),
            icon="open",
            reason="" if there else tr("This file is gone"),
            enabled=there,
        )


DIALOGS = (RecentDialog,)
