"""Differences between two versions of a floor, and whether nearby paths may now be shorter."""

import math
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import WORD
from navcore.bake.grid import NavGrid
from navcore.kernels.crowd import walkability
from navcore.sim.floors import ground_of

_MARGIN: Final = 2
"""Cells around improved ones: one that counts as near, and one of blocked rim."""


class Box(NamedTuple):
    """A rectangle in metres."""

    min_x: float
    min_z: float
    max_x: float
    max_z: float


EVERYWHERE: Final = Box(-math.inf, -math.inf, math.inf, math.inf)


class Near(NamedTuple):
    """Surroundings of walkable cells that became walkable or changed their cost."""

    ground: walkability.Ground
    """Window of cells; blocked are those at most one cell from a changed cell."""
    box: Box
    """Rectangle of the centres of the window's outermost cells."""


class FloorChange(NamedTuple):
    """Difference between two versions of the cells of a profile."""

    box: Box
    """Bounding box of all cells that differ."""
    has_opened: bool
    """True if some became walkable or cheaper."""
    near: Near | None
    """None if cells were only blocked, or if the lattices differ."""


def change_between(before: NavGrid, after: NavGrid) -> FloorChange | None:
    """Return how cells and their costs differ; None if they are the same.

    If both grids have tiles with stamps, only tiles with different stamps are compared.
    """
    if before is after:
        return None
    if before.lattice != after.lattice:
        return FloorChange(EVERYWHERE, True, None)
    row0, column0, window = _window(before, after)
    old, new = _costs(before, after, window), _costs(after, before, window)
    differs = old != new
    found = _bounds(differs)
    if found is None:
        return None
    lattice = after.lattice
    # Padded indices are one more than cells; a cell of margin covers rounding and corners.
    low = lattice.centre_of(column0 + found[2] - 2, row0 + found[0] - 2)
    high = lattice.centre_of(column0 + found[3] - 1, row0 + found[1] - 1)
    better = differs & (new > 0)
    has_opened = bool(((new < old) | (old == 0))[better].any())
    return FloorChange(Box(*low, *high), has_opened, _near(after, row0, column0, better))


def _window(one: NavGrid, other: NavGrid) -> tuple[int, int, tuple[slice, slice]]:
    """Return the padded cells that may differ: the first row and column, and an index."""
    stamps, others = one.derived.stamps, other.derived.stamps
    if stamps is None or others is None or stamps.shape != others.shape:
        return 0, 0, (slice(None), slice(None))
    differ = (stamps != others).reshape(-1, *stamps.shape[-2:]).any(axis=0)
    row0, row1, column0, column1 = _bounds(differ) or (0, 0, 0, 0)
    index = (slice(row0 * WORD, row1 * WORD), slice(column0 * WORD, column1 * WORD))
    return row0 * WORD, column0 * WORD, index


def _costs(grid: NavGrid, other: NavGrid, window: tuple[slice, slice]) -> npt.NDArray[Any]:
    """Return the costs of cells, 0 for blocked ones; as bytes if no cost differs from 1."""
    if grid.cost is not None:
        return grid.cost[window]
    padded = grid.padded[window]
    return padded if other.cost is None else padded.astype(np.float32)


def _bounds(cells: npt.NDArray[np.bool_]) -> tuple[int, int, int, int] | None:
    """Return the bounding rectangle of marked cells: rows, then columns, half-open."""
    rows = np.flatnonzero(cells.any(axis=1))
    if len(rows) == 0:
        return None
    columns = np.flatnonzero(cells.any(axis=0))
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


def _near(grid: NavGrid, row0: int, column0: int, better: npt.NDArray[np.bool_]) -> Near | None:
    """Return the surroundings of cells, a part of the padded array that begins at row0, column0."""
    found = _bounds(better)
    if found is None:
        return None
    first_row, last_row, first_column, last_column = found
    # One more than the margin, for the blocked ring of every grid.
    marks = np.pad(better[first_row:last_row, first_column:last_column], _MARGIN + 1)
    marks[:, 1:-1] |= marks[:, :-2] | marks[:, 2:]
    marks[1:-1] |= marks[:-2] | marks[2:]
    padded = np.zeros(marks.shape, np.uint8)
    padded[1:-1, 1:-1] = ~marks[1:-1, 1:-1]
    depth, width = marks.shape[0] - 2, marks.shape[1] - 2
    # Padded indices are one more than cells.
    lattice = grid.lattice.window(
        column0 + first_column - 1 - _MARGIN, row0 + first_row - 1 - _MARGIN, width, depth
    )
    box = Box(*lattice.centre_of(0, 0), *lattice.centre_of(width - 1, depth - 1))
    return Near(ground_of(NavGrid(lattice, padded)), box)
