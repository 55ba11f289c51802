"""Chips over the canvas: flat buttons that never take the focus, and the row at the upper left."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QLayout, QStyle, QStyleOptionToolButton, QToolButton, QWidget

from editor.canvas.painting.chip import Painted
from editor.look.boxes import fill, horizontal
from editor.look.style import SIZE


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
        """Never cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """As the style paints it."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        kind = QStyle.ComplexControl.CC_ToolButton
        self._painted.put(
            lambda painter: self.style().drawComplexControl(kind, option, painter, self),
            option.state, option.activeSubControls, self.text(), self.palette().cacheKey(),
        )  # fmt: skip


class ChipRow(QWidget):
    """The chips at the upper left of the canvas, side by side.

    A chip says where, for whom or in which state one works, and shows itself only as long as
    there is something to say or to choose; the others close up.
    """

    def __init__(self, parent: QWidget, chips: Iterable[ChipButton]) -> None:
        """Over this widget, in this order."""
        super().__init__(parent)
        row = fill(horizontal(self, gap=SIZE.related, margins=0), *chips)
        row.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)
        self.move(SIZE.margin, SIZE.margin)
