"""Bake: what a level's polygons make walkable, in full or only where an edit touched it.

Step 1: the floor, every cell whose centre lies in an available area (S0-022 to S0-024). Step 2:
off goes what is nearer to the outer edge than the boundary padding (S0-025, S0-026) and what
lies in an obstacle or within its clearance (S0-027, S0-028).
"""

from dataclasses import dataclass

import numpy as np

from navcore.bake.lattice import Lattice
from navcore.bake.raster import (
    CellRect,
    Cells,
    Job,
    block_near,
    box_around,
    fill,
    merged,
    rects_around,
    whole,
)
from navcore.bake.sources import Sources, Touched


@dataclass(frozen=True, slots=True, eq=False)
class Bake:
    """The cells of a level and what they were made from, immutable."""

    lattice: Lattice
    sources: Sources
    floor: Cells
    """1 where the centre lies in an available area; read-only."""
    walkable: Cells
    """1 where an agent can stand; read-only."""

    @classmethod
    def of(cls, sources: Sources, lattice: Lattice, job: Job | None = None) -> "Bake":
        """The bake from scratch.

        Raises:
            Cancelled: if the job asks for it.
        """
        floor = np.zeros((lattice.depth + 2, lattice.width + 2), np.uint8)
        bake = cls(lattice, sources, floor, np.zeros_like(floor))
        bake._paint_floor(whole(lattice), job)
        bake._paint_walkable(whole(lattice), job)
        return bake._locked()

    def changed(
        self, sources: Sources, touched: Touched, lattice: Lattice, job: Job | None = None
    ) -> tuple["Bake", tuple[CellRect, ...] | None]:
        """The bake of changed sources on this lattice, or another window of it.

        Returns the cells that differ besides, None when the window is another one.

        Raises:
            Cancelled: if the job asks for it.
        """
        fresh = [] if lattice == self.lattice else _outside_old_window(self.lattice, lattice)
        floor_rects = merged(fresh + rects_around(lattice, touched.floor))
        rects = merged(floor_rects + rects_around(lattice, touched.walkable))
        bake = Bake(
            lattice,
            sources,
            _moved(self.floor, self.lattice, lattice, copy=bool(floor_rects)),
            _moved(self.walkable, self.lattice, lattice, copy=bool(rects)),
        )
        for rect in floor_rects:
            bake._paint_floor(rect, job)
        for rect in rects:
            bake._paint_walkable(rect, job)
        bake._locked()
        if lattice != self.lattice:
            return bake, None
        return bake, tuple(found for rect in rects for found in self._differing(bake, rect))

    def _paint_floor(self, rect: CellRect, job: Job | None) -> None:
        self.floor[rect.padded] = 0
        near = self.sources.areas.active_near(box_around(self.lattice, rect), 0.0)
        fill(self.lattice, rect, near, self.floor, 1, job)

    def _paint_walkable(self, rect: CellRect, job: Job | None) -> None:
        self.walkable[rect.padded] = self.floor[rect.padded]
        settings, outer = self.sources.settings, self.sources.outer
        if outer is not None:
            padding = settings.boundary_padding
            block_near(
                self.lattice, rect, outer.segments, padding, self.walkable, strict=True, job=job
            )
        reach = settings.clearance
        near = self.sources.obstacles.active_near(box_around(self.lattice, rect), reach)
        if near:
            fill(self.lattice, rect, near, self.walkable, 0, job)
            block_near(self.lattice, rect, np.concatenate(near), reach, self.walkable, job=job)

    def _locked(self) -> "Bake":
        self.floor.flags.writeable = False
        self.walkable.flags.writeable = False
        return self

    def _differing(self, other: "Bake", rect: CellRect) -> list[CellRect]:
        """The part of `rect` in which the cells of the two bakes differ, if any do."""
        differ = self.walkable[rect.padded] != other.walkable[rect.padded]
        if self.floor is not other.floor:
            differ |= self.floor[rect.padded] != other.floor[rect.padded]
        rows = np.flatnonzero(differ.any(axis=1))
        if len(rows) == 0:
            return []
        columns = np.flatnonzero(differ.any(axis=0))
        return [
            CellRect(
                rect.row0 + int(rows[0]),
                rect.row0 + int(rows[-1]) + 1,
                rect.column0 + int(columns[0]),
                rect.column0 + int(columns[-1]) + 1,
            )
        ]


def _overlap(old: Lattice, new: Lattice) -> CellRect:
    """The cells of the new window that the old one held as well."""
    row, column = old.row - new.row, old.column - new.column
    row0, column0 = min(max(0, row), new.depth), min(max(0, column), new.width)
    return CellRect(
        row0,
        max(row0, min(new.depth, row + old.depth)),
        column0,
        max(column0, min(new.width, column + old.width)),
    )


def _outside_old_window(old: Lattice, new: Lattice) -> list[CellRect]:
    """The cells of the new window that the old one did not hold."""
    held = _overlap(old, new)
    strips = [
        CellRect(0, held.row0, 0, new.width),
        CellRect(held.row1, new.depth, 0, new.width),
        CellRect(held.row0, held.row1, 0, held.column0),
        CellRect(held.row0, held.row1, held.column1, new.width),
    ]
    return [strip for strip in strips if strip.cells > 0]


def _moved(cells: Cells, old: Lattice, new: Lattice, *, copy: bool) -> Cells:
    """The cells in the new window; the same array when nothing will be written into it."""
    if old == new:
        return cells.copy() if copy else cells
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
