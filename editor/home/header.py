"""Header of the home page: title, description, and buttons for a new level."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from editor.look import pens
from editor.look.boxes import fill, horizontal, vertical
from editor.look.icons import icon
from editor.look.style import FONT, HOME, SIZE
from editor.look.widgets import make_label
from navcore.i18n import tr


class Header(QWidget):
    """Sign, name and one sentence; New and Open at the right."""

    def __init__(self) -> None:
        """Ready to be seen."""
        super().__init__()
        self.new_button = self._button(tr("New"), "new", tr("New level"), "Ctrl+N")
        self.open_button = self._button(tr("Open…"), "open", tr("Open a level"), "Ctrl+O")
        sign = QLabel(pixmap=QGuiApplication.windowIcon().pixmap(QSize(HOME.sign, HOME.sign)))
        buttons = fill(horizontal(gap=SIZE.related), self.new_button, self.open_button)
        row = horizontal(self, gap=SIZE.group, margins=(SIZE.focus, 0, SIZE.focus, 0))
        fill(row, sign, (self._words(), 1), buttons)

    def _words(self) -> QVBoxLayout:
        title = make_label(tr("Waywright"), "title")
        title.setFont(pens.font(FONT.title, semibold=True))
        told = tr("Draw where characters can walk. See at once whether they get there.")
        line = make_label(told, wraps=True)
        return fill(vertical(gap=SIZE.inside // 2), title, line)

    def _button(self, text: str, sign: str, name: str, key: str) -> QPushButton:
        button = QPushButton(icon(sign), text)
        button.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        button.setAccessibleName(name)
        shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        button.setToolTip(f"{name}  {shown}")
        return button
