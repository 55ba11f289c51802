# cython: boundscheck=False, wraparound=False, cdivision=True
"""Greedy spanner: keep the edges of a network that bound the length of detours.

Edges are processed from the shortest to the longest. An edge is kept unless the edges kept so far
join its ends by a path at most `stretch` times as long (Althöfer et al. 1993). Kept edges are never
removed, so the bound holds for every dropped edge, and therefore for every path. The result
connects the same points as the edges do. A* searches the path with the straight distance as its
heuristic, and stops at the bound, so it visits only the few points in a thin ellipse around the
edge.
"""

import cython
from cython.cimports.libc.math import sqrt


@cython.final
@cython.cclass
class Search:
    """Points (n, 2), kept edges, and scratch arrays of searches over them.

    Arcs 2e and 2e + 1 are the two directions of edge e. `heads` (n,) and `following` (2m,) are
    linked lists of the arcs from each point, `ends` (2m,) the points to which they lead, `lengths`
    (m,) the lengths of edges. `costs` (n,) are valid where `stamps` (n,) has the number of the
    current search; `heap` and `keys` (2m + n,) are its open list.
    """

    points: cython.const[cython.double][:, ::1]
    heads: cython.int[::1]
    following: cython.int[::1]
    ends: cython.int[::1]
    lengths: cython.const[cython.double][::1]
    costs: cython.double[::1]
    stamps: cython.int[::1]
    heap: cython.int[::1]
    keys: cython.double[::1]
    stamp: cython.int
    held: cython.Py_ssize_t

    def __init__(
        self,
        points: cython.const[cython.double][:, ::1],
        heads: cython.int[::1],
        following: cython.int[::1],
        ends: cython.int[::1],
        lengths: cython.const[cython.double][::1],
        costs: cython.double[::1],
        stamps: cython.int[::1],
        heap: cython.int[::1],
        keys: cython.double[::1],
    ) -> None:
        """Keep the arrays: `heads` all -1, `stamps` all 0, the others uninitialised."""
        self.points = points
        self.heads = heads
        self.following = following
        self.ends = ends
        self.lengths = lengths
        self.costs = costs
        self.stamps = stamps
        self.heap = heap
        self.keys = keys
        self.stamp = 0
        self.held = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _apart(s: Search, a: cython.Py_ssize_t, b: cython.Py_ssize_t) -> cython.double:
    dx: cython.double = s.points[a, 0] - s.points[b, 0]
    dz: cython.double = s.points[a, 1] - s.points[b, 1]
    return sqrt(dx * dx + dz * dz)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _push(s: Search, point: cython.int, key: cython.double) -> cython.void:
    i: cython.Py_ssize_t = s.held
    parent: cython.Py_ssize_t
    s.held += 1
    while i > 0:
        parent = (i - 1) // 2
        if s.keys[parent] <= key:
            break
        s.keys[i] = s.keys[parent]
        s.heap[i] = s.heap[parent]
        i = parent
    s.keys[i] = key
    s.heap[i] = point


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pop(s: Search) -> cython.int:
    top: cython.int = s.heap[0]
    i: cython.Py_ssize_t = 0
    child: cython.Py_ssize_t = 1
    key: cython.double
    point: cython.int
    s.held -= 1
    key = s.keys[s.held]
    point = s.heap[s.held]
    while child < s.held:
        if child + 1 < s.held and s.keys[child + 1] < s.keys[child]:
            child += 1
        if s.keys[child] >= key:
            break
        s.keys[i] = s.keys[child]
        s.heap[i] = s.heap[child]
        i = child
        child = 2 * i + 1
    s.keys[i] = key
    s.heap[i] = point
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _distance(s: Search, a: cython.int, b: cython.int, most: cython.double) -> cython.double:
    """Return the length of the shortest path from a to b over kept edges.

    Returns a number greater than `most` if it is longer than that.
    """
    point: cython.int
    other: cython.int
    arc: cython.int
    cost: cython.double
    key: cython.double
    s.stamp += 1
    s.held = 0
    s.stamps[a] = s.stamp
    s.costs[a] = 0.0
    _push(s, a, _apart(s, a, b))
    while s.held > 0:
        key = s.keys[0]
        point = _pop(s)
        if point == b:
            return s.costs[b]
        if key > s.costs[point] + _apart(s, point, b):
            continue
        arc = s.heads[point]
        while arc >= 0:
            other = s.ends[arc]
            cost = s.costs[point] + s.lengths[arc // 2]
            if s.stamps[other] != s.stamp or cost < s.costs[other]:
                key = cost + _apart(s, other, b)
                if key <= most:
                    s.stamps[other] = s.stamp
                    s.costs[other] = cost
                    _push(s, other, key)
            arc = s.following[arc]
    return most + 1.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep(s: Search, e: cython.int, a: cython.int, b: cython.int) -> cython.void:
    s.ends[2 * e] = b
    s.ends[2 * e + 1] = a
    s.following[2 * e] = s.heads[a]
    s.heads[a] = 2 * e
    s.following[2 * e + 1] = s.heads[b]
    s.heads[b] = 2 * e + 1


def span(
    search: Search,
    pairs: cython.const[cython.int][:, ::1],
    fixed: cython.const[cython.uchar][::1],
    most: cython.Py_ssize_t,
    stretches: cython.const[cython.double][::1],
    degrees: cython.int[::1],
    kept: cython.uchar[::1],
) -> None:
    """Mark the kept edges with 1 and the others with 0.

    Args:
        search: A search over points without edges.
        pairs: (m, 2) points that each edge joins, shortest edge first.
        fixed: (m,) 1 for edges that are always kept.
        most: Number of edges from which a point is crowded.
        stretches: (2,) longest detour as a multiple of an edge's length, and the same for an edge
            with a crowded end.
        degrees: (n,) receives the number of kept edges at each point; initially 0.
        kept: (m,) receives the marks.
    """
    e: cython.Py_ssize_t
    a: cython.int
    b: cython.int
    bound: cython.double
    with cython.nogil:
        for e in range(pairs.shape[0]):
            a = pairs[e, 0]
            b = pairs[e, 1]
            kept[e] = 1
            if not fixed[e]:
                bound = stretches[1 if degrees[a] >= most or degrees[b] >= most else 0]
                bound *= search.lengths[e]
                if _distance(search, a, b, bound) <= bound:
                    kept[e] = 0
                    continue
            degrees[a] += 1
            degrees[b] += 1
            _keep(search, cython.cast(cython.int, e), a, b)


def label(pairs: cython.const[cython.int][:, ::1], labels: cython.int[::1]) -> None:
    """Label the connected components of the graph with edges `pairs` (m, 2).

    `labels` (n,) must be 0, 1, 2, ... and receives the number of one point of each point's
    component. This is union-find with path halving (Tarjan and van Leeuwen 1984).
    """
    e: cython.Py_ssize_t
    a: cython.int
    b: cython.int
    with cython.nogil:
        for e in range(pairs.shape[0]):
            a = _root(labels, pairs[e, 0])
            b = _root(labels, pairs[e, 1])
            if a < b:
                labels[b] = a
            else:
                labels[a] = b
        for e in range(labels.shape[0]):
            labels[e] = _root(labels, cython.cast(cython.int, e))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _root(labels: cython.int[::1], point: cython.int) -> cython.int:
    while labels[point] != point:
        labels[point] = labels[labels[point]]
        point = labels[point]
    return point
