"""Floor and agents that see no waypoint, and so can't enter the network."""

import math
from typing import ClassVar, Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.class_picture import Classes, ClassPicture, Paints
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.services.coverage import Seen
from navcore.graph.coverage import UNSEEN, Coverage
from navcore.graph.uncovered import Patch
from navcore.i18n import mark, several, tr
from navcore.level.model import Agent, Point, Waypoint

_RING: Final = 13.0
"""Pixels of the ring around an agent that sees no waypoint, at least;"""
_BESIDE: Final = 5.0
"""and from the rim of its body."""


class CoverageOverlay(Overlay):
    """Floor that sees no waypoint, and a ring around each agent and spawn point that sees none."""

    name: ClassVar[str] = "coverage"
    title: ClassVar[str] = mark("Coverage by waypoints")
    group: ClassVar[OverlayGroup] = OverlayGroup.CHECK
    presets: ClassVar[frozenset[Preset]] = frozenset()
    z: ClassVar[Z] = Z.HEAT
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.WORLD, Reads.COVERAGE})
    reach: ClassVar[float] = _RING + 4.0

    def __init__(self) -> None:
        """Start without a field."""
        super().__init__()
        self._classes: tuple[Seen, Patch | None, Classes] | None = None

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the share of the floor, and how many agents see no waypoint."""
        theme = style.current()
        if not scene.document.level.of(Waypoint):
            words = tr("no waypoints yet: draw some, or grow a network")
            return (LegendRow(words, theme.outside, theme.control),)
        found = self._found(scene)
        if found is None:
            return (LegendRow(tr("measuring coverage…"), theme.outside, theme.control),)
        coverage = found.coverage
        rows = [LegendRow(share_words(coverage), theme.walkable, theme.walkable_edge)]
        if coverage.covered < coverage.walkable:
            fill = pens.mixed(theme.walkable, theme.warn, CANVAS.island_alpha)
            rows.append(LegendRow(tr("sees no waypoint"), fill))
        if coverage.unseeing:
            words = several(
                len(coverage.unseeing), "1 agent or spawn point sees no waypoint",
                "{0} agents and spawn points see no waypoint",
            )  # fmt: skip
            rows.append(LegendRow(words, theme.outside, theme.warn, mark="ring"))
        return tuple(rows)

    def tip(self, scene: Scene, place: Point) -> str:
        """Return whether a waypoint is seen from there."""
        found = self._found(scene)
        if found is None:
            return ""
        coverage, lattice = found.coverage, found.lattice
        column, row = lattice.cell_of(*place)
        if not lattice.holds(column, row) or coverage.field[row, column] != UNSEEN:
            return ""
        return tr("Sees no waypoint: agents here can't get on the network.")

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint whole cells, like the floor; rings above them."""
        found = self._found(scene)
        if found is None or not scene.document.level.of(Waypoint):
            return
        theme = style.current()
        paints = Paints((theme.warn, theme.selection), alpha=CANVAS.island_alpha)
        classes = self._unseen(found, scene.bake.coverage.picked)
        ClassPicture().paint(
            painter, classes, found.lattice, camera, scene.box, scene.device_ratio, paints
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for place, radius in _places(scene, found.coverage):
            size = max(_RING, radius * camera.scale + _BESIDE)
            reach = (size + _BESIDE) / camera.scale
            (x, z), (x0, z0, x1, z1) = place, scene.box
            if not (x0 - reach <= x <= x1 + reach and z0 - reach <= z <= z1 + reach):
                continue
            x, y = camera.to_pixel(place)
            for token, width in ((theme.outside, 5.0), (theme.warn, 2.5)):
                painter.setPen(pens.pen(token, width))
                painter.drawEllipse(QPointF(x, y), size, size)

    def _unseen(self, found: Seen, picked: Patch | None) -> Classes:
        """Return (depth, width): 1 for cells that see no waypoint, 2 in the marked patch."""
        if self._classes is None or self._classes[:2] != (found, picked):
            numbers = found.uncovered.numbers
            classes = (numbers > 0).astype(np.uint8)
            if picked in found.uncovered.patches:
                classes[numbers == picked.number] = 2
            self._classes = (found, picked, classes)
        return self._classes[2]

    def _found(self, scene: Scene) -> Seen | None:
        profile = scene.bake.shown_floor.profile_in(scene.document.level.settings)
        return scene.bake.coverage.of(scene.bake.world, profile, moving=scene.moving)


def share_words(coverage: Coverage) -> str:
    """Return how much of the floor sees a waypoint; never 100 % where some does not."""
    share = math.floor(1000 * coverage.share) / 10
    return tr("{0:g} % of the floor sees a waypoint").format(share)


def _places(scene: Scene, coverage: Coverage) -> list[tuple[Point, float]]:
    """Return places of agents and spawn points that see no waypoint, with radii in metres."""
    document = scene.document
    found = [document.level.get(i) for i in coverage.unseeing if i not in document.hidden]
    agents = [(one.position, one.radius) for one in found if isinstance(one, Agent)]
    return agents + [(one.position, 0.0) for one in found if isinstance(one, Waypoint)]


OVERLAYS = (CoverageOverlay,)
