"""Place of the reason why there is no path: blocking elements, widths and distances."""

from math import dist
from typing import ClassVar

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.drawing import draw_line, draw_marks, outlines
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import near
from editor.look import style
from editor.look.style import MARKS, STROKES, Z
from editor.tools.messages import metres
from navcore.i18n import mark, tr
from navcore.level.model import Polygon
from navcore.proof.explanation import Mark, Reason


class ReasonOverlay(Overlay):
    """Outlines of blocking elements, a ring at the place, and a line across a gap."""

    name: ClassVar[str] = "reason"
    title: ClassVar[str] = mark("Reason why there is no path")
    group: ClassVar[OverlayGroup] = OverlayGroup.CHECK
    z: ClassVar[Z] = Z.PROBLEMS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.PROBE, Reads.LEVEL})
    exported: ClassVar[bool] = False

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the meaning of the outlines."""
        if not _marks(scene):
            return ()
        theme = style.current()
        return (LegendRow(tr("why there is no path"), theme.outside, theme.error),)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Outlines first, then lines, then the ring."""
        marks = _marks(scene)
        if not marks:
            return
        level, ratio = scene.document.level, scene.device_ratio
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for one in marks:
            element = None if one.element is None else level.get(one.element)
            if isinstance(element, Polygon):
                _draw(painter, element.polygon, camera, ratio, closed=True)
        for one in marks:
            if one.line is not None:
                _draw(painter, one.line, camera, ratio, closed=False)
        place = QPointF(*camera.to_pixel(marks[0].place))
        for glyph in ("reason_casing", "reason"):
            draw_marks(painter, MARKS[glyph], [place], ratio)

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add the width of a gap, and the distance of the nearest place."""
        for one in _marks(scene):
            if one.line is not None:
                (x, z), (to_x, to_z) = one.line
                middle = ((x + to_x) / 2, (z + to_z) / 2)
                told = metres(dist(*one.line))
                room.add(near(told, camera.to_pixel(middle), Rank.RESULT))
                return


def _marks(scene: Scene) -> list[Mark]:
    """Return the marks on the active storey; none if there is a path."""
    found, storey = scene.probe.reasons.found, scene.document.storey.name
    if found is None or found.reason is Reason.NONE:
        return []
    return [one for one in found.marks if storey in {None, one.layer}]


def _draw(
    painter: QPainter,
    points: tuple[tuple[float, float], ...],
    camera: Camera,
    ratio: float,
    *,
    closed: bool,
) -> None:
    line = STROKES["reason"]
    (shape,) = outlines([points], camera, line.width, ratio)
    draw_line(painter, shape, line, closed=closed)


OVERLAYS = (ReasonOverlay,)
