# cython: boundscheck=False, wraparound=False, cdivision=True
"""Find pairs of points that see each other through a corridor of a given width.

Every pair (i, j) is tested, with cheap tests first that settle most pairs:

1. The pair is longer than the limit.
2. Its line runs into the corner that one of its points goes round. No shortest path bends there
   (reduced visibility graph, Latombe 1991).
3. A likely segment blocks the line: the segment nearest to i in the direction of j, from a table
   of directions filled with the segments around i; the segment that hid j from point i - 1,
   because points of an outline follow each other; the segment that blocked i's previous line.
4. A search of the tree of boxes finds a blocking segment (see corridors).

It doesn't matter which segment blocks a line, so the results don't depend on the table.
"""

import cython
from cython.cimports.libc.math import fabs

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.corridors import (
        Corridor,
        Kinds,
        apart,
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
        apart,
        first_inside,
        gap,
        kinds_of,
        laid,
    )
    from navcore.kernels.polygon.edge_tree import Forest

TIE = cython.declare(cython.double, 1e-9)
"""Same tolerance as in :mod:`corridors`."""

FIRST = cython.declare(cython.Py_ssize_t, 3)
"""Number of tree searches from a point after which its table of directions is filled."""

FEW = cython.declare(cython.Py_ssize_t, 96)
MANY = cython.declare(cython.Py_ssize_t, 256)
"""Desired range of the number of segments in a table of directions.

With fewer, the radius grows for the next point; with more, it shrinks.
"""


@cython.final
@cython.cclass
class Guesses:
    """Segments that are likely to block lines from the current point.

    `blockers` (n,) holds for each point the segment that hid it from an earlier point, or -1.
    `shades` (k,) is the table of directions: the segment nearest to the current point in each of
    k directions; `depths` (k,) are their squared distances. `latest` is the segment that blocked
    the previous line, `searches` the number of tree searches for the current point, and `look` the
    radius around a point from which its table takes segments, metres.
    """

    blockers: cython.longlong[::1]
    shades: cython.longlong[::1]
    depths: cython.double[::1]
    latest: cython.Py_ssize_t
    searches: cython.Py_ssize_t
    look: cython.double

    def __init__(
        self,
        look: cython.double,
        blockers: cython.longlong[::1],
        shades: cython.longlong[::1],
        depths: cython.double[::1],
    ) -> None:
        """Keep the arrays: `blockers` all -1, the others uninitialised; `look` must exceed 0."""
        self.blockers = blockers
        self.shades = shades
        self.depths = depths
        self.latest = -1
        self.searches = 0
        self.look = look


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
    """Return whether both sides of point k's corner are on the same side of a line through it."""
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
    """Return whether a segment may touch a box grown by `reach`; inexact near its corners."""
    k: cython.Py_ssize_t
    wide: cython.double
    high: cython.double
    x: cython.double
    z: cython.double
    for k in range(boxes.shape[0]):
        # Test this first: most lines pass a box on one side.
        wide = 0.5 * (boxes[k, 2] - boxes[k, 0]) + reach
        high = 0.5 * (boxes[k, 3] - boxes[k, 1]) + reach
        x = 0.5 * (boxes[k, 0] + boxes[k, 2]) - ax
        z = 0.5 * (boxes[k, 1] + boxes[k, 3]) - az
        if fabs(x * (bz - az) - z * (bx - ax)) > wide * fabs(bz - az) + high * fabs(bx - ax):
            continue
        if (
            max(ax, bx) >= boxes[k, 0] - reach
            and min(ax, bx) <= boxes[k, 2] + reach
            and max(az, bz) >= boxes[k, 1] - reach
            and min(az, bz) <= boxes[k, 3] + reach
        ):
            return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _turn(dx: cython.double, dz: cython.double) -> cython.double:
    """Return a pseudo-angle from 0 to 4 that grows with a direction's angle, by 2 per half turn."""
    length: cython.double = fabs(dx) + fabs(dz)
    if length == 0.0:
        return 0.0
    return 1.0 + dz / length if dx >= 0.0 else 3.0 - dz / length


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shade(
    g: Guesses,
    segments: cython.const[cython.double][:, ::1],
    e: cython.Py_ssize_t,
    x: cython.double,
    z: cython.double,
) -> cython.void:
    """Enter a segment into the table for the directions in which it is the nearest so far.

    Directions that it covers in part count, too.
    """
    bins: cython.Py_ssize_t = g.shades.shape[0]
    depth: cython.double = apart(segments, e, x, z)
    first: cython.double = _turn(segments[e, 0] - x, segments[e, 1] - z)
    wide: cython.double = _turn(segments[e, 2] - x, segments[e, 3] - z) - first
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    end: cython.Py_ssize_t
    depth *= depth
    if wide > 2.0:
        wide -= 4.0
    elif wide < -2.0:
        wide += 4.0
    if wide < 0.0:
        first += wide
        wide = -wide
    if first < 0.0:
        first += 4.0
    end = cython.cast(cython.Py_ssize_t, (first + wide) * 0.25 * bins)
    for k in range(cython.cast(cython.Py_ssize_t, first * 0.25 * bins), end + 1):
        at = k if k < bins else k - bins
        if depth < g.depths[at]:
            g.depths[at] = depth
            g.shades[at] = e


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_around(g: Guesses, forest: Forest, x: cython.double, z: cython.double) -> cython.void:
    """Fill the table of directions for a point with the segments around it.

    Unlike `Forest.near`, this doesn't write to the forest: threads share it here.
    """
    node: cython.Py_ssize_t = forest.roots[0]
    k: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    reach: cython.double = g.look
    for k in range(g.shades.shape[0]):
        g.shades[k] = -1
        g.depths[k] = 1e300
    while node < forest.roots[1]:
        if (
            forest.boxes[node, 0] > x + reach
            or forest.boxes[node, 2] < x - reach
            or forest.boxes[node, 1] > z + reach
            or forest.boxes[node, 3] < z - reach
        ):
            node = forest.nodes[node, 2]
            continue
        node += 1
        if forest.nodes[node - 1, 2] == node:
            for k in range(forest.nodes[node - 1, 0], forest.nodes[node - 1, 1]):
                _shade(g, forest.segments, forest.order[k], x, z)
                count += 1
    if count < FEW:
        g.look *= 1.25
    elif count > MANY:
        g.look *= 0.8


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _crosses(
    segments: cython.const[cython.double][:, ::1],
    e: cython.Py_ssize_t,
    ax: cython.double,
    az: cython.double,
    bx: cython.double,
    bz: cython.double,
) -> cython.bint:
    """Return whether a line crosses a segment by more than rounding errors, so that it blocks."""
    px: cython.double = segments[e, 0] - ax
    pz: cython.double = segments[e, 1] - az
    qx: cython.double = segments[e, 2] - ax
    qz: cython.double = segments[e, 3] - az
    dx: cython.double = bx - ax
    dz: cython.double = bz - az
    p: cython.double = px * dz - pz * dx
    q: cython.double = qx * dz - qz * dx
    a: cython.double = px * qz - pz * qx
    b: cython.double = (px - dx) * (qz - dz) - (pz - dz) * (qx - dx)
    sure: cython.double = 1e-6 * (fabs(dx) + fabs(dz)) * (fabs(qx - px) + fabs(qz - pz))
    return ((p > sure and q < -sure) or (p < -sure and q > sure)) and (
        (a > sure and b < -sure) or (a < -sure and b > sure)
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_blocked(
    g: Guesses,
    forest: Forest,
    kinds: Kinds,
    radius: cython.double,
    points: cython.const[cython.double][:, ::1],
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
) -> cython.bint:
    """Return whether a segment is too near to the corridor from point i to point j."""
    x: cython.double = points[i, 0]
    z: cython.double = points[i, 1]
    dx: cython.double = points[j, 0] - x
    dz: cython.double = points[j, 1] - z
    at: cython.Py_ssize_t
    found: cython.Py_ssize_t = -1
    c: Corridor
    if g.searches == FIRST:
        g.searches += 1
        _look_around(g, forest, x, z)
    if g.searches > FIRST:
        at = cython.cast(cython.Py_ssize_t, _turn(dx, dz) * 0.25 * g.shades.shape[0])
        if at >= g.shades.shape[0]:
            at -= g.shades.shape[0]
        if g.depths[at] < dx * dx + dz * dz:
            found = g.shades[at]
        if found >= 0 and _crosses(forest.segments, found, x, z, points[j, 0], points[j, 1]):
            return True
    c = laid(x, z, points[j, 0], points[j, 1], radius, radius, kinds)
    if found >= 0 and gap(forest.segments, found, c) < -TIE:
        return True
    found = g.blockers[j]
    if found >= 0 and gap(forest.segments, found, c) < -TIE:
        g.latest = found
        return True
    if g.searches < FIRST:
        g.searches += 1
    found = first_inside(forest, c, g.latest)
    if found >= 0:
        g.latest = found
        g.blockers[j] = found
    return found >= 0


def touching(
    lines: cython.const[cython.double][:, ::1],
    boxes: cython.const[cython.double][:, ::1],
    reach: cython.double,
    marks: cython.uchar[::1],
) -> None:
    """Mark the lines (n, 4) that :func:`visible` tests again for these boxes with 1."""
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
    guesses: Guesses,
    pairs: cython.int[:, ::1],
) -> int:
    """Write the pairs i < j of points that see each other; return their number.

    Pairs beyond the rows of `pairs` are counted but not written.

    Args:
        forest: Blocking segments, in its first tree.
        numbers: Kinds of segments, see `corridors.kinds_of`.
        points: (n, 2); the disc around each must be clear.
        sides: (n, 4) unit vectors along both sides of the corner that a point goes round, or 0.
        fresh: (n,) 1 for points to test; a pair with 0 for both points is skipped,
        boxes: (k, 4) unless its line is within limits[3] of one of these boxes.
        limits: Half the width of the corridors, over 0; maximum length of a pair; length up to
            which pairs that run into a corner count; distance from a line up to which a segment
            can be too near. All in metres.
        guesses: Scratch for n points.
        pairs: (m, 2) receives the pairs, sorted by i and then j.
    """
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
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
    with cython.nogil:
        for i in range(points.shape[0]):
            x = points[i, 0]
            z = points[i, 1]
            guesses.latest = -1
            guesses.searches = 0
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
                if _is_blocked(guesses, forest, kinds, radius, points, i, j):
                    continue
                if count < pairs.shape[0]:
                    pairs[count, 0] = cython.cast(cython.int, i)
                    pairs[count, 1] = cython.cast(cython.int, j)
                count += 1
    return count
