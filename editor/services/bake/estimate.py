"""Estimate the duration of a bake from its number of cells and of changed corners."""

import math
from collections.abc import Iterable
from typing import Final

from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Polygon
from navcore.world import World

CORNER_MS: Final = 2e-3
"""Milliseconds a corner of what changed: outlines of a million corners take 0.4 to 3 s."""


ITEM_MS: Final = 2e-3
"""Milliseconds an item of an edit, whatever it is: 10,000 waypoints take 21."""


def milliseconds(base: World, level: Level, edit: Edit, rate: float) -> float:
    """Return about how long the bake of `level` takes, which `edit` leads to from `base`'s.

    `rate` is in milliseconds a cell, as measured last.
    """
    changed = [
        polygon
        for items in (edit.before, edit.after)
        for polygon in items.values()
        if isinstance(polygon, Polygon)
    ]
    corners = sum(len(polygon.polygon) for polygon in changed)
    if corners > len(changed) * 1000:
        # Iterating over this many corners takes time too.
        return CORNER_MS * corners
    looked = ITEM_MS * len(edit.after)
    areas = (polygon for polygon in changed if isinstance(polygon, Area))
    return looked + CORNER_MS * corners + rate * cells_after(base, level, areas)


def cells_after(base: World, level: Level, areas: Iterable[Area]) -> float:
    """Return an upper bound of the number of cells of `level` after these areas changed."""
    lattice, cell_size = base.grid.lattice, level.settings.cell_size
    points = [point for area in areas for point in area.polygon]
    x0, z0, x1, z1 = lattice.min_x, lattice.min_z, lattice.max_x, lattice.max_z
    if points:
        margin, (xs, zs) = level.settings.margin, zip(*points, strict=True)
        x0, x1 = min(x0, min(xs) - margin), max(x1, max(xs) + margin)
        z0, z1 = min(z0, min(zs) - margin), max(z1, max(zs) + margin)
    return math.ceil((x1 - x0) / cell_size) * math.ceil((z1 - z0) / cell_size)


def work_of(level: Level) -> int:
    """Return roughly the number of polygons and edges that a job counts."""
    areas, obstacles = level.areas.values(), level.obstacles.values()
    count = sum(1 + len(obstacle.polygon) for obstacle in obstacles)
    with_edges = level.settings.boundary_padding > 0
    return count + sum(1 + with_edges * len(area.polygon) for area in areas)
