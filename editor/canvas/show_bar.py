"""Controls at the upper right of the canvas: presets of overlays, and their full list."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from editor.canvas.chips import ChipButton
from editor.canvas.overlay_list import OverlayList
from editor.canvas.overlays.groups import Preset
from editor.canvas.painting.chip import Painted, paint_chip
from editor.canvas.shown import ShownOverlays
from editor.look.boxes import fill, horizontal
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import named
from navcore.i18n import tr


class ShowBar(QFrame):
    """A segment for each preset, the current one filled, and a button that opens the list."""

    def __init__(self, parent: QWidget, shown: ShownOverlays) -> None:
        """Put the bar over this widget; `use_actions` assigns actions to the segments."""
        super().__init__(parent)
        self._shown = shown
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setAccessibleName(tr("What is shown"))
        self.presets = {preset: ChipButton() for preset in Preset}
        self.show_button = ChipButton()
        self.list = OverlayList(self, shown, parent.setFocus)
        named(self.show_button, tr("Choose what is shown"), tr("Choose what the canvas shows"))
        self.show_button.setIcon(icon("eye"))
        self.show_button.set_words(tr("Show"))
        self.show_button.clicked.connect(self.open_list)
        line = named(QFrame(), "")
        line.setObjectName("line")
        line.setFixedSize(SIZE.line, SIZE.icon_small)
        row = horizontal(self, gap=SIZE.line, margins=0)
        fill(row, *self.presets.values(), SIZE.inside, line, SIZE.inside, self.show_button)
        self._painted = Painted(self)
        self.setFixedHeight(SIZE.field)

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Let the segments be the buttons of the actions `preset_NAME`."""
        for preset, button in self.presets.items():
            action = actions[f"preset_{preset.name.lower()}"]
            button.keep_room(f"{tr(preset.value)}*")
            button.setDefaultAction(action)
            action.changed.connect(partial(self._name, button, action))
            self._name(button, action)
        self.resize(self.sizeHint())

    def open_list(self) -> None:
        """Show the list of all overlays under the button, with the focus."""
        self.list.open_at(self.mapToGlobal(QPoint(self.width(), self.height() + SIZE.inside)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A raised chip."""
        self._painted.put(lambda painter: paint_chip(painter, self.rect()))

    def _name(self, button: "ChipButton", action: QAction) -> None:
        button.setAccessibleName(action.text())
