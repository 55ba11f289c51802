# cython: boundscheck=False, wraparound=False, cdivision=True
"""Block the cells within a distance of segments, 64 at a time (S0-025, S0-027).

A cell is blocked if the squared distance of its centre from a segment, by projection, is less than
the squared reach. The cells near a segment form a capsule, and each row of it is a span. Its ends
are computed from the capsule's shape. From both ends inward, the exact predicate decides until a
cell is near by more than rounding errors. Distance is convex along a row, so all cells between are
near, too.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.math import fabs, sqrt
else:
    from math import fabs, sqrt

Axis = cython.struct(
    cell=cython.double,
    scale=cython.double,
    anchor=cython.double,
    offset=cython.double,
    low=cython.Py_ssize_t,
    high=cython.Py_ssize_t,
)
Capsule = cython.struct(
    xa=cython.double,
    za=cython.double,
    xb=cython.double,
    zb=cython.double,
    dx=cython.double,
    dz=cython.double,
    length2=cython.double,
    bound=cython.double,
    side=cython.double,
    lean=cython.double,
    slope=cython.double,
    limit=cython.double,
    sure=cython.double,
)

ONE = cython.declare(cython.ulonglong, 1)
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

ROUNDING = cython.declare(cython.double, 1e-12)
"""Upper bound of the rounding error of a distance, relative to the numbers it comes from."""
SLACK = cython.declare(cython.double, 1e-9)
"""Upper bound of the rounding error near 0, in cells; added to the relative bound."""
HUGE = cython.declare(cython.double, 1e140)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _centre(axis: Axis, index: cython.Py_ssize_t) -> cython.double:
    """Return the centre of a column along x, or of a row along z."""
    return axis.anchor + (axis.offset + index + 0.5) * axis.cell


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _place(axis: Axis, value: cython.double) -> cython.double:
    """Return the fractional index of the cell with its centre at `value`, within rounding."""
    return (value - axis.anchor) * axis.scale - 0.5 - axis.offset


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _from(value: cython.double, axis: Axis) -> cython.Py_ssize_t:
    """Return the first index with a centre of at least `value`, within rounding.

    Returns the start of the axis for NaN.
    """
    index: cython.Py_ssize_t
    guess: cython.double = _place(axis, value)
    if guess > axis.high:
        return axis.high
    if not guess > axis.low:
        return axis.low
    index = cython.cast(cython.Py_ssize_t, guess)
    return index + (index < guess)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _to(value: cython.double, axis: Axis) -> cython.Py_ssize_t:
    """Return the index past the last centre of at most `value`, within rounding.

    Returns the end of the axis for NaN.
    """
    guess: cython.double = _place(axis, value)
    if guess < axis.low:
        return axis.low
    if not guess < axis.high - 1:
        return axis.high
    return cython.cast(cython.Py_ssize_t, guess) + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _left(capsule: Capsule, pz: cython.double) -> cython.double:
    """Return the least x of the capsule on a row that is no farther than `bound` away."""
    h: cython.double
    if pz < capsule.za + capsule.side:
        h = pz - capsule.za
        return capsule.xa - sqrt(max(0.0, capsule.bound * capsule.bound - h * h))
    if pz > capsule.zb + capsule.side:
        h = pz - capsule.zb
        return capsule.xb - sqrt(max(0.0, capsule.bound * capsule.bound - h * h))
    return capsule.xa - capsule.lean + (pz - (capsule.za + capsule.side)) * capsule.slope


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _right(capsule: Capsule, pz: cython.double) -> cython.double:
    """Return the greatest x of the capsule on a row that is no farther than `bound` away."""
    h: cython.double
    if pz < capsule.za - capsule.side:
        h = pz - capsule.za
        return capsule.xa + sqrt(max(0.0, capsule.bound * capsule.bound - h * h))
    if pz > capsule.zb - capsule.side:
        h = pz - capsule.zb
        return capsule.xb + sqrt(max(0.0, capsule.bound * capsule.bound - h * h))
    return capsule.xa + capsule.lean + (pz - (capsule.za - capsule.side)) * capsule.slope


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _distance2(px: cython.double, pz: cython.double, capsule: Capsule) -> cython.double:
    """Return the squared distance of a point from the segment."""
    t: cython.double = 0.0
    if capsule.length2 > 0.0:
        t = ((px - capsule.xa) * capsule.dx + (pz - capsule.za) * capsule.dz) / capsule.length2
        if t < 0.0:
            t = 0.0
        elif t > 1.0:
            t = 1.0
    ex: cython.double = px - (capsule.xa + t * capsule.dx)
    ez: cython.double = pz - (capsule.za + t * capsule.dz)
    return ex * ex + ez * ez


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_near(d2: cython.double, limit: cython.double, strict: cython.bint) -> cython.bint:
    """Return whether a squared distance blocks a cell."""
    return d2 < limit or (d2 == limit and not strict)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _clear(
    words: cython.ulonglong[:, ::1],
    row: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    right: cython.Py_ssize_t,
) -> cython.void:
    """Clear the bits of a row from `left` to `right` exclusive; at least one."""
    w: cython.Py_ssize_t = left >> 6
    last: cython.Py_ssize_t = (right - 1) >> 6
    mask: cython.ulonglong = (ALL << (left & 63)) & ALL
    while w < last:
        words[row, w] &= ~mask & ALL
        mask = ALL
        w += 1
    mask &= ALL >> (63 - ((right - 1) & 63))
    words[row, w] &= ~mask & ALL


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _axis(
    cell: cython.double,
    anchor: cython.double,
    offset: cython.double,
    low: cython.longlong,
    high: cython.longlong,
) -> Axis:
    return Axis(
        cell=cell,
        scale=1.0 / cell,
        anchor=anchor,
        offset=offset,
        low=cython.cast(cython.Py_ssize_t, low),
        high=cython.cast(cython.Py_ssize_t, high),
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _capsule(
    xa: cython.double,
    za: cython.double,
    xb: cython.double,
    zb: cython.double,
    reach: cython.double,
    unsure: cython.double,
) -> Capsule:
    """Return the capsule of points within `reach` of a segment; `unsure` bounds the rounding."""
    dx: cython.double = xb - xa
    dz: cython.double = zb - za
    length2: cython.double = dx * dx + dz * dz
    length: cython.double = sqrt(length2)
    bound: cython.double = reach + unsure
    return Capsule(
        xa=xa,
        za=za,
        xb=xb,
        zb=zb,
        dx=dx,
        dz=dz,
        length2=length2,
        bound=bound,
        side=bound * (dx / length) if length > 0.0 else 0.0,
        lean=bound * (dz / length) if length > 0.0 else bound,
        slope=dx / dz if dz > 0.0 else 0.0,
        limit=reach * reach,
        sure=(reach - unsure) * (reach - unsure) if reach > unsure else -1.0,
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _block_row(
    words: cython.ulonglong[:, ::1],
    row: cython.Py_ssize_t,
    along_x: Axis,
    pz: cython.double,
    capsule: Capsule,
    strict: cython.bint,
) -> cython.void:
    """Block the cells of a row that are near the segment."""
    left: cython.Py_ssize_t = along_x.low
    right: cython.Py_ssize_t = along_x.high
    d2: cython.double
    if capsule.bound < HUGE:
        left = _from(_left(capsule, pz), along_x)
        right = _to(_right(capsule, pz), along_x)
    while left < right:
        d2 = _distance2(_centre(along_x, left), pz, capsule)
        if d2 < capsule.sure:
            break
        if _is_near(d2, capsule.limit, strict):
            _clear(words, row, left + 1, left + 2)
        left += 1
    while left < right:
        d2 = _distance2(_centre(along_x, right - 1), pz, capsule)
        if d2 < capsule.sure:
            break
        if _is_near(d2, capsule.limit, strict):
            _clear(words, row, right, right + 1)
        right -= 1
    if left < right:
        _clear(words, row, left + 1, right + 1)


@cython.locals(
    i=cython.Py_ssize_t,
    e=cython.Py_ssize_t,
    r=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    last=cython.Py_ssize_t,
    left=cython.Py_ssize_t,
    size=cython.double,
    unsure=cython.double,
    bound=cython.double,
    along_x=Axis,
    along_z=Axis,
    capsule=Capsule,
)
def block_near(
    frame: cython.const[cython.double][::1],
    rect: cython.const[cython.longlong][::1],
    edges: cython.const[cython.double][:, ::1],
    spans: cython.const[cython.longlong][:, ::1],
    chosen: cython.const[cython.longlong][::1],
    reach: cython.double,
    strict: cython.bint,
    words: cython.ulonglong[:, ::1],
    job: cython.longlong[::1],
) -> None:
    """Clear the cells of `rect` within `reach` of any edge of the chosen polygons.

    `frame` holds cell size, anchor x, anchor z, column and row of the window's first cell;
    `rect` holds row0, row1, column0, column1, half-open, within the window. Polygon k has the
    `edges` from spans[k, 0] to spans[k, 1]. `words` are lines with one bit for each cell, with a
    margin of one cell around the window and 64 more bits at the end. `job` is (cancel, done): the
    kernel stops if the first is not 0, and counts edges in the second.

    A distance of exactly `reach` counts unless `strict`.
    """
    along_x = _axis(frame[0], frame[1], frame[3], rect[2], rect[3])
    along_z = _axis(frame[0], frame[2], frame[4], rect[0], rect[1])
    size = (
        fabs(along_x.anchor)
        + fabs(along_z.anchor)
        + (fabs(along_x.offset) + along_x.high + fabs(along_z.offset) + along_z.high) * along_x.cell
    )
    with cython.nogil:
        for i in range(chosen.shape[0]):
            for e in range(spans[chosen[i], 0], spans[chosen[i], 1]):
                if job[0] != 0:
                    break
                job[1] += 1
                unsure = SLACK * along_x.cell + ROUNDING * (
                    size
                    + fabs(edges[e, 0])
                    + fabs(edges[e, 1])
                    + fabs(edges[e, 2] - edges[e, 0])
                    + fabs(edges[e, 3] - edges[e, 1])
                )
                bound = reach + unsure
                first = along_z.low
                last = along_z.high
                if bound < HUGE:
                    first = _from(edges[e, 1] - bound, along_z)
                    last = _to(edges[e, 3] + bound, along_z)
                    left = _from(min(edges[e, 0], edges[e, 2]) - bound, along_x)
                    if left >= _to(max(edges[e, 0], edges[e, 2]) + bound, along_x):
                        continue
                if first >= last:
                    continue
                capsule = _capsule(
                    edges[e, 0], edges[e, 1], edges[e, 2], edges[e, 3], reach, unsure
                )
                for r in range(first, last):
                    _block_row(words, r + 1, along_x, _centre(along_z, r), capsule, strict)
            if job[0] != 0:
                break
