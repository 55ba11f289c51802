"""Line of sight over a grid."""

import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.level.model import Point


def is_clear(grid: NavGrid, a: Point, b: Point) -> bool:
    """Whether the straight way from a to b crosses walkable cells only."""
    raise NotImplementedError


def path_is_clear(grid: NavGrid, start: Point, points: npt.ArrayLike) -> bool:
    """Whether the line from start along points crosses walkable cells only."""
    raise NotImplementedError
