"""The backups that were kept of levels: looked at, and opened as copies."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QDate, QDateTime, QLocale, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.files.prompts import press_focused
from editor.kinds import plural_of
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.style import OFFER, SIZE
from editor.look.widgets import make_button, make_label
from editor.safety.recovery import Backup, Recovery
from editor.safety.recovery_prompt import LevelPicture, time_text
from navcore.errors import NavcoreError
from navcore.formats import open_file
from navcore.i18n import tr
from navcore.level.kinds import all_kinds
from navcore.level.model import Level

_BACKUP: Final = Qt.ItemDataRole.UserRole


def moment_text(seconds: float) -> str:
    """Return a moment with its day in words, if it was yesterday or today."""
    moment = QDateTime.fromSecsSinceEpoch(int(seconds))
    days = moment.date().daysTo(QDate.currentDate())
    time = QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
    words = {0: tr("today {0}"), 1: tr("yesterday {0}")}
    return words[days].format(time) if days in words else time_text(seconds)


class BackupsDialog(QDialog):
    """List of backups, the newest first; the open level's backups come before all others."""

    def __init__(
        self,
        recovery: Recovery,
        room: str,
        open_copy: Callable[[Path, str], object],
        put_back: Callable[[Level, str], object],
        compare: Callable[[Level, str], object],
        parent: QWidget,
        *,
        to_compare: bool = False,
    ) -> None:
        """Create the dialog; `room` is the open level's, `open_copy` opens a file under a name.

        `put_back` restores the open level from a backup, with the backup's time in words; `compare`
        shows the changes since the backup. With `to_compare` that is what Enter does, and the
        last backup of an earlier day is selected.
        """
        super().__init__(parent)
        self.setWindowTitle(tr("Backups"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._recovery, self._open_copy = recovery, open_copy
        self._room, self._put_back, self._compare = room, put_back, compare
        self._to_compare = to_compare
        self.shown: Level | None = None
        """The level in the selected backup."""
        backups = sorted(recovery.backups(), key=lambda backup: backup.room != room)
        self._build(backups)
        self.list.currentItemChanged.connect(self._show)
        activated = self._compare_with if to_compare else self._open
        self.list.itemActivated.connect(lambda _: activated())
        self.list.setCurrentRow(self._first_row(backups))
        self._show()
        for widget in (self.list, self.picture):
            widget.setVisible(bool(backups))
        layout = self.layout()
        if layout is not None and not backups:
            layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        self.list.setFocus()

    def _first_row(self, backups: list[Backup]) -> int:
        """Return the row to select: to compare, the newest backup of an earlier day."""
        if not self._to_compare or not backups:
            return 0 if backups else -1
        midnight = QDate.currentDate().startOfDay().toSecsSinceEpoch()
        older = (
            row for row, one in enumerate(backups)
            if one.room == backups[0].room and one.taken < midnight
        )  # fmt: skip
        return next(older, 0)

    def _build(self, backups: list[Backup]) -> None:
        self.list = QListWidget()
        self.list.setObjectName("targets")
        self.list.setAccessibleName(tr("Backups"))
        self.list.setMinimumWidth(OFFER.backups_width)
        self.list.setMinimumHeight(OFFER.backups_rows * SIZE.row)
        for backup in backups:
            item = QListWidgetItem(f"{backup.name} · {moment_text(backup.taken)}")
            item.setData(_BACKUP, backup)
            item.setSizeHint(QSize(0, SIZE.row))
            self.list.addItem(item)
        self.picture = LevelPicture(None, "", tr("The level as it was"))
        self.told = make_label(wraps=True)
        self.told.setMinimumWidth(OFFER.picture_width)
        column = fill(vertical(gap=SIZE.related), self.picture, self.told, STRETCH)
        row = fill(horizontal(gap=SIZE.group), (self.list, 1), column)
        headline = make_label(tr("Backups, the newest first"), "headline")
        fill(vertical(self, gap=SIZE.group, margins=SIZE.dialog), headline, row, self._buttons())

    def _buttons(self) -> QHBoxLayout:
        root = self._recovery.root
        folder = make_button(
            tr("Open the folder"), self._open_folder, tip=str(root), takes_enter=False
        )
        folder.setEnabled(root.is_dir())
        cancel = make_button(tr("Cancel"), self.reject, takes_enter=False)
        self.back_button = QPushButton(tr("Restore"))
        self.back_button.setAutoDefault(False)
        self.back_button.setToolTip(tr("The open level changes to this backup; Undo reverts that."))
        self.back_button.clicked.connect(self._put_in_place)
        self.compare_button = make_button(
            tr("Compare with it"), self._compare_with, takes_enter=self._to_compare,
            default=self._to_compare,
            tip=tr("What changed and what broke since this backup was made"),
        )  # fmt: skip
        self.open_button = make_button(
            tr("Open a copy"), self._open, takes_enter=not self._to_compare,
            default=not self._to_compare,
        )  # fmt: skip
        buttons = horizontal(gap=SIZE.related)
        ways = (self.compare_button, self.back_button, self.open_button)
        return fill(buttons, folder, STRETCH, cancel, *ways)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus."""
        if not press_focused(self, event):
            super().keyPressEvent(event)

    def _chosen(self) -> Backup | None:
        item = self.list.currentItem()
        backup = item.data(_BACKUP) if item is not None else None
        return backup if isinstance(backup, Backup) else None

    def _show(self, _: object = None) -> None:
        backup = self._chosen()
        level, told = (
            None,
            tr("No backups yet. While you draw, the level is backed up here every minute."),
        )
        if backup is not None:
            try:
                content = open_file(backup.path).content
                level = content if isinstance(content, Level) else None
                told = self._counts(level) if level else ""
            except NavcoreError as fault:
                told = str(fault)
        self.shown = level
        self.open_button.setEnabled(level is not None)
        self.compare_button.setEnabled(level is not None)
        of_this = backup is not None and backup.room == self._room
        self.back_button.setEnabled(level is not None and of_this)
        self.told.setText(told)
        self.picture.show_level(level)

    def _counts(self, level: Level) -> str:
        listed = [kind for kind in all_kinds() if kind.listed]
        counts = [f"{plural_of(kind.variants[0])}: {len(level.of(kind.type))}" for kind in listed]
        text = " · ".join(counts)
        return text[:1].upper() + text[1:]

    def _open(self) -> None:
        backup = self._chosen()
        if backup is not None and self.open_button.isEnabled():
            self.accept()
            self._open_copy(backup.path, backup.name)

    def _put_in_place(self) -> None:
        backup = self._chosen()
        if backup is not None and self.shown is not None:
            self.accept()
            self._put_back(self.shown, moment_text(backup.taken))

    def _compare_with(self, _: object = None) -> None:
        backup = self._chosen()
        if backup is not None and self.shown is not None:
            self.accept()
            words = tr("{0}, backup of {1}")
            self._compare(self.shown, words.format(backup.name, moment_text(backup.taken)))

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._recovery.root)))
