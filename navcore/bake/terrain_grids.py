"""TerrainGrids: grids of profiles over terrain, made when they are asked for.

A tile of 64 x 64 cells of such a grid follows from the same tile of the plain grid, from the
terrains of its cells and from their prices. The first two have stamps: equal stamps, equal cells.
So memory that remembers what it was written from knows which of its tiles to write again, whatever
happened in between; with nothing remembered that is a build from scratch.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from threading import Lock
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import Bitmaps, Words, words_in
from navcore.bake.grid import Derived, NavGrid
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
"""(256,) what a step of length 1 into each terrain costs, by its number; 0: it bars the way."""

_MOST_LINES: Final = (8, 64)
"""Profiles whose grids are kept at least and at most, the last asked for."""
_MOST_CELLS: Final = 2**25
"""Cells up to which more than the least are kept."""

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
class _Planes:
    """The arrays of one grid over terrain, all parts of one block; without lines where not needed.

    As `NavGrid` and `Bitmaps` have them.
    """

    rows: Words
    columns: Words
    costs: npt.NDArray[np.float32]
    walkable: Cells

    @classmethod
    def over(
        cls, block: npt.NDArray[np.uint8], depth: int, width: int, *, bars: bool, prices: bool
    ) -> "_Planes":
        """The arrays for a window of cells, in a block of :meth:`size` bytes."""
        cells, none = (depth + 2, width + 2), (0, 0)
        rows = (depth + 2, words_in(width + 2)) if bars else none
        columns = (width + 2, words_in(depth + 2)) if bars else none
        costs, walkable = cells if prices else none, cells if bars else none
        # The largest numbers first: they begin at multiples of their size.
        sizes = (8 * rows[0] * rows[1], 8 * columns[0] * columns[1], 4 * costs[0] * costs[1])
        at = [0, *accumulate(sizes)]
        return cls(
            rows=np.ndarray(rows, np.uint64, block),
            columns=np.ndarray(columns, np.uint64, block, at[1]),
            costs=np.ndarray(costs, np.float32, block, at[2]),
            walkable=np.ndarray(walkable, np.uint8, block, at[3]),
        )

    @staticmethod
    def size(depth: int, width: int, *, bars: bool, prices: bool) -> int:
        """Bytes that a block must have."""
        cells = (depth + 2) * (width + 2)
        lines = (depth + 2) * words_in(width + 2) + (width + 2) * words_in(depth + 2)
        return (8 * lines + cells) * bars + 4 * cells * prices


@dataclass(frozen=True, slots=True, eq=False)
class _Origin:
    """What cells were made from, tile by tile."""

    plain: Ints
    """Stamps of the plain grid."""
    terrain: Ints
    """Stamps of the terrains."""
    prices: Prices

    def differing(self, other: "_Origin", sets: Sets) -> Tiles:
        """Tiles that may differ between the two; `sets` are those of the terrains of either."""
        differ: Tiles = (self.plain != other.plain) | (self.terrain != other.terrain)
        kinds = self.prices != other.prices
        return differ | tiles_with(sets, kinds).reshape(differ.shape) if kinds.any() else differ


class _Sheet:
    """A block of memory to write a grid over terrain into."""

    __slots__ = ("_shape", "block", "origin", "planes", "sets")

    def __init__(self, depth: int, width: int, *, bars: bool, prices: bool) -> None:
        """For a window of cells; nothing is written yet."""
        size = _Planes.size(depth, width, bars=bars, prices=prices)
        self.block = np.empty(size, np.uint8)
        self._shape = partial(_Planes.over, depth=depth, width=width, bars=bars, prices=prices)
        self.planes = self._shape(self.block)
        self.planes.rows[:] = 0
        self.planes.columns[:] = 0
        nothing = np.zeros(tile_shape(depth, width), np.int64)
        self.origin = _Origin(nothing, nothing, np.zeros(KINDS, np.float32))
        self.sets: Sets = np.zeros((nothing.size, KINDS // 64), np.uint64)
        """Terrains of the cells that are walkable, as in `TerrainCells`."""

    def write(self, grid: NavGrid, terrains: TerrainCells, origin: _Origin) -> None:
        """Write what the terrains make of a plain grid, where it is not there yet."""
        stale = origin.differing(self.origin, terrains.sets)
        tiles, planes, wide = np.flatnonzero(stale), self.planes, stale.shape[1]
        b = buffers(
            kernel, grid.bitmaps.rows, in_memory(terrains.cells), terrains.sets, origin.prices,
            tiles, planes.rows, planes.costs, self.sets,
        )  # fmt: skip
        kernel.price(b[0], b[1], b[2], b[3], wide, b[4], b[5], b[6], b[7])
        if len(planes.rows):
            b = buffers(bits, planes.rows, planes.columns, planes.walkable.reshape(-1), tiles)
            bits.write_bytes(b[0], wide, b[3], planes.walkable.shape[1], b[2])
            bits.write_columns(b[0], wide, b[3], b[1])
        self.origin = origin

    def lent(self, block: npt.NDArray[np.uint8]) -> _Planes:
        """The arrays over a block that the pool lends."""
        return self._shape(block)


class _Line:
    """The grids of one profile through the versions of a level, and memory for the next."""

    __slots__ = ("_pools", "_regions", "_stamps")

    def __init__(self) -> None:
        self._pools: dict[tuple[bool, bool], Pool[_Sheet]] = {}
        self._regions: tuple[_Origin, Regions] | None = None
        """Those of the grid that was made last."""
        self._stamps: tuple[Prices, int] | None = None
        """The prices of that grid, and a stamp for them."""

    def grid(
        self, plain: NavGrid, terrains: TerrainCells, prices: Prices, *, bars: bool, priced: bool
    ) -> NavGrid:
        """The grid over a plain one; itself if no walkable cell costs anything else."""
        assert plain.derived.stamps is not None
        pool = self._pool(plain.lattice, bars=bars, priced=priced)
        sheet = pool.take()
        origin = _Origin(plain.derived.stamps, terrains.stamps, prices)
        sheet.write(plain, terrains, origin)
        there = prices[kinds_in(sheet.sets)]
        costs = (float(there.min()), float(there.max())) if len(there) else (1.0, 1.0)
        is_even = costs == (1.0, 1.0)
        if is_even and not bars:
            pool.give_back(sheet)
            return plain
        planes = sheet.lent(pool.lend(sheet))
        bitmaps, regions = plain.bitmaps, plain.regions
        if bars:
            bitmaps = Bitmaps(planes.rows, planes.columns)
            regions = self._regions_of(bitmaps, origin, terrains.sets)
        stamp = np.full_like(origin.plain, self._stamp(prices))
        stamps = np.stack((origin.plain, origin.terrain, stamp))
        return replace(
            plain,
            padded=planes.walkable if bars else plain.padded,
            cost=None if is_even else planes.costs,
            derived=Derived(bitmaps, regions, stamps, costs),
        )

    def _pool(self, lattice: Lattice, *, bars: bool, priced: bool) -> Pool[_Sheet]:
        size = (lattice.depth, lattice.width)
        found = self._pools.get((bars, priced))
        if found is None or (found.depth, found.width) != size:
            found = Pool(*size, partial(_Sheet, bars=bars, prices=priced))
            self._pools = {(bars, priced): found}
        return found

    def _regions_of(self, bitmaps: Bitmaps, origin: _Origin, sets: Sets) -> Regions:
        last = self._regions
        if last is None or last[0].plain.shape != origin.plain.shape:
            regions = Regions.of(bitmaps)
        else:
            regions = last[1].changed_in(bitmaps, origin.differing(last[0], sets))
        self._regions = (origin, regions)
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

    def line(self, key: Hashable, cells: int) -> _Line:
        """That of one profile; those that were not asked for the longest go."""
        found = self._lines.pop(key, None) or _Line()
        self._lines[key] = found
        while len(self._lines) > _most(cells):
            del self._lines[next(iter(self._lines))]
        return found


class TerrainGrids:
    """What the terrains of one storey make of one version's plain grids, for every profile."""

    __slots__ = ("_known", "_lines", "_lock", "cells")

    def __init__(self, cells: TerrainCells, lines: _Lines | None = None) -> None:
        """Over these terrains."""
        self.cells = cells
        self._lines = lines or _Lines()
        self._known: dict[Hashable, NavGrid] = {}
        self._lock = Lock()

    @classmethod
    def of(cls, level: Level, layer: str, lattice: Lattice) -> "TerrainGrids":
        """Over the terrains of a level's storey.

        Raises:
            NavcoreError: if the outline of a zone has less than three corners or one that is not
                finite.
        """
        return cls(TerrainCells.of(level, layer, lattice))

    def changed(
        self, levels: tuple[Level, Level], ids: Iterable[int], lattice: Lattice
    ) -> tuple["TerrainGrids", list[CellRect]]:
        """The same after an edit, and the cells outside of which terrains and prices stay.

        Args:
            levels: The level before it, and after it.
            ids: Of all elements that it changed.
            lattice: The cells to bake on.

        Raises:
            NavcoreError: as :meth:`of`.
        """
        cells, rects = self.cells.changed(levels, ids, lattice)
        touched = [whole(lattice)] if rects is None else list(rects)
        return TerrainGrids(cells, self._lines), touched

    def grid(self, plain: NavGrid, profile: Profile) -> NavGrid:
        """Return the cells on which agents of a profile walk, and what these cost them.

        `plain` is the grid for the profile's radius, without terrain; it is returned where
        nothing of it costs anything else than 1. Equal, cell for cell, to what it was made from
        anew, however many edits lie between.
        """
        return self._grid(plain, profile, slows=False)

    def slowness(self, plain: NavGrid, profile: Profile) -> npt.NDArray[np.float32] | None:
        """Return by how much terrain slows agents of a profile, as `NavGrid.cost`; None: nowhere.

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
        who = (profile.radius, profile.name, profile.abilities, slows)
        with self._lines.lock:
            line = self._lines.line(who, cells.lattice.cells)
            return line.grid(plain, cells, prices, bars=bars, priced=priced)


def _is_plain(ground: Terrain, profile: Profile) -> bool:
    """Whether ground costs agents of a profile 1."""
    return ground.cost == 1 and not ground.needs and profile.costs.get(ground.name, 1) == 1


def _most(cells: int) -> int:
    """Profiles whose grids are kept on so many cells."""
    least, most = _MOST_LINES
    return max(least, min(most, _MOST_CELLS // cells))
