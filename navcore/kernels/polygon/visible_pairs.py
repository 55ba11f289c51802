# cython: boundscheck=False, wraparound=False, cdivision=True
"""Pairs of points that see each other through a corridor of one width.

Every pair is tried, but in an order in which most tries end at once. A pair is left out when it is
longer than the limit, or when its line would run into the corner that one of its points goes
round: no shortest path bends there (the reduced visibility graph, Latombe 1991). What
blocked point i - 1 from point j is tried first between i and j, for the points of an outline stand
one after the other; then what blocked i last; then the tree of boxes (see corridors).
"""

import cython
from cython.cimports.libc.math import fabs

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.corridors import (
        Corridor,
        Kinds,
        first_inside,
        gap,
        kinds_of,
        laid,
    )
    from cython.cimports.navcore.kernels.polygon.edge_tree import Forest
else:
    from navcore.kernels.polygon.corridors import (
        Corridor,
        Kinds,
        first_inside,
        gap,
        kinds_of,
        laid,
    )
    from navcore.kernels.polygon.edge_tree import Forest

TIE = cython.declare(cython.double, 1e-9)
"""As in corridors."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_taut(
    sides: cython.const[cython.double][:, ::1],
    k: cython.Py_ssize_t,
    dx: cython.double,
    dz: cython.double,
    tie: cython.double,
) -> cython.bint:
    """Whether both sides of the corner of point k lie on one side of a line through it."""
    return (dx * sides[k, 1] - dz * sides[k, 0]) * (dx * sides[k, 3] - dz * sides[k, 2]) >= -tie * (
        dx * dx + dz * dz
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _touches(
    boxes: cython.const[cython.double][:, ::1],
    ax: cython.double,
    az: cython.double,
    bx: cython.double,
    bz: cython.double,
    reach: cython.double,
) -> cython.bint:
    """Whether a segment comes into any box grown by a reach, or a little beyond its corners."""
    k: cython.Py_ssize_t
    wide: cython.double
    high: cython.double
    x: cython.double
    z: cython.double
    for k in range(boxes.shape[0]):
        if (
            max(ax, bx) < boxes[k, 0] - reach
            or min(ax, bx) > boxes[k, 2] + reach
            or max(az, bz) < boxes[k, 1] - reach
            or min(az, bz) > boxes[k, 3] + reach
        ):
            continue
        wide = 0.5 * (boxes[k, 2] - boxes[k, 0]) + reach
        high = 0.5 * (boxes[k, 3] - boxes[k, 1]) + reach
        x = 0.5 * (boxes[k, 0] + boxes[k, 2]) - ax
        z = 0.5 * (boxes[k, 1] + boxes[k, 3]) - az
        if fabs(x * (bz - az) - z * (bx - ax)) <= wide * fabs(bz - az) + high * fabs(bx - ax):
            return True
    return False


def touching(
    lines: cython.const[cython.double][:, ::1],
    boxes: cython.const[cython.double][:, ::1],
    reach: cython.double,
    marks: cython.uchar[::1],
) -> None:
    """Mark with 1 the lines (n, 4) that :func:`visible` asks about again for these boxes."""
    k: cython.Py_ssize_t
    with cython.nogil:
        for k in range(lines.shape[0]):
            marks[k] = _touches(boxes, lines[k, 0], lines[k, 1], lines[k, 2], lines[k, 3], reach)


def visible(
    forest: Forest,
    numbers: cython.const[cython.double][::1],
    points: cython.const[cython.double][:, ::1],
    sides: cython.const[cython.double][:, ::1],
    fresh: cython.const[cython.uchar][::1],
    boxes: cython.const[cython.double][:, ::1],
    limits: cython.const[cython.double][::1],
    guesses: cython.longlong[::1],
    pairs: cython.int[:, ::1],
) -> int:
    """Write the pairs i < j of points that see each other; how many there are.

    More than there are rows are counted, not written.

    Args:
        forest: What blocks, as its first tree.
        numbers: the kinds of segments, see corridors.
        points: (n, 2), each with a clear disc.
        sides: (n, 4) unit vectors along both sides of the corner that a point goes round; 0: none.
        fresh: (n,) pairs of two points with 0 here are left out,
        boxes: (k, 4) unless their line comes so near to one of these.
        limits: half the width of the corridors, over 0; metres of the longest pair; metres up to
            which pairs count that run into a corner; the most that a segment may lie off a line
            and be too near.
        guesses: (n,) filled with -1; scratch.
        pairs: (m, 2) takes them, by i and then j.
    """
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    last: cython.Py_ssize_t
    found: cython.Py_ssize_t
    x: cython.double
    z: cython.double
    dx: cython.double
    dz: cython.double
    squared: cython.double
    radius: cython.double = limits[0]
    reach: cython.double = limits[3]
    kinds: Kinds = kinds_of(numbers)
    far: cython.double = limits[1] * limits[1]
    near: cython.double = limits[2] * limits[2]
    c: Corridor
    with cython.nogil:
        for i in range(points.shape[0]):
            x = points[i, 0]
            z = points[i, 1]
            last = -1
            for j in range(i + 1, points.shape[0]):
                dx = points[j, 0] - x
                dz = points[j, 1] - z
                squared = dx * dx + dz * dz
                if squared > far:
                    continue
                if not (fresh[i] or fresh[j]) and not _touches(
                    boxes, x, z, points[j, 0], points[j, 1], reach
                ):
                    continue
                if squared > near and not (
                    _is_taut(sides, i, dx, dz, TIE) and _is_taut(sides, j, dx, dz, TIE)
                ):
                    continue
                c = laid(x, z, points[j, 0], points[j, 1], radius, radius, kinds)
                found = guesses[j]
                if found >= 0 and gap(forest.segments, found, c) < -TIE:
                    last = found
                    continue
                found = first_inside(forest, c, last)
                if found >= 0:
                    last = found
                    guesses[j] = found
                    continue
                if count < pairs.shape[0]:
                    pairs[count, 0] = cython.cast(cython.int, i)
                    pairs[count, 1] = cython.cast(cython.int, j)
                count += 1
    return count
