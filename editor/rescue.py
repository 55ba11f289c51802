"""What happens when something breaks that nobody expected: logged, told, and the work is saved."""

import logging
import platform
import sys
import threading
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Final

from PySide6.QtCore import QObject, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from editor.asking import Notice
from editor.version import version
from editor.window import MainWindow
from navcore.errors import NavcoreError
from navcore.formats import save_level, write_level
from navcore.formats.atomic import write_atomically

LOG_NAME: Final = "waywright.log"
LOG_BYTES: Final = 1_000_000


class Rescuer(QObject):
    """Catches what nobody expected: logs it, saves the work beside, and says so once."""

    _elsewhere = Signal(object)
    """A report from another thread, on its way to this one."""

    def __init__(self, window: MainWindow, folder: Path) -> None:
        """Watches over the work in `window`; log and copies go to `folder`."""
        super().__init__()
        self._window = window
        self._folder = folder
        self._log = _logger(folder)
        self._elsewhere.connect(self._tell)

    def install(self) -> None:
        """Catch exceptions of slots, events and threads from now on."""
        sys.excepthook = self.caught
        threading.excepthook = self._caught_in_thread

    def close(self) -> None:
        """Let go of the log file."""
        for handler in tuple(self._log.handlers):
            self._log.removeHandler(handler)
            handler.close()

    def caught(
        self, kind: type[BaseException], value: BaseException, trace: TracebackType | None
    ) -> None:
        """Take an exception that nobody took."""
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        report = _report("".join(traceback.format_exception(kind, value, trace)))
        self._log.error("%s", report)
        self._elsewhere.emit(report)

    def _caught_in_thread(self, arguments: threading.ExceptHookArgs) -> None:
        value = arguments.exc_value or arguments.exc_type()
        self.caught(arguments.exc_type, value, arguments.exc_traceback)

    def rescue(self) -> Path | None:
        """A copy of the level as it is now, beside the log; None if even that fails."""
        level = self._window.document.level
        target = self._folder / f"{self._window.files.title}.rescue.json"
        try:
            save_level(level, target)
        except NavcoreError:
            try:
                write_atomically(target, write_level(level).encode("utf-8"))
            except NavcoreError:
                self._log.exception("the rescue copy failed")
                return None
        return target

    def _tell(self, report: str) -> None:
        copy = self.rescue()
        text = self.tr("Something unexpected happened, and what you did last may be undone.")
        if copy is not None:
            text += " " + self.tr("A copy of your work is in {0}").format(copy)
        buttons = ((self.tr("Copy report"), lambda: _copy(report)),)
        self._window.message.show_notice(Notice(text, "error", buttons))


def _logger(folder: Path) -> logging.Logger:
    """The log file, made when the first line is written."""
    folder.mkdir(parents=True, exist_ok=True)
    logger = logging.getLogger("waywright")
    logger.propagate = False
    for old in tuple(logger.handlers):
        logger.removeHandler(old)
        old.close()
    handler = RotatingFileHandler(
        folder / LOG_NAME, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
    return logger


def _report(trace: str) -> str:
    where = f"Waywright {version()}, Qt {qVersion()}, Python {platform.python_version()}"
    return f"{where}, {platform.platform()}\n{trace}"


def _copy(report: str) -> None:
    QGuiApplication.clipboard().setText(report)
