"""Starting: with a window that stays, or for one picture of it."""

import tempfile
from argparse import Namespace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEventLoop, QSize, QTimer

from editor.app import log_folder, make_app
from editor.rescue import Rescuer
from editor.settings import Settings
from editor.style import SIZE
from editor.theme import apply_theme
from editor.window import MainWindow
from navcore.errors import NavcoreError

SETTLE_MS: Final = 400
"""A picture waits so long after the bake: for layouts, and numbers that wait for quiet."""

TICKS_A_SECOND: Final = 10


class CannotStart(NavcoreError):
    """The program can't begin as it was asked to; the text says why."""


def run(options: Namespace) -> int:
    """Open the window and stay until it is closed; its exit code.

    Raises:
        CannotStart: if the file can't be opened or nothing has the name.
    """
    settings = Settings()
    app = make_app(settings, spoken=options.language)
    if options.theme is not None:
        apply_theme(options.theme)
    window = MainWindow(settings)
    Rescuer(window, log_folder()).install()
    _open(window, options)
    _set_up(window, options)
    _fit(window)
    window.show()
    return app.exec()


def _fit(window: MainWindow) -> None:
    """No larger than the screen, whose bars and frames take their part."""
    room = window.screen().availableSize() - QSize(0, SIZE.window_frame)
    window.setMinimumSize(window.minimumSize().boundedTo(room))
    window.resize(window.size().boundedTo(room))


def picture(options: Namespace) -> None:
    """Save a picture of the window, with settings of its own.

    Raises:
        CannotStart: if the file can't be opened, nothing has the name, the bake does not end
            or the picture can't be written.
    """
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "waywright.ini")
        settings.theme = options.theme or "system"
        make_app(settings, spoken=options.language)
        window = MainWindow(settings)
        try:
            saved = _grab(window, options)
        finally:
            window.document.stack.setClean()
            window.close()
    if not saved:
        message = f"{options.screenshot} can't be written. Take another place."
        raise CannotStart(message)


def _grab(window: MainWindow, options: Namespace) -> bool:
    """Show what was asked for and save a picture of it; whether it could be written."""
    if options.size is not None:
        window.setMinimumSize(1, 1)
        window.resize(*options.size)
    window.show()
    _open(window, options)
    _set_up(window, options)
    _wait_for_bake(window)
    _wait(SETTLE_MS)
    return window.grab().save(str(options.screenshot))


def _wait_for_bake(window: MainWindow) -> None:
    """Let the program run until the world is that of the level."""
    window.bake.wait()
    if window.bake.world.level != window.document.level:
        notice = window.message.notice
        raise CannotStart(notice.text if notice else "the level could not be baked")


def _wait(milliseconds: int) -> None:
    """Let the program run so long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _open(window: MainWindow, options: Namespace) -> None:
    if options.file is None:
        window.files.open_first()
    elif not window.files.open(options.file):
        notice = window.message.notice
        raise CannotStart(notice.text if notice else f"{options.file} can't be opened")


def _set_up(window: MainWindow, options: Namespace) -> None:
    """Select, probe and play as asked."""
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
            window.play.step_once()
