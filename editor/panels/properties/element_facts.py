"""A line on the one element that is selected: what it encloses, blocks or joins."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

from editor.actions.workbench import Workbench
from editor.look.fields import number_text
from editor.tools.messages.waypoint import edge_facts
from navcore.geometry.polygons import area_of
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Element, Obstacle, Polygon

BLOCKS_AFTER_MS: Final = 200
"""What an obstacle blocks is counted when nothing has changed for so long."""


class ElementFacts(QLabel):
    """Says how large an area is, how much floor an obstacle blocks, how long an edge is."""

    def __init__(self, bench: Workbench) -> None:
        """About nothing."""
        super().__init__(wordWrap=True)
        self.setObjectName("label")
        self._bench = bench
        self._element: Element | None = None
        self._blocks = QTimer(self, singleShot=True, interval=BLOCKS_AFTER_MS)
        self._blocks.timeout.connect(self._count_blocked)
        bench.bake.baked.connect(self._baked)

    def show_elements(self, elements: Sequence[Element]) -> None:
        """Tell about the element, if it is only one."""
        before, self._element = self._element, elements[0] if len(elements) == 1 else None
        element = self._element
        if isinstance(element, Obstacle):
            # The last count stands until the next one, so that nothing below it jumps.
            if before is None or before.id != element.id:
                self.hide()
            self._blocks.start()
            return
        text = ""
        if isinstance(element, Polygon):
            text = tr("Encloses {0}").format(number_text(area_of(element.polygon), "m²", 1))
        elif isinstance(element, Edge):
            text = edge_facts(self._bench.document.level, element)
        self.setText(text)
        self.setVisible(bool(text))

    def _baked(self) -> None:
        if isinstance(self._element, Obstacle):
            self._blocks.start()

    def _count_blocked(self) -> None:
        """Bake the level without the obstacle and count the cells that become walkable."""
        element, document = self._element, self._bench.document
        world = self._bench.bake.world
        if not isinstance(element, Obstacle) or document.dragging:
            return
        if world.level != document.level:
            return
        edit = Edit.remove(world.level, [element.id])
        without = world.update(edit.apply(world.level), edit)
        cells = int(np.count_nonzero(without.grid.walkable)) - int(
            np.count_nonzero(world.grid.walkable)
        )
        blocked = number_text(cells * world.grid.cell_size**2, "m²", 1)
        self.setText(tr("Blocks {0} of floor").format(blocked))
        self.show()
