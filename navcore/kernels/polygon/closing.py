# cython: boundscheck=False, wraparound=False, cdivision=True
"""Decide where closing narrow gaps changes the boundary of a union of polygons.

Closing is a morphological operation: grow the union by half the width of the gaps to close (the
seam), then shrink it by as much, both with mitred corners of at most five times that half. It
leaves a boundary unchanged where its parts are far from each other on the outside, where its
edges are not short and where its concave corners are not sharp. In a sharp concave corner far
from everything else it fills the tip, as far as the cut mitre doesn't reach back. This kernel
tells these cases from those that can't be decided locally.

Pieces are rows (n, 10) as :mod:`union_edges` writes them: a directed edge, the range of it that
remains on the boundary, and a segment.
"""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.edge_tree import Forest
else:
    from navcore.kernels.polygon.edge_tree import Forest

SHARPEST = cython.declare(cython.double, -0.99999)
"""Cosine of the turn at a concave corner with an outside angle of a quarter of a degree."""

SPIKE = cython.declare(cython.double, -0.9998)
"""Cosine of the turn at a convex corner with an inside angle of about one degree."""

MITRE = cython.declare(cython.double, 5.0)
"""Mitre limit, as a multiple of the distance grown: longer mitres are cut off there."""

MARGIN = cython.declare(cython.double, 1.05)
"""Factor on the distance grown that keeps decisions clear of rounding errors."""

MET = cython.declare(cython.Py_ssize_t, 0)
WORN = cython.declare(cython.Py_ssize_t, 2)
CUT = cython.declare(cython.Py_ssize_t, 4)
MITRED = cython.declare(cython.Py_ssize_t, 6)
"""Columns of `ends` for the start of a piece; the column after each is for its end."""

Piece = cython.struct(
    ax=cython.double,
    az=cython.double,
    ux=cython.double,
    uz=cython.double,
    length=cython.double,
    low=cython.double,
    high=cython.double,
)
"""A directed edge: first point, unit direction, length, and the range that remains of it."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _piece(pieces: cython.const[cython.double][:, ::1], i: cython.Py_ssize_t) -> Piece:
    dx: cython.double = pieces[i, 2] - pieces[i, 0]
    dz: cython.double = pieces[i, 3] - pieces[i, 1]
    length: cython.double = sqrt(dx * dx + dz * dz)
    return Piece(
        ax=pieces[i, 0],
        az=pieces[i, 1],
        ux=dx / length,
        uz=dz / length,
        length=length,
        low=pieces[i, 4],
        high=pieces[i, 5],
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _off(p: Piece, q: Piece, at: cython.double) -> cython.double:
    """Return how far a position on q's edge is to the right of p's line, which is outside."""
    return (q.ax + at * q.ux - p.ax) * p.uz - (q.az + at * q.uz - p.az) * p.ux


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _distance2(p: Piece, q: Piece, at: cython.double) -> cython.double:
    """Return the squared distance from a position on q's edge to the remaining range of p's."""
    x: cython.double = q.ax + at * q.ux - p.ax
    z: cython.double = q.az + at * q.uz - p.az
    along: cython.double = min(max(x * p.ux + z * p.uz, p.low), p.high)
    x -= along * p.ux
    z -= along * p.uz
    return x * x + z * z


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _apart2(p: Piece, at: cython.double, q: Piece, other: cython.double) -> cython.double:
    """Return the squared distance between a position on p's edge and one on q's."""
    x: cython.double = p.ax + at * p.ux - (q.ax + other * q.ux)
    z: cython.double = p.az + at * p.uz - (q.az + other * q.uz)
    return x * x + z * z


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _touch(apart2: cython.double, reach: cython.double) -> cython.bint:
    return apart2 < reach * reach


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _come_near(
    p: Piece,
    q: Piece,
    i: cython.Py_ssize_t,
    k: cython.Py_ssize_t,
    grown: cython.double,
    ends: cython.double[:, ::1],
) -> cython.bint:
    """Return whether two pieces cross, or touch once both and the mitres at their ends grow."""
    low: cython.double = ends[i, MITRED]
    high: cython.double = ends[i, MITRED + 1]
    other_low: cython.double = ends[k, MITRED]
    other_high: cython.double = ends[k, MITRED + 1]
    if (_off(p, q, q.low) < 0.0) != (_off(p, q, q.high) < 0.0) and (_off(q, p, p.low) < 0.0) != (
        _off(q, p, p.high) < 0.0
    ):
        return True
    if (
        _touch(_distance2(p, q, q.low), grown + other_low)
        or _touch(_distance2(p, q, q.high), grown + other_high)
        or _touch(_distance2(q, p, p.low), grown + low)
        or _touch(_distance2(q, p, p.high), grown + high)
    ):
        return True
    return (
        _touch(_apart2(p, p.low, q, q.low), low + other_low)
        or _touch(_apart2(p, p.low, q, q.high), low + other_high)
        or _touch(_apart2(p, p.high, q, q.low), high + other_low)
        or _touch(_apart2(p, p.high, q, q.high), high + other_high)
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _back_to_back(p: Piece, q: Piece, slack: cython.double) -> cython.bint:
    """Return whether each edge lies on the inner side of the other: no gap is between them."""
    if p.ux * q.ux + p.uz * q.uz < 0.0:
        slack = -slack
    return (
        _off(p, q, 0.0) < slack
        and _off(p, q, q.length) < slack
        and _off(q, p, 0.0) < slack
        and _off(q, p, p.length) < slack
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _join(
    p: Piece,
    q: Piece,
    i: cython.Py_ssize_t,
    k: cython.Py_ssize_t,
    half: cython.double,
    ends: cython.double[:, ::1],
) -> cython.bint:
    """Join piece k to the end of piece i; return False if the corner is too sharp to decide."""
    cross: cython.double = p.ux * q.uz - p.uz * q.ux
    dot: cython.double = p.ux * q.ux + p.uz * q.uz
    sine: cython.double = sqrt(max(0.5 * (1.0 + dot), 0.0))
    ends[i, MET + 1] += 1.0
    ends[k, MET] += 1.0
    if cross >= 0.0:
        # A convex corner grows to a mitre.
        sine = half / max(sine, 1.0 / MITRE) * MARGIN
        ends[i, MITRED + 1] = max(ends[i, MITRED + 1], sine)
        ends[k, MITRED] = max(ends[k, MITRED], sine)
        return dot > SPIKE
    if dot < SHARPEST:
        return False
    # Growing shortens both pieces by half the seam times the tangent of half the turn.
    ends[i, WORN + 1] = max(ends[i, WORN + 1], -cross / (1.0 + dot) * half)
    ends[k, WORN] = max(ends[k, WORN], -cross / (1.0 + dot) * half)
    # The grown sides meet half / sine away from the tip; the cut mitre reaches back from there.
    if MITRE * sine < 1.0:
        ends[i, CUT + 1] = (half / sine - MITRE * half) / sqrt(0.5 * (1.0 - dot))
        ends[k, CUT] = ends[i, CUT + 1]
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _after(
    forest: Forest,
    ranks: cython.const[cython.longlong][::1],
    i: cython.Py_ssize_t,
    reach: cython.double,
) -> cython.Py_ssize_t:
    """Write the pieces of higher rank within `reach` to `forest.found`; return their number.

    The distance is that between bounding boxes.
    """
    count: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    near: cython.Py_ssize_t = forest.near(
        0,
        min(forest.segments[i, 0], forest.segments[i, 2]) - reach,
        forest.segments[i, 1] - reach,
        max(forest.segments[i, 0], forest.segments[i, 2]) + reach,
        forest.segments[i, 3] + reach,
    )
    for k in range(near):
        if ranks[forest.found[k]] > ranks[i]:
            forest.found[count] = forest.found[k]
            count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(p=Piece, q=Piece)
def _join_all(
    pieces: cython.const[cython.double][:, ::1],
    forest: Forest,
    ranks: cython.const[cython.longlong][::1],
    limits: cython.const[cython.double][::1],
    ends: cython.double[:, ::1],
    hard: cython.uchar[::1],
) -> cython.void:
    """Join pieces where they meet, and mark those that can't be decided as hard.

    Those have an end that meets no other piece or several, a corner that is too sharp, or too
    little length for what closing takes off their ends.
    """
    meet2: cython.double = limits[1] * limits[1]
    b: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    after: cython.bint
    before: cython.bint
    for i in range(pieces.shape[0]):
        p = _piece(pieces, i)
        for b in range(_after(forest, ranks, i, limits[1])):
            k = forest.found[b]
            q = _piece(pieces, k)
            after = _apart2(p, p.high, q, q.low) <= meet2
            before = _apart2(q, q.high, p, p.low) <= meet2
            if (
                (after and not _join(p, q, i, k, limits[0], ends))
                or (before and not _join(q, p, k, i, limits[0], ends))
                or (after and before)
            ):
                hard[i] = 1
                hard[k] = 1
    for i in range(pieces.shape[0]):
        if (
            ends[i, MET] != 1.0
            or ends[i, MET + 1] != 1.0
            or pieces[i, 5] - pieces[i, 4] < 1.2 * (ends[i, WORN] + ends[i, WORN + 1]) + limits[0]
        ):
            hard[i] = 1
        for k in range(2):
            if ends[i, MET + k] != 1.0:
                ends[i, MITRED + k] = MITRE * MARGIN * limits[0]
            ends[i, MITRED + k] = max(ends[i, MITRED + k], MARGIN * limits[0])


@cython.locals(p=Piece, q=Piece)
def closing(
    pieces: cython.const[cython.double][:, ::1],
    forest: Forest,
    ranks: cython.const[cython.longlong][::1],
    limits: cython.const[cython.double][::1],
    ends: cython.double[:, ::1],
    hard: cython.uchar[::1],
) -> None:
    """Mark the pieces in `hard` with 1 whose closing can't be decided locally.

    These include the pieces that don't join others to a closed boundary.

    `forest` holds the segments of the pieces in one tree; `ranks` are the positions of the pieces
    when sorted by their lower ends. `limits` holds half the seam, the largest distance between
    ends that meet, and the largest rounding error of a point's distance from its line, metres.
    `ends` (n, 8), all 0, receives pairs of columns for the start and the end of each piece: the
    number of pieces that it meets, the length that growing takes off, the length that closing
    takes off, and the reach of its mitre.
    """
    reach: cython.double = 2.0 * MITRE * MARGIN * limits[0]
    meet2: cython.double = limits[1] * limits[1]
    b: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        _join_all(pieces, forest, ranks, limits, ends, hard)
        for i in range(pieces.shape[0]):
            p = _piece(pieces, i)
            for b in range(_after(forest, ranks, i, reach)):
                k = forest.found[b]
                q = _piece(pieces, k)
                if (
                    _apart2(p, p.high, q, q.low) > meet2
                    and _apart2(q, q.high, p, p.low) > meet2
                    and _come_near(p, q, i, k, MARGIN * limits[0], ends)
                    and not _back_to_back(p, q, limits[2])
                ):
                    hard[i] = 1
                    hard[k] = 1
