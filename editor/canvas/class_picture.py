"""Classes of cells as a picture of exactly the canvas's device pixels, over what is beneath."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter, QPolygonF

from editor import pens
from editor.canvas.camera import Box, Camera
from editor.canvas.cell_picture import cells_of
from editor.canvas.vector import blocks, hatch_lines, is_vector
from editor.style import CANVAS
from navcore.bake.lattice import Lattice
from navcore.kernels import buffers, splat

Classes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Paints:
    """How classes look: a colour each, from class 1 on; class 0 is clear."""

    flat: Sequence[str]
    hatch: Sequence[str] = ()
    """Colours of a 45 degree hatch over them; empty for none."""
    alpha: float = 1.0
    """Opacity of the flat colours; the hatch is opaque."""


def paint_classes(
    painter: QPainter,
    classes: Classes,
    lattice: Lattice,
    camera: Camera,
    box: Box,
    ratio: float,
    paints: Paints,
) -> None:
    """The classes of a lattice's cells, over the part of the canvas that shows `box`."""
    if is_vector(painter):
        _paint_shapes(painter, classes, lattice, camera, paints)
        return
    left, top, width, height = camera.pixels_of(box)
    if not (width and height):
        return
    part = camera.part(left, top, width, height)
    height, width = math.ceil(height * ratio), math.ceil(width * ratio)
    step = 1 / (camera.scale * ratio)
    columns = cells_of(width, 0, part.left, step, lattice, "x")
    rows = cells_of(height, 0, part.top, -step, lattice, "z")
    picture = _pixels(height, width)
    hatch = round(CANVAS.hatch_step * ratio) if paints.hatch else 0
    # The hatch is fixed to the world, so that it moves with it.
    moved = math.floor(round((part.left - part.top) / step, 3))
    cells, columns, rows, colours, out = buffers(
        splat, classes, columns, rows, _colours(paints), picture
    )
    splat.blocks(
        cells, columns, rows, colours, hatch, max(1, round(CANVAS.heat_hatch * ratio)),
        moved % hatch if hatch else 0, out,
    )  # fmt: skip
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(picture.data, width, height, 4 * width, form)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(QPointF(left, top), image)


def _paint_shapes(
    painter: QPainter, classes: Classes, lattice: Lattice, camera: Camera, paints: Paints
) -> None:
    """Rectangles, and lines for the hatch."""
    for number, token in enumerate(paints.flat, start=1):
        for place in blocks(classes == number, lattice, camera):
            painter.fillRect(place, pens.brush(token, paints.alpha))
            if paints.hatch:
                painter.setPen(pens.pen(paints.hatch[number - 1], CANVAS.heat_hatch))
                lines = hatch_lines(QPolygonF(place), CANVAS.hatch_step, both=False)
                painter.drawLines(list(lines))


def _colours(paints: Paints) -> npt.NDArray[np.uint32]:
    """(2, k + 1) premultiplied colours: flat, and of the hatch; the first is clear."""
    flat = [_premultiplied(token, paints.alpha) for token in paints.flat]
    over = [_premultiplied(token, 1.0) for token in paints.hatch] or flat
    return np.array([[0, *flat], [0, *over]], np.uint32)


def _premultiplied(token: str, alpha: float) -> int:
    colour = pens.colour(token)
    parts = (255, colour.red(), colour.green(), colour.blue())
    return int.from_bytes([round(part * alpha) for part in parts], "big")


@lru_cache(maxsize=1)
def _pixels(height: int, width: int) -> npt.NDArray[np.uint32]:
    """Pixels to paint over again and again; new memory would be slow."""
    return np.empty((height, width), np.uint32)
