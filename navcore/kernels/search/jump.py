# cython: boundscheck=False, wraparound=False, cdivision=True
"""Jump point search over bitmaps, 64 cells at a time.

Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI 2011), with block
scanning and without intermediate jump points ("Improving Jump Point Search", ICAPS 2014), for
the rule that a diagonal step needs both cells beside it (S0-035). Of all cheapest paths that
differ only in the order of their steps, the search follows the one with its diagonal steps first:

- On a straight line, the next jump point is the first cell with a free cell beside it and a
  blocked cell behind that one: there the path may turn around the blocked cell's corner. All cells
  before it can be skipped.
- On a diagonal, both straight lines are scanned from every cell. Their jump points are queued
  directly; cells of the diagonal never are.

The open list is a ring of buckets, each for a range of f. Cells in a bucket have no order, so a
cell that is done may still improve; it is then queued again, and the search ends only once no
queued cell can lead to a cheaper path.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.raster.bitmap_scan import Lines
    from cython.cimports.navcore.kernels.search.jump_cache import Successors
    from cython.cimports.navcore.kernels.search.trace import trace_jumps
else:
    from navcore.kernels.raster.bitmap_scan import Lines
    from navcore.kernels.search.jump_cache import Successors
    from navcore.kernels.search.trace import trace_jumps

ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
SQRT2 = cython.declare(cython.double, 1.4142135623730951)
BUCKETS_PER_CELL = cython.declare(cython.double, 4.0)
DONE = cython.declare(cython.int, 8)
START = cython.declare(cython.int, 4)
FAR = cython.declare(cython.double, 1e300)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_free(lines: Lines, line: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.bint:
    """Return whether a cell of a line is free."""
    word: cython.ulonglong = lines.words[line, at >> 6]
    if lines.has_stamps:
        word &= lines.stamped[line, at >> 6] ^ ALL
    return ((word >> (at & 63)) & 1) != 0


@cython.final
@cython.cclass
class Jumper:
    """A search over a grid, with the scratch arrays of one thread.

    The state of the search is in `nodes`, four int32 for each cell: straight steps from the start;
    diagonal steps; 16 * generation, plus 8 once done, plus the direction in which it was reached
    (0 to 3: by a straight step along +x, +z, -x, -z; 4: start or goal); the jump point from which
    it was reached, with diagonal steps before straight ones.

    `heads` is the first entry of each bucket, -1 if it is empty; their number is a power of two.
    `entries` are pairs of a cell and the next entry. `turns` receives columns and rows of cells.
    """

    def __init__(
        self,
        rows: Lines,
        columns: Lines,
        known: Successors,
        row_length: cython.int,
        nodes: cython.int[::1],
        heads: cython.int[::1],
        entries: cython.int[:, ::1],
        turns: cython.int[:, ::1],
    ) -> None:
        """Keep the lines of a grid, its cache of jump points, and the arrays of one thread."""
        self.rows = rows
        self.columns = columns
        self.known = known
        self.serial = known.serial
        self.row_length = row_length
        self.nodes = nodes
        self.heads = heads
        self.entries = entries
        self.turns = turns

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _distance(self, x: cython.int, z: cython.int) -> cython.double:
        """Return the octile distance to the goal."""
        across: cython.int = abs(x - self.goal_x)
        along: cython.int = abs(z - self.goal_z)
        shorter: cython.int = min(across, along)
        return (across + along - 2 * shorter) + shorter * SQRT2

    def _queue(self, node, f):
        """Put a cell into its bucket, or into the last bucket of the ring if that is nearer."""
        entry: cython.int = self.free_entry
        bucket: cython.longlong = cython.cast(cython.longlong, f * BUCKETS_PER_CELL)
        bucket = min(max(bucket, self.bucket), self.bucket + self.heads.shape[0] - 1)
        slot: cython.Py_ssize_t = bucket & (self.heads.shape[0] - 1)
        if entry >= 0:
            self.free_entry = self.entries[entry, 1]
        else:
            entry = self.used_entries
            self.used_entries += 1
        self.entries[entry, 0] = node
        self.entries[entry, 1] = self.heads[slot]
        self.heads[slot] = entry
        self.last_bucket = max(self.last_bucket, bucket)
        self.operations += 1

    def _reach(self, x, z, straight, diagonal, direction, origin):
        """Store a path to a cell, and queue the cell, if it may be on the cheapest path."""
        node: cython.int = z * self.row_length + x
        at: cython.Py_ssize_t = 4 * cython.cast(cython.Py_ssize_t, node)
        cost: cython.double = straight + diagonal * SQRT2
        f: cython.double = cost + self._distance(x, z)
        if f >= self.best or (
            self.nodes[at + 2] >> 4 == self.generation
            and cost >= self.nodes[at] + self.nodes[at + 1] * SQRT2
        ):
            return
        self.nodes[at] = straight
        self.nodes[at + 1] = diagonal
        self.nodes[at + 2] = 16 * self.generation + direction
        self.nodes[at + 3] = origin
        if x == self.goal_x and z == self.goal_z:
            self.best = cost
        else:
            self._queue(node, f)

    def _along(self, direction, x, z, straight, diagonal, origin):
        """Reach the next jump point in a straight direction from a cell, if one exists."""
        at: cython.int
        if direction & 1 == 0:
            target: cython.int = self.goal_x if z == self.goal_z else -1
            if direction == 0:
                at = self.rows.next_up(z, x, target)
            else:
                at = self.rows.next_down(z, x, target)
            if at >= 0:
                self._reach(at, z, straight + abs(at - x), diagonal, direction, origin)
        else:
            target = self.goal_z if x == self.goal_x else -1
            if direction == 1:
                at = self.columns.next_up(x, z, target)
            else:
                at = self.columns.next_down(x, z, target)
            if at >= 0:
                self._reach(x, at, straight + abs(at - z), diagonal, direction, origin)

    def _across(self, dx, dz, x, z, straight, diagonal, origin):
        """Reach the jump points on both straight lines from each cell of a diagonal."""
        while (
            _is_free(self.rows, z, x + dx)
            and _is_free(self.rows, z + dz, x)
            and _is_free(self.rows, z + dz, x + dx)
        ):
            x += dx
            z += dz
            diagonal += 1
            if x == self.goal_x and z == self.goal_z:
                self._reach(x, z, straight, diagonal, START, origin)
                return
            if straight + diagonal * SQRT2 + self._distance(x, z) >= self.best:
                return
            self._along(0 if dx > 0 else 2, x, z, straight, diagonal, origin)
            self._along(1 if dz > 0 else 3, x, z, straight, diagonal, origin)

    def _turn(self, dx, dz, side_x, side_z, x, z, node):
        """Scan to one side of a jump point and diagonally, if the cell behind that side is blocked.

        `side_x` and `side_z` are the direction of the side.
        """
        at: cython.Py_ssize_t = 4 * cython.cast(cython.Py_ssize_t, node)
        straight: cython.int = self.nodes[at]
        diagonal: cython.int = self.nodes[at + 1]
        if _is_free(self.rows, z + side_z - dz, x + side_x - dx):
            return
        if not _is_free(self.rows, z + side_z, x + side_x):
            return
        across: cython.int = 0 if side_x > 0 else 2
        upward: cython.int = 1 if side_z > 0 else 3
        direction: cython.int = across if side_x != 0 else upward
        self._along(direction, x, z, straight, diagonal, node)
        self._across(dx + side_x, dz + side_z, x, z, straight, diagonal, node)

    def _expand(self, node, x, z):
        """Queue the jump points to which a cheapest path can continue from a cell."""
        at: cython.Py_ssize_t = 4 * cython.cast(cython.Py_ssize_t, node)
        straight: cython.int = self.nodes[at]
        diagonal: cython.int = self.nodes[at + 1]
        direction: cython.int = self.nodes[at + 2] & 7
        quarter: cython.int
        k: cython.int
        self.nodes[at + 2] |= DONE
        if direction == START:
            for direction in range(4):
                self._along(direction, x, z, straight, diagonal, node)
            # Start with the goal's quadrant: if the goal is in sight, the other scans stop early.
            quarter = (self.goal_x < x) ^ (3 * (self.goal_z < z))
            for k in range(4):
                direction = (quarter + k) & 3
                self._across(
                    -1 if direction in {1, 2} else 1,
                    -1 if direction >= 2 else 1,
                    x, z, straight, diagonal, node,
                )  # fmt: skip
            return
        if not self.rows.has_stamps and self.serial == self.known.serial:
            self._expand_known(node, x, z, straight, diagonal, direction)
            return
        self._along(direction, x, z, straight, diagonal, node)
        dx: cython.int = (direction == 0) - (direction == 2)
        dz: cython.int = (direction == 1) - (direction == 3)
        self._turn(dx, dz, dz, dx, x, z, node)
        self._turn(dx, dz, -dz, -dx, x, z, node)

    def _expand_known(self, node, x, z, straight, diagonal, direction):
        """Do the same as `_expand`, with jump points from the cache, after a test for the goal."""
        at: cython.Py_ssize_t = self.known.look(node, direction, x, z)
        end: cython.Py_ssize_t
        dx: cython.int = (direction == 0) - (direction == 2)
        dz: cython.int = (direction == 1) - (direction == 3)
        self._see(dx, dz, 0, x, z, straight, diagonal, node)
        self._see(dx + dz, dz + dx, self.known.found[at + 1], x, z, straight, diagonal, node)
        self._see(dx - dz, dz - dx, self.known.found[at + 2], x, z, straight, diagonal, node)
        end = at + 7 + 2 * self.known.found[at]
        at += 7
        across: cython.int
        along: cython.int
        shorter: cython.int
        to_x: cython.int
        to_z: cython.int
        while at < end:
            to_x = self.known.found[at]
            to_z = self.known.found[at + 1]
            at += 2
            across = abs(to_x - x)
            along = abs(to_z - z)
            shorter = min(across, along)
            direction = 1 if to_z > z else 3
            if across > along:
                direction = 0 if to_x > x else 2
            self._reach(
                to_x,
                to_z,
                straight + across + along - 2 * shorter,
                diagonal + shorter,
                direction,
                node,
            )

    def _see(self, dx, dz, steps, x, z, straight, diagonal, origin):
        """Reach the goal if it lies in a quadrant within `steps` diagonal steps and one line.

        `dx` and `dz` are the quadrant's diagonal, or a straight direction with `steps` 0.
        """
        across: cython.int = (self.goal_x - x) * dx
        along: cython.int = (self.goal_z - z) * dz
        shorter: cython.int = min(across, along)
        if shorter < 0 or shorter > steps:
            return
        if (dx == 0 and self.goal_x != x) or (dz == 0 and self.goal_z != z):
            return
        x += dx * shorter
        z += dz * shorter
        diagonal += shorter
        direction: cython.int = START
        if across > along:
            direction = 0 if dx > 0 else 2
        elif along > across:
            direction = 1 if dz > 0 else 3
        if direction == START or self._meets(direction, x, z):
            straight += abs(across - along)
            self._reach(self.goal_x, self.goal_z, straight, diagonal, direction, origin)

    def _meets(self, direction, x, z):
        """Return whether the goal is the next jump point, straight on in a direction."""
        if direction == 0:
            return self.rows.next_up(z, x, self.goal_x) == self.goal_x
        if direction == 1:
            return self.columns.next_up(x, z, self.goal_z) == self.goal_z
        if direction == 2:
            return self.rows.next_down(z, x, self.goal_x) == self.goal_x
        return self.columns.next_down(x, z, self.goal_z) == self.goal_z

    def _take(self):
        """Remove and return the next cell that may lead to a cheaper path, or -1."""
        slot: cython.Py_ssize_t
        entry: cython.int
        node: cython.int
        while self.bucket <= self.last_bucket and self.bucket < self.best * BUCKETS_PER_CELL:
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
        """Return whether to skip a cell: it is done, costs too much or moves to a later bucket."""
        at: cython.Py_ssize_t = 4 * cython.cast(cython.Py_ssize_t, node)
        if self.nodes[at + 2] & DONE:
            return True
        f: cython.double = self.nodes[at] + self.nodes[at + 1] * SQRT2
        f += self._distance(node % self.row_length, node // self.row_length)
        if f >= self.best:
            return True
        if cython.cast(cython.longlong, f * BUCKETS_PER_CELL) > self.bucket:
            self._queue(node, f)
            return True
        return False

    def _begin(self, start, goal, generation):
        self.generation = generation
        self.goal_x = goal % self.row_length
        self.goal_z = goal // self.row_length
        self.best = FAR
        self.free_entry = -1
        self.used_entries = 0
        self.visited = 0
        self.operations = 0
        x: cython.int = start % self.row_length
        z: cython.int = start // self.row_length
        self.bucket = cython.cast(cython.longlong, self._distance(x, z) * BUCKETS_PER_CELL)
        self.last_bucket = self.bucket
        self._reach(x, z, 0, 0, START, start)

    def run(self, start, goal, generation, limit):
        """Do the same as :meth:`search`, for other kernels."""
        node: cython.int
        outcome: cython.int = 0
        # Most entries of one cell: two lines from each cell of four diagonals, and four lines.
        longest: cython.Py_ssize_t = min(self.rows.words.shape[0], self.columns.words.shape[0])
        most: cython.Py_ssize_t = 4 + 8 * longest
        self._begin(start, goal, generation)
        while True:
            if self.used_entries + most > self.entries.shape[0]:
                outcome = 3
                break
            node = self._take()
            if node < 0:
                outcome = 0 if self.best < FAR else 1
                break
            if self.visited >= limit:
                outcome = 2
                break
            self.visited += 1
            self._expand(node, node % self.row_length, node // self.row_length)
        self._clear()
        return outcome

    def search(
        self,
        start: cython.int,
        goal: cython.int,
        generation: cython.int,
        limit: cython.longlong,
    ) -> int:
        """Search for a path between two different free cells.

        Returns 0 if the goal was reached, 1 if no path exists, 2 if `limit` cells were expanded,
        and 3 if `entries` is too small.
        """
        outcome: cython.int
        with cython.nogil:
            outcome = self.run(start, goal, generation, limit)
        return outcome

    def _clear(self):
        """Empty all buckets."""
        mask: cython.Py_ssize_t = self.heads.shape[0] - 1
        while self.bucket <= self.last_bucket:
            self.heads[self.bucket & mask] = -1
            self.bucket += 1

    def trace(self, goal: cython.int) -> int:
        """Write the cells where the path to `goal` turns to `turns`, ends included, start first.

        Returns their number; writes nothing if `turns` is too small.
        """
        return self.follow(goal, False)

    def follow(self, goal, goal_first):
        """Do the same as :meth:`trace`, for other kernels, or with the goal first."""
        return trace_jumps(self.nodes, self.row_length, self.turns, goal, goal_first)
