# cython: boundscheck=False, wraparound=False, cdivision=True
"""Build the bounding box trees that the kernel edge_tree searches, in n log n steps.

Each node halves its segments at the median of their midpoints, along the axis of the larger
spread, by quickselect. Nodes are written in preorder.
"""

import cython

LEAF = cython.declare(cython.Py_ssize_t, 8)
"""Maximum number of segments in a leaf."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _middle(
    segments: cython.const[cython.double][:, ::1], e: cython.Py_ssize_t, axis: cython.int
) -> cython.double:
    """Return twice the midpoint of a segment along an axis."""
    return segments[e, axis] + segments[e, axis + 2]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _select(
    segments: cython.const[cython.double][:, ::1],
    order: cython.longlong[::1],
    axis: cython.int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    wanted: cython.Py_ssize_t,
) -> cython.void:
    """Partition order[first:last] so that the segment of rank `wanted` by midpoint stands there.

    Segments with lesser midpoints stand before it, others after it. This is quickselect (Hoare
    1961). Pivots are pseudo-random, from a linear congruence, so no order of a drawing makes it
    slow.
    """
    low: cython.Py_ssize_t = first
    high: cython.Py_ssize_t = last - 1
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    swapped: cython.longlong
    pivot: cython.double
    seed: cython.longlong = 12345
    while low < high:
        seed = (seed * 1103515245 + 12345) & 2147483647
        pivot = _middle(segments, order[low + seed % (high - low + 1)], axis)
        i = low
        k = high
        while i <= k:
            while _middle(segments, order[i], axis) < pivot:
                i += 1
            while _middle(segments, order[k], axis) > pivot:
                k -= 1
            if i <= k:
                swapped = order[i]
                order[i] = order[k]
                order[k] = swapped
                i += 1
                k -= 1
        if wanted <= k:
            high = k
        elif wanted >= i:
            low = i
        else:
            break


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _plant(
    segments: cython.const[cython.double][:, ::1],
    order: cython.longlong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    node: cython.Py_ssize_t,
    boxes: cython.double[:, ::1],
    nodes: cython.longlong[:, ::1],
) -> cython.Py_ssize_t:
    """Write the tree of order[first:last], starting at `node`; return the node after it."""
    i: cython.Py_ssize_t
    e: cython.Py_ssize_t = order[first]
    x: cython.double
    z: cython.double
    low_x: cython.double = _middle(segments, e, 0)
    high_x: cython.double = low_x
    low_z: cython.double = _middle(segments, e, 1)
    high_z: cython.double = low_z
    boxes[node, 0] = boxes[node, 2] = segments[e, 0]
    boxes[node, 1] = boxes[node, 3] = segments[e, 1]
    for i in range(first, last):
        e = order[i]
        boxes[node, 0] = min(boxes[node, 0], segments[e, 0], segments[e, 2])
        boxes[node, 1] = min(boxes[node, 1], segments[e, 1], segments[e, 3])
        boxes[node, 2] = max(boxes[node, 2], segments[e, 0], segments[e, 2])
        boxes[node, 3] = max(boxes[node, 3], segments[e, 1], segments[e, 3])
        x = _middle(segments, e, 0)
        z = _middle(segments, e, 1)
        low_x = min(low_x, x)
        high_x = max(high_x, x)
        low_z = min(low_z, z)
        high_z = max(high_z, z)
    nodes[node, 0] = first
    nodes[node, 1] = last
    if last - first <= LEAF:
        nodes[node, 2] = node + 1
        return node + 1
    i = (first + last) // 2
    _select(segments, order, 0 if high_x - low_x > high_z - low_z else 1, first, last, i)
    e = _plant(segments, order, first, i, node + 1, boxes, nodes)
    e = _plant(segments, order, i, last, e, boxes, nodes)
    nodes[node, 2] = e
    return e


def plant(
    segments: cython.const[cython.double][:, ::1],
    spans: cython.const[cython.longlong][:, ::1],
    order: cython.longlong[::1],
    boxes: cython.double[:, ::1],
    nodes: cython.longlong[:, ::1],
    roots: cython.longlong[::1],
) -> int:
    """Write one tree for the segments of each span; return the number of nodes.

    See `edge_tree.Forest` for the arrays. `spans` (k, 2) are the first segment and the segment
    past the last. `order` needs one item for each segment in the spans; `boxes` and `nodes` need
    half as many rows, plus one for each span.
    """
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    first: cython.Py_ssize_t
    node: cython.Py_ssize_t = 0
    with cython.nogil:
        for k in range(spans.shape[0]):
            roots[k] = node
            first = at
            for i in range(spans[k, 0], spans[k, 1]):
                order[at] = i
                at += 1
            if at > first:
                node = _plant(segments, order, first, at, node, boxes, nodes)
        roots[spans.shape[0]] = node
    return node
