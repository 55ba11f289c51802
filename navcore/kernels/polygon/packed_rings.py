# cython: boundscheck=False, wraparound=False, cdivision=True
"""Pack outlines of a level into arrays of edges and boxes; box queries, point-in-polygon tests.

Edges are xa, za, xb, zb with the end of lower z first, ties by x. Boxes are least x, least z,
greatest x, greatest z.
"""

import cython


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _write_edge(
    edges: cython.double[:, ::1],
    e: cython.Py_ssize_t,
    xa: cython.double,
    za: cython.double,
    xb: cython.double,
    zb: cython.double,
) -> cython.void:
    if zb < za or (zb == za and xb < xa):
        edges[e, 0] = xb
        edges[e, 1] = zb
        edges[e, 2] = xa
        edges[e, 3] = za
    else:
        edges[e, 0] = xa
        edges[e, 1] = za
        edges[e, 2] = xb
        edges[e, 3] = zb


@cython.locals(
    k=cython.Py_ssize_t,
    e=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    worst=cython.Py_ssize_t,
    x=cython.double,
    z=cython.double,
    x0=cython.double,
    z0=cython.double,
    xa=cython.double,
    za=cython.double,
    odd=cython.double,
)
def pack(
    rings: list,
    edges: cython.double[:, ::1],
    spans: cython.longlong[:, ::1],
    boxes: cython.double[:, ::1],
) -> int:
    """Write the edges, spans (first edge, edge past the last) and boxes of rings of corners.

    Returns the index of the first ring with a corner that is not finite, or -1.
    """
    e = 0
    worst = -1
    for k in range(len(rings)):
        first = e
        odd = 0.0
        x0 = z0 = xa = za = 0.0
        for point in rings[k]:
            x, z = point
            # x - x is 0 for finite numbers and NaN for others.
            odd += (x - x) + (z - z)
            if e == first:
                x0 = x
                z0 = z
                boxes[k, 0] = boxes[k, 2] = x
                boxes[k, 1] = boxes[k, 3] = z
            else:
                _write_edge(edges, e - 1, xa, za, x, z)
                boxes[k, 0] = min(boxes[k, 0], x)
                boxes[k, 1] = min(boxes[k, 1], z)
                boxes[k, 2] = max(boxes[k, 2], x)
                boxes[k, 3] = max(boxes[k, 3], z)
            xa = x
            za = z
            e += 1
        if e > first:
            _write_edge(edges, e - 1, xa, za, x0, z0)
        spans[k, 0] = first
        spans[k, 1] = e
        if worst < 0 and odd != 0.0:
            worst = k
    return worst


def near(
    boxes: cython.const[cython.double][:, ::1],
    active: cython.const[cython.uchar][::1],
    box: cython.const[cython.double][::1],
    reach: cython.double,
    found: cython.longlong[::1],
) -> int:
    """Write the active boxes within `reach` of `box` along both axes; return their number."""
    k: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    x0: cython.double = box[0] - reach
    z0: cython.double = box[1] - reach
    x1: cython.double = box[2] + reach
    z1: cython.double = box[3] + reach
    with cython.nogil:
        for k in range(boxes.shape[0]):
            # Evaluate all four without branches: which one fails is unpredictable.
            if (
                (boxes[k, 0] <= x1)
                & (boxes[k, 2] >= x0)
                & (boxes[k, 1] <= z1)
                & (boxes[k, 3] >= z0)
                & (active[k] != 0)
            ):
                found[count] = k
                count += 1
    return count


def holding(
    edges: cython.const[cython.double][:, ::1],
    spans: cython.const[cython.longlong][:, ::1],
    boxes: cython.const[cython.double][:, ::1],
    slots: cython.const[cython.longlong][::1],
    places: cython.const[cython.double][:, ::1],
    by: cython.longlong[::1],
) -> None:
    """Write the first of the rings `slots` that contains each place to `by`, or -1.

    Uses the even-odd rule. Edges have their lower end first.
    """
    p: cython.Py_ssize_t
    s: cython.Py_ssize_t
    e: cython.Py_ssize_t
    x: cython.double
    z: cython.double
    odd: cython.bint
    with cython.nogil:
        for p in range(places.shape[0]):
            x = places[p, 0]
            z = places[p, 1]
            by[p] = -1
            for s in range(slots.shape[0]):
                if (
                    boxes[slots[s], 0] > x
                    or boxes[slots[s], 2] < x
                    or boxes[slots[s], 1] > z
                    or boxes[slots[s], 3] < z
                ):
                    continue
                odd = False
                for e in range(spans[slots[s], 0], spans[slots[s], 1]):
                    if edges[e, 1] <= z < edges[e, 3] and x < edges[e, 0] + (z - edges[e, 1]) * (
                        edges[e, 2] - edges[e, 0]
                    ) / (edges[e, 3] - edges[e, 1]):
                        odd = not odd
                if odd:
                    by[p] = slots[s]
                    break
