# cython: boundscheck=False, wraparound=False, cdivision=True
"""A* over cells that cost different amounts to enter.

The queue has buckets, each for a range of f. Within a bucket cells come in any order, so a cell
may be improved when it is done already; it is then queued once more, and the search ends only
when nothing that is queued can lead to less (Dial's queue for real costs, with label correction
inside a bucket).

Only a window of buckets is at hand. Those beyond it lie in levels, by the highest bit in which
the number of their window differs from this one's, so that however unlike costs are a cell is
moved only some dozens of times (Ahuja, Mehlhorn, Orlin, Tarjan, "Faster Algorithms for the
Shortest Path Problem", JACM 1990).
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.intrinsics import leading_zeros, trailing_zeros
    from cython.cimports.navcore.kernels.search.trace import trace_steps
else:
    from navcore.kernels.search.trace import trace_steps

    def trailing_zeros(word: int) -> int:
        """How many of the lowest bits are 0; the word has a bit."""
        return (word & -word).bit_length() - 1

    def leading_zeros(word: int) -> int:
        """How many of the highest of 64 bits are 0; the word has a bit."""
        return 64 - word.bit_length()


ONE = cython.declare(cython.ulonglong, 1)
SQRT2 = cython.declare(cython.double, 1.4142135623730951)
NEVER = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFFFF)
DONE = cython.declare(cython.int, 8)
BUCKETS_PER_CELL = cython.declare(cython.double, 4.0)


@cython.final
@cython.cclass
class Weigher:
    """A search over one grid of costs with one thread's memory.

    `cost` is what a straight step into a cell costs, 0 where it is blocked, over a padded grid;
    `stamped` marks cells that are blocked besides, or is empty. `least` is the lowest cost over
    0, by which the distance to the goal is scaled (X-003).

    What the search knows of a cell lies in `nodes`, four int32 a cell: 0 and 1 belong to
    `costs`, which is the same memory as two float64 a cell, of which the first is the cost of
    the way; 2 is 16 * generation, + 8 once done; 3 the cell it was reached from.

    `heads` names the first entry of each bucket of a window, -1 when it is empty, a power of two
    of them; `levels` those of the 64 levels beyond it. `entries` are pairs: a cell, the next
    entry. `turns` takes the columns and rows of cells.
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
        entries: cython.int[:, ::1],
        turns: cython.int[:, ::1],
    ) -> None:
        """Over one grid's costs, with one thread's memory."""
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

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _cost_of(self, node: cython.int) -> cython.double:
        """What entering a cell costs; 0 where it is blocked."""
        if self.has_stamps and self.stamped[node] != 0:
            return 0.0
        return self.cost[node]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _distance(self, x: cython.int, z: cython.int) -> cython.double:
        """The least that a way to the goal can cost."""
        across: cython.int = abs(x - self.goal_x)
        along: cython.int = abs(z - self.goal_z)
        if self.four:
            return (across + along) * self.least
        shorter: cython.int = min(across, along)
        return ((across + along - 2 * shorter) + shorter * SQRT2) * self.least

    def _queue(self, node, f):
        """Put a cell into its bucket, or into a level while that is beyond the window."""
        entry: cython.int = self.free_entry
        bucket: cython.longlong = max(self._bucket_of(f), self.bucket)
        away: cython.ulonglong = (bucket ^ self.bucket) >> self.window_bits
        slot: cython.Py_ssize_t
        if entry >= 0:
            self.free_entry = self.entries[entry, 1]
        else:
            entry = self.used_entries
            self.used_entries += 1
        self.entries[entry, 0] = node
        self.operations += 1
        if away == 0:
            slot = bucket & (self.heads.shape[0] - 1)
            self.entries[entry, 1] = self.heads[slot]
            self.heads[slot] = entry
            self.last_bucket = max(self.last_bucket, bucket)
        else:
            slot = 63 - leading_zeros(away)
            self.entries[entry, 1] = self.levels[slot]
            self.levels[slot] = entry
            self.beyond |= ONE << slot

    def _bring_in(self):
        """Go on with the first window of the lowest level; in this one nothing is left."""
        level: cython.int = trailing_zeros(self.beyond)
        entry: cython.int = self.levels[level]
        waiting: cython.int = -1
        following: cython.int
        first: cython.longlong = NEVER
        self.levels[level] = -1
        self.beyond ^= ONE << level
        while entry >= 0:
            following = self.entries[entry, 1]
            if self._is_stale(self.entries[entry, 0]):
                self.entries[entry, 1] = self.free_entry
                self.free_entry = entry
            else:
                first = min(first, self._bucket_of(self._f(self.entries[entry, 0])))
                self.entries[entry, 1] = waiting
                waiting = entry
            entry = following
        if waiting >= 0:
            self.bucket = max(self.bucket, first)
            self.last_bucket = self.bucket
        while waiting >= 0:
            following = self.entries[waiting, 1]
            self.entries[waiting, 1] = self.free_entry
            self.free_entry = waiting
            self._queue(self.entries[waiting, 0], self._f(self.entries[waiting, 0]))
            waiting = following

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _f(self, node: cython.int) -> cython.double:
        """The least that a way over a cell that was reached can cost."""
        x: cython.int = node % self.row_length
        z: cython.int = node // self.row_length
        return self.costs[2 * cython.cast(cython.Py_ssize_t, node)] + self._distance(x, z)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _bucket_of(self, f: cython.double) -> cython.longlong:
        """The bucket for an f; those that are too large to count share the last."""
        return cython.cast(cython.longlong, min(f * self.per_bucket, 1e18))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _reach(
        self,
        node: cython.int,
        x: cython.int,
        z: cython.int,
        cost: cython.double,
        origin: cython.int,
    ) -> cython.void:
        """Note a way to a cell and queue it, if it is the cheapest yet and may lead to the best."""
        at: cython.Py_ssize_t = 4 * cython.cast(cython.Py_ssize_t, node)
        if self.nodes[at + 2] >> 4 == self.generation and cost >= self.costs[at >> 1]:
            return
        f: cython.double = cost + self._distance(x, z)
        if f >= self.best:
            return
        self.costs[at >> 1] = cost
        self.nodes[at + 2] = 16 * self.generation
        self.nodes[at + 3] = origin
        if node == self.goal:
            self.best = cost
        else:
            self._queue(node, f)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(self, here: cython.double, there: cython.double) -> cython.double:
        """Cost of a straight step between a cell and the next."""
        return self.of_here * here + self.of_there * there

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _cross(
        self,
        node: cython.int,
        x: cython.int,
        z: cython.int,
        dx: cython.int,
        dz: cython.int,
        here: cython.double,
    ) -> cython.void:
        """Take a diagonal step if its cell is free; both cells beside it are."""
        there: cython.int = node + dz * self.row_length + dx
        cost: cython.double = self._cost_of(there)
        if cost > 0.0:
            cost = self.costs[2 * cython.cast(cython.Py_ssize_t, node)] + SQRT2 * self._step(
                here, cost
            )
            self._reach(there, x + dx, z + dz, cost, node)

    def _expand(self, node, x, z):
        """Reach the free neighbours of a cell."""
        here: cython.double = self.cost[node]
        far: cython.double = self.costs[2 * cython.cast(cython.Py_ssize_t, node)]
        right: cython.double = self._cost_of(node + 1)
        left: cython.double = self._cost_of(node - 1)
        over: cython.double = self._cost_of(node + self.row_length)
        under: cython.double = self._cost_of(node - self.row_length)
        if right > 0.0:
            self._reach(node + 1, x + 1, z, far + self._step(here, right), node)
        if over > 0.0:
            self._reach(node + self.row_length, x, z + 1, far + self._step(here, over), node)
        if left > 0.0:
            self._reach(node - 1, x - 1, z, far + self._step(here, left), node)
        if under > 0.0:
            self._reach(node - self.row_length, x, z - 1, far + self._step(here, under), node)
        if self.four:
            return
        if right > 0.0 and over > 0.0:
            self._cross(node, x, z, 1, 1, here)
        if left > 0.0 and over > 0.0:
            self._cross(node, x, z, -1, 1, here)
        if left > 0.0 and under > 0.0:
            self._cross(node, x, z, -1, -1, here)
        if right > 0.0 and under > 0.0:
            self._cross(node, x, z, 1, -1, here)

    def _take(self):
        """The next cell that may lead to less than the best way; -1 when there is none."""
        slot: cython.Py_ssize_t
        entry: cython.int
        node: cython.int
        while self.bucket < self.best * self.per_bucket:
            if self.bucket > self.last_bucket:
                if self.beyond == 0:
                    return -1
                self._bring_in()
                continue
            slot = self.bucket & (self.heads.shape[0] - 1)
            entry = self.heads[slot]
            if entry < 0:
                self.bucket += 1
                continue
            node = self.entries[entry, 0]
            self.heads[slot] = self.entries[entry, 1]
            self.entries[entry, 1] = self.free_entry
            self.free_entry = entry
            self.operations += 1
            if not self._is_stale(node):
                return node
        return -1

    def _is_stale(self, node):
        """Whether a cell needs no look now: it is done, or too dear."""
        at: cython.Py_ssize_t = 4 * cython.cast(cython.Py_ssize_t, node)
        if self.nodes[at + 2] & DONE:
            return True
        return self._f(node) >= self.best

    def _begin(self, start, goal, generation, mean, four, most, backward):
        self.generation = generation
        self.of_here = 0.5 if mean else (1.0 if backward else 0.0)
        self.of_there = 1.0 - self.of_here
        self.four = four
        self.goal = goal
        self.goal_x = goal % self.row_length
        self.goal_z = goal // self.row_length
        self.best = most
        self.free_entry = -1
        self.used_entries = 0
        self.beyond = 0
        self.visited = 0
        self.operations = 0
        x: cython.int = start % self.row_length
        z: cython.int = start // self.row_length
        self.bucket = self._bucket_of(self._distance(x, z))
        self.last_bucket = self.bucket
        self._reach(start, x, z, 0.0, start)

    def search(
        self,
        start: cython.int,
        goal: cython.int,
        generation: cython.int,
        limit: cython.longlong,
        mean: cython.bint,
        four: cython.bint,
        most: cython.double,
        backward: cython.bint,
    ) -> int:
        """Look for the way between two free cells that are not the same.

        A step costs what the cell it enters costs, or with `mean` the mean of both cells. With
        `four` no step is diagonal, and the estimate is Manhattan distance (X-001, X-044). No way
        counts that costs `most` or more, and nothing is done for it. With `backward` the way leads
        from `goal` to `start`: each step costs what it does from there.
        Returns 0 when the goal was reached, 1 when it can't be, 2 when `limit` cells were taken,
        3 when there is too little room for entries.
        """
        outcome: cython.int = 0
        node: cython.int
        with cython.nogil:
            self._begin(start, goal, generation, mean, four, most, backward)
            while True:
                if self.used_entries + 9 > self.entries.shape[0]:
                    outcome = 3
                    break
                node = self._take()
                if node < 0:
                    outcome = 0 if self.best < most else 1
                    break
                if self.visited >= limit:
                    outcome = 2
                    break
                self.visited += 1
                self.nodes[4 * cython.cast(cython.Py_ssize_t, node) + 2] |= DONE
                self._expand(node, node % self.row_length, node // self.row_length)
            self._clear()
        return outcome

    def _clear(self):
        """Leave all buckets empty."""
        mask: cython.Py_ssize_t = self.heads.shape[0] - 1
        while self.bucket <= self.last_bucket:
            self.heads[self.bucket & mask] = -1
            self.bucket += 1
        while self.beyond != 0:
            self.levels[trailing_zeros(self.beyond)] = -1
            self.beyond &= self.beyond - 1

    def trace(self, goal: cython.int) -> int:
        """Put the cells in which the way to `goal` turns into `turns`, as `Jumper.trace`."""
        return trace_steps(self.nodes, self.row_length, self.turns, goal)
