"""Terrain as a picture: zones as polygons, painted tiles by pixel, each replacing what is below.

Tiles smaller than pixels are averaged in steps of two, see `block_texels`.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QPixmap, QPolygonF

from editor.canvas.camera import Box, Camera
from editor.canvas.painting.block_texels import BlockTexels, Table
from editor.canvas.painting.drawing import hatch
from editor.canvas.painting.pixel_room import PixelRoom
from editor.canvas.painting.terrain_looks import (
    PATTERNS,
    TerrainLook,
    pattern_masks,
    pattern_shift,
)
from editor.look import pens
from editor.look.style import CANVAS
from navcore.kernels import buffers
from navcore.kernels.draw import terrain_painter as kernel
from navcore.level.elements import TILES, Tiles
from navcore.level.model import Zone
from navcore.level.tiles import Place

_MOST_STEPS: Final = 6
"""Steps of two from a tile to a block."""


class Grounds(NamedTuple):
    """Zones from the lowest up, and blocks by place."""

    zones: Sequence[Zone]
    blocks: Mapping[Place, Tiles]
    side: float
    """Side of a tile, metres."""


class TerrainPicture:
    """Paints terrain into parts of the canvas."""

    def __init__(self) -> None:
        """Start without terrain."""
        self._table: Table | None = None
        self._texels: BlockTexels | None = None
        self._room = PixelRoom()
        self._pixels = self._room.of(0, 0)
        self._brushes: dict[tuple[TerrainLook, float], QBrush] = {}

    def paint(
        self,
        painter: QPainter,
        grounds: Grounds,
        table: Table,
        camera: Camera,
        box: Box,
        ratio: float,
    ) -> None:
        """Paint what of it lies in the part of the canvas that shows `box`."""
        if table != self._table:
            self._table, self._texels = table, BlockTexels(table)
            self._brushes.clear()
        places = list(_places_in(grounds, box))
        left, top, width, height = camera.pixels_of(box)
        if not (width and height and (places or grounds.zones)):
            return
        part = camera.part(left, top, width, height)
        shape = (math.ceil(height * ratio), math.ceil(width * ratio))
        self._pixels = self._room.of(*shape)
        self._pixels.fill(0)
        form = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(self._pixels.data, shape[1], shape[0], 4 * shape[1], form)
        image.setDevicePixelRatio(ratio)
        shift = pattern_shift(part, ratio)
        if grounds.zones:
            self._paint_zones(image, grounds.zones, part, ratio, shift)
        if places:
            self._paint_tiles(grounds, places, part, ratio, shift)
        painter.drawImage(QPointF(left, top), image)

    # Zones.

    def _paint_zones(
        self,
        image: QImage,
        zones: Sequence[Zone],
        part: Camera,
        ratio: float,
        shift: tuple[int, int],
    ) -> None:
        """Paint each zone in place of what lies below, with patterns aligned to tiles."""
        table = self._table
        assert table is not None
        painter = QPainter(image)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrushOrigin(QPointF(-shift[0] / ratio, -shift[1] / ratio))
        for zone in zones:
            number = table.class_of(zone.terrain)
            look = table.looks[number - 1] if number else TerrainLook()
            painter.setBrush(self._brush(look, ratio))
            corners = part.to_pixels(zone.polygon).tolist()
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
        painter.end()

    def _brush(self, look: TerrainLook, ratio: float) -> QBrush:
        known = self._brushes.get((look, ratio))
        if known is None:
            known = self._brushes[look, ratio] = _brush_of(look, ratio)
        return known

    # Tiles.

    def _paint_tiles(
        self,
        grounds: Grounds,
        places: Sequence[Place],
        part: Camera,
        ratio: float,
        shift: tuple[int, int],
    ) -> None:
        """Paint all blocks as one field of texels; each pixel takes the one below it."""
        assert self._texels is not None
        steps = _steps_for(grounds.side * part.scale * ratio)
        low, field = self._texels.field(grounds.blocks, places, steps)
        pixel, texel = 1 / (part.scale * ratio), grounds.side * (1 << steps)
        (height, width), (depth, across) = self._pixels.shape, field.classes.shape
        columns = _texels_under(part.left, pixel, width, texel, low[0], across)
        rows = _texels_under(part.top, -pixel, height, texel, low[1], depth)
        colours, shares, classes, under_x, under_y, masks, inks, out = buffers(
            kernel, *field, columns, rows, pattern_masks(ratio), self._texels.inks, self._pixels
        )
        kernel.paint(
            colours, shares, classes, under_x, under_y, masks, inks, shift[0], shift[1], out
        )


def paint_shapes(
    painter: QPainter, grounds: Grounds, table: Table, camera: Camera, box: Box
) -> None:
    """Paint the same as shapes, for vector pictures."""
    looks = dict(zip(table.names, table.looks, strict=True))
    ground = table.looks[table.ground - 1] if table.ground else TerrainLook()
    for zone in grounds.zones:
        shape = QPolygonF([QPointF(*camera.to_pixel(corner)) for corner in zone.polygon])
        _paint_shape(painter, shape, looks.get(zone.terrain, ground))
    for place in _places_in(grounds, box):
        tiles = grounds.blocks[place]
        at, column = 0, place[0] * TILES
        for number, count in zip(tiles.runs[::2], tiles.runs[1::2], strict=True):
            look = looks.get(tiles.terrains[number - 1], ground) if number else TerrainLook()
            end = at + count
            while at < end:
                row, first = divmod(at, TILES)
                wide = min(TILES - first, end - at)
                low = ((column + first) * grounds.side, (place[1] * TILES + row) * grounds.side)
                high = (low[0] + wide * grounds.side, low[1] + grounds.side)
                (x0, y1), (x1, y0) = camera.to_pixel(low), camera.to_pixel(high)
                if number:
                    _paint_shape(painter, QPolygonF(QRectF(x0, y0, x1 - x0, y1 - y0)), look)
                at += wide


def _paint_shape(painter: QPainter, shape: QPolygonF, look: TerrainLook) -> None:
    if not look.colour:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pens.brush(look.colour, look.alpha))
    painter.drawPolygon(shape)
    if look.pattern:
        width = CANVAS.terrain_dot / 2
        dash = (width, CANVAS.terrain_step / 2) if look.pattern == "dots" else ()
        pen = pens.pen(look.ink, width, dash, alpha=CANVAS.terrain_ink_alpha)
        hatch(painter, shape, pen, CANVAS.terrain_step, both=look.pattern == "cross")


def _places_in(grounds: Grounds, box: Box) -> Iterator[Place]:
    """The places of the blocks that lie in a box of the world."""
    whole = grounds.side * TILES
    x0, z0, x1, z1 = (math.floor(edge / whole) for edge in box)
    if (x1 - x0 + 1) * (z1 - z0 + 1) <= len(grounds.blocks):
        there = ((x, z) for z in range(z0, z1 + 1) for x in range(x0, x1 + 1))
        yield from (place for place in there if place in grounds.blocks)
    else:
        yield from (
            place for place in grounds.blocks if x0 <= place[0] <= x1 and z0 <= place[1] <= z1
        )


def _steps_for(pixels: float) -> int:
    """Return how often tiles of this size in device pixels are halved."""
    return min(_MOST_STEPS, max(0, math.ceil(-math.log2(pixels))))


def _texels_under(
    start: float, step: float, count: int, texel: float, first: int, size: int
) -> npt.NDArray[np.int32]:
    """Return index of the texel under each device pixel; -1 outside."""
    middles = start + (np.arange(count) + 0.5) * step
    found = np.floor(middles / texel) - first
    return np.where((found >= 0) & (found < size), found, -1).astype(np.int32)


def _brush_of(look: TerrainLook, ratio: float) -> QBrush:
    """Return a texture of whole device pixels, which replaces what is below it."""
    mask = pattern_masks(ratio)[PATTERNS.index(look.pattern)]
    ink = look.ink_pixel
    over = sum(
        (((look.fill >> bits) & 255) * (255 - (ink >> 24)) // 255 + ((ink >> bits) & 255)) << bits
        for bits in (0, 8, 16, 24)
    )
    pixels = np.where(mask, np.uint32(over), np.uint32(look.fill)).astype(np.uint32)
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(pixels.tobytes(), mask.shape[1], mask.shape[0], 4 * mask.shape[1], form)
    picture = QPixmap.fromImage(image.copy())
    picture.setDevicePixelRatio(ratio)
    return QBrush(picture)
