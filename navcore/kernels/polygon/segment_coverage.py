# cython: boundscheck=False, wraparound=False, cdivision=True
"""Split segments where an outline starts or stops covering the points beside them.

Two lines run a little to the left and to the right of a segment. Along each of them, inside and
outside of the outline alternate at each crossing with an edge (even-odd rule), so one
point-in-polygon test settles all stretches. The cost is that of finding and sorting the crossings.
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
"""Least length of a stretch covered on one side only, as a multiple of the lines' distance.

Shorter stretches count as not covered.
"""


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
    """Write the crossings of a segment's parallel with edges to `turns`, in order.

    The parallel runs `beside` metres to the left of the segment. Positions are metres from its
    start. Returns twice the number of crossings, plus 1 if the outline contains its start.
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
    # Test the middle of the longest stretch, which is farthest from rounding errors.
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
    """Write a part of a segment, with exact copies of the ends where nothing is cut off."""
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
    """Write the pieces of segments that aren't covered on both sides; return their number.

    `sides` are the sides on which segments are covered already: 1 left, 2 right, 3 both.
    `piece_sides` receives these combined with the sides that this outline covers, `origins` the
    segment of each piece. Coverage is tested `beside` metres from the segments, which must not
    have length 0. Pieces beyond the rows are counted but not written. `left` and `right` are
    scratch, with one item for each edge of the outline and one more.
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
                    # The stretch lies between the crossings of both lines with the same edge.
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
    """Mark the places (n, 2) inside the outline of tree `trees[k]` with 1 (even-odd rule)."""
    k: cython.Py_ssize_t
    with cython.nogil:
        for k in range(places.shape[0]):
            marks[k] = forest.holds(trees[k], places[k, 0], places[k, 1])
