"""Folders with the user's data, and buttons that delete data."""

from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton

from editor.actions.workbench import Workbench
from editor.dialogs.preferences.page import Page
from editor.look.fields import Elided
from editor.look.widgets import make_label, named
from editor.system.application import BACKUPS, log_folder
from navcore.i18n import mark, several, tr


class FilesPage(Page):
    """Backups and recent files."""

    title: ClassVar[str] = mark("Files")
    goes_back: ClassVar[bool] = False

    def __init__(self, bench: Workbench) -> None:
        """Show the folders on this computer."""
        super().__init__(bench)
        self.backups = log_folder() / BACKUPS
        self.open_backups = QPushButton(tr("Open the folder"))
        self.open_backups.setAccessibleName(tr("Open the folder of the backups"))
        self.open_backups.clicked.connect(lambda _: _open(self.backups))
        self.add_line(
            tr("Backups"),
            Elided(str(self.backups)),
            self.open_backups,
            note=tr("Every step is kept here while you work, also without saving."),
        )
        self.recent = make_label()
        self.forget = named(QPushButton(tr("Forget")), tr("Forget recent files"))
        self.forget.clicked.connect(lambda _: self._forget())
        self.add_line(tr("Recent files"), self.recent, self.forget)
        for button in (self.open_backups, self.forget):
            button.setAutoDefault(False)
        self.column.addStretch(1)
        self._count()

    def _forget(self) -> None:
        for path in self.bench.settings.recent.files:
            self.bench.settings.recent.forget(path)
        self._count()

    def _count(self) -> None:
        count = len(self.bench.settings.recent.files)
        told = several(count, "1 file is remembered.", "{0} files are remembered.")
        self.recent.setText(told if count else tr("No file is remembered."))
        self.forget.setEnabled(bool(count))


def _open(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
