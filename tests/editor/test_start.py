"""The start of the program and its surroundings."""

import configparser
import subprocess
import sys
import threading
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from small_level import CHEST, small_level

from editor import __main__ as entry
from editor import resources
from editor.document import Document
from editor.home.recovered import Offers
from editor.safety.autosave import Autosave
from editor.settings.settings import Settings
from editor.shell import start
from editor.shell.crash_boundary import Guard
from editor.shell.program import Program
from editor.system.application import BACKUPS
from navcore.formats import save_level
from navcore.level.operations import delete

ROOT = Path(entry.__file__).parent.parent


def test_the_desktop_entry_starts_the_program_with_a_file() -> None:
    """The command that the package installs, and the type that the other file defines."""
    desktop = configparser.ConfigParser(interpolation=None)
    desktop.optionxform = str
    desktop.read_string(resources.path("desktop/waywright.desktop").read_text(encoding="utf-8"))
    held = desktop["Desktop Entry"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    command, _, rest = held["Exec"].partition(" ")
    assert command in project["gui-scripts"]
    assert rest == "%f"
    tree = ET.fromstring(resources.path("desktop/waywright.xml").read_text(encoding="utf-8"))
    (kind,) = tree
    assert kind.attrib["type"] in held["MimeType"].split(";")
    patterns = [part.attrib["pattern"] for part in kind if part.tag.endswith("glob")]
    assert patterns == ["*.waywright.json"]


class Started:
    """The program in its own folder, with a report of its windows."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Not started yet."""
        self.folder = folder
        self.notice = ""
        self.offers = 0
        self.programs: list[Program] = []
        monkeypatch.setattr(start, "Settings", lambda: Settings(folder / "waywright.ini"))
        monkeypatch.setattr(start, "log_folder", lambda: folder / "own")
        monkeypatch.setattr(start, "Program", self._program)
        monkeypatch.setattr(start, "Guard", self._guard)
        monkeypatch.setattr(sys, "excepthook", sys.excepthook)
        monkeypatch.setattr(threading, "excepthook", threading.excepthook)

    def run(self, *arguments: str) -> int:
        """Start, read the home page once it is shown, and quit."""
        return entry.main(list(arguments))

    def _program(self, settings: Settings) -> Program:
        made = Program(settings, cache=self.folder / "cache")
        self.programs.append(made)
        return made

    def _guard(self, program: Program, folder: Path) -> Guard:
        made = Guard(program, folder)
        offer = made.offer_when_seen

        def offer_first() -> None:
            offer()
            program.home.painted.connect(self._look, Qt.ConnectionType.QueuedConnection)

        made.offer_when_seen = offer_first
        return made

    def _look(self, _: object = None) -> None:
        home = self.programs[-1].home
        if not home.busy.isHidden():
            QTimer.singleShot(0, self._look)
            return
        self.notice = home.strip.notice.text if home.strip.notice else ""
        self.offers = len(home.findChildren(Offers))
        QApplication.exit(0)


@pytest.fixture
def started(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Started:
    """A program that ends by itself."""
    return Started(tmp_path, monkeypatch)


def test_a_file_that_can_not_be_opened_leads_to_the_home_page(
    started: Started, tmp_path: Path
) -> None:
    """A user who opened it from a folder has no terminal to read."""
    bad = tmp_path / "bad.json"
    bad.write_text('{"areas": [\n<<<<<<< ours', encoding="utf-8")
    assert started.run(str(bad)) == 0
    assert "unresolved merge at line 2" in started.notice


def test_a_window_that_can_not_be_made_is_told_on_the_home_page(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log has the details; the user sees no traceback."""
    save_level(small_level(), tmp_path / "inn.json")

    def broken(_: Program) -> None:
        message = "no panels today"
        raise RuntimeError(message)

    monkeypatch.setattr(Program, "make_window", broken)
    assert started.run(str(tmp_path / "inn.json")) == 0
    assert "unexpected" in started.notice
    assert "no panels today" in (tmp_path / "own" / "waywright.log").read_text(encoding="utf-8")


def test_without_a_home_page_there_is_a_sentence(
    started: Started, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says where to read on."""

    def broken(_: Program) -> None:
        message = "no page today"
        raise RuntimeError(message)

    monkeypatch.setattr(Program, "show_home", broken)
    assert entry.main([]) == 1
    said = capsys.readouterr().err
    assert "no page today" in said
    assert "waywright.log" in said
    assert "Traceback" not in said


def test_fault_before_the_window_is_told_in_a_sentence(
    started: Started, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is no log yet; the traceback is available on request."""

    def broken(_: Settings, **__: object) -> Program:
        message = "no program today"
        raise RuntimeError(message)

    monkeypatch.setattr(start, "make_app", broken)
    assert entry.main([]) == 1
    said = capsys.readouterr().err
    assert "no program today" in said
    assert "Traceback" not in said
    monkeypatch.setenv("NAVCORE_TRACE", "1")
    with pytest.raises(RuntimeError, match="no program today"):
        entry.main([])


def test_lost_work_is_offered_once_the_page_was_seen(started: Started, tmp_path: Path) -> None:
    """Slow loading does not hold the page up."""
    document = Document(small_level(), seed=1)
    autosave = Autosave(document, tmp_path / "own" / BACKUPS, lambda: ("inn", ""))
    document.commit(delete(document.level, [CHEST]))
    autosave.leave()
    assert started.run() == 0
    assert started.offers == 1


def test_a_fault_while_a_picture_is_made_is_told_in_a_sentence(
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The exit code is not that of bad input; the log has the traceback."""

    def broken(*_: object) -> bool:
        message = "no paint today"
        raise RuntimeError(message)

    monkeypatch.setattr(start, "log_folder", lambda: tmp_path / "own")
    monkeypatch.setattr(start, "_grab_home", broken)
    assert entry.main(["--screenshot", str(tmp_path / "out.png")]) == 1
    said = capsys.readouterr().err
    assert "no paint today" in said
    assert "Traceback" not in said
    log = (tmp_path / "own" / "waywright.log").read_text(encoding="utf-8")
    assert "Traceback" in log
    assert log.rstrip().endswith("ended: an unexpected fault, exit code 1")


def test_the_first_window_loads_no_pyqtgraph(tmp_path: Path) -> None:
    """The canvas needs Qt alone."""
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from editor.settings.settings import Settings\n"
        "from editor.system.application import make_app\n"
        f"settings = Settings(Path({str(tmp_path / 'settings.ini')!r}))\n"
        "app = make_app(settings)\n"
        "from editor.shell.window import MainWindow\n"
        "window = MainWindow(settings)\nwindow.show()\napp.processEvents()\n"
        "window.canvas.grab()\nprint('pyqtgraph' in sys.modules)\nwindow.end()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
