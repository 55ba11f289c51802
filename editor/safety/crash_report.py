"""Unexpected exceptions: they are logged and reported, and the work is saved."""

import faulthandler
import logging
import platform
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from importlib import import_module
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Final, TypeAlias

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QtMsgType,
    QUrl,
    Signal,
    qInstallMessageHandler,
    qVersion,
)
from PySide6.QtGui import QDesktopServices, QGuiApplication

from editor.files.prompts import Notice
from editor.system.version import version
from navcore import kernels
from navcore.errors import NavcoreError
from navcore.i18n import tr

if TYPE_CHECKING:
    from navcore.level.model import Level

LOG_NAME: Final = "waywright.log"
LOG_BYTES: Final = 1_000_000
LONGEST_NAME: Final = 60
"""Most characters of a level's name in its copy's name, far below any system's limit."""
CRASH_NAME: Final = "waywright.crash.log"
"""File for the system's crash message; it is moved to the log at the next start."""

_Hooks: TypeAlias = tuple[Callable[..., object], Callable[..., object], Callable[..., object]]
_QtHook: TypeAlias = Callable[..., object] | None

_LEVELS: Final = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class Rescuer(QObject):
    """Handles unexpected exceptions: logs them, saves a copy, and reports each kind once."""

    _elsewhere = Signal(object)
    """A report from another thread, on its way to this one."""

    def __init__(
        self,
        show: Callable[[Notice], object],
        work: "Callable[[], tuple[str, Level] | None]",
        folder: Path,
        save_now: Callable[[], object] = lambda: None,
    ) -> None:
        """Create the handler; `show` shows a notice, `work` returns the open level and its name.

        Log and copies are written to `folder`; `save_now` writes a backup of the work.
        """
        super().__init__()
        self._show, self._work, self._folder, self._save_now = show, work, folder, save_now
        self._log = _logger(folder)
        self._counts: Counter[str] = Counter()
        self._crashes: BinaryIO | None = None
        self.crash = ""
        """The system's message about the last crash, if there was one."""
        self._hooks: tuple[_Hooks, _QtHook] | None = None
        """Hooks before :meth:`install`."""
        self._ending = False
        self._elsewhere.connect(self._report)

    @property
    def log_file(self) -> Path:
        """Path of the log."""
        return self._folder / LOG_NAME

    def install(self) -> None:
        """Catch exceptions of slots, events and threads, and log what Qt says, from now on."""
        self.crash = self._last_crash()
        hooks = sys.excepthook, sys.unraisablehook, threading.excepthook
        sys.excepthook = self.caught
        sys.unraisablehook = self._caught_in_passing
        threading.excepthook = self._caught_in_thread
        self._hooks = hooks, qInstallMessageHandler(self.qt_said)
        try:
            self._crashes = (self._folder / CRASH_NAME).open("ab")
        except OSError:
            return
        faulthandler.enable(self._crashes)

    def only_log(self, seconds: float | None = None) -> None:
        """Only log exceptions from now on, because the program ends.

        If the program hasn't ended after `seconds`, it is killed, and the next start logs the
        stacks.
        """
        self._ending = True
        if self._crashes is not None and seconds is not None:
            faulthandler.dump_traceback_later(seconds, exit=True, file=self._crashes)

    def note(self, sentence: str) -> None:
        """Write a line to the log."""
        self._log.info("%s", sentence)

    def close(self) -> None:
        """Restore the hooks and close the log files."""
        if self._hooks is not None:
            (sys.excepthook, sys.unraisablehook, threading.excepthook), said = self._hooks
            qInstallMessageHandler(said)
            self._hooks = None
        if self._crashes is not None:
            faulthandler.cancel_dump_traceback_later()
            faulthandler.disable()
            self._crashes.close()
            self._crashes = None
        for handler in tuple(self._log.handlers):
            self._log.removeHandler(handler)
            with suppress(OSError):  # The disk is full, and the last line not written yet.
                handler.close()

    def caught(
        self, kind: type[BaseException], value: BaseException, trace: TracebackType | None
    ) -> None:
        """Handle an uncaught exception."""
        if issubclass(kind, KeyboardInterrupt):
            return  # A signal, which the shutdown has handled.
        key = f"{kind.__name__} {_place_of(trace)}"
        self._counts[key] += 1
        count = self._counts[key]
        if count > 1:
            if count & (count - 1) == 0:
                self._log.error("%s, for the %d. time", key, count)
            return
        report = f"{_session()}\n" + "".join(traceback.format_exception(kind, value, trace))
        self._log.error("%s", report)
        if not self._ending:
            self._elsewhere.emit(report)

    def taking(self) -> ExitStack:
        """Return a context in which an exception ends the block and is reported as in a slot."""
        stack = ExitStack()
        stack.push(self._catch)
        return stack

    def _catch(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if kind is None or value is None or not issubclass(kind, Exception):
            return False
        self.caught(kind, value, trace)
        return True

    def _caught_in_thread(self, arguments: threading.ExceptHookArgs) -> None:
        value = arguments.exc_value or arguments.exc_type()
        self.caught(arguments.exc_type, value, arguments.exc_traceback)

    def _caught_in_passing(self, arguments: "sys.UnraisableHookArgs") -> None:
        """Log what broke where nothing can be raised; no work is in danger."""
        value = arguments.exc_value or arguments.exc_type()
        if not isinstance(value, KeyboardInterrupt):
            trace = traceback.format_exception(arguments.exc_type, value, arguments.exc_traceback)
            self._log.error("%s %r\n%s", arguments.err_msg, arguments.object, "".join(trace))

    def qt_said(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        """Take what Qt has to say."""
        self._log.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", text)

    def rescue(self) -> Path | None:
        """Return a copy of the present level beside the log; None if no level is open."""
        work = self._work()
        if work is None:
            return None
        try:
            return self._copy_of(*work)
        except NavcoreError:
            self._log.exception("the rescue copy failed")
            return None

    def _copy_of(self, title: str, level: "Level") -> Path:
        # Loaded by the window, if there is a level at all; the home page begins without.
        formats = import_module("navcore.formats")
        target = self._folder / f"{title[:LONGEST_NAME]}.rescue.json"
        try:
            formats.save_level(level, target)
        except NavcoreError:
            formats.write_atomically(target, formats.write_level(level).encode("utf-8"))
        return target

    def _report(self, report: str) -> None:
        if self._ending:
            return  # Reported by another thread, too late: the level is gone.
        copy: Path | None = None
        try:
            copy = self.rescue()
            self._save_now()
        finally:
            self._say(report, copy)

    def _say(self, report: str, copy: Path | None) -> None:
        text = tr("Something unexpected happened, and what you did last may be undone.")
        if copy is not None:
            text += " " + tr("A copy of your work is in {0}").format(copy)
        buttons = (
            (tr("Copy report"), lambda: QGuiApplication.clipboard().setText(report)),
            (tr("Open the log folder"), self._open_folder),
        )
        self._show(Notice(text, "error", buttons))

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))

    def _last_crash(self) -> str:
        """Return the system's message about the last crash, which is now in the log."""
        file = self._folder / CRASH_NAME
        try:
            said = file.read_text(encoding="utf-8", errors="replace").strip()
            if said:
                self._log.error("the program was ended: %s", said)
                # Another program that runs goes on writing to the same file: it is emptied.
                file.write_bytes(b"")
        except OSError:
            return ""
        return said.partition("\n")[0].removeprefix("Fatal Python error: ").strip()


class _Handler(RotatingFileHandler):
    """Log handler that ignores write failures, and writes the session's facts first."""

    _told = False

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        if not self._told:
            self._told = True
            super().emit(logging.makeLogRecord({"levelname": "INFO", "msg": _session()}))
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore the failure, because it can't be reported."""


def _logger(folder: Path) -> logging.Logger:
    """Return the log file, made when the first line is written."""
    logger = logging.getLogger("waywright")
    logger.propagate = False
    logger.setLevel(logging.INFO)
    for old in tuple(logger.handlers):
        logger.removeHandler(old)
        old.close()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        logger.addHandler(logging.NullHandler())
        return logger
    handler = _Handler(
        folder / LOG_NAME, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
    return logger


def _place_of(trace: TracebackType | None) -> str:
    """File and line where something broke; the whole of a long trace would take long to read."""
    if trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"


def _session() -> str:
    """Return version, system and kernels in one line."""
    hot = "compiled" if kernels.COMPILED else f"interpreted ({', '.join(kernels.INTERPRETED)})"
    return (
        f"Waywright {version() or 'unpackaged'}, Qt {qVersion()}, "
        f"Python {platform.python_version()}, {platform.platform()}, kernels {hot}"
    )
