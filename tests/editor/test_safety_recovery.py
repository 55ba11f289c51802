"""Recovery: lost work is found, compared with the saved file, and opened or left."""

import errno
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from crashed_session import crash, labels
from pytestqt.qtbot import QtBot
from small_level import CHEST, GUARD, TABLE, small_level

from editor.safety.backups import JOURNAL, LEVEL, LOCK, numbered
from editor.safety.recovery import Recovery, difference
from editor.safety.recovery_prompt import Offer
from navcore import samples
from navcore.errors import NavcoreError
from navcore.formats import load_level, save_level, write_level
from navcore.formats.journal import Header, read_journal, write_header
from navcore.level.model import Level
from navcore.level.operations import move, rename


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A saved level."""
    path = tmp_path / "inn.json"
    save_level(small_level(), path)
    return path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Where backups go."""
    return tmp_path / "backups"


def test_lost_work_is_found_once_and_settled(root: Path, file: Path) -> None:
    """The offer describes the work and its differences; settled, it is a backup only."""
    drawn = crash(root, file)
    recovery = Recovery(root)
    (lost,) = recovery.find()
    assert (lost.file, lost.name, lost.fault, lost.file_is_newer) == (file, "inn.json", "", False)
    assert write_level(lost.level) == write_level(drawn)
    assert lost.saved == small_level()
    assert str(lost.difference) == "1 element changed, 1 removed, level settings changed"
    assert [found.room for found in recovery.find()] == [lost.room]
    assert Recovery(root).find() == []  # One that runs has it.
    recovery.settle(lost)
    assert recovery.find() == []
    assert numbered(lost.room, JOURNAL) == []
    assert load_level(numbered(lost.room, LEVEL)[-1]).settings.title == "drawn"
    assert recovery.backups()[0].name == "inn"


def test_what_nobody_decided_is_offered_again(root: Path, file: Path) -> None:
    """Work on the level meanwhile does not touch it."""
    drawn = crash(root, file)
    recovery = Recovery(root)
    assert recovery.find()
    recovery.let_go()
    second = crash(root, file, start=load_level(file))
    found = Recovery(root).find()
    assert len(found) == 2
    assert {write_level(lost.level) for lost in found} == {write_level(drawn), write_level(second)}


def test_several_sessions_are_all_offered(root: Path, file: Path) -> None:
    """Sessions without a file are included; the last one comes first."""
    crash(root, file)
    crash(root, None)
    crash(root, None, name="tavern", start=load_level(samples.path("tavern")))
    found = Recovery(root).find()
    assert [lost.name for lost in found] == ["tavern", "Untitled", "inn.json"]
    assert [lost.saved is None for lost in found] == [False, True, False]
    assert found[0].difference.removed == 1


def test_what_was_saved_after_all_is_not_offered(root: Path, file: Path) -> None:
    """Killed between saving and tidying up."""
    save_level(crash(root, file), file)
    assert Recovery(root).find() == []
    assert list(root.rglob(f"*{JOURNAL}")) == []


def test_a_file_that_changed_since_or_is_gone_is_told(qtbot: QtBot, root: Path, file: Path) -> None:
    """The work is still offered, with the known facts."""
    crash(root, file)
    recovery = Recovery(root)
    save_level(Level(), file)
    (lost,) = recovery.find()
    assert lost.file_is_newer
    offer = Offer(lost)
    qtbot.addWidget(offer)
    assert any("changed since" in label.text() for label in labels(offer))
    file.write_text("<<<<<<< half a merge", encoding="utf-8")
    (lost,) = recovery.find()
    assert lost.saved is None
    file.unlink()
    (lost,) = recovery.find()
    assert lost.saved is None
    assert not lost.file_is_newer
    offer = Offer(lost)
    qtbot.addWidget(offer)
    assert any("file is gone" in label.text() for label in labels(offer))


def test_damage_in_the_middle_offers_what_comes_before(root: Path, file: Path) -> None:
    """The offer says why there is no more."""
    crash(root, file)
    (journal,) = root.rglob(f"*{JOURNAL}")
    head, first, second, third, end = journal.read_bytes().split(b"\n")
    journal.write_bytes(b"\n".join((head, first, second.replace(b"drawn", b"drown"), third, end)))
    (lost,) = Recovery(root).find()
    assert str(lost.difference) == "1 removed"
    assert "Line 2" in lost.fault


def test_a_snapshot_that_is_damaged_needs_the_journal_before(root: Path, file: Path) -> None:
    """Killed while a snapshot was taken: both journals together lead to the end."""
    drawn = crash(root, file)
    (room,) = root.iterdir()
    (journal,) = numbered(room, JOURNAL)
    (room / f"00000009{JOURNAL}").write_bytes(next_journal(journal))
    recovery = Recovery(root)
    (lost,) = recovery.find()
    assert write_level(lost.level) == write_level(drawn)
    (room / f"00000009{LEVEL}").write_bytes(b"{ half a sn")
    (lost,) = recovery.find()
    assert write_level(lost.level) == write_level(drawn)
    assert lost.fault == ""


def next_journal(journal: Path) -> bytes:
    """Return the start of the next journal."""
    before = read_journal(journal.read_bytes(), journal)
    return write_header(Header(9, before.header.file, "", before.header.saved, len(before.lines)))


def test_nothing_to_read_is_tidied_and_what_is_unreadable_stays(root: Path, file: Path) -> None:
    """A journal without lines and snapshot is deleted; one with lines stays."""
    room = root / "inn-00000000"
    room.mkdir(parents=True)
    (room / f"00000001{JOURNAL}").write_bytes(b"")
    assert Recovery(root).find() == []
    assert not room.exists()
    crash(root, file)
    (snapshot,) = root.rglob(f"*{LEVEL}")
    snapshot.unlink()
    assert Recovery(root).find() == []
    assert list(root.rglob(f"*{JOURNAL}"))


def test_what_a_newer_program_wrote_waits_for_it(root: Path, file: Path) -> None:
    """It is not offered, and stays unchanged."""
    crash(root, file)
    (journal,) = root.rglob(f"*{JOURNAL}")
    head, *lines = journal.read_bytes().split(b"\n")
    body = head[9:].replace(b'"version":1', b'"version":2')
    data = b"\n".join((b"%08x %s" % (zlib.crc32(body), body), *lines))
    for held in (data, data[: len(body) + 10], b"damaged " + data):
        journal.write_bytes(held)
        recovery = Recovery(root)
        assert recovery.find() == []
        recovery.let_go()
        assert journal.read_bytes() == held
        assert numbered(journal.parent, LEVEL)


def test_what_does_not_belong_among_the_backups_breaks_nothing(root: Path, file: Path) -> None:
    """Folders in place of files, garbage, loops, a lock that is none: the rest is offered."""
    drawn = crash(root, file)
    odd = root / "odd-00000000"
    (odd / f"00000001{JOURNAL}").mkdir(parents=True)
    (odd / f"00000002{LEVEL}").mkdir()
    (odd / f"00000003{JOURNAL}").write_bytes(bytes(range(256)) * 9)
    (root / "locked-00000000" / LOCK).mkdir(parents=True)
    (root / "locked-00000000" / f"00000004{JOURNAL}").write_bytes(b"")
    (root / "file-00000000").write_bytes(b"no folder")
    (root / f"00000005{JOURNAL}").write_bytes(b"")
    if os.name != "nt":
        (root / "loop-00000000").symlink_to(root / "loop-00000000")
        (odd / f"00000006{JOURNAL}").symlink_to(odd / f"00000006{JOURNAL}")
        (root / "deep-00000000").symlink_to(root)
    recovery = Recovery(root)
    (lost,) = recovery.find()
    assert write_level(lost.level) == write_level(drawn)
    recovery.settle(lost)
    assert recovery.find() == []
    assert len(recovery.backups()) >= 2
    crash(root, file)
    recovery.let_go()
    assert len(Recovery(root).find()) == 1


def test_what_can_not_be_deleted_is_told_and_offered_again(
    qtbot: QtBot, root: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk that became read-only, nothing fails."""
    drawn = crash(root, file)

    def refused(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "unlink", refused)
    recovery = Recovery(root)
    (lost,) = recovery.find()
    with pytest.raises(NavcoreError, match="can't be deleted: read-only"):
        recovery.settle(lost)
    assert [found.level for found in recovery.find()] == [lost.level]
    save_level(drawn, file)
    assert recovery.find() == []


def test_where_no_lock_can_be_written_the_work_is_offered(
    root: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full, or became read-only, is when people need it most."""
    crash(root, file)
    monkeypatch.setattr("editor.safety.recovery.locked", lambda _: None)
    assert len(Recovery(root).find()) == 1
    (room,) = root.iterdir()
    (room / LOCK).write_text(f"{os.getpid()}\nwaywright\nhere\n", encoding="utf-8")
    assert Recovery(root).find() == []
    if os.name == "nt":
        return
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        dead.wait()
    (room / LOCK).write_text(f"{dead.pid}\nwaywright\nhere\n", encoding="utf-8")
    assert len(Recovery(root).find()) == 1


def test_only_what_lies_of_a_file_is_read_for_it(
    root: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening a small level doesn't wait for the recovery of large ones."""
    crash(root, file)
    other = tmp_path / "other.json"
    save_level(small_level(), other)
    crash(root, other)
    read: list[str] = []
    monkeypatch.setattr(
        "editor.safety.recovery.read_journal",
        lambda data, path: read.append(path.parent.name) or read_journal(data, path),
    )
    (lost,) = Recovery(root).find_for(file)
    assert lost.file == file
    assert len(read) == 1


def test_differences_in_words() -> None:
    """Changed, added and removed elements are listed; a changed order alone, too."""
    old = small_level()
    assert str(difference(old, move(old, [TABLE, CHEST], (1, 0)).apply(old))) == (
        "2 elements changed"
    )
    assert str(difference(old, rename(old, GUARD, "watch").apply(old))) == "1 element changed"
    assert str(difference(Level(settings=old.settings), old)) == "7 added"
    assert str(difference(old, old)) == "only the order changed"
