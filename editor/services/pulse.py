"""A mark that pulses once, so that the eye finds it."""

from time import monotonic
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

PULSE_MS: Final = 300
"""Duration of the animation."""
_FRAME_MS: Final = 16


class Pulse(QObject):
    """Runs while something pulses."""

    beat = Signal(object)
    """Emitted when the look has changed."""

    def __init__(self) -> None:
        """Start without an animation."""
        super().__init__()
        self._began: float | None = None
        self._frames = QTimer(self, interval=_FRAME_MS)
        self._frames.timeout.connect(self._go_on)

    @property
    def share(self) -> float | None:
        """Finished share of the animation, 0 to 1; None if there is none."""
        if self._began is None:
            return None
        return min(1.0, (monotonic() - self._began) * 1000 / PULSE_MS)

    def begin(self) -> None:
        """Pulse once from now on."""
        self._began = monotonic()
        self._frames.start()
        self.beat.emit(None)

    def stop(self) -> None:
        """Stop the animation."""
        self._began = None
        self._frames.stop()
        self.beat.emit(None)

    def _go_on(self) -> None:
        share = self.share
        if share is None or share >= 1.0:
            self.stop()
        else:
            self.beat.emit(None)
