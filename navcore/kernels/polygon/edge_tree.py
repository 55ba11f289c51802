# cython: boundscheck=False, wraparound=False, cdivision=True
"""Bounding box trees over segments: box queries, point-in-polygon tests, intersections.

A forest holds one tree for each range of segments, for example for each outline. A node is a box
around some segments. Its two children halve these at the median of their midpoints, along the
axis of the larger spread, down to leaves of a few segments. Nodes are stored in preorder, each
with the index of the node after its subtree, so a search needs no stack: it goes on to the next
node if the box is touched, and otherwise past the subtree. A search takes about log n steps plus
the number of results (Bentley 1975, Kay and Kajiya 1986). The kernel tree_build makes the trees.
"""

import cython
from cython.cimports.libc.math import fabs


@cython.final
@cython.cclass
class Forest:
    """Trees over segments (n, 4), as :func:`tree_build.plant` makes them.

    `order` (n,) holds the indices of segments, leaf by leaf. `boxes` (m, 4) are the boxes of the
    nodes; `nodes` (m, 3) are their first index in `order`, the index past their last, and the node
    after their subtree. `roots` (k + 1,) are the first nodes of the trees, and the end. `found`
    (n,) receives the results of searches, so only one thread may use a forest.
    """

    def __init__(
        self,
        segments: cython.const[cython.double][:, ::1],
        order: cython.const[cython.longlong][::1],
        boxes: cython.const[cython.double][:, ::1],
        nodes: cython.const[cython.longlong][:, ::1],
        roots: cython.const[cython.longlong][::1],
        found: cython.longlong[::1],
    ) -> None:
        """Keep the arrays that :func:`tree_build.plant` made for these segments."""
        self.segments = segments
        self.order = order
        self.boxes = boxes
        self.nodes = nodes
        self.roots = roots
        self.found = found

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def touches(
        self,
        e: cython.Py_ssize_t,
        x0: cython.double,
        z0: cython.double,
        x1: cython.double,
        z1: cython.double,
    ) -> cython.bint:
        """Return whether the bounding box of a segment touches a box."""
        return (
            min(self.segments[e, 0], self.segments[e, 2]) <= x1
            and max(self.segments[e, 0], self.segments[e, 2]) >= x0
            and min(self.segments[e, 1], self.segments[e, 3]) <= z1
            and max(self.segments[e, 1], self.segments[e, 3]) >= z0
        )

    def near(self, tree, x0, z0, x1, z1):
        """Write the segments of a tree whose boxes touch a box to `found`; return their number."""
        count: cython.Py_ssize_t = 0
        node: cython.Py_ssize_t = self.roots[tree]
        i: cython.Py_ssize_t
        while node < self.roots[tree + 1]:
            if (
                self.boxes[node, 0] > x1
                or self.boxes[node, 2] < x0
                or self.boxes[node, 1] > z1
                or self.boxes[node, 3] < z0
            ):
                node = self.nodes[node, 2]
                continue
            node += 1
            if self.nodes[node - 1, 2] == node:
                for i in range(self.nodes[node - 1, 0], self.nodes[node - 1, 1]):
                    if self.touches(self.order[i], x0, z0, x1, z1):
                        self.found[count] = self.order[i]
                        count += 1
        return count

    def has_near(self, tree, x0, z0, x1, z1):
        """Return whether the bounding box of any segment of a tree touches a box."""
        node: cython.Py_ssize_t = self.roots[tree]
        i: cython.Py_ssize_t
        while node < self.roots[tree + 1]:
            if (
                self.boxes[node, 0] > x1
                or self.boxes[node, 2] < x0
                or self.boxes[node, 1] > z1
                or self.boxes[node, 3] < z0
            ):
                node = self.nodes[node, 2]
                continue
            node += 1
            if self.nodes[node - 1, 2] == node:
                for i in range(self.nodes[node - 1, 0], self.nodes[node - 1, 1]):
                    if self.touches(self.order[i], x0, z0, x1, z1):
                        return True
        return False

    def holds(self, tree, x, z):
        """Return whether a point is inside the outline of a tree, by the even-odd rule."""
        inside: cython.bint = False
        node: cython.Py_ssize_t = self.roots[tree]
        i: cython.Py_ssize_t
        e: cython.Py_ssize_t
        while node < self.roots[tree + 1]:
            if self.boxes[node, 2] < x or self.boxes[node, 1] > z or self.boxes[node, 3] < z:
                node = self.nodes[node, 2]
                continue
            node += 1
            if self.nodes[node - 1, 2] == node:
                for i in range(self.nodes[node - 1, 0], self.nodes[node - 1, 1]):
                    e = self.order[i]
                    if (self.segments[e, 1] > z) != (self.segments[e, 3] > z) and x < (
                        self.segments[e, 0]
                        + (z - self.segments[e, 1])
                        / (self.segments[e, 3] - self.segments[e, 1])
                        * (self.segments[e, 2] - self.segments[e, 0])
                    ):
                        inside = not inside
        return inside


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def side(
    edges: cython.const[cython.double][:, ::1],
    e: cython.Py_ssize_t,
    x: cython.double,
    z: cython.double,
) -> cython.double:
    """Return twice the signed area of an edge and a point: positive if the point is to its left.

    It is 0 where rounding errors would decide about the sign.
    """
    ax: cython.double = edges[e, 2] - edges[e, 0]
    az: cython.double = edges[e, 3] - edges[e, 1]
    bx: cython.double = x - edges[e, 0]
    bz: cython.double = z - edges[e, 1]
    found: cython.double = ax * bz - az * bx
    sure: cython.double = (fabs(ax) + fabs(az)) * (fabs(bx) + fabs(bz)) * 1e-12
    return found if fabs(found) > sure else 0.0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _meet(
    edges: cython.const[cython.double][:, ::1], a: cython.Py_ssize_t, b: cython.Py_ssize_t
) -> cython.bint:
    """Return whether two edges with touching boxes cross or touch, within rounding errors."""
    return (
        side(edges, a, edges[b, 0], edges[b, 1]) * side(edges, a, edges[b, 2], edges[b, 3]) <= 0.0
        and side(edges, b, edges[a, 0], edges[a, 1]) * side(edges, b, edges[a, 2], edges[a, 3])
        <= 0.0
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _follow(
    a: cython.Py_ssize_t, b: cython.Py_ssize_t, first: cython.Py_ssize_t, last: cython.Py_ssize_t
) -> cython.bint:
    """Return whether two edges are neighbours in the ring of edges from `first` to `last`."""
    if a + b == first + last - 1 and min(a, b) == first:
        return True
    return b - a == 1 or a - b == 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _meetings(
    forest: Forest,
    tree: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    as_ring: cython.bint,
    most: cython.Py_ssize_t,
    work: cython.longlong,
) -> cython.Py_ssize_t:
    count: cython.Py_ssize_t = 0
    node: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    i: cython.Py_ssize_t
    end: cython.Py_ssize_t = forest.roots[tree + 1]
    x0: cython.double
    z0: cython.double
    x1: cython.double
    z1: cython.double
    for a in range(first, last):
        x0 = min(forest.segments[a, 0], forest.segments[a, 2])
        z0 = min(forest.segments[a, 1], forest.segments[a, 3])
        x1 = max(forest.segments[a, 0], forest.segments[a, 2])
        z1 = max(forest.segments[a, 1], forest.segments[a, 3])
        node = forest.roots[tree]
        while node < end and count < most:
            work -= 1
            if (
                forest.boxes[node, 0] > x1
                or forest.boxes[node, 2] < x0
                or forest.boxes[node, 1] > z1
                or forest.boxes[node, 3] < z0
            ):
                node = forest.nodes[node, 2]
                continue
            node += 1
            if forest.nodes[node - 1, 2] != node:
                continue
            work -= forest.nodes[node - 1, 1] - forest.nodes[node - 1, 0]
            for i in range(forest.nodes[node - 1, 0], forest.nodes[node - 1, 1]):
                b = forest.order[i]
                # A pair within the tree comes up twice: count it once.
                if (
                    (b > a or b < first)
                    and forest.touches(b, x0, z0, x1, z1)
                    and not (as_ring and _follow(a, b, first, last))
                    and _meet(forest.segments, a, b)
                ):
                    count += 1
        if count >= most or work < 0:
            return most
    return count


def meetings(
    forest: Forest,
    tree: cython.Py_ssize_t,
    rows: cython.const[cython.longlong][::1],
    as_ring: cython.bint,
    most: cython.Py_ssize_t,
    work: cython.longlong,
) -> int:
    """Count the intersecting pairs of a segment of a tree and one from rows[0] to rows[1].

    Pairs within the tree count once. With `as_ring`, neighbours in the ring don't count. Stops
    and returns `most` at that many pairs, or once more than `work` boxes were tested.
    """
    count: cython.Py_ssize_t
    with cython.nogil:
        count = _meetings(forest, tree, rows[0], rows[1], as_ring, most, work)
    return count


def mark_meeting(
    forest: Forest,
    spans: cython.const[cython.longlong][:, ::1],
    work: cython.const[cython.longlong][::1],
    marks: cython.longlong[::1],
) -> None:
    """Mark the rings that touch or cross themselves with 1, the others with 0.

    `spans` (n, 2) are the first edge of each ring and the edge past its last. A ring that takes
    more than `work[k]` box tests is marked, too.
    """
    k: cython.Py_ssize_t
    with cython.nogil:
        for k in range(spans.shape[0]):
            marks[k] = _meetings(forest, k, spans[k, 0], spans[k, 1], True, 1, work[k])


def touching(
    forest: Forest,
    boxes: cython.const[cython.double][:, ::1],
    reach: cython.double,
    marks: cython.uchar[::1],
) -> None:
    """Mark boxes within `reach` of a segment's box in tree 0 with 1; two opposite corners each."""
    k: cython.Py_ssize_t
    with cython.nogil:
        for k in range(boxes.shape[0]):
            marks[k] = forest.has_near(
                0,
                min(boxes[k, 0], boxes[k, 2]) - reach,
                min(boxes[k, 1], boxes[k, 3]) - reach,
                max(boxes[k, 0], boxes[k, 2]) + reach,
                max(boxes[k, 1], boxes[k, 3]) + reach,
            )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sift(
    values: cython.double[::1], root: cython.Py_ssize_t, count: cython.Py_ssize_t
) -> cython.void:
    value: cython.double = values[root]
    child: cython.Py_ssize_t = 2 * root + 1
    while child < count:
        if child + 1 < count and values[child + 1] > values[child]:
            child += 1
        if not values[child] > value:
            break
        values[root] = values[child]
        root = child
        child = 2 * root + 1
    values[root] = value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort(values: cython.double[::1], count: cython.Py_ssize_t) -> cython.void:
    """Sort the first `count` values: a few by insertion, many by heapsort (Williams 1964)."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    value: cython.double
    if count > 48:
        for i in range(count // 2 - 1, -1, -1):
            _sift(values, i, count)
        for i in range(count - 1, 0, -1):
            value = values[0]
            values[0] = values[i]
            values[i] = value
            _sift(values, 0, i)
        return
    for i in range(1, count):
        value = values[i]
        k = i
        while k > 0 and values[k - 1] > value:
            values[k] = values[k - 1]
            k -= 1
        values[k] = value
