"""Lost work is offered in the window and on the home page, and opened or left."""

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from crashed_session import crash, labels
from pytestqt.qtbot import QtBot
from small_level import CHEST, small_level

from editor.dialogs.backups import BackupsDialog
from editor.dialogs.recovered import RecoveredDialog
from editor.files.prompts import Choice, Notice
from editor.files.tasks import FileTasks
from editor.home.recovered import Offers
from editor.safety.backups import JOURNAL, LOCK, numbered
from editor.safety.recovery import Lost, Recovery
from editor.safety.recovery_prompt import Offer
from editor.shell.window import MainWindow
from navcore.formats import load_level, save_level, write_level
from navcore.level.operations import delete, set_settings

ROOT = Path(__file__).parents[2]


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
    """Return a window with autosave."""
    window.keep_safe(Recovery(root))
    yield window
    assert window.safety is not None
    window.document.stack.setClean()


def dialogs_of(window: MainWindow, kind: type) -> list:
    """The open dialogs of a kind."""
    return [child for child in window.children() if isinstance(child, kind)]


def test_the_window_offers_what_was_lost_of_the_file_it_opens(
    qtbot: QtBot, safe: MainWindow, root: Path, file: Path
) -> None:
    """Recovered work is unsaved work on the file; one undo restores the saved level."""
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
    """The discarded work can be opened from the File menu."""
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
    """Choosing to keep editing keeps both."""
    crash(root, file)
    safe.document.commit(delete(safe.document.level, [CHEST]))
    safety = safe.safety
    assert safety is not None
    (lost,) = safety.recovery.find()
    safe.files.dialogs.choice = Choice.KEEP
    assert not safety.take(lost)
    assert safety.recovery.find()


def test_the_home_page_offers_all_of_it(qtbot: QtBot, root: Path, file: Path) -> None:
    """Each offer disappears when it is decided; finally the page has none."""
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
    """Results appear when they are known; a hanging look-up blocks nothing."""
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
    """It is shown if the system reported it."""
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
    """It stays in place until a backup of its own exists."""
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
    """A state of another level is no state of this one."""
    crash(root, file)
    safe.open_backup()
    (dialog,) = dialogs_of(safe, BackupsDialog)
    assert dialog.open_button.isEnabled()
    assert not dialog.back_button.isEnabled()
    dialog.reject()
