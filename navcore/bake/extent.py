"""The cells that a level needs (S0-010, S0-011), and their limit."""

import math
from typing import Final

from navcore.bake.lattice import Lattice
from navcore.errors import LevelTooLarge
from navcore.geometry.rings import Box, grown
from navcore.level.model import Settings

MAX_CELLS: Final = 2**24 + 2**20
"""Default limit: the cells of a 4096 x 4096 level with its margins."""

_FARTHEST: Final = 2**40
"""Cells between the origin and the grid; farther out, rounding moves centres noticeably."""


def lattice_for(bounds: Box | None, settings: Settings, max_cells: int = MAX_CELLS) -> Lattice:
    """The lattice of a level: the bounds of all its areas and a margin on each side (S0-010).

    A level without areas gets one cell, which nothing makes walkable.

    Raises:
        LevelTooLarge: if that takes more than `max_cells`, or lies too far from the origin.
    """
    cell = settings.cell_size
    if bounds is None:
        return Lattice(cell, 0.0, 0.0, 1, 1)
    x0, z0, x1, z1 = grown(bounds, settings.margin)
    _refuse_too_many(bounds, settings, max_cells)
    _refuse_too_far((x0, z0, x1, z1), cell)
    if settings.grid_origin == "bounds":
        return Lattice(
            cell, x0, z0, max(1, math.ceil((x1 - x0) / cell)), max(1, math.ceil((z1 - z0) / cell))
        )
    column, row = math.floor(x0 / cell), math.floor(z0 / cell)
    return Lattice(
        cell,
        0.0,
        0.0,
        max(1, math.ceil(x1 / cell) - column),
        max(1, math.ceil(z1 / cell) - row),
        column,
        row,
    )


def extended(
    lattice: Lattice, bounds: Box | None, settings: Settings, max_cells: int = MAX_CELLS
) -> Lattice:
    """Return the lattice with its window grown by whole cells until it holds the bounds and margin.

    Raises:
        LevelTooLarge: as :func:`lattice_for`.
    """
    if bounds is None:
        return lattice
    _refuse_too_many(bounds, settings, max_cells)
    x0, z0, x1, z1 = grown(bounds, settings.margin)
    _refuse_too_far((x0, z0, x1, z1), lattice.cell_size)
    cell = lattice.cell_size
    left = min(0, math.floor((x0 - lattice.anchor_x) / cell) - lattice.column)
    bottom = min(0, math.floor((z0 - lattice.anchor_z) / cell) - lattice.row)
    right = max(lattice.width, math.ceil((x1 - lattice.anchor_x) / cell) - lattice.column)
    top = max(lattice.depth, math.ceil((z1 - lattice.anchor_z) / cell) - lattice.row)
    if (left, bottom, right, top) == (0, 0, lattice.width, lattice.depth):
        return lattice
    if (right - left) * (top - bottom) > max_cells:
        raise _too_many((right - left) * (top - bottom), bounds, settings, max_cells)
    return lattice.window(left, bottom, right - left, top - bottom)


def _refuse_too_many(bounds: Box, settings: Settings, max_cells: int) -> None:
    cells = _cells(bounds, settings, settings.cell_size)
    if not cells <= max_cells:
        raise _too_many(cells, bounds, settings, max_cells)


def _refuse_too_far(window: Box, cell_size: float) -> None:
    farthest = max(map(abs, window))
    if farthest > _FARTHEST * cell_size:
        message = (
            f"areas reach {farthest:.4g} m from the origin, too far for cells of "
            f"{cell_size:.4g} m; move them nearer to x = 0, z = 0"
        )
        raise LevelTooLarge(message)


def _cells(bounds: Box, settings: Settings, cell_size: float) -> float:
    """Return cells that the bounds take at this cell size, as a float: it may be infinite."""
    x0, z0, x1, z1 = bounds
    extra = 2 * (settings.margin - 2 * settings.cell_size + 2 * cell_size)
    return _whole((x1 - x0 + extra) / cell_size) * _whole((z1 - z0 + extra) / cell_size)


def _whole(count: float) -> float:
    return max(1.0, count if count > 2**53 else float(math.ceil(count)))


def _too_many(cells: float, bounds: Box, settings: Settings, max_cells: int) -> LevelTooLarge:
    x0, z0, x1, z1 = bounds
    width, depth = x1 - x0, z1 - z0
    size = f"areas span {width:.4g} x {depth:.4g} m: {cells:.4g} cells of "
    size += f"{settings.cell_size:.4g} m, more than {max_cells:,}"
    fitting = _fitting_cell_size(bounds, settings, max_cells)
    if fitting is None:
        return LevelTooLarge(f"{size}; look for a corner that lies far out", cells)
    return LevelTooLarge(f"{size}; a cell size of {fitting:g} m fits", cells)


def _fitting_cell_size(bounds: Box, settings: Settings, max_cells: int) -> float | None:
    """Return the smallest cell size of two digits that fits; None if no sensible one does."""
    x0, z0, x1, z1 = bounds
    smallest = settings.cell_size
    largest = max(x1 - x0, z1 - z0, smallest)
    if not largest < 1e9:
        return None
    for exponent in range(math.floor(math.log10(smallest)) - 1, 10):
        for digits in range(10, 100):
            size = float(f"{digits}e{exponent}")
            if size > smallest and _cells(bounds, settings, size) <= max_cells:
                return size
    return None
