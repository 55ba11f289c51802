"""A kept picture of everything below the network, while only the network changes.

In a drag of two hundred waypoints floor, grid, areas and obstacles around them stay the same. They
are painted once, part by part when first needed, and reused from then on. A change below, or
another camera, drops the picture.
"""

import math
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QRect, QRectF

from editor.canvas.camera import Camera
from editor.canvas.painting.tile_cache import MANY_PARTS, Kept, PaintPart, few

AHEAD: Final = 48
"""Margin in pixels that is painted around a needed part, because drags continue."""


class Ground(Kept):
    """The part of the canvas below the network."""

    def __init__(self) -> None:
        """Start without a picture."""
        super().__init__()
        self._wanted = False

    def want(self) -> None:
        """Keep it from the next paint on: only the network has changed."""
        self._wanted = True

    def forget(self) -> None:
        """Drop the picture."""
        self.camera, self._wanted = None, False

    def follow(self, camera: Camera, ratio: float) -> None:
        """Start for a camera, at `ratio` device pixels a pixel, if it is needed."""
        if self._wanted and self.camera != camera:
            self.begin(camera, ratio)
        self._wanted = False

    def paint_within(self, region: QRect, paint_part: PaintPart) -> None:
        """Paint the missing parts within a region of the canvas."""
        assert self.camera is not None
        if not any(part.intersects(region) for part in self._todo):
            return
        around = region.adjusted(-AHEAD, -AHEAD, AHEAD, AHEAD)
        left = without(self._todo, around)
        self._todo = [part.intersected(around) for part in self._todo if part.intersects(around)]
        self.paint(paint_part)
        self._todo = left if len(left) <= MANY_PARTS else few(left)


def inside(place: QRectF) -> QRect:
    """Return the whole pixels that a picture drawn here covers."""
    left, top = math.ceil(place.left()), math.ceil(place.top())
    return QRect(left, top, math.floor(place.right()) - left, math.floor(place.bottom()) - top)


def without(parts: Iterable[QRect], hole: QRect) -> list[QRect]:
    """Return the remains of these parts outside a rectangle."""
    left = []
    for part in parts:
        cut = part.intersected(hole)
        if cut.isEmpty():
            left.append(part)
            continue
        x0, y0, x1, y1 = part.x(), part.y(), part.right() + 1, part.bottom() + 1
        a0, b0, a1, b1 = cut.x(), cut.y(), cut.right() + 1, cut.bottom() + 1
        left += [
            QRect(x0, y0, x1 - x0, b0 - y0),
            QRect(x0, b1, x1 - x0, y1 - b1),
            QRect(x0, b0, a0 - x0, b1 - b0),
            QRect(a1, b0, x1 - a1, b1 - b0),
        ]
    return [part for part in left if not part.isEmpty()]
