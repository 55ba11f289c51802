"""Straight lines that Shift locks a gesture to: the axes, steps of 45 degrees, a normal."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from navcore.level.model import Point

AXES: Final[tuple[Point, ...]] = ((1.0, 0.0), (0.0, 1.0))
"""Along x and along z."""

EIGHTHS: Final[tuple[Point, ...]] = (*AXES, (1.0, 1.0), (1.0, -1.0))
"""Steps of 45 degrees. Whole numbers keep a straight edge straight to the last bit."""


@dataclass(frozen=True, slots=True)
class Line:
    """An endless straight line that a gesture is locked to."""

    through: Point
    direction: Point
    """Direction of the line, of any length but 0."""
    shown: bool = True
    """True if it is drawn across the view."""

    def at(self, share: float) -> Point:
        """Return the place `share` times the direction away from `through`."""
        (x, z), (dx, dz) = self.through, self.direction
        return (x + share * dx, z + share * dz)

    def nearest(self, point: Point) -> Point:
        """Return the place of the line that is nearest to the point."""
        (x, z), (dx, dz) = self.through, self.direction
        # Along an axis, both coordinates stay as they are to the last bit.
        if dz == 0:
            return (point[0], z)
        if dx == 0:
            return (x, point[1])
        return self.at(((point[0] - x) * dx + (point[1] - z) * dz) / (dx * dx + dz * dz))


def straight(origin: Point, place: Point, directions: Iterable[Point] = EIGHTHS) -> Line:
    """Return the line through `origin`, among these directions, that is nearest to the place.

    If two are equally near, the first one.
    """
    lines = (Line(origin, direction) for direction in directions)
    return min(lines, key=lambda line: math.dist(line.nearest(place), place))
