"""The ways of all agents, and where they are going."""

from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, Floats
from editor.canvas.overlays.agents import least_of
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.line_pictures import draw_lines
from editor.canvas.painting.sprites import LARGEST, SIZES, Atlas, Figures, Integers
from editor.canvas.painting.vector import is_vector
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.run.agent_drawing import Crowd
from navcore.i18n import mark, tr
from navcore.sim.agents import NEVER, Agents, ranges
from navcore.sim.simulation import Simulation

MOST: Final = 2000
"""Most paths that are drawn; with more agents in view, a regular sample of them is."""
_MIX: Final = 2654435761
"""Mixes ids, so that omitted agents are spread out."""


class WaysOverlay(Overlay):
    """Thin lines from the agents in view along the rest of their paths."""

    name: ClassVar[str] = "agent_paths"
    title: ClassVar[str] = mark("Paths of all agents")
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    presets: ClassVar[frozenset[Preset]] = frozenset({Preset.PLAY})
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.RUN, Reads.LEVEL})

    def __init__(self) -> None:
        """Start without agents in view."""
        super().__init__()
        self._left_out = (0, 0)
        """Numbers of drawn paths and of all paths, if not all were drawn."""

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """That some are left out, where some are."""
        if not self._left_out[1] or scene.run.playhead.at_start:
            return ()
        words = tr("paths of {0} of {1} agents in view").format(*self._left_out)
        theme = style.current()
        return (LegendRow(words, theme.outside, theme.path, across=True),)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """All lines at one stroke."""
        self._left_out = (0, 0)
        run = None if scene.run.playhead.at_start else scene.run.timeline.shown
        if run is None:
            return
        crowd = scene.run.agents.seen(scene.document.unseen)
        rows, places = _walkers(run, crowd, scene, camera)
        if len(rows) > MOST:
            self._left_out = (MOST, len(rows))
            ids = run.agents.ids[rows]
            kept = np.argsort((ids * _MIX) % (1 << 32), kind="stable")[:MOST]
            rows, places = rows[kept], places[kept]
        if not len(rows):
            return
        points, joined = _lines(run.agents, rows, places, camera)
        strokes, alpha = [(style.current().path, CANVAS.ways_line)], CANVAS.ways_alpha
        ratio = scene.device_ratio
        draw_lines(painter, points, joined, strokes, alpha, camera, scene.box, ratio)


class TargetsOverlay(Overlay):
    """A mark at the goal of each agent."""

    name: ClassVar[str] = "agent_targets"
    title: ClassVar[str] = mark("Targets")
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    presets: ClassVar[frozenset[Preset]] = frozenset({Preset.PLAY})
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.RUN, Reads.LEVEL})

    def __init__(self) -> None:
        """No marks are made yet."""
        super().__init__()
        self._marks = Atlas(_paint_target, _span, (0,))

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return what the marks are."""
        if scene.run.playhead.at_start:
            return ()
        theme = style.current()
        return (LegendRow(tr("target of an agent"), theme.agent, theme.agent_rim),)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint goals of agents that walk, want to, or can't."""
        run = None if scene.run.playhead.at_start else scene.run.timeline.shown
        if run is None:
            return
        agents = run.agents
        bound = agents.under_way | (agents.asked != NEVER) | run.stuck()
        hidden = scene.document.unseen
        if hidden:
            bound &= ~np.isin(agents.ids, np.fromiter(hidden, np.int64, len(hidden)))
        targets = agents.requested_targets[bound]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # As large as their agents are drawn.
        least = least_of(len(agents), run.world.grid.lattice, camera.scale)
        size = CANVAS.agent_target * least / CANVAS.agent_least
        if is_vector(painter):
            for x, y in _inside(camera.to_pixels(targets), camera).tolist():
                _paint_target(painter, QPointF(x, y), size, 0.0, 0, False)
        else:
            sizes = np.full(len(targets), round(SIZES * size), np.int32)
            figures = Figures.alike(targets, sizes)
            self._marks.draw(painter, figures, camera, scene.box, scene.device_ratio)


def _inside(places: Floats, camera: Camera) -> Floats:
    """Return those of these pixels that are in view, or nearly so."""
    ends = (camera.width + LARGEST, camera.height + LARGEST)
    return places[((places > -LARGEST) & (places < ends)).all(axis=1)]


def _walkers(
    run: Simulation, crowd: Crowd, scene: Scene, camera: Camera
) -> tuple[Integers, Floats]:
    """Return rows in the run of walking agents in view, and their drawn positions."""
    agents, roster = run.agents, crowd.roster
    if len(roster.ids) == len(agents.ids) and (roster.ids == agents.ids).all():
        rows = np.arange(len(agents.ids))
    else:
        index = agents.index
        rows = np.array([index.get(i, NEVER) for i in roster.ids.tolist()], np.int64)
    least_x, least_z, most_x, most_z = scene.box
    x, z = crowd.positions.T
    seen = (x >= least_x) & (x <= most_x) & (z >= least_z) & (z <= most_z) & (rows >= 0)
    seen[seen] = agents.has_path()[rows[seen]]
    return rows[seen], camera.to_pixels(crowd.positions[seen])


def _lines(
    agents: Agents, rows: Integers, places: Floats, camera: Camera
) -> tuple[Floats, npt.NDArray[np.int32]]:
    """Pixels of all lines, one after the other, and 1 for each that is joined to the next."""
    first, counts = agents.path_current[rows], agents.path_end[rows] - agents.path_current[rows]
    lengths = counts + 1
    starts = np.cumsum(lengths) - lengths
    points = np.empty((int(lengths.sum()), 2))
    points[starts] = places
    points[ranges(starts + 1, counts)] = camera.to_pixels(agents.points[ranges(first, counts)])
    joined = np.ones(len(points), np.int32)
    joined[starts + counts] = 0
    return points, joined


def _span(size: float, _kind: int, _player: bool) -> float:
    return size + CANVAS.agent_rim


def _paint_target(
    painter: QPainter, place: QPointF, size: float, _facing: float, _kind: int, _player: bool
) -> None:
    """A small square on its corner: agents are round."""
    theme = style.current()
    rim = CANVAS.agent_rim * min(1.0, size / CANVAS.agent_target)
    painter.setPen(pens.pen(theme.agent_rim, rim))
    painter.setBrush(pens.brush(theme.agent))
    corners = ((size, 0.0), (0.0, size), (-size, 0.0), (0.0, -size))
    painter.drawConvexPolygon([place + QPointF(x, y) for x, y in corners])


OVERLAYS = (WaysOverlay, TargetsOverlay)
