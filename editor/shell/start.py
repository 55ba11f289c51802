"""Starting: with a window that stays, or for one picture of it."""

import tempfile
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QWidget

from editor.files.prompts import Notice
from editor.look.theme import apply_theme
from editor.safety.shutdown import CLOSED, PICTURE
from editor.settings.settings import Settings
from editor.shell.crash_boundary import CannotStart, Guard
from editor.shell.program import Program
from editor.system.application import log_folder, make_app

if TYPE_CHECKING:
    from editor.shell.window import MainWindow

SETTLE_MS: Final = 400
"""A picture waits so long after the bake: for layouts, and numbers that wait for quiet."""

TICKS_A_SECOND: Final = 10


def run(options: Namespace) -> int:
    """Open the file, or the home page, and stay until the program ends; return the exit status.

    The status is -n for signal n; :mod:`editor.safety.shutdown` lists all of them.

    Raises:
        CannotStart: if the file can't be opened, or no element has the name.
    """
    _ask_for_file(options)
    settings = Settings()
    app = make_app(settings, spoken=options.language)
    if options.theme is not None:
        apply_theme(options.theme)
    program = Program(settings)
    guard = Guard(program, log_folder())
    return guard.run(lambda: _show_first(program, guard, options), app.exec, CLOSED)


def _show_first(program: Program, guard: Guard, options: Namespace) -> None:
    """Show the window with the file; the home page without one, or if it can't be opened."""
    guard.offer_when_seen()
    if options.file is None or not _opened_first(program, guard, options):
        program.show_home()
        return
    _set_up(program.make_window(), options)
    program.show_window()


def _opened_first(program: Program, guard: Guard, options: Namespace) -> bool | None:
    """Open the file; unexpected faults are shown on the home page like others."""

    def set_up() -> None:
        try:
            _set_up(program.make_window(), options)
        except CannotStart as fault:
            program.show_notice(Notice(str(fault)))

    with guard.rescuer.taking():
        return program.open_first(options.file, set_up)
    return False


def _ask_for_file(options: Namespace) -> None:
    """Raise `CannotStart` if options for a level are given without a file."""
    asked = (options.select, options.probe, options.play)
    if options.file is None and any(wish is not None for wish in asked):
        message = "--select, --probe and --play need a FILE"
        raise CannotStart(message)


def picture(options: Namespace) -> int:
    """Save a picture of the window with the file, or of the home page, with default settings.

    Returns the exit status, like :func:`run`.

    Raises:
        CannotStart: if the file can't be opened, no element has the name, the bake doesn't end or
        the picture can't be written.
    """
    _ask_for_file(options)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "waywright.ini")
        settings.theme = options.theme or "system"
        make_app(settings, spoken=options.language)
        program = Program(settings, cache=Path(folder) / "pictures")
        guard = Guard(program, log_folder(), backups=False)
        return guard.run(lambda: _save_picture(program, options), lambda: None, PICTURE)


def _save_picture(program: Program, options: Namespace) -> None:
    if options.file is None:
        saved = _grab_home(program, options)
    else:
        saved = grab(program.make_window(), options)
    if not saved:
        message = f"{options.screenshot} can't be written. Take another place."
        raise CannotStart(message)


def _grab_home(program: Program, options: Namespace) -> bool:
    """Show the home page and save a picture of it with all its pictures."""
    home = program.home
    _size(home, options)
    home.show()
    home.grab()
    while home.easel.busy:
        _wait(SETTLE_MS // 10)
    return home.grab().save(str(options.screenshot))


def _size(widget: QWidget, options: Namespace) -> None:
    if options.size is not None:
        widget.setMinimumSize(1, 1)
        widget.resize(*options.size)


def grab(window: "MainWindow", options: Namespace) -> bool:
    """Apply the options and save a picture of the window; return whether it was written."""
    _size(window, options)
    window.show()
    _open(window, options)
    _set_up(window, options)
    _wait_for_bake(window)
    # Otherwise the picture would show that the rules are running.
    window.workspace.problems.wait()
    _wait(SETTLE_MS)
    return window.grab().save(str(options.screenshot))


def _wait_for_bake(window: "MainWindow") -> None:
    """Process events until the world is baked from the current level."""
    window.bake.wait()
    if window.bake.world.level != window.document.level:
        notice = window.message.notice
        raise CannotStart(notice.text if notice else "the level could not be baked")


def _wait(milliseconds: int) -> None:
    """Let the program run so long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _open(window: "MainWindow", options: Namespace) -> None:
    window.files.open(options.file)
    window.files.wait()
    if window.document.path != options.file.absolute():
        notice = window.message.notice
        raise CannotStart(notice.text if notice else f"{options.file} can't be opened")


def _set_up(window: "MainWindow", options: Namespace) -> None:
    """Select, probe and play as the options say."""
    if options.select is not None:
        named = [e for e in window.document.level.elements() if e.name == options.select]
        if not named:
            message = f"nothing is named {options.select}"
            raise CannotStart(message)
        window.document.select(frozenset(element.id for element in named))
    if options.probe is not None:
        x0, z0, x1, z1 = options.probe
        window.probe.set((x0, z0), (x1, z1))
    if options.play is not None:
        _wait_for_bake(window)
        for _ in range(round(options.play * TICKS_A_SECOND)):
            window.run.clock.step_once()
