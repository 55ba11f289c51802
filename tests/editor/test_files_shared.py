"""Levels that other programs change, and full disks: no work is lost."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import Desk
from pytestqt.qtbot import QtBot

from editor.files.prompts import Choice, Overwrite
from editor.files.watch import CALM_MS
from navcore.formats import load_level, save_level, write_level
from navcore.level.model import Level
from navcore.level.operations import set_settings


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    """A new desk in an empty folder."""
    return Desk(tmp_path)


class Shared:
    """A saved level that another program writes to."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        """Save the level."""
        self.desk, self.path = desk, folder / "inn.json"
        desk.answers.place = self.path
        assert desk.files.save()
        self.mine = desk.document.level

    def change(self, title: str = "theirs") -> Level:
        """Another program replaces the file whole, as most do."""
        level = set_settings(self.mine, title=title).apply(self.mine)
        other = self.path.with_suffix(".new")
        save_level(level, other)
        other.replace(self.path)
        return level

    def edit(self) -> Level:
        """Make an unsaved edit."""
        level = self.desk.document.level
        self.desk.document.commit(set_settings(level, notes="mine"))
        return self.desk.document.level

    def press(self, text: str) -> None:
        """Press a button of the notice."""
        notice = self.desk.notices[-1]
        assert notice is not None
        dict(notice.buttons)[text]()

    def told(self) -> str:
        """Check the file, and return the message about it."""
        self.desk.files.watch.look()
        return self.desk.notice


@pytest.fixture
def shared(desk: Desk, tmp_path: Path) -> Shared:
    """A level on the desk and on the disk."""
    return Shared(desk, tmp_path)


def test_the_watcher_notices_other_programs_twice(qtbot: QtBot, shared: Shared) -> None:
    """A file that is replaced whole is followed to the next change."""
    for title in ("one", "two"):
        shared.desk.notices.clear()
        theirs = shared.change(title)
        qtbot.waitUntil(lambda: "changed by another program" in shared.desk.notice)
        shared.press("Reload")
        assert write_level(shared.desk.document.level) == write_level(theirs)
        assert shared.desk.document.stack.isClean()


def test_reloading_is_one_undo_step(shared: Shared) -> None:
    """Unsaved work, too, is one undo away."""
    mine = shared.edit()
    theirs = shared.change()
    assert "you have unsaved changes" in shared.told()
    shared.press("Reload")
    assert shared.desk.document.level == theirs
    assert shared.desk.document.stack.isClean()
    assert "Undo brings your version back" in shared.desk.said[-1]
    shared.desk.document.stack.undo()
    assert shared.desk.document.level == mine
    assert not shared.desk.document.stack.isClean()


def test_keeping_mine_makes_it_unsaved(shared: Shared) -> None:
    """The level is in no file any more; the same change isn't reported twice."""
    shared.change()
    assert "changed by another program" in shared.told()
    shared.press("Keep mine")
    assert shared.desk.document.level == shared.mine
    assert shared.desk.files.lossy
    assert shared.told() == ""


def test_saving_over_a_changed_file_asks(shared: Shared, tmp_path: Path) -> None:
    """Nothing of the other program is overwritten without a word."""
    mine, theirs = shared.edit(), shared.change()
    answers, files = shared.desk.answers, shared.desk.files
    assert not files.save()
    assert answers.asked == ["inn.json"]
    assert load_level(shared.path) == theirs
    assert shared.desk.document.level == mine
    answers.overwrite, answers.place = Overwrite.SAVE_AS, tmp_path / "mine.json"
    assert files.save()
    assert load_level(shared.path) == theirs
    assert load_level(tmp_path / "mine.json") == mine
    answers.place = shared.path
    assert files.save_as()
    shared.mine = mine
    shared.change("again")
    answers.overwrite = Overwrite.OVERWRITE
    assert files.save()
    assert load_level(shared.path) == mine
    shared.change("and again")
    answers.overwrite = Overwrite.RELOAD
    assert not files.save()
    assert shared.desk.document.level.settings.title == "and again"


def test_a_file_that_is_gone_is_written_anew(shared: Shared) -> None:
    """A message says that it is gone, and that no file has the work."""
    shared.path.unlink()
    assert "moved or deleted" in shared.told()
    assert shared.desk.files.lossy
    shared.press("Save")
    assert load_level(shared.path) == shared.mine
    assert not shared.desk.files.lossy
    assert shared.desk.answers.asked == []


def test_a_file_that_is_back_as_it_was_is_no_news(shared: Shared) -> None:
    """Another branch, and back."""
    shared.change()
    assert shared.told()
    save_level(shared.mine, shared.path)
    assert shared.told() == ""
    assert shared.desk.files.save()
    assert shared.desk.answers.asked == []


def test_a_merge_left_half_done_changes_nothing(shared: Shared) -> None:
    """Reloading reports the fault and its place; the level stays."""
    shared.path.write_text("{\n<<<<<<< ours\n", encoding="utf-8")
    assert "changed by another program" in shared.told()
    shared.press("Reload")
    assert "unresolved merge at line 2" in shared.desk.notice
    assert shared.desk.document.level == shared.mine


def test_what_the_program_writes_itself_is_no_news(qtbot: QtBot, shared: Shared) -> None:
    """Saving is not noticed as a change."""
    shared.desk.notices.clear()
    shared.edit()
    assert shared.desk.files.save()
    qtbot.wait(2 * CALM_MS)
    assert [notice for notice in shared.desk.notices if notice] == []


def test_a_full_disk_keeps_the_work_and_says_what_to_do(
    shared: Shared, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The old file stays; try again, or save in another place."""
    mine = shared.edit()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert not shared.desk.files.save()
        notice = shared.desk.notices[-1]
        assert notice is not None
        assert "inn.json" in notice.text
        assert "no space left on device" in notice.text
        assert "Nothing is lost" in notice.text
        shared.press("Try again")
        assert shared.desk.files.lossy
    assert load_level(shared.path) == shared.mine
    shared.desk.answers.place = tmp_path / "elsewhere.json"
    shared.press("Save as…")
    assert load_level(tmp_path / "elsewhere.json") == mine
    assert not shared.desk.files.lossy


@pytest.mark.parametrize(
    ("obstacle", "reason"),
    [
        (lambda path: path.unlink() or path.mkdir(), "it is a folder"),
        (lambda path: shutil.rmtree(path.parent), "no such file or folder"),
    ],
)
def test_places_that_cannot_be_written(
    desk: Desk, tmp_path: Path, obstacle: Callable[[Path], object], reason: str
) -> None:
    """They are a folder of the same name and a folder that vanished: the message has the reason."""
    folder = tmp_path / "levels"
    folder.mkdir()
    shared = Shared(desk, folder)
    shared.edit()
    obstacle(shared.path)
    assert not desk.files.save()
    assert reason in desk.notice
    assert desk.files.lossy


def test_a_file_without_permission(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    """Version control locks files like that."""
    shared.edit()
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert not shared.desk.files.save()
    assert "permission denied" in shared.desk.notice
    assert shared.desk.files.lossy


def test_opening_removes_what_killed_programs_left(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the program's own files beside the level are removed."""
    cleaned: list[Path] = []
    monkeypatch.setattr("editor.files.opening.remove_leftovers", cleaned.append)
    desk.answers.choice = Choice.DISCARD
    save_level(Level(), tmp_path / "a.json")
    assert desk.files.open(tmp_path / "a.json")
    assert cleaned == [tmp_path]


def test_closing_does_not_go_on_where_reloading_was_chosen(shared: Shared) -> None:
    """Edits that undo could bring back are not lost with the window."""
    mine, theirs = shared.edit(), shared.change()
    answers = shared.desk.answers
    answers.choice, answers.overwrite = Choice.SAVE, Overwrite.RELOAD
    assert not shared.desk.files.may_close()
    assert shared.desk.document.level == theirs
    shared.desk.document.stack.undo()
    assert shared.desk.document.level == mine


def test_a_file_that_is_back_has_the_level_that_was_saved(shared: Shared) -> None:
    """There is no question if nothing changed; real changes stay unsaved."""
    saved = shared.path.read_bytes()
    for away in (shared.path.unlink, shared.change):
        away()
        assert shared.told()
        if shared.path.exists():
            shared.press("Keep mine")
        assert shared.desk.files.lossy
        shared.path.write_bytes(saved)
        shared.told()
        assert not shared.desk.files.lossy
    shared.path.unlink()
    assert shared.told()
    shared.edit()
    shared.path.write_bytes(saved)
    shared.told()
    assert shared.desk.files.lossy


def test_what_changes_while_a_file_is_opened_is_noticed(
    qtbot: QtBot, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question about unsaved changes may stay open for long before the file is watched."""
    shared.edit()

    def unsaved(_: str) -> Choice:
        shared.change()
        return Choice.DISCARD

    monkeypatch.setattr(shared.desk.answers, "unsaved", unsaved)
    assert shared.desk.files.open(shared.path)
    assert shared.desk.document.level.settings.title == ""
    qtbot.waitUntil(lambda: "changed by another program" in shared.desk.notice)


def test_reloading_takes_back_what_is_previewed(shared: Shared) -> None:
    """A number that is being typed belongs to the level that goes."""
    theirs = shared.change()
    document = shared.desk.document
    document.preview(set_settings(document.level, agent_radius=1.5))
    shared.told()
    shared.press("Reload")
    assert document.level == theirs
    document.stack.undo()
    assert document.level == shared.mine


def test_a_backup_takes_back_what_is_previewed(shared: Shared) -> None:
    """It is put in place of the level without it."""
    document, older = shared.desk.document, shared.mine
    shared.edit()
    document.preview(set_settings(document.level, agent_radius=1.5))
    shared.desk.files.put_back(older, "Monday")
    assert document.level == older
    assert "as it was on Monday" in shared.desk.said[-1]
