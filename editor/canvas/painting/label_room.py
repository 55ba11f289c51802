"""Room for numbers beside lines, where they hide neither names nor each other."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np

from editor.look.style import CANVAS
from navcore.geometry.rings import Floats

PixelBox: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Pixel: TypeAlias = tuple[float, float]

_ALONG: Final = (0.5, 0.25, 0.75)
"""Where along its line a number may stand, the best first."""


class Room:
    """What is taken on the canvas already."""

    def __init__(self, names: Sequence[PixelBox], lines: Sequence[tuple[Pixel, Pixel]]) -> None:
        """Names that stand there, and lines that are drawn."""
        self._names = np.array(names, dtype=np.float64).reshape(-1, 4)
        self._points = _points_of(lines)
        self._numbers = np.empty((0, 4))

    def beside(self, line: tuple[Pixel, Pixel], size: tuple[float, float]) -> Pixel | None:
        """The middle of a free place of this size beside a line, which then is taken.

        Where none is free it hides as little as it can of names and lines, but never a number.
        """
        best: tuple[Pixel, PixelBox] | None = None
        least = math.inf
        for place in _places(line, size):
            box = _around(place, size)
            if _overlap(self._numbers, box) > 0:
                continue
            hidden = _overlap(self._names, box) + self._line_under(box)
            if hidden < least:
                best, least = (place, box), hidden
            if hidden == 0:
                break
        if best is None:
            return None
        place, box = best
        self._numbers = np.vstack([self._numbers, box])
        return place

    def _line_under(self, box: PixelBox) -> float:
        """Square pixels of lines under a box, about."""
        x, y = self._points[:, 0], self._points[:, 1]
        inside = (x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])
        return float(np.count_nonzero(inside)) * CANVAS.width_step * CANVAS.width_casing


def _points_of(lines: Sequence[tuple[Pixel, Pixel]]) -> Floats:
    """Points along lines, close enough that no number fits between two of them."""
    parts = [np.empty((0, 2))]
    for start, end in lines:
        count = 2 + int(math.dist(start, end) / CANVAS.width_step)
        parts.append(np.linspace(start, end, count))
    return np.vstack(parts)


def _places(line: tuple[Pixel, Pixel], size: tuple[float, float]) -> Iterator[Pixel]:
    """Beside the line: right of it or above it first."""
    (x0, y0), (x1, y1) = line
    length = math.dist(*line) or 1.0
    nx, ny = (y1 - y0) / length, (x0 - x1) / length
    upright = abs(nx) > abs(ny)
    if (nx < 0) if upright else (ny > 0):
        nx, ny = -nx, -ny
    away = (abs(nx) * size[0] + abs(ny) * size[1]) / 2 + CANVAS.width_aside
    for share in _ALONG:
        x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
        for side in (1, -1):
            yield (x + side * away * nx, y + side * away * ny)


def _around(place: Pixel, size: tuple[float, float]) -> PixelBox:
    (x, y), (width, height) = place, size
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _overlap(boxes: Floats, box: PixelBox) -> float:
    """Square pixels of a box that lie over others."""
    left, top, right, bottom = boxes.T
    across = np.minimum(right, box[2]) - np.maximum(left, box[0])
    down = np.minimum(bottom, box[3]) - np.maximum(top, box[1])
    return float((across.clip(0) * down.clip(0)).sum())
