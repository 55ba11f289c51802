"""Changed cells, with a pattern for each kind of change, over the picture below."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Box, Camera
from editor.canvas.painting.drawing import pattern_step, pattern_tile
from editor.look.style import CANVAS
from navcore.bake.lattice import Lattice

LOST_PATTERN: Final = "falling"
GAINED_PATTERN: Final = "dots"
CUT_OFF_PATTERN: Final = "crossing"
JOINED_PATTERN: Final = "rising"


class CellPattern(NamedTuple):
    """Look of some cells."""

    token: str
    """Colour token."""
    pattern: str


def paint_cells(
    painter: QPainter,
    cells: npt.NDArray[np.uint8],
    kind: int,
    lattice: Lattice,
    look: CellPattern,
    camera: Camera,
    box: Box,
    ratio: float,
) -> None:
    """Paint the cells of one kind that lie in a box of the world.

    Args:
        painter: painter in pixels.
        cells: (depth, width) the kind of each cell of the lattice.
        kind: the kind to paint.
        lattice: lattice of the cells.
        look: colour and pattern.
        camera: the view.
        box: the part of the world to paint.
        ratio: device pixels per pixel.
    """  # fmt: skip
    rows, columns = _cells_in(lattice, box)
    chosen = cells[rows, columns] == kind
    if not chosen.any():
        return
    down, across = np.flatnonzero(chosen.any(axis=1)), np.flatnonzero(chosen.any(axis=0))
    inner = chosen[down[0] : down[-1] + 1, across[0] : across[-1] + 1]
    size = lattice.cell_size
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
    part = QRect(*camera.pixels_of(box)).intersected(place.toAlignedRect())
    if part.isEmpty():
        return
    pixels = QSize(round(part.width() * ratio), round(part.height() * ratio))
    layer = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
    layer.setDevicePixelRatio(ratio)
    layer.fill(Qt.GlobalColor.transparent)
    inside = QPainter(layer)
    inside.drawImage(place.translated(-QPointF(part.topLeft())), _mask(inner))
    _fill(inside, part, look, camera, ratio)
    inside.end()
    painter.drawImage(part.topLeft(), layer)


def _cells_in(lattice: Lattice, box: Box) -> tuple[slice, slice]:
    """Return rows and columns that reach into a box of the world."""
    column0, row0 = lattice.cell_of(box[0], box[1])
    column1, row1 = lattice.cell_of(box[2], box[3])
    return (
        slice(max(0, row0), max(0, min(lattice.depth, row1 + 1))),
        slice(max(0, column0), max(0, min(lattice.width, column1 + 1))),
    )


def _mask(chosen: npt.NDArray[np.bool_]) -> QImage:
    """Opaque where a cell is chosen; the first row of cells is the last of the picture."""
    flipped = np.ascontiguousarray(chosen[::-1]).astype(np.uint8) * np.uint8(255)
    depth, width = flipped.shape
    return QImage(flipped.tobytes(), width, depth, width, QImage.Format.Format_Alpha8).copy()


def _fill(inside: QPainter, part: QRect, look: CellPattern, camera: Camera, ratio: float) -> None:
    """Paint tint and pattern over opaque pixels; the pattern is fixed to the world."""
    modes = QPainter.CompositionMode
    box = QRect(QPoint(0, 0), part.size())
    tile = pattern_tile(look.pattern, look.token, ratio, CANVAS.difference_alpha)
    step = pattern_step(look.pattern)
    x, y = camera.to_pixel((0.0, 0.0))
    origin = QPoint((part.x() - round(x)) % step, (part.y() - round(y)) % step)
    inside.setCompositionMode(modes.CompositionMode_SourceIn)
    inside.drawTiledPixmap(box, tile, origin)
