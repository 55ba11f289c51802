"""Very many lines in one picture: stroking thousands of them takes longer than ten frames."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Box, Camera, Floats
from editor.canvas.painting.paths import path_of
from editor.canvas.painting.vector import is_vector
from editor.look import pens
from navcore.kernels import buffers
from navcore.kernels.draw import blit

FAR: Final = 1e5
"""Pixels; no line is drawn farther out."""


def draw_lines(
    painter: QPainter,
    points: Floats,
    joined: npt.NDArray[np.int32],
    strokes: Sequence[tuple[str, float]],
    alpha: float,
    camera: Camera,
    box: Box,
    ratio: float,
) -> None:
    """Lines through pixels, as strong where they lie over each other as anywhere else.

    Args:
        painter: What draws.
        points: (n, 2) pixels.
        joined: (n,) 1 where a line goes on to the next point, 0 where it ends.
        strokes: Colours and widths, each over the one before.
        alpha: Opacity of all together.
        camera: Where the world is seen from.
        box: The part of the world that is painted.
        ratio: Device pixels a pixel.
    """
    points = np.clip(points, -FAR, FAR)
    painter.setOpacity(alpha)
    if is_vector(painter):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for token, width in strokes:
            painter.setPen(pens.pen(token, width))
            painter.drawPath(path_of(points, joined))
    else:
        _blit(painter, points, joined, strokes, camera, box, ratio)
    painter.setOpacity(1.0)


def _blit(
    painter: QPainter,
    points: Floats,
    joined: npt.NDArray[np.int32],
    strokes: Sequence[tuple[str, float]],
    camera: Camera,
    box: Box,
    ratio: float,
) -> None:
    left, top, width, height = camera.pixels_of(box)
    if not (width and height):
        return
    pixels = np.floor((points - (left, top)) * ratio).astype(np.int32)
    width, height = math.ceil(width * ratio), math.ceil(height * ratio)
    picture = _pixels(height, width)
    picture[:] = 0
    corners, ends, out = buffers(blit, pixels, joined, picture)
    for token, wide in strokes:
        colour = pens.colour(token).rgba()
        blit.lines(corners, ends, colour, max(1, round(wide * ratio)), out, width, height)
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(picture.data, width, height, 4 * width, form)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(QPointF(left, top), image)


@lru_cache(maxsize=1)
def _pixels(height: int, width: int) -> npt.NDArray[np.uint32]:
    """Pixels to paint over again and again; new memory would be slow."""
    return np.empty((height, width), np.uint32)
