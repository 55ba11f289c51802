# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Lanes for a search over cells: where they start, and a heuristic that takes them into account.

The heuristic of a cell is the minimum over the goal and all groups of lanes of the octile distance
to the group's start plus the remaining cost from there. Testing dozens of groups for each cell
would take longer than the search itself. So for each block of 8 x 8 cells that a search reaches,
the groups that can be the minimum for one of its cells are listed: mostly one to three. The
heuristic equals that over all groups. A group is unreachable from a block if the block's tile of
64 x 64 cells has no cell of the group's region.

Storeys are stacked as one grid, and each starts at a row that is a multiple of 8.
"""

import cython

SQRT2 = cython.declare(cython.double, 1.4142135623730951)
FAR = cython.declare(cython.double, 1e300)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _gap(
    low: cython.int, high: cython.int, other_low: cython.int, other_high: cython.int
) -> cython.int:
    """Return the distance between two ranges, 0 if they overlap."""
    return max(0, low - other_high, other_low - high)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _reach(
    low: cython.int, high: cython.int, other_low: cython.int, other_high: cython.int
) -> cython.int:
    """Return the greatest distance of a position in the first range from the second range."""
    return max(0, other_low - low, high - other_high)


@cython.final
@cython.cclass
class LaneIndex:
    """The lanes of stacked storeys, indexed by blocks; read-only, so threads share it.

    `first` is the first lane that starts in each block, or -1; `following` is the next lane in the
    same block; `lanes` (n, 2) are the cells of both ends. `tile_starts` (storeys, tiles + 1) are
    the indices in `tile_regions` of the first region of each tile.
    """

    def __init__(
        self,
        first: cython.const[cython.int][::1],
        following: cython.const[cython.int][::1],
        lanes: cython.const[cython.int][:, ::1],
        tile_starts: cython.const[cython.int][:, ::1],
        tile_regions: cython.const[cython.int][::1],
        storey_rows: cython.int,
        blocks_wide: cython.int,
        tiles_wide: cython.int,
    ) -> None:
        """Keep the arrays; `blocks_wide` and `tiles_wide` are the blocks and tiles in a row."""
        self.first = first
        self.following = following
        self.lanes = lanes
        self.tile_starts = tile_starts
        self.tile_regions = tile_regions
        self.storey_rows = storey_rows
        self.blocks_wide = blocks_wide
        self.tiles_wide = tiles_wide

    def has(self, region, storey, tile):
        """Return whether a tile has a cell of a region."""
        i: cython.int
        for i in range(self.tile_starts[storey, tile], self.tile_starts[storey, tile + 1]):
            if self.tile_regions[i] == region:
                return True
        return False


@cython.final
@cython.cclass
class LaneMap:
    """The lanes for a query with one goal.

    `boxes` are first and last column, first and last row of the cells where each group of lanes
    starts, and of the goal. `regions` are their regions, with numbers that storeys don't share;
    `bases` the remaining costs from there; `leasts` the lowest cost of a cell on their storey.
    `costs` are the costs of lanes, 1e300 if they are closed. With `four`, steps aren't diagonal.

    `lists` is the index of each block's list in `pool`, initially -1; a list is a count followed by
    that many groups. `pool` needs room for at least a count and all groups for each storey.
    """

    def __init__(
        self,
        index: LaneIndex,
        boxes: cython.const[cython.int][:, ::1],
        regions: cython.const[cython.int][::1],
        bases: cython.const[cython.double][::1],
        leasts: cython.const[cython.double][::1],
        costs: cython.const[cython.double][::1],
        lists: cython.int[::1],
        pool: cython.int[::1],
        four: cython.bint,
    ) -> None:
        """Keep the arrays for a query over the lanes of an index."""
        self.index = index
        self.blocks_wide = index.blocks_wide
        self.boxes = boxes
        self.regions = regions
        self.bases = bases
        self.leasts = leasts
        self.costs = costs
        self.lists = lists
        self.pool = pool
        self.four = four
        self._list_all()

    def _list_all(self):
        """List all groups of each storey, for blocks that are reached once the pool is full."""
        storey: cython.int
        entry: cython.int
        at: cython.int
        size: cython.int = self.boxes.shape[0]
        for storey in range(self.index.tile_starts.shape[0]):
            at = storey * (size + 1)
            self.pool[at] = 0
            for entry in range(size):
                if self.boxes[entry, 2] // self.index.storey_rows == storey:
                    self.pool[at] += 1
                    self.pool[at + self.pool[at]] = entry
        self.used = self.index.tile_starts.shape[0] * (size + 1)

    def _bound(self, entry, across, along):
        """Return a lower bound of the cost over a group from a cell at this distance."""
        if self.four:
            return self.bases[entry] + (across + along) * self.leasts[entry]
        shorter: cython.int = min(across, along)
        octile: cython.double = (across + along - 2 * shorter) + shorter * SQRT2
        return self.bases[entry] + octile * self.leasts[entry]

    def _list(self, x, z):
        """List the groups that can be the minimum for a cell of this cell's block.

        Returns the index of the list in `pool`.
        """
        size: cython.int = self.boxes.shape[0]
        left: cython.int = x & -8
        low: cython.int = z & -8
        storey: cython.int = z // self.index.storey_rows
        row: cython.int = z - storey * self.index.storey_rows
        tile: cython.int = (row >> 6) * self.index.tiles_wide + (x >> 6)
        at: cython.int = self.used
        best: cython.double = FAR
        across: cython.int
        along: cython.int
        entry: cython.int
        if at + 1 + size > self.pool.shape[0]:
            return storey * (size + 1)
        for entry in range(size):
            if self.index.has(self.regions[entry], storey, tile):
                across = _reach(left, left + 7, self.boxes[entry, 0], self.boxes[entry, 1])
                along = _reach(low, low + 7, self.boxes[entry, 2], self.boxes[entry, 3])
                best = min(best, self._bound(entry, across, along))
        self.used += 1
        for entry in range(size):
            across = _gap(left, left + 7, self.boxes[entry, 0], self.boxes[entry, 1])
            along = _gap(low, low + 7, self.boxes[entry, 2], self.boxes[entry, 3])
            is_near: cython.bint = self._bound(entry, across, along) <= best
            if is_near and self.index.has(self.regions[entry], storey, tile):
                self.pool[self.used] = entry
                self.used += 1
        self.pool[at] = self.used - at - 1
        return at

    def distance(self, x, z):
        """Return a lower bound of the cost from a cell to the goal; 1e300 if it is unreachable."""
        block: cython.int = (z >> 3) * self.blocks_wide + (x >> 3)
        at: cython.int = self.lists[block]
        best: cython.double = FAR
        across: cython.int
        along: cython.int
        entry: cython.int
        i: cython.int
        if at < 0:
            at = self._list(x, z)
            self.lists[block] = at
        for i in range(at + 1, at + 1 + self.pool[at]):
            entry = self.pool[i]
            across = _gap(x, x, self.boxes[entry, 0], self.boxes[entry, 1])
            along = _gap(z, z, self.boxes[entry, 2], self.boxes[entry, 3])
            best = min(best, self._bound(entry, across, along))
        return best

    def estimate(
        self,
        cells: cython.const[cython.int][::1],
        row_length: cython.int,
        estimates: cython.double[::1],
    ) -> None:
        """Write the lower bound of the cost from each of (n,) cells to the goal."""
        i: cython.Py_ssize_t
        for i in range(cells.shape[0]):
            estimates[i] = self.distance(cells[i] % row_length, cells[i] // row_length)
