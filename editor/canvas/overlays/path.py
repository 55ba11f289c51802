"""The path that the probe keeps in sight."""

from typing import ClassVar

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from editor import pens, style
from editor.canvas.camera import Camera
from editor.canvas.drawing import draw_marks
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.style import CANVAS, GlyphStyle, Z
from navcore.level.model import Point
from navcore.path.result import PathResult, Status


class PathOverlay(Overlay):
    """The way that is walked, what is left of it where it can't be, and snapped ends."""

    name: ClassVar[str] = "path"
    title: ClassVar[str] = "Path"
    z: ClassVar[Z] = Z.PATHS
    still: ClassVar[bool] = False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Casing, line, corners, end; the rest dotted to a cross."""
        result = scene.probe.result
        if result is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        walked = [result.start, *((float(x), float(z)) for x, z in result.points)]
        _paint_line(painter, _polygon(walked, camera))
        _paint_corners(painter, walked, camera, scene.device_ratio)
        _paint_rest(painter, result, camera, scene.device_ratio)


class PathCellsOverlay(Overlay):
    """The cells that the search chose, before smoothing."""

    name: ClassVar[str] = "path_cells"
    title: ClassVar[str] = "Cells of the path"
    z: ClassVar[Z] = Z.PATHS
    still: ClassVar[bool] = False
    shown_at_first: ClassVar[bool] = False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """A dotted line from centre to centre."""
        result = scene.probe.result
        if result is None or len(result.cells) == 0:
            return
        lattice = scene.bake.world.grid.lattice
        centres = [lattice.centre_of(int(column), int(row)) for column, row in result.cells]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(
            pens.pen(style.current().path, CANVAS.path_cells_line, CANVAS.path_cells_dash)
        )
        painter.drawPolyline(_polygon(centres, camera))


def _polygon(points: list[Point], camera: Camera) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in camera.to_pixels(points).tolist()])


def _paint_line(painter: QPainter, line: QPolygonF) -> None:
    theme = style.current()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in (
        pens.pen(theme.outside, CANVAS.path_casing, alpha=CANVAS.path_casing_alpha),
        pens.pen(theme.path, CANVAS.path_line),
    ):
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPolyline(line)


def _paint_corners(painter: QPainter, walked: list[Point], camera: Camera, ratio: float) -> None:
    corner = GlyphStyle("disc", 2 * CANVAS.path_corner, "agent_rim", "path_corner", 1.0)
    end = GlyphStyle("disc", 2 * CANVAS.path_end, "outside", "path_end", 1.5)
    start = GlyphStyle("disc", 2 * CANVAS.path_end, "outside", "path", 1.5)
    places = _polygon(walked, camera).toList()
    draw_marks(painter, corner, places[1:-1], ratio)
    draw_marks(painter, start, places[:1], ratio)
    if len(places) > 1:
        draw_marks(painter, end, places[-1:], ratio)


def _paint_rest(painter: QPainter, result: PathResult, camera: Camera, ratio: float) -> None:
    """From where the path ends to what was asked for."""
    if result.status is Status.ALREADY_THERE or result.end == result.goal:
        return
    theme = style.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pens.pen(theme.path_end, CANVAS.door_line, CANVAS.path_rest_dash))
    painter.drawPolyline(_polygon([result.end, result.goal], camera))
    cross = GlyphStyle("cross", 2 * CANVAS.path_cross, "path_end", None, 2.0)
    draw_marks(painter, cross, _polygon([result.goal], camera).toList(), ratio)


OVERLAYS = (PathOverlay, PathCellsOverlay)
