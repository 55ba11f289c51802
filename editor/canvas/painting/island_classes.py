"""Island of each cell, as classes to paint; only changed cells are written."""

from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.raster import CellRect
from navcore.bake.regions import Regions

Classes = npt.NDArray[np.uint8]

COLOURS: Final = 8
"""Number of classes besides the largest island, which has class 0; colours repeat."""

_MATCHED: Final = 100
"""Number of largest islands that keep their numbers while something is dragged."""


class IslandClasses:
    """Islands of successive grids, ordered by size, the largest first."""

    def __init__(self) -> None:
        """Start without a grid."""
        self._regions: Regions | None = None
        self._class_of: Classes = np.zeros(1, np.uint8)
        self.order: npt.NDArray[np.int32] = np.empty(0, np.int32)
        """(n,) regions, from the largest to the smallest island."""
        self.sizes: npt.NDArray[np.int64] = np.zeros(1, np.int64)
        """(n + 1,) cells of each region."""
        self.classes: Classes = np.zeros((0, 0), np.uint8)
        """(depth, width) class of each cell; 0 in the largest island and where it is blocked."""

    def follow(self, grid: NavGrid, *, keep: bool = False) -> list[CellRect] | None:
        """Switch to another grid; return where classes changed, None: everywhere.

        With `keep`, during a drag, islands keep their numbers even if their order by size changes:
        otherwise colours would change all over the level.
        """
        regions, before, class_before = grid.regions, self._regions, self._class_of
        if regions is before:
            return []
        shape = (grid.depth, grid.width)
        alike = before is not None and self.classes.shape == shape
        if keep and alike and before is not None:
            self.order = self._kept_order(regions, before)
        else:
            self.order = regions.order()
        self._regions, self.sizes = regions, regions.sizes
        self._class_of = np.zeros(regions.count + 1, np.uint8)
        # The first is clear, as blocked cells are.
        self._class_of[self.order[1:]] = 1 + np.arange(max(0, regions.count - 1)) % COLOURS
        if before is None or not alike:
            self.classes = np.zeros(shape, np.uint8)
            every = np.arange(regions.tiles, dtype=np.int32)
            regions.paint_classes(self._class_of, every, self.classes)
            return None
        tiles = regions.tiles_that_differ(self._class_of, before, class_before)
        regions.paint_classes(self._class_of, tiles, self.classes)
        return [regions.tile_rect(tile) for tile in tiles.tolist()]

    def _kept_order(self, regions: Regions, before: Regions) -> npt.NDArray[np.int32]:
        """Return regions by the previous numbers of their islands; new ones come last, by size."""
        numbers = np.zeros(before.count + 1, np.int64)
        numbers[self.order] = np.arange(1, before.count + 1)
        taken: set[int] = set()
        kept: dict[int, int] = {}
        order = regions.order().tolist()
        for region in order[:_MATCHED]:
            tile = regions.tile_rect(regions.tile_of(region))
            middle = ((tile.column0 + tile.column1) // 2, (tile.row0 + tile.row1) // 2)
            cells = regions.nearest_in(region, *middle)
            number = next((int(numbers[before.region_at(cell)]) for cell in cells.tolist()), 0)
            if number and number not in taken:
                taken.add(number)
                kept[region] = number
        last = before.count + 1
        return np.array(sorted(order, key=lambda region: kept.get(region, last)), np.int32)

    def number_of(self, grid: NavGrid, column: int, row: int) -> int:
        """The number of the island of a cell, from 1 on; 0 where it is blocked or outside."""
        if not grid.lattice.holds(column, row):
            return 0
        cell = (row + 1) * (grid.width + 2) + column + 1
        region = grid.regions.region_at(cell)
        return 0 if not region else int(np.flatnonzero(self.order == region)[0]) + 1

    def middle_of(self, number: int) -> tuple[int, int]:
        """Column and row of a cell in the middle of where an island, from 2 on, is the largest."""
        assert self._regions is not None
        regions, region = self._regions, int(self.order[number - 1])
        rect = regions.tile_rect(regions.tile_of(region))
        row0, column0 = max(0, rect.row0), max(0, rect.column0)
        part = self.classes[row0 : rect.row1, column0 : rect.column1]
        row, column = np.argwhere(part == self._class_of[region]).mean(axis=0).tolist()
        near = regions.nearest_in(region, column0 + round(column), row0 + round(row))
        row, column = divmod(int(near[0]), self.classes.shape[1] + 2)
        return column - 1, row - 1
