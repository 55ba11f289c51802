# cython: boundscheck=False, wraparound=False, cdivision=True
"""Rings of edges: proximity of boxes, orientation, convexity.

Edges are (n, 4) xa, za, xb, zb. *Directed* edges have the inside of their polygon on their left.
Polygons are (k, 4) int64: first edge, edge past the last, id, and 1 if the polygon is *odd*. An
odd polygon touches or crosses itself or encloses no area, so neither side of an edge is certain to
be inside.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.edge_tree import side
else:
    from navcore.kernels.polygon.edge_tree import side

INFINITE = cython.declare(cython.double, float("inf"))


def touched(
    boxes: cython.const[cython.double][:, :],
    queries: cython.const[cython.double][:, :],
    reach: cython.double,
    marks: cython.uchar[::1],
) -> None:
    """Mark the boxes within `reach` of any of `queries` along both axes with 1.

    Both are (n, 4) and hold two opposite corners in any order, as the ends of edges do.
    """
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    x0: cython.double
    z0: cython.double
    x1: cython.double
    z1: cython.double
    with cython.nogil:
        for i in range(boxes.shape[0]):
            x0 = min(boxes[i, 0], boxes[i, 2]) - reach
            z0 = min(boxes[i, 1], boxes[i, 3]) - reach
            x1 = max(boxes[i, 0], boxes[i, 2]) + reach
            z1 = max(boxes[i, 1], boxes[i, 3]) + reach
            for k in range(queries.shape[0]):
                if (
                    (queries[k, 0] <= x1 or queries[k, 2] <= x1)
                    and (queries[k, 0] >= x0 or queries[k, 2] >= x0)
                    and (queries[k, 1] <= z1 or queries[k, 3] <= z1)
                    and (queries[k, 1] >= z0 or queries[k, 3] >= z0)
                ):
                    marks[i] = 1
                    break


def strips(
    segments: cython.const[cython.double][:, ::1],
    low: cython.double,
    high: cython.double,
    boxes: cython.double[:, ::1],
) -> int:
    """Write the bounding box of the segments in each horizontal strip; return the number of boxes.

    The range of z from `low` to `high` is divided into as many equal strips as `boxes` has rows.
    Strips without segments get no box. Segments have their lower end first.
    """
    count: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    z0: cython.double = low
    z1: cython.double
    za: cython.double
    zb: cython.double
    x0: cython.double
    x1: cython.double
    rise: cython.double
    left: cython.double
    right: cython.double
    with cython.nogil:
        for k in range(boxes.shape[0]):
            z1 = low + (k + 1) * ((high - low) / boxes.shape[0])
            if k + 1 == boxes.shape[0]:
                z1 = high
            left = INFINITE
            right = -INFINITE
            for i in range(segments.shape[0]):
                za = max(segments[i, 1], z0)
                zb = min(segments[i, 3], z1)
                if za > zb:
                    continue
                x0 = segments[i, 0]
                x1 = segments[i, 2]
                if segments[i, 3] > segments[i, 1]:
                    rise = segments[i, 3] - segments[i, 1]
                    x1 = x0 + (zb - segments[i, 1]) / rise * (segments[i, 2] - x0)
                    x0 = x0 + (za - segments[i, 1]) / rise * (segments[i, 2] - x0)
                left = min(left, x0, x1)
                right = max(right, x0, x1)
            if left <= right:
                boxes[count, 0] = left
                boxes[count, 1] = z0
                boxes[count, 2] = right
                boxes[count, 3] = z1
                count += 1
            z0 = z1
    return count


def near_pairs(
    boxes: cython.const[cython.double][:, ::1],
    order: cython.const[cython.longlong][::1],
    reach: cython.double,
    pairs: cython.longlong[:, ::1],
) -> int:
    """Write the pairs of boxes within `reach` of each other along both axes; return their number.

    `order` sorts the boxes by least z. Pairs beyond the rows of `pairs` are counted but not
    written.
    """
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    with cython.nogil:
        for i in range(order.shape[0]):
            a = order[i]
            for k in range(i + 1, order.shape[0]):
                b = order[k]
                if boxes[b, 1] > boxes[a, 3] + reach:
                    break
                if boxes[b, 0] <= boxes[a, 2] + reach and boxes[b, 2] >= boxes[a, 0] - reach:
                    if count < pairs.shape[0]:
                        pairs[count, 0] = a
                        pairs[count, 1] = b
                    count += 1
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _follow(
    edges: cython.const[cython.double][:, ::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    backward: cython.bint,
    directed: cython.double[:, ::1],
) -> cython.bint:
    """Write the edges with directions that form a closed ring; return False if they don't.

    With `backward`, the first edge starts at its second end.
    """
    e: cython.Py_ssize_t
    x: cython.double = edges[first, 2] if backward else edges[first, 0]
    z: cython.double = edges[first, 3] if backward else edges[first, 1]
    start_x: cython.double = x
    start_z: cython.double = z
    for e in range(first, last):
        directed[e, 0] = x
        directed[e, 1] = z
        if edges[e, 0] == x and edges[e, 1] == z:
            x = edges[e, 2]
            z = edges[e, 3]
        elif edges[e, 2] == x and edges[e, 3] == z:
            x = edges[e, 0]
            z = edges[e, 1]
        else:
            return False
        directed[e, 2] = x
        directed[e, 3] = z
    return x == start_x and z == start_z


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _oddness(
    edges: cython.double[:, ::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    backward: cython.bint,
) -> cython.int:
    """Classify a directed ring: 0 if it is convex, 1 if it is odd, else 2.

    It is odd if it folds back on itself or has an edge of length 0. With `backward`, each edge
    starts where the edge of the next index ends.
    """
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    left: cython.bint = True
    turn: cython.double
    bends: cython.int = 0
    for a in range(first, last):
        b = a - 1 if backward else a + 1
        b = last - 1 if b < first else b
        b = first if b >= last else b
        if edges[a, 0] == edges[a, 2] and edges[a, 1] == edges[a, 3]:
            return 1
        turn = side(edges, a, edges[b, 2], edges[b, 3])
        if turn == 0.0 and (
            (edges[a, 2] - edges[a, 0]) * (edges[b, 2] - edges[b, 0])
            + (edges[a, 3] - edges[a, 1]) * (edges[b, 3] - edges[b, 1])
            <= 0.0
        ):
            return 1
        left = left and turn >= 0.0
        bends += (edges[a, 3] > edges[a, 1]) != (edges[b, 3] > edges[b, 1])
    return 0 if left and bends == 2 else 2


def direct(
    edges: cython.const[cython.double][:, ::1],
    polygons: cython.longlong[:, ::1],
    directed: cython.double[:, ::1],
) -> None:
    """Write the directed edges to `directed`, and mark odd polygons with 1.

    Edges of polygons that are marked as odd already are copied unchanged. A polygon that is odd
    only if two of its edges meet, which isn't tested here, is marked with 2.
    """
    k: cython.Py_ssize_t
    e: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    area: cython.double
    x: cython.double
    z: cython.double
    with cython.nogil:
        for k in range(polygons.shape[0]):
            first = polygons[k, 0]
            last = polygons[k, 1]
            if polygons[k, 3] == 1:
                for e in range(first, last):
                    directed[e, 0] = edges[e, 0]
                    directed[e, 1] = edges[e, 1]
                    directed[e, 2] = edges[e, 2]
                    directed[e, 3] = edges[e, 3]
                continue
            if not _follow(edges, first, last, False, directed):
                _follow(edges, first, last, True, directed)
            x = directed[first, 0]
            z = directed[first, 1]
            area = 0.0
            for e in range(first, last):
                area += (directed[e, 0] - x) * (directed[e, 3] - z)
                area -= (directed[e, 2] - x) * (directed[e, 1] - z)
            polygons[k, 3] = 1 if area == 0.0 else 0
            if area < 0.0:
                # Swap the ends of each edge; the ring then runs backward.
                for e in range(first, last):
                    x = directed[e, 0]
                    z = directed[e, 1]
                    directed[e, 0] = directed[e, 2]
                    directed[e, 1] = directed[e, 3]
                    directed[e, 2] = x
                    directed[e, 3] = z
            if area != 0.0:
                polygons[k, 3] = _oddness(directed, first, last, area < 0.0)
