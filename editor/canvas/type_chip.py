"""The chip that says for which agent type the floor is shown, and chooses another one."""

from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu

from editor.canvas.chips import ChipButton
from editor.document import Document
from editor.look.fields import number_text
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import named
from editor.services.bake.shown_floor import ShownFloor
from editor.tools.messages import short
from editor.tools.messages.agent_types import type_words
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID
from navcore.level.operations.profiles import type_radius


class TypeChip(ChipButton):
    """Over the canvas while the level has agent types with names: a click lists them."""

    said = Signal(object)
    """For whom the floor is shown now: a sentence for the status bar."""

    def __init__(self, document: Document, shown: ShownFloor) -> None:
        """Hidden while there is nothing to choose."""
        super().__init__()
        self._document, self._shown = document, shown
        self.setObjectName("chip")
        self.setIcon(icon("agent"))
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.menu_of_types = named(QMenu(self), tr("Agent types"))
        self.clicked.connect(self.open_menu)
        document.changed.connect(self._follow)
        shown.changed.connect(self._show)
        self._show()

    @property
    def names(self) -> list[str]:
        """The types that can be shown, the one without a name, "", first."""
        return ["", *(profile.name for profile in self._document.level.settings.profiles)]

    def open_menu(self, _: object = None) -> None:
        """List the types under the chip; arrows and Enter choose one."""
        menu, settings = self.menu_of_types, self._document.level.settings
        menu.clear()
        group = QActionGroup(menu)
        for name in self.names:
            radius = number_text(type_radius(settings, name), "m")
            words = short(type_words(name)).replace("&", "&&")
            action = QAction(f"{words}\t{radius}", menu, checkable=True)
            action.setChecked(name == self._shown.type_name)
            action.triggered.connect(partial(self._choose, name))
            group.addAction(action)
            menu.addAction(action)
            if action.isChecked():
                menu.setActiveAction(action)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + SIZE.inside)))

    def sizeHint(self) -> QSize:
        """Room for the arrow at the right, too."""
        return super().sizeHint() + QSize(SIZE.icon_small, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """With an arrow: it opens a list."""
        super().paintEvent(event)
        side, right = SIZE.icon_small, self.width() - SIZE.related
        box = QRect(right - side, (self.height() - side) // 2, side, side)
        icon("chevron_down", "text2").paint(QPainter(self), box)

    def _choose(self, name: str, _: object = None) -> None:
        # An edit may have taken the type while the menu was open.
        if name not in self.names:
            return
        self._shown.show_type(name)
        settings = self._document.level.settings
        radius = number_text(type_radius(settings, name), "m")
        said = tr("The floor is shown for {0}, radius {1}.")
        self.said.emit(said.format(short(type_words(name)), radius))

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._show()

    def _show(self, _: object = None) -> None:
        self.setVisible(len(self.names) > 1)
        words = type_words(self._shown.type_name)
        said = tr("Floor shown for {0}").format(words)
        self.setAccessibleName(said)
        self.setToolTip(f"{said}\n\n{tr('Choose another agent type')}")
        self.set_words(short(words))
        self.updateGeometry()
