"""Safety of a window: backs up its work, and offers lost work on its level."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.document import Document
from editor.files.prompts import Notice
from editor.files.service import Files
from editor.files.tasks import FileTasks
from editor.safety.autosave import Autosave
from editor.safety.backups import level_of_room
from editor.safety.recovery import Lost, Recovery
from editor.services.worker import Task, Worker
from navcore.errors import NavcoreError
from navcore.i18n import tr


class Safety(QObject):
    """Autosave and recovery for one window."""

    said = Signal(object)
    """A sentence for the status bar."""
    noticed = Signal(object)
    """A `Notice` for the strip over the canvas; None removes it."""
    found = Signal(object)
    """Lost work on the level that was opened: a list of `Lost`."""

    def __init__(
        self,
        document: Document,
        files: Files,
        recovery: Recovery,
        notice: Callable[[], Notice | None],
    ) -> None:
        """Back up to the folder of `recovery`; `notice` returns the notice in the strip."""
        super().__init__()
        self.recovery = recovery
        self._document, self._files, self._notice = document, files, notice
        self._failed: Notice | None = None
        self._taken: list[Lost] = []
        """Lost work that was opened, and lies in no other backup yet."""
        self.autosave = Autosave(document, recovery.root, self._describe)
        self.autosave.failed.connect(self._tell_failed)
        self.autosave.mended.connect(self._tell_mended)
        self.autosave.shared.connect(lambda text: self.noticed.emit(Notice(text, "warning")))
        self._worker = Worker("recovery")
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.look)
        document.loaded.connect(self._soon.start)
        files.replacing.connect(self.autosave.snapshot)

    @property
    def room(self) -> str:
        """Common name of the open level's backups; empty if there are none yet."""
        folder = self.autosave.folder
        return level_of_room(folder) if folder else ""

    def look(self) -> None:
        """Search for lost work on the open level, and offer it."""
        file = self._document.path
        if file is not None:
            task = self._worker.submit(
                lambda _: self.recovery.find_for(file), lambda task: self._offer(file, task)
            )
            self._worker.finish(task, FileTasks.patience)

    def _offer(self, file: Path, task: Task[list[Lost]]) -> None:
        found = task.result if file == self._document.path else []
        taken = {lost.room for lost in self._taken}
        found = [lost for lost in found if lost.room not in taken]
        if found:
            self.found.emit(found)

    def take(self, lost: Lost) -> bool:
        """Open lost work as unsaved changes; False if the user keeps the open level."""
        if not self._files.recover(lost.level, lost.saved, lost.file, lost.name, lost.digest):
            return False
        self.autosave.flush()
        self._taken.append(lost)
        self._settle_taken()
        return True

    def settle(self, lost: Lost) -> None:
        """Keep lost work among the backups, and don't offer it any more."""
        try:
            self.recovery.settle(lost)
        except NavcoreError as fault:
            self.noticed.emit(Notice(str(fault)))

    def _settle_taken(self) -> None:
        if not self.autosave.broken:
            taken, self._taken = self._taken, []
            for lost in taken:
                self.settle(lost)

    def save_now(self) -> None:
        """Write a backup of the level immediately, because the program may end at any moment."""
        self.autosave.snapshot()
        self.autosave.flush()

    def leave(self) -> None:
        """Stop without a question: the next start offers unsaved work."""
        self._soon.stop()
        self._worker.shutdown(0.0, drop=True)
        self.autosave.leave()
        self.recovery.let_go()

    def close(self) -> None:
        """Stop; unsaved changes were discarded."""
        self._soon.stop()
        self._worker.shutdown(0.0, drop=True)
        self.autosave.close()
        self.recovery.let_go()

    def _describe(self) -> tuple[str, str]:
        return self._files.title, self._files.watch.digest

    def _tell_failed(self, text: str) -> None:
        buttons = ((tr("Save"), self._files.save),)
        self._failed = Notice(text, "warning", buttons)
        self.noticed.emit(self._failed)

    def _tell_mended(self, text: str) -> None:
        if self._failed is not None and self._notice() is self._failed:
            self.noticed.emit(None)
        self._failed = None
        self.said.emit(text)
        self._settle_taken()
