"""The camera: which part of the world the canvas shows, and how large. No Qt, immutable.

Pixels are device-independent, from the canvas's top left corner, y down. World metres have x
to the right and z up.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from editor.look.style import CANVAS
from navcore.level.model import Point

Floats = npt.NDArray[np.float64]

Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z, metres."""

LEAST_SCALE = CANVAS.hundred_percent * CANVAS.zoom_least
MOST_SCALE = CANVAS.hundred_percent * CANVAS.zoom_most
FRAME_SHARE = 0.84
"""Share of the canvas that what is framed takes at most."""
CORNER_SHARE = 0.75
"""What is framed gets no smaller than this for what covers a corner of the canvas."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A view of `width` x `height` pixels centred on (`x`, `z`), at `scale` pixels a metre."""

    x: float = 0.0
    z: float = 0.0
    scale: float = CANVAS.hundred_percent
    width: int = 1
    height: int = 1

    @property
    def left(self) -> float:
        """x of the left edge, metres."""
        return self.x - self.width / 2 / self.scale

    @property
    def top(self) -> float:
        """z of the upper edge, metres."""
        return self.z + self.height / 2 / self.scale

    @property
    def box(self) -> Box:
        """What is seen: least x, least z, greatest x, greatest z, metres."""
        width, depth = self.width / self.scale, self.height / self.scale
        return (self.left, self.top - depth, self.left + width, self.top)

    @property
    def zoom(self) -> float:
        """1.0 for 100 %."""
        return self.scale / CANVAS.hundred_percent

    def to_pixel(self, point: Point) -> tuple[float, float]:
        """Where a place of the world is on the canvas."""
        return ((point[0] - self.left) * self.scale, (self.top - point[1]) * self.scale)

    def to_pixels(self, points: Sequence[Point] | Floats) -> Floats:
        """(n, 2) world metres to (n, 2) pixels."""
        world = np.asarray(points, np.float64).reshape(-1, 2)
        pixels = np.empty_like(world)
        pixels[:, 0] = (world[:, 0] - self.left) * self.scale
        pixels[:, 1] = (self.top - world[:, 1]) * self.scale
        return pixels

    def to_world(self, x: float, y: float) -> Point:
        """The place of the world under a pixel."""
        return (self.left + x / self.scale, self.top - y / self.scale)

    def pixels_of(self, box: Box) -> tuple[int, int, int, int]:
        """The whole pixels that show a world box: left, top, width and height, 0 for nothing."""
        x0, y1 = self.to_pixel((box[0], box[1]))
        x1, y0 = self.to_pixel((box[2], box[3]))
        # Within the canvas: Qt's rectangles hold no numbers from far outside.
        left = math.floor(min(max(x0, 0.0), self.width))
        top = math.floor(min(max(y0, 0.0), self.height))
        right, bottom = math.ceil(min(x1, self.width)), math.ceil(min(y1, self.height))
        return (left, top, max(0, right - left), max(0, bottom - top))

    def part(self, x: int, y: int, width: int, height: int) -> "Camera":
        """The view of a part of the canvas: so many pixels from pixel (x, y) on."""
        middle_x, middle_z = self.to_world(x + width / 2, y + height / 2)
        return Camera(middle_x, middle_z, self.scale, width, height)

    def sees(self, box: Box) -> bool:
        """Whether anything of a world box is in view."""
        mine = self.box
        return box[0] <= mine[2] and box[2] >= mine[0] and box[1] <= mine[3] and box[3] >= mine[1]

    def resized(self, width: int, height: int) -> "Camera":
        """The same centre and scale on a canvas of another size."""
        return replace(self, width=max(1, width), height=max(1, height))

    def recut(self, width: int, height: int, dx: float, dy: float) -> "Camera":
        """The same world in the same pixels of the screen on a canvas of another size.

        Its upper left corner has moved by `dx` pixels to the right and `dy` down.
        """
        left, top = self.to_world(dx, dy)
        x, z = left + width / 2 / self.scale, top - height / 2 / self.scale
        return replace(self.resized(width, height), x=x, z=z)

    def panned(self, dx: float, dy: float) -> "Camera":
        """The view after the world was dragged by so many pixels."""
        return replace(self, x=self.x - dx / self.scale, z=self.z + dy / self.scale)

    def zoomed(self, factor: float, at: tuple[float, float] | None = None) -> "Camera":
        """Larger by `factor`; what lies under the pixel `at` (the middle) stays there."""
        scale = min(MOST_SCALE, max(LEAST_SCALE, self.scale * factor))
        px, py = at or (self.width / 2, self.height / 2)
        x, z = self.to_world(px, py)
        return replace(
            self,
            scale=scale,
            x=x - (px - self.width / 2) / scale,
            z=z + (py - self.height / 2) / scale,
        )

    def settled(self) -> "Camera":
        """The same view, moved by less than 1/100 pixel.

        Whole metres, and parts of them that people use, then never fall just between two
        pixels, where the dust of adding fractions would decide on which side they are drawn:
        what is painted after a pan fits what was painted before it.
        """
        across, down = self.width / 2 - self.x * self.scale, self.height / 2 + self.z * self.scale
        x = (self.width / 2 - _beside_ties(across)) / self.scale
        z = (_beside_ties(down) - self.height / 2) / self.scale
        return replace(self, x=x, z=z)

    def framing(self, box: Box | None, *, corner: tuple[float, float] = (0.0, 0.0)) -> "Camera":
        """The view that shows a world box whole, with room around; None: the origin at 100 %.

        `corner` is how many pixels across and up something covers at the lower left: the box
        moves beside or above it, and gets a little smaller if it must.
        """
        if box is None or not all(map(math.isfinite, box)):
            return replace(self, x=0.0, z=0.0, scale=CANVAS.hundred_percent)
        whole, across, up = self._fitted(box), corner[0], corner[1]
        x, y = whole.to_pixel((box[0], box[1]))
        if x >= across or y <= self.height - up:
            return whole
        free = [
            self._fitted(box, left=across) if 2 * across < self.width else whole,
            self._fitted(box, bottom=up) if 2 * up < self.height else whole,
        ]
        best = max((way for way in free if way != whole), key=lambda way: way.scale, default=whole)
        return best if best.scale >= CORNER_SHARE * whole.scale else whole

    def _fitted(self, box: Box, *, left: float = 0.0, bottom: float = 0.0) -> "Camera":
        """The box as large as it fits; so many pixels beside or beneath it stay free."""
        width, depth = max(box[2] - box[0], 1e-6), max(box[3] - box[1], 1e-6)
        # What stays free is margin already.
        edge = (1 - FRAME_SHARE) / 2
        room_x = self.width * FRAME_SHARE - max(0.0, left - edge * self.width)
        room_y = self.height * FRAME_SHARE - max(0.0, bottom - edge * self.height)
        fitting = max(0.0, min(room_x / width, room_y / depth))
        scale = min(4 * CANVAS.hundred_percent, max(LEAST_SCALE, fitting))
        x, z = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        beside = max(0.0, left - (self.width - width * scale) / 2)
        beneath = max(0.0, bottom - (self.height - depth * scale) / 2)
        return replace(self, x=x - beside / scale, z=z - beneath / scale, scale=scale)


def _beside_ties(pixel: float) -> float:
    """The nearest odd multiple of 1/128: neither a half nor a whole, at any device ratio."""
    return (math.floor(pixel * 64) + 0.5) / 64


def grown(box: Box, reach: float) -> Box:
    """The box, larger by `reach` metres on every side."""
    return (box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach)
