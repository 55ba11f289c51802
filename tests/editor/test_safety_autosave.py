"""Autosave: every finished edit is written in order, despite faults of the disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from autosave_desk import Desk, same
from pytestqt.qtbot import QtBot
from small_level import CHEST, TABLE, box, small_level

from editor.safety.autosave import Pace
from editor.safety.backups import JOURNAL, LEVEL, LOCK, numbered
from editor.safety.recovery import Recovery
from navcore.formats import load_level, save_level
from navcore.level.edit import Edit
from navcore.level.model import Level, Obstacle
from navcore.level.operations import move


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """A desk, closed at the end."""
    made = Desk(tmp_path)
    yield made
    made.autosave.close()


def test_nothing_is_written_before_something_is_done(desk: Desk) -> None:
    """Opening takes a lock and nothing else; closing takes even the folder away."""
    assert [path.name for path in desk.folder.iterdir()] == [LOCK]
    desk.autosave.close()
    assert list(desk.root.iterdir()) == []


def test_an_edit_is_outside_at_once(desk: Desk) -> None:
    """Commit, merged commits, undo and redo: each is in the journal when it returns."""
    desk.nudge()
    desk.autosave.flush()
    assert same(desk.lost(), desk.document.level)
    desk.nudge()
    assert same(desk.lost(), desk.document.level)
    key = desk.document.new_merge_key()
    for _ in range(3):
        desk.document.commit(move(desk.document.level, [TABLE], (0.5, 0.0)), merge_key=key)
        assert same(desk.lost(), desk.document.level)
    desk.document.stack.undo()
    assert same(desk.lost(), desk.document.level)
    desk.document.stack.redo()
    assert same(desk.lost(), desk.document.level)
    assert desk.lines() == 7


def test_a_drag_is_not_written_before_it_ends(desk: Desk) -> None:
    """Previews aren't written; a committed drag is one line, a cancelled one none."""
    desk.nudge()
    desk.autosave.flush()
    before = desk.document.level
    for step in range(5):
        desk.document.preview(move(before, [CHEST], (0.1 * step, 0.0)))
        assert same(desk.lost(), before)
    desk.document.cancel_preview()
    assert desk.lines() == 1
    desk.document.preview(move(before, [CHEST], (0.1, 0.0)))
    desk.document.commit(move(before, [CHEST], (0.2, 0.0)))
    assert desk.lines() == 2
    assert same(desk.lost(), desk.document.level)


@pytest.mark.parametrize("pace", [Pace(idle=30), Pace(latest=30)])
def test_a_snapshot_replaces_the_journal(qtbot: QtBot, tmp_path: Path, pace: Pace) -> None:
    """It does so after a pause, or at the latest some time after the first edit."""
    desk = Desk(tmp_path, pace)
    for count in (2, 3):
        desk.nudge()
        desk.nudge()
        qtbot.waitUntil(lambda count=count: len(numbered(desk.folder, LEVEL)) == count)
        desk.autosave.flush()
        assert desk.lines() == 0
        assert len(numbered(desk.folder, JOURNAL)) == 1
        assert load_level(numbered(desk.folder, LEVEL)[-1]) == desk.document.level
        assert same(desk.lost(), desk.document.level)
    desk.autosave.close()


def test_the_pace_is_what_was_promised() -> None:
    """Ten seconds idle, a minute at latest, on the disk within a second."""
    assert (Pace().idle, Pace().latest) == (10_000, 60_000)
    assert Pace().sync <= 1_000


def test_saving_ends_the_journal_and_keeps_a_snapshot(desk: Desk) -> None:
    """Work that is in the file is not offered; earlier states stay."""
    desk.nudge()
    save_level(desk.document.level, desk.file)
    desk.document.mark_saved(desk.file)
    desk.autosave.flush()
    assert numbered(desk.folder, JOURNAL) == []
    assert load_level(numbered(desk.folder, LEVEL)[-1]) == desk.document.level
    desk.nudge()
    desk.autosave.flush()
    assert same(desk.lost(), desk.document.level)


def test_closing_keeps_what_was_discarded_as_a_snapshot(desk: Desk) -> None:
    """So that even that can be had back."""
    desk.nudge()
    level, folder = desk.document.level, desk.folder
    desk.autosave.close()
    assert [path.suffix for path in sorted(folder.iterdir())] == [LEVEL, LEVEL]
    assert load_level(numbered(folder, LEVEL)[-1]) == level


def test_another_level_ends_the_journal_of_the_one_before(desk: Desk, tmp_path: Path) -> None:
    """Each level has a folder; one without a file gets one when it is drawn on."""
    desk.nudge()
    first = desk.folder
    desk.document.load(Level(), None)
    assert desk.autosave.folder is None
    desk.document.commit(Edit.put(desk.document.level, [Obstacle(id=5, polygon=box(0, 0, 1, 1))]))
    desk.autosave.flush()
    assert desk.folder.name.startswith("untitled-")
    assert numbered(first, JOURNAL) == []
    assert not (first / LOCK).exists()
    assert same(desk.lost(), desk.document.level)
    other = tmp_path / "other.json"
    save_level(desk.document.level, other)
    desk.document.mark_saved(other)
    desk.autosave.flush()
    assert desk.folder.name.startswith("other-")
    assert desk.lost() is None


def test_leaving_is_found_at_the_next_start(desk: Desk) -> None:
    """As after a kill, but nothing is missing."""
    desk.nudge()
    desk.autosave.leave()
    (lost,) = Recovery(desk.root).find()
    assert same(lost.level, desk.document.level)
    assert lost.file == desk.file


def test_keeping_what_another_program_changed_is_backed_up(desk: Desk) -> None:
    """The level is in no file any more, though nothing was done to it."""
    desk.document.stack.resetClean()
    desk.autosave.flush()
    save_level(Level(), desk.file)
    assert same(desk.lost(), small_level())
