"""What follows from the selected element: the floor that it encloses or blocks, its length."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QWidget

from editor.actions.workbench import Workbench
from editor.look.fields import number_text
from editor.look.widgets import make_label
from editor.tools.messages.waypoint import edge_facts
from navcore.geometry.polygons import area_of
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Element, Obstacle, Polygon

AFTER_MS: Final = 200
"""What an obstacle blocks is counted when nothing has changed for so long."""


class ShapeFacts:
    """A label with a sentence about one selected element; hidden where there is none to say."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """Nothing is said yet."""
        self._bench = bench
        self.label: Final[QLabel] = make_label(wraps=True)
        self._element: Element | None = None
        self._counts = QTimer(parent, singleShot=True, interval=AFTER_MS)
        self._counts.timeout.connect(self._count_blocked)
        bench.bake.baked.connect(self._begin_count)

    def show_elements(self, elements: Sequence[Element]) -> None:
        """Say what follows from the only one of these."""
        before, self._element = self._element, elements[0] if len(elements) == 1 else None
        element = self._element
        # The last count stands until the next one, so that nothing below it jumps.
        stays = isinstance(before, Obstacle) and element is not None and element.id == before.id
        self._begin_count()
        if isinstance(element, Obstacle):
            self.label.setVisible(stays and not self.label.isHidden())
        elif isinstance(element, Polygon):
            self._say(tr("Encloses {0}").format(number_text(area_of(element.polygon), "m²", 1)))
        elif isinstance(element, Edge):
            self._say(edge_facts(self._bench.document.level, element))
        else:
            self.label.hide()

    def _say(self, text: str) -> None:
        self.label.setText(text)
        self.label.show()

    def _begin_count(self) -> None:
        if isinstance(self._element, Obstacle):
            self._counts.start()

    def _count_blocked(self) -> None:
        """Bake the level without the obstacle and count the cells that become walkable."""
        element = self._element
        document, world = self._bench.document, self._bench.bake.world
        if not isinstance(element, Obstacle) or document.dragging:
            return
        if world.level != document.level or world.level.get(element.id) is None:
            return
        edit = Edit.remove(world.level, [element.id])
        without = world.update(edit.apply(world.level), edit)
        cells = int(np.count_nonzero(without.grid.walkable)) - int(
            np.count_nonzero(world.grid.walkable)
        )
        blocked = number_text(cells * world.grid.cell_size**2, "m²", 1)
        self._say(tr("Blocks {0} of floor").format(blocked))
