"""Garbage is collected on the window's thread only: what belongs to Qt must not go on another."""

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer

EVERY_MS: Final = 500


class Sweeper(QObject):
    """Python's own collector runs on whichever thread allocates; this one between two events."""

    def __init__(self) -> None:
        """Does nothing yet."""
        super().__init__()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.sweep)
        self._was_enabled = False

    def install(self) -> None:
        """Take the collector's place."""
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._timer.start()

    def close(self) -> None:
        """Give its place back."""
        self._timer.stop()
        if self._was_enabled:
            gc.enable()

    def sweep(self) -> int:
        """Collect the oldest generation that is full; -1 if none is, else its number."""
        full = [
            count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)
        ]
        for generation in (2, 1, 0):
            if full[generation]:
                gc.collect(generation)
                return generation
        return -1
