"""Marks where something is wrong with the level: at rest, without anybody asking."""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPen, QPolygonF

from editor.canvas.camera import Box, Camera
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.marks import Marks
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.i18n import mark, tr
from navcore.level.model import Point
from navcore.proof.problem import Problem

MOST: Final = 300
"""Marks that are painted at most: more are no help, and a frame has no time for them."""

_KINDS: Final[Mapping[str, int]] = MappingProxyType({"warning": 1, "error": 2})
"""Kind of mark by severity; 0 for problems that don't count."""
_SIZES: Final = np.array((CANVAS.problem_note, CANVAS.problem_triangle, CANVAS.problem_ring))
"""Radius of each kind of mark, pixels."""

_UP: Final = tuple(math.radians(90 + 120 * corner) for corner in range(3))


class ProblemsOverlay(Overlay):
    """A ring for an error, a triangle for a warning, a larger ring for the picked problem."""

    name: ClassVar[str] = "problems"
    title: ClassVar[str] = mark("Problems")
    group: ClassVar[OverlayGroup] = OverlayGroup.CHECK
    z: ClassVar[Z] = Z.PROBLEMS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.PROBLEMS, Reads.LEVEL})
    exported: ClassVar[bool] = False

    def __init__(self) -> None:
        """Start without problems."""
        super().__init__()
        self._marks = Marks(paint_mark, mark_span, len(_SIZES))
        self._known: _Marked | None = None

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the kinds of marks."""
        theme = style.current()
        found = self._marked(scene).severities
        rows = {
            "error": LegendRow(tr("problem: error"), theme.outside, theme.error, mark="ring"),
            "warning": LegendRow(
                tr("problem: warning"), theme.outside, theme.warn, mark="triangle"
            ),
        }
        return tuple(row for severity, row in rows.items() if severity in found)

    def tip(self, scene: Scene, place: Point) -> str:
        """Return the problem there."""
        marked = self._marked(scene)
        if not marked.problems:
            return ""
        far = np.hypot(*(marked.places - place).T)
        row = int(np.argmin(far))
        near = far[row] <= CANVAS.handle_reach / scene.scale
        return marked.problems[row].text if near else ""

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint the picked problem last, so that nothing lies over it."""
        marked, picked = self._marked(scene), scene.problems.problem
        seen = marked.within(camera.box)[:MOST]
        kinds = marked.kinds[seen]
        ratio = scene.device_ratio
        self._marks.draw(
            painter, marked.places[seen], kinds, _SIZES[kinds], camera, scene.box, ratio
        )
        if picked is not None and _is_here(scene, picked):
            middle, kind = QPointF(*camera.to_pixel(picked.place)), _KINDS.get(picked.severity, 0)
            paint_mark(painter, middle, float(_SIZES[kind]), 0.0, kind, False)
            _paint_ring(painter, middle, CANVAS.problem_picked, style.current().accent)
            _paint_pulse(painter, middle, scene.problems.pulse.share)

    def _marked(self, scene: Scene) -> "_Marked":
        """Return problems that count on the active storey; cached."""
        counting, storey = scene.problems.counting, scene.document.storey.name
        known = self._known
        if known is None or known.of is not counting or known.storey != storey:
            here = [one for one in counting if _is_here(scene, one)]
            self._known = known = _Marked(counting, storey, here)
        return known


class _Marked:
    """Problems with a mark, and their marks row by row."""

    def __init__(
        self, of: tuple[Problem, ...], storey: str | None, problems: list[Problem]
    ) -> None:
        """Take all problems, and those on one storey."""
        self.of, self.storey, self.problems = of, storey, problems
        self.places = np.array([one.place for one in problems], np.float64).reshape(-1, 2)
        """(n, 2) metres."""
        self.kinds = np.array([_KINDS.get(one.severity, 0) for one in problems], np.int8)
        """(n,) as in `_SIZES`."""
        self.severities = frozenset(one.severity for one in problems)

    def within(self, box: Box) -> npt.NDArray[np.int64]:
        """Return rows of problems in a box of the world."""
        x, z = self.places.T
        return np.flatnonzero((x >= box[0]) & (x <= box[2]) & (z >= box[1]) & (z <= box[3]))


def _is_here(scene: Scene, problem: Problem) -> bool:
    return problem.placed and scene.document.storey.name in {None, problem.layer}


def paint_mark(
    painter: QPainter, middle: QPointF, size: float, facing: float, kind: int, player: bool
) -> None:
    """Paint a triangle for a warning, else a ring, in the colour of its kind."""
    theme = style.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if kind == _KINDS["warning"]:
        corners = [middle + QPointF(math.cos(turn), -math.sin(turn)) * size for turn in _UP]
        for pen in _pens(theme.warn):
            painter.setPen(pen)
            painter.drawPolygon(QPolygonF(corners))
        return
    _paint_ring(painter, middle, size, theme.error if kind == _KINDS["error"] else theme.text2)


def _paint_pulse(painter: QPainter, middle: QPointF, share: float | None) -> None:
    """Paint a ring that closes in on the mark, stronger and stronger."""
    if share is None:
        return
    radius = CANVAS.problem_picked * (1.0 + CANVAS.problem_pulse * (1.0 - share))
    painter.setPen(pens.pen(style.current().accent, CANVAS.problem_line, alpha=share))
    painter.drawEllipse(middle, radius, radius)


def mark_span(size: float, kind: int, player: bool) -> float:
    """Pixels that a mark of this size reaches from its middle."""
    # The mitred corners of the casing reach twice as far as half its width.
    return size + 2 * CANVAS.problem_casing


def _paint_ring(painter: QPainter, middle: QPointF, radius: float, token: str) -> None:
    for pen in _pens(token):
        painter.setPen(pen)
        painter.drawEllipse(middle, radius, radius)


def _pens(token: str) -> tuple[QPen, QPen]:
    """Return the casing, and the line."""
    casing = pens.pen(style.current().outside, CANVAS.problem_casing)
    return casing, pens.pen(token, CANVAS.problem_line)


OVERLAYS = (ProblemsOverlay,)
