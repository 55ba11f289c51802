"""The part of a level that a picture shows: metres to pixels."""

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from navcore.level.affine import Point
from navcore.report.pictures.shapes import Points


class Frame(msgspec.Struct, frozen=True):
    """A part of the world, and where in a picture it stands."""

    min_x: float
    max_z: float
    scale: float
    """Pixels a metre."""
    left: float
    top: float
    width: float
    """Pixels."""
    height: float

    @classmethod
    def around(
        cls,
        box: tuple[float, float, float, float],
        place: tuple[float, float],
        width: float,
        heights: tuple[float, float],
    ) -> "Frame":
        """Return the frame that shows a box of the world, enlarged to fit the picture.

        Args:
            box: Least x and z, greatest x and z, metres.
            place: Left and top of the frame in the picture.
            width: Width of the frame, pixels.
            heights: The least and the greatest height of the frame.
        """
        min_x, min_z, max_x, max_z = box
        wide, high = max(max_x - min_x, 1e-3), max(max_z - min_z, 1e-3)
        height = round(min(max(width * high / wide, heights[0]), heights[1]))
        scale = min(width / wide, height / high)
        middle = ((min_x + max_x) / 2, (min_z + max_z) / 2)
        return cls(
            middle[0] - width / scale / 2, middle[1] + height / scale / 2, scale, *place,
            width, height,
        )  # fmt: skip

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Least x and z, greatest x and z that are shown, metres."""
        return (
            self.min_x, self.max_z - self.height / self.scale,
            self.min_x + self.width / self.scale, self.max_z,
        )  # fmt: skip

    @property
    def pixels(self) -> tuple[float, float, float, float]:
        """Left, top, width and height in the picture."""
        return (self.left, self.top, self.width, self.height)

    def to_pixels(self, ring: Sequence[Point] | Points) -> Points:
        """Return points of the world, metres, as (n, 2) pixels."""
        points = np.asarray(ring, np.float64).reshape(-1, 2)
        return np.stack(
            (
                self.left + (points[:, 0] - self.min_x) * self.scale,
                self.top + (self.max_z - points[:, 1]) * self.scale,
            ),
            axis=1,
        )

    def to_pixel(self, point: Point) -> tuple[float, float]:
        """Return a point of the world, metres, as x and y in the picture."""
        x, y = self.to_pixels([point])[0].tolist()
        return x, y

    def sees(self, ring: Iterable[Point]) -> bool:
        """Return whether the bounding box of points reaches into the frame."""
        points = np.asarray(list(ring), np.float64).reshape(-1, 2)
        if not len(points):
            return False
        (x0, z0), (x1, z1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        min_x, min_z, max_x, max_z = self.box
        return bool(x0 <= max_x and x1 >= min_x and z0 <= max_z and z1 >= min_z)
