"""A program that is about to end, and the ways that it ends."""

import json
import sys
import time
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path

from hand import Hand
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from small_level import CHEST, GUARD

from editor.files.prompts import Question
from editor.shell.crash_boundary import Guard
from editor.shell.program import Program
from editor.shell.window import MainWindow
from navcore.formats import write_level
from navcore.level.operations import delete, move

ABOUT_TO_WAIT = 0.05
"""Seconds between two looks at whether a state is reached."""


IN_TIME = 3.0
"""Seconds within which a signal must arrive at an idle program."""


def digest_of(level) -> str:
    """Return the digest of a file of the level."""
    return sha1(write_level(level).encode("utf-8")).hexdigest()


class Stage:
    """The running program, and the work that the next start must offer."""

    guard: Guard
    program: Program

    def __init__(self, folder: Path, way: str) -> None:
        """Create the stage without a running program."""
        self.folder, self.way = folder, way
        self.expected: str | None = None
        self.told = False

    @property
    def window(self) -> MainWindow:
        """The window, which there is."""
        assert self.program.window is not None
        return self.program.window

    @property
    def hand(self) -> Hand:
        """A hand over the canvas."""
        return Hand(self.window.canvas)

    def edit_once(self, by: tuple[float, float]) -> None:
        """Move something."""
        document = self.window.document
        document.commit(move(document.level, [CHEST], by))

    def edit(self, *, kept: bool = True) -> None:
        """Change something; the next start has to offer it, unless nothing can be `kept`."""
        self.edit_once((0.25, 0.5))
        document = self.window.document
        document.commit(delete(document.level, [GUARD]))
        if kept:
            self.expect()

    def expect(self) -> None:
        """The level as it is now has to be offered."""
        self.expected = digest_of(self.window.document.level)

    def ready(self) -> None:
        """Report that the state is reached, and end the program unless a signal will."""
        if self.told:
            return
        self.told = True
        sys.stdout.write("ready " + json.dumps({"expected": self.expected}) + "\n")
        sys.stdout.flush()
        if not self.way.startswith("SIG"):
            QTimer.singleShot(50, lambda: WAYS[self.way](self))

    def ready_when(self, reached: Callable[[], bool]) -> None:
        """Ready as soon as this holds."""
        if reached():
            self.ready()
        else:
            QTimer.singleShot(round(ABOUT_TO_WAIT * 1000), lambda: self.ready_when(reached))

    def stall(self) -> None:
        """Ready, and busy with Python until the signal comes; other ways come later."""
        self.ready()
        until = time.monotonic() + IN_TIME
        while self.way.startswith("SIG") and time.monotonic() < until:
            if self.guard.shutdown.cause is not None:
                break
            time.sleep(0.01)

    def later(self, act: Callable[[], object]) -> None:
        """Call `act` in the event loop: a modal loop in it lasts as long as the program."""
        QTimer.singleShot(0, act)


def close(stage: Stage) -> None:
    """The close button, once nothing is modal; changes may go."""
    if is_free(lambda: close(stage)):
        QTimer.singleShot(0, discard)
        stage.program.front.close()


def is_free(again: Callable[[], object]) -> bool:
    """Return whether nothing is modal; otherwise close it like Esc, and call `again` later."""
    popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
    if popup is not None:
        popup.close()
    elif isinstance(modal, QDialog):
        modal.reject()
    else:
        return True
    QTimer.singleShot(20, again)
    return False


def discard() -> None:
    """Answer the question about unsaved changes, if it is open."""
    modal = QApplication.activeModalWidget()
    if isinstance(modal, Question):
        modal.buttons[0].click()
    else:
        QTimer.singleShot(20, discard)


def leave_by_key(stage: Stage) -> None:
    """Quit in the menu, Ctrl+Q on the home page, once nothing is modal; changes may go."""
    if not is_free(lambda: leave_by_key(stage)):
        return
    QTimer.singleShot(0, discard)
    if stage.program.level is not None:
        stage.window.commands.table["quit"].trigger()
    else:
        stage.program.front.activateWindow()
        QTest.keyClick(stage.program.front, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)


def log_out(stage: Stage) -> None:
    """Let the session request a save, and then an end."""
    app = QApplication.instance()
    assert app is not None
    # Tests can't create a session manager: the slot gets None instead.
    stage.guard.shutdown.commit(None)
    QCoreApplication.postEvent(app, QEvent(QEvent.Type.Quit))


def break_down(stage: Stage) -> None:
    """Raise an unexpected exception in a slot; then close the window as a user would."""
    QTimer.singleShot(30, lambda: close(stage))
    message = "boom"
    raise RuntimeError(message)


WAYS: dict[str, Callable[[Stage], object]] = {
    "close": close, "quit": leave_by_key, "logout": log_out, "fault": break_down,
}  # fmt: skip
