"""Waypoints that stand where agents of the shown type can't walk."""

from typing import ClassVar

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.network import NetworkOverlay
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.network import waypoint_radius
from editor.canvas.painting.network_arrays import NetworkArrays
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.tools.corridor import CorridorCheck, Place, shown_radius
from navcore.i18n import tr
from navcore.level.model import Point, Waypoint


class OffFloorOverlay(Overlay):
    """A struck-out ring around each, while waypoints are shown.

    Doors count as open, and a waypoint in a cell that is not walkable is on floor if it keeps all
    distances by the exact outlines: agents come to it from the cell beside.
    """

    name: ClassVar[str] = "off_floor"
    z: ClassVar[Z] = Z.PROBLEMS
    # Not kept as a picture: the marks are few, and reach beyond the cells that change.
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.WORLD, Reads.SELECTION})

    def __init__(self) -> None:
        """None is known."""
        super().__init__()
        self._network = NetworkArrays()
        self._check = CorridorCheck()
        self._known: tuple[tuple[object, ...], list[tuple[int, Point]]] | None = None

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """What the rings are, where there are any."""
        if not self._found(scene):
            return ()
        theme = style.current()
        words = tr("waypoint that is not on floor")
        return (LegendRow(words, theme.outside, theme.error, mark="struck ring"),)

    def tip(self, scene: Scene, place: Point) -> str:
        """That a waypoint is not on floor."""
        reach = self._radius(scene.scale) / scene.scale
        for waypoint, at in self._found(scene):
            if np.hypot(at[0] - place[0], at[1] - place[1]) <= reach:
                name = scene.document.level.of(Waypoint)[waypoint].name
                return tr("{0} stands where agents can't walk: move it onto floor.").format(name)
        return ""

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Over all that stands there."""
        found = self._found(scene)
        if not found:
            return
        theme, radius = style.current(), self._radius(camera.scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        slope = radius * np.sqrt(0.5)
        for _, place in found:
            x, y = camera.to_pixel(place)
            for token, width in ((theme.outside, 5.0), (theme.error, 2.0)):
                painter.setPen(pens.pen(token, width))
                painter.drawEllipse(QPointF(x, y), radius, radius)
                painter.drawLine(QLineF(x - slope, y + slope, x + slope, y - slope))

    @staticmethod
    def _radius(scale: float) -> float:
        return max(CANVAS.off_floor_least, waypoint_radius(scale) + CANVAS.off_floor_around)

    def _found(self, scene: Scene) -> list[tuple[int, Point]]:
        """Ids and places of those on the storey in hand; none where all are shown."""
        document = scene.document
        level = document.level
        all_storeys = document.storey.several and document.storey.name is None
        if not level.of(Waypoint) or all_storeys or NetworkOverlay.name not in scene.shown:
            return []
        grid = scene.bake.shown_floor.shown(scene.bake.world).grid
        profile = scene.bake.shown_floor.profile_in(level.settings)
        key = (level.of(Waypoint), grid, profile, document.hidden, document.storey.apart)
        if self._known is not None and all(
            a is b for a, b in zip(self._known[0], key, strict=True)
        ):
            return self._known[1]
        self._network.follow(level)
        network = self._network
        rows = np.flatnonzero(~grid.are_walkable(network.places))
        gone = document.hidden | document.storey.apart
        rows = rows[[int(i) not in gone for i in network.ids[rows]]] if len(rows) else rows
        if len(rows):
            site = Place(level, scene.bake.world, profile, document.storey.drawn_on)
            places = network.places[rows]
            lines = np.hstack((places, places))
            rows = rows[~self._check.clearance(site).clear(lines, shown_radius(level, profile))]
        ids, places = network.ids[rows].tolist(), network.places[rows].tolist()
        found = [(i, (x, z)) for i, (x, z) in zip(ids, places, strict=True)]
        self._known = (key, found)
        return found


OVERLAYS = (OffFloorOverlay,)
