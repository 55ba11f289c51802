"""Numbers of the array dialog, told at every letter."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from editor.look.fields import NumberField, Refused
from navcore.errors import NavcoreError
from navcore.i18n import tr


class Entry(NumberField):
    """A number of the dialog: told at every letter, and Enter is the dialog's."""

    entered_all = Signal(object)
    """Enter was pressed, and the number is taken."""

    def __init__(
        self,
        title: str,
        unit: str,
        least: float,
        most: float,
        step: float,
        told: Callable[[], None],
    ) -> None:
        """Named `title`; `told` hears of every change."""
        super().__init__(unit, least, most, step)
        self.number = least
        self._told = told
        self.take = self.put
        self.setAccessibleName(title)
        self.textEdited.connect(self._typed)

    def put(self, number: float) -> None:
        """Make this the number and show it."""
        self.number = number
        self.setModified(False)
        self._shown = self.text()
        self.show_value(number)
        self._told()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter makes the copies, Esc leaves the dialog."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if self.commit():
                self.entered_all.emit(None)
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def fault(self) -> str:
        """Why what stands here can't be read, or nothing."""
        try:
            self.read(self.text())
        except NavcoreError as refusal:
            return str(refusal)
        return ""

    def takes(self, number: float) -> bool:
        """Whether it could have been typed here."""
        return self._least <= number <= self._most

    def _typed(self, text: str) -> None:
        if not self.fault():
            value = self.read(text)
            self.number = value if isinstance(value, float) else self.number
        self._told()


class Count(Entry):
    """A whole number."""

    def __init__(self, title: str, told: Callable[[], None]) -> None:
        """From 1 on; what is too many is said with all counts in view."""
        super().__init__(title, "", 1.0, 1e6, 1.0, told)
        self._show = self._exact = _whole

    def read(self, text: str) -> object:
        """The whole number that was typed."""
        value = super().read(text)
        if not isinstance(value, float) or value != round(value):
            raise Refused(tr("Type a whole number, like 4."))
        return value

    def takes(self, number: float) -> bool:
        """Whether it is a count."""
        return super().takes(number) and number == round(number)

    @property
    def count(self) -> int:
        """The number."""
        return round(self.number)


def _whole(value: object) -> str:
    return f"{value:.0f}" if isinstance(value, int | float) else ""
