"""Find obstacles that alone separate two regions of floor, such as a crate in a doorway."""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.level.model import Level, Obstacle, Point, Polygon

MOST: Final = 6
"""Obstacles between two pieces of floor that are tried; each is a local bake."""

Mask = npt.NDArray[np.bool_]


def between(
    level: Level, layer: str, grid: NavGrid, floors: tuple[Mask, Mask], reach: float
) -> Iterator[Obstacle]:
    """Yield the obstacles of a storey near cells of both floors, the smallest first.

    Args:
        level: The level with the obstacles.
        layer: Name of the storey.
        grid: Grid of that storey.
        floors: (depth + 2, width + 2) masks of the padded cells of both regions.
        reach: Distance in metres from an obstacle's box within which such a cell must lie.
    """
    found = [
        one for one in level.obstacles.values()
        if one.active and level.settings.layer_of(one) == layer
        and all(_is_near(grid, floor, one, reach) for floor in floors)
    ]  # fmt: skip
    yield from sorted(found, key=lambda one: (_size(one), one.id))[:MOST]


def _is_near(grid: NavGrid, floor: Mask, obstacle: Obstacle, reach: float) -> bool:
    low, high = _box(obstacle)
    column0, row0 = grid.cell_of(low[0] - reach, low[1] - reach)
    column1, row1 = grid.cell_of(high[0] + reach, high[1] + reach)
    rows = slice(max(0, row0 + 1), max(0, row1 + 2))
    columns = slice(max(0, column0 + 1), max(0, column1 + 2))
    return bool(floor[rows, columns].any())


def _box(polygon: Polygon) -> tuple[Point, Point]:
    xs, zs = zip(*polygon.polygon, strict=True)
    return (min(xs), min(zs)), (max(xs), max(zs))


def _size(polygon: Polygon) -> float:
    (x0, z0), (x1, z1) = _box(polygon)
    return float((x1 - x0) * (z1 - z0))
