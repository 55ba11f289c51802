"""Floor by cost, in the classic colours: every shown cell as searches use it."""

import math
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Box, Camera
from editor.canvas.painting.cell_picture import cells_of
from editor.canvas.painting.terrain_looks import (
    CHEAP,
    DOTS_FROM,
    HATCH_FROM,
    MIDDLING,
    PATTERNS,
    TerrainLook,
    pattern_masks,
    pattern_shift,
)
from editor.canvas.painting.vector import blocks
from editor.look import pens
from navcore.kernels import buffers
from navcore.kernels.draw import terrain_painter as kernel
from navcore.world import World

_HAIR: Final = 1e-4
"""Costs of cells are single numbers: 1.2 is a little more there."""

_BOUNDS: Final = (CHEAP + _HAIR, DOTS_FROM - _HAIR, HATCH_FROM - _HAIR, MIDDLING + _HAIR)
"""Limits between classes of costs, from class 1 on."""

_SHUT: Final = len(_BOUNDS) + 2
"""The class of floor that is not walkable."""


def typical_costs() -> tuple[float, ...]:
    """Return a cost of each class, from the lowest."""
    return (CHEAP, (CHEAP + DOTS_FROM) / 2, DOTS_FROM, HATCH_FROM, MIDDLING + 1.0)


def paint_costs(
    painter: QPainter,
    world: World,
    looks: tuple[TerrainLook, ...],
    camera: Camera,
    box: Box,
    ratio: float,
) -> None:
    """Paint the cells in the part of the canvas that shows `box`.

    Args:
        painter: Painter of the canvas.
        world: The world with the cells of the shown type.
        looks: Looks of the classes of costs, as `typical_costs`, and of blocked floor.
        camera: The view.
        box: Metres.
        ratio: Device pixels a pixel.
    """
    left, top, width, height = camera.pixels_of(box)
    lattice = world.grid.lattice
    if not (width and height):
        return
    part = camera.part(left, top, width, height)
    shape = (math.ceil(height * ratio), math.ceil(width * ratio))
    pixel = 1 / (part.scale * ratio)
    columns = cells_of(shape[1], 0, part.left, pixel, lattice, "x")
    rows = cells_of(shape[0], 0, part.top, -pixel, lattice, "z")
    if columns.max() < 0 or rows.max() < 0:
        return
    column, row = int(columns[columns >= 0].min()), int(rows[rows >= 0].min())
    seen = np.s_[row : int(rows.max()) + 1, column : int(columns.max()) + 1]
    classes = _classes(world, seen)
    columns = np.where(columns >= 0, columns - column, -1).astype(np.int32)
    rows = np.where(rows >= 0, rows - row, -1).astype(np.int32)
    colours = np.array([0, *(look.fill for look in looks)], np.uint32)[classes]
    shares = np.where(classes, np.uint8(255), np.uint8(0))
    inks = np.array(
        [
            [0, *(PATTERNS.index(look.pattern) for look in looks)],
            [0, *(look.ink_pixel for look in looks)],
        ],
        np.uint32,
    )
    picture = np.zeros(shape, np.uint32)
    texels, covers, kinds, under_x, under_y, masks, ink, out = buffers(
        kernel, colours, shares, classes, columns, rows, pattern_masks(ratio), inks, picture
    )
    across, down = pattern_shift(part, ratio)
    kernel.paint(texels, covers, kinds, under_x, under_y, masks, ink, across, down, out)
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(picture.data, shape[1], shape[0], 4 * shape[1], form)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(QPointF(left, top), image)


def paint_cost_shapes(
    painter: QPainter, world: World, looks: tuple[TerrainLook, ...], camera: Camera
) -> None:
    """Paint the same as rectangles, for vector pictures."""
    classes = _classes(world, np.s_[:, :])
    for number, look in enumerate(looks, start=1):
        for place in blocks(classes == number, world.grid.lattice, camera):
            painter.fillRect(place, pens.brush(look.colour, look.alpha))


def _classes(world: World, seen: tuple[slice, slice]) -> npt.NDArray[np.uint8]:
    """Return the class of each cell; 0 where there is no floor."""
    grid = world.grid
    walkable = grid.walkable[seen] != 0
    shut = np.where(world.floor[seen] != 0, np.uint8(_SHUT), np.uint8(0))
    if grid.cost is None:
        return np.where(walkable, np.uint8(1), shut)
    cost = grid.cost[1:-1, 1:-1][seen]
    return np.where(walkable, np.searchsorted(_BOUNDS, cost).astype(np.uint8) + np.uint8(1), shut)
