"""Outlines of zones with their names; the terrain overlay shows their terrain."""

from collections.abc import Iterable
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, grown
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.changes import Stale, along_edges
from editor.canvas.painting.drawing import draw_polygons, shapes
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import at
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.i18n import mark
from navcore.level.model import Element, Zone
from navcore.level.operations import bounds_of
from navcore.level.pick import pick_index


class ZonesOverlay(Overlay):
    """Outlines of zones, dotted, so that they don't look like areas."""

    name: ClassVar[str] = "zones"
    title: ClassVar[str] = mark("Zones")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.AREAS
    draws: ClassVar[tuple[type[Element], ...]] = (Zone,)
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL})

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Around zones."""
        return along_edges(*(o if isinstance(o, Zone) else None for o in (old, new)))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """A thin dotted line."""
        painter.setPen(pens.pen(style.current().area_line, CANVAS.outline, CANVAS.zone_dash))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        rings = [zone.polygon for zone in _zones_in(scene)]
        draw_polygons(painter, shapes(rings, camera, CANVAS.outline, scene.device_ratio))


class ZoneNamesOverlay(Overlay):
    """Names of zones that are wide enough."""

    name: ClassVar[str] = "zone_names"
    title: ClassVar[str] = mark("Names of zones")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.GRAPH
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL})

    @property
    def cached(self) -> bool:
        """False: one name may move because another element moves."""
        return False

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add names in their middles, if those are in view."""
        for zone in _zones_in(scene):
            x0, z0, x1, z1 = bounds_of([zone])
            if zone.name and (x1 - x0) * camera.scale >= CANVAS.room_name_from:
                middle = camera.to_pixel(((x0 + x1) / 2, (z0 + z1) / 2))
                room.add(at(zone.name, middle, Rank.NAME))


def _zones_in(scene: Scene) -> list[Zone]:
    """Return zones to paint, in drawing order, without hidden ones."""
    level, hidden = scene.document.level, scene.document.unseen
    if not level.of(Zone):
        return []
    box = grown(scene.box, CANVAS.name_reach / scene.scale)
    return [zone for zone in pick_index(level).elements_in(box, Zone) if zone.id not in hidden]


OVERLAYS = (ZonesOverlay, ZoneNamesOverlay)
