"""TerrainCells: zones and painted tiles as one byte a cell, updated only where edits change them.

A cell has the terrain at its centre: that of the painted tile, else that of the zone drawn last
among those that contain it, else ground. Inside is defined as for areas, to the last bit (S0-022).
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.drawn_terrain import DrawnChanges, DrawnTerrain, paint
from navcore.bake.lattice import Lattice
from navcore.bake.pool import Pool, next_stamp, rects_of, tile_shape, tiles_in
from navcore.bake.raster import PAINT_COST, CellRect, Cells, merged, rects_around
from navcore.geometry.rings import Ints
from navcore.kernels import buffers
from navcore.kernels.raster import terrain_cells as kernel
from navcore.level.model import Level, Settings, Terrain, Tiles, Zone
from navcore.level.tables import GROUND

Sets: TypeAlias = npt.NDArray[np.uint64]
"""(tiles, 4) which terrains there are in each tile of 64 x 64 cells, a bit each."""

KINDS: Final = 256
"""Number of values of a byte."""

_GROUND_BYTE: Final = bytes(1)


class _Sheet:
    """A block of memory to write the terrains of a bake into; ground everywhere at first."""

    __slots__ = ("block", "cells", "stamps")

    def __init__(self, depth: int, width: int) -> None:
        self.block = np.zeros((depth + 2) * (width + 2), np.uint8)
        self.cells: Cells = self.block.reshape(depth + 2, width + 2)
        self.stamps: Ints = np.zeros(tile_shape(depth, width), np.int64)

    def follow(self, before: "TerrainCells") -> None:
        """Take over the cells of another bake of this size."""
        behind = self.stamps != before.stamps
        if not self.stamps.any():
            # Ground is not written: untouched memory costs nothing.
            behind = tiles_with(before.sets, np.arange(KINDS) > 0).reshape(behind.shape)
        b = buffers(kernel, in_memory(before.cells), self.cells, np.flatnonzero(behind))
        kernel.copy(b[0], b[1], behind.shape[1], b[2])
        self.stamps = before.stamps


class TerrainCells(msgspec.Struct, frozen=True, eq=False):
    """The terrains of the cells of one storey, immutable."""

    lattice: Lattice
    table: tuple[Terrain, ...]
    """Terrains by their numbers: 0 is ground, 1 the first row of the level's table, and so on."""
    cells: Cells
    """(depth + 2, width + 2) numbers of terrains; read-only."""
    stamps: Ints
    """(rows, columns) of tiles, see :mod:`navcore.bake.pool`."""
    sets: Sets
    drawn: DrawnTerrain
    _pool: Pool[_Sheet]

    @classmethod
    def of(cls, level: Level, layer: str, lattice: Lattice) -> "TerrainCells":
        """Return the terrains of a storey.

        Raises:
            NavcoreError: if the outline of a zone has less than three corners or one that is not
                finite.
        """
        # One byte represents all cells while nothing is drawn, as on most storeys.
        size = (lattice.depth + 2, lattice.width + 2)
        cells: Cells = np.ndarray(size, np.uint8, _GROUND_BYTE, strides=(0, 0))
        stamps = np.full(tile_shape(lattice.depth, lattice.width), next_stamp())
        sets = np.zeros((stamps.size, KINDS // 64), np.uint64)
        sets[:, 0] = 1
        table, drawn = table_of(level.settings.all_terrains), DrawnTerrain.of(level, layer)
        pool = Pool(lattice.depth, lattice.width, _Sheet)
        blank = cls(lattice, table, cells, stamps, sets, drawn, pool)
        rects = merged(rects_around(lattice, drawn.every_box()), PAINT_COST)
        return blank.painted(drawn, rects) if drawn else blank

    def changed(
        self, levels: tuple[Level, Level], ids: Iterable[int], lattice: Lattice
    ) -> tuple["TerrainCells", tuple[CellRect, ...] | None]:
        """Return the terrains after an edit; equal to :meth:`of`, cell for cell.

        Args:
            levels: The level before it, and after it.
            ids: Ids of all changed elements.
            lattice: The cells to bake on.

        Returns:
            The terrains, and the cells that may differ from before; None if everything may differ.

        Raises:
            NavcoreError: as :meth:`of`.
        """
        before, after = levels
        old, new = before.settings, after.settings
        if old is new and lattice == self.lattice and _share_terrain(before, after):
            return self, ()
        terrains, rects = self, list[CellRect]()
        if lattice != self.lattice or (old is not new and not self._fits(old, new)):
            terrains = TerrainCells.of(after, self.drawn.layer, lattice)
            same = not (self.drawn or terrains.drawn) and terrains.table[0] == self.table[0]
            return terrains, () if same else None
        if old.terrains != new.terrains:
            terrains = replace(self, table=table_of(new.all_terrains))
            rects += rects_of(self._tiles_of(terrains.table), lattice)
        changes = DrawnChanges.between(levels, ids, self.drawn.layer)
        if changes:
            drawn = self.drawn.changed(changes)
            boxes = self.drawn.boxes(drawn, changes, lattice.cell_size)
            touched = merged(rects_around(lattice, boxes), PAINT_COST)
            terrains = terrains.painted(drawn, touched)
            rects += touched
        return terrains, tuple(rects)

    def _fits(self, old: Settings, new: Settings) -> bool:
        return old.layers == new.layers and self.drawn.fits(new)

    def _tiles_of(self, table: Sequence[Terrain]) -> npt.NDArray[np.bool_]:
        """Return the tiles with terrains that have other rows in another table."""
        kinds = np.zeros(KINDS, np.bool_)
        kinds[: len(table)] = [row != old for row, old in zip(table, self.table, strict=True)]
        return tiles_with(self.sets, kinds).reshape(self.stamps.shape)

    def painted(self, drawn: DrawnTerrain, rects: Sequence[CellRect]) -> "TerrainCells":
        """Return the terrains with the drawn ones, which only differ within these cells."""
        if not rects:
            return replace(self, drawn=drawn)
        sheet = self._pool.take()
        if sheet.stamps.any() or self.cells.flags.c_contiguous:
            sheet.follow(self)
        # Otherwise both are ground everywhere.
        for rect in rects:
            paint(self.lattice, rect, drawn, sheet.cells)
        touched = tiles_in(rects, self.stamps.shape)
        sheet.stamps = self.stamps.copy()
        sheet.stamps[touched] = next_stamp()
        sets = self.sets.copy()
        b = buffers(kernel, sheet.cells, np.flatnonzero(touched), sets)
        kernel.collect(b[0], touched.shape[1], b[1], b[2])
        cells = self._pool.lend(sheet).reshape(sheet.cells.shape)
        return replace(self, cells=cells, stamps=sheet.stamps, sets=sets, drawn=drawn)

    def at(self, x: float, z: float) -> Terrain:
        """Return the terrain of the cell that holds a point; ground outside of the grid."""
        try:
            column, row = self.lattice.cell_of(x, z)
        except (OverflowError, ValueError):
            # Not a number, or farther out than cells can be counted.
            return self.table[0]
        if not self.lattice.holds(column, row):
            return self.table[0]
        return self.table[int(self.cells[row + 1, column + 1])]


def _share_terrain(one: Level, other: Level) -> bool:
    """Return whether two levels share their zone and tile objects, without looking at each."""
    return one.of(Zone) is other.of(Zone) and one.of(Tiles) is other.of(Tiles)


def in_memory(cells: Cells) -> Cells:
    """Return cells for kernels, a byte each, even if one byte represents all."""
    return cells if cells.flags.c_contiguous else np.zeros(cells.shape, np.uint8)


def table_of(rows: Sequence[Terrain]) -> tuple[Terrain, ...]:
    """Return terrains by their numbers: ground, then the rows of a level's table."""
    ground = next((row for row in rows if row.name == GROUND), Terrain(name=GROUND))
    return (ground, *rows)


def tiles_with(sets: Sets, kinds: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return which tiles hold some of these terrains; `kinds` are (256,)."""
    words = np.packbits(kinds, bitorder="little").view(np.dtype("<u8")).astype(np.uint64)
    found: npt.NDArray[np.bool_] = ((sets & words) != 0).any(axis=1)
    return found


def kinds_in(sets: Sets) -> Ints:
    """Return the numbers of the terrains that the tiles hold."""
    words = np.bitwise_or.reduce(sets, axis=0).astype(np.dtype("<u8"))
    return np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))
