"""Differences between two grids: a game's old grid and the bake, or the grids of two levels."""

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.raster import CellRect
from navcore.errors import NavcoreError
from navcore.i18n import tr

LOST: Final = 1
"""Walkable in the old grid, blocked now."""

GAINED: Final = 2
"""Blocked in the old grid, walkable now."""

MOST_CELLS: Final = 2**25
"""Most cells that are compared; grids of one game have fewer, unrelated grids may have more."""

Indices = npt.NDArray[np.intp]


class Differences:
    """Compares a grid with the bake, at the centres of the cells of the finer of the two.

    The finer grid has the smaller cells; if they are equal, it is the old one. Both grids are
    sampled at the centre of each of its cells, and outside a grid everything is blocked. Grids with
    different cell sizes and origins can therefore be compared; counts are cells of the finer one.
    """

    def __init__(self, old: NavGrid, now: NavGrid) -> None:
        """The old grid against the present one.

        Raises:
            NavcoreError: if the two lie so far apart that there is nothing to compare.
        """
        self._grid = old
        self.cells: npt.NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
        """(depth, width), row 0 = lowest z: 0, `LOST` or `GAINED`; of `lattice`."""
        self.lattice = old.lattice
        self.lost = self.gained = 0
        self._bake = old.lattice
        self._build(now)

    def follow(self, now: NavGrid, dirty: Iterable[CellRect] | None) -> None:
        """Compare with the next grid.

        Args:
            now: The next grid.
            dirty: The cells that may differ from the last grid; None if unknown.

        Raises:
            NavcoreError: as for the first comparison.
        """
        if dirty is None or now.lattice != self._bake:
            self._build(now)
            return
        for rect in dirty:
            rows = self._range(self._rows, rect.row0, rect.row1)
            columns = self._range(self._columns, rect.column0, rect.column1)
            self._compare(now, rows, columns)

    def _build(self, now: NavGrid) -> None:
        finer = now.lattice if now.cell_size < self._grid.cell_size else self._grid.lattice
        self._bake, self.lattice = now.lattice, _covered(finer, now.lattice, self._grid.lattice)
        self._rows, self._columns = _maps(self.lattice, now.lattice)
        old_rows, old_columns = _maps(self.lattice, self._grid.lattice)
        self._old = _picked(self._grid.padded, old_rows, old_columns)
        self.cells = np.zeros(self._old.shape, np.uint8)
        self.lost = self.gained = 0
        self._compare(now, slice(0, self.lattice.depth), slice(0, self.lattice.width))

    def _compare(self, now: NavGrid, rows: slice, columns: slice) -> None:
        """Compare this part again, and update the counts."""
        part, old = self.cells[rows, columns], self._old[rows, columns]
        new = _picked(now.padded, self._rows[rows], self._columns[columns])
        self.lost -= int(np.count_nonzero(part == LOST))
        self.gained -= int(np.count_nonzero(part == GAINED))
        np.multiply(old > new, np.uint8(LOST), out=part)
        part += np.multiply(new > old, np.uint8(GAINED), dtype=np.uint8)
        self.lost += int(np.count_nonzero(part == LOST))
        self.gained += int(np.count_nonzero(part == GAINED))

    @staticmethod
    def _range(padded: Indices, first: int, end: int) -> slice:
        """Return which of the finer cells have their centres in these of the bake."""
        start, stop = np.searchsorted(padded, (first + 1, end + 1)).tolist()
        return slice(start, stop)


def covering(finer: Lattice, other: Lattice) -> Lattice:
    """Return a lattice, seen through a window over itself and another.

    Raises:
        NavcoreError: if the two lie so far apart that there is nothing to compare.
    """
    return _covered(finer, finer, other)


def sampled(
    cells: npt.NDArray[np.uint8], lattice: Lattice, other: Lattice
) -> npt.NDArray[np.uint8]:
    """Return the values of cells at the centres of another lattice's cells, 0 outside.

    Args:
        cells: (depth + 2, width + 2), with a ring of zeros around.
        lattice: Lattice of the cells.
        other: Lattice with the (depth, width) sample places.
    """
    return _picked(cells, *_maps(other, lattice))


def _covered(finer: Lattice, one: Lattice, other: Lattice) -> Lattice:
    """Return the finer lattice, seen through a window over both."""
    left, low = min(one.min_x, other.min_x), min(one.min_z, other.min_z)
    right, high = max(one.max_x, other.max_x), max(one.max_z, other.max_z)
    half = finer.cell_size / 2
    column0, row0 = finer.cell_of(left + half, low + half)
    column1, row1 = finer.cell_of(right - half, high - half)
    width, depth = column1 - column0 + 1, row1 - row0 + 1
    if width * depth > MOST_CELLS:
        raise NavcoreError(tr("The grid lies too far from the level to be compared with it."))
    return finer.window(column0, row0, width, depth)


def _maps(lattice: Lattice, other: Lattice) -> tuple[Indices, Indices]:
    """Return, for each row and column, the padded index of the other's cell at its centre."""
    rows = (lattice.centres_z() - other.anchor_z) / other.cell_size
    columns = (lattice.centres_x() - other.anchor_x) / other.cell_size
    return (
        _padded(rows, other.row, other.depth),
        _padded(columns, other.column, other.width),
    )


def _padded(places: npt.NDArray[np.float64], first: int, count: int) -> Indices:
    """Outside there is the ring around the cells, which is blocked."""
    return np.clip(np.floor(places).astype(np.intp) - first + 1, 0, count + 1)


def _picked(
    padded: npt.NDArray[np.uint8], rows: Indices, columns: Indices
) -> npt.NDArray[np.uint8]:
    """Return these rows and columns; a view if they are consecutive."""
    if _is_run(rows) and _is_run(columns):
        return padded[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return padded[rows][:, columns]


def _is_run(indices: Indices) -> bool:
    return indices.size > 0 and bool((np.diff(indices) == 1).all())
