"""Recovery: lost work is found, shown beside what was saved, and opened or left, without loss."""

import errno
import os
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from small_level import CHEST, GUARD, TABLE, small_level

import sample_levels
from editor.dialogs.backups import BackupsDialog
from editor.dialogs.recovered import RecoveredDialog
from editor.document import Document
from editor.files.prompts import Choice, Notice
from editor.files.tasks import FileTasks
from editor.files.watch import digest_of
from editor.home.recovered import Offers
from editor.safety.autosave import Autosave
from editor.safety.backups import JOURNAL, LEVEL, LOCK, numbered
from editor.safety.recovery import Lost, Recovery, difference
from editor.safety.recovery_prompt import Offer
from editor.shell.window import MainWindow
from navcore.errors import NavcoreError
from navcore.formats import load_level, save_level, write_level
from navcore.formats.journal import Header, read_journal, write_header
from navcore.level.model import Level
from navcore.level.operations import delete, move, rename, set_settings

ROOT = Path(__file__).parents[2]


def crash(
    root: Path, file: Path | None, *, name: str = "Untitled", start: Level | None = None
) -> Level:
    """A session that moved a table and renamed the chest, and ended; what it had drawn."""
    document = Document(seed=1)
    digest = digest_of(file) if file else ""
    autosave = Autosave(document, root, lambda: (file.stem if file else name, digest))
    document.load(start or small_level(), file)
    level = document.level
    for edit in (
        lambda: delete(document.level, list(document.level.obstacles)[:1]),
        lambda: set_settings(document.level, title="drawn"),
        lambda: move(document.level, list(document.level.areas)[:1], (0.0, 0.5)),
    ):
        document.commit(edit())
    assert document.level != level
    autosave.leave()
    return document.level


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


@pytest.fixture
def safe(window: MainWindow, root: Path) -> Iterator[MainWindow]:
    """A window that keeps its work safe."""
    window.keep_safe(Recovery(root))
    yield window
    assert window.safety is not None
    window.document.stack.setClean()


def dialogs_of(window: MainWindow, kind: type) -> list:
    """The open dialogs of a kind."""
    return [child for child in window.children() if isinstance(child, kind)]


def test_lost_work_is_found_once_and_settled(root: Path, file: Path) -> None:
    """What it was, what it differs in; settled, it is a backup and offered no more."""
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
    """Those without a file, too; what ended last stands first."""
    crash(root, file)
    crash(root, None)
    crash(root, None, name="tavern", start=load_level(sample_levels.path("tavern")))
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
    """The work is offered all the same, with what there is to know."""
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


def labels(offer: Offer) -> list:
    """Everything that it says."""
    return offer.findChildren(type(offer.told))


def test_damage_in_the_middle_offers_what_comes_before(root: Path, file: Path) -> None:
    """And says why there is not more."""
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
    """The beginning of the journal that would come next."""
    before = read_journal(journal.read_bytes(), journal)
    return write_header(Header(9, before.header.file, "", before.header.saved, len(before.lines)))


def test_nothing_to_read_is_tidied_and_what_is_unreadable_stays(root: Path, file: Path) -> None:
    """A journal without lines and snapshot goes; one with lines is nobody's to delete."""
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
    """It is not offered, and nothing of it is touched."""
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
    """On a disk that became read-only nothing breaks off."""
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
    """Opening a small level does not wait for what is lost of large ones."""
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
    """What changed, came and went; order alone is said, too."""
    old = small_level()
    assert str(difference(old, move(old, [TABLE, CHEST], (1, 0)).apply(old))) == (
        "2 elements changed"
    )
    assert str(difference(old, rename(old, GUARD, "watch").apply(old))) == "1 element changed"
    assert str(difference(Level(settings=old.settings), old)) == "7 added"
    assert str(difference(old, old)) == "only the order changed"


def test_the_window_offers_what_was_lost_of_the_file_it_opens(
    qtbot: QtBot, safe: MainWindow, root: Path, file: Path
) -> None:
    """Opened, it is unsaved work on the file; one undo leads back to what is saved."""
    drawn = crash(root, file)
    assert safe.files.open(file)
    qtbot.waitUntil(lambda: bool(dialogs_of(safe, RecoveredDialog)))
    (dialog,) = dialogs_of(safe, RecoveredDialog)
    (offer,) = dialog.offers
    assert "inn.json has work that was not saved" in [label.text() for label in labels(offer)]
    offer.open_button.click()
    assert write_level(safe.document.level) == write_level(drawn)
    assert safe.document.path == file
    assert safe.isWindowModified()
    safe.canvas.undo()
    assert write_level(safe.document.level) == file.read_text(encoding="utf-8")
    assert not safe.isWindowModified()
    safe.canvas.redo()
    assert safe.files.save()
    assert write_level(load_level(file)) == write_level(drawn)
    assert safe.safety is not None
    safe.safety.autosave.flush()
    assert Recovery(root).find() == []


def test_a_kill_right_after_opening_offers_it_again(
    qtbot: QtBot, safe: MainWindow, root: Path, file: Path
) -> None:
    """The work is in a journal of this session before the old one goes."""
    drawn = crash(root, file)
    safety = safe.safety
    assert safety is not None
    (lost,) = safety.recovery.find()
    assert safety.take(lost)
    safety.autosave.leave()
    (again,) = Recovery(root).find()
    assert write_level(again.level) == write_level(drawn)


def test_keeping_the_saved_file_leaves_a_backup(
    qtbot: QtBot, safe: MainWindow, root: Path, file: Path
) -> None:
    """What was discarded can be opened from the File menu."""
    drawn = crash(root, file)
    assert safe.files.open(file)
    qtbot.waitUntil(lambda: bool(dialogs_of(safe, RecoveredDialog)))
    dialogs_of(safe, RecoveredDialog)[0].offers[0].keep_button.click()
    assert write_level(safe.document.level) == file.read_text(encoding="utf-8")
    assert not safe.isWindowModified()
    safe.commands.table["open_backup"].trigger()
    (dialog,) = dialogs_of(safe, BackupsDialog)
    assert dialog.list.count() >= 2
    assert dialog.list.currentItem().text().startswith("inn")
    dialog.open_button.click()
    assert write_level(safe.document.level) == write_level(drawn)
    assert safe.document.path is None
    assert safe.files.title == "inn"


def test_esc_decides_later(qtbot: QtBot, safe: MainWindow, root: Path, file: Path) -> None:
    """The work stays lost; drawing on does not touch it."""
    drawn = crash(root, file)
    assert safe.files.open(file)
    qtbot.waitUntil(lambda: bool(dialogs_of(safe, RecoveredDialog)))
    dialogs_of(safe, RecoveredDialog)[0].reject()
    safe.document.commit(delete(safe.document.level, [CHEST]))
    assert safe.safety is not None
    safe.safety.leave()
    found = Recovery(root).find()
    assert len(found) == 2
    assert write_level(found[1].level) == write_level(drawn)


def test_unsaved_work_in_the_window_is_asked_about_first(
    safe: MainWindow, root: Path, file: Path
) -> None:
    """Who keeps editing keeps both."""
    crash(root, file)
    safe.document.commit(delete(safe.document.level, [CHEST]))
    safety = safe.safety
    assert safety is not None
    (lost,) = safety.recovery.find()
    safe.files.dialogs.choice = Choice.KEEP
    assert not safety.take(lost)
    assert safety.recovery.find()


def test_the_home_page_offers_all_of_it(qtbot: QtBot, root: Path, file: Path) -> None:
    """One offer each; it goes once it is decided, and the page is empty of them at last."""
    crash(root, file)
    crash(root, None)
    opened: list[Lost] = []
    notices: list[Notice] = []
    recovery = Recovery(root)

    def open_work(lost: Lost) -> bool:
        opened.append(lost)
        recovery.settle(lost)
        return True

    offers = Offers(recovery, open_work, notices.append)
    qtbot.addWidget(offers)
    assert offers.refresh()
    assert len(offers.offers) == 2
    offers.offers[0].open_button.click()
    assert [lost.file for lost in opened] == [None]
    (left,) = offers.offers
    left.keep_button.click()
    assert offers.offers == []
    assert not offers.isVisible()
    assert notices == []


def test_the_home_page_can_be_used_while_backups_are_looked_at(
    qtbot: QtBot, root: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is found comes when it is known; a look that hangs holds up nothing."""
    crash(root, file)
    monkeypatch.setattr(FileTasks, "patience", 0.0)
    gate = threading.Event()
    recovery = Recovery(root)
    find = recovery.find
    monkeypatch.setattr(recovery, "find", lambda: (gate.wait(5), find())[1])
    offers = Offers(recovery, lambda _: True, lambda _: None)
    qtbot.addWidget(offers)
    assert not offers.refresh()
    assert offers.offers == []
    with qtbot.waitSignal(offers.looked):
        gate.set()
    assert len(offers.offers) == 1
    offers.shutdown()


def test_how_it_ended_is_told(qtbot: QtBot, root: Path, file: Path) -> None:
    """If the system said so."""
    crash(root, file)
    (lost,) = Recovery(root).find()
    offer = Offer(lost, "Segmentation fault")
    qtbot.addWidget(offer)
    assert "Segmentation fault" in offer.told.text()


def test_nothing_lost_nothing_offered(qtbot: QtBot, root: Path) -> None:
    """The first start of all has no folder yet."""
    offers = Offers(Recovery(root), lambda _: True, lambda _: None)
    qtbot.addWidget(offers)
    assert offers.refresh()
    assert offers.offers == []
    assert not root.exists()


def test_without_backups_the_list_says_so(qtbot: QtBot, safe: MainWindow) -> None:
    """And nothing can be opened."""
    safe.open_backup()
    (dialog,) = dialogs_of(safe, BackupsDialog)
    assert "No backups yet" in dialog.told.text()
    assert not dialog.open_button.isEnabled()
    dialog.reject()


@pytest.mark.skipif(os.name == "nt", reason="there, nothing is open without a lock")
def test_what_was_mine_before_reloading_is_a_backup(
    safe: MainWindow, root: Path, file: Path
) -> None:
    """Undo ends with the window; the backup does not."""
    assert safe.files.open(file)
    safe.document.commit(delete(small_level(), [CHEST]))
    mine = write_level(safe.document.level)
    save_level(set_settings(small_level(), title="theirs").apply(small_level()), file)
    assert safe.files.reload()
    assert safe.document.level.settings.title == "theirs"
    assert safe.safety is not None
    safe.safety.autosave.flush()
    kept = [backup.path.read_text(encoding="utf-8") for backup in Recovery(root).backups()]
    assert mine in kept


def test_work_that_was_taken_is_offered_once_though_the_disk_is_full(
    qtbot: QtBot, safe: MainWindow, root: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays where it was until it lies in a backup of its own."""
    crash(root, file)
    assert safe.safety is not None
    (lost,) = safe.safety.recovery.find()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as there:
        there.setattr("editor.safety.session_folder.write_atomically", full)
        assert safe.safety.take(lost)
        assert safe.safety.autosave.broken
        safe.safety.look()
        assert dialogs_of(safe, RecoveredDialog) == []
        assert numbered(lost.room, JOURNAL)
    safe.safety.save_now()
    qtbot.waitUntil(lambda: numbered(lost.room, JOURNAL) == [])


def test_a_lock_file_alone_is_nothing(root: Path) -> None:
    """A folder with a lock and nothing else is not looked at."""
    (root / "inn-00000000").mkdir(parents=True)
    (root / "inn-00000000" / LOCK).touch()
    assert Recovery(root).find() == []


def test_the_home_page_needs_no_canvas_for_it() -> None:
    """The start loads nothing that reads levels; looking for lost work, nothing of the canvas."""
    script = (
        "import sys, editor.shell.start\n"
        "heavy = ('numpy', 'msgspec', 'navcore.formats', 'importlib.metadata')\n"
        "print([m for m in heavy if m in sys.modules])\n"
        "import editor.safety.recovery, editor.home.recovered\n"
        "print([m for m in ('pyqtgraph', 'shapely', 'scipy') if m in sys.modules])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["[]", "[]"]


def test_backups_of_other_levels_are_only_opened_as_copies(
    qtbot: QtBot, safe: MainWindow, root: Path, file: Path
) -> None:
    """What another level was is no state of this one."""
    crash(root, file)
    safe.open_backup()
    (dialog,) = dialogs_of(safe, BackupsDialog)
    assert dialog.open_button.isEnabled()
    assert not dialog.back_button.isEnabled()
    dialog.reject()
