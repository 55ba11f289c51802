"""Searches of one thread over one grid: the engines with their memory."""

import threading
from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary, ref

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.bitmaps import Bitmaps, words_in
from navcore.bake.grid import FOUR, Derived, NavGrid
from navcore.kernels import buffers
from navcore.kernels.raster import bitmap_scan
from navcore.kernels.raster import grid_transform as frame
from navcore.kernels.search import corners, jump, query, sight, string_pull, terrain, weighted_astar
from navcore.level.model import Point
from navcore.path.astar import shortest_way
from navcore.path.cell_path import Outcome, Way
from navcore.path.even_ground import EvenGround
from navcore.path.jump_cache import NO_LINES, jump_cache_of
from navcore.path.scratch import SCRATCH, ScratchFull, WayRoom
from navcore.path.space import NO_STAMPS, Space, numbers_of
from navcore.path.visited import nearest_visited

Engine: TypeAlias = Literal["auto", "astar", "jump"]
"""`astar`: the source's rules and tie-breaks, to the letter; `jump`: jump points, the fastest
for cells that all cost the same; `auto`: the fastest for the grid."""

_MOST_NEAREST: Final = 256
"""Most goals whose nearest reachable cells a searcher caches."""

_MOST_PREPARED: Final = 1 << 12
"""Number of cells whose jump points are computed before the first search."""


_Places: TypeAlias = npt.NDArray[np.float64]
_Lines: TypeAlias = tuple[bitmap_scan.Lines, bitmap_scan.Lines]
"""Rows and columns of bits."""


class Stamps:
    """Marks on cells that are blocked during one search; none between searches."""

    __slots__ = ("cells", "columns", "rows")

    def __init__(self, rows: int, columns: int) -> None:
        """Make marks for a padded grid of this size."""
        self.cells = np.zeros(rows * columns, np.uint8)
        self.rows = np.zeros((rows, words_in(columns)), np.uint64)
        self.columns = np.zeros((columns, words_in(rows)), np.uint64)


class _Lane(NamedTuple):
    """Kernels over one grid that share the room for a way."""

    frame: frame.Frame
    jumper: jump.Jumper
    tightener: string_pull.Tightener
    sight: sight.Sight


class Searcher:
    """Searches over one grid, or over the grid and stamps on it, in one thread.

    Made once for a thread and a grid and kept by the thread, so that a query begins at once; it
    ends with the grid or with the thread, whichever ends first.
    Its methods raise ScratchFull when a way needs more room than the thread has.
    """

    def __init__(self, grid: NavGrid, stamps: Stamps | None) -> None:
        """Use the thread's memory, enlarged if needed."""
        SCRATCH.fit(*grid.padded.shape)
        flat = grid.padded.reshape(-1)
        marks = NO_STAMPS if stamps is None else stamps.cells
        self.version = SCRATCH.version
        self.derived = ref(grid.derived)
        """Identity of the grid; a weak reference, so that the searcher doesn't keep it alive."""
        self.cost = grid.cost
        self.lattice = grid.lattice
        self.stamps = stamps
        self.regions = grid.regions
        self.space = Space(grid.lattice, flat, marks)
        self.least = grid.least_cost
        self._four = grid.connectivity == FOUR
        self._jump_cache = jump_cache_of(grid)
        self._serial = self._jump_cache.serial
        self._ahead = self._new_lane(grid, SCRATCH.ahead)
        self.frame = self._ahead.frame
        self._sight = self._ahead.sight
        self._jumper = self._ahead.jumper
        self._tightener = self._ahead.tightener
        self.query = self._new_query(grid)
        """Engine that answers a whole query in one call, by jump points; None if not applicable."""
        self._weigher: weighted_astar.Weigher | None = None
        self._terrain: terrain.Terrain | None = None
        self._grounds: dict[float, string_pull.Tightener] = {}
        self._nearest: dict[tuple[int, int, int], npt.NDArray[np.int32]] = {}
        self._even: EvenGround | None = None
        if grid.cost is not None and grid.has_costs:
            self._even = EvenGround(grid, grid.cost, marks)
            self._weigher = self._new_weigher(grid.cost)
            self._terrain = self._new_terrain(grid.cost)
        elif self._four:
            self._weigher = self._new_weigher(grid.weights)

    @classmethod
    def of(cls, grid: NavGrid, *, stamped: bool = False) -> "Searcher":
        """Return this thread's searcher over the grid, or over it and stamps."""
        searchers = _SEARCHERS.stamped if stamped else _SEARCHERS.plain
        # Usually the same grid as last time: a dictionary with weak keys takes three times as long.
        found = searchers.last()
        if found is None or found.derived() is not grid.derived:
            found = searchers.by_grid.get(grid.derived)
            searchers.last = _nothing if found is None else ref(found)
        if found is None or found.version != SCRATCH.version or found.is_robbed:
            stamps = None
            if stamped:
                stamps = Stamps(*grid.padded.shape) if found is None else found.stamps
            found = cls(grid, stamps)
            searchers.by_grid[grid.derived] = found
            searchers.last = ref(found)
        return found

    @property
    def is_robbed(self) -> bool:
        """True if searches over a later grid took over the jump cache."""
        return self._serial != self._jump_cache.serial

    @property
    def has_costs(self) -> bool:
        """True if cells have different costs."""
        return self._terrain is not None

    def nearest_in(self, region: int, goal: Point) -> npt.NDArray[np.int32]:
        """Return cells of a region nearest to a goal's cell, wherever it lies; see `Regions`.

        Results for the last goals are cached: many queries often have the same goal.
        """
        key = (region, *self.space.cell_of(goal))
        found = self._nearest.get(key)
        if found is None:
            if len(self._nearest) >= _MOST_NEAREST:
                self._nearest.clear()
            found = self._nearest[key] = self.regions.nearest_in(*key)
        return found

    def way(
        self,
        start: int,
        goal: int,
        engine: Engine,
        limit: int,
        *,
        mean: bool,
        partial: bool = False,
    ) -> Way:
        """Return the cheapest path between two free cells of one region by one of the engines.

        At most `limit` cells are expanded; with `partial` the path then leads to the expanded cell
        nearest to the goal. `mean`: a step over terrain costs the mean of both cells' costs instead
        of the cost of the cell that it enters.
        """
        if start == goal:
            return Way(Outcome.REACHED, turns=np.array((self.space.place_of(start),), np.int32))
        searched: jump.Jumper | weighted_astar.Weigher
        if self._weigher is not None:
            searched = self._weigher
            outcome = self._weigher.search(start, goal, SCRATCH.begin(), limit, mean, self._four)
        elif engine == "astar":
            way = shortest_way(self.space, start, goal, limit, partial=partial)
            return way if self.least == 1.0 else replace(way, cost=way.cost * self.least)
        else:
            searched = self._jumper
            outcome = self._jumper.search(start, goal, SCRATCH.begin(), limit)
        if outcome == Outcome.FULL:
            SCRATCH.grow()
            raise ScratchFull
        cost = searched.best
        if outcome == Outcome.LIMIT and partial:
            goal, cost = nearest_visited(self.space, goal, weighed=searched is self._weigher)
        elif outcome != Outcome.REACHED:
            goal = -1
        if goal < 0:
            return Way(Outcome(outcome), searched.visited, searched.operations)
        if searched is self._jumper:
            cost *= self.least
        count = searched.trace(goal)
        if count > len(SCRATCH.ahead.turns):
            SCRATCH.grow(count)
            raise ScratchFull
        turns: npt.NDArray[np.int32] = SCRATCH.ahead.turns[:count] - 1
        SCRATCH.held = turns
        return Way(Outcome(outcome), searched.visited, searched.operations, cost, turns)

    @property
    def weighs(self) -> bool:
        """True if cells are weighed: they differ in cost, or have four neighbours."""
        return self._weigher is not None

    def tighten(self, turns: npt.NDArray[np.int32], own: Point, goal: Point) -> int:
        """Write the taut path over turning cells to the thread's places; return their number.

        Ends are in cells, and lie in the first and the last cell of the padded array.
        """
        return self._tightened(self._tightener, turns, own, goal)

    def tighten_on(
        self, most: float, turns: npt.NDArray[np.int32], own: Point, goal: Point
    ) -> npt.NDArray[np.float64]:
        """Return the places (n, 2) of the taut path over cells that cost no more than `most`.

        Ends as for :meth:`tighten`; all the turning cells cost no more than `most` either.
        """
        assert self._even is not None
        found = self._even.map_for(most, turns)
        shift = (found.column, found.row)
        tightener = None if found.level is None else self._grounds.get(found.level)
        if tightener is None:
            lines = self._lines(found.bitmaps, self.stamps if found.level is not None else None)
            tightener = self._new_tightener(lines, SCRATCH.ahead)
        if found.level is not None:
            self._grounds[found.level] = tightener
        ends = ((own[0] - shift[0], own[1] - shift[1]), (goal[0] - shift[0], goal[1] - shift[1]))
        count = self._tightened(tightener, turns - np.array(shift, np.int32), *ends)
        places: npt.NDArray[np.float64] = SCRATCH.ahead.places[:count] + shift
        return places

    def _tightened(
        self,
        tightener: string_pull.Tightener,
        turns: npt.NDArray[np.int32],
        own: Point,
        goal: Point,
    ) -> int:
        count = self._hold(turns)
        places = tightener.tighten(count, own[0], own[1], goal[0], goal[1])
        if places < 0:
            SCRATCH.grow()
            raise ScratchFull
        return places

    def centres(self, turns: npt.NDArray[np.int32], own: Point, goal: Point) -> int:
        """Put the ends and the centres of all cells of a way into the thread's places.

        As :meth:`tighten`; an end that is a centre itself comes once.
        """
        count = self._hold(turns)
        places = self.frame.fill(count, own[0], own[1], goal[0], goal[1])
        if places > len(SCRATCH.ahead.places):
            SCRATCH.grow_places(places)
            raise ScratchFull
        return places

    def pull(self, count: int) -> int:
        """Pull a string through the thread's first `count` places; return how many are left.

        Place 0 is left out. The indices of the remaining places are stored in the thread's memory.
        """
        return self._sight.pull(count)

    def settle(self, count: int) -> int:
        """Remove needless places of a taut path; return how many are kept, as :meth:`pull`."""
        return self._sight.settle(count)

    def pull_over_terrain(self, count: int) -> int:
        """Pull a string through the first places where it costs no more; return how many are kept.

        Place 0 is left out. Kept places are moved to the front, with their indices beside them.
        """
        assert self._terrain is not None
        left = self._terrain.pull(count)
        SCRATCH.ahead.kept[: left - 1] = np.arange(1, left)
        return left - 1

    def keep(self, count: int, own: bool, goal: bool) -> int:
        """Keep all places but centres that exact ends make needless, see the kernel sight."""
        return self._sight.keep(count, own, goal)

    def _hold(self, turns: npt.NDArray[np.int32]) -> int:
        count = len(turns)
        if turns is not SCRATCH.held:
            if count > len(SCRATCH.ahead.turns):
                SCRATCH.grow(count)
                raise ScratchFull
            SCRATCH.ahead.turns[:count] = turns + 1
            SCRATCH.held = turns
        return count

    def sees(self, a: _Places, b: _Places, marks: npt.NDArray[np.uint8] = NO_STAMPS) -> bool:
        """Return whether all pairs of places (n, 2), in cells, see each other; fill `marks`."""
        return self._sight.first_blocked(*buffers(sight, a, b, marks)) < 0

    def _new_query(self, grid: NavGrid) -> query.Query | None:
        if grid.has_costs or self._four:
            return None
        ahead, back = (
            query.Lane(lane.frame, lane.jumper, lane.tightener, lane.sight)
            for lane in (self._ahead, self._new_lane(grid, SCRATCH.back))
        )
        return query.Query(grid.regions.index, ahead, back)

    def _new_lane(self, grid: NavGrid, room: WayRoom) -> _Lane:
        row_length = self.space.row_length
        flat, marks = self.space.cells, self.space.stamped
        cells, stamped, numbers, places, kept, turns = buffers(
            frame, flat, marks, numbers_of(grid.lattice), room.places, room.kept, room.turns
        )
        lies = frame.Frame(cells, stamped, row_length, numbers, places, kept, turns)
        rows, columns = lines = self._lines(grid.bitmaps, self.stamps)
        memory = buffers(jump, SCRATCH.nodes, SCRATCH.heads, SCRATCH.entries, room.turns)
        jumper = jump.Jumper(rows, columns, self._jump_cache, row_length, *memory)
        cells, stamped, places, boxes, kept = buffers(
            sight, flat, marks, room.places, room.boxes, room.kept
        )
        sees = sight.Sight(cells, stamped, row_length, places, boxes, kept)
        return _Lane(lies, jumper, self._new_tightener(lines, room), sees)

    def _new_weigher(self, cost: npt.NDArray[np.float32]) -> weighted_astar.Weigher:
        flat, marks, *memory = buffers(
            weighted_astar, cost.reshape(-1), self.space.stamped, SCRATCH.nodes,
            SCRATCH.nodes.view(np.float64), SCRATCH.heads, SCRATCH.levels,
            SCRATCH.entries.reshape(-1), SCRATCH.ahead.turns,
        )  # fmt: skip
        return weighted_astar.Weigher(flat, marks, self.space.row_length, self.least, *memory)

    def _new_terrain(self, cost: npt.NDArray[np.float32]) -> terrain.Terrain:
        flat, marks, places, sums = buffers(
            terrain, cost.reshape(-1), self.space.stamped, SCRATCH.ahead.places, SCRATCH.sums
        )
        return terrain.Terrain(flat, marks, self.space.row_length, places, sums)

    def _new_tightener(self, lines: _Lines, room: WayRoom) -> string_pull.Tightener:
        (hull,) = buffers(corners, SCRATCH.hull)
        memory = buffers(string_pull, SCRATCH.left, SCRATCH.right, room.turns, room.places)
        return string_pull.Tightener(corners.Corners(*lines, hull), *memory)

    def _lines(self, bitmaps: Bitmaps, stamps: Stamps | None) -> _Lines:
        marks = (NO_LINES, NO_LINES) if stamps is None else (stamps.rows, stamps.columns)
        rows, columns, *stamped = buffers(bitmap_scan, bitmaps.rows, bitmaps.columns, *marks)
        return bitmap_scan.Lines(rows, stamped[0]), bitmap_scan.Lines(columns, stamped[1])


class _Kept:
    """Searchers of one thread. It holds no strong references to grids, so they end with them."""

    def __init__(self) -> None:
        self.by_grid: WeakKeyDictionary[Derived, Searcher] = WeakKeyDictionary()
        self.last: Callable[[], Searcher | None] = _nothing
        """The searcher that was last asked for, if it still exists."""


def _nothing() -> None:
    return None


class _Searchers(threading.local):
    """The searchers of the current thread, over grids and over stamped grids."""

    def __init__(self) -> None:
        self.plain = _Kept()
        self.stamped = _Kept()


_SEARCHERS: Final = _Searchers()


def prepare(grid: NavGrid) -> None:
    """Prepare what would delay this thread's first searches over a grid."""
    Searcher.of(grid)
    jump_cache_of(grid).fill(_MOST_PREPARED)
    # A page of memory is there once it is written to; no search reads these numbers.
    SCRATCH.nodes[::1024] = 0
