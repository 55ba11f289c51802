"""The guard over the whole program: what breaks is told, what was lost is offered."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from editor.ending import Ending
from editor.home.recovered import Offers
from editor.program import Program
from editor.recovery import FOLDER, Lost, Recovery
from editor.rescue import Rescuer
from editor.sweeping import Sweeper
from navcore.level.model import Level

if TYPE_CHECKING:
    from editor.safety import Safety
    from editor.window import MainWindow


class Guard(QObject):
    """Rescue, recovery and an orderly end, for the home page and for the window alike."""

    def __init__(self, program: Program, folder: Path) -> None:
        """Log, rescue copies and backups go to `folder`."""
        super().__init__()
        self._program = program
        self.recovery = Recovery(folder / FOLDER)
        self.rescuer = Rescuer(program.show_notice, self._work, folder, self._save)
        self.ending = Ending(self._save, self._leave)
        self.sweeper = Sweeper()
        self.offers: Offers | None = None
        program.window_made.connect(self._window_made)

    def install(self) -> None:
        """Watch from now on."""
        self.rescuer.install()
        self.recovery.crash = self.rescuer.crash
        self.ending.install()
        self.sweeper.install()

    def offer(self) -> None:
        """Put on the home page what was lost, if anything was."""
        offers = Offers(self.recovery, self._open, self._program.show_notice)
        if offers.offers:
            self.offers = offers
            self._program.home.add_offer(offers)

    def close(self) -> None:
        """Watch no more."""
        self.sweeper.close()
        self.ending.close()
        self.rescuer.close()
        self.recovery.let_go()

    @property
    def _safety(self) -> "Safety | None":
        window = self._program.window
        return window.safety if window is not None else None

    def _window_made(self, window: "MainWindow") -> None:
        window.keep_safe(self.recovery)

    def _work(self) -> tuple[str, Level] | None:
        level = self._program.level
        return None if level is None else (self._program.title, level)

    def _save(self) -> None:
        if self._safety is not None:
            self._safety.save_now()

    def _leave(self) -> None:
        if self._safety is not None:
            self._safety.leave()

    def _open(self, lost: Lost) -> bool:
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
