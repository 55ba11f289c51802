"""Garbage is collected on the window's thread only: what belongs to Qt must not go on another."""

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer

EVERY_MS: Final = 100
OLD_EVERY: Final = 5
"""So many sweeps of what is young go by between two of what is older, which take longer."""


class Sweeper(QObject):
    """Python's own collector runs on whichever thread allocates; this one between two events."""

    def __init__(self) -> None:
        """Does nothing yet."""
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.sweep)
        self._was_enabled = False
        self._sweeps = 0

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
        """Collect the oldest generation that is full; -1 if none is, else its number.

        What is young is swept often: reading a large file makes hundreds of thousands of tuples
        that need to be looked at once, and looking at all of them at once took 0.2 s.
        """
        full = [
            count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)
        ]
        self._sweeps += 1
        for generation in (0,) if self._sweeps % OLD_EVERY else (2, 1, 0):
            if full[generation]:
                gc.collect(generation)
                return generation
        return -1
