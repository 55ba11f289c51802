"""Number fields of dialogs that report each keystroke, and pages that remember numbers."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from editor.look import boxes
from editor.look.fields import NumberField, Refused
from editor.look.style import SIZE
from editor.look.widgets import make_label
from navcore.errors import NavcoreError
from navcore.i18n import tr


class Entry(NumberField):
    """A number of the dialog: reports each keystroke, and leaves Enter to the dialog."""

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
        """Create a field named `title`, which calls `told` at every change."""
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
        """Run the dialog's action on Enter; Esc closes the dialog."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if self.commit():
                self.entered_all.emit(None)
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def fault(self) -> str:
        """Return the reason why the text can't be read, or nothing."""
        try:
            self.read(self.text())
        except NavcoreError as refusal:
            return str(refusal)
        return ""

    def takes(self, number: float) -> bool:
        """Return whether a user could have typed the value here."""
        return self._least <= number <= self._most

    def _typed(self, text: str) -> None:
        if not self.fault():
            value = self.read(text)
            self.number = value if isinstance(value, float) else self.number
        self._told()


class Count(Entry):
    """A whole number."""

    def __init__(self, title: str, told: Callable[[], None], most: float = 1e6) -> None:
        """Create a field from 1 to `most`; the dialog checks the product of all counts."""
        super().__init__(title, "", 1.0, most, 1.0, told)
        self._show = self._exact = _whole

    def read(self, text: str) -> object:
        """Return the whole number that was typed."""
        value = super().read(text)
        if not isinstance(value, float) or value != round(value):
            raise Refused(tr("Type a whole number, like 4."))
        return value

    def takes(self, number: float) -> bool:
        """Return whether it is a count."""
        return super().takes(number) and number == round(number)

    @property
    def count(self) -> int:
        """The number."""
        return round(self.number)


class Page(QWidget):
    """A page of numbers and choices, some of which are remembered."""

    def __init__(self) -> None:
        """Create a page without fields."""
        super().__init__()
        self.entries: tuple[Entry, ...] = ()
        """The fields; the first has the focus when the page is shown."""
        self.kept: dict[str, Entry | QComboBox | QCheckBox] = {}
        """Remembered fields by name; the next dialog starts with their values."""

    def numbers(self) -> dict[str, float]:
        """Return the remembered numbers."""
        return {name: _number_of(widget) for name, widget in self.kept.items()}

    def recall(self, numbers: Mapping[str, float]) -> None:
        """Show remembered values that are valid; choices first, because they determine numbers."""
        for name, widget in self.kept.items():
            if name in numbers and isinstance(widget, QComboBox | QCheckBox):
                _set(widget, numbers[name])
        for name, widget in self.kept.items():
            if name in numbers and isinstance(widget, Entry):
                _set(widget, numbers[name])

    def lay_out(self, *lines: tuple[QWidget, ...]) -> None:
        """Fields with their names: one in a line as wide as two."""
        grid = boxes.grid(self, gaps=(SIZE.related, SIZE.related), margins=0)
        for row, fields in enumerate(lines):
            for number, field in enumerate(fields):
                if field.accessibleName():
                    label = make_label(field.accessibleName(), buddy=field)
                    grid.addWidget(label, row, 3 * number)
                span = 1 if len(fields) > 1 else 4
                grid.addWidget(field, row, 3 * number + 1, 1, span)
        grid.setRowStretch(len(lines), 1)
        grid.setColumnMinimumWidth(2, SIZE.related)
        grid.setColumnMinimumWidth(1, SIZE.number_field)
        grid.setColumnMinimumWidth(4, SIZE.number_field)


def _whole(value: object) -> str:
    return f"{value:.0f}" if isinstance(value, int | float) else ""


def _number_of(widget: Entry | QComboBox | QCheckBox) -> float:
    if isinstance(widget, Entry):
        return widget.number
    return float(widget.currentIndex() if isinstance(widget, QComboBox) else widget.isChecked())


def _set(widget: Entry | QComboBox | QCheckBox, number: float) -> None:
    """Show a remembered number; ignore it if it is invalid here."""
    if isinstance(widget, QCheckBox):
        widget.setChecked(bool(number))
    elif isinstance(widget, QComboBox):
        if number in range(widget.count()):
            widget.setCurrentIndex(int(number))
    elif widget.takes(number):
        widget.put(number)
