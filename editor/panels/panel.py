"""Base of all panels."""

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QScrollArea, QWidget

from editor.actions.workbench import Workbench

Place: TypeAlias = Literal["upper", "lower", "bottom", "bar"]
"""Upper or lower part of the right dock, the dock below the canvas, or the bar below it."""


class Panel(QWidget):
    """One tab of a dock, or the bar below the canvas. Created once, with the window."""

    name: ClassVar[str] = ""
    """Identifier, also in saved layouts."""
    title: ClassVar[str] = ""
    """The tab's text, before translation."""
    place: ClassVar[Place] = "upper"
    order: ClassVar[int] = 0
    """Position among the tabs of the same place."""

    said = Signal(object)
    """A sentence for the status bar."""

    def __init__(self, bench: Workbench) -> None:
        """A panel on this workbench."""
        super().__init__()
        self.bench = bench

    def use_actions(self, table: Mapping[str, QAction]) -> None:
        """The window's actions by id, for panels where some of their keys work too."""

    def bring(self, part: str) -> None:
        """Scroll to the part of this title, before translation."""

    def leave(self, _: object = None) -> None:
        """Give the focus back to the canvas."""
        self.bench.canvas.setFocus()


def scrolled(content: QWidget) -> QScrollArea:
    """A frameless area that scrolls `content` up and down and is as wide as there is room."""
    area = QScrollArea(widgetResizable=True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area
