"""Autosave on full, slow and shared disks, and many snapshots."""

import errno
import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from autosave_desk import Desk, same
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot
from small_level import CHEST, box, small_level

from editor.document import Document
from editor.safety import backups
from editor.safety import session_folder as room
from editor.safety.autosave import Autosave, Pace
from editor.safety.backups import JOURNAL, KEPT, LEVEL, LOCK, numbered
from editor.safety.recovery import Recovery
from editor.safety.session_folder import Room
from navcore.formats import write_level
from navcore.level.edit import Edit
from navcore.level.model import Obstacle
from navcore.level.operations import delete, move


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """A desk, closed at the end."""
    made = Desk(tmp_path)
    yield made
    made.autosave.close()


def full(*_: object, **__: object) -> None:
    """A disk without room."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("step", ["write", "fsync", "open"])
def test_a_full_disk_is_told_once_and_tried_again(
    qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Editing goes on; when there is room again, everything is backed up, with a message."""
    desk.nudge()
    desk.autosave.flush()
    with monkeypatch.context() as patched:
        patched.setattr(os, step, full)
        desk.nudge()
        desk.autosave.flush()
        desk.autosave.snapshot()
        qtbot.waitUntil(lambda: desk.autosave.broken)
        for _ in range(3):
            desk.nudge()
        qtbot.wait(80)
    assert len(desk.failed) == 1
    assert "no space left on device" in desk.failed[0]
    assert "Ctrl+S" in desk.failed[0]
    qtbot.waitUntil(lambda: bool(desk.mended))
    assert not desk.autosave.broken
    desk.nudge()
    assert same(desk.lost(), desk.document.level)
    assert len(numbered(desk.folder, JOURNAL)) == 1


def test_failed_snapshot_is_told_by_its_own_reason(
    qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edit that follows finds no journal; that is no reason by itself."""
    tried = Event()

    def refused(*_: object) -> int:
        tried.set()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", refused)
        desk.document.stack.resetClean()
        assert tried.wait(5)
        time.sleep(0.05)  # The worker is done with it; the window has not heard of it.
        for _ in range(2):
            desk.nudge()
        qtbot.waitUntil(lambda: desk.autosave.broken)
    assert "no space left on device" in desk.failed[0]
    qtbot.waitUntil(lambda: bool(desk.mended))
    assert same(desk.lost(), desk.document.level)


def test_what_was_written_before_a_failure_is_still_found(
    qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that found room for its half only is a torn one."""
    desk.nudge()
    desk.autosave.flush()
    level, real = desk.document.level, os.write
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", lambda fd, data: real(fd, data[: len(data) // 2]))
        desk.nudge()
        assert desk.autosave.broken
        assert same(desk.lost(), level)


def test_a_folder_that_vanished_is_made_again(
    qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing to a deleted file succeeds but keeps nothing: the program notices that."""
    desk.nudge()
    desk.autosave.flush()
    shutil.rmtree(desk.root)
    desk.nudge()
    desk.autosave.flush()
    qtbot.waitUntil(lambda: bool(desk.mended))
    assert "no such file or folder" in desk.failed[0]
    assert same(desk.lost(), desk.document.level)
    assert (desk.folder / LOCK).exists()


def test_a_place_where_nothing_can_be_written(qtbot: QtBot, tmp_path: Path) -> None:
    """A file is in place of the folder: the message comes at the first edit, not before."""
    (tmp_path / "backups").write_text("in the way", encoding="utf-8")
    desk = Desk(tmp_path)
    assert desk.failed == []
    desk.nudge()
    assert len(desk.failed) == 1
    (tmp_path / "backups").unlink()
    qtbot.waitUntil(lambda: bool(desk.mended))
    assert same(desk.lost(), desk.document.level)
    desk.autosave.close()


def test_snapshots_are_rotated(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many a level, and together no more than so many bytes."""
    for _ in range(KEPT + 5):
        desk.nudge()
        desk.autosave.snapshot()
        desk.autosave.flush()
    assert len(numbered(desk.folder, LEVEL)) == KEPT + 1
    assert same(desk.lost(), desk.document.level)
    size = numbered(desk.folder, LEVEL)[-1].stat().st_size
    monkeypatch.setattr(backups, "MOST_BYTES", 3 * size + size // 2)
    desk.nudge()
    desk.autosave.snapshot()
    desk.autosave.flush()
    assert len(numbered(desk.folder, LEVEL)) == 4
    assert same(desk.lost(), desk.document.level)


def test_snapshots_of_all_levels_are_counted(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels without a file have a folder each: the oldest are deleted, regardless of size."""
    monkeypatch.setattr(backups, "MOST", 6)
    for number in range(1, 10):
        room = desk.root / f"untitled-{number:08x}"
        room.mkdir()
        (room / f"{number:08}{LEVEL}").write_text("{}", encoding="utf-8")
    for _ in range(3):
        desk.nudge()
        desk.autosave.snapshot()
        desk.autosave.flush()
    left = sorted(room.name for room in desk.root.glob("untitled-*"))
    assert left == [f"untitled-{number:08x}" for number in (7, 8, 9)]
    assert same(desk.lost(), desk.document.level)


def test_a_clock_that_is_set_back_changes_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers order the backups; the newest may be the oldest by the clock."""
    desk.nudge()
    desk.autosave.flush()
    monkeypatch.setattr(time, "time", lambda: 1.0)
    for _ in range(3):
        desk.nudge()
        desk.autosave.snapshot()
        desk.autosave.flush()
        for path in numbered(desk.folder, LEVEL)[-1:]:
            os.utime(path, (1.0, 1.0))
    for path in desk.folder.iterdir():
        os.utime(path, (1e9, 1e9))
    assert same(desk.lost(), desk.document.level)


def test_two_programs_on_one_level_keep_out_of_each_others_way(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second has its own folder, and a message about the first."""
    second = Document(seed=2)
    other = Autosave(second, desk.root, lambda: ("inn", "digest"))
    shared = QSignalSpy(other.shared)
    monkeypatch.setattr(room, "is_held_elsewhere", lambda _: True)
    second.load(small_level(), desk.file)
    assert shared.count() == 1
    assert "inn.json is open in another window of Waywright" in shared.at(0)[0]
    desk.nudge()
    second.commit(delete(second.level, [CHEST]))
    other.flush()
    desk.autosave.flush()
    assert other.folder is not None
    assert other.folder.name == desk.folder.name + "-2"
    assert len(numbered(desk.folder, JOURNAL)) == len(numbered(other.folder, JOURNAL)) == 1
    other.close()


def test_a_lock_without_content_is_that_of_a_dead_session(tmp_path: Path) -> None:
    """Killed between making it and writing to it."""
    room = Room(tmp_path, tmp_path / "inn.json")
    room.leave()
    room.folder.mkdir()
    (room.folder / LOCK).touch()
    again = Room(tmp_path, tmp_path / "inn.json")
    assert again.folder == room.folder
    again.leave()


def test_many_elements_are_written_elsewhere(desk: Desk) -> None:
    """The edit returns before its line is made; nothing overtakes it."""
    many = [Obstacle(id=1000 + i, polygon=box(i, 0, i + 0.5, 1)) for i in range(2000)]
    desk.document.commit(Edit.put(desk.document.level, many))
    desk.nudge()
    ids = [obstacle.id for obstacle in many]
    desk.document.commit(move(desk.document.level, ids, (0.0, 1.0)))
    desk.nudge()
    desk.autosave.flush()
    assert same(desk.lost(), desk.document.level)


def test_a_slow_disk_keeps_no_edit_waiting(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the journal is sent to the disk, which may take seconds, lines go on."""
    desk = Desk(tmp_path, Pace(sync=1))
    desk.nudge()
    desk.autosave.flush()
    goes_on, waits = threading.Event(), threading.Event()
    real = os.fsync

    def slow(file: int) -> None:
        waits.set()
        goes_on.wait(30)
        real(file)

    monkeypatch.setattr(os, "fsync", slow)
    desk.nudge()
    qtbot.waitUntil(waits.is_set)
    try:
        for count in (3, 4):
            desk.nudge()
            assert desk.lines() == count
        assert same(desk.lost(), desk.document.level)
    finally:
        goes_on.set()
        desk.autosave.close()


def test_levels_that_fall_due_during_a_snapshot_are_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens before a reload, for example; nothing waits for the snapshot in progress."""
    desk.nudge()
    desk.autosave.flush()
    goes_on = threading.Event()
    real = Room._settle_in  # noqa: SLF001

    def slow(own: Room) -> None:
        assert goes_on.wait(30)
        real(own)

    monkeypatch.setattr(Room, "_settle_in", slow)
    due = []
    for _ in range(3):
        desk.nudge()
        desk.autosave.snapshot()
        due.append(write_level(desk.document.level))
    desk.nudge()
    goes_on.set()
    desk.autosave.flush()
    kept = [backup.path.read_text("utf-8") for backup in Recovery(desk.root).backups()]
    assert [text for text in kept if text in due] == due[::-1]
    assert same(desk.lost(), desk.document.level)


@pytest.mark.parametrize(
    "step", ["write_level", "write_atomically", "Room._turn_to", "Room.sync", "Room._drop_journals"]
)
def test_edits_during_a_snapshot_are_outside_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """If the program is killed at any step or afterwards, the work is found."""
    for _ in range(3):
        desk.nudge()
    desk.autosave.flush()
    goes_on, waits = threading.Event(), threading.Event()
    owner, name = (Room, step.partition(".")[2]) if "." in step else (room, step)
    real = getattr(owner, name)
    locked = step == "Room._turn_to"

    def slow(*arguments: object, **named: object) -> object:
        waits.set()
        assert locked or goes_on.wait(30)
        return real(*arguments, **named)

    monkeypatch.setattr(owner, name, slow)
    desk.autosave.snapshot()
    assert waits.wait(30)
    try:
        for _ in range(2):
            desk.nudge()
            assert same(desk.lost(), desk.document.level)
            desk.autosave.snapshot()
        # Long lines wait for the worker, and later ones for them.
        ring = box(0.0, 0.0, 1.0, 1.0)
        many = {1000 + n: Obstacle(id=1000 + n, polygon=ring, order=n) for n in range(150)}
        level = desk.document.level
        desk.document.commit(Edit.between(level, level.with_items(many)))
        desk.nudge()
    finally:
        goes_on.set()
    desk.nudge()
    desk.autosave.flush()
    assert same(desk.lost(), desk.document.level)
    desk.autosave.snapshot()
    desk.nudge()
    desk.autosave.flush()
    assert same(desk.lost(), desk.document.level)
    assert desk.failed == []
