"""What the home page says while something takes a moment."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QEventLoop, Qt
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from editor.look.style import HOME

BUSY_WAIT: Final = 50
"""Milliseconds that the system has to show what the page says before it is busy."""


class BusyMark(QLabel):
    """A sentence at the bottom of the page, seen before the moment begins."""

    def __init__(self, page: QWidget) -> None:
        """Hidden, until something begins."""
        super().__init__(page)
        self._page = page
        self._waiting = False
        self.setObjectName("busy")
        self.hide()

    def tell(self, sentence: str) -> None:
        """Say what goes on beside the page, which can be used meanwhile."""
        self.setText(sentence)
        self.place()
        self.show()
        self.raise_()

    def begin(self, sentence: str) -> None:
        """Say this, and show it before anything else is done."""
        self.tell(sentence)
        if not self._waiting:
            self._waiting = True
            QGuiApplication.setOverrideCursor(QCursor(Qt.CursorShape.WaitCursor))
        self._page.repaint()
        flags = QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents
        QCoreApplication.processEvents(flags, BUSY_WAIT)

    def end(self) -> None:
        """It is done."""
        self.hide()
        if self._waiting:
            self._waiting = False
            QGuiApplication.restoreOverrideCursor()

    def place(self) -> None:
        """Stand in the middle at the bottom of the page, however large it is now."""
        self.adjustSize()
        x = (self._page.width() - self.width()) // 2
        self.move(x, self._page.height() - self.height() - HOME.margin)
