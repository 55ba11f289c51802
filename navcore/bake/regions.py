"""Regions: the connected components of the walkable cells.

A step goes diagonally only between two free cells, so cells are connected by their sides. Each 64 x
64 tile stores its own pieces and which of them touch pieces of its neighbours; regions are joined
from these pairs over all tiles. An edit only labels tiles again that it changed.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import WORD, Bitmaps, Words
from navcore.bake.raster import CellRect
from navcore.kernels import buffers
from navcore.kernels.raster import regions as kernel
from navcore.kernels.search import region_index

Ints = npt.NDArray[np.int32]

_PIECES: Final = 2048
"""Most pieces of a tile: every other cell."""

_PAIRS: Final = 4 * 32
"""Most pairs on a tile's four sides."""

_FARTHEST: Final = 2**59


class _Tiles(msgspec.Struct, frozen=True):
    """Pieces of the tiles of a map, see the kernel."""

    starts: Ints
    sizes: npt.NDArray[np.uint16]
    pair_starts: Ints
    pairs: npt.NDArray[np.uint32]

    @classmethod
    def none(cls, count: int) -> "_Tiles":
        """Return tiles without pieces."""
        return cls(
            np.zeros(count + 1, np.int32),
            np.empty(0, np.uint16),
            np.zeros(2 * count + 1, np.int32),
            np.empty(0, np.uint32),
        )

    def updated(self, rows: Words, touched: npt.NDArray[np.uint8]) -> "_Tiles":
        """Return the tiles after a change of the `touched` ones, with a ring of zeros."""
        count, changes = len(self.starts) - 1, int(np.count_nonzero(touched))
        borders = np.empty((count, 4, WORD), np.uint16)
        new = _Tiles(
            np.empty_like(self.starts),
            np.empty(len(self.sizes) + _PIECES * changes, np.uint16),
            np.empty_like(self.pair_starts),
            np.empty(len(self.pairs) + _PAIRS * changes, np.uint32),
        )
        cells = buffers(kernel, rows, touched)
        olds = buffers(kernel, self.starts, self.sizes, self.pair_starts, self.pairs)
        news = buffers(kernel, borders, new.starts, new.sizes, new.pair_starts, new.pairs)
        kernel.find_pieces(*cells, *olds[:2], *news[:3])
        kernel.find_pairs(*cells, *olds[2:], *news[:1], *news[3:])
        return _Tiles(
            new.starts,
            new.sizes[: new.starts[-1]].copy(),
            new.pair_starts,
            new.pairs[: new.pair_starts[-1]].copy(),
        )


class Regions(msgspec.Struct, frozen=True, eq=False):
    """The connected components of a grid's walkable cells, immutable.

    They are numbered from 1, and keep their numbers within one object only. Cells are named by
    their places in the flat padded array, like everywhere in searches.
    """

    count: int
    """Number of regions."""
    bitmaps: Bitmaps
    """The cells."""
    _tiles: _Tiles
    _regions: Ints
    """Region of each piece of each tile."""
    index: region_index.Index
    """Index for lookups of single cells."""

    @classmethod
    def of(cls, bitmaps: Bitmaps) -> "Regions":
        """Return the regions of these cells."""
        high, wide = _tiles_of(bitmaps)
        touched = np.zeros((high + 2, wide + 2), np.uint8)
        touched[1:-1, 1:-1] = 1
        return cls._joined(bitmaps, _Tiles.none(high * wide).updated(bitmaps.rows, touched))

    def changed(self, bitmaps: Bitmaps, rects: Sequence[CellRect]) -> "Regions":
        """Return the regions of cells that differ from these within `rects` at most.

        Both are of the same size; equals :meth:`of`, numbers and all.
        """
        high, wide = _tiles_of(bitmaps)
        touched = np.zeros((high + 2, wide + 2), np.uint8)
        for rect in rects:
            # The padded array begins one cell before the window.
            touched[
                (rect.row0 + 1) // WORD + 1 : rect.row1 // WORD + 2,
                (rect.column0 + 1) // WORD + 1 : rect.column1 // WORD + 2,
            ] = 1
        return Regions._joined(bitmaps, self._tiles.updated(bitmaps.rows, touched))

    def changed_in(self, bitmaps: Bitmaps, tiles: npt.NDArray[np.bool_]) -> "Regions":
        """Return the regions after cells changed within tiles (rows, columns); see `changed`."""
        touched = np.pad(tiles.astype(np.uint8), 1)
        return Regions._joined(bitmaps, self._tiles.updated(bitmaps.rows, touched))

    @classmethod
    def _joined(cls, bitmaps: Bitmaps, tiles: _Tiles) -> "Regions":
        regions = np.empty(len(tiles.sizes), np.int32)
        starts, pair_starts, pairs, out = buffers(
            kernel, tiles.starts, tiles.pair_starts, tiles.pairs, regions
        )
        count = kernel.join(_tiles_of(bitmaps)[1], starts, pair_starts, pairs, out)
        held = buffers(region_index, bitmaps.rows, tiles.starts, regions)
        index = region_index.Index(held[0], held[1], held[2], len(bitmaps.columns))
        return cls(count, bitmaps, tiles, regions, index)

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """(count + 1,) int64 cells of each region, 0 in place of region 0."""
        sizes = np.bincount(self._regions, self._tiles.sizes, minlength=self.count + 1)
        return sizes.astype(np.int64)

    @property
    def labels(self) -> Ints:
        """(depth + 2, width + 2) int32 region of each cell, 0 where blocked; computed each time."""
        labels = np.zeros((len(self.bitmaps.rows), len(self.bitmaps.columns)), np.int32)
        self.index.paint(*buffers(region_index, labels))
        return labels

    def order(self) -> Ints:
        """(count,) int32 regions from the largest to the smallest; the first one if equal."""
        return (np.argsort(-self.sizes[1:], kind="stable") + 1).astype(np.int32)

    def paint_classes(
        self, class_of: npt.NDArray[np.uint8], tiles: Ints, classes: npt.NDArray[np.uint8]
    ) -> None:
        """Write classes of cells, by their regions, into a part of an array.

        Args:
            class_of: (count + 1,) class of each region.
            tiles: (n,) int32 numbers of the tiles of 64 x 64 cells that are written.
            classes: (depth, width) the array; 0 where blocked.
        """
        self.index.paint_classes(*buffers(region_index, tiles, class_of, classes))

    def classes_of_pieces(
        self, class_of: npt.NDArray[np.uint8]
    ) -> tuple[Ints, npt.NDArray[np.uint8]]:
        """(tiles + 1,) where the pieces of each tile begin, and (pieces,) their classes."""
        return self._tiles.starts, class_of[self._regions]

    def regions_of_tiles(self) -> tuple[Ints, Ints]:
        """(tiles + 1,) where the pieces of each tile begin, and (pieces,) their regions."""
        return self._tiles.starts, self._regions

    def tiles_that_differ(
        self,
        class_of: npt.NDArray[np.uint8],
        before: "Regions",
        class_before: npt.NDArray[np.uint8],
    ) -> Ints:
        """Return (n,) int32 indices of tiles in which cells may have another class than before.

        Both maps have the same size. Bitmaps and pieces of tiles are compared, not single cells:
        4,000 x 4,000 cells take about a millisecond.
        """
        high, wide = _tiles_of(self.bitmaps)
        words = (self.bitmaps.rows != before.bitmaps.rows)[:, :wide]
        differ = np.logical_or.reduceat(words, np.arange(high) * WORD, axis=0).reshape(-1)
        # Equal cells mean equal pieces of a tile.
        starts, new = self.classes_of_pieces(class_of)
        old_starts, old = before.classes_of_pieces(class_before)
        owner = np.repeat(np.arange(high * wide), np.diff(starts))
        old_owner = np.repeat(np.arange(high * wide), np.diff(old_starts))
        same = ~differ[owner]
        differ[owner[same][new[same] != old[~differ[old_owner]]]] = True
        return np.flatnonzero(differ).astype(np.int32)

    @property
    def tiles(self) -> int:
        """Number of tiles."""
        return len(self._tiles.starts) - 1

    def tile_rect(self, tile: int) -> CellRect:
        """Return the cells of a tile; columns and rows count from the window's first cell."""
        _, wide = _tiles_of(self.bitmaps)
        row, column = divmod(tile, wide)
        # The padded array begins one cell before the window.
        row0, column0 = row * WORD - 1, column * WORD - 1
        return CellRect(row0, row0 + WORD, column0, column0 + WORD)

    def window_of(self, region: int) -> tuple[slice, slice]:
        """Return rows and columns of the padded array that hold a region: whole tiles.

        Empty if there is no such region.
        """
        depth, width = len(self.bitmaps.rows), len(self.bitmaps.columns)
        _, wide = _tiles_of(self.bitmaps)
        pieces = np.flatnonzero(self._regions == region)
        tiles = np.searchsorted(self._tiles.starts, pieces, side="right") - 1
        if not len(tiles):
            return slice(0, 0), slice(0, 0)
        rows, columns = tiles // wide, tiles % wide
        return (
            slice(int(rows.min()) * WORD, min((int(rows.max()) + 1) * WORD, depth)),
            slice(int(columns.min()) * WORD, min((int(columns.max()) + 1) * WORD, width)),
        )

    def tile_of(self, region: int) -> int:
        """Return the index of the tile that holds the most cells of a region.

        Raises:
            IndexError: if there is no such region.
        """
        pieces = np.flatnonzero(self._regions == region)
        if not len(pieces):
            message = f"there is no region {region}"
            raise IndexError(message)
        piece = int(pieces[self._tiles.sizes[pieces].argmax()])
        return int(np.searchsorted(self._tiles.starts, piece, side="right")) - 1

    def region_at(self, cell: int) -> int:
        """Return the region of a cell of the padded array, 0 where it is blocked."""
        return self.index.region_at(cell)

    def nearest_in(self, region: int, column: int, row: int) -> Ints:
        """Return (n,) int32 cells of a region nearest to a cell, which may lie anywhere.

        `column` and `row` count from the window's first cell. Returns all cells at the smallest
        Euclidean distance between cells, ascending; none if there is no such region.
        """
        depth, width = len(self.bitmaps.rows), len(self.bitmaps.columns)
        farthest = _FARTHEST // max(depth, width)
        x = _bounded(column + 1, row + 1, width, farthest)
        z = _bounded(row + 1, column + 1, depth, farthest)
        found = np.empty(2 * min(depth, width), np.int32)
        count = self.index.nearest(region, x, z, *buffers(region_index, found))
        return np.sort(found[:count])


def _tiles_of(bitmaps: Bitmaps) -> tuple[int, int]:
    """Return rows and columns of tiles."""
    depth, words = bitmaps.rows.shape
    return -(-depth // WORD), words - 1


def _bounded(place: int, other: int, length: int, farthest: int) -> int:
    """Return a coordinate of a place, moved towards the grid if it exceeds the kernel's integers.

    `other` is the other coordinate; a place within the grid's length stays there.
    """
    over = max(abs(place), abs(other))
    if over <= farthest:
        return place
    away = max(abs(place) * farthest // over, min(abs(place), length))
    return away if place > 0 else -away
