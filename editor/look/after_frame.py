"""Updates of panels and bars that may follow the frame of a change instead of making it longer."""

from collections.abc import Callable
from typing import ClassVar, Final

from PySide6.QtCore import QObject, QTimer

FRAME_MS: Final = 20
"""Milliseconds after a change: its frame is painted by then."""


class AfterFrame(QTimer):
    """Calls a function soon after it was asked to; once for several requests."""

    ms: ClassVar[int] = FRAME_MS
    """`FRAME_MS`; 0 in tests that look at panels right after an event: calls at once."""

    def __init__(self, act: Callable[[], object], parent: QObject) -> None:
        """`act` is called; the timer goes with `parent`."""
        super().__init__(parent, singleShot=True)
        self._act = act
        self.timeout.connect(act)

    def ask(self, _: object = None) -> None:
        """Have it called soon, unless that is due."""
        if not self.ms:
            self._act()
        elif not self.isActive():
            self.start(self.ms)

    def hurry(self, _: object = None) -> None:
        """Call it now if it is due: somebody is about to use what it updates."""
        if self.isActive():
            self.stop()
            self._act()
