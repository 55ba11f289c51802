"""Many outlines in one picture: a kernel fills them and draws their lines.

Qt's painter takes 10 microseconds for an outline of 15 corners a few pixels across, and more than
two frames for 4,000 of them. The kernel takes a tenth of that.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QImage, QPainter

from editor.canvas.camera import Box, Camera
from editor.canvas.painting.drawing import FAR, outlines
from editor.canvas.painting.pixel_room import SCRATCH
from editor.look import pens, style
from editor.look.style import CANVAS, LineStyle
from navcore.geometry.corner_arrays import CORNERS
from navcore.geometry.rings import Floats
from navcore.kernels import buffers
from navcore.kernels.draw import blit
from navcore.level.model import Ring

MOST: Final = 64
"""Number of corners up to which the kernel is faster than Qt, for any size."""


@dataclass(frozen=True, slots=True)
class RingStyle:
    """Look of outlines: colours, "" for none, widths in pixels, opacity of the fill."""

    line: str
    width: float
    fill: str
    alpha: float = 1.0


def paint_rings(
    painter: QPainter,
    rings: Sequence[Ring],
    camera: Camera,
    box: Box,
    ratio: float,
    look: RingStyle,
) -> None:
    """Paint closed outlines over each other, each with its line, where they are in a box."""
    left, top, across, down = camera.pixels_of(box)
    if not (across and down and rings):
        return
    # Whole device pixels around the part.
    x, y = math.floor(left * ratio), math.floor(top * ratio)
    width = math.ceil((left + across) * ratio) - x
    height = math.ceil((top + down) * ratio) - y
    thick = max(1, round(look.width * ratio))
    sizes = [len(ring) for ring in rings]
    arrays = (
        halves_of(np.concatenate(CORNERS.of(rings)), camera, ratio, thick)
        - np.array([2 * x, 2 * y], np.int32),
        np.cumsum([0, *sizes], dtype=np.int32),
        np.full(len(rings), _colour(look.fill, look.alpha), np.uint32),
        np.full(len(rings), _colour(look.line), np.uint32),
    )
    picture = SCRATCH.of(height, width)
    picture.fill(0)
    room = np.empty(max(sizes), np.int64)
    corners, starts, fills, lines, room, out = buffers(blit, *arrays, room, picture)
    blit.rings(corners, starts, fills, lines, thick, room, out, width, height)
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(picture.data, width, height, 4 * width, form)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(QPointF(x / ratio, y / ratio), image)


def _colour(token: str, alpha: float = 1.0) -> int:
    return pens.premultiplied(token, alpha) if token else 0


def halves_of(places: Floats, camera: Camera, ratio: float, thick: int) -> npt.NDArray[np.int32]:
    """Halves of device pixels of corners, put where a line so thick falls on whole pixels."""
    odd = thick % 2
    pixels = np.clip(camera.to_pixels(places), -FAR, FAR) * ratio
    return (2 * np.round(pixels - odd / 2) + odd).astype(np.int32)


def draw_plain(
    painter: QPainter, rings: Sequence[Ring], line: LineStyle, camera: Camera, ratio: float
) -> None:
    """Draw many closed outlines of one style at once: no casing, a line one pixel wide."""
    token, width = getattr(style.current(), line.colour), min(line.width, CANVAS.outline)
    small = [] if line.dash else [ring for ring in rings if len(ring) <= MOST]
    look = RingStyle(token if width else "", width, token, line.fill_alpha)
    paint_rings(painter, small, camera, camera.box, ratio, look)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(pens.pen(token, width, line.dash) if width else Qt.PenStyle.NoPen)
    painter.setBrush(pens.brush(token, line.fill_alpha) if line.fill_alpha else QBrush())
    for shape in outlines([r for r in rings if line.dash or len(r) > MOST], camera, width, ratio):
        painter.drawPolygon(shape)
