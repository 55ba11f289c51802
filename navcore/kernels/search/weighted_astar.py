# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A* over cells with different costs.

The open list consists of buckets, each for a range of f. Cells in a bucket have no order, so a cell
that is done may still improve; it is then queued again, and the search ends only once no queued
cell can lead to a cheaper path (Dial's queue for real costs, with label correction inside a
bucket).

Mispredicted branches take most of the time. So all neighbours of a cell are tested without
branches: bits say which are free and reached at a lower cost than before, and only these, one or
two of eight, are processed. The code that runs for every cell is in functions with a single caller
instead of methods: compilers don't inline large methods, because their addresses are stored.

Only a window of buckets exists at a time. Entries beyond it are in levels, by the highest bit in
which the number of their window differs from the current one's. So even with very different costs
an entry moves only some dozens of times (Ahuja, Mehlhorn, Orlin, Tarjan, "Faster Algorithms for the
Shortest Path Problem", JACM 1990).
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.intrinsics import leading_zeros, prefetch, trailing_zeros
    from cython.cimports.navcore.kernels.search.lane_map import LaneMap
    from cython.cimports.navcore.kernels.search.trace import trace_steps
else:
    from navcore.kernels.raster.regions import leading_zeros, trailing_zeros
    from navcore.kernels.search.lane_map import LaneMap
    from navcore.kernels.search.trace import trace_steps

ONE = cython.declare(cython.ulonglong, 1)
SQRT2 = cython.declare(cython.double, 1.4142135623730951)
NEVER = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFFFF)
DONE = cython.declare(cython.int, 8)
LANE = cython.declare(cython.int, 1)
FAR = cython.declare(cython.double, 1e300)
BUCKETS_PER_CELL = cython.declare(cython.double, 2.0)


@cython.final
@cython.cclass
class Weigher:
    """A search over a grid of costs, with the scratch arrays of one thread.

    `cost` is the cost of a straight step into a cell, 0 for blocked cells, of a padded grid or of
    the stacked grids of several storeys. `stamped` marks cells that dynamic obstacles block, from
    cell `first_stamped` on, or is empty. `least` is the lowest positive cost, which scales the
    heuristic (X-003). With `lanes`, cells are also connected by lanes, which supply the heuristic.

    The state of the search is in `nodes`, four int32 for each cell. Items 0 and 1 are the same
    memory as `costs`, two float64 for each cell, of which the first is the cost of the path. Item 2
    is 16 * generation, plus 8 once done, plus 1 if reached over a lane; item 3 is the predecessor.

    `heads` is the first entry of each bucket of a window, -1 if it is empty; their number is a
    power of two. `levels` are the first entries of the 64 levels beyond it. `entries` are
    consecutive pairs of a cell and the next entry. `turns` receives columns and rows of cells.
    """

    def __init__(
        self,
        cost: cython.const[cython.float][::1],
        stamped: cython.const[cython.uchar][::1],
        row_length: cython.int,
        least: cython.double,
        nodes: cython.int[::1],
        costs: cython.double[::1],
        heads: cython.int[::1],
        levels: cython.int[::1],
        entries: cython.int[::1],
        turns: cython.int[:, ::1],
    ) -> None:
        """Keep the costs of a grid and the arrays of one thread."""
        self.cost = cost
        self.stamped = stamped
        self.has_stamps = stamped.shape[0] != 0
        self.row_length = row_length
        self.least = least
        self.per_bucket = BUCKETS_PER_CELL / least
        self.nodes = nodes
        self.costs = costs
        self.heads = heads
        self.levels = levels
        self.window_bits = trailing_zeros(heads.shape[0])
        self.entries = entries
        self.turns = turns
        self.first_stamped = 0
        self.has_lanes = False

    def join(self, lanes: LaneMap, first_stamped: cython.int) -> None:
        """Let the search use lanes; `first_stamped` is the first cell that `stamped` covers."""
        self.lanes = lanes
        self.first_lanes = lanes.index.first
        self.has_lanes = True
        self.first_stamped = first_stamped

    def _cost_of(self, node):
        """Return the cost of entering a cell, or 0 if it is blocked."""
        if self.has_stamps and self._is_stamped(node - self.first_stamped):
            return 0.0
        return self.cost[node]

    def _is_stamped(self, number):
        return 0 <= number < self.stamped.shape[0] and self.stamped[number] != 0

    def _distance(self, x, z):
        """Return a lower bound of the cost to the goal; 1e300 if it is unreachable."""
        if self.has_lanes:
            return self.lanes.distance(x, z)
        across: cython.int = abs(x - self.goal_x)
        along: cython.int = abs(z - self.goal_z)
        if self.four:
            return (across + along) * self.least
        shorter: cython.int = min(across, along)
        return ((across + along - 2 * shorter) + shorter * SQRT2) * self.least

    def _queue(self, node, bucket):
        """Put a cell into a bucket, or into a level if the bucket is beyond the window."""
        entry: cython.Py_ssize_t = self.free_entry
        slot: cython.Py_ssize_t
        if entry >= 0:
            self.free_entry = self.entries[2 * entry + 1]
        else:
            entry = self.used_entries
            self.used_entries += 1
        self.entries[2 * entry] = node
        self.operations += 1
        if (bucket ^ self.bucket) >> self.window_bits == 0:
            slot = bucket & (self.heads.shape[0] - 1)
            self.entries[2 * entry + 1] = self.heads[slot]
            self.heads[slot] = entry
            self.last_bucket = max(self.last_bucket, bucket)
        else:
            self._defer(entry, bucket)

    def _defer(self, entry, bucket):
        """Put an entry into the level of its bucket, which must be beyond the window."""
        away: cython.ulonglong = (bucket ^ self.bucket) >> self.window_bits
        level: cython.Py_ssize_t = 63 - leading_zeros(away)
        self.entries[2 * entry + 1] = self.levels[level]
        self.levels[level] = entry
        self.beyond |= ONE << level

    def _bring_in(self):
        """Move the window to the first bucket of the lowest level; the current one is empty."""
        level: cython.int = trailing_zeros(self.beyond)
        entry: cython.Py_ssize_t = self.levels[level]
        waiting: cython.Py_ssize_t = -1
        following: cython.Py_ssize_t
        node: cython.Py_ssize_t
        first: cython.longlong = NEVER
        self.levels[level] = -1
        self.beyond ^= ONE << level
        while entry >= 0:
            following = self.entries[2 * entry + 1]
            node = self.entries[2 * entry]
            if self.nodes[4 * node + 2] & DONE or self._f(node) >= self.best:
                self.entries[2 * entry + 1] = self.free_entry
                self.free_entry = entry
            else:
                first = min(first, self._bucket_of(self._f(node)))
                self.entries[2 * entry + 1] = waiting
                waiting = entry
            entry = following
        if waiting >= 0:
            self.bucket = self.last_bucket = max(self.bucket, first)
        while waiting >= 0:
            following = self.entries[2 * waiting + 1]
            self.entries[2 * waiting + 1] = self.free_entry
            self.free_entry = waiting
            node = self.entries[2 * waiting]
            self._queue(node, max(self._bucket_of(self._f(node)), self.bucket))
            waiting = following

    def _f(self, node):
        """Return f of a reached cell: a lower bound of the cost of a path through it."""
        at: cython.Py_ssize_t = 2 * cython.cast(cython.Py_ssize_t, node)
        return self.costs[at] + self._distance(node % self.row_length, node // self.row_length)

    def _bucket_of(self, f):
        """Return the bucket of f; all f beyond a limit share the last bucket."""
        return cython.cast(cython.longlong, min(f * self.per_bucket, 1e18))

    def _is_better(self, node, cost):
        """Return 1 if a path to a cell is the cheapest so far, else 0."""
        at: cython.Py_ssize_t = 2 * cython.cast(cython.Py_ssize_t, node)
        return (self.nodes[2 * at + 2] < self.mark) | (cost < self.costs[at])

    def _begin(self, start, goal, generation, mean, four):
        self.mark = 16 * generation
        self.share_left = 0.5 if mean else 0.0
        self.share_entered = 1.0 - self.share_left
        self.four = four
        self.goal = goal
        self.goal_x = goal % self.row_length
        self.goal_z = goal // self.row_length
        self.best = FAR
        self.free_entry = -1
        self.used_entries = self.beyond = self.visited = self.operations = 0
        self._note(start, 0.0, self.mark, start)
        self.bucket = self.last_bucket = self._bucket_of(self._f(start))
        self._queue(start, self.bucket)

    def _note(self, node, cost, mark, origin):
        """Store the cheapest path so far to a cell."""
        at: cython.Py_ssize_t = 4 * cython.cast(cython.Py_ssize_t, node)
        self.costs[at >> 1] = cost
        self.nodes[at + 2] = mark
        self.nodes[at + 3] = origin

    def search(
        self,
        start: cython.int,
        goal: cython.int,
        generation: cython.int,
        limit: cython.longlong,
        mean: cython.bint,
        four: cython.bint,
    ) -> int:
        """Search for a path between two different free cells.

        A step costs as much as the cell that it enters, or with `mean` the mean of both cells. With
        `four`, steps aren't diagonal, and the heuristic is Manhattan distance (X-001, X-044).

        Returns 0 if the goal was reached, 1 if no path exists, 2 if `limit` cells were expanded,
        and 3 if `entries` is too small.
        """
        outcome: cython.int = 0
        node: cython.int
        with cython.nogil:
            self._begin(start, goal, generation, mean, four)
            while True:
                if self.used_entries + 9 > self.entries.shape[0] >> 1:
                    outcome = 3
                    break
                node = _take(self)
                if node < 0:
                    outcome = 0 if self.best < FAR else 1
                    break
                if self.visited >= limit:
                    outcome = 2
                    break
                self.visited += 1
                _expand(self, node)
            self._clear()
        return outcome

    def _follow_lanes(self, node, x, z):
        """Reach the far ends of the lanes that start in a cell."""
        row: cython.int = self.row_length
        lane: cython.int = self.first_lanes[(z >> 3) * self.lanes.blocks_wide + (x >> 3)]
        far: cython.int
        cost: cython.double
        while lane >= 0 and self.used_entries < self.entries.shape[0] >> 1:
            if self.lanes.index.lanes[lane, 0] == node:
                far = self.lanes.index.lanes[lane, 1]
                cost = self.costs[2 * cython.cast(cython.Py_ssize_t, node)] + self.lanes.costs[lane]
                if self._is_better(far, cost):
                    _reach(self, far, far % row, far // row, cost, self.mark | LANE, node)
            lane = self.lanes.index.following[lane]

    def _clear(self):
        """Empty all buckets and levels."""
        mask: cython.Py_ssize_t = self.heads.shape[0] - 1
        while self.bucket <= self.last_bucket:
            self.heads[self.bucket & mask] = -1
            self.bucket += 1
        while self.beyond != 0:
            self.levels[trailing_zeros(self.beyond)] = -1
            self.beyond &= self.beyond - 1

    def trace(self, goal: cython.int) -> int:
        """Write the cells where the path to `goal` turns to `turns`, as `Jumper.trace`."""
        return trace_steps(self.nodes, self.row_length, self.turns, goal)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _expand(self: Weigher, node: cython.int) -> cython.void:
    """Mark a cell as done, and reach the free neighbours to which it gives a cheaper path."""
    row: cython.int = self.row_length
    x: cython.int = node % row
    z: cython.int = node // row
    far: cython.double = self.costs[2 * cython.cast(cython.Py_ssize_t, node)]
    near: cython.double = self.share_left * self.cost[node]
    share: cython.double = self.share_entered
    right: cython.double = self._cost_of(node + 1)
    over: cython.double = self._cost_of(node + row)
    left: cython.double = self._cost_of(node - 1)
    under: cython.double = self._cost_of(node - row)
    free: cython.int = (right > 0.0) | (over > 0.0) << 1 | (left > 0.0) << 2 | (under > 0.0) << 3
    offers: cython.double[8]
    if not cython.compiled:
        offers = [0.0] * 8
    offers[0] = far + (near + share * right)
    offers[1] = far + (near + share * over)
    offers[2] = far + (near + share * left)
    offers[3] = far + (near + share * under)
    better: cython.int = (
        self._is_better(node + 1, offers[0])
        | self._is_better(node + row, offers[1]) << 1
        | self._is_better(node - 1, offers[2]) << 2
        | self._is_better(node - row, offers[3]) << 3
    )
    # Neighbours by number: right, over, left, under, then the diagonal between each of these and
    # the next. Two bits for each: its column and row, minus the cell's, plus 1.
    columns: cython.int = 0b10_00_00_10_01_00_01_10
    rows: cython.int = 0b00_00_10_10_00_01_10_01
    number: cython.int
    dx: cython.int
    dz: cython.int
    if not self.four:
        right_over: cython.double = self._cost_of(node + row + 1)
        left_over: cython.double = self._cost_of(node + row - 1)
        left_under: cython.double = self._cost_of(node - row - 1)
        right_under: cython.double = self._cost_of(node - row + 1)
        # A diagonal step needs both straight neighbours beside it.
        free |= (free & (free >> 1 | free << 3)) << 4 & (
            (right_over > 0.0) << 4
            | (left_over > 0.0) << 5
            | (left_under > 0.0) << 6
            | (right_under > 0.0) << 7
        )
        offers[4] = far + SQRT2 * (near + share * right_over)
        offers[5] = far + SQRT2 * (near + share * left_over)
        offers[6] = far + SQRT2 * (near + share * left_under)
        offers[7] = far + SQRT2 * (near + share * right_under)
        better |= (
            self._is_better(node + row + 1, offers[4]) << 4
            | self._is_better(node + row - 1, offers[5]) << 5
            | self._is_better(node - row - 1, offers[6]) << 6
            | self._is_better(node - row + 1, offers[7]) << 7
        )
    better &= free
    self.nodes[4 * cython.cast(cython.Py_ssize_t, node) + 2] |= DONE
    while better != 0:
        number = trailing_zeros(better)
        better &= better - 1
        dx = (columns >> 2 * number & 3) - 1
        dz = (rows >> 2 * number & 3) - 1
        if cython.compiled:
            # Expanding that neighbour reads the cells beyond it, which often aren't cached.
            beyond: cython.Py_ssize_t = node + 2 * (dz * row + dx)
            prefetch(cython.address(self.nodes[4 * beyond]))
            prefetch(cython.address(self.cost[beyond]))
        _reach(self, node + dz * row + dx, x + dx, z + dz, offers[number], self.mark, node)
    if self.has_lanes:
        self._follow_lanes(node, x, z)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _reach(
    self: Weigher, node: cython.int, x: cython.int, z: cython.int,
    cost: cython.double, mark: cython.int, origin: cython.int,
) -> cython.void:  # fmt: skip
    """Store a path to a cell, and queue the cell, if it may be on the cheapest path."""
    f: cython.double = cost + self._distance(x, z)
    if f < self.best:
        self._note(node, cost, mark, origin)
        if node == self.goal:
            self.best = cost
        else:
            self._queue(node, max(self._bucket_of(f), self.bucket))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _take(self: Weigher) -> cython.int:
    """Remove and return the next cell that may lead to a cheaper path, or -1."""
    slot: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    node: cython.int
    while True:
        slot = self.bucket & (self.heads.shape[0] - 1)
        entry = self.heads[slot]
        if entry >= 0:
            node = self.entries[2 * entry]
            self.heads[slot] = self.entries[2 * entry + 1]
            self.entries[2 * entry + 1] = self.free_entry
            self.free_entry = entry
            self.operations += 1
            if self.nodes[4 * cython.cast(cython.Py_ssize_t, node) + 2] & DONE == 0:
                return node
        elif self.bucket + 1 >= self.best * self.per_bucket:
            return -1
        elif self.bucket < self.last_bucket:
            self.bucket += 1
        elif self.beyond != 0:
            self._bring_in()
        else:
            return -1
