"""Ghosts: faint outlines of the storeys below and above the active one."""

from collections.abc import Iterable
from typing import ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Scene
from editor.canvas.painting.changes import Stale, along_edges
from editor.canvas.painting.drawing import draw_polygons, shapes
from editor.canvas.painting.rings import MOST, RingStyle, paint_rings
from editor.canvas.painting.vector import is_vector
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.tools.messages import short
from navcore.i18n import mark, tr
from navcore.level.model import Area, Element, Obstacle, Ring
from navcore.level.pick import pick_index
from navcore.level.storeys import beside, storey_title

_KINDS: Final = (Area, Obstacle)
_MOST_DASHED: Final = 256
"""Most outlines with dashes, because Qt is slow with them."""


def _beside(scene: Scene, step: int) -> str | None:
    """Return the storey above (1) or below (-1) the active one; None if all are shown."""
    storey = scene.document.storey
    if storey.name is None or not storey.several:
        return None
    return beside(scene.document.level.settings, storey.name, step)


class GhostsOverlay(Overlay):
    """Outlines without fill, never picked: solid of the storey below, dashed of that above."""

    name: ClassVar[str] = "ghosts"
    title: ClassVar[str] = mark("Storeys above and below")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.GHOSTS
    draws: ClassVar[tuple[type[Element], ...]] = _KINDS

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return which storeys are seen, from the upper one."""
        theme, rows = style.current(), []
        line = pens.mixed(theme.outside, theme.area_line, CANVAS.ghost_alpha)
        for step, dash in ((1, CANVAS.ghost_dash), (-1, ())):
            name = _beside(scene, step)
            if name is not None:
                said = tr("{0}, above") if step > 0 else tr("{0}, below")
                words = said.format(short(storey_title(name)))
                rows.append(LegendRow(words, theme.outside, line, dash=dash))
        return tuple(rows)

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Along the outlines of areas and obstacles."""
        return along_edges(*(one if isinstance(one, _KINDS) else None for one in (old, new)))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint over the cells, below everything of the active storey."""
        painter.save()
        painter.setOpacity(CANVAS.ghost_alpha)
        for step in (-1, 1):
            name = _beside(scene, step)
            if name is not None:
                _paint(painter, scene, camera, _rings(scene, name), dashed=step > 0)
        painter.restore()


def _rings(scene: Scene, name: str) -> list[Ring]:
    """Return outlines on a storey, without hidden ones."""
    document = scene.document
    level, hidden = document.level, document.hidden
    index, layer_of = pick_index(level), level.settings.layer_of
    found = (*index.elements_in(scene.box, Area), *index.elements_in(scene.box, Obstacle))
    return [e.polygon for e in found if e.id not in hidden and layer_of(e) == name]


def _paint(
    painter: QPainter, scene: Scene, camera: Camera, rings: list[Ring], *, dashed: bool
) -> None:
    theme, width, ratio = style.current(), CANVAS.outline, scene.device_ratio
    dashed = dashed and len(rings) <= _MOST_DASHED
    most = 0 if dashed or is_vector(painter) else MOST
    look = RingStyle(theme.area_line, width, "")
    small = [ring for ring in rings if len(ring) <= most]
    paint_rings(painter, small, camera, scene.box, ratio, look)
    dash = CANVAS.ghost_dash if dashed else ()
    painter.setPen(pens.pen(theme.area_line, width, dash))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    large = [ring for ring in rings if len(ring) > most]
    draw_polygons(painter, shapes(large, camera, width, ratio))


OVERLAYS = (GhostsOverlay,)
