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

from editor.look.style import CANVAS, SIZE
from navcore.level.model import Point

Floats = npt.NDArray[np.float64]

Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z, metres."""

PixelBox: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, pixels of the canvas."""

LEAST_SCALE = CANVAS.hundred_percent * CANVAS.zoom_least
MOST_SCALE = CANVAS.hundred_percent * CANVAS.zoom_most
FRAME_SHARE = 0.84
"""Greatest share of the canvas that a framed box takes."""
COVERED_SHARE = 0.6
"""Least scale of a framed box, relative to the whole canvas, beside what covers an edge."""


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
        """The visible box: least x, least z, greatest x, greatest z, metres."""
        width, depth = self.width / self.scale, self.height / self.scale
        return (self.left, self.top - depth, self.left + width, self.top)

    @property
    def zoom(self) -> float:
        """The zoom: 1.0 for 100 %."""
        return self.scale / CANVAS.hundred_percent

    def to_pixel(self, point: Point) -> tuple[float, float]:
        """Return where a place of the world is on the canvas."""
        return ((point[0] - self.left) * self.scale, (self.top - point[1]) * self.scale)

    def to_pixels(self, points: Sequence[Point] | Floats) -> Floats:
        """(n, 2) world metres to (n, 2) pixels."""
        world = np.asarray(points, np.float64).reshape(-1, 2)
        pixels = np.empty_like(world)
        pixels[:, 0] = (world[:, 0] - self.left) * self.scale
        pixels[:, 1] = (self.top - world[:, 1]) * self.scale
        return pixels

    def to_world(self, x: float, y: float) -> Point:
        """Return the place of the world under a pixel."""
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
        """Return the view of a part of the canvas that starts at pixel (x, y)."""
        middle_x, middle_z = self.to_world(x + width / 2, y + height / 2)
        return Camera(middle_x, middle_z, self.scale, width, height)

    def sees(self, box: Box) -> bool:
        """Return whether anything of a world box is in view."""
        mine = self.box
        return box[0] <= mine[2] and box[2] >= mine[0] and box[1] <= mine[3] and box[3] >= mine[1]

    def resized(self, width: int, height: int) -> "Camera":
        """Return the same centre and scale on a canvas of another size."""
        return replace(self, width=max(1, width), height=max(1, height))

    def recut(self, width: int, height: int, dx: float, dy: float) -> "Camera":
        """Return the same world in the same pixels of the screen on a canvas of another size.

        Its upper left corner has moved by `dx` pixels to the right and `dy` down.
        """
        left, top = self.to_world(dx, dy)
        x, z = left + width / 2 / self.scale, top - height / 2 / self.scale
        return replace(self.resized(width, height), x=x, z=z)

    def panned(self, dx: float, dy: float) -> "Camera":
        """Return the view after the world was dragged by these pixels."""
        return replace(self, x=self.x - dx / self.scale, z=self.z + dy / self.scale)

    def zoomed(self, factor: float, at: tuple[float, float] | None = None) -> "Camera":
        """Return a camera zoomed by `factor`; the place under the pixel `at` (the middle) stays."""
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
        """Return the same view, moved by less than 1/100 pixel.

        Whole metres, and common parts of them, then never fall just between two pixels, where
        floating-point noise would decide on which side they are drawn: newly painted parts fit
        parts painted before a pan.
        """
        across, down = self.width / 2 - self.x * self.scale, self.height / 2 + self.z * self.scale
        x = (self.width / 2 - _beside_ties(across)) / self.scale
        z = (_beside_ties(down) - self.height / 2) / self.scale
        return replace(self, x=x, z=z)

    def framing(self, box: Box | None, *, covered: Sequence[PixelBox] = ()) -> "Camera":
        """Return the view that shows a whole world box, with a margin; None: the origin at 100 %.

        Something lies over the `covered` pixels, at the upper edge or the lower left corner: the
        box is moved below, beside or above it, and made a little smaller if needed.
        """
        if box is None or not all(map(math.isfinite, box)):
            return replace(self, x=0.0, z=0.0, scale=CANVAS.hundred_percent)
        whole = self._fitted(box)
        if not whole.is_covered(box, covered):
            return whole
        over = [one for one in covered if one[1] + one[3] < self.height]
        corner = [one for one in covered if one not in over]
        top = max((one[3] + SIZE.margin for one in over), default=0.0)
        left = max((one[2] + SIZE.margin for one in corner), default=0.0)
        bottom = max((self.height - one[1] + SIZE.margin for one in corner), default=0.0)
        ways = [
            self._fitted(box, left=one, bottom=other, top=upper)
            for upper in (0.0, top)
            for one, other in ((0.0, 0.0), (left, 0.0), (0.0, bottom))
        ]
        free = [way for way in ways if not way.is_covered(box, covered)]
        best = max(free, key=lambda way: way.scale, default=whole)
        if best.scale >= COVERED_SHARE * whole.scale and best is not whole:
            return best
        # Beside what covers the corner it would be too small: keep at least the upper edge free.
        beneath = ways[3]
        return beneath if beneath.scale >= COVERED_SHARE * whole.scale else whole

    def is_covered(self, box: Box, covered: Sequence[PixelBox]) -> bool:
        """Return whether something lies over a part of a world box."""
        left, bottom = self.to_pixel((box[0], box[1]))
        right, top = self.to_pixel((box[2], box[3]))
        return any(
            x0 < right and left < x1 and y0 < bottom and top < y1
            for x0, y0, x1, y1 in covered
            if x0 < x1 and y0 < y1
        )

    def _fitted(
        self, box: Box, *, left: float = 0.0, bottom: float = 0.0, top: float = 0.0
    ) -> "Camera":
        """Return the view with the box as large as possible, with free pixels on these sides."""
        width, depth = max(box[2] - box[0], 1e-6), max(box[3] - box[1], 1e-6)
        # The free pixels are part of the margin.
        edge_x, edge_z = ((1 - FRAME_SHARE) / 2 * size for size in (self.width, self.height))
        room_x = self.width * FRAME_SHARE - max(0.0, left - edge_x)
        room_y = self.height * FRAME_SHARE - max(0.0, bottom - edge_z) - max(0.0, top - edge_z)
        fitting = max(0.0, min(room_x / width, room_y / depth))
        scale = min(4 * CANVAS.hundred_percent, max(LEAST_SCALE, fitting))
        x, z = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        spare = (self.height - depth * scale) / 2
        beside = max(0.0, left - (self.width - width * scale) / 2)
        beneath = max(0.0, bottom - spare) - max(0.0, top - spare)
        return replace(self, x=x - beside / scale, z=z - beneath / scale, scale=scale)


def _beside_ties(pixel: float) -> float:
    """Return the nearest odd multiple of 1/128: neither a half nor a whole, at any device ratio."""
    return (math.floor(pixel * 64) + 0.5) / 64


def grown(box: Box, reach: float) -> Box:
    """Return the box, larger by `reach` metres on every side."""
    return (box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach)
