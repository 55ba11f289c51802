"""Counts of a level's contents: updated while a widget is visible, and shortly after edits."""

from collections.abc import Callable, Hashable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from editor.document import Document
from navcore.level.model import Level

COUNT_MS: Final = 200
"""Delay in milliseconds between an edit and the next count."""


class Recount(QObject):
    """Calls `count` when its widget comes in sight, and after edits that it sees."""

    def __init__(self, widget: QWidget, document: Document, count: Callable[[], None]) -> None:
        """Wait with counting until the widget is shown."""
        super().__init__(widget)
        self._widget, self._document, self._count = widget, document, count
        self._subject: Hashable = None
        self._counted: tuple[Level, Hashable] | None = None
        self._soon = QTimer(self, singleShot=True, interval=COUNT_MS)
        self._soon.timeout.connect(self._refresh_seen)
        document.changed.connect(self._follow)
        document.loaded.connect(self._refresh_seen)
        widget.installEventFilter(self)

    def about(self, subject: Hashable) -> None:
        """Count for another subject: the row of a table, by its name."""
        self._subject = subject
        self._refresh_seen()

    def refresh(self) -> None:
        """Count now, unless the same level was counted for the same subject."""
        level, known = self._document.level, self._counted
        if known is None or known[0] is not level or known[1] != self._subject:
            self._counted = (level, self._subject)
            self._count()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count when the widget is shown, because edits may have happened while it was hidden."""
        if event.type() == QEvent.Type.Show:
            self.refresh()
        return False

    def _follow(self, _: object = None) -> None:
        if self._widget.isVisible() and not self._soon.isActive():
            self._soon.start()

    def _refresh_seen(self, _: object = None) -> None:
        if self._widget.isVisible():
            self.refresh()
