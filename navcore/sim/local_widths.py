"""How wide the floor is around each cell: the largest disc of floor that covers it.

A cell's width class counts how many discs of a ladder of diameters fit on walkable cells so that
they cover the cell (its local thickness; Hildebrand and Rueegsegger 1997): a doorway has a low
class, from jamb to jamb, a room a high one right up to its walls. The class depends on cells
nearby only. It is computed for bands of rows when they are asked for, from bitmaps, 64 cells at a
time: a disc fits where the cells under it are all walkable (erosion), and covers the cells under
it there (dilation).
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid

WIDEST: Final = 11.5
"""Diameter of the largest disc, metres: wider floor is open."""
BAND: Final = 128
"""Rows whose classes are computed in one go."""
_LADDER: Final = (1, 2, 3, 4, 5, 7, 9, 12, 16, 21, 28, 37, 49, 65, 85, 113)
"""Diameters in cells, of which each is at most 4/3 of the one before, where cells allow it: the
disc in a crossing of two alleys is 1.4 times as wide as the alleys."""


def diameters_for(cell_size: float) -> tuple[int, ...]:
    """Return the diameters of the discs for cells of a size, in cells."""
    return tuple(one for one in _LADDER if one * cell_size <= WIDEST) or (1,)


class _Disc(NamedTuple):
    """The rows of a disc of cells: where the run of each begins, and how long it is."""

    begins: tuple[int, ...]
    lengths: tuple[int, ...]


@cache
def _disc(diameter: int) -> _Disc:
    middle, reach = (diameter - 1) / 2, diameter / 2
    begins, lengths = [], []
    for row in range(diameter):
        half = max(0.0, reach * reach - (row - middle) ** 2) ** 0.5
        inside = [column for column in range(diameter) if abs(column - middle) <= half]
        begins.append(inside[0])
        lengths.append(len(inside))
    return _Disc(tuple(begins), tuple(lengths))


class LocalWidths:
    """The width classes of the cells of one grid, band by band as they are asked for."""

    def __init__(self, grid: NavGrid) -> None:
        """Nothing is computed yet."""
        self.grid = grid
        self.diameters = diameters_for(grid.cell_size)
        self.classes = np.zeros(grid.padded.shape, np.uint8)
        """(depth + 2, width + 2) how many of the discs cover each cell; 0 where it is blocked,
        and in bands that nobody has asked for."""
        self._known = np.zeros(-(-len(grid.padded) // BAND), np.bool_)

    @property
    def open_class(self) -> int:
        """Class of cells that even the largest disc covers."""
        return len(self.diameters)

    def know(self, first: int, last: int) -> None:
        """Compute the classes of these padded rows, the last included, if they are not known."""
        low, high = max(0, first) // BAND, min(last, len(self.classes) - 1) // BAND + 1
        for band in (low + np.flatnonzero(~self._known[low:high])).tolist():
            self._known[band] = True
            self._compute(BAND * band, min(BAND * (band + 1), len(self.classes)))

    def know_all(self) -> None:
        """Compute the classes of all cells."""
        self.know(0, len(self.classes) - 1)

    def changed(self, grid: NavGrid, first: int, last: int) -> "LocalWidths":
        """Return those of a grid that differs in these padded rows only, the last included."""
        made = LocalWidths(grid)
        made.classes, made._known = self.classes.copy(), self._known.copy()
        reach = self.diameters[-1]
        low, high = max(0, first - reach), min(last + reach, len(self.classes) - 1)
        made._known[low // BAND : high // BAND + 1] = False
        return made

    def _compute(self, first: int, last: int) -> None:
        reach = self.diameters[-1]
        low, high = max(0, first - reach), min(last + reach, len(self.classes))
        shortest = _shortest_chords(self.grid.padded[low:high] != 0)[first - low : last - low]
        found = np.searchsorted(np.array(self.diameters), shortest, side="right").astype(np.uint8)
        found[self.grid.padded[first:last] == 0] = 0
        self.classes[first:last] = found


def _shortest_chords(walkable: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """How many cells long the shorter chord through each cell is, along its row and its column.

    Chords of other directions are short in every corner, and tell nothing of narrow places.
    Where the array ends walls do not.
    """
    depth, width = walkable.shape
    # Places along a chord: of the last cell before it that is blocked, and the first after it.
    far = 2 * (depth + width)
    shortest = np.full(walkable.shape, np.inf)
    columns = np.where(walkable, -far, np.arange(width))
    before = np.maximum.accumulate(columns, axis=1)
    columns = np.where(walkable, far, np.arange(width))
    after = np.minimum.accumulate(columns[:, ::-1], axis=1)[:, ::-1]
    np.minimum(shortest, after - before - 1, out=shortest)
    above, below = _last_blocked(walkable, far), _last_blocked(walkable[::-1], far)[::-1]
    np.minimum(shortest, above + below - 1, out=shortest)
    return shortest


def _last_blocked(walkable: npt.NDArray[np.bool_], far: int) -> npt.NDArray[np.int64]:
    """How many rows above each cell a blocked one lies."""
    rows = np.zeros(walkable.shape, np.int64)
    last = np.full(walkable.shape[1], far)
    for row, free in enumerate(walkable):
        last = rows[row] = np.where(free, np.minimum(last + 1, far), 0)
    return rows
