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

SHARPEST = cython.declare(cython.double, -0.99999)
"""Cosine of the turn at an outside angle of a quarter of a degree."""

SPIKE = cython.declare(cython.double, -0.9998)
"""Cosine of the turn at an inside angle of about one degree."""

MITRE = cython.declare(cython.double, 5.0)
"""Mitres longer than this many times what is grown by are cut off there."""

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
def _come_near(p: Piece, q: Piece, reach: cython.double) -> cython.bint:
    """Whether two pieces cross or come closer than `reach`."""
    if (_off(p, q, q.low) < 0.0) != (_off(p, q, q.high) < 0.0) and (_off(q, p, p.low) < 0.0) != (
        _off(q, p, p.high) < 0.0
    ):
        return True
    return (
        min(
            _distance2(p, q, q.low),
            _distance2(p, q, q.high),
            _distance2(q, p, p.low),
            _distance2(q, p, p.high),
        )
        < reach * reach
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
    sine: cython.double
    ends[i, 1] += 1.0
    ends[k, 0] += 1.0
    if cross >= 0.0:
        return dot > SPIKE
    if dot < SHARPEST:
        return False
    # Growing takes half the seam times the tangent of half the turn off both.
    ends[i, 3] = max(ends[i, 3], -cross / (1.0 + dot) * half)
    ends[k, 2] = max(ends[k, 2], -cross / (1.0 + dot) * half)
    # The grown sides meet half / sine from the tip, the cut mitre goes back from there.
    sine = sqrt(0.5 * (1.0 + dot))
    if MITRE * sine < 1.0:
        ends[i, 5] = (half / sine - MITRE * half) / sqrt(0.5 * (1.0 - dot))
        ends[k, 4] = ends[i, 5]
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _settle(
    p: Piece,
    q: Piece,
    i: cython.Py_ssize_t,
    k: cython.Py_ssize_t,
    limits: cython.const[cython.double][::1],
    ends: cython.double[:, ::1],
) -> cython.bint:
    """Whether nothing is to be closed between two pieces, which are joined if they meet."""
    meet2: cython.double = limits[1] * limits[1]
    if _apart2(p, p.high, q, q.low) <= meet2:
        # Both ends met: a loop of two pieces.
        return _join(p, q, i, k, limits[0], ends) and (_apart2(q, q.high, p, p.low) > meet2)
    if _apart2(q, q.high, p, p.low) <= meet2:
        return _join(q, p, k, i, limits[0], ends)
    return not _come_near(p, q, limits[2]) or _back_to_back(p, q, limits[3])


@cython.locals(p=Piece, q=Piece)
def closing(
    pieces: cython.const[cython.double][:, ::1],
    order: cython.const[cython.longlong][::1],
    limits: cython.const[cython.double][::1],
    ends: cython.double[:, ::1],
    hard: cython.uchar[::1],
) -> None:
    """Mark with 1 the pieces of which it is unsure what closing leaves.

    Unsure are also those that don't join up to a boundary with others.

    `order` sorts the pieces by their lower ends. `limits`: half the seam; how far ends that
    meet may lie apart; closer than what pieces that don't meet may influence each other; how
    far off a line rounding may put what lies on it. `ends`, zeros, receives for the start
    and the end of each piece how many others it meets, the metres that growing takes off it,
    and those that closing does.
    """
    reach: cython.double = limits[2]
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    left: cython.double
    right: cython.double
    with cython.nogil:
        for a in range(order.shape[0]):
            i = order[a]
            left = min(pieces[i, 6], pieces[i, 8]) - reach
            right = max(pieces[i, 6], pieces[i, 8]) + reach
            p = _piece(pieces, i)
            for b in range(a + 1, order.shape[0]):
                k = order[b]
                if pieces[k, 7] > pieces[i, 9] + reach:
                    break
                if (pieces[k, 6] > right and pieces[k, 8] > right) or (
                    pieces[k, 6] < left and pieces[k, 8] < left
                ):
                    continue
                q = _piece(pieces, k)
                if not _settle(p, q, i, k, limits, ends):
                    hard[i] = 1
                    hard[k] = 1
        for i in range(pieces.shape[0]):
            if (
                ends[i, 0] != 1.0
                or ends[i, 1] != 1.0
                or pieces[i, 5] - pieces[i, 4] < 1.2 * (ends[i, 2] + ends[i, 3]) + limits[0]
            ):
                hard[i] = 1
