"""Clocks on elements that a run has switched: doors, obstacles, zones and waypoints."""

from typing import ClassVar

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.camera import Camera, grown
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.drawing import shapes
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.level.model import Area, Obstacle, Waypoint
from navcore.level.pick import pick_index
from navcore.level.switches import Switch, as_switch


class RunClocksOverlay(Overlay):
    """A small clock on the upper right corner; beside it if there is a grip."""

    name: ClassVar[str] = "run_clocks"
    z: ClassVar[Z] = Z.CLOCKS
    reads: ClassVar[frozenset[Reads]] = frozenset(
        {Reads.LEVEL, Reads.SWITCHES, Reads.SELECTION}
    )  # fmt: skip

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint clocks in view."""
        switched = scene.run.switches.switched
        if not switched:
            return
        document = scene.document
        reach = CANVAS.door_clock + CANVAS.run_clock_aside
        box = grown(scene.box, reach / camera.scale)
        seen = set(pick_index(document.level).among(switched, box)) - document.unseen
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for element_id in sorted(seen):
            switch = as_switch(document.level.get(element_id))
            if switch is None or _overlay_of(switch) not in scene.shown:
                continue
            beside = element_id in document.selection.ids or isinstance(switch, Waypoint)
            corners = (switch.position,) if isinstance(switch, Waypoint) else switch.polygon
            ((shape, _),) = shapes([corners], camera, CANVAS.outline, scene.device_ratio)
            _paint_clock(painter, _place(shape, beside=beside), _colour(scene, switch))
        painter.restore()


def _overlay_of(switch: Switch) -> str:
    """Return the overlay that shows it."""
    if isinstance(switch, Area):
        return "doors"
    if isinstance(switch, Waypoint):
        return "network"
    return "obstacles" if isinstance(switch, Obstacle) else "zones"


def _colour(scene: Scene, switch: Switch) -> str:
    theme = style.current()
    if isinstance(switch, Area):
        return theme.door_open if scene.run.switches.is_on(switch) else theme.door_shut
    if isinstance(switch, Waypoint):
        return theme.edge
    return theme.obstacle_line if isinstance(switch, Obstacle) else theme.area_line


def _place(shape: QPolygonF, *, beside: bool) -> QPointF:
    corner = max(shape.toList(), key=lambda point: (point.x() - point.y(), point.x()))
    aside = CANVAS.run_clock_aside if beside else 0.0
    return QPointF(round(corner.x() + aside), round(corner.y() - aside))


def _paint_clock(painter: QPainter, place: QPointF, colour: str) -> None:
    theme, size = style.current(), CANVAS.door_clock
    painter.setPen(pens.pen(theme.outside, 2 * CANVAS.door_clock_line))
    painter.setBrush(pens.brush(theme.outside))
    painter.drawEllipse(place, size - CANVAS.door_clock_line, size - CANVAS.door_clock_line)
    painter.setPen(pens.pen(colour, CANVAS.door_clock_line))
    painter.drawEllipse(place, size - CANVAS.door_clock_line, size - CANVAS.door_clock_line)
    painter.drawLine(place, place - QPointF(0.0, size / 2))
    painter.drawLine(place, place + QPointF(size / 2, 0.0))


OVERLAYS = (RunClocksOverlay,)
