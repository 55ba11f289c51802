"""A switch for one or several elements."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy

from editor.fields.field import Take, keep


class Check(QCheckBox):
    """A switch with a third state for several elements that differ."""

    left = Signal(object)
    entered = Signal(object)

    def __init__(self) -> None:
        """Off."""
        super().__init__()
        self.take: Take = keep
        self.clicked.connect(self._toggled)
        # A long text is cut off rather than making everything around it wider.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_value(self, value: object) -> None:
        """On or off."""
        self.setTristate(False)
        self.setChecked(bool(value))

    def show_mixed(self) -> None:
        """Some on, some off; a click switches all on."""
        self.setTristate(True)
        self.setCheckState(Qt.CheckState.PartiallyChecked)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the owner."""
        self.entered.emit(None)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc leave."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)

    def _toggled(self) -> None:
        self.setTristate(False)
        self.take(self.isChecked())
