# cython: boundscheck=False, wraparound=False, cdivision=True
"""Segments cut where an outline begins or stops to cover what lies beside them.

Along the lines a little to the left and to the right of a segment, inside and outside of an
outline take turns at each edge that crosses them (even-odd), so that one point that is tested
tells about all stretches: the work is that of finding and sorting the crossings.
"""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.edge_tree import Forest, sort
else:
    from navcore.kernels.polygon.edge_tree import Forest, sort

LEFT = cython.declare(cython.uchar, 1)
RIGHT = cython.declare(cython.uchar, 2)
BOTH = cython.declare(cython.uchar, 3)

SHORT = cython.declare(cython.double, 16.0)
"""Times the distance beside a segment that it must be covered on one side for that to count."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _turns(
    forest: Forest,
    tree: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    segment: cython.const[cython.double][:, ::1],
    k: cython.Py_ssize_t,
    beside: cython.double,
    turns: cython.double[::1],
) -> cython.Py_ssize_t:
    """Write where the line `beside` metres to the left of a segment crosses edges, in order.

    Positions are metres from its start. Returns twice how many there are, and 1 more if the
    outline holds the line's start.
    """
    ux: cython.double = segment[k, 2] - segment[k, 0]
    uz: cython.double = segment[k, 3] - segment[k, 1]
    length: cython.double = sqrt(ux * ux + uz * uz)
    x: cython.double
    z: cython.double
    off0: cython.double
    off1: cython.double
    at: cython.double
    found: cython.Py_ssize_t = 0
    widest: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    e: cython.Py_ssize_t
    ux /= length
    uz /= length
    for i in range(count):
        e = forest.found[i]
        x = forest.segments[e, 0] - segment[k, 0]
        z = forest.segments[e, 1] - segment[k, 1]
        off0 = z * ux - x * uz - beside
        at = x * ux + z * uz
        x = forest.segments[e, 2] - segment[k, 0]
        z = forest.segments[e, 3] - segment[k, 1]
        off1 = z * ux - x * uz - beside
        if (off0 < 0.0) == (off1 < 0.0):
            continue
        at += (x * ux + z * uz - at) * off0 / (off0 - off1)
        if 0.0 < at < length:
            turns[found] = at
            found += 1
    sort(turns, found)
    turns[found] = length
    # In the middle of the longest stretch rounding decides nothing.
    at = 0.0
    off0 = -1.0
    for i in range(found + 1):
        if turns[i] - at > off0:
            off0 = turns[i] - at
            off1 = 0.5 * (turns[i] + at)
            widest = i
        at = turns[i]
    x = segment[k, 0] + off1 * ux - beside * uz
    z = segment[k, 1] + off1 * uz + beside * ux
    return 2 * found + ((widest & 1) ^ (1 if forest.holds(tree, x, z) else 0))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _put(
    segments: cython.const[cython.double][:, ::1],
    k: cython.Py_ssize_t,
    low: cython.double,
    high: cython.double,
    pieces: cython.double[:, ::1],
    at: cython.Py_ssize_t,
) -> cython.void:
    """Write a part of a segment; its ends are the segment's own where nothing is cut off."""
    i: cython.Py_ssize_t
    for i in range(2):
        pieces[at, i] = segments[k, i]
        pieces[at, i + 2] = segments[k, i + 2]
        if low > 0.0:
            pieces[at, i] += low * (segments[k, i + 2] - segments[k, i])
        if high < 1.0:
            pieces[at, i + 2] = segments[k, i] + high * (segments[k, i + 2] - segments[k, i])


def expose(
    forest: Forest,
    tree: cython.Py_ssize_t,
    beside: cython.double,
    segments: cython.const[cython.double][:, ::1],
    sides: cython.const[cython.uchar][::1],
    left: cython.double[::1],
    right: cython.double[::1],
    pieces: cython.double[:, ::1],
    piece_sides: cython.uchar[::1],
    origins: cython.longlong[::1],
) -> int:
    """Write what an outline leaves of segments: all but what it covers on both sides; how much.

    `sides` tell where a segment is covered already, 1 for its left and 2 for its right;
    `piece_sides` receive that with what this outline covers, `origins` the segment of each
    piece. Asked is `beside` metres from the segments, which have a length. More than there are
    rows are counted, not written. Scratch: `left` and `right`, a number for each edge of the
    outline and one more.
    """
    count: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t
    lefts: cython.Py_ssize_t
    rights: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    covered: cython.uchar
    known: cython.uchar
    at: cython.double
    until: cython.double
    length: cython.double
    with cython.nogil:
        for k in range(segments.shape[0]):
            n = forest.near(
                tree,
                min(segments[k, 0], segments[k, 2]) - 2.0 * beside,
                min(segments[k, 1], segments[k, 3]) - 2.0 * beside,
                max(segments[k, 0], segments[k, 2]) + 2.0 * beside,
                max(segments[k, 1], segments[k, 3]) + 2.0 * beside,
            )
            lefts = _turns(forest, tree, n, segments, k, beside, left)
            rights = _turns(forest, tree, n, segments, k, -beside, right)
            covered = (LEFT if lefts & 1 else 0) | (RIGHT if rights & 1 else 0)
            lefts >>= 1
            rights >>= 1
            length = left[lefts]
            i = 0
            j = 0
            at = 0.0
            while i <= lefts and j <= rights:
                until = min(left[i], right[j])
                known = covered
                if covered != BOTH and until - at < SHORT * beside:
                    # Between the crossings of both lines with an edge that runs across.
                    known = 0
                if until > at and known | sides[k] != BOTH:
                    if count < pieces.shape[0]:
                        _put(segments, k, at / length, until / length, pieces, count)
                        piece_sides[count] = known | sides[k]
                        origins[count] = k
                    count += 1
                at = max(at, until)
                if left[i] <= right[j]:
                    i += 1
                    covered ^= LEFT
                else:
                    j += 1
                    covered ^= RIGHT
    return count


def held(
    forest: Forest,
    trees: cython.const[cython.longlong][::1],
    places: cython.const[cython.double][:, ::1],
    marks: cython.uchar[::1],
) -> None:
    """Mark with 1 the places (n, 2) that lie inside the outline of their tree, even-odd."""
    k: cython.Py_ssize_t
    with cython.nogil:
        for k in range(places.shape[0]):
            marks[k] = forest.holds(trees[k], places[k, 0], places[k, 1])
