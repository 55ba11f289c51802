"""The strip over the canvas that says what went wrong, where, and what to do. Never modal."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton

from editor.asking import Notice
from editor.icons import icon
from editor.style import SIZE

SIGNS: Final = {"error": "error", "warning": "warn", "info": "text"}
"""The colour of each sign."""


class MessageStrip(QFrame):
    """Hidden while there is nothing to say."""

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
        self._close.setToolTip(self.tr("Close"))
        self._close.setAccessibleName(self.tr("Close"))
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close.clicked.connect(lambda: self.show_notice(None))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(SIZE.margin, SIZE.inside, SIZE.related, SIZE.inside)
        self._row.setSpacing(SIZE.related)
        self._row.addWidget(self._sign)
        self._row.addWidget(self.text, 1)
        self._row.addWidget(self._close)
        self.buttons: list[QPushButton] = []
        self.setMinimumHeight(SIZE.message_strip)
        self.hide()

    def show_notice(self, notice: Notice | None) -> None:
        """Show this notice in place of the one before; None hides the strip."""
        self.notice = notice
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

    def withdraw(self, notice: Notice | None) -> None:
        """Hide the strip if it still shows this notice."""
        if notice is not None and self.notice is notice:
            self.show_notice(None)

    def _add_button(self, text: str, act: Callable[[], object]) -> None:
        button = QPushButton(text)
        button.clicked.connect(lambda _: act())
        self._row.insertWidget(self._row.count() - 1, button)
        self.buttons.append(button)
