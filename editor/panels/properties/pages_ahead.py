"""Pages of properties that are made while no hand works, before anything is selected."""

from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from editor.document import Document
from editor.panels.properties.form import PropertyForm
from navcore.level.model import Element

FIRST_MS: Final = 400
"""After a level was loaded: what comes into view with it comes first."""
NEXT_MS: Final = 50
"""Between two pages, each of which holds up a frame by 10 to 30 ms."""


class PagesAhead(QObject):
    """Makes a page for each kind of element of a level that was loaded.

    Else it is made in the frame in which the first element of a kind is pressed, and holds up a
    drag that begins there.
    """

    def __init__(self, document: Document, form: PropertyForm) -> None:
        """For the kinds in this document."""
        super().__init__(form)
        self._document, self._form = document, form
        self._kinds: list[type] = []
        """What a page is still to be made for."""
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._make_one)
        document.loaded.connect(self._begin)

    @property
    def busy(self) -> bool:
        """Whether there is more to make."""
        return self._next.isActive()

    def _begin(self, _: object = None) -> None:
        self._kinds = [*self._document.level.held]
        self._next.start(FIRST_MS)

    def _make_one(self) -> None:
        """Make the next page that there is not; none while a hand works."""
        document = self._document
        if document.dragging or QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._next.start(FIRST_MS)
            return
        while self._kinds:
            found = document.level.held.get(self._kinds.pop(0))
            element = next(iter(found.values()), None) if found else None
            if isinstance(element, Element) and self._form.make_ready(
                element, storeys=document.storey.several
            ):
                self._next.start(NEXT_MS)
                return
