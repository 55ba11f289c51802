"""The walkable cells as a picture of exactly the canvas's device pixels."""

import math

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.camera import Box, Camera
from editor.canvas.painting.pixel_room import SCRATCH
from editor.canvas.painting.vector import draw_cells, is_vector
from editor.look import pens, style
from editor.look.style import CANVAS
from navcore.bake.lattice import Lattice
from navcore.kernels import buffers
from navcore.kernels.draw import cell_painter
from navcore.world import World

RIM_FROM = 3.0
"""Pixels a cell from which walkable cells have a rim."""


def paint_cells(
    painter: QPainter,
    world: World,
    camera: Camera,
    ratio: float,
    box: Box,
    theme: style.Theme | None = None,
    alpha: float = 1.0,
) -> None:
    """Paint floor, edge band and outside, in the part of the canvas that shows `box`.

    In the current theme, unless another one is given. An `alpha` under 1 is the opacity of the
    floor over a picture below, and nothing is painted outside the floor.
    """
    if is_vector(painter):
        draw_cells(painter, world, camera, box, theme or style.current(), alpha)
        return
    left, top, width, height = camera.pixels_of(box)
    if width and height:
        part = camera.part(left, top, width, height)
        _paint(painter, QPointF(left, top), world, part, ratio, theme or style.current(), alpha)


def _paint(
    painter: QPainter,
    place: QPointF,
    world: World,
    camera: Camera,
    ratio: float,
    theme: style.Theme,
    alpha: float,
) -> None:
    width, height = math.ceil(camera.width * ratio), math.ceil(camera.height * ratio)
    lattice = world.grid.lattice
    cell_pixels = lattice.cell_size * camera.scale
    thick = max(1, round(ratio)) if cell_pixels >= RIM_FROM else 0
    columns = cells_of(width, thick, camera.left, 1 / (camera.scale * ratio), lattice, "x")
    rows = cells_of(height, thick, camera.top, -1 / (camera.scale * ratio), lattice, "z")
    hatched = camera.scale >= CANVAS.hatch_from
    step = round(CANVAS.hatch_step * ratio)
    outside = alpha if alpha == 1.0 else 0.0
    colours = np.array(
        [
            _rgb(theme.outside, outside),
            _rgb(theme.walkable, alpha),
            _rgb(theme.band, alpha),
            _rgb(pens.mixed(theme.band, theme.band_hatch, CANVAS.hatch_alpha), alpha),
            _rgb(theme.walkable_edge, alpha),
        ],
        np.uint32,
    )
    # The hatch is fixed to the world, so that it moves with it.
    moved = round((camera.left - camera.top) * camera.scale * ratio, 3)
    picture = SCRATCH.of(height, width)
    walkable, floor, columns, rows, colours, out = buffers(
        cell_painter, world.grid.padded, world.floor, columns, rows, colours, picture
    )
    cell_painter.cells(
        walkable,
        floor,
        columns,
        rows,
        colours,
        thick,
        step if hatched else 0,
        max(1, round(ratio)),
        math.floor(moved) % step,
        out,
    )
    opaque, clear = QImage.Format.Format_RGB32, QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(picture.data, width, height, 4 * width, opaque if outside else clear)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(place, image)


def cells_of(
    count: int, thick: int, start: float, metres_per_pixel: float, lattice: Lattice, axis: str
) -> npt.NDArray[np.int32]:
    """Column or row of the cell under each device pixel; -1 outside."""
    middles = start + (np.arange(-thick, count + thick) + 0.5) * metres_per_pixel
    anchor = lattice.anchor_x if axis == "x" else lattice.anchor_z
    first = lattice.column if axis == "x" else lattice.row
    size = lattice.width if axis == "x" else lattice.depth
    cells = np.floor((middles - anchor) / lattice.cell_size) - first
    return np.where((cells >= 0) & (cells < size), cells, -1).astype(np.int32)


def _rgb(token: str, alpha: float) -> int:
    """Return a colour with its parts multiplied by its opacity, as pictures hold it."""
    colour = QColor(token)
    if alpha == 1.0:
        return colour.rgb()
    red, green, blue = (
        round(part * alpha) for part in (colour.red(), colour.green(), colour.blue())
    )
    return (round(255 * alpha) << 24) | (red << 16) | (green << 8) | blue
