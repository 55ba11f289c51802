"""The application: Qt is set up once, and its files have a folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from editor import resources
from editor.look.theme import apply_colours, apply_motion, apply_theme
from editor.settings.settings import Settings
from editor.system import language
from editor.system.override_faults import make_faults_safe

BACKUPS: Final = "backups"
"""Name of the backup folder in the program's data folder."""
HANDED_OVER: Final = frozenset({"cocoa", "wayland", "windows", "xcb"})
"""Platforms of Qt that hand the content over, or drop it, while the program ends in order.

The others, which draw on no screen, keep it in a static variable of Qt's. That is deleted after
Python, which the content was made by, is gone: the process would end by a segmentation fault.
"""


class App(QApplication):
    """The application; handles the system's request to quit before windows are closed."""

    quit_asked: Callable[[], bool] | None = None
    """Returns whether it has taken the request upon itself."""

    def event(self, event: QEvent) -> bool:
        """Handle the system's events for the whole program."""
        if event.type() == QEvent.Type.Quit and self.quit_asked is not None and self.quit_asked():
            return True
        return super().event(event)


def make_app(
    settings: Settings, arguments: list[str] | None = None, *, spoken: str | None = None
) -> QApplication:
    """Return the QApplication, with the settings' theme and language, or language `spoken`."""
    make_faults_safe()
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        app = existing
    else:
        QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
            Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
        )
        app = App(arguments or ["waywright"])
    app.setApplicationName("waywright")
    app.setApplicationDisplayName("")
    app.setDesktopFileName("waywright")
    app.setStyle("Fusion")
    app.setWindowIcon(QIcon(str(resources.path("icons/app.svg"))))
    language.install(spoken or settings.language)
    apply_theme(settings.theme)
    apply_colours(settings.colours)
    apply_motion(settings.motion)
    return app


def let_clipboard_go() -> None:
    """Clear the clipboard at the end of the program where its content can't outlive it."""
    if QGuiApplication.platformName().partition("-")[0] not in HANDED_OVER:
        QGuiApplication.clipboard().clear()


def log_folder() -> Path:
    """Return the folder of the log and rescue copies."""
    location = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(location))
