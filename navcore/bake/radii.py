"""Grids for agents of other radii than the level's, from the bake's distances."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

import numpy as np

from navcore.bake.bitmaps import WORD, Bitmaps, Words, words_in
from navcore.bake.distances import Distances, Outlines, part_of
from navcore.bake.grid import Derived, NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.outer import OuterEdge
from navcore.bake.profile import boundary_padding_for
from navcore.bake.raster import CellRect, Cells, merged, rects_around, whole
from navcore.bake.sources import Changes, Sources, Touched
from navcore.geometry.rings import Box, grown
from navcore.kernels import bits, buffers

_LEAST_REACH: Final = 4
"""Cells up to which distances are measured at least."""

_MOST_BOXES: Final = 256
"""Changes that are remembered; after more, everything is made anew."""


@dataclass(frozen=True, slots=True)
class Size:
    """What tells grids of one level apart: distances that agents keep, metres."""

    radius: float
    clearance: float
    """From obstacles, radius included."""
    boundary_padding: float


@dataclass(slots=True)
class _Known:
    """What is known about a bake."""

    obstacles: Distances | None = None
    edge: Distances | None = None
    grids: dict[Size, NavGrid] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Past:
    """What was known about an earlier bake, and what was touched since."""

    known: _Known
    floor: list[Box]
    obstacles: list[Box]
    edge: list[Box]

    def and_then(self, touched: Touched, edge: list[Box]) -> "_Past | None":
        """The same with more changes; None when there are too many to be of use."""
        floor, obstacles = self.floor + touched.floor, self.obstacles + touched.obstacles
        past = _Past(self.known, floor, obstacles, self.edge + edge)
        return past if len(floor) + len(obstacles) + len(past.edge) <= _MOST_BOXES else None


class Radii:
    """What one bake knows about other radii. Everything is made when it is asked for.

    After an edit, the distances and grids that were in use are brought up to date where they
    may differ when they are next asked for, and are the same as from scratch.
    """

    def __init__(self, sources: Sources, lattice: Lattice, floor_rows: Words) -> None:
        """For a bake of these sources; `floor_rows` are the bits of its floor along rows."""
        self._sources = sources
        self._lattice = lattice
        self._floor = floor_rows
        self._outer: OuterEdge | None = sources.outer
        self._known = _Known()
        self._past: _Past | None = None
        self._stale: dict[Size, NavGrid] = {}
        self._stale_rects: list[CellRect] = []
        self._lock = Lock()

    def changed(
        self,
        sources: Sources,
        lattice: Lattice,
        floor_rows: Words,
        changes: Changes,
        touched: Touched,
    ) -> "Radii":
        """What is known after changes of the sources that `touched` no more than that."""
        new = Radii(sources, lattice, floor_rows)
        with self._lock:
            if lattice != self._lattice or sources.settings.seam != self._sources.settings.seam:
                return new
            edge = touched.edge
            if sources.outer is None and self._outer is not None:
                # Nobody but us knows the outer edge.
                new._outer, edge = self._outer, []
                if changes.areas:
                    new._outer, edge = self._outer.replaced(
                        sources.areas, changes.areas, touched.floor, sources.settings
                    )
            if self._known.obstacles is not None:
                new._past = _Past(self._known, [], [], []).and_then(touched, edge)
            elif self._past is not None:
                new._past = self._past.and_then(touched, edge)
        return new

    def grid_for(self, radius: float) -> NavGrid:
        """The grid on which agents of a radius walk (S0-029)."""
        settings = self._sources.settings
        clearance = radius + settings.object_padding
        size = Size(radius, clearance, boundary_padding_for(radius, settings))
        with self._lock:
            if size not in self._known.grids:
                self._catch_up()
                self._measure(size)
                self._known.grids[size] = self._made(size)
            return self._known.grids[size]

    def _catch_up(self) -> None:
        """Bring the distances up to date, and note where grids are out of date."""
        if self._past is None:
            return
        past, self._past = self._past, None
        known, lattice = past.known, self._lattice
        rects = rects_around(lattice, past.floor)
        if known.obstacles is not None:
            reach = known.obstacles.reach
            changed = merged(rects_around(lattice, [grown(box, reach) for box in past.obstacles]))
            self._known.obstacles = known.obstacles.changed(self._obstacles, changed)
            rects += changed
        if known.edge is not None:
            reach = known.edge.reach
            changed = merged(rects_around(lattice, [grown(box, reach) for box in past.edge]))
            self._known.edge = known.edge.changed(self._edge, changed)
            rects += changed
        self._stale, self._stale_rects = dict(known.grids), merged(rects)

    @property
    def _obstacles(self) -> Outlines:
        return Outlines.of_obstacles(self._sources.obstacles)

    @property
    def _edge(self) -> Outlines:
        if self._outer is None:
            self._outer = OuterEdge.of(self._sources.areas, self._sources.settings.seam)
        return Outlines.of_edge(self._outer.segments)

    def _measure(self, size: Size) -> None:
        """Have distances that decide about these, measuring anew what does not reach so far."""
        known, least = self._known, _LEAST_REACH * self._lattice.cell_size
        if known.obstacles is None or not known.obstacles.answers(size.clearance):
            reach = max(2 * size.clearance, least)
            known.obstacles = Distances.of(self._lattice, self._obstacles, reach)
        padding = size.boundary_padding
        if padding > 0 and (known.edge is None or not known.edge.answers(padding)):
            known.edge = Distances.of(self._lattice, self._edge, max(2 * padding, least))

    def _made(self, size: Size) -> NavGrid:
        """A grid, from an earlier one where there is one."""
        former = self._stale.pop(size, None)
        if former is None:
            rows, padded = self._floor.copy(), np.empty(self._shape, np.uint8)
            columns = np.zeros((self._shape[1], words_in(self._shape[0])), np.uint64)
            rects = [whole(self._lattice)]
        else:
            rows, padded = former.bitmaps.rows.copy(), former.padded.copy()
            columns, rects = former.bitmaps.columns.copy(), self._stale_rects
        for rect in rects:
            self._paint(rect, size, rows)
        _spread(rows, rects, padded, columns)
        for words in (rows, columns):
            words.flags.writeable = False
        bitmaps, regions = Bitmaps(rows, columns), None
        if former is not None and former.derived.regions is not None:
            regions = former.regions.changed(bitmaps, rects)
        settings = self._sources.settings
        return NavGrid(
            self._lattice,
            padded,
            size.radius,
            settings.object_padding,
            size.boundary_padding,
            settings.floor_y,
            derived=Derived(bitmaps, regions),
        )

    @property
    def _shape(self) -> tuple[int, int]:
        return self._lattice.depth + 2, self._lattice.width + 2

    def _paint(self, rect: CellRect, size: Size, rows: Words) -> None:
        """Write the bits of the cells of `rect`."""
        bits.paste(*buffers(bits, self._floor, np.array(rect, np.int64) + 1, rows))
        known, padding = self._known, size.boundary_padding
        assert known.obstacles is not None
        known.obstacles.block(rect, self._obstacles, size.clearance, rows, strict=False)
        if padding > 0 and known.edge is not None:
            known.edge.block(rect, self._edge, padding, rows, strict=True)


def _spread(rows: Words, rects: Sequence[CellRect], padded: Cells, columns: Words) -> None:
    """Bring cells and columns in line with the bits of the rows in `rects`."""
    wide = rows.shape[1] - 1
    touched = np.zeros((-(-len(rows) // WORD), wide), np.bool_)
    for rect in rects:
        lines, words, _ = part_of(rect)
        touched[lines.start // WORD : (lines.stop - 1) // WORD + 1, words] = True
    tiles = np.flatnonzero(touched)
    b = buffers(bits, rows, tiles, padded.reshape(-1), columns)
    bits.write_bytes(b[0], wide, b[1], padded.shape[1], b[2])
    bits.write_columns(b[0], wide, b[1], b[3])
