"""Changes since an earlier level: earlier outlines, and new problems."""

from collections.abc import Iterator
from typing import ClassVar, Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.i18n import mark, tr
from navcore.level.bases import Element, Polygon
from navcore.level.model import Place
from navcore.proof.problem import Problem

_WEIGHTS: Final = frozenset({"error", "warning"})


class ComparedOverlay(Overlay):
    """Dashed outlines of moved, changed or removed elements; dashed rings around new problems."""

    name: ClassVar[str] = "compared"
    title: ClassVar[str] = mark("What changed")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.PROBLEMS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.BACKGROUNDS, Reads.LEVEL, Reads.PROBLEMS})
    exported: ClassVar[bool] = False

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return what is marked, and since when."""
        theme, name = style.current(), scene.backgrounds.earlier.name
        rows = []
        if any(True for _ in _old(scene)):
            said = tr("as in {0}").format(name)
            rows.append(LegendRow(said, theme.outside, theme.text2, dash=CANVAS.band_dash))
        if _new(scene):
            said = tr("new since {0}").format(name)
            rows.append(LegendRow(said, theme.outside, theme.error, dash=CANVAS.band_dash))
        return tuple(rows)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Old outlines with a casing, then the rings."""
        theme = style.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        casing = pens.pen(theme.outside, CANVAS.selection_casing)
        was = pens.pen(theme.text2, CANVAS.outline * 1.5, CANVAS.band_dash)
        for one in _old(scene):
            for line in (casing, was):
                painter.setPen(line)
                if isinstance(one, Polygon):
                    corners = [QPointF(*camera.to_pixel(corner)) for corner in one.polygon]
                    painter.drawPolygon(QPolygonF(corners))
                elif isinstance(one, Place):
                    radius = max(CANVAS.agent_least, one.girth * camera.scale)
                    painter.drawEllipse(QPointF(*camera.to_pixel(one.position)), radius, radius)
        for problem in _new(scene):
            token = theme.error if problem.severity == "error" else theme.warn
            middle = QPointF(*camera.to_pixel(problem.place))
            for line in (casing, pens.pen(token, CANVAS.problem_line, CANVAS.band_dash)):
                painter.setPen(line)
                painter.drawEllipse(middle, CANVAS.problem_picked, CANVAS.problem_picked)


def _old(scene: Scene) -> Iterator[Element]:
    """Elements of the earlier level on the active storey that lay elsewhere, or are gone."""
    earlier, document = scene.backgrounds.earlier, scene.document
    if earlier.level is None or earlier.found is None:
        return
    for change in earlier.found.changes:
        was = earlier.level.get(change.id) if change.id else None
        if not isinstance(was, Polygon | Place):
            continue
        layer = earlier.level.settings.layer_of(was)
        now = document.level.get(was.id)
        same = isinstance(now, Polygon | Place) and _shape(now) == _shape(was)
        if not same and document.storey.name in {None, layer}:
            yield was


def _shape(one: Polygon | Place) -> object:
    return one.polygon if isinstance(one, Polygon) else one.position


def _new(scene: Scene) -> list[Problem]:
    """Return problems that the earlier level had not, and that are still there."""
    found = scene.backgrounds.earlier.found
    if found is None:
        return []
    known = {one.key for one in found.new if one.severity in _WEIGHTS}
    here = {None, scene.document.storey.name}
    return [
        one for one in scene.problems.counting
        if one.key in known and (scene.document.storey.name is None or one.layer in here)
    ]  # fmt: skip


OVERLAYS = (ComparedOverlay,)
