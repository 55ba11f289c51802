"""The box at the pointer for typing places, lengths and numbers.

It opens with the first character and takes precedence until it closes: Enter carries out the text,
Esc or a click elsewhere changes nothing. While text is typed, the tool previews what Enter would
do.
"""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from editor.canvas.input.gestures import Gestures
from editor.canvas.painting.chip import paint_chip
from editor.look.style import SIZE
from navcore.i18n import tr

SIGNS = frozenset("0123456789-\N{MINUS SIGN}@.,")
"""Characters that open the box."""

SEPARATORS = frozenset(".,")
"""Signs that have a meaning of their own in play: they open the box only while drawing."""

_STAYS = frozenset({Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason})
"""Reasons to lose the focus that are no reason to close: the field's menu, another window."""


class TypedBox(QFrame):
    """A line of text with a prompt, always inside the canvas."""

    said = Signal(object)
    """Emitted with the reason why an entered text can't be carried out."""
    closed = Signal(object)

    def __init__(self, parent: QWidget, gestures: Gestures) -> None:
        """Closed."""
        super().__init__(parent)
        self.setObjectName("typed_box")
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self._canvas = parent
        self._gestures = gestures
        self.prompt = QLabel()
        self.prompt.setObjectName("label")
        self.field = _Line()
        self.field.setAccessibleName(tr("Type a number or a place"))
        self.field.setFixedHeight(SIZE.field)
        self.field.setFixedWidth(SIZE.typed_field)
        self.prompt.setBuddy(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(SIZE.related, SIZE.inside, SIZE.related, SIZE.related)
        column.setSpacing(SIZE.inside)
        column.addWidget(self.prompt)
        column.addWidget(self.field)
        self.field.textChanged.connect(self._typed)
        self.field.entered.connect(self._enter)
        self.field.given_up.connect(self.dismiss)
        gestures.tool_changed.connect(self.dismiss)
        self._open = False
        self._at = QPointF()
        """The pixel where it was opened last."""
        self.hide()

    @property
    def is_open(self) -> bool:
        """True if something is being typed."""
        return self._open

    def begin(self, sign: str, at: QPointF) -> bool:
        """Open at this pixel of the canvas with this sign in it, if the tool takes numbers."""
        typing = self._gestures.typing()
        if typing is None:
            return False
        self.prompt.setText(typing.prompt)
        self.field.setAccessibleName(tr("Type {0}").format(typing.prompt))
        self._mark("")
        self.adjustSize()
        self._place(at.toPoint())
        self._at = at
        self._open = True
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.setText(sign)
        return True

    def offer(self, at: QPointF) -> None:
        """Open automatically if the tool asks for a number, with its present value selected."""
        typing = self._gestures.typing()
        if typing is not None and typing.text and self.begin(typing.text, at):
            self.field.selectAll()

    def dismiss(self, _: object = None) -> None:
        """Close the box and drop its text."""
        if not self._open:
            return
        self._close()
        self._gestures.untyped()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A raised chip."""
        paint_chip(QPainter(self), self.rect())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ignore presses on the prompt, so that they don't reach the canvas."""
        event.accept()

    def _typed(self, text: str) -> None:
        if self._open:
            self._mark(self._gestures.typed(text))

    def _enter(self) -> None:
        sentence = self._gestures.enter(self.field.text())
        if not sentence:
            self._close()
            self.offer(self._at)
            return
        self._mark(sentence)
        self.field.selectAll()
        if sentence not in self._gestures.hint():
            self.said.emit(sentence)

    def _close(self) -> None:
        self._open = False
        self.field.clear()
        # Even if another window is active: a hidden field would get the keys from then on.
        if self.window().focusWidget() is self.field:
            self._canvas.setFocus()
        self.hide()
        self.closed.emit(None)

    def _place(self, pointer: QPoint) -> None:
        """Below and to the right of the pointer; on the other side where there is no room."""
        inside = SIZE.inside
        room = self._canvas.rect().adjusted(inside, inside, -inside, -inside)
        x, z = pointer.x() + SIZE.group, pointer.y() + SIZE.group
        if x + self.width() > room.right():
            x = pointer.x() - SIZE.group - self.width()
        if z + self.height() > room.bottom():
            z = pointer.y() - SIZE.group - self.height()
        x = max(room.left(), min(x, room.right() - self.width()))
        self.move(x, max(room.top(), min(z, room.bottom() - self.height())))

    def _mark(self, fault: str) -> None:
        """Mark the field while there is a fault, also for screen readers."""
        self.field.setAccessibleDescription(fault)
        invalid = bool(fault)
        if bool(self.field.property("invalid")) == invalid:
            return
        self.field.setProperty("invalid", invalid)
        self.field.style().unpolish(self.field)
        self.field.style().polish(self.field)


class _Line(QLineEdit):
    """A line edit in which Tab is a space; emits Enter, Esc and loss of focus."""

    entered = Signal()
    given_up = Signal()

    def event(self, event: QEvent) -> bool:
        """Tab parts two numbers instead of leaving the field."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Tab:
                if not self.text()[: self.cursorPosition()].endswith(" "):
                    self.insert(" ")
                return True
            if event.key() == Qt.Key.Key_Backtab:
                return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc; Backspace in the empty line closes as well."""
        key = event.key()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.entered.emit()
        elif key == Qt.Key.Key_Escape or (
            key == Qt.Key.Key_Backspace and not self.text() and not event.isAutoRepeat()
        ):
            self.given_up.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Cancel typing when the focus moves elsewhere."""
        super().focusOutEvent(event)
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            # The press itself comes later: on the canvas it only closes the box.
            QTimer.singleShot(0, self, self.given_up.emit)
        elif event.reason() not in _STAYS:
            self.given_up.emit()
