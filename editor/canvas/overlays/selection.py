"""What is selected, and what the active tool shows."""

import math
from itertools import pairwise
from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from editor import pens, style
from editor.canvas.camera import Camera
from editor.canvas.drawing import draw_line, draw_marks, outline, text
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.style import CANVAS, MARKS, STROKES, LineStyle, Z
from navcore.level.model import Agent, Area, Obstacle, Point

_SELECTED = LineStyle(
    "selection", CANVAS.selection_line, (), CANVAS.selection_casing, CANVAS.selection_fill_alpha
)


class SelectionOverlay(Overlay):
    """Casing, line and fill of selected elements, and their corners as handles."""

    name: ClassVar[str] = "selection"
    z: ClassVar[Z] = Z.SELECTION
    still: ClassVar[bool] = False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Agents get a ring: of their place in the level, not in the run."""
        level = scene.document.level
        for element_id in sorted(scene.document.selection.ids):
            element = level.get(element_id)
            if isinstance(element, Area | Obstacle):
                shape = outline(element.polygon, camera, CANVAS.selection_line, scene.device_ratio)
                draw_line(painter, shape, _SELECTED, closed=True)
                if not element.locked and _has_room(shape):
                    draw_marks(painter, MARKS["handle"], shape.toList(), scene.device_ratio)
            elif isinstance(element, Agent) and scene.play.at_start:
                _paint_ring(painter, element, camera)


class PreviewOverlay(Overlay):
    """Lines, marks and labels of the tool in hand, and the snap glyph."""

    name: ClassVar[str] = "preview"
    z: ClassVar[Z] = Z.BAND
    still: ClassVar[bool] = False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Strokes below, marks over them, labels on top."""
        ratio = scene.device_ratio
        preview = scene.preview
        for stroke in preview.strokes:
            line = STROKES[stroke.style]
            shape = outline(stroke.points, camera, line.width, ratio)
            draw_line(painter, shape, line, closed=stroke.closed)
        for mark in preview.marks:
            draw_marks(painter, MARKS[mark.style], _places([mark.at], camera), ratio)
        snapped = scene.snapped
        if snapped is not None and snapped.kind in {"vertex", "edge"}:
            glyph = MARKS[f"snap_{snapped.kind}"]
            draw_marks(painter, glyph, _places([snapped.place], camera), ratio)
        for label in preview.labels:
            x, y = camera.to_pixel(label.at)
            text(painter, label.text, QPointF(x, y))


def _has_room(shape: QPolygonF) -> bool:
    """Whether handles would stand apart: over a small shape they would hide it."""
    corners = [(corner.x(), corner.y()) for corner in shape.toList()]
    around = sum(math.dist(a, b) for a, b in pairwise((*corners, corners[0])))
    return around >= len(corners) * CANVAS.handle_room


def _places(points: list[Point], camera: Camera) -> list[QPointF]:
    return [QPointF(x, y) for x, y in camera.to_pixels(points).tolist()]


def _paint_ring(painter: QPainter, agent: Agent, camera: Camera) -> None:
    theme = style.current()
    x, y = camera.to_pixel(agent.position)
    reach = max(CANVAS.agent_least, agent.radius * camera.scale) + CANVAS.agent_ring_gap
    if agent.player:
        reach += CANVAS.agent_ring_gap
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ring = QRectF(x - reach, y - reach, 2 * reach, 2 * reach)
    for pen in (
        pens.pen(theme.outside, CANVAS.selection_casing),
        pens.pen(theme.selection, CANVAS.selection_line),
    ):
        painter.setPen(pen)
        painter.drawEllipse(ring)


OVERLAYS = (SelectionOverlay, PreviewOverlay)
