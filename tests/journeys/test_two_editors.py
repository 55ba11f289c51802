"""Two editors edit and save one file in turn: every save is complete and no work is lost."""

import math
import random
from pathlib import Path

import pytest
from desk import Desk
from pytestqt.qtbot import QtBot

from editor.files.prompts import Overwrite
from editor.files.tasks import FileTasks
from editor.files.watch import FileWatch, digest_of
from editor.safety.autosave import Autosave
from editor.safety.backups import numbered, rooms
from navcore.formats import load_level, write_level
from navcore.level.operations import add_obstacle


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make results independent of the speed of files."""
    for kind in (FileTasks, FileWatch):
        monkeypatch.setattr(kind, "patience", math.inf)


class Editor:
    """One of the editors, with backups in a shared folder."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        """Start without an open file."""
        self.desk = Desk(folder)
        self.random = chance
        self.autosave = Autosave(self.desk.document, folder / "backups", self._describe)

    def _describe(self) -> tuple[str, str]:
        return self.desk.files.title, self.desk.files.watch.digest

    @property
    def text(self) -> str:
        """Return the level as the text of its file."""
        return write_level(self.desk.document.level)

    def edit(self) -> None:
        """Draw an element, or undo a step."""
        document = self.desk.document
        if self.random.random() < 0.3:
            document.stack.undo()
            return
        x = self.random.uniform(0.0, 6.0)
        ring = ((x, 1.0), (x + 0.5, 1.0), (x + 0.5, 1.5))
        document.commit(add_obstacle(document.level, ring, document.new_id))

    def save(self, file: Path) -> None:
        """Save, with a random answer if the other editor has saved meanwhile."""
        desk, before, held = self.desk, self.text, file.read_text(encoding="utf-8")
        changed = digest_of(file) != desk.files.watch.digest
        answer = desk.answers.overwrite = self.random.choice(list(Overwrite))
        desk.answers.place = None
        saved = desk.files.save()
        now = file.read_text(encoding="utf-8")
        assert write_level(load_level(file)) == now
        if not changed or answer is Overwrite.OVERWRITE:
            assert saved
            assert now == before == self.text
        else:
            assert not saved
            assert now == held
        if changed and answer is Overwrite.RELOAD:
            assert self.text == now
            if now != before:
                desk.document.stack.undo()
                assert self.text == before
                desk.document.stack.redo()


@pytest.mark.parametrize("seed", range(4))
def test_saves_in_turn(qtbot: QtBot, tmp_path: Path, seed: int, exhaustive: bool) -> None:
    """After any answer, the file is the level of one of them, and undo restores one's own."""
    chance = random.Random(seed)
    editors = [Editor(tmp_path, chance) for _ in range(2)]
    file = tmp_path / "shared.json"
    editors[0].desk.answers.place = file
    assert editors[0].desk.files.save()
    editors[1].desk.document.stack.setClean()
    assert editors[1].desk.files.open(file)
    for _ in range(1000 if exhaustive else 60):
        one = chance.choice(editors)
        for _ in range(chance.randrange(3)):
            one.edit()
        if chance.random() < 0.5:
            one.save(file)
        one.autosave.flush()
    folders = {editor.autosave.folder for editor in editors}
    assert len(folders) == 2
    assert not list(tmp_path.glob(".waywright-*"))
    for editor in editors:
        editor.autosave.close()
    kept = {path.read_text(encoding="utf-8") for room in rooms(tmp_path / "backups")
            for path in numbered(room, ".json")}  # fmt: skip
    assert {editor.text for editor in editors} <= kept | {file.read_text(encoding="utf-8")}
