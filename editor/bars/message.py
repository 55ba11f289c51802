"""The strip over the canvas that says what went wrong, where, and what to do. Never modal."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QWidget,
)

from editor.files.prompts import Notice
from editor.look.boxes import horizontal
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import make_button
from navcore.i18n import tr

SIGNS: Final = {"error": "error", "warning": "warn", "info": "text"}
"""The colour of each sign."""


BESIDE: Final = 2
"""Most lines of a text that has its buttons beside it."""


class MessageStrip(QFrame):
    """Hidden while there is nothing to say."""

    closed = Signal(object)
    """The user closed this notice."""

    def __init__(self) -> None:
        """An empty, hidden strip."""
        super().__init__()
        self.setObjectName("message")
        self.notice: Notice | None = None
        self._sign = QLabel()
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close = QToolButton()
        self._close.setIcon(icon("close"))
        self._close.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self._close.setToolTip(tr("Close"))
        self._close.setAccessibleName(tr("Close"))
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close.clicked.connect(lambda _: self._dismiss())
        self._actions = QWidget()
        self._row = horizontal(self._actions, gap=SIZE.related, margins=0)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(SIZE.margin, SIZE.inside, SIZE.related, SIZE.inside)
        self._grid.setSpacing(SIZE.related)
        self._grid.addWidget(self._sign, 0, 0)
        self._grid.addWidget(self.text, 0, 1)
        self._grid.addWidget(self._actions, 0, 2)
        self._grid.addWidget(self._close, 0, 3)
        self._grid.setColumnStretch(1, 1)
        self.buttons: list[QPushButton] = []
        self._beneath = False
        """True if the buttons are below the text."""
        self.setMinimumHeight(SIZE.message_strip)
        self.hide()

    def show_notice(self, notice: Notice | None) -> None:
        """Replace the shown notice; None hides the strip."""
        before, self.notice = self.notice, notice
        if notice and before and (notice.icon, notice.buttons) == (before.icon, before.buttons):
            # Another number of the same progress: buttons stay, for one may be pressed just now.
            self.text.setText(notice.text)
            self._arrange()
            return
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        self.setVisible(notice is not None)
        if notice is None:
            return
        sign = icon(notice.icon, SIGNS[notice.icon])
        self._sign.setPixmap(
            sign.pixmap(QSize(SIZE.icon_small, SIZE.icon_small), self.devicePixelRatioF())
        )
        self.text.setText(notice.text)
        for text, act in notice.buttons:
            self._add_button(text, act)
        self._actions.setVisible(bool(notice.buttons))
        self._arrange()

    def _dismiss(self) -> None:
        notice = self.notice
        self.show_notice(None)
        self.closed.emit(notice)

    def withdraw(self, notice: Notice | None) -> None:
        """Hide the strip if it still shows this notice."""
        if notice is not None and self.notice is notice:
            self.show_notice(None)

    def _add_button(self, text: str, act: Callable[[], object]) -> None:
        button = make_button(text, lambda _: act())
        self._row.addWidget(button)
        self.buttons.append(button)

    def _arrange(self) -> None:
        """Put the buttons below a text that would need many lines beside them."""
        margins = self._grid.contentsMargins()
        others = (self._sign, self._actions, self._close)
        taken = sum(widget.sizeHint().width() + SIZE.related for widget in others)
        left = max(1, self.width() - margins.left() - margins.right() - taken)
        beneath = bool(self.buttons) and self.text.heightForWidth(left) > self._lines(BESIDE)
        if beneath != self._beneath:
            self._beneath = beneath
            self._grid.removeWidget(self._actions)
            if beneath:
                start = Qt.AlignmentFlag.AlignLeft
                self._grid.addWidget(self._actions, 1, 1, 1, 2, start)
            else:
                self._grid.addWidget(self._actions, 0, 2)

    def _lines(self, count: int) -> int:
        return count * self.text.fontMetrics().lineSpacing() + SIZE.inside

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the buttons for the new width."""
        super().resizeEvent(event)
        self._arrange()
