# cython: boundscheck=False, wraparound=False, cdivision=True
"""A* over any graph: waypoints, faces, portals, rooms.

Nodes stand in the plane, edges in compressed rows (CSR): those that leave node i are
`offsets[i]` to `offsets[i + 1]`. The estimate of what is left is a factor times the straight
distance to a point; it never exceeds the truth as long as no edge, and no end, costs less than
the factor times its straight length. That is all the search needs: a node that is improved is
queued again, whether it was expanded before or not, so that rounding never costs the best path.

The queue is a binary heap of nodes that knows where each node stands in it, so that an improved
node moves up instead of standing in it twice, and the heap never outgrows the nodes. Nodes of
equal f come by number: the same call gives the same path everywhere.
"""

import cython
from cython.cimports.libc.math import sqrt

FAR = cython.declare(cython.double, 1e300)

# Rows of `numbers` and of `marks`.
KEY = cython.declare(cython.int, 0)
REACHED = cython.declare(cython.int, 1)
LEAVING = cython.declare(cython.int, 2)
ORIGIN = cython.declare(cython.int, 0)
EDGE = cython.declare(cython.int, 1)
HEAP = cython.declare(cython.int, 2)
PLACE = cython.declare(cython.int, 3)


@cython.final
@cython.cclass
class Search:
    """One search over one graph: give it its aim, its ends, its starts, then let it run.

    `offsets` (n + 1,) where the edges of each node begin; `targets` and `costs` (e,) where each
    leads and what it costs, at least 0; `is_open` (e,) 1 where it can be taken; `positions`
    (n, 2) of nodes.

    What it knows of nodes lies in `numbers` (3, n), 1e300 at first: f, cost of the path to a
    node, cost of going on from it if it is an end; and in `marks` (4, n), -1 at first: the
    node and the edge that it was reached by, the heap, its place there.

    `best` is the cost of the best path so far, both ends included; 1e300 before there is one.
    """

    def __init__(
        self,
        offsets: cython.const[cython.int][::1],
        targets: cython.const[cython.int][::1],
        costs: cython.const[cython.double][::1],
        is_open: cython.const[cython.uchar][::1],
        positions: cython.const[cython.double][:, ::1],
        numbers: cython.double[:, ::1],
        marks: cython.int[:, ::1],
    ) -> None:
        """Over a graph, with memory for one search."""
        self.offsets = offsets
        self.targets = targets
        self.costs = costs
        self.is_open = is_open
        self.positions = positions
        self.numbers = numbers
        self.marks = marks
        self.x = 0.0
        self.z = 0.0
        self.factor = 0.0
        self.size = 0
        self.last = -1
        self.best = FAR
        self.visited = 0
        self.operations = 0

    def _before(self, a, b):
        """Whether node a comes before node b: by f, then by number."""
        return self.numbers[KEY, a] < self.numbers[KEY, b] or (
            self.numbers[KEY, a] == self.numbers[KEY, b] and a < b
        )

    def _rise(self, node):
        """Move a node up to its place, after its f fell."""
        at: cython.int = self.marks[PLACE, node]
        above: cython.int
        while at > 0:
            above = self.marks[HEAP, (at - 1) >> 1]
            if not self._before(node, above):
                break
            self.marks[HEAP, at] = above
            self.marks[PLACE, above] = at
            at = (at - 1) >> 1
        self.marks[HEAP, at] = node
        self.marks[PLACE, node] = at

    def _pop(self):
        """Take the first node of the heap."""
        first: cython.int = self.marks[HEAP, 0]
        last: cython.int = self.marks[HEAP, self.size - 1]
        at: cython.int = 0
        child: cython.int = 1
        self.size -= 1
        self.operations += 1
        self.marks[PLACE, first] = -1
        while child < self.size:
            if child + 1 < self.size and self._before(
                self.marks[HEAP, child + 1], self.marks[HEAP, child]
            ):
                child += 1
            if not self._before(self.marks[HEAP, child], last):
                break
            self.marks[HEAP, at] = self.marks[HEAP, child]
            self.marks[PLACE, self.marks[HEAP, at]] = at
            at = child
            child = 2 * at + 1
        if self.size > 0:
            self.marks[HEAP, at] = last
            self.marks[PLACE, last] = at
        return first

    def _reach(self, node, cost, origin, edge):
        """Note a path to a node if it is the cheapest yet, and queue the node if it may help."""
        dx: cython.double
        dz: cython.double
        if cost >= self.numbers[REACHED, node]:
            return
        self.numbers[REACHED, node] = cost
        self.marks[ORIGIN, node] = origin
        self.marks[EDGE, node] = edge
        if cost + self.numbers[LEAVING, node] < self.best:
            self.best = cost + self.numbers[LEAVING, node]
            self.last = node
        dx = self.positions[node, 0] - self.x
        dz = self.positions[node, 1] - self.z
        cost += self.factor * sqrt(dx * dx + dz * dz)
        if cost < self.best:
            self.numbers[KEY, node] = cost
            if self.marks[PLACE, node] < 0:
                self.marks[PLACE, node] = self.size
                self.size += 1
            self._rise(node)
            self.operations += 1

    def _expand(self, node):
        """Follow the edges that leave a node."""
        cost: cython.double = self.numbers[REACHED, node]
        i: cython.int
        for i in range(self.offsets[node], self.offsets[node + 1]):
            if self.is_open[i] != 0:
                self._reach(self.targets[i], cost + self.costs[i], node, i)

    def aim(self, x: cython.double, z: cython.double, factor: cython.double) -> None:
        """Let the estimate be `factor` times the distance to a point."""
        self.x = x
        self.z = z
        self.factor = factor

    def end_at(
        self, nodes: cython.const[cython.int][::1], costs: cython.const[cython.double][::1]
    ) -> None:
        """Let paths end in these nodes (k,), from where it costs so much to go on."""
        i: cython.Py_ssize_t
        for i in range(nodes.shape[0]):
            self.numbers[LEAVING, nodes[i]] = min(self.numbers[LEAVING, nodes[i]], costs[i])

    def start_from(
        self, nodes: cython.const[cython.int][::1], costs: cython.const[cython.double][::1]
    ) -> None:
        """Let paths begin in these nodes (k,), to which it costs so much to come; the ends first.

        Nodes may be named again.
        """
        i: cython.Py_ssize_t
        for i in range(nodes.shape[0]):
            self._reach(nodes[i], costs[i], -1, -1)

    def run(self, limit: cython.longlong) -> int:
        """Search: 0 when there is a path, 1 when there is none, 2 when `limit` nodes were taken.

        It can be run on with a higher limit.
        """
        outcome: cython.int = 1
        with cython.nogil:
            while self.size > 0 and self.numbers[KEY, self.marks[HEAP, 0]] < self.best:
                if self.visited >= limit:
                    outcome = 2
                    break
                self.visited += 1
                self._expand(self._pop())
            if outcome == 1 and self.last >= 0:
                outcome = 0
        return outcome

    def trace(self, way: cython.int[:, ::1]) -> int:
        """Write the best path; how many nodes it has.

        `way` (n, 2) takes its nodes, and the edge that leads to each, -1 for the first.
        """
        count: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        node: cython.int = self.last
        while node >= 0:
            count += 1
            node = self.marks[ORIGIN, node]
        node = self.last
        for i in range(count - 1, -1, -1):
            way[i, 0] = node
            way[i, 1] = self.marks[EDGE, node]
            node = self.marks[ORIGIN, node]
        return count
