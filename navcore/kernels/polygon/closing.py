# cython: boundscheck=False, wraparound=False, cdivision=True
"""Where the edge of a union changes when narrow gaps are closed, and where it is unsure.

Closing is growing by half the seam and shrinking again, both with mitres up to five times the
half. It leaves a boundary alone whose parts are far from each other on the outside, and whose
corners are neither short nor, on the outside, sharp. Of a sharp corner by itself it fills the
tip, as far as a mitre that is cut does not reach back.

Pieces are (n, 10) as the kernel cover writes them: a directed edge, from where to where it is
left, a segment.
"""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.edge_tree import Forest
else:
    from navcore.kernels.polygon.edge_tree import Forest

SHARPEST = cython.declare(cython.double, -0.99999)
"""Cosine of the turn at an outside angle of a quarter of a degree."""

SPIKE = cython.declare(cython.double, -0.9998)
"""Cosine of the turn at an inside angle of about one degree."""

MITRE = cython.declare(cython.double, 5.0)
"""Mitres longer than this many times what is grown by are cut off there."""

MARGIN = cython.declare(cython.double, 1.05)
"""What is taken to grow so many times as far as it does is clear of rounding."""

MET = cython.declare(cython.Py_ssize_t, 0)
WORN = cython.declare(cython.Py_ssize_t, 2)
CUT = cython.declare(cython.Py_ssize_t, 4)
MITRED = cython.declare(cython.Py_ssize_t, 6)
"""Columns of what is known of a piece's start; those of its end follow."""

Piece = cython.struct(
    ax=cython.double,
    az=cython.double,
    ux=cython.double,
    uz=cython.double,
    length=cython.double,
    low=cython.double,
    high=cython.double,
)
"""A directed edge and the stretch of it that is left."""


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
    """How far to the right of p's line, that is outside, q is at a position on its edge."""
    return (q.ax + at * q.ux - p.ax) * p.uz - (q.az + at * q.uz - p.az) * p.ux


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _distance2(p: Piece, q: Piece, at: cython.double) -> cython.double:
    """Squared distance from a position on q's edge to what is left of p's."""
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
    """Squared distance between a position on p's edge and one on q's."""
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
    """Whether two pieces cross, or touch when both grow, mitres at their ends included."""
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
    """Whether each edge lies on the inner side of the other one: no gap is between them."""
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
    """Join piece k to the end of piece i; False if the corner is too sharp to tell."""
    cross: cython.double = p.ux * q.uz - p.uz * q.ux
    dot: cython.double = p.ux * q.ux + p.uz * q.uz
    sine: cython.double = sqrt(max(0.5 * (1.0 + dot), 0.0))
    ends[i, MET + 1] += 1.0
    ends[k, MET] += 1.0
    if cross >= 0.0:
        # An outward corner grows to a mitre.
        sine = half / max(sine, 1.0 / MITRE) * MARGIN
        ends[i, MITRED + 1] = max(ends[i, MITRED + 1], sine)
        ends[k, MITRED] = max(ends[k, MITRED], sine)
        return dot > SPIKE
    if dot < SHARPEST:
        return False
    # Growing takes half the seam times the tangent of half the turn off both.
    ends[i, WORN + 1] = max(ends[i, WORN + 1], -cross / (1.0 + dot) * half)
    ends[k, WORN] = max(ends[k, WORN], -cross / (1.0 + dot) * half)
    # The grown sides meet half / sine from the tip, the cut mitre goes back from there.
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
    """Find the pieces of higher rank with boxes within `reach` of a piece's; how many."""
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
    """Join the pieces where they meet; mark what meets too sharply, too often or never."""
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
    """Mark with 1 the pieces of which it is unsure what closing leaves.

    Unsure are also those that don't join up to a boundary with others.

    `forest` holds the pieces' segments in one tree; `ranks` are the places of the pieces when
    sorted by their lower ends. `limits`: half the seam; how far ends that meet may lie apart; how
    far off a line rounding may put what lies on it. `ends`, zeros, receives for the start and the
    end of each piece how many others it meets, the metres that growing takes off it, those that
    closing does, and how far its mitre reaches.
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
