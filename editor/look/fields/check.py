"""A switch for one or several elements."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter

from editor.look.fields.elided import tell_whole
from editor.look.fields.field import Take, keep
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
        """Show the value on or off."""
        self._shown = bool(value)
        self.setTristate(False)
        self.setChecked(bool(value))

    def show_mixed(self) -> None:
        """Show that some elements are on and some off; a click switches all of them on."""
        self._shown = None
        self.setTristate(True)
        self.setCheckState(Qt.CheckState.PartiallyChecked)

    @property
    def is_short(self) -> bool:
        """True if the text is cut for lack of room."""
        return self.sizeHint().width() > self.width()

    def event(self, event: QEvent) -> bool:
        """Show the whole text as a tool tip if it is cut."""
        if event.type() == QEvent.Type.ToolTip and self.is_short:
            return tell_whole(event, self, self.text())
        return bool(super().event(event))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, with an ellipsis where it is cut."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(
            QStyle.SubElement.SE_CheckBoxContents, option, self
        )  # fmt: skip
        text, end = self.text(), Qt.TextElideMode.ElideRight
        option.text = self.fontMetrics().elidedText(text, end, room.width())
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_CheckBox, option)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Notify the owner."""
        self.entered.emit(None)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc leave."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)

    def _toggled(self) -> None:
        """Commit the new state; restore the old one if it is refused."""
        self.setTristate(False)
        try:
            self.take(self.isChecked())
        except NavcoreError as refusal:
            if self._shown is None:
                self.show_mixed()
            else:
                self.setChecked(self._shown)
            self.refused.emit(str(refusal))
