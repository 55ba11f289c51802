"""What every panel is given, and what it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QScrollArea, QWidget

from editor.actions.menus import Actions
from editor.canvas.view import CanvasView
from editor.document import Document
from editor.exports import Exports
from editor.files.service import Files
from editor.run.run import Run
from editor.services.backgrounds.service import BackgroundService
from editor.services.bake.service import BakeService
from editor.services.probe import ProbeService
from editor.settings.settings import Settings

Place: TypeAlias = Literal["upper", "lower", "bar"]
"""Upper or lower part of the right dock, or the bar under the canvas."""


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of the window that panels work on; one of each lives as long as the window."""

    document: Document
    bake: BakeService
    probe: ProbeService
    run: Run
    canvas: CanvasView
    settings: Settings
    files: Files
    exports: Exports
    commands: Actions
    backgrounds: BackgroundService


class Panel(QWidget):
    """One tab of a dock, or the bar under the canvas. Made once, with the window."""

    name: ClassVar[str] = ""
    """Identifier, also of its place in saved layouts."""
    title: ClassVar[str] = ""
    """The tab's text, before translation."""
    place: ClassVar[Place] = "upper"
    order: ClassVar[int] = 0
    """Position among the tabs of its place."""

    said = Signal(object)
    """A sentence for the status bar."""

    def __init__(self, context: Context) -> None:
        """A panel on these parts of the window."""
        super().__init__()
        self.context = context

    def use_actions(self, table: Mapping[str, QAction]) -> None:
        """The window's actions by id, for panels where some of their keys work too."""


def scrolled(content: QWidget) -> QScrollArea:
    """A frameless area that scrolls `content` up and down and is as wide as there is room."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area
