"""Distance at which the selected agents would notice others, for games that use it."""

from typing import ClassVar, Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, Floats, grown
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.i18n import mark, tr

RADIUS: Final = 15.0
"""Metres (S3-081, S3-093)."""
MOST: Final = 24
"""Rings that are drawn at most: more cover the level."""
_ALPHA: Final = 0.2
"""Opacity of the disc, as in source 003."""


class DetectionOverlay(Overlay):
    """A red disc around each selected agent. Off by default."""

    name: ClassVar[str] = "detection"
    title: ClassVar[str] = mark("Detection range")
    group: ClassVar[OverlayGroup] = OverlayGroup.VIEW
    presets: ClassVar[frozenset[Preset]] = frozenset()
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.SELECTION, Reads.RUN})

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the distance."""
        theme = style.current()
        words = tr("{0:g} m around selected agents").format(RADIUS)
        if not len(self._places(scene)):
            words = tr("detection range: select agents")
        return (LegendRow(words, pens.mixed(theme.walkable, theme.error, _ALPHA), theme.error),)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint below agents and their paths."""
        theme, size = style.current(), RADIUS * camera.scale
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pens.pen(theme.error, CANVAS.hover_line))
        painter.setBrush(pens.colour(theme.error, _ALPHA))
        box = grown(camera.box, RADIUS)
        seen = [
            (x, z)
            for x, z in self._places(scene).tolist()
            if box[0] <= x <= box[2] and box[1] <= z <= box[3]
        ]
        for place in seen[:MOST]:
            painter.drawEllipse(QPointF(*camera.to_pixel(place)), size, size)

    def _places(self, scene: Scene) -> Floats:
        """(n, 2) where the selected agents are, metres."""
        crowd = scene.run.agents.seen(scene.document.unseen)
        chosen = scene.document.selection.ids | scene.run.agents.chosen
        return crowd.positions[crowd.roster.rows_of(chosen)]


OVERLAYS = (DetectionOverlay,)
