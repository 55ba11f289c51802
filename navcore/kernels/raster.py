# cython: boundscheck=False, wraparound=False
"""Polygons and capsules to cells.

Inside (S0-022): a centre (px, pz) is inside a polygon when an odd number of its edges satisfy
``(za > pz) != (zb > pz) and px < crossing``. Edges come with their lower end first, so that
two polygons compute the same crossing on the edge that they share and leave no seam.

Near (S0-025, S0-027): the squared distance from a centre to a segment, by projection, against
the squared reach. Fills only skip cells of which the answer is certain.

Arguments of both kernels: `frame` holds cell size, anchor x, anchor z, column and row of the
window's first cell; `rect` holds row0, row1, column0, column1, half-open, within the window;
`cells` is the window with a ring of one cell around it; `job` is (cancel, done).
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _first(
    value: cython.double,
    anchor: cython.double,
    cell: cython.double,
    offset: cython.double,
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """The first cell from `low` on whose centre is not below `value`; `high` if none is."""
    index: cython.Py_ssize_t
    guess: cython.double = (value - anchor) * (1.0 / cell) - 0.5 - offset
    if guess >= high:
        index = high
    elif guess > low:
        index = cython.cast(cython.Py_ssize_t, guess)
    else:
        index = low
    while index > low and not anchor + (offset + (index - 1) + 0.5) * cell < value:
        index -= 1
    while index < high and anchor + (offset + index + 0.5) * cell < value:
        index += 1
    return index


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.cdivision(True)
def _distance2(
    px: cython.double,
    pz: cython.double,
    xa: cython.double,
    za: cython.double,
    dx: cython.double,
    dz: cython.double,
    length2: cython.double,
) -> cython.double:
    """Squared distance from a point to a segment from (xa, za) along (dx, dz)."""
    t: cython.double = 0.0
    ex: cython.double
    ez: cython.double
    if length2 > 0.0:
        t = ((px - xa) * dx + (pz - za) * dz) / length2
        if t < 0.0:
            t = 0.0
        elif t > 1.0:
            t = 1.0
    ex = px - (xa + t * dx)
    ez = pz - (za + t * dz)
    return ex * ex + ez * ez


@cython.cdivision(True)
def fill(
    frame: cython.const[cython.double][::1],
    rect: cython.const[cython.longlong][::1],
    edges: cython.const[cython.double][:, ::1],
    starts: cython.const[cython.longlong][::1],
    marks: cython.uchar[:, ::1],
    cells: cython.uchar[:, ::1],
    value: cython.int,
    job: cython.longlong[::1],
) -> None:
    """Write `value` into the cells of `rect` that lie inside any of the polygons.

    Polygon k has the edges starts[k] to starts[k + 1]. `marks` is zero, of the size of `rect`,
    and is left zero.
    """
    cell: cython.double = frame[0]
    anchor_x: cython.double = frame[1]
    anchor_z: cython.double = frame[2]
    offset_x: cython.double = frame[3]
    offset_z: cython.double = frame[4]
    row0: cython.Py_ssize_t = rect[0]
    row1: cython.Py_ssize_t = rect[1]
    column0: cython.Py_ssize_t = rect[2]
    column1: cython.Py_ssize_t = rect[3]
    polygons: cython.Py_ssize_t = starts.shape[0] - 1
    written: cython.uchar = value
    k: cython.Py_ssize_t
    e: cython.Py_ssize_t
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    bottom: cython.Py_ssize_t
    top: cython.Py_ssize_t
    left: cython.Py_ssize_t
    right: cython.Py_ssize_t
    xa: cython.double
    za: cython.double
    dx: cython.double
    dz: cython.double
    pz: cython.double
    inside: cython.uchar
    with cython.nogil:
        for k in range(polygons):
            if job[0] != 0:
                break
            bottom = row1
            top = row0
            left = column1
            right = column0
            for e in range(starts[k], starts[k + 1]):
                xa = edges[e, 0]
                za = edges[e, 1]
                dx = edges[e, 2] - xa
                dz = edges[e, 3] - za
                first = _first(za, anchor_z, cell, offset_z, row0, row1)
                last = _first(edges[e, 3], anchor_z, cell, offset_z, first, row1)
                if first >= last:
                    continue
                bottom = min(bottom, first)
                top = max(top, last)
                for r in range(first, last):
                    pz = anchor_z + (offset_z + r + 0.5) * cell
                    c = _first(
                        xa + (pz - za) / dz * dx, anchor_x, cell, offset_x, column0, column1
                    )
                    left = min(left, c)
                    right = max(right, c)
                    if c < column1:
                        marks[r - row0, c - column0] ^= 1
            if right < column1:
                right += 1
            for r in range(bottom, top):
                inside = 0
                for c in range(left, right):
                    inside ^= marks[r - row0, c - column0]
                    marks[r - row0, c - column0] = 0
                    if inside:
                        cells[r + 1, c + 1] = written
            job[1] += 1


@cython.cdivision(True)
def block_near(
    frame: cython.const[cython.double][::1],
    rect: cython.const[cython.longlong][::1],
    segments: cython.const[cython.double][:, ::1],
    reach: cython.double,
    strict: cython.bint,
    cells: cython.uchar[:, ::1],
    job: cython.longlong[::1],
) -> None:
    """Write 0 into the cells of `rect` within `reach` of any of the segments.

    A distance of exactly `reach` counts unless `strict`.
    """
    cell: cython.double = frame[0]
    anchor_x: cython.double = frame[1]
    anchor_z: cython.double = frame[2]
    offset_x: cython.double = frame[3]
    offset_z: cython.double = frame[4]
    row0: cython.Py_ssize_t = rect[0]
    row1: cython.Py_ssize_t = rect[1]
    column0: cython.Py_ssize_t = rect[2]
    column1: cython.Py_ssize_t = rect[3]
    limit: cython.double = reach * reach
    # Decides which cells are looked at, not which are blocked: generous against rounding.
    bound: cython.double = reach + 0.01 * cell
    k: cython.Py_ssize_t
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    left: cython.Py_ssize_t
    right: cython.Py_ssize_t
    xa: cython.double
    za: cython.double
    dx: cython.double
    dz: cython.double
    length2: cython.double
    t0: cython.double
    t1: cython.double
    x0: cython.double
    x1: cython.double
    pz: cython.double
    d2: cython.double
    certain: cython.bint
    with cython.nogil:
        for k in range(segments.shape[0]):
            if job[0] != 0:
                break
            xa = segments[k, 0]
            za = segments[k, 1]
            dx = segments[k, 2] - xa
            dz = segments[k, 3] - za
            length2 = dx * dx + dz * dz
            first = _first(za - bound, anchor_z, cell, offset_z, row0, row1)
            last = _first(za + dz + bound, anchor_z, cell, offset_z, first, row1)
            for r in range(first, last):
                pz = anchor_z + (offset_z + r + 0.5) * cell
                # The part of the segment at most `bound` above or below the row.
                t0 = 0.0
                t1 = 1.0
                if dz > 0.0:
                    t0 = (pz - bound - za) / dz
                    t1 = (pz + bound - za) / dz
                    if not t0 > 0.0:
                        t0 = 0.0
                    if not t1 < 1.0:
                        t1 = 1.0
                x0 = xa + t0 * dx
                x1 = xa + t1 * dx
                left = _first(min(x0, x1) - bound, anchor_x, cell, offset_x, column0, column1)
                right = _first(max(x0, x1) + bound, anchor_x, cell, offset_x, left, column1)
                while left < right:
                    if cells[r + 1, left + 1] != 0:
                        d2 = _distance2(
                            anchor_x + (offset_x + left + 0.5) * cell, pz, xa, za, dx, dz, length2
                        )
                        if d2 < limit or (d2 == limit and not strict):
                            break
                    left += 1
                while right > left + 1:
                    if cells[r + 1, right] != 0:
                        d2 = _distance2(
                            anchor_x + (offset_x + (right - 1) + 0.5) * cell,
                            pz, xa, za, dx, dz, length2,
                        )  # fmt: skip
                        if d2 < limit or (d2 == limit and not strict):
                            break
                    right -= 1
                # Distance is convex along the row: with both ends near and the middle clearly
                # nearer than the limit, no cell between can be a tie.
                c = (left + right) // 2
                certain = right - left > 4 and (
                    _distance2(
                        anchor_x + (offset_x + c + 0.5) * cell, pz, xa, za, dx, dz, length2
                    )
                    < limit * (1.0 - 1e-6)
                )
                for c in range(left, right):
                    if certain:
                        cells[r + 1, c + 1] = 0
                    elif cells[r + 1, c + 1] != 0:
                        d2 = _distance2(
                            anchor_x + (offset_x + c + 0.5) * cell, pz, xa, za, dx, dz, length2
                        )
                        if d2 < limit or (d2 == limit and not strict):
                            cells[r + 1, c + 1] = 0
            job[1] += 1
