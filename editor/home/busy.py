"""Message of the home page during work that takes a moment."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QEventLoop, Qt
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from editor.look.style import HOME

BUSY_WAIT: Final = 50
"""Milliseconds for the system to paint the message before the page is busy."""


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
        """Show a message about work in the background, while the page stays usable."""
        self.setText(sentence)
        self.place()
        self.show()
        self.raise_()

    def begin(self, sentence: str) -> None:
        """Show a message, and paint it before the work begins."""
        self.tell(sentence)
        if not self._waiting:
            self._waiting = True
            QGuiApplication.setOverrideCursor(QCursor(Qt.CursorShape.WaitCursor))
        self._page.repaint()
        flags = QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents
        QCoreApplication.processEvents(flags, BUSY_WAIT)

    def end(self) -> None:
        """Hide the message."""
        self.hide()
        if self._waiting:
            self._waiting = False
            QGuiApplication.restoreOverrideCursor()

    def place(self) -> None:
        """Place the message at the bottom centre of the page."""
        self.adjustSize()
        x = (self._page.width() - self.width()) // 2
        self.move(x, self._page.height() - self.height() - HOME.margin)
