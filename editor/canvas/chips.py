"""Chips over the canvas: flat buttons that never take the focus, and the row at the upper left."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QLayout, QMenu, QStyle, QStyleOptionToolButton, QToolButton, QWidget

from editor.canvas.painting.chip import Painted
from editor.look.boxes import fill, horizontal
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import named


class ChipButton(QToolButton):
    """A flat button over the canvas that keeps its width and never takes the focus."""

    def __init__(self) -> None:
        """Empty."""
        super().__init__()
        self._room = ""
        self._painted = Painted(self)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFixedHeight(SIZE.field)

    def keep_room(self, text: str) -> None:
        """Be as wide as this text, at least."""
        self._room = text
        self.updateGeometry()

    def set_words(self, text: str) -> None:
        """Show this text."""
        # A space more between icon and text than the style leaves.
        self.setText(f" {text}" if not self.icon().isNull() else text)

    def sizeHint(self) -> QSize:
        """Icon and text, with the same margin left and right."""
        metrics = self.fontMetrics()
        width = max(map(metrics.horizontalAdvance, (self.text(), self._room))) + 2 * SIZE.margin
        if not self.icon().isNull():
            width += SIZE.icon_small + SIZE.inside
        return QSize(width, SIZE.field)

    def minimumSizeHint(self) -> QSize:
        """Return the full size, so that the text is never cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as the style does."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        kind = QStyle.ComplexControl.CC_ToolButton
        self._painted.put(
            lambda painter: self.style().drawComplexControl(kind, option, painter, self),
            option.state, option.activeSubControls, self.text(), self.palette().cacheKey(),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry in the list of a chip."""

    words: str
    detail: str
    """Text at the right: a radius, a height."""
    chosen: bool
    choose: Callable[[], None]
    apart: bool = False
    """True if there is a separator before it."""


class ChoiceChip(ChipButton):
    """A chip with an arrow: a click opens a list of choices, and the current choice is checked."""

    said = Signal(object)
    """Emitted with a sentence about the choice for the status bar."""

    def __init__(self, symbol: str, title: str, choices: Callable[[], Sequence[Choice]]) -> None:
        """Make a chip with this icon; `choices` returns the entries of its list."""
        super().__init__()
        self._choices = choices
        self.setObjectName("chip")
        self.setIcon(icon(symbol))
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.menu_of_choices = named(QMenu(self), title)
        self.clicked.connect(self.open_menu)

    def open_menu(self, _: object = None) -> None:
        """List the choices under the chip; arrows and Enter choose one."""
        menu = self.menu_of_choices
        menu.clear()
        group = QActionGroup(menu)
        for choice in self._choices():
            if choice.apart:
                menu.addSeparator()
            words = choice.words.replace("&", "&&")
            text = f"{words}\t{choice.detail}" if choice.detail else words
            action = QAction(text, menu, checkable=True)
            action.setChecked(choice.chosen)
            action.triggered.connect(partial(_do, choice.choose))
            group.addAction(action)
            menu.addAction(action)
            if choice.chosen:
                menu.setActiveAction(action)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + SIZE.inside)))

    def show_choice(self, words: str, said: str, tip: str, *, shown: bool) -> None:
        """Show these words if `shown`; the tool tip explains the chip."""
        self.setVisible(shown)
        self.setAccessibleName(said)
        self.setToolTip(f"{said}\n\n{tip}")
        self.set_words(words)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Room for the arrow at the right, too."""
        return super().sizeHint() + QSize(SIZE.icon_small, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint an arrow, because the chip opens a list."""
        super().paintEvent(event)
        side, right = SIZE.icon_small, self.width() - SIZE.related
        box = QRect(right - side, (self.height() - side) // 2, side, side)
        icon("chevron_down", "text2").paint(QPainter(self), box)


def _do(choose: Callable[[], None], _: bool = False) -> None:
    choose()


class ChipRow(QWidget):
    """The chips at the upper left of the canvas, side by side.

    A chip shows the storey, agent type or state in use, and is only visible if there is something
    to show or choose; the others then close up.
    """

    def __init__(self, parent: QWidget, chips: Iterable[ChipButton]) -> None:
        """Put chips over this widget, in this order."""
        super().__init__(parent)
        row = fill(horizontal(self, gap=SIZE.related, margins=0), *chips)
        row.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)
        self.move(SIZE.margin, SIZE.margin)
