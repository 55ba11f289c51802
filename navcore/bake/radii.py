"""Grids for agents of other radii than the level's, from the bake's distances."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Final
from weakref import WeakSet

import numpy as np

from navcore.bake.bitmaps import Bitmaps, Words
from navcore.bake.distances import Distances, Outlines
from navcore.bake.grid import Derived, NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.outer import OuterEdge
from navcore.bake.pool import Lent, Pool, Sheet, tiles_in
from navcore.bake.profile import boundary_padding_for
from navcore.bake.raster import CellRect, merged, rects_around, whole
from navcore.bake.sources import Changes, Sources, Touched
from navcore.geometry.rings import Box, grown
from navcore.kernels import buffers
from navcore.kernels.raster import bitmaps as bits

_LEAST_REACH: Final = 4
"""Least number of cells up to which distances are measured."""

_MOST_BOXES: Final = 256
"""Most changes that are remembered; after more, everything is computed again."""

_MOST_GRIDS: Final = (8, 64)
"""Least and most grids that are kept, the last used ones."""
_MOST_CELLS: Final = 2**26
"""Most cells in total for which more than the least number of grids are kept."""


@dataclass(frozen=True, slots=True)
class _Size:
    """Distances that agents keep, metres; grids of one level differ in them."""

    radius: float
    clearance: float
    """Distance from obstacles, radius included."""
    boundary_padding: float


@dataclass(frozen=True, slots=True, eq=False)
class _Baked:
    """A grid and where its arrays come from."""

    grid: NavGrid
    lent: Lent
    pool: Pool[Sheet]


@dataclass(slots=True, eq=False)
class _Known:
    """Data that has been computed for a bake."""

    obstacles: Distances | None = None
    edge: Distances | None = None
    grids: dict[_Size, _Baked] = field(default_factory=dict)
    users: "WeakSet[Radii]" = field(default_factory=WeakSet)
    """Objects that may still read this."""


@dataclass(frozen=True, slots=True, eq=False)
class _Past:
    """Data of an earlier bake, and what has changed since."""

    known: _Known
    floor: list[Box]
    obstacles: list[Box]
    edge: list[Box]

    def and_then(self, touched: Touched, edge: list[Box]) -> "_Past | None":
        """Return the past with more changes; None if there are too many to be of use."""
        past = _Past(
            self.known,
            self.floor + touched.floor,
            self.obstacles + touched.obstacles,
            self.edge + edge,
        )
        boxes = len(past.floor) + len(past.obstacles) + len(past.edge)
        return past if boxes <= _MOST_BOXES else None


class Radii:
    """Distances and grids of one bake for other radii, computed when needed.

    After an edit, the distances and grids in use are updated where they may differ, when they are
    next needed, and equal those from scratch.
    """

    def __init__(self, sources: Sources, lattice: Lattice, floor_rows: Words) -> None:
        """Take the sources of a bake; `floor_rows` are the bits of its floor along rows."""
        self._sources = sources
        self._lattice = lattice
        self._floor = floor_rows
        self._outer: OuterEdge | None = sources.outer
        self._known = _Known()
        self._known.users.add(self)
        self._past: _Past | None = None
        self._stale: dict[_Size, _Baked] = {}
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
        """Return the radii after changes of the sources, which changed no more than `touched`."""
        new = Radii(sources, lattice, floor_rows)
        with self._lock:
            if lattice != self._lattice or sources.settings.seam != self._sources.settings.seam:
                return new
            edge = touched.edge
            if sources.outer is None and self._outer is not None:
                # The bake itself has no use for the outer edge.
                new._outer, edge = self._outer, []
                if changes.areas:
                    new._outer, edge = self._outer.replaced(
                        sources.areas, changes.areas, touched.floor, sources.settings
                    )
            past = self._past
            if self._known.obstacles is not None:
                past = _Past(self._known, [], [], [])
            new._past = past and past.and_then(touched, edge)
            if new._past is not None:
                new._past.known.users.add(new)
        return new

    def grid_for(self, radius: float) -> NavGrid:
        """Return the grid on which agents of a radius walk (S0-029)."""
        settings = self._sources.settings
        clearance = radius + settings.object_padding
        size = _Size(radius, clearance, boundary_padding_for(radius, settings))
        with self._lock:
            found = self._known.grids.pop(size, None)
            if found is None:
                self._catch_up()
                self._measure(size)
                found = self._baked(size)
            grids = self._known.grids
            grids[size] = found
            least, most = _MOST_GRIDS
            while len(grids) > max(least, min(most, _MOST_CELLS // self._lattice.cells)):
                # The least recently used one; code that holds it keeps it.
                del grids[next(iter(grids))]
            return found.grid

    def _catch_up(self) -> None:
        """Bring the distances up to date, and note where grids are out of date."""
        if self._past is None:
            return
        past, self._past = self._past, None
        known, lattice = past.known, self._lattice
        # Data that nothing else can need any more may be overwritten.
        reuse = len(known.users) == 1
        rects = rects_around(lattice, past.floor)
        if known.obstacles is not None:
            changed = _within(known.obstacles.reach, lattice, past.obstacles)
            outlines = Outlines.of_obstacles(self._sources.obstacles)
            self._known.obstacles = known.obstacles.changed(outlines, changed, reuse=reuse)
            rects += changed
        if known.edge is not None:
            changed = _within(known.edge.reach, lattice, past.edge)
            self._known.edge = known.edge.changed(self._edge(), changed, reuse=reuse)
            rects += changed
        self._stale, self._stale_rects = dict(known.grids), merged(rects)
        known.users.discard(self)

    def _edge(self) -> Outlines:
        if self._outer is None:
            self._outer = OuterEdge.of(self._sources.areas, self._sources.settings.seam)
        return Outlines.of_edge(self._outer.segments)

    def _measure(self, size: _Size) -> None:
        """Compute distances that decide these clearances; measure again what does not reach."""
        known, least = self._known, _LEAST_REACH * self._lattice.cell_size
        if known.obstacles is None or not known.obstacles.answers(size.clearance):
            outlines = Outlines.of_obstacles(self._sources.obstacles)
            known.obstacles = Distances.of(self._lattice, outlines, max(2 * size.clearance, least))
        padding = size.boundary_padding
        if padding > 0 and (known.edge is None or not known.edge.answers(padding)):
            known.edge = Distances.of(self._lattice, self._edge(), max(2 * padding, least))

    def _baked(self, size: _Size) -> _Baked:
        """Return a grid, from an earlier one where there is one."""
        former = self._stale.pop(size, None)
        if former is None:
            lattice = self._lattice
            pool, rects = Pool(lattice.depth, lattice.width, Sheet), [whole(lattice)]
            sheet = pool.take()
            sheet.clear_bits()
            changed = behind = np.ones(sheet.stamps.shape, np.bool_)
        else:
            pool, rects = former.pool, self._stale_rects
            sheet = pool.take()
            behind, changed = sheet.follow(former.lent), tiles_in(rects, sheet.stamps.shape)
        for rect in rects:
            self._paint(rect, size, sheet)
        sheet.finish(behind | changed, changed)
        lent = sheet.lent(pool.lend(sheet))
        bitmaps, regions = Bitmaps(lent.planes.rows, lent.planes.columns), None
        if former is not None and former.grid.derived.regions is not None:
            regions = former.grid.derived.regions.changed(bitmaps, rects)
        settings = self._sources.settings
        grid = NavGrid(
            self._lattice,
            lent.planes.walkable,
            size.radius,
            settings.object_padding,
            size.boundary_padding,
            settings.floor_y,
            derived=Derived(bitmaps, regions, lent.stamps),
        )
        return _Baked(grid, lent, pool)

    def _paint(self, rect: CellRect, size: _Size, sheet: Sheet) -> None:
        """Write the bits of the cells of `rect`."""
        rows, known, padding = sheet.planes.rows, self._known, size.boundary_padding
        bits.paste(*buffers(bits, self._floor, np.array(rect, np.int64) + 1, rows))
        if known.obstacles is not None:
            outlines = Outlines.of_obstacles(self._sources.obstacles)
            known.obstacles.block(rect, outlines, size.clearance, rows, strict=False)
        if padding > 0 and known.edge is not None:
            known.edge.block(rect, self._edge(), padding, rows, strict=True)


def _within(reach: float, lattice: Lattice, boxes: Sequence[Box]) -> list[CellRect]:
    """Return the cells within `reach` of the boxes."""
    return merged(rects_around(lattice, [grown(box, reach) for box in boxes]))
