"""Exceptions are logged and reported once, and the work is saved; users see no traceback."""

import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QtMsgType, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from small_level import small_level

from editor.files.prompts import Notice
from editor.safety.crash_report import CRASH_NAME, LOG_NAME, Rescuer
from navcore import kernels
from navcore.errors import NavcoreError
from navcore.formats import load_level, write_level
from navcore.level.model import Area, Level

ROOT = Path(__file__).parents[2]


class Desk:
    """A crash report handler and its messages."""

    def __init__(self, folder: Path) -> None:
        """Nothing is open yet."""
        self.folder = folder
        self.work: tuple[str, Level] | None = None
        self.notices: list[Notice] = []
        self.saved = 0
        self.rescuer = Rescuer(self.notices.append, lambda: self.work, folder, self.save)

    def save(self) -> None:
        """Count."""
        self.saved += 1

    def breaks(self, act: Callable[[], object]) -> None:
        """Raise an exception that nothing handles."""
        try:
            act()
        except (KeyError, ZeroDivisionError, KeyboardInterrupt) as fault:
            self.rescuer.caught(type(fault), fault, fault.__traceback__)
        QApplication.processEvents()

    @property
    def log(self) -> str:
        """Return the text of the log."""
        return (self.folder / LOG_NAME).read_text(encoding="utf-8")


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """Return a desk with hooks that are removed after the test."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    made = Desk(tmp_path / "log")
    yield made
    made.rescuer.close()


def fault() -> None:
    """Return an unexpected exception."""
    _ = {}["missing key"]


def test_a_fault_is_logged_told_and_the_work_saved(desk: Desk) -> None:
    """The log has the traceback; the user gets a message, a copy, and a report to send."""
    desk.work = ("inn", small_level())
    desk.breaks(fault)
    copy = desk.folder / "inn.rescue.json"
    assert write_level(load_level(copy)) == write_level(small_level())
    assert desk.saved == 1
    (notice,) = desk.notices
    assert str(copy) in notice.text
    assert "Traceback" not in notice.text
    assert "missing key" in desk.log
    assert "Traceback" in desk.log
    assert [text for text, _ in notice.buttons] == ["Copy report", "Open the log folder"]
    notice.buttons[0][1]()
    report = QGuiApplication.clipboard().text()
    assert "missing key" in report
    assert report.startswith("Waywright ")
    assert "Python" in report
    assert "kernels" in report


def test_the_log_folder_is_opened(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notice has the button."""
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    desk.breaks(fault)
    desk.notices[0].buttons[1][1]()
    assert Path(opened[0].toLocalFile()) == desk.folder


def test_the_same_again_does_not_spam(desk: Desk) -> None:
    """One notice and one report a kind; then only how often."""
    for _ in range(100):
        desk.breaks(fault)
    assert len(desk.notices) == 1
    assert desk.log.count("Traceback") == 1
    assert "for the 64. time" in desk.log
    assert len(desk.log.splitlines()) < 40
    desk.breaks(lambda: 1 / 0)
    assert len(desk.notices) == 2


def test_without_a_level_there_is_no_copy(desk: Desk) -> None:
    """The fault is reported on the home page too."""
    desk.breaks(fault)
    assert "copy" not in desk.notices[0].text
    assert list(desk.folder.glob("*.json")) == []


def test_a_level_that_no_file_may_hold_is_copied_as_it_is(desk: Desk) -> None:
    """Two areas of one name can be mended by hand."""
    level = small_level()
    areas = {i: Area(id=i, name="same", polygon=a.polygon) for i, a in level.areas.items()}
    desk.work = ("inn", level.with_items(areas))
    desk.breaks(fault)
    assert "same" in (desk.folder / "inn.rescue.json").read_text(encoding="utf-8")


def test_a_copy_that_fails_is_told_without_one(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk does not hide the crash."""

    def full(*_: object) -> None:
        message = "full"
        raise NavcoreError(message)

    monkeypatch.setattr("navcore.formats.save_level", full)
    monkeypatch.setattr("navcore.formats.write_atomically", full)
    desk.work = ("inn", small_level())
    desk.breaks(fault)
    assert "copy" not in desk.notices[0].text
    assert "rescue copy failed" in desk.log


def test_exceptions_of_threads_and_words_of_qt_go_to_the_log(desk: Desk) -> None:
    """All of them are logged; the session's line comes first."""
    desk.rescuer.install()
    assert sys.excepthook == desk.rescuer.caught
    thread = threading.Thread(target=fault)
    thread.start()
    thread.join()
    QApplication.processEvents()
    assert len(desk.notices) == 1
    desk.rescuer.qt_said(QtMsgType.QtWarningMsg, None, "a plugin is missing")
    first, *_ = desk.log.splitlines()
    assert "Waywright" in first
    assert ("compiled" if kernels.COMPILED else "interpreted") in first
    assert "WARNING Qt: a plugin is missing" in desk.log


def test_a_log_that_cannot_be_written_breaks_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    """A file stands where its folder should be."""
    (tmp_path / "log").write_text("in the way", encoding="utf-8")
    desk = Desk(tmp_path / "log")
    desk.work = ("inn", small_level())
    desk.breaks(fault)
    assert len(desk.notices) == 1
    desk.rescuer.close()


def test_ctrl_c_is_no_fault(desk: Desk) -> None:
    """The shutdown hears it."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    desk.breaks(interrupted)
    assert desk.notices == []
    assert not (desk.folder / LOG_NAME).exists()


def test_what_the_system_says_at_a_crash_is_known_at_the_next_start(desk: Desk) -> None:
    """The message is moved to the log, and reported once."""
    script = (
        "import faulthandler, sys; sys.path.insert(0, '.')\n"
        "from pathlib import Path\n"
        "from PySide6.QtCore import QCoreApplication\n"
        "from editor.safety.crash_report import Rescuer\n"
        "app = QCoreApplication([])\n"
        "r = Rescuer(print, lambda: None, Path(sys.argv[1])); r.install()\n"
        "faulthandler._sigsegv()\n"
    )
    command = [sys.executable, "-c", script, str(desk.folder)]
    died = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, timeout=60)
    assert died.returncode != 0
    desk.rescuer.install()
    assert desk.rescuer.crash == "Segmentation fault"
    assert "Segmentation fault" in desk.log
    assert (desk.folder / CRASH_NAME).read_bytes() == b""
    again = Desk(desk.folder)
    again.rescuer.install()
    assert again.rescuer.crash == ""
    again.rescuer.close()
    assert logging.getLogger("waywright").handlers == []
