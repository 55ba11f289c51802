"""A kept picture of what lies beneath the network, while nothing but the network changes.

In a drag of two hundred waypoints floor, grid, areas and obstacles around them stay as they are.
They are painted once, part by part where they are first wanted, and drawn from then on. With the
first change of anything beneath, or another camera, they are forgotten.
"""

import math
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QRect, QRectF

from editor.canvas.camera import Camera
from editor.canvas.painting.tile_cache import MANY_PARTS, Kept, PaintPart, few

AHEAD: Final = 48
"""Pixels around what is wanted that are painted with it: drags go on."""


class Ground(Kept):
    """The part of the canvas beneath the network."""

    def __init__(self) -> None:
        """Nothing is kept, and nothing wanted."""
        super().__init__()
        self._wanted = False

    def want(self) -> None:
        """Keep it from the next paint on: only the network has changed."""
        self._wanted = True

    def forget(self) -> None:
        """Nothing of it is good any more."""
        self.camera, self._wanted = None, False

    def follow(self, camera: Camera, ratio: float) -> None:
        """Begin for a camera, at so many device pixels a pixel, if it is wanted."""
        if self._wanted and self.camera != camera:
            self.begin(camera, ratio)
        self._wanted = False

    def paint_within(self, region: QRect, paint_part: PaintPart) -> None:
        """Paint what is not painted yet of a part of the canvas."""
        assert self.camera is not None
        if not any(part.intersects(region) for part in self._todo):
            return
        around = region.adjusted(-AHEAD, -AHEAD, AHEAD, AHEAD)
        left = without(self._todo, around)
        self._todo = [part.intersected(around) for part in self._todo if part.intersects(around)]
        self.paint(paint_part)
        self._todo = left if len(left) <= MANY_PARTS else few(left)


def inside(place: QRectF) -> QRect:
    """The whole pixels that a picture drawn here covers."""
    left, top = math.ceil(place.left()), math.ceil(place.top())
    return QRect(left, top, math.floor(place.right()) - left, math.floor(place.bottom()) - top)


def without(parts: Iterable[QRect], hole: QRect) -> list[QRect]:
    """What is left of these parts outside of a rectangle."""
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
