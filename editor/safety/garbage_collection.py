"""Garbage is collected on the window's thread only: what belongs to Qt must not go on another."""

import gc
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

NONE: Final = Qt.MouseButton.NoButton
EVERY_MS: Final = 500
ALL_AFTER: Final = 10
"""Number of full collections that check only objects since the last one; the next checks all.

A collection of all objects takes 50 ms with a level of 5,000 elements, as long as three frames.
"""
MOST_WAITS: Final = 20
"""Number of times that a drag postpones a collection.

A collection during the reading of a backup takes 25 ms, a frame and a half.
"""


class Sweeper(QObject):
    """Python's own collector runs on whichever thread allocates; this one between two events."""

    def __init__(self) -> None:
        """Does nothing yet."""
        super().__init__()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.sweep)
        self._was_enabled = False
        self._full = 0
        """Full collections since one looked at everything."""
        self._waits = 0
        """Number of times in a row that a mouse button was down."""

    def install(self) -> None:
        """Take the collector's place."""
        self._was_enabled = gc.isenabled()
        gc.disable()
        # Modules and their objects live as long as the program.
        gc.freeze()
        self._timer.start()

    def close(self) -> None:
        """Give its place back."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def sweep(self) -> int:
        """Collect the oldest generation that is full; -1 if none is, else its number.

        Not while a mouse button is down, unless it has been for `MOST_WAITS` times.
        """
        if QGuiApplication.mouseButtons() != NONE and self._waits < MOST_WAITS:
            self._waits += 1
            return -1
        self._waits = 0
        full = [
            count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)
        ]
        for generation in (2, 1, 0):
            if full[generation]:
                if generation == 2:
                    self._sweep_all()
                else:
                    gc.collect(generation)
                return generation
        return -1

    def _sweep_all(self) -> None:
        """Collect, and exclude survivors from the next full collections."""
        self._full += 1
        if self._full > ALL_AFTER and QGuiApplication.mouseButtons() == NONE:
            self._full = 0
            gc.unfreeze()
        gc.collect()
        gc.freeze()
