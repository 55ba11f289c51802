"""Where the grid that a game has and the present bake differ, cell by cell."""

from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Box, Camera
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.drawing import pattern_tile
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.services.backgrounds.earlier import shown_on
from navcore.bake.grid_differences import GAINED, LOST, Differences
from navcore.i18n import mark, several, tr
from navcore.level.model import Background
from navcore.level.operations.backgrounds import file_name


class OldGridOverlay(Overlay):
    """Cells that were lost, in falling lines; cells that were gained, in dots."""

    name: ClassVar[str] = "old_grid"
    title: ClassVar[str] = mark("Floor lost and gained")
    group: ClassVar[OverlayGroup] = OverlayGroup.CHECK
    presets: ClassVar[frozenset[Preset]] = frozenset({Preset.DRAW, Preset.CHECK})
    z: ClassVar[Z] = Z.HEAT
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.BACKGROUNDS})
    exported: ClassVar[bool] = False

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """How many cells were lost and gained; of several grids by name."""
        theme = style.current()
        rows: list[LegendRow] = []
        shown = _shown(scene)
        for background, found in shown:
            name = f"{file_name(background.path)}: " if len(shown) > 1 else ""
            if found.lost == found.gained == 0:
                text = tr("the same as {0}").format(file_name(background.path))
                rows.append(LegendRow(text, theme.outside, theme.control))
            if found.lost:
                count = several(found.lost, "lost 1 cell", "lost {0} cells")
                rows.append(_row(name + count, theme.door_shut, "falling"))
            if found.gained:
                count = several(found.gained, "gained 1 cell", "gained {0} cells")
                rows.append(_row(name + count, theme.door_open, "dots"))
        return tuple(rows)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """A tint and a pattern over the cells that differ."""
        theme = style.current()
        for background, found in _shown(scene):
            painter.setOpacity(background.opacity)
            _paint(painter, found, LOST, theme.door_shut, scene, camera)
            _paint(painter, found, GAINED, theme.door_open, scene, camera)
        painter.setOpacity(1.0)


def _shown(scene: Scene) -> list[tuple[Background, Differences]]:
    grids = [b for b in scene.backgrounds.all if b.kind == "grid"]
    found = [(background, scene.backgrounds.differences(background)) for background in grids]
    shown = [(background, known) for background, known in found if known is not None]
    earlier = scene.backgrounds.earlier
    since = shown_on(earlier, scene.document.storey.name)
    if since is not None and (since.lost or since.gained):
        shown.append((Background(path=earlier.name, kind="grid", opacity=1.0), since))
    return shown


def _row(text: str, token: str, pattern: str) -> LegendRow:
    fill = pens.mixed(style.current().outside, token, CANVAS.difference_alpha)
    return LegendRow(text, fill, token, token, pattern=pattern)


def _paint(
    painter: QPainter, found: Differences, kind: int, token: str, scene: Scene, camera: Camera
) -> None:
    """Everything of one kind that lies in what is to be painted."""
    rows, columns = _cells_in(found, scene.box)
    chosen = found.cells[rows, columns] == kind
    if not chosen.any():
        return
    down, across = np.flatnonzero(chosen.any(axis=1)), np.flatnonzero(chosen.any(axis=0))
    inner = chosen[down[0] : down[-1] + 1, across[0] : across[-1] + 1]
    lattice, size = found.lattice, found.lattice.cell_size
    x = lattice.min_x + (columns.start + int(across[0])) * size
    z = lattice.min_z + (rows.start + int(down[0])) * size
    depth, width = inner.shape
    left, bottom = camera.to_pixel((x, z))
    place = QRectF(
        left,
        bottom - depth * size * camera.scale,
        width * size * camera.scale,
        depth * size * camera.scale,
    )
    part = QRect(*camera.pixels_of(scene.box)).intersected(place.toAlignedRect())
    if part.isEmpty():
        return
    ratio = scene.device_ratio
    pixels = QSize(round(part.width() * ratio), round(part.height() * ratio))
    layer = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
    layer.setDevicePixelRatio(ratio)
    layer.fill(Qt.GlobalColor.transparent)
    inside = QPainter(layer)
    inside.drawImage(place.translated(-QPointF(part.topLeft())), _mask(inner))
    _fill(inside, part, kind, token, camera, ratio)
    inside.end()
    painter.drawImage(part.topLeft(), layer)


def _cells_in(found: Differences, box: Box) -> tuple[slice, slice]:
    """Rows and columns that reach into a box of the world."""
    lattice = found.lattice
    column0, row0 = lattice.cell_of(box[0], box[1])
    column1, row1 = lattice.cell_of(box[2], box[3])
    return (
        slice(max(0, row0), max(0, min(lattice.depth, row1 + 1))),
        slice(max(0, column0), max(0, min(lattice.width, column1 + 1))),
    )


def _mask(chosen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> QImage:
    """Opaque where a cell is chosen; the first row of cells is the last of the picture."""
    flipped = np.ascontiguousarray(chosen[::-1]).astype(np.uint8) * np.uint8(255)
    depth, width = flipped.shape
    return QImage(flipped.tobytes(), width, depth, width, QImage.Format.Format_Alpha8).copy()


def _fill(
    inside: QPainter, part: QRect, kind: int, token: str, camera: Camera, ratio: float
) -> None:
    """The tint and the pattern over what is opaque; the pattern is fixed to the world."""
    modes = QPainter.CompositionMode
    box = QRect(QPoint(0, 0), part.size())
    pattern = "falling" if kind == LOST else "dots"
    tile = pattern_tile(pattern, token, ratio, CANVAS.difference_alpha)
    step = CANVAS.difference_step
    x, y = camera.to_pixel((0.0, 0.0))
    origin = QPoint((part.x() - round(x)) % step, (part.y() - round(y)) % step)
    inside.setCompositionMode(modes.CompositionMode_SourceIn)
    inside.drawTiledPixmap(box, tile, origin)


OVERLAYS = (OldGridOverlay,)
