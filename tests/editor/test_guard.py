"""The guard: rescue, recovery and an orderly end for home page and window alike."""

import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import Answers
from leaving import leave
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot
from small_level import CHEST, small_level

from editor.app import BACKUPS, make_app
from editor.guard import Guard
from editor.program import Program
from editor.safety.ending import Ending
from editor.safety.recovery import Recovery
from editor.safety.sweeping import Sweeper
from editor.settings import Settings
from navcore.formats import save_level, write_level
from navcore.level.operations import delete


@pytest.fixture
def guard(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Guard]:
    """A guard over a program that shows nothing yet."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    settings = Settings(tmp_path / "waywright.ini")
    make_app(settings)
    program = Program(settings, Answers(), tmp_path / "cache")
    made = Guard(program, tmp_path)
    made.program = program
    yield made
    if program.window is not None:
        leave(program.window)
    program.end()
    program.home.close()
    made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


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
    before.ending.leave()
    first.window.document.stack.setClean()
    first.window.close()
    first.end()
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


def test_a_logout_that_is_called_off_goes_on(qtbot: QtBot) -> None:
    """The work is written down; nothing ends by it."""
    done: list[str] = []
    ending = Ending(lambda: done.append("save"), lambda: done.append("leave"))
    ending.commit(None)
    assert done == ["save"]


@pytest.mark.skipif(os.name == "nt", reason="no signals there")
def test_ctrl_c_in_a_terminal_ends_in_order(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is broken off in the middle; who asks twice does not wait."""
    done: list[str] = []
    codes: list[int] = []

    class Loop:
        """In place of Qt's: one that was told to exit never turns again in later tests."""

        exit = staticmethod(codes.append)

    monkeypatch.setattr("editor.safety.ending.QCoreApplication", Loop)
    ending = Ending(lambda: done.append("save"), lambda: done.append("leave"))
    usual = signal.getsignal(signal.SIGINT)
    ending.install()
    try:
        signal.raise_signal(signal.SIGINT)
        qtbot.waitUntil(lambda: bool(done))
        assert (done, codes) == (["leave"], [0])
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    finally:
        ending.close()
    assert signal.getsignal(signal.SIGINT) == usual


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
