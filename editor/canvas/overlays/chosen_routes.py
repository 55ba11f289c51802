"""Selected shared routes, and the agents that walk the one under the mouse."""

from functools import partial
from typing import ClassVar, Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.drawing import draw_ring
from editor.canvas.painting.label_room import LabelRoom
from editor.canvas.painting.routes import SELECTED, label_stops, paint_route, unwalked
from editor.canvas.painting.routes_picture import RoutesPicture
from editor.canvas.painting.sprites import SIZES, sizes_of
from editor.canvas.painting.vector import is_vector
from editor.look import style
from editor.look.style import CANVAS, Z
from editor.tools.gesture import taken_elements
from editor.tools.route_hits import route_hit
from navcore.level.model import Route

MOST_SMOOTH: Final = 4
"""Most selected routes with smooth lines; more are a kept picture, as smooth ones are slow."""
MOST_LABELLED: Final = 12
"""Most selected routes with numbers at their stops."""
_POINTING: Final = frozenset({"select", "vertices"})
"""Tools with which the mouse points at routes."""


class ChosenRoutesOverlay(Overlay):
    """Selected routes along the paths that are walked, framed in the colour of the selection."""

    name: ClassVar[str] = "chosen_routes"
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset(
        {
            Reads.LEVEL,
            Reads.WORLD,
            Reads.SWITCHES,
            Reads.SELECTION,
            Reads.ROUTES,
            Reads.TOOL,
            Reads.RUN,
        }
    )

    def __init__(self) -> None:
        """Start without routes."""
        super().__init__()
        self._pictures = (RoutesPicture(SELECTED), RoutesPicture(unwalked(SELECTED)))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint lines, directions and stops; rings around the walkers of the hovered route."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, sight = _chosen(scene), scene.route_sight
        find = partial(scene.legs.of, urgent=True)
        smooth = len(chosen) <= MOST_SMOOTH or is_vector(painter)
        for picture, idle in zip(self._pictures, (False, True), strict=True):
            routes = [one for one in chosen if (not sight.walkers(one.id)) == idle]
            if smooth:
                look = unwalked(SELECTED) if idle else SELECTED
                for one in routes:
                    paint_route(painter, camera, one, find(sight.legs(one)), sight, look)
            elif routes:
                found = picture.routes(routes, sight, find)
                picture.paint(painter, camera, found, sight, scene.box, scene.device_ratio)
        _light_walkers(painter, scene, camera)

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add numbers of stops and pauses of selected routes."""
        chosen = _chosen(scene)
        for one in chosen if len(chosen) <= MOST_LABELLED else ():
            label_stops(room, camera, one, scene.route_sight)


def _chosen(scene: Scene) -> list[Route]:
    """Return the selected routes that are seen."""
    document = scene.document
    ids = document.selection.ids & document.level.of(Route).keys() - document.unseen
    return [one for one in taken_elements(document.level, ids) if isinstance(one, Route)]


def _light_walkers(painter: QPainter, scene: Scene, camera: Camera) -> None:
    """Rings around the agents that walk the route under the mouse, where they are now."""
    if scene.pointer is None or scene.tool.name not in _POINTING:
        return
    document, reach = scene.document, CANVAS.handle / 2 / scene.scale
    hit = route_hit(
        document.level, scene.pointer, reach, scene.route_sight, scene.legs.known, document.unseen
    )
    walkers = () if hit is None else scene.route_sight.walkers(hit)
    if not walkers:
        return
    crowd = scene.run.agents.seen(document.unseen)
    rows = crowd.roster.rows_of(frozenset(agent.id for agent in walkers))
    sizes = sizes_of(np.asarray(crowd.radii)[rows], camera.scale) / SIZES
    theme = style.current()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for place, size in zip(camera.to_pixels(crowd.positions[rows]), sizes.tolist(), strict=True):
        below, above = (theme.outside, CANVAS.selection_casing), (theme.accent, CANVAS.hover_line)
        draw_ring(painter, QPointF(*place), size + CANVAS.agent_ring_gap, below, above)


OVERLAYS = (ChosenRoutesOverlay,)
