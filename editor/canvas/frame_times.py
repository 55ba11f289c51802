"""Durations of the last frames, from the event that requested each to its pixels."""

from collections import deque
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from PySide6.QtCore import QEvent, QObject

LAST: Final = 120
"""Frames that are looked back on."""
_INPUTS: Final = frozenset(
    {
        QEvent.Type.MouseMove,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.Wheel,
        QEvent.Type.NativeGesture,
    }
)


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame, milliseconds: the total from the event on, and the painting of the canvas."""

    whole: float
    paint: float


class FrameTimes(QObject):
    """Records the last frames: an event filter of the canvas, notified of painting."""

    def __init__(self) -> None:
        """Start without frames."""
        super().__init__()
        self.frames: deque[Frame] = deque(maxlen=LAST)
        self._begun: float | None = None
        self._awaited = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Start a frame with the first event that requests one; pass all events on."""
        if not self._awaited and event.type() in _INPUTS:
            self._begun = perf_counter()
        return False

    def await_paint(self) -> None:
        """The canvas will be painted."""
        self._awaited = True

    def painted(self, seconds: float) -> None:
        """Record that the canvas was painted just now, in this many seconds."""
        whole = seconds if self._begun is None else perf_counter() - self._begun
        self._begun, self._awaited = None, False
        self.frames.append(Frame(1000 * whole, 1000 * seconds))

    def forget(self) -> None:
        """Start again."""
        self.frames.clear()
        self._begun, self._awaited = None, False
