"""Classes of cells as a picture of exactly the canvas's device pixels, with transparency."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter, QPolygonF

from editor.canvas.camera import Box, Camera
from editor.canvas.painting.cell_picture import cells_of
from editor.canvas.painting.pixel_room import PixelRoom
from editor.canvas.painting.vector import blocks, hatch_lines, is_vector
from editor.look import pens
from editor.look.style import CANVAS
from navcore.bake.lattice import Lattice
from navcore.kernels import buffers
from navcore.kernels.draw import blit

Classes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Paints:
    """Looks of classes: a colour for each, from class 1 on; class 0 is transparent."""

    flat: Sequence[str]
    hatch: Sequence[str] = ()
    """Colours of a 45 degree hatch over them; empty for none."""
    alpha: float = 1.0
    """Opacity of the flat colours; the hatch is opaque."""
    alphas: Sequence[float] = ()
    """Opacity of each flat colour instead; empty: the same for all."""

    def alpha_of(self, number: int) -> float:
        """Return the opacity of a flat colour, by its place among them."""
        return self.alphas[number] if self.alphas else self.alpha


class ClassPicture:
    """A picture of classes, only repainted for other classes or another view."""

    def __init__(self) -> None:
        """Start without classes."""
        self._key: tuple[object, ...] = ()
        self._classes: Classes | None = None
        self._room = PixelRoom()
        self._pixels = self._room.of(0, 0)

    def paint(
        self,
        painter: QPainter,
        classes: Classes,
        lattice: Lattice,
        camera: Camera,
        box: Box,
        ratio: float,
        paints: Paints,
    ) -> None:
        """The classes of a lattice's cells, over the part of the canvas that shows `box`.

        Whoever has other classes gives another array.
        """
        if is_vector(painter):
            _paint_shapes(painter, classes, lattice, camera, paints)
            return
        # Nothing is painted outside the cells.
        box = (
            max(box[0], lattice.min_x), max(box[1], lattice.min_z),
            min(box[2], lattice.max_x), min(box[3], lattice.max_z),
        )  # fmt: skip
        left, top, width, height = camera.pixels_of(box)
        if not (width and height):
            return
        key = (lattice, camera, box, ratio, paints)
        if self._classes is not classes or self._key != key:
            part = camera.part(left, top, width, height)
            self._pixels = self._room.of(math.ceil(height * ratio), math.ceil(width * ratio))
            _fill(self._pixels, classes, lattice, part, ratio, paints)
            self._key, self._classes = key, classes
        height, width = self._pixels.shape
        form = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(self._pixels.data, width, height, 4 * width, form)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(left, top), image)


def _fill(
    picture: npt.NDArray[np.uint32],
    classes: Classes,
    lattice: Lattice,
    part: Camera,
    ratio: float,
    paints: Paints,
) -> None:
    """Paint each pixel in the colour of the class of its cell."""
    height, width = picture.shape
    step = 1 / (part.scale * ratio)
    columns = cells_of(width, 0, part.left, step, lattice, "x")
    rows = cells_of(height, 0, part.top, -step, lattice, "z")
    hatch = round(CANVAS.hatch_step * ratio) if paints.hatch else 0
    # The hatch is fixed to the world, so that it moves with it.
    moved = math.floor(round((part.left - part.top) / step, 3))
    cells, columns, rows, colours, out = buffers(
        blit, classes, columns, rows, _colours(paints), picture
    )
    blit.blocks(
        cells, columns, rows, colours, hatch, max(1, round(CANVAS.heat_hatch * ratio)),
        moved % hatch if hatch else 0, out,
    )  # fmt: skip


def _paint_shapes(
    painter: QPainter, classes: Classes, lattice: Lattice, camera: Camera, paints: Paints
) -> None:
    """Rectangles, and lines for the hatch."""
    for number, token in enumerate(paints.flat, start=1):
        for place in blocks(classes == number, lattice, camera):
            painter.fillRect(place, pens.brush(token, paints.alpha_of(number - 1)))
            if paints.hatch:
                painter.setPen(pens.pen(paints.hatch[number - 1], CANVAS.heat_hatch))
                lines = hatch_lines(QPolygonF(place), CANVAS.hatch_step, both=False)
                painter.drawLines(list(lines))


def _colours(paints: Paints) -> npt.NDArray[np.uint32]:
    """(2, k + 1) premultiplied colours: flat, and of the hatch; the first is clear."""
    flat = [pens.premultiplied(one, paints.alpha_of(n)) for n, one in enumerate(paints.flat)]
    over = [pens.premultiplied(token) for token in paints.hatch] or flat
    return np.array([[0, *flat], [0, *over]], np.uint32)
