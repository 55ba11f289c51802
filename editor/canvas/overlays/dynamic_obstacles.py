"""Standing agents that plans avoid, as discs and as the cells that they block."""

import math
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, Floats
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.class_picture import Classes, ClassPicture, Paints
from editor.canvas.painting.sprites import LARGEST, SIZES, Atlas, Figures
from editor.canvas.painting.vector import is_vector
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.bake.lattice import Lattice
from navcore.i18n import mark, tr
from navcore.sim.agents import Agents
from navcore.sim.obstacles import circles_for, standing
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation

LEAST: Final = 1.5
"""Radius of a disc in pixels, at least."""


class StampsOverlay(Overlay):
    """Agents that plans of the selected agents avoid; without a selection all standing ones."""

    name: ClassVar[str] = "stamps"
    title: ClassVar[str] = mark("Dynamic obstacles")
    group: ClassVar[OverlayGroup] = OverlayGroup.RUN
    presets: ClassVar[frozenset[Preset]] = frozenset()
    z: ClassVar[Z] = Z.PATHS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.RUN, Reads.SELECTION})

    def __init__(self) -> None:
        """Start without discs."""
        super().__init__()
        self._discs = Atlas(_paint_disc, _span, (0,))
        self._cells = ClassPicture()

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the legend if an agent stands."""
        if scene.run.playhead.at_start or scene.run.timeline.shown is None:
            return ()
        theme = style.current()
        fill = pens.mixed(theme.walkable, theme.obstacle_line, CANVAS.stamp_alpha)
        words = tr("agents that stand in the way")
        return (LegendRow(words, fill, theme.obstacle_line, theme.obstacle_line),)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """The cells, hatched, and the discs over them."""
        run = None if scene.run.playhead.at_start else scene.run.timeline.shown
        if run is None or not len(run.agents):
            return
        circles = _shown(scene, run)
        if not len(circles):
            return
        lattice, theme = run.world.grid.lattice, style.current()
        classes = _blocked(circles, lattice)
        line = theme.obstacle_line
        paints = Paints((line,), (line,), CANVAS.stamp_alpha)
        ratio = scene.device_ratio
        self._cells.paint(painter, classes, lattice, camera, scene.box, ratio, paints)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pixels = np.maximum(LEAST, circles[:, 2] * camera.scale)
        sizes = np.rint(SIZES * np.minimum(pixels, 1e6)).astype(np.int32)
        places = np.ascontiguousarray(circles[:, :2])
        small = sizes <= (0 if is_vector(painter) else SIZES * LARGEST)
        discs = Figures.alike(places[small], sizes[small])
        self._discs.draw(painter, discs, camera, scene.box, scene.device_ratio)
        large = zip(camera.to_pixels(places[~small]).tolist(), sizes[~small].tolist(), strict=True)
        for (x, y), size in large:
            if -size < x < camera.width + size and -size < y < camera.height + size:
                _paint_disc(painter, QPointF(x, y), size / SIZES, 0.0, 0, False)


def _blocked(circles: Floats, lattice: Lattice) -> Classes:
    """Return 1 for cells that the circles block."""
    classes: Classes = np.zeros((lattice.depth, lattice.width), np.uint8)
    classes[blocked_cells(circles, lattice)] = 1
    return classes


def _shown(scene: Scene, run: Simulation) -> Floats:
    """Return (n, 3) circles that plans of selected agents avoid, else all standing agents."""
    chosen = scene.document.selection.ids | scene.run.agents.chosen
    agents, settings = run.agents, run.settings
    rows = [row for row in map(agents.index.get, sorted(chosen)) if row is not None]
    if not rows:
        stands = standing(agents)
        return np.column_stack(
            (agents.positions[stands], settings.obstacle_radius_fraction * agents.radii[stands])
        )
    found = [circles for row in rows if (circles := _avoided(agents, row, settings)) is not None]
    return np.unique(np.concatenate(found), axis=0) if found else np.empty((0, 3))


def _avoided(agents: Agents, row: int, settings: SimulationSettings) -> Floats | None:
    x, z = agents.requested_targets[row].tolist()
    return circles_for(agents, row, (x, z), settings)


def blocked_cells(
    circles: Floats, lattice: Lattice
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return rows and columns of cells whose centre is in a circle, or that hold its centre."""
    size = lattice.cell_size
    columns = np.floor((circles[:, 0] - lattice.anchor_x) / size).astype(np.int64)
    rows = np.floor((circles[:, 1] - lattice.anchor_z) / size).astype(np.int64)
    reach = math.ceil(float(circles[:, 2].max(initial=0.0)) / size + 0.5)
    found = []
    for down in range(-reach, reach + 1):
        for across in range(-reach, reach + 1):
            dx = lattice.anchor_x + (columns + across + 0.5) * size - circles[:, 0]
            dz = lattice.anchor_z + (rows + down + 0.5) * size - circles[:, 1]
            hit = dx * dx + dz * dz <= circles[:, 2] ** 2
            if across == down == 0:
                hit[:] = True
            found.append(np.stack([(rows + down)[hit], (columns + across)[hit]]))
    row, column = np.concatenate(found, axis=1)
    row, column = row - lattice.row, column - lattice.column
    inside = (row >= 0) & (row < lattice.depth) & (column >= 0) & (column < lattice.width)
    return row[inside], column[inside]


def _span(size: float, _kind: int, _player: bool) -> float:
    return size + CANVAS.stamp_line


def _paint_disc(
    painter: QPainter, place: QPointF, size: float, _facing: float, _kind: int, _player: bool
) -> None:
    theme = style.current()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pens.pen(theme.outside, 2 * CANVAS.stamp_line, alpha=CANVAS.path_casing_alpha))
    painter.drawEllipse(place, size, size)
    painter.setPen(pens.pen(theme.obstacle_line, CANVAS.stamp_line, CANVAS.stamp_dash))
    painter.drawEllipse(place, size, size)


OVERLAYS = (StampsOverlay,)
