"""Files: new, open, save, and the question before something would be lost."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

import sample_levels
from editor.asking import Choice, Dialogs, Notice, Overwrite
from editor.document import Document
from editor.services.watch import FileWatch, OnDisk, digest_of
from editor.settings import Settings as Preferences
from navcore.errors import NavcoreError
from navcore.formats import open_file, save_level
from navcore.formats.atomic import remove_leftovers
from navcore.level.edit import Edit
from navcore.level.model import NEW_SETTINGS, Level


class Files(QObject):
    """What the File menu does, and what stands in the title."""

    said = Signal(object)
    """A sentence for the status bar."""
    noticed = Signal(object)
    """A `Notice` for the strip over the canvas; None takes it away."""
    title_changed = Signal(object)
    sample_opened = Signal(object)
    """The name of a sample, a copy of which is open now."""
    remembered = Signal(object)
    """The path of a level that was opened or saved just now."""
    writing = Signal(object)
    """The level is about to be written to this file: what hangs on its place may follow."""
    replacing = Signal(object)
    """What is open is about to be replaced by what this file holds."""
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
        """What the file held before another program changed it."""
        self.watch = FileWatch()
        self.watch.changed.connect(self._changed_on_disk)
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
        self._show(Level(settings=NEW_SETTINGS), None, "")
        return True

    def open(self, path: Path | None = None) -> bool:
        """Open this file, or ask which; what is open stays as it is if that fails."""
        if path is None:
            path = self.dialogs.open_level(self._preferences.folder)
            if path is None:
                return False
        digest = digest_of(path)
        level, warnings = self._read(path)
        if level is None or not self.may_close():
            return False
        remove_leftovers(path.parent)
        self._show(level, path.absolute(), "", digest)
        self._warn(warnings)
        return True

    def open_copy(self, path: Path, name: str) -> bool:
        """Open what this file holds as a level without a file, called `name`."""
        level, _ = self._read(path)
        if level is None or not self.may_close():
            return False
        self._show(level, None, name)
        return True

    def open_level(self, level: Level, name: str) -> bool:
        """Open a level that has no file of its own, called `name`."""
        if not self.may_close():
            return False
        self._show(level, None, name)
        return True

    def put_back(self, level: Level, taken: str) -> None:
        """Make the open level what a backup of it holds, as one undo step; `taken` says when."""
        label = self.tr("Go back to the backup of {0}").format(taken)
        edit = Edit.between(self._document.level, level, label)
        if edit:
            self._document.commit(edit)
        said = (
            self.tr("The level is as it was on {0}.")
            if edit
            else self.tr("The level is the same as on {0}.")
        )
        self.said.emit(said.format(taken))

    def recover(self, level: Level, saved: Level | None, file: Path | None, name: str) -> bool:
        """Open what a session that ended without a word has left, as changes to `saved`.

        One undo step leads back to that, which is what the file holds, if there is one.
        """
        if not self.may_close():
            return False
        base = saved or Level()
        self._show(base, file, "" if file else name, digest_of(file) if file else "")
        self._document.commit(Edit.between(base, level, self.tr("Recover the work")))
        if file is not None and saved is None:
            self._document.stack.resetClean()
        self._document.loaded.emit(file)
        return True

    def reload(self) -> bool:
        """Take what the level's file holds now, as one undo step; the view stays."""
        path = self._document.path
        if path is None:
            return False
        digest = digest_of(path)
        level, warnings = self._read(path)
        if level is None:
            return False
        self._settle()
        self.replacing.emit(path)
        edit = Edit.between(self._document.level, level, self.tr("Reload the file"))
        self._document.commit(edit)
        self.watch.follow(path, digest)
        self.noticed.emit(None)
        self._document.mark_saved(path)
        self._warn(warnings)
        self.said.emit(self.tr("Reloaded {0}. Undo brings your version back.").format(path.name))
        return True

    def keep_mine(self) -> None:
        """Leave the level as it is; it differs from its file."""
        self._differ()
        self.noticed.emit(None)

    def open_sample(self, name: str) -> bool:
        """Open a copy of a sample; saving asks for a place of its own."""
        level, warnings = self._read(sample_levels.path(name))
        if level is None or not self.may_close():
            return False
        self._show(level, None, name)
        self.sample_opened.emit(name)
        self._warn(warnings)
        return True

    def close(self) -> bool:
        """Close the level, and leave an empty one; False keeps editing."""
        if not self.may_close():
            return False
        self._show(Level(), None, "")
        return True

    def save(self) -> bool:
        """Save to the level's file; ask for one if it has none. False if nothing was saved."""
        path = self._document.path
        if path is None:
            return self.save_as()
        if self.watch.state() is not OnDisk.CHANGED:
            return self._write(path)
        answer = self.dialogs.changed_on_disk(path.name)
        if answer is Overwrite.RELOAD:
            # Nothing was saved: who closes after saving would lose what undo brings back.
            self.reload()
            return False
        if answer is Overwrite.SAVE_AS:
            return self.save_as()
        return answer is Overwrite.OVERWRITE and self._write(path)

    def save_as(self) -> bool:
        """Ask for a file and save there."""
        self._settle()
        proposal = self._document.path or self._folder() / f"{self.title}.json"
        path = self.dialogs.save_level(proposal)
        return path is not None and self._write(path.absolute())

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

    def _show(self, level: Level, path: Path | None, name: str, digest: str = "") -> None:
        self._name, self._as_saved = name, None
        self.noticed.emit(None)
        self.watch.follow(path, digest)
        self._document.load(level, path)
        self._remember(path)

    def _write(self, path: Path) -> bool:
        self._settle()
        self.writing.emit(path)
        try:
            save_level(self._document.level, path)
        except NavcoreError as fault:
            self.not_written.emit(path)
            self._fail_to_save(str(fault))
            return False
        self.watch.follow(path, digest_of(path))
        self.noticed.emit(None)
        self._document.mark_saved(path)
        self._remember(path)
        self.said.emit(self.tr("Saved {0}").format(path.name))
        self.saved.emit(path)
        return True

    def _fail(self, text: str) -> None:
        self.noticed.emit(Notice(text))

    def _fail_to_save(self, reason: str) -> None:
        text = self.tr("{0}. Nothing is lost: your changes are still here.").format(reason)
        buttons = ((self.tr("Save as…"), self.save_as), (self.tr("Try again"), self.save))
        self.noticed.emit(Notice(text, buttons=buttons))

    def _changed_on_disk(self, state: OnDisk) -> None:
        """Offer to take what another program wrote; nothing is taken by itself."""
        path = self._document.path
        if path is None:
            return
        if state is OnDisk.SAME:
            self.noticed.emit(None)
            if self._document.level is self._as_saved:
                self._document.stack.setClean()
            return
        buttons: tuple[tuple[str, Callable[[], object]], ...]
        buttons = ((self.tr("Reload"), self.reload), (self.tr("Keep mine"), self.keep_mine))
        if state is OnDisk.GONE:
            self._differ()
            text = self.tr("{0} was moved or deleted by another program. Saving writes it anew.")
            buttons = ((self.tr("Save"), self.save), (self.tr("Save as…"), self.save_as))
        elif self.lossy:
            text = self.tr("{0} was changed by another program, and you have unsaved changes.")
            text += " " + self.tr("After reloading, undo brings yours back.")
        else:
            text = self.tr("{0} was changed by another program.")
        self.noticed.emit(Notice(text.format(path.name), "warning", buttons))

    def _differ(self) -> None:
        """The file holds something else, or is gone, though nothing was done here."""
        stack = self._document.stack
        if stack.isClean():
            self._as_saved = self._document.level
            stack.resetClean()

    def _warn(self, warnings: tuple[str, ...]) -> None:
        if warnings:
            self.noticed.emit(Notice("\n".join(warnings), "warning"))

    def _folder(self) -> Path:
        return self._preferences.folder or Path.home()

    def _remember(self, path: Path | None) -> None:
        if path is not None:
            self._preferences.folder = path.parent
            self._preferences.note_recent(path)
            self.remembered.emit(path)

    def _file_changed(self) -> None:
        self.title_changed.emit(self.title)
