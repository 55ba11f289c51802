"""Walkable cells, and the band where an agent does not fit."""

from typing import ClassVar, Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.background import opacities
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.cell_picture import paint_cells
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.tools.messages import short
from navcore.i18n import mark, tr
from navcore.level.model import Settings
from navcore.proof.verdicts import clearance_of

CELLS: Final = "cells"
"""Name of the overlay that shows the floor."""


class CellsOverlay(Overlay):
    """The truth that the game gets, cell by cell."""

    name: ClassVar[str] = CELLS
    title: ClassVar[str] = mark("Walkable, edge band")
    group: ClassVar[OverlayGroup] = OverlayGroup.FLOOR
    z: ClassVar[Z] = Z.CELLS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.WORLD, Reads.BACKGROUNDS})

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Walkable and too close to a wall, when there is any floor."""
        if not scene.document.level.areas:
            return ()
        theme = style.current()
        hatch = pens.mixed(theme.band, theme.band_hatch, CANVAS.hatch_alpha)
        close = tr("too close to a wall ({0})")
        shown, settings = scene.bake.shown_floor, scene.run.world.level.settings
        reaches = _reaches(settings, shown.radius_in(settings))
        tried: tuple[LegendRow, ...] = ()
        if shown.tried is not None:
            told = tr("radius {0} m, preview").format(f"{shown.tried:.2f}")
            tried = (LegendRow(told, theme.raised, theme.text, dash=CANVAS.band_dash),)
        walkable = tr("walkable")
        if shown.type_name:
            walkable = tr("walkable for {0}").format(short(shown.type_name))
        return (
            *tried,
            LegendRow(walkable, theme.walkable, theme.walkable_edge),
            LegendRow(close.format(reaches), theme.band, theme.control, hatch),
        )

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint the whole picture, outside included, for the shown type or radius."""
        world = scene.bake.shown_floor.shown(scene.run.world)
        ratio, box = scene.device_ratio, scene.box
        fainter = CANVAS.floor_over_picture
        for alpha in opacities(painter, scene, camera, fainter):
            paint_cells(painter, world, camera, ratio, box, alpha=alpha)


class CellLinesOverlay(Overlay):
    """The lines between cells."""

    name: ClassVar[str] = "cell_lines"
    title: ClassVar[str] = mark("Cells")
    group: ClassVar[OverlayGroup] = OverlayGroup.FLOOR
    presets: ClassVar[frozenset[Preset]] = frozenset()
    z: ClassVar[Z] = Z.CELLS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.WORLD})

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Lines from ten pixels a cell on."""
        lattice = scene.run.world.grid.lattice
        cell = lattice.cell_size
        if cell * camera.scale < CANVAS.cell_lines_from:
            return
        theme = style.current()
        painter.setPen(pens.pen(theme.grid, 1 / scene.device_ratio, alpha=theme.grid_major_alpha))
        left, low, right, high = camera.box
        column0, row0 = lattice.cell_of(left, low)
        column1, row1 = lattice.cell_of(right, high)
        least, greatest = (lattice.min_x, lattice.min_z), (lattice.max_x, lattice.max_z)
        x0, y1 = camera.to_pixel(least)
        x1, y0 = camera.to_pixel(greatest)
        for column in range(max(0, column0), min(lattice.width, column1 + 1) + 1):
            x = _crisp((least[0] + column * cell - left) * camera.scale, scene.device_ratio)
            painter.drawLine(QPointF(x, y0), QPointF(x, y1))
        for row in range(max(0, row0), min(lattice.depth, row1 + 1) + 1):
            y = _crisp((high - least[1] - row * cell) * camera.scale, scene.device_ratio)
            painter.drawLine(QPointF(x0, y), QPointF(x1, y))


def _crisp(value: float, ratio: float) -> float:
    return (round(value * ratio - 0.5) + 0.5) / ratio


def _reaches(settings: Settings, radius: float) -> str:
    """Return the distances that agents keep: from obstacles, and from the edge of the floor."""
    kept = {clearance_of("obstacle", radius, settings), clearance_of("edge", radius, settings)}
    reaches = [f"{reach:.2f}" for reach in sorted({round(r, 3) for r in kept} - {0.0}) or [0.0]]
    if len(reaches) == 1:
        return tr("{0} m").format(*reaches)
    return tr("{0} or {1} m").format(*reaches)


OVERLAYS = (CellsOverlay, CellLinesOverlay)
