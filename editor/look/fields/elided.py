"""A line of text that is shortened at its end to fit."""

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QToolTip,
    QWidget,
)

from editor.look.style import SIZE

_LEAST_LETTERS = 6
"""Number of letters that always stay visible."""


def tell_whole(event: QEvent, widget: QWidget, text: str) -> bool:
    """Answer the wish for a tool tip with all of the text, then the widget's own tip."""
    if not isinstance(event, QHelpEvent):
        return False
    whole = "\n\n".join(part for part in (text, widget.toolTip()) if part)
    QToolTip.showText(event.globalPos(), whole, widget)
    return True


def is_asked_in_short(field: QLineEdit) -> bool:
    """Return whether the placeholder of an empty field is cut for lack of room."""
    asked = field.fontMetrics().horizontalAdvance(field.placeholderText())
    return not field.text() and asked > field.contentsRect().width() - SIZE.group


class Elided(QLabel):
    """A label of one line; its tool tip shows the whole text, then its own tip."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        """Create the label with this text."""
        super().__init__(text, parent)
        self._room = 0
        self.setTextFormat(Qt.TextFormat.PlainText)

    def keep_room(self, text: str) -> None:
        """Prefer the width of this text, so that widgets beside the label don't move."""
        room = self.fontMetrics().horizontalAdvance(text)
        if room != self._room:
            self._room = room
            self.updateGeometry()

    @property
    def is_short(self) -> bool:
        """True if there is no room for all of it."""
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()

    def sizeHint(self) -> QSize:
        """Room for all of it."""
        hint = super().sizeHint()
        return QSize(max(hint.width(), self._room), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters."""
        hint = self.sizeHint()
        few = self.fontMetrics().averageCharWidth() * _LEAST_LETTERS
        return QSize(min(few, hint.width()), hint.height())

    def event(self, event: QEvent) -> bool:
        """Show the whole text as a tool tip if it is cut."""
        if event.type() == QEvent.Type.ToolTip and self.is_short:
            return tell_whole(event, self, self.text())
        return bool(super().event(event))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, with an ellipsis where it is cut."""
        box = self.contentsRect()
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, box.width()
        )  # fmt: skip
        self.style().drawItemText(
            QPainter(self), box, int(self.alignment()), self.palette(), self.isEnabled(), shown,
            self.foregroundRole(),
        )  # fmt: skip


class ElidedButton(QToolButton):
    """A flat button of one line of text that is shortened to fit."""

    def __init__(self) -> None:
        """Create the button without text; it never takes the focus."""
        super().__init__()
        self.setObjectName("counter")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @property
    def is_short(self) -> bool:
        """True if there is no room for all of it."""
        return self.sizeHint().width() > self.width()

    def sizeHint(self) -> QSize:
        """Room for all of it."""
        text = math.ceil(QFontMetricsF(self.font()).horizontalAdvance(self.text()))
        return QSize(text + SIZE.line + 2 * SIZE.related, SIZE.field)

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters."""
        few = self.fontMetrics().averageCharWidth() * _LEAST_LETTERS + 2 * SIZE.related
        return QSize(min(few, self.sizeHint().width()), SIZE.field)

    def event(self, event: QEvent) -> bool:
        """Show the whole text as a tool tip if it is cut."""
        if event.type() == QEvent.Type.ToolTip and self.is_short:
            return tell_whole(event, self, self.text())
        return bool(super().event(event))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, with an ellipsis where it is cut."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        box = self.rect().adjusted(SIZE.related, 0, -SIZE.related, 0)
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, box.width()
        )  # fmt: skip
        self.style().drawItemText(
            painter, box, Qt.AlignmentFlag.AlignVCenter, self.palette(), self.isEnabled(), shown,
            self.foregroundRole(),
        )  # fmt: skip


class ElidedPush(QPushButton):
    """A button whose text is shortened to fit."""

    def __init__(self, act: Callable[..., object]) -> None:
        """Create the button without text; Enter presses it only while it has the focus."""
        super().__init__()
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(act)

    @property
    def is_short(self) -> bool:
        """True if there is no room for all of it."""
        return self.sizeHint().width() > self.width()

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters."""
        whole = super().minimumSizeHint()
        letters = self.fontMetrics().averageCharWidth() * _LEAST_LETTERS + 4 * SIZE.related
        return QSize(min(letters, whole.width()), whole.height())

    def event(self, event: QEvent) -> bool:
        """Show the whole text as a tool tip if it is cut."""
        if event.type() == QEvent.Type.ToolTip and self.is_short:
            return tell_whole(event, self, self.text())
        return bool(super().event(event))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, with an ellipsis where it is cut."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self.shown
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)

    @property
    def shown(self) -> str:
        """The text, with an ellipsis where it is cut."""
        # Rounded up: the size hint rounds to the nearest pixel, and for a text that is a quarter of
        # a pixel wider than its room the last letters would go.
        advance = math.ceil(QFontMetricsF(self.font()).horizontalAdvance(self.text()))
        room = max(0, self.width() - self.sizeHint().width() + advance)
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
