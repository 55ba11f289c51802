"""The guard over the whole program: what breaks is told, what was lost is offered."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from editor.app import BACKUPS
from editor.program import Program
from editor.safety.ending import Ending
from editor.safety.rescue import Rescuer
from editor.safety.sweeping import Sweeper

if TYPE_CHECKING:
    from editor.home.recovered import Offers
    from editor.safety.recovery import Lost, Recovery
    from editor.safety.service import Safety
    from editor.window import MainWindow
    from navcore.level.model import Level


class Guard(QObject):
    """Rescue, recovery and an orderly end, for the home page and for the window alike.

    What reads levels is loaded when it is needed: the home page is seen before that.
    """

    def __init__(self, program: Program, folder: Path) -> None:
        """Log, rescue copies and backups go to `folder`."""
        super().__init__()
        self._program = program
        self._backups = folder / BACKUPS
        self._recovery: Recovery | None = None
        self.rescuer = Rescuer(program.show_notice, self._work, folder, self._save)
        self.ending = Ending(self._save, self._leave)
        self.sweeper = Sweeper()
        self.offers: Offers | None = None
        program.window_made.connect(self._window_made)

    def install(self) -> None:
        """Watch from now on."""
        self.rescuer.install()
        self.ending.install()
        self.sweeper.install()

    @property
    def recovery(self) -> "Recovery":
        """What can be brought back."""
        if self._recovery is None:
            made: Recovery = import_module("editor.safety.recovery").Recovery(self._backups)
            made.crash = self.rescuer.crash
            self._recovery = made
        return self._recovery

    def offer_when_seen(self) -> None:
        """Put on the home page what was lost, once the page was painted."""
        later = Qt.ConnectionType.QueuedConnection
        self._program.home.painted.connect(self.offer, later)

    def offer(self, _: object = None) -> None:
        """Put on the home page what was lost, if anything was."""
        if not _any_journal(self._backups):
            return
        self._program.home.begin(self.tr("Looking at what was not saved…"))
        try:
            offers: Offers = import_module("editor.home.recovered").Offers(
                self.recovery, self._open, self._program.show_notice
            )
        finally:
            self._program.home.end()
        if offers.offers:
            self.offers = offers
            self._program.home.add_offer(offers, offers.stops)

    def close(self) -> None:
        """Watch no more."""
        self.sweeper.close()
        self.ending.close()
        self.rescuer.close()
        if self._recovery is not None:
            self._recovery.let_go()

    @property
    def _safety(self) -> "Safety | None":
        window = self._program.window
        return window.safety if window is not None else None

    def _window_made(self, window: "MainWindow") -> None:
        window.keep_safe(self.recovery)

    def _work(self) -> "tuple[str, Level] | None":
        level = self._program.level
        return None if level is None else (self._program.title, level)

    def _save(self) -> None:
        if self._safety is not None:
            self._safety.save_now()

    def _leave(self) -> None:
        if self._safety is not None:
            self._safety.leave()

    def _open(self, lost: "Lost") -> bool:
        """Open lost work in the window."""
        safety = self._safety
        if safety is None:
            self._program.make_window()
            safety = self._safety
        if safety is None or not safety.take(lost):
            return False
        self._program.show_window()
        self._program.home.hide()
        return True


def _any_journal(backups: Path) -> bool:
    """Whether a session may have left work; what can't be looked at holds none."""
    try:
        return next(backups.glob("*/*.journal"), None) is not None
    except OSError:
        return False
