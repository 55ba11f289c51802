# cython: boundscheck=False, wraparound=False, cdivision=True
"""A* over any graph in the plane: waypoints, faces, portals, rooms.

Edges are stored in compressed rows (CSR): node i has the edges `offsets[i]` to `offsets[i + 1]`
exclusive. The heuristic is a factor times the straight distance to a point. It is admissible if no
edge, and no end, costs less than the factor times its straight length. Consistency isn't needed: a
node that improves is queued again even if it was expanded before, so rounding errors never cost
the best path.

The open list is a binary heap that knows the slot of each node, so a node that improves moves up
instead of entering twice, and the heap never holds more entries than there are nodes. Nodes of
equal f are ordered by number: the same query gives the same path on every machine.
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
    """A search over a graph; call :meth:`aim`, :meth:`end_at`, :meth:`start_from` and :meth:`run`.


    `offsets` (n + 1,) are the first edges of the nodes; `targets` and `costs` (e,) are the end
    node and the cost, at least 0, of each edge; `is_open` (e,) is 1 for usable edges; `positions`
    (n, 2) are those of nodes.

    The state of the search is in `numbers` (3, n), initially 1e300: f, cost of the path to the
    node, cost from it onward if paths can end there; and in `marks` (4, n), initially -1: the
    predecessor, the edge from it, the heap, and the slot of the node in the heap.

    `best` is the cost of the best path so far, both ends included; 1e300 if there is none yet.
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
        """Keep the arrays of a graph and the scratch arrays of one search."""
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
        """Return whether node a comes before node b: by f, then by number."""
        return self.numbers[KEY, a] < self.numbers[KEY, b] or (
            self.numbers[KEY, a] == self.numbers[KEY, b] and a < b
        )

    def _rise(self, node):
        """Move a node up in the heap after its f became lower."""
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
        """Remove and return the first node of the heap."""
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
        """Store a path to a node if it is the cheapest so far; queue the node if it may help."""
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
        """Reach the end nodes of all usable edges of a node."""
        cost: cython.double = self.numbers[REACHED, node]
        i: cython.int
        for i in range(self.offsets[node], self.offsets[node + 1]):
            if self.is_open[i] != 0:
                self._reach(self.targets[i], cost + self.costs[i], node, i)

    def aim(self, x: cython.double, z: cython.double, factor: cython.double) -> None:
        """Set the heuristic to `factor` times the distance to a point."""
        self.x = x
        self.z = z
        self.factor = factor

    def end_at(
        self, nodes: cython.const[cython.int][::1], costs: cython.const[cython.double][::1]
    ) -> None:
        """Let paths end in these nodes (k,), with these costs from there onward."""
        i: cython.Py_ssize_t
        for i in range(nodes.shape[0]):
            self.numbers[LEAVING, nodes[i]] = min(self.numbers[LEAVING, nodes[i]], costs[i])

    def start_from(
        self, nodes: cython.const[cython.int][::1], costs: cython.const[cython.double][::1]
    ) -> None:
        """Let paths start in these nodes (k,), with these costs of getting there.

        Call :meth:`end_at` before. Nodes may occur several times.
        """
        i: cython.Py_ssize_t
        for i in range(nodes.shape[0]):
            self._reach(nodes[i], costs[i], -1, -1)

    def run(self, limit: cython.longlong) -> int:
        """Search, and return 0 for a path, 1 for none, 2 if `limit` nodes were expanded.

        In the last case, another call with a higher limit continues the search.
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
        """Write the best path to `way`, and return its number of nodes.

        A row of `way` (n, 2) is a node and the edge that leads to it, -1 for the first.
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
