"""Bake the walkable cells of a level, completely or only where an edit changed it.

Step 1: the floor, every cell whose centre lies in an available area (S0-022 to S0-024). Step 2:
cells are removed that are nearer to the outer edge than the boundary padding (S0-025, S0-026), or
that lie in an obstacle or within its clearance (S0-027, S0-028). Step 3: data for searches.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from navcore.bake.bitmaps import Bitmaps, Words, words_of
from navcore.bake.grid import Derived
from navcore.bake.lattice import Lattice
from navcore.bake.pool import Lent, Planes, Pool, Sheet, tiles_in
from navcore.bake.raster import (
    PAINT_COST,
    CellRect,
    Cells,
    Job,
    block_bits_near,
    box_around,
    fill_bits,
    merged,
    raise_if_cancelled,
    rects_around,
    whole,
)
from navcore.bake.regions import Regions
from navcore.bake.sources import Sources, Touched
from navcore.geometry.rings import Ints, Rings
from navcore.kernels import buffers
from navcore.kernels.raster import bitmaps as kernel


class Bake(msgspec.Struct, frozen=True, eq=False):
    """The cells of a level and their sources, immutable."""

    lattice: Lattice
    sources: Sources
    derived: Derived
    """The bitmaps and regions of the cells."""
    pool: Pool[Sheet]
    """Pool of arrays for the next bakes."""
    _lent: Lent

    @property
    def floor(self) -> Cells:
        """1 where the centre lies in an available area; read-only."""
        return self._lent.planes.floor

    @property
    def floor_rows(self) -> Words:
        """`floor` as bits along rows, see `Bitmaps`; read-only."""
        return self._lent.planes.floor_rows

    @property
    def walkable(self) -> Cells:
        """1 where an agent can stand; read-only."""
        return self._lent.planes.walkable

    @classmethod
    def of(
        cls,
        sources: Sources,
        lattice: Lattice,
        job: Job | None = None,
        pool: Pool[Sheet] | None = None,
    ) -> "Bake":
        """Return the bake from scratch; arrays come from the `pool` if they fit.

        Raises:
            Cancelled: if the job asks for it.
        """
        pool = _fitting(pool, lattice)
        sheet = pool.take()
        sheet.clear_bits()
        painter = _Painter(lattice, sources, sheet.planes, job)
        painter.paint_floor(whole(lattice))
        painter.paint_walkable(whole(lattice))
        return cls._anew(sources, lattice, pool, sheet, job)

    def changed(
        self, sources: Sources, touched: Touched, lattice: Lattice, job: Job | None = None
    ) -> tuple["Bake", tuple[CellRect, ...] | None]:
        """Return the bake of changed sources on this lattice, or another window of it.

        Also returns the cells that differ, None if the window is another one.

        Raises:
            Cancelled: if the job asks for it.
        """
        if lattice != self.lattice:
            return self._through(sources, touched, lattice, job), None
        floor_rects = rects_around(lattice, touched.floor)
        rects = merged(floor_rects + rects_around(lattice, touched.walkable))
        if not rects:
            return replace(self, sources=sources), ()
        sheet = self.pool.take()
        behind = sheet.follow(self._lent)
        painter = _Painter(lattice, sources, sheet.planes, job)
        painter.paint(floor_rects, rects)
        raise_if_cancelled(job)
        dirty = [found for rect in rects if (found := self._differing(sheet.planes, rect))]
        changed = tiles_in(dirty, sheet.stamps.shape)
        sheet.finish(behind | changed, changed)
        if not dirty:
            self.pool.give_back(sheet)
            return replace(self, sources=sources), ()
        lent = sheet.lent(self.pool.lend(sheet))
        bitmaps = _bitmaps(lent.planes)
        regions = self.derived.regions
        regions = regions.changed(bitmaps, dirty) if regions else None
        derived = Derived(bitmaps, regions, lent.stamps)
        return Bake(lattice, sources, derived, self.pool, lent), tuple(dirty)

    @classmethod
    def _anew(
        cls, sources: Sources, lattice: Lattice, pool: Pool[Sheet], sheet: Sheet, job: Job | None
    ) -> "Bake":
        """Return the bake in which all bits have been painted."""
        every = np.ones(sheet.stamps.shape, np.bool_)
        sheet.finish(every, every)
        raise_if_cancelled(job)
        lent = sheet.lent(pool.lend(sheet))
        bitmaps = _bitmaps(lent.planes)
        return cls(lattice, sources, Derived(bitmaps, Regions.of(bitmaps), lent.stamps), pool, lent)

    def _through(
        self, sources: Sources, touched: Touched, lattice: Lattice, job: Job | None
    ) -> "Bake":
        """Return the same cells in another window, with new cells baked."""
        pool = _fitting(self.pool, lattice)
        sheet = pool.take()
        sheet.clear_bits()
        sheet.planes.floor_rows[:] = words_of(_moved(self.floor, self.lattice, lattice))
        sheet.planes.rows[:] = words_of(_moved(self.walkable, self.lattice, lattice))
        fresh = _outside_old_window(self.lattice, lattice)
        floor_rects = fresh + rects_around(lattice, touched.floor)
        rects = floor_rects + rects_around(lattice, touched.walkable)
        _Painter(lattice, sources, sheet.planes, job).paint(floor_rects, rects)
        return self._anew(sources, lattice, pool, sheet, job)

    def _differing(self, planes: Planes, rect: CellRect) -> CellRect | None:
        """Return the part of `rect` in which the cells differ from these, if any do."""
        old, found = self._lent.planes, np.empty(4, np.int64)
        b = buffers(
            kernel, old.floor_rows, old.rows, planes.floor_rows, planes.rows, _bounds(rect), found
        )
        if not kernel.differing(*b):
            return None
        row0, row1, column0, column1 = found.tolist()
        return CellRect(row0 - 1, row1 - 1, column0 - 1, column1 - 1)


class _Painter(msgspec.Struct, frozen=True):
    """Draws sources into bits."""

    lattice: Lattice
    sources: Sources
    planes: Planes
    job: Job | None

    def paint(self, floor_rects: Sequence[CellRect], rects: Sequence[CellRect]) -> None:
        """Bake the floor and the walkable cells again within rectangles."""
        for rect in merged(floor_rects, PAINT_COST):
            _paste(_NOTHING, rect, self.planes.floor_rows)
            self.paint_floor(rect)
        for rect in merged(rects, PAINT_COST):
            self.paint_walkable(rect)

    def paint_floor(self, rect: CellRect) -> None:
        """The floor within a rectangle, where nothing is drawn yet."""
        areas, bits = self.sources.areas, self.planes.floor_rows
        near = areas.active_slots(box_around(self.lattice, rect), 0.0)
        fill_bits(self.lattice, rect, areas.edges, near, bits, value=True, job=self.job)

    def paint_walkable(self, rect: CellRect) -> None:
        """Write the walkable cells of a rectangle over its old content."""
        lattice, bits, job = self.lattice, self.planes.rows, self.job
        _paste(self.planes.floor_rows, rect, bits)
        settings, outer = self.sources.settings, self.sources.outer
        if outer is not None:
            padding = settings.boundary_padding
            edge = Rings.joined([outer.segments])
            block_bits_near(lattice, rect, edge, np.arange(1), padding, bits, strict=True, job=job)
        reach = settings.clearance
        obstacles = self.sources.obstacles
        near = obstacles.active_slots(box_around(lattice, rect), reach)
        fill_bits(lattice, rect, obstacles.edges, near, bits, value=False, job=job)
        block_bits_near(lattice, rect, obstacles.edges, near, reach, bits, job=job)


_NOTHING: Words = np.empty((0, 0), np.uint64)


def _paste(words: Words, rect: CellRect, target: Words) -> None:
    kernel.paste(*buffers(kernel, words, _bounds(rect), target))


def _bounds(rect: CellRect) -> Ints:
    """Return a rectangle as kernels of bits read it, counted with the ring."""
    return np.array(rect, np.int64) + 1


def _bitmaps(planes: Planes) -> Bitmaps:
    return Bitmaps(planes.rows, planes.columns)


def _fitting(pool: Pool[Sheet] | None, lattice: Lattice) -> Pool[Sheet]:
    if pool is not None and (pool.depth, pool.width) == (lattice.depth, lattice.width):
        return pool
    return Pool(lattice.depth, lattice.width, Sheet)


def _overlap(old: Lattice, new: Lattice) -> CellRect:
    """Return the cells of the new window that the old one held as well."""
    row, column = old.row - new.row, old.column - new.column
    row0, column0 = min(max(0, row), new.depth), min(max(0, column), new.width)
    return CellRect(
        row0,
        max(row0, min(new.depth, row + old.depth)),
        column0,
        max(column0, min(new.width, column + old.width)),
    )


def _outside_old_window(old: Lattice, new: Lattice) -> list[CellRect]:
    """Return the cells of the new window that the old one did not hold."""
    held = _overlap(old, new)
    strips = [
        CellRect(0, held.row0, 0, new.width),
        CellRect(held.row1, new.depth, 0, new.width),
        CellRect(held.row0, held.row1, 0, held.column0),
        CellRect(held.row0, held.row1, held.column1, new.width),
    ]
    return [strip for strip in strips if strip.cells > 0]


def _moved(cells: Cells, old: Lattice, new: Lattice) -> Cells:
    """Return the cells in the new window."""
    held = _overlap(old, new)
    source = CellRect(
        held.row0 + new.row - old.row,
        held.row1 + new.row - old.row,
        held.column0 + new.column - old.column,
        held.column1 + new.column - old.column,
    )
    moved = np.zeros((new.depth + 2, new.width + 2), np.uint8)
    if held.cells > 0:
        moved[held.padded] = cells[source.padded]
    return moved
