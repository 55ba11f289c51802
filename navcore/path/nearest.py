"""Snapping: the walkable cell nearest to a point."""

import math

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.kernels.search import nearest as kernel
from navcore.level.model import Point
from navcore.path.space import Space

__all__ = ["nearest_free_cell", "nearest_walkable"]


def nearest_walkable(grid: NavGrid, point: Point, snap_radius: float) -> tuple[int, int] | None:
    """Return column and row of the walkable cell nearest to `point` (S0-040, S0-041).

    It is the point's own cell if that is walkable; otherwise square rings of cells around it are
    searched, up to `snap_radius` metres in whole cells. None if they contain no walkable cell. Ties
    go to the lower index, row by row.
    """
    space = Space.of(grid)
    cell = nearest_free_cell(space, point, snap_radius)
    return None if cell < 0 else space.place_of(cell)


def nearest_free_cell(space: Space, point: Point, snap_radius: float) -> int:
    """Return the id of the cell that `nearest_walkable` finds, -1 if there is none."""
    own = space.free_cell_at(point)
    if own >= 0:
        return own
    lattice = space.lattice
    column, row = space.cell_of(point)
    # Number of rings until the grid begins, and until it ends.
    nearest_ring = max(-column, column - (lattice.width - 1), -row, row - (lattice.depth - 1), 1)
    farthest_ring = max(
        abs(column), abs(lattice.width - column), abs(row), abs(lattice.depth - row)
    )
    last_ring = _rings(snap_radius, lattice.cell_size, farthest_ring)
    if nearest_ring > last_ring:
        return -1
    x = (point[0] - lattice.anchor_x) / lattice.cell_size - (lattice.column - 1)
    z = (point[1] - lattice.anchor_z) / lattice.cell_size - (lattice.row - 1)
    cells, stamped = kernels.buffers(kernel, space.cells, space.stamped)
    found: int = kernel.nearest_free(
        cells, stamped, space.row_length, x, z, column + 1, row + 1, nearest_ring, last_ring
    )
    return found


def _rings(radius: float, cell_size: float, most: int) -> int:
    """Return whole cells in the radius; 0.6 m are three cells of 0.2 m despite rounding."""
    return math.floor(min(radius / cell_size * (1 + 1e-12), most))
