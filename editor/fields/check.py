"""A switch for one or several elements."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy

from editor.fields.field import Take, keep
from navcore.errors import NavcoreError


class Check(QCheckBox):
    """A switch with a third state for several elements that differ."""

    refused = Signal(object)
    """Why it can't be switched."""
    left = Signal(object)
    entered = Signal(object)

    def __init__(self) -> None:
        """Off."""
        super().__init__()
        self.take: Take = keep
        self._shown: bool | None = False
        """The state that is the elements', None where they differ."""
        self.clicked.connect(self._toggled)
        # A long text is cut off rather than making everything around it wider.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_value(self, value: object) -> None:
        """On or off."""
        self._shown = bool(value)
        self.setTristate(False)
        self.setChecked(bool(value))

    def show_mixed(self) -> None:
        """Some on, some off; a click switches all on."""
        self._shown = None
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
        """Hand the new state on; one that is refused is taken back."""
        self.setTristate(False)
        try:
            self.take(self.isChecked())
        except NavcoreError as refusal:
            if self._shown is None:
                self.show_mixed()
            else:
                self.setChecked(self._shown)
            self.refused.emit(str(refusal))
