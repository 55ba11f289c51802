"""TerrainGrids: grids of profiles with terrain costs, made when needed.

A tile of 64 x 64 cells of such a grid depends on the same tile of the plain grid, on the terrains
of its cells and on their prices. The first two have stamps: equal stamps mean equal cells. Memory
that records what it was written from therefore knows which tiles to write again, whatever happened
in between; without a record everything is written.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from itertools import accumulate
from threading import Lock
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import Bitmaps, Words, words_in
from navcore.bake.grid import Costs, Derived, NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.pool import Pool, Tiles, next_stamp, tile_shape
from navcore.bake.raster import CellRect, Cells, whole
from navcore.bake.regions import Regions
from navcore.bake.terrain import KINDS, Sets, TerrainCells, in_memory, kinds_in, tiles_with
from navcore.geometry.rings import Ints
from navcore.kernels import buffers
from navcore.kernels.raster import bitmaps as bits
from navcore.kernels.raster import terrain_cells as kernel
from navcore.level.model import Level, Profile, Terrain

Prices: TypeAlias = npt.NDArray[np.float32]
"""(256,) cost of a step of length 1 into each terrain, by its number; 0: blocked."""

_MOST_LINES: Final = (8, 64)
"""Least and most profiles whose grids are kept, the last used ones."""
_MOST_CELLS: Final = 2**25
"""Most cells in total for which more than the least number are kept."""

_LEAST: Final = float(np.finfo(np.float32).tiny)


def prices_of(table: Iterable[Terrain], profile: Profile) -> Prices:
    """Return what each terrain costs agents of a profile, ground first as in `TerrainCells`."""
    has = frozenset(profile.abilities)
    prices = np.zeros(KINDS, np.float32)
    for number, terrain in enumerate(table):
        if has.issuperset(terrain.needs):
            prices[number] = max(profile.costs.get(terrain.name, terrain.cost), _LEAST)
    return prices


def slowness_of(table: Iterable[Terrain], profile: Profile) -> Prices:
    """Return by how much each terrain slows agents of a profile (X-046); 0: it bars the way."""
    prices = prices_of(table, profile)
    for number, terrain in enumerate(table):
        if prices[number] and not terrain.slows:
            prices[number] = 1.0
    return prices


@dataclass(frozen=True, slots=True, eq=False)
class _Origin:
    """Sources from which cells were made, tile by tile."""

    plain: Ints
    """Stamps of the plain grid."""
    terrain: Ints
    """Stamps of the terrains."""
    prices: Prices

    def differing(self, other: "_Origin", sets: Sets) -> Tiles:
        """Return tiles that may differ between the two; `sets` are the terrains of either."""
        differ: Tiles = (self.plain != other.plain) | (self.terrain != other.terrain)
        kinds = self.prices != other.prices
        return differ | tiles_with(sets, kinds).reshape(differ.shape) if kinds.any() else differ


@dataclass(frozen=True, slots=True, eq=False)
class _Priced:
    """A plain grid, its terrains, and their prices."""

    plain: NavGrid
    terrains: TerrainCells
    origin: _Origin

    @classmethod
    def of(cls, plain: NavGrid, terrains: TerrainCells, prices: Prices) -> "_Priced":
        """Return them with their stamps."""
        assert plain.derived.stamps is not None
        return cls(plain, terrains, _Origin(plain.derived.stamps, terrains.stamps, prices))

    @property
    def barred(self) -> Tiles:
        """Tiles with terrains that bar the way."""
        shape = self.origin.plain.shape
        return tiles_with(self.terrains.sets, self.origin.prices == 0).reshape(shape)

    def differing(self, before: _Origin) -> Tiles:
        """Return tiles that may differ from those made before."""
        return self.origin.differing(before, self.terrains.sets)

    def write(self, tiles: Tiles, rows: Words, costs: Costs, sets: Sets) -> None:
        """Write these tiles with the kernel `price`; arrays without lines are skipped.

        `rows` are the cells that stay walkable, `sets` (tiles, 4) their terrains.
        """
        b = buffers(
            kernel, self.plain.bitmaps.rows, in_memory(self.terrains.cells), self.terrains.sets,
            self.origin.prices, np.flatnonzero(tiles), rows, costs, sets,
        )  # fmt: skip
        kernel.price(b[0], b[1], b[2], b[3], tiles.shape[1], b[4], b[5], b[6], b[7])


_NO_ROWS: Final[Words] = np.empty((0, 0), np.uint64)
_NO_COSTS: Final[Costs] = np.empty((0, 0), np.float32)


class _Kinds:
    """Terrains of the walkable cells of each tile."""

    __slots__ = ("_origin", "_sets")

    def __init__(self, shape: tuple[int, ...]) -> None:
        """Allocate for rows and columns of tiles; nothing is written yet."""
        self._origin = _unwritten(shape)
        self._sets: Sets = np.zeros((self._origin.plain.size, KINDS // 64), np.uint64)

    def of(self, priced: _Priced) -> Sets:
        """Sets of terrains as in `TerrainCells`, to be read before the next call."""
        stale = priced.differing(self._origin)
        priced.write(stale, _NO_ROWS, _NO_COSTS, self._sets)
        self._origin = priced.origin
        return self._sets


class _CostSheet:
    """A block of memory to write the costs of cells into."""

    __slots__ = ("_origin", "_sets", "block")

    def __init__(self, depth: int, width: int) -> None:
        """Allocate for a window of cells; nothing is written yet."""
        self.block = np.empty(4 * (depth + 2) * (width + 2), np.uint8)
        self._origin = _unwritten(tile_shape(depth, width))
        self._sets: Sets = np.empty((self._origin.plain.size, KINDS // 64), np.uint64)

    def write(self, priced: _Priced) -> None:
        """Write the tiles that are outdated."""
        costs = self.block.view(np.float32).reshape(priced.plain.padded.shape)
        priced.write(priced.differing(self._origin), _NO_ROWS, costs, self._sets)
        self._origin = priced.origin


class _OpenSheet:
    """A block of memory to write the cells into that terrain doesn't bar."""

    __slots__ = ("_origin", "_sets", "_shape", "block")

    def __init__(self, depth: int, width: int) -> None:
        """Allocate for a window of cells; nothing is written yet."""
        cells, shape = (depth + 2) * (width + 2), tile_shape(depth, width)
        words = (depth + 2) * words_in(width + 2) + (width + 2) * words_in(depth + 2)
        self.block = np.empty(8 * words + cells, np.uint8)
        self._shape = (depth, width)
        self._origin = _unwritten(shape)
        self._sets: Sets = np.empty((self._origin.plain.size, KINDS // 64), np.uint64)

    def write(self, priced: _Priced) -> None:
        """Write the tiles that are outdated."""
        stale = priced.differing(self._origin)
        bitmaps, walkable = self.over(self.block)
        rows, columns = bitmaps.rows, bitmaps.columns
        if not self._origin.plain.any():
            # Most of it is as in the plain grid, which is copied sooner than it is written.
            np.copyto(rows, priced.plain.bitmaps.rows)
            np.copyto(columns, priced.plain.bitmaps.columns)
            np.copyto(walkable, priced.plain.padded)
            stale = priced.barred
        priced.write(stale, rows, _NO_COSTS, self._sets)
        tiles, wide = np.flatnonzero(stale), stale.shape[1]
        b = buffers(bits, rows, columns, walkable.reshape(-1), tiles)
        bits.write_bytes(b[0], wide, b[3], walkable.shape[1], b[2])
        bits.write_columns(b[0], wide, b[3], b[1])
        self._origin = priced.origin

    def over(self, block: npt.NDArray[np.uint8]) -> tuple[Bitmaps, Cells]:
        """Return the bits and the cells in its memory, or in that which the pool lends."""
        depth, width = self._shape
        rows, columns = (depth + 2, words_in(width + 2)), (width + 2, words_in(depth + 2))
        # Words first: they begin at multiples of eight bytes.
        at = [0, *accumulate(8 * lines * words for lines, words in (rows, columns))]
        bitmaps = Bitmaps(
            np.ndarray(rows, np.uint64, block), np.ndarray(columns, np.uint64, block, at[1])
        )
        return bitmaps, np.ndarray((depth + 2, width + 2), np.uint8, block, at[2])


def _unwritten(shape: tuple[int, ...]) -> _Origin:
    """Return the origin of unwritten memory with this many tiles."""
    nothing = np.zeros(shape, np.int64)
    return _Origin(nothing, nothing, np.zeros(KINDS, np.float32))


class _LateCosts:
    """Costs of the cells of one grid, written when first needed."""

    __slots__ = ("_lock", "_made", "_pool", "_priced")

    def __init__(self, priced: _Priced, pool: Pool[_CostSheet], lock: Lock) -> None:
        """Use the lock of the pool's sheets."""
        self._priced: _Priced | None = priced
        self._pool, self._lock = pool, lock
        self._made: Costs | None = None

    def __call__(self) -> Costs:
        """Return the costs, as `NavGrid.cost`."""
        with self._lock:
            if self._made is None:
                assert self._priced is not None
                sheet = self._pool.take()
                sheet.write(self._priced)
                block, shape = self._pool.lend(sheet), self._priced.plain.padded.shape
                self._made, self._priced = block.view(np.float32).reshape(shape), None
            return self._made


class _Line:
    """The grids of one profile through the versions of a level, with memory for the next."""

    __slots__ = ("_costs", "_kinds", "_lock", "_open", "_regions", "_size", "_stamps")

    def __init__(self, size: tuple[int, int], lock: Lock) -> None:
        """Allocate for rows and columns of cells; `lock` is held while a grid is made."""
        self._size, self._lock = size, lock
        self._kinds = _Kinds(tile_shape(*size))
        self._open = Pool(*size, _OpenSheet)
        self._costs = Pool(*size, _CostSheet)
        self._regions: tuple[_Origin, Regions] | None = None
        """Regions of the last grid, if terrain blocked cells in it."""
        self._stamps: tuple[Prices, int] | None = None
        """The prices of the last grid, and a stamp for them."""

    def fits(self, lattice: Lattice) -> bool:
        """Return whether its memory is for grids of this size."""
        return self._size == (lattice.depth, lattice.width)

    def grid(self, priced: _Priced, *, bars: bool) -> NavGrid:
        """Return the grid over a plain one; itself if no walkable cell costs anything else."""
        plain, origin = priced.plain, priced.origin
        there = origin.prices[kinds_in(self._kinds.of(priced))]
        costs = (float(there.min()), float(there.max())) if len(there) else (1.0, 1.0)
        is_even = costs == (1.0, 1.0)
        if is_even and not bars:
            return plain
        cells, bitmaps, regions = plain.padded, plain.bitmaps, plain.regions
        if bars:
            sheet = self._open.take()
            sheet.write(priced)
            bitmaps, cells = sheet.over(self._open.lend(sheet))
            regions = self._regions_of(bitmaps, priced)
        late = None if is_even else _LateCosts(priced, self._costs, self._lock)
        stamp = np.full_like(origin.plain, self._stamp(origin.prices))
        stamps = np.stack((origin.plain, origin.terrain, stamp))
        return replace(
            plain, padded=cells, cost=None, derived=Derived(bitmaps, regions, stamps, costs, late)
        )

    def _regions_of(self, bitmaps: Bitmaps, priced: _Priced) -> Regions:
        if self._regions is None:
            regions = priced.plain.regions.changed_in(bitmaps, priced.barred)
        else:
            origin, before = self._regions
            regions = before.changed_in(bitmaps, priced.differing(origin))
        self._regions = (priced.origin, regions)
        return regions

    def _stamp(self, prices: Prices) -> int:
        if self._stamps is None or (self._stamps[0] != prices).any():
            self._stamps = (prices, next_stamp())
        return self._stamps[1]


class _Lines:
    """The grids of all profiles. Any thread may ask, one at a time."""

    __slots__ = ("_lines", "lock")

    def __init__(self) -> None:
        self._lines: dict[Hashable, _Line] = {}
        self.lock = Lock()

    def line(self, key: Hashable, lattice: Lattice) -> _Line:
        """Return the line of one profile; the least recently used ones are dropped."""
        found = self._lines.pop(key, None)
        if found is None or not found.fits(lattice):
            found = _Line((lattice.depth, lattice.width), self.lock)
        self._lines[key] = found
        while len(self._lines) > _most(lattice.cells):
            del self._lines[next(iter(self._lines))]
        return found


class TerrainGrids:
    """Grids with terrain costs of one storey and version, for every profile."""

    __slots__ = ("_known", "_lines", "_lock", "cells")

    def __init__(self, cells: TerrainCells, lines: _Lines | None = None) -> None:
        """Take these terrains."""
        self.cells = cells
        self._lines = lines or _Lines()
        self._known: dict[Hashable, NavGrid] = {}
        self._lock = Lock()

    @classmethod
    def of(cls, level: Level, layer: str, lattice: Lattice) -> "TerrainGrids":
        """Return the grids over the terrains of a level's storey.

        Raises:
            NavcoreError: if the outline of a zone has less than three corners or one that is not
                finite.
        """
        return cls(TerrainCells.of(level, layer, lattice))

    def changed(
        self, levels: tuple[Level, Level], ids: Iterable[int], lattice: Lattice
    ) -> tuple["TerrainGrids", list[CellRect]]:
        """Return the same after an edit, and the cells where terrains or prices may differ.

        Args:
            levels: The level before it, and after it.
            ids: Ids of all changed elements.
            lattice: The cells to bake on.

        Raises:
            NavcoreError: as :meth:`of`.
        """
        cells, rects = self.cells.changed(levels, ids, lattice)
        touched = [whole(lattice)] if rects is None else list(rects)
        return TerrainGrids(cells, self._lines), touched

    def grid(self, plain: NavGrid, profile: Profile) -> NavGrid:
        """Return the cells on which agents of a profile walk, with their costs.

        `plain` is the grid for the profile's radius, without terrain; it is returned if all its
        cells cost 1. The result equals one made from scratch, cell for cell, after any number of
        edits.
        """
        return self._grid(plain, profile, slows=False)

    def slowness(self, plain: NavGrid, profile: Profile) -> npt.NDArray[np.float32] | None:
        """Return factors by which terrain slows a profile, as `NavGrid.cost`; None: nowhere.

        1 where it costs but does not slow, 0 where they can't walk.
        """
        return self._grid(plain, profile, slows=True).cost

    def _grid(self, plain: NavGrid, profile: Profile, *, slows: bool) -> NavGrid:
        cells = self.cells
        if not cells.drawn and _is_plain(cells.table[0], profile):
            return plain
        key = (plain.agent_radius, profile.abilities, tuple(profile.costs.items()), slows)
        found = self._known.get(key)
        if found is None:
            with self._lock:
                found = self._known.get(key) or self._made(plain, profile, slows=slows)
                self._known[key] = found
                while len(self._known) > _most(cells.lattice.cells):
                    del self._known[next(iter(self._known))]
        return found

    def _made(self, plain: NavGrid, profile: Profile, *, slows: bool) -> NavGrid:
        cells = self.cells
        prices, there = prices_of(cells.table, profile), kinds_in(cells.sets)
        if slows:
            slowness = slowness_of(cells.table, profile)
            slows = bool((slowness[there] != prices[there]).any())
            prices = slowness if slows else prices
        costs = set(prices[there].tolist())
        bars, priced = 0.0 in costs, not costs <= {0.0, 1.0}
        if not bars and not priced:
            return plain
        key = (profile.radius, profile.name, profile.abilities, slows)
        with self._lines.lock:
            line = self._lines.line(key, cells.lattice)
            return line.grid(_Priced.of(plain, cells, prices), bars=bars)


def _is_plain(ground: Terrain, profile: Profile) -> bool:
    """Return whether ground costs agents of a profile 1."""
    return ground.cost == 1 and not ground.needs and profile.costs.get(ground.name, 1) == 1


def _most(cells: int) -> int:
    """Return the number of profiles whose grids are kept for this many cells."""
    least, most = _MOST_LINES
    return max(least, min(most, _MOST_CELLS // cells))
