"""Facts about the single selected element: its area, blocked floor or length, and reasons."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

from editor.actions.workbench import Workbench
from editor.look.fields import number_text
from editor.tools.corridor import CorridorCheck, Place
from editor.tools.edge_reasons import why_shut
from editor.tools.messages.agent_types import type_words
from editor.tools.messages.waypoint import edge_facts, is_shut, waypoint_facts
from navcore.geometry.polygons import area_of
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Element, Obstacle, Polygon, Waypoint

REST_MS: Final = 200
"""Milliseconds without changes before slow facts are computed."""


class ElementFacts(QLabel):
    """Shows the size of an area, the floor that an obstacle blocks, the length of an edge.

    For a waypoint it shows the id and the edges (S3-068). For an edge that agents of the shown type
    can't take it explains why.
    """

    def __init__(self, bench: Workbench) -> None:
        """About nothing."""
        super().__init__(wordWrap=True)
        self.setObjectName("label")
        self._bench = bench
        self._element: Element | None = None
        self._why = ""
        """Why the edge can't be taken, if known."""
        self._check = CorridorCheck()
        self.rest = QTimer(self, singleShot=True, interval=REST_MS)
        """Runs while something is still to be worked out."""
        self.rest.timeout.connect(self._look_closer)
        bench.document.changed.connect(self._edges_may_differ)
        bench.bake.baked.connect(self._baked)
        bench.bake.shown_floor.changed.connect(self._baked)

    def show_elements(self, elements: Sequence[Element]) -> None:
        """Show facts if there is exactly one element."""
        before, self._element = self._element, elements[0] if len(elements) == 1 else None
        element = self._element
        if isinstance(element, Obstacle):
            # Keep the last count until the next one, so that nothing below moves.
            if before is None or before.id != element.id:
                self.hide()
            self.rest.start()
            return
        text = ""
        if before is None or element is None or before.id != element.id:
            self._why = ""
        if isinstance(element, Polygon):
            text = tr("Encloses {0}").format(number_text(area_of(element.polygon), "m²", 1))
        elif isinstance(element, Edge):
            text = self._edge_text(element)
            self.rest.start()
        elif isinstance(element, Waypoint):
            text = waypoint_facts(self._bench.document.level, element)
        self.setText(text)
        self.setVisible(bool(text))

    def _edges_may_differ(self, _: object = None) -> None:
        """An edit of edges or of other waypoints is no edit of the selected waypoint."""
        if isinstance(self._element, Waypoint):
            self.rest.start()

    def _baked(self, _: object = None) -> None:
        if isinstance(self._element, Obstacle | Edge):
            self.rest.start()

    def _look_closer(self) -> None:
        if isinstance(self._element, Edge):
            self._tell_why(self._element)
        elif isinstance(self._element, Waypoint):
            self._tell_edges(self._element)
        else:
            self._count_blocked()

    def _tell_why(self, edge: Edge) -> None:
        """Say why agents of the shown type can't take an edge."""
        document, bake = self._bench.document, self._bench.bake
        level = document.level
        if document.dragging or level.get(edge.id) is not edge:
            return
        profile = bake.shown_floor.profile_in(level.settings)
        layers = {level.settings.layer_of(level.of(Waypoint)[end]) for end in edge.references}
        why = ""
        if len(layers) == 1:
            why = why_shut(edge, Place(level, bake.world, profile, layers.pop()), self._check)
        self._why = why and is_shut(type_words("" if profile is None else profile.name), why)
        self.setText(self._edge_text(edge))

    def _tell_edges(self, waypoint: Waypoint) -> None:
        level = self._bench.document.level
        if level.get(waypoint.id) is waypoint:
            self.setText(waypoint_facts(level, waypoint))

    def _edge_text(self, edge: Edge) -> str:
        facts = edge_facts(self._bench.document.level, edge)
        return f"{facts}\n{self._why}" if self._why else facts

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
