"""The guard: rescue, recovery and an orderly end for home page and window alike."""

import gc
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import Answers
from leaving import forget, parts_of
from lending import Lender
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from signal_moments import MOMENTS
from small_level import CHEST, small_level

from editor.safety.crash_report import LOG_NAME
from editor.safety.garbage_collection import ALL_AFTER, MOST_WAITS, Sweeper
from editor.safety.recovery import Recovery
from editor.safety.shutdown import SESSION, Cause, Ended, Shutdown, by_signal
from editor.settings.settings import Settings
from editor.shell.crash_boundary import Guard
from editor.shell.program import Program
from editor.system.application import BACKUPS, make_app
from navcore.formats import save_level, write_level
from navcore.level.operations import delete

ROOT = Path(__file__).parents[2]


@pytest.fixture
def guard(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Guard]:
    """A guard over a program that shows nothing yet."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    settings = Settings(tmp_path / "waywright.ini")
    make_app(settings)
    program = Program(settings, Answers(), tmp_path / "cache")
    made = Guard(program, tmp_path)
    yield made
    parts = [] if program.window is None else parts_of(program.window)
    made.close()
    forget(parts)


@pytest.fixture
def exits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Exit codes that the event loop was given; Qt's own would not turn again in later tests."""
    codes: list[int] = []

    class Loop(QCoreApplication):
        exit = staticmethod(codes.append)

    monkeypatch.setattr("editor.safety.shutdown.QCoreApplication", Loop)
    return codes


def test_what_a_program_left_is_opened_from_the_home_page_of_the_next(
    guard: Guard, qtbot: QtBot, tmp_path: Path
) -> None:
    """Ended by the system in one, on the home page and then in the window of the other."""
    file = tmp_path / "inn.json"
    save_level(small_level(), file)
    first = Program(Settings(tmp_path / "first.ini"), Answers(), tmp_path / "cache")
    before = Guard(first, tmp_path)
    assert first.open(file)
    assert first.window is not None
    first.window.document.commit(delete(small_level(), [CHEST]))
    drawn = first.window.document.level
    assert before.close(by_signal(signal.SIGTERM)) == -signal.SIGTERM
    assert first.window is None
    guard.offer()
    assert guard.offers is not None
    (offer,) = guard.offers.offers
    offer.open_button.click()
    window = guard.program.window
    assert window is not None
    assert window.isVisible()
    assert not guard.program.home.isVisible()
    assert write_level(window.document.level) == write_level(drawn)
    assert window.document.path == file
    assert window.isWindowModified()


def test_a_fault_saves_a_backup_at_once(guard: Guard, qtbot: QtBot, tmp_path: Path) -> None:
    """A snapshot and a copy, and a word where the user looks."""
    save_level(small_level(), tmp_path / "inn.json")
    assert guard.program.open(tmp_path / "inn.json")
    window = guard.program.window
    assert window is not None
    window.document.commit(delete(small_level(), [CHEST]))
    fault = RuntimeError("odd")
    guard.rescuer.caught(type(fault), fault, None)
    assert window.message.notice is not None
    assert "unexpected" in window.message.notice.text
    newest = Recovery(tmp_path / BACKUPS).backups()[0]
    assert newest.path.read_text(encoding="utf-8") == write_level(window.document.level)


def test_on_the_home_page_a_fault_is_told_there(guard: Guard) -> None:
    """There is no work to save."""
    fault = RuntimeError("odd")
    guard.rescuer.caught(type(fault), fault, None)
    assert guard.program.home.strip.notice is not None


@pytest.mark.skipif(os.name == "nt", reason="no signals there")
def test_ctrl_c_in_a_terminal_ends_in_order(qtbot: QtBot, exits: list[int]) -> None:
    """Nothing is broken off in the middle; a second Ctrl+C does not wait."""
    cancelled: list[str] = []
    done: list[Cause] = []
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGHUP)}
    shutdown = Shutdown((("all", done.append),), cancel=lambda: cancelled.append("jobs"))
    shutdown.install()
    try:
        signal.raise_signal(signal.SIGINT)
        qtbot.waitUntil(lambda: bool(cancelled))
        assert exits == [0, 0]
        assert done == []
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        assert shutdown.run() == shutdown.run() == -signal.SIGINT
        assert [cause.reason for cause in done] == ["SIGINT"]
        assert done[0].keeps_work
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


@pytest.mark.skipif(os.name == "nt", reason="no signals there")
@pytest.mark.usefixtures("exits")
def test_a_signal_during_the_start_ends_it_at_once(qtbot: QtBot) -> None:
    """No event loop runs yet that could be left."""
    shutdown = Shutdown(())
    usual = signal.getsignal(signal.SIGTERM)
    shutdown.install()
    try:
        with pytest.raises(Ended), shutdown.starting():
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(Ended), shutdown.starting():
            pytest.fail("it has ended already")
        assert shutdown.run() == -signal.SIGTERM
    finally:
        signal.signal(signal.SIGTERM, usual)


@pytest.mark.skipif(os.name == "nt", reason="no signals there")
def test_signals_that_the_shell_ignores_stay_ignored(qtbot: QtBot) -> None:
    """`nohup` needs that."""
    usual = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    shutdown = Shutdown(())
    shutdown.install()
    try:
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        assert shutdown.run() == 0
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, usual)


@pytest.mark.skipif(os.name == "nt", reason="no signals there")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_signal_leaves_a_dialog_at_any_moment(moment: str) -> None:
    """Its event loop is left, or never begun, and that of the program with it."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    done = subprocess.run(
        [sys.executable, "-m", "signal_moments", moment], env=os.environ | {"PYTHONPATH": paths},
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (-signal.SIGTERM, b"")


def test_a_step_of_the_teardown_that_fails_does_not_stop_it(guard: Guard, tmp_path: Path) -> None:
    """It is logged, and nothing is shown any more."""
    done: list[str] = []

    def fail(_: Cause) -> None:
        message = "no clipboard today"
        raise RuntimeError(message)

    shutdown = Shutdown((("clipboard", fail), ("log", lambda _: done.append("log"))))
    assert shutdown.run(SESSION) == 0
    assert done == ["log"]
    assert "the end: clipboard failed" in (tmp_path / LOG_NAME).read_text(encoding="utf-8")


def test_the_log_says_why_the_program_ended(guard: Guard, tmp_path: Path) -> None:
    """In its last line; the hooks are those of before."""
    hooks = sys.excepthook, sys.unraisablehook, threading.excepthook
    guard.install()
    assert sys.excepthook == guard.rescuer.caught
    assert guard.close(by_signal(signal.SIGTERM)) == -signal.SIGTERM
    *_, last = (tmp_path / LOG_NAME).read_text(encoding="utf-8").splitlines()
    assert last.endswith("INFO ended: SIGTERM, signal 15")
    assert (sys.excepthook, sys.unraisablehook, threading.excepthook) == hooks


def test_a_fault_at_the_end_is_only_logged(guard: Guard, tmp_path: Path) -> None:
    """The level is being deleted: no copy of it is made, and no message is shown."""
    save_level(small_level(), tmp_path / "inn.json")
    assert guard.program.open(tmp_path / "inn.json")
    window = guard.program.window
    assert window is not None
    guard.rescuer.only_log()
    fault = RuntimeError("odd")
    guard.rescuer.caught(type(fault), fault, None)
    assert window.message.notice is None
    assert not list(tmp_path.glob("*.rescue.json"))
    assert "odd" in (tmp_path / LOG_NAME).read_text(encoding="utf-8")


def test_no_slot_runs_while_a_window_is_deleted(guard: Guard, tmp_path: Path) -> None:
    """An undo stack emits a signal for each step that is deleted with it."""
    save_level(small_level(), tmp_path / "inn.json")
    assert guard.program.open(tmp_path / "inn.json")
    window = guard.program.window
    assert window is not None
    document = window.document
    for _ in range(3):
        document.commit(delete(document.level, [next(iter(document.level.elements())).id]))
    heard: list[object] = []
    for told in (document.stack.indexChanged, document.stack.cleanChanged, document.changed):
        told.connect(heard.append)
    guard.close(by_signal(signal.SIGTERM))
    assert heard == []


def test_a_logout_ends_the_program_without_a_question(
    guard: Guard, tmp_path: Path, lender: Lender
) -> None:
    """Once the work is written down, unless it has changed since."""
    # A window that is lent to other tests would be one more that the user has to close.
    lender.close()
    save_level(small_level(), tmp_path / "inn.json")
    assert guard.program.open(tmp_path / "inn.json")
    window = guard.program.window
    assert window is not None
    document = window.document
    document.commit(delete(small_level(), [CHEST]))
    told: list[Cause] = []
    guard.shutdown.ask = told.append
    asked = guard.shutdown.quit_asked
    assert not asked(), "nobody has logged out"
    guard.shutdown.commit()
    document.commit(delete(document.level, [next(iter(document.level.agents))]))
    assert not asked(), "it was cancelled, and work goes on"
    guard.shutdown.commit()
    assert asked()
    assert told == [SESSION]
    window.hide()
    assert not asked(), "the user has closed the window"
    assert Recovery(tmp_path / BACKUPS).backups()


def test_garbage_is_collected_by_the_window_only(qtbot: QtBot) -> None:
    """While the sweeper works Python's own collector does not; then it does as before."""
    was = gc.isenabled()
    sweeper = Sweeper()
    gc.enable()
    sweeper.install()
    assert not gc.isenabled()
    gc.collect()
    assert sweeper.sweep() == -1
    kept = [[] for _ in range(2 * gc.get_threshold()[0])]
    assert sweeper.sweep() >= 0
    assert kept
    sweeper.close()
    assert gc.isenabled()
    if not was:
        gc.disable()


def test_a_drag_is_not_held_up_by_a_collection(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it lasts long; the next drag is not held up either."""
    monkeypatch.setattr(gc, "get_count", lambda: (10**6, 0, 0))
    monkeypatch.setattr(QGuiApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton)
    sweeper = Sweeper()
    for _ in range(2):
        assert [sweeper.sweep() for _ in range(MOST_WAITS)] == [-1] * MOST_WAITS
        assert sweeper.sweep() == 0
    sweeper.sweep()
    monkeypatch.setattr(QGuiApplication, "mouseButtons", lambda: Qt.MouseButton.NoButton)
    assert sweeper.sweep() == 0


class Knot:
    """An object with a reference to itself."""

    def __init__(self) -> None:
        """Create the cycle, which only the garbage collector can free."""
        self.itself = self


def test_full_collections_look_at_everything_now_and_then(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Young garbage is collected next, old garbage later; the settings are restored."""
    monkeypatch.setattr(gc, "get_count", lambda: (10**6, 10**6, 10**6))
    was = gc.isenabled()
    sweeper = Sweeper()
    sweeper.install()
    old, young = Knot(), Knot()
    gone = [weakref.ref(knot) for knot in (old, young)]
    del young
    assert sweeper.sweep() == 2
    assert [ref() is None for ref in gone] == [False, True]
    assert gc.get_freeze_count() > 0
    del old
    assert sweeper.sweep() == 2
    assert gone[0]() is not None
    for _ in range(ALL_AFTER):
        sweeper.sweep()
    assert gone[0]() is None
    sweeper.close()
    assert gc.get_freeze_count() == 0
    if not was:
        gc.disable()
