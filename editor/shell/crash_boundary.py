"""Guard of the whole program: reports faults, offers lost work, and runs the shutdown.

The steps of the teardown are listed here in order, see :mod:`editor.safety.shutdown`.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt

from editor.safety.crash_report import Rescuer
from editor.safety.garbage_collection import Sweeper
from editor.safety.shutdown import BAD_INPUT, CLOSED, FAULT, Cause, Ended, Shutdown
from editor.shell.program import Program
from editor.system.application import BACKUPS, let_clipboard_go
from navcore.errors import NavcoreError
from navcore.i18n import tr

if TYPE_CHECKING:
    from editor.home.recovered import Offers
    from editor.safety.recovery import Lost, Recovery
    from editor.safety.service import Safety
    from editor.shell.window import MainWindow
    from navcore.level.model import Level


HUNG_AFTER: Final = 30.0
"""Longest duration of a teardown, seconds, if the work is written and no user waits."""


class CannotStart(NavcoreError):
    """The program can't start as requested; the message says why."""

    status = BAD_INPUT.status


class Broken(CannotStart):
    """Something unexpected happened during the start."""

    status = FAULT.status


class Guard(QObject):
    """Crash reports, recovery and shutdown for the home page and the window.

    Code that reads levels is imported late, so that the home page appears first.
    """

    def __init__(self, program: Program, folder: Path, *, backups: bool = True) -> None:
        """Log, rescue copies and, unless `backups` is False, backups go to `folder`."""
        super().__init__()
        self.program = program
        self._backups = folder / BACKUPS
        self._recovery: Recovery | None = None
        self.rescuer = Rescuer(program.show_notice, self._work, folder, self._save)
        self.sweeper = Sweeper()
        self.shutdown = Shutdown(
            (
                ("hooks", self._end_hooks),
                ("work", self._end_work),
                ("workers", lambda _: program.end()),
                ("windows", lambda _: program.delete()),
                ("clipboard", lambda _: let_clipboard_go()),
                ("settings", lambda _: program.settings.write()),
                ("garbage", lambda _: self.sweeper.close()),
                ("log", self._end_log),
            ),
            save=self._save,
            work=lambda: program.level,
            cancel=program.cancel,
        )
        self.offers: Offers | None = None
        self._looking: Offers | None = None
        """Offers while the backups are looked at for the first time."""
        if backups:
            program.window_made.connect(self._window_made)

    def install(self) -> None:
        """Watch from now on."""
        self.rescuer.install()
        self.shutdown.install()
        self.sweeper.install()

    def run(self, begin: Callable[[], object], stay: Callable[[], object], cause: Cause) -> int:
        """Watch, begin, stay until an end is requested, tear down; return the exit status.

        `cause` is the reason if `stay` returns without another one; -n is the status of signal n.

        Raises:
            CannotStart: if `begin` or `stay` can't do the request; the teardown has run.
        """
        try:
            with self.shutdown.starting():
                self.install()
                begin()
            if self.shutdown.cause is None:
                stay()
        except Ended:
            pass
        except CannotStart:
            if self.shutdown.cause is None:
                cause = BAD_INPUT
                raise
        except Exception as fault:
            cause = FAULT
            self.rescuer.caught(type(fault), fault, fault.__traceback__)
            message = tr("something unexpected happened: {0}. Details are in {1}")
            raise Broken(message.format(fault, self.rescuer.log_file)) from fault
        finally:
            status = self.shutdown.run(cause)
        return status

    @property
    def recovery(self) -> "Recovery":
        """The recovery of lost work."""
        if self._recovery is None:
            made: Recovery = import_module("editor.safety.recovery").Recovery(self._backups)
            made.crash = self.rescuer.crash
            self._recovery = made
        return self._recovery

    def offer_when_seen(self) -> None:
        """Offer lost work on the home page after the page's first paint."""
        later = Qt.ConnectionType.QueuedConnection
        self.program.home.painted.connect(self.offer, later)

    def offer(self, _: object = None) -> None:
        """Offer lost work on the home page, if there is any."""
        if not _any_journal(self._backups):
            return
        offers: Offers = import_module("editor.home.recovered").Offers(
            self.recovery, self._open, self.program.show_notice
        )
        self._looking = offers
        offers.looked.connect(self._offer_found)
        if not offers.refresh():
            self.program.home.busy.tell(tr("Looking at what was not saved…"))

    def _offer_found(self, _: object = None) -> None:
        """The backups were looked at for the first time, or again."""
        if self._looking is None:
            return
        offers, self._looking = self._looking, None
        self.program.home.busy.end()
        if offers.offers:
            self.offers = offers
            self.program.home.add_offer(offers, offers.stops)

    def close(self, cause: Cause = CLOSED) -> int:
        """Tear all down, unless that is done; return the exit status."""
        return self.shutdown.run(cause)

    @property
    def _safety(self) -> "Safety | None":
        window = self.program.window
        return window.safety if window is not None else None

    def _window_made(self, window: "MainWindow") -> None:
        window.keep_safe(self.recovery)

    def _work(self) -> "tuple[str, Level] | None":
        level = self.program.level
        return None if level is None else (self.program.title, level)

    def _save(self) -> None:
        if self._safety is not None:
            self._safety.save_now()

    def _end_hooks(self, cause: Cause) -> None:
        # If the shutdown hangs, only this line and the stacks in the crash log remain.
        self.rescuer.note(f"ending: {cause.reason}")
        self.rescuer.only_log(HUNG_AFTER if cause.keeps_work else None)

    def _end_work(self, cause: Cause) -> None:
        """Write the work down before anything that may take long or fail."""
        window = self.program.window
        if window is not None:
            window.end_gestures()
        if self._safety is not None:
            (self._safety.leave if cause.keeps_work else self._safety.close)()
        for offers in (self._looking, self.offers):
            if offers is not None:
                offers.shutdown()
        if self._recovery is not None:
            self._recovery.let_go()

    def _end_log(self, cause: Cause) -> None:
        status = f"signal {-cause.status}" if cause.status < 0 else f"exit code {cause.status}"
        self.rescuer.note(f"ended: {cause.reason}, {status}")
        self.rescuer.close()

    def _open(self, lost: "Lost") -> bool:
        """Open lost work in the window."""
        safety = self._safety
        if safety is None:
            self.program.make_window()
            safety = self._safety
        if safety is None or not safety.take(lost):
            return False
        self.program.show_window()
        self.program.home.hide()
        return True


def _any_journal(backups: Path) -> bool:
    """Return whether a session may have left work; a folder that can't be read counts as empty."""
    try:
        return next(backups.glob("*/*.journal"), None) is not None
    except OSError:
        return False
