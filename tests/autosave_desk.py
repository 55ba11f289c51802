"""A document with autosave, and its backups."""

import contextlib
import shutil
from pathlib import Path

from small_level import TABLE, small_level

from editor.document import Document
from editor.safety.autosave import Autosave, Pace
from editor.safety.backups import JOURNAL, LOCK, numbered
from editor.safety.recovery import Recovery
from navcore.formats import save_level, write_level
from navcore.formats.journal import read_journal
from navcore.level.model import Level
from navcore.level.operations import move

SLOW = Pace(retry=20)


class Desk:
    """A document with a file, and its autosave."""

    def __init__(self, folder: Path, pace: Pace = SLOW) -> None:
        """The small level, just opened."""
        self.root = folder / "backups"
        self.file = folder / "inn.json"
        save_level(small_level(), self.file)
        self.document = Document(seed=1)
        self.autosave = Autosave(self.document, self.root, lambda: ("inn", "digest"), pace)
        self.failed: list[str] = []
        self.mended: list[str] = []
        self.autosave.failed.connect(self.failed.append)
        self.autosave.mended.connect(self.mended.append)
        self.document.load(small_level(), self.file)

    def nudge(self) -> None:
        """Make one edit."""
        level = self.document.level
        self.document.commit(move(level, [TABLE], (0.25, 0.0)))

    @property
    def folder(self) -> Path:
        """Folder of the backups."""
        assert self.autosave.folder is not None
        return self.autosave.folder

    def lines(self) -> int:
        """Lines of the newest journal."""
        path = numbered(self.folder, JOURNAL)[-1]
        return len(read_journal(path.read_bytes(), path).lines)

    def lost(self) -> Level | None:
        """Return the level that the next start would recover if the program were killed now."""
        copy = self.root.with_name("copy")
        for _ in range(100):
            shutil.rmtree(copy, ignore_errors=True)
            # A kill stops everything at one moment; during a copy, journals come and go.
            with contextlib.suppress(shutil.Error):
                shutil.copytree(self.root, copy, ignore=shutil.ignore_patterns(LOCK))
                break
        recovery = Recovery(copy)
        found = recovery.find()
        recovery.let_go()
        return found[0].level if found else None


def same(one: Level | None, other: Level) -> bool:
    """Return whether they would be the same file."""
    return one is not None and write_level(one) == write_level(other)
