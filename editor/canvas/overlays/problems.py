"""Marks where something is wrong with the level: at rest, without anybody asking."""

import math
from itertools import islice
from typing import ClassVar, Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPen, QPolygonF

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.i18n import mark, tr
from navcore.level.model import Point
from navcore.proof.problem import Problem

MOST: Final = 300
"""Marks that are painted at most: more are no help, and a frame has no time for them."""

_UP: Final = tuple(math.radians(90 + 120 * corner) for corner in range(3))


class ProblemsOverlay(Overlay):
    """A ring for an error, a triangle for a warning, a larger ring for what is looked at."""

    name: ClassVar[str] = "problems"
    title: ClassVar[str] = mark("Problems")
    group: ClassVar[OverlayGroup] = OverlayGroup.CHECK
    z: ClassVar[Z] = Z.PROBLEMS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.PROBLEMS, Reads.LEVEL})
    exported: ClassVar[bool] = False

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """What is marked."""
        theme = style.current()
        found = {problem.severity for problem in _marked(scene)}
        rows = {
            "error": LegendRow(tr("problem: error"), theme.outside, theme.error, mark="ring"),
            "warning": LegendRow(
                tr("problem: warning"), theme.outside, theme.warn, mark="triangle"
            ),
        }
        return tuple(row for severity, row in rows.items() if severity in found)

    def tip(self, scene: Scene, place: Point) -> str:
        """What is wrong there."""
        reach = CANVAS.handle_reach / scene.scale
        near = [one for one in _marked(scene) if math.dist(one.place, place) <= reach]
        return min(near, key=lambda one: math.dist(one.place, place)).text if near else ""

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """What is looked at last, so that nothing lies over it."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        picked = scene.problems.problem
        seen = (one for one in _marked(scene) if camera.sees((*one.place, *one.place)))
        for problem in islice(seen, MOST):
            if problem is not picked:
                _paint_mark(painter, problem, QPointF(*camera.to_pixel(problem.place)))
        if picked is not None and _is_here(scene, picked):
            middle = QPointF(*camera.to_pixel(picked.place))
            _paint_mark(painter, picked, middle)
            _paint_ring(painter, middle, CANVAS.problem_picked, style.current().accent)


def _marked(scene: Scene) -> list[Problem]:
    """Problems that count, on the storey in hand."""
    return [one for one in scene.problems.counting if _is_here(scene, one)]


def _is_here(scene: Scene, problem: Problem) -> bool:
    return scene.document.storey.name in {None, problem.layer}


def _paint_mark(painter: QPainter, problem: Problem, middle: QPointF) -> None:
    theme = style.current()
    if problem.severity == "error":
        _paint_ring(painter, middle, CANVAS.problem_ring, theme.error)
    elif problem.severity == "warning":
        corners = [
            middle + QPointF(math.cos(turn), -math.sin(turn)) * CANVAS.problem_triangle
            for turn in _UP
        ]
        for pen in _pens(theme.warn):
            painter.setPen(pen)
            painter.drawPolygon(QPolygonF(corners))
    else:
        _paint_ring(painter, middle, CANVAS.problem_note, theme.text2)


def _paint_ring(painter: QPainter, middle: QPointF, radius: float, token: str) -> None:
    for pen in _pens(token):
        painter.setPen(pen)
        painter.drawEllipse(middle, radius, radius)


def _pens(token: str) -> tuple[QPen, QPen]:
    """The casing, and the line."""
    casing = pens.pen(style.current().outside, CANVAS.problem_casing)
    return casing, pens.pen(token, CANVAS.problem_line)


OVERLAYS = (ProblemsOverlay,)
