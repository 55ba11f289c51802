"""Files: new, open, save, and the question before something would be lost."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.arrival import Arrival
from editor.document import Document
from editor.files.opening import LevelFile, Opening
from editor.files.prompts import Choice, Dialogs, Notice, Overwrite
from editor.files.saving import ChangedOnDisk, Order, Saving
from editor.files.tasks import FileTasks
from editor.files.watch import FileWatch, OnDisk
from editor.settings.settings import Settings as Preferences
from navcore import samples
from navcore.errors import Cancelled, NavcoreError
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import NEW_SETTINGS, Level

END_SECONDS = 10.0
"""Longest time in seconds that closing the program waits for a save."""


def _ignore(_: bool) -> None:
    """Ignore the result."""


class Files(QObject):
    """Functions of the File menu, and the title of the level.

    Levels are read and written by `tasks`; long work continues in the background. The methods
    return whether the work is complete already; `then` is called with its success at the end.
    """

    said = Signal(object)
    """A sentence for the status bar."""
    noticed = Signal(object)
    """A `Notice` for the strip over the canvas; None removes it."""
    title_changed = Signal(object)
    sample_opened = Signal(object)
    """A copy of the sample with this name was opened."""
    remembered = Signal(object)
    """The path of a level that was opened or saved just now."""
    writing = Signal(object)
    """The level is about to be written to this file: what hangs on its place may follow."""
    replacing = Signal(object)
    """The contents of this file are about to replace the open level."""
    saved = Signal(object)
    """The level lies in this file now."""
    not_written = Signal(object)
    """The level could not be written to this file: what followed there may come back."""

    def __init__(
        self,
        document: Document,
        preferences: Preferences,
        dialogs: Dialogs,
        settle: Callable[[], None],
    ) -> None:
        """`settle` finishes the drag in hand before the level is written or replaced."""
        super().__init__()
        self.dialogs = dialogs
        self._document = document
        self._preferences = preferences
        self._settle = settle
        self._name = ""
        self._as_saved: Level | None = None
        """Contents of the file before another program changed it."""
        self.tasks = FileTasks(lambda: not document.dragging)
        self.tasks.noticed.connect(self.noticed)
        self._opening = Opening(document, self.tasks, self._fail)
        self._saving = Saving(document, self.tasks, self)
        self.watch = FileWatch()
        self.watch.changed.connect(self._changed_on_disk)
        document.file_changed.connect(self._file_changed)

    @property
    def title(self) -> str:
        """Name of the open level: its file's name, or the sample's."""
        path = self._document.path
        return path.stem if path else self._name or tr("Untitled")

    @property
    def lossy(self) -> bool:
        """True if closing now would lose work."""
        unsaved = self._saving.busy or not self._document.stack.isClean()
        return unsaved or self._document.dragging

    def may_close(self, again: Callable[[], object] = lambda: None) -> bool:
        """Ask what to do with unsaved changes, if there are any; False keeps editing.

        While the level is being saved, the result is False; `again` is called after the save.
        """
        self._settle()
        if self._saving.busy:
            self._saving.then(again)
            return False
        if not self.lossy:
            return True
        choice = self.dialogs.unsaved(self.title)
        if choice is Choice.SAVE:
            saved = self.save()
            if self._saving.busy:
                self._saving.then(again)
            return saved
        return choice is Choice.DISCARD

    def wait(self) -> None:
        """Return when nothing is read or written; the window stays alive meanwhile."""
        self.tasks.wait()

    def shutdown(self) -> bool:
        """Wait for running saves for a limited time; return whether all are written."""
        self.watch.shutdown()
        return self.tasks.shutdown(END_SECONDS)

    def new(self) -> bool:
        """Open an empty level with default settings."""
        if not self.may_close(self.new):
            return False
        self._show(Level(settings=NEW_SETTINGS), None, "")
        return True

    def open(self, path: Path | None = None, then: Callable[[bool], object] = _ignore) -> bool:
        """Open this file, or ask for one; the present level can be edited until then.

        The question about unsaved changes follows after the file was read.
        """
        path = path or self.dialogs.open_level(self._preferences.folder)
        if path is None:
            then(False)
            return False
        file = path

        def show(level: Level, read: LevelFile) -> None:
            self._show(level, file.absolute(), "", read.digest, read.arrival)
            self._warn(read.opened.warnings)

        return self._replace(file, file.name, show, then)

    def open_copy(self, path: Path, name: str) -> bool:
        """Open what this file holds as a level without a file, called `name`."""

        def show(level: Level, read: LevelFile) -> None:
            self._show(level, None, name, arrival=read.arrival)

        return self._replace(path, name, show, _ignore)

    def open_level(self, level: Level, name: str) -> bool:
        """Open a level without a file, called `name`."""
        if not self.may_close(partial(self.open_level, level, name)):
            return False
        self._show(level, None, name)
        return True

    def put_back(self, level: Level, taken: str) -> None:
        """Restore the open level from a backup in one undo step; `taken` is the backup's time."""
        label = tr("Go back to the backup of {0}").format(taken)
        said = (
            tr("The level is as it was on {0}.")
            if self._document.replace(level, label)
            else tr("The level is the same as on {0}.")
        )
        self.said.emit(said.format(taken))

    def recover(
        self, level: Level, saved: Level | None, file: Path | None, name: str, digest: str = ""
    ) -> bool:
        """Open the work of a session that closed unexpectedly, as changes to `saved`.

        One undo step leads back to `saved`, the contents of the file, if there is one; `digest` is
        the file's digest.
        """
        if not self.may_close(partial(self.recover, level, saved, file, name, digest)):
            return False
        base = saved or Level()
        self._show(base, file, "" if file else name, digest)
        self._document.commit(Edit.between(base, level, tr("Recover the work")), by_hand=False)
        if file is not None and saved is None:
            self._document.stack.resetClean()
        self._document.loaded.emit(file)
        return True

    def reload(self) -> bool:
        """Load the present contents of the level's file as one undo step; the view stays."""
        path = self._document.path
        if path is None:
            return False
        file = path

        def show(level: Level, read: LevelFile) -> bool:
            if self._document.path != file:
                return False
            self._settle()
            self.replacing.emit(file)
            self._document.replace(level, tr("Reload the file"))
            self.watch.follow(file, read.digest)
            self.noticed.emit(None)
            self._document.mark_saved(file)
            self._warn(read.opened.warnings)
            said = tr("Reloaded {0}. Undo brings your version back.")
            self.said.emit(said.format(file.name))
            return True

        return self._opening.read(file, file.name, show, _ignore)

    def keep_mine(self) -> None:
        """Leave the level as it is; it differs from its file."""
        self._differ()
        self.noticed.emit(None)

    def open_sample(self, name: str, then: Callable[[bool], object] = _ignore) -> bool:
        """Open a copy of a sample; saving asks for a file."""

        def show(level: Level, read: LevelFile) -> None:
            self._show(level, None, name, arrival=read.arrival)
            self.sample_opened.emit(name)
            self._warn(read.opened.warnings)

        return self._replace(samples.path(name), name, show, then)

    def close(self, again: Callable[[], object] = lambda: None) -> bool:
        """Close the level, and leave an empty one; False keeps editing, see `may_close`."""
        if not self.may_close(again):
            return False
        self.tasks.cancel()
        self._show(Level(), None, "")
        return True

    def save(self, then: Callable[[], object] = lambda: None) -> bool:
        """Save to the level's file; ask for one if it has none. False if nothing is saved yet.

        `then` is called after the save.
        """
        path = self._document.path
        if path is None:
            return self.save_as(then)
        return self._write(path, self.watch.digest, then)

    def save_as(self, then: Callable[[], object] = lambda: None) -> bool:
        """Ask for a file and save to it; `then` is called after the save."""
        self._settle()
        proposal = self._document.path or self._folder() / f"{self.title}.json"
        path = self.dialogs.save_level(proposal)
        return path is not None and self._write(path.absolute(), None, then)

    # Reading.

    def _replace(
        self,
        path: Path,
        name: str,
        show: Callable[[Level, LevelFile], None],
        then: Callable[[bool], object],
    ) -> bool:
        """Show the contents of a file instead of the open level, once that may be closed."""

        def replace(level: Level, read: LevelFile) -> bool:
            def again() -> None:
                then(replace(level, read))

            may = self.may_close(again)
            if may:
                show(level, read)
            return may

        return self._opening.read(path, name, replace, then)

    def _show(
        self,
        level: Level,
        path: Path | None,
        name: str,
        digest: str = "",
        arrival: Arrival | None = None,
    ) -> None:
        self._saving.forget()
        self._name, self._as_saved = name, None
        self.noticed.emit(None)
        self.watch.follow(path, digest)
        self._document.load(level, path, arrival)
        self._remember(path)

    # Writing.

    def _write(self, path: Path, known: str | None, then: Callable[[], object]) -> bool:
        """Save; `known` is the expected digest of the file, None for any contents."""
        self._settle()
        self.writing.emit(path)
        self.watch.pause(True)
        return self._saving.save(path, known, then)

    def level_saved(self, order: Order) -> None:
        """Handle a successful save: report it before other steps follow."""
        path = order.path
        self.watch.follow(path, order.digest)
        self.watch.pause(False)
        self.noticed.emit(None)
        self._document.mark_saved(path, clean=not order.marked)
        self._remember(path)
        self.said.emit(tr("Saved {0}").format(path.name))
        self.saved.emit(path)

    def level_not_saved(self, order: Order, error: NavcoreError) -> bool:
        """Show the reason, or ask if another program wrote; return whether it is saved now."""
        self.watch.pause(False)
        self.not_written.emit(order.path)
        if isinstance(error, ChangedOnDisk):
            return self._ask_overwrite(order)
        if isinstance(error, Cancelled):
            self.said.emit(tr("Saving was cancelled: {0} is as it was.").format(order.path))
        else:
            self._fail_to_save(str(error))
        return False

    def _ask_overwrite(self, order: Order) -> bool:
        answer = self.dialogs.changed_on_disk(order.path.name)
        if answer is Overwrite.RELOAD:
            # Nothing was saved: closing after this save would lose changes that undo can restore.
            self.reload()
            return False
        if answer is Overwrite.SAVE_AS:
            return self.save_as(order.then)
        return answer is Overwrite.OVERWRITE and self._write(order.path, None, order.then)

    def _fail(self, text: str) -> None:
        self.noticed.emit(Notice(text))

    def _fail_to_save(self, reason: str) -> None:
        text = tr("{0}. Nothing is lost: your changes are still here.").format(reason)
        buttons = ((tr("Save as…"), self.save_as), (tr("Try again"), self.save))
        self.noticed.emit(Notice(text, buttons=buttons))

    def _changed_on_disk(self, state: OnDisk) -> None:
        """Offer to load what another program wrote; nothing is loaded without a click."""
        path = self._document.path
        if path is None:
            return
        if state is OnDisk.SAME:
            self.noticed.emit(None)
            if self._document.drawing is self._as_saved:
                self._document.stack.setClean()
            return
        buttons: tuple[tuple[str, Callable[[], object]], ...]
        buttons = ((tr("Reload"), self.reload), (tr("Keep mine"), self.keep_mine))
        if state is OnDisk.GONE:
            self._differ()
            text = tr("{0} was moved or deleted by another program. Saving writes it again.")
            buttons = ((tr("Save"), self.save), (tr("Save as…"), self.save_as))
        elif self.lossy:
            text = tr("{0} was changed by another program, and you have unsaved changes.")
            text += " " + tr("After reloading, undo brings yours back.")
        else:
            text = tr("{0} was changed by another program.")
        self.noticed.emit(Notice(text.format(path.name), "warning", buttons))

    def _differ(self) -> None:
        """The file holds something else, or is gone, though nothing was done here."""
        stack = self._document.stack
        if stack.isClean():
            self._as_saved = self._document.drawing
            stack.resetClean()

    def _warn(self, warnings: tuple[str, ...]) -> None:
        if warnings:
            self.noticed.emit(Notice("\n".join(warnings), "warning"))

    def _folder(self) -> Path:
        return self._preferences.folder or Path.home()

    def _remember(self, path: Path | None) -> None:
        if path is not None:
            self._preferences.folder = path.parent
            self._preferences.recent.note(path)
            self.remembered.emit(path)

    def _file_changed(self) -> None:
        self.title_changed.emit(self.title)
