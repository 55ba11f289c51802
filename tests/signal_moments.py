"""Open a dialog and raise SIGTERM at one moment of the dialog's life.

PYTHONPATH=.:tests python -m signal_moments MOMENT
"""

import os
import signal
import sys
import threading
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QDialog

from editor.safety.shutdown import Shutdown

MOMENTS: Final = (
    "before it is shown", "before its event loop", "in its event loop", "while Qt waits",
    "after the answer",
)  # fmt: skip


class Asking(QDialog):
    """A dialog that raises the signal at a moment of its life."""

    def __init__(self, moment: str) -> None:
        """Create the dialog; `moment` is one of `MOMENTS`."""
        super().__init__()
        self._moment = moment
        self.reach("before it is shown")

    def reach(self, moment: str) -> None:
        """Raise the signal if this is its moment."""
        if moment == self._moment:
            signal.raise_signal(signal.SIGTERM)

    def showEvent(self, event: QShowEvent) -> None:
        """Raise the signal if its moment is before the event loop."""
        super().showEvent(event)
        self.reach("before its event loop")

    def ask(self) -> None:
        """Go through all moments; the dialog stays open until the signal comes."""
        QTimer.singleShot(0, lambda: self.reach("in its event loop"))
        if self._moment == "while Qt waits":
            threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGTERM)).start()
        if self._moment == "after the answer":
            QTimer.singleShot(0, self.accept)
        self.exec()
        self.reach("after the answer")


def main(moment: str) -> None:
    """Open the dialog, and close as the program does."""
    app = QApplication(["test"])
    shutdown = Shutdown(())
    shutdown.install()
    QTimer.singleShot(0, lambda: Asking(moment).ask())
    app.exec()
    signal.raise_signal(-shutdown.run())


if __name__ == "__main__":
    main(sys.argv[1])
