"""Storeys below each other as one array of cells, with lanes as further steps between cells."""

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import words_in
from navcore.bake.grid import FOUR, NavGrid
from navcore.kernels import buffers
from navcore.kernels.search import lane_map

__all__ = ["BLOCK", "JoinedGrids"]

BLOCK: Final = 8
"""Cells along the side of a block of the kernel `lane_map`."""

Ints = npt.NDArray[np.int32]


class JoinedGrids:
    """Grids of one lattice stacked in one array, each beginning at a row divisible by `BLOCK`."""

    def __init__(
        self, grids: Mapping[int, NavGrid], places: npt.NDArray[np.int64], cells: Ints
    ) -> None:
        """Stack grids by storey number; (n, 2) places and cells of both ends of lanes."""
        self.storeys: Final = tuple(grids)
        """Numbers of the storeys."""
        first = next(iter(grids.values()))
        rows = len(first.padded)
        self.row_length: Final[int] = first.padded.shape[1]
        self.is_four: Final[bool] = first.connectivity == FOUR
        self.storey_rows: Final[int] = -(-rows // BLOCK) * BLOCK
        self.least: Final[float] = min(grid.least_cost for grid in grids.values())
        self.costs: Final = self._costs_below_each_other(list(grids.values()))
        """(cells,) float32 cost of a straight step into each cell, 0 where blocked."""
        self.blocks_wide: Final[int] = -(-self.row_length // BLOCK)
        starts, regions = [], []
        self._first_regions: Final = np.zeros(self.storeys[-1] + 1, np.int64)
        count = pieces = 0
        for storey, grid in grids.items():
            self._first_regions[storey] = count
            of_storey, found = grid.regions.regions_of_tiles()
            starts.append(of_storey + np.int32(pieces))
            regions.append(found + np.int32(count))
            count += grid.regions.count + 1
            pieces += len(found)
        self._rows: Final = np.zeros(self.storeys[-1] + 1, np.int32)
        self._rows[list(self.storeys)] = self.storey_rows * np.arange(len(self.storeys))
        self.lanes: Final = cells + self.row_of(places) * np.int32(self.row_length)
        """(n, 2) cells of both ends of lanes."""
        first_lanes, following, lanes, tile_starts, tile_regions = buffers(
            lane_map, *self._by_block(), self.lanes, np.stack(starts), np.concatenate(regions)
        )
        self.index: Final = lane_map.LaneIndex(
            first_lanes, following, lanes, tile_starts, tile_regions,
            self.storey_rows, self.blocks_wide, words_in(self.row_length) - 1,
        )  # fmt: skip

    @property
    def rows(self) -> int:
        """Rows of all cells."""
        return self.storey_rows * len(self.storeys)

    @property
    def blocks(self) -> int:
        """Blocks of all cells."""
        return self.rows // BLOCK * self.blocks_wide

    def row_of(self, places: npt.NDArray[np.int64]) -> Ints:
        """Return the first row of the storeys of places."""
        rows: Ints = self._rows[places >> 32]
        return rows

    def regions_of(self, places: npt.NDArray[np.int64]) -> Ints:
        """Return the regions of places, numbered so that storeys share none."""
        regions = self._first_regions[places >> 32] + (places & 0xFFFFFFFF)
        numbers: Ints = regions.astype(np.int32)
        return numbers

    def cell_of(self, storey: int, cell: int) -> int:
        """Return the cell of a storey, as it is numbered here."""
        return int(self._rows[storey]) * self.row_length + cell

    def _costs_below_each_other(self, grids: list[NavGrid]) -> npt.NDArray[np.float32]:
        if len(grids) == 1:
            return grids[0].weights.reshape(-1)
        costs = np.zeros((len(grids), self.storey_rows, self.row_length), np.float32)
        for costs_here, grid in zip(costs, grids, strict=True):
            costs_here[: len(grid.padded)] = grid.weights
        return costs.reshape(-1)

    def _by_block(self) -> tuple[Ints, Ints]:
        """Return the first lane that begins in each block or -1, and (n,) the next one there."""
        row, column = np.divmod(self.lanes[:, 0], self.row_length)
        blocks = (row // BLOCK * self.blocks_wide + column // BLOCK).tolist()
        first = np.full(self.blocks, -1, np.int32)
        following = np.empty(len(blocks), np.int32)
        for number, block in enumerate(blocks):
            following[number] = first[block]
            first[block] = number
        return first, following
