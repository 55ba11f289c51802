"""A list to choose one value from: a click leaves the focus where it is, as the wheel does."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
)

from editor.look.fields.elided import tell_whole
from editor.look.fields.field import Take, keep
from editor.look.style import SIZE
from navcore.errors import NavcoreError
from navcore.i18n import tr


class ChoiceBox(QComboBox):
    """A drop-down list of texts with values."""

    left = Signal(object)
    """Enter or Esc."""
    entered = Signal(object)
    """The list got the focus."""
    refused = Signal(object)
    """Why the value that was chosen is not taken; empty when one is."""

    def __init__(self, choices: Iterable[tuple[Any, str]] = ()) -> None:
        """Pairs of value and translated text; the first one is shown."""
        super().__init__()
        self._choices: tuple[tuple[Any, str], ...] = ()
        self._shown: object = None
        self.take: Take = keep
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # Only this delegate follows the style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))
        self.set_choices(choices)
        self.activated.connect(self._take)

    def set_choices(self, choices: Iterable[tuple[Any, str]]) -> None:
        """Offer these pairs of value and translated text."""
        found = tuple(choices)
        if found != self._choices:
            self._choices = found
            self.clear()
            for value, text in found:
                self.addItem(text, value)

    def show_value(self, value: object) -> None:
        """Show the text of this value; nothing if the value isn't listed."""
        self._shown = value
        self.setPlaceholderText("")
        self.setCurrentIndex(self.findData(value))

    def show_mixed(self) -> None:
        """Show that the selected elements differ here."""
        self._shown = None
        self.setPlaceholderText(tr("several values"))
        self.setCurrentIndex(-1)

    def _take(self, _: int) -> None:
        """Commit the chosen value; restore the old one if it is refused."""
        try:
            self.take(self.currentData())
        except NavcoreError as refusal:
            self.setCurrentIndex(self.findData(self._shown))
            self.refused.emit(str(refusal))
        else:
            self.refused.emit("")

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Notify the owner."""
        self.entered.emit(None)
        super().focusInEvent(event)

    def sizeHint(self) -> QSize:
        """Return a size with a margin beside the longest text: Qt leaves none and would cut it."""
        hint = super().sizeHint()
        return QSize(hint.width() + SIZE.inside, hint.height())

    @property
    def is_short(self) -> bool:
        """True if there is no room for all of the text."""
        return self.fontMetrics().horizontalAdvance(self.currentText()) > self._room()

    def _room(self) -> int:
        """Pixels for the text."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part, field = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        return self.style().subControlRect(part, option, field, self).width() - SIZE.inside

    def event(self, event: QEvent) -> bool:
        """Show the whole text as a tool tip if it is cut."""
        if event.type() == QEvent.Type.ToolTip and self.is_short:
            return tell_whole(event, self, self.currentText())
        return bool(super().event(event))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, with an ellipsis where it is cut."""
        if not self.is_short:
            super().paintEvent(event)
            return
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, self._room()
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the value only with the focus; else the wheel is not for this box."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc leave the box."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)
