# cython: boundscheck=False, wraparound=False, cdivision=True
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

Axis = cython.struct(cell=cython.double, anchor=cython.double, offset=cython.double)
Segment = cython.struct(
    xa=cython.double,
    za=cython.double,
    dx=cython.double,
    dz=cython.double,
    length2=cython.double,
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _centre(axis: Axis, index: cython.Py_ssize_t) -> cython.double:
    """Centre of a column along x, or of a row along z."""
    return axis.anchor + (axis.offset + index + 0.5) * axis.cell


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _first(
    value: cython.double, axis: Axis, low: cython.Py_ssize_t, high: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The first index from `low` on whose centre is not below `value`; `high` if none is."""
    index: cython.Py_ssize_t
    guess: cython.double = (value - axis.anchor) * (1.0 / axis.cell) - 0.5 - axis.offset
    if guess >= high:
        index = high
    elif guess > low:
        index = cython.cast(cython.Py_ssize_t, guess)
    else:
        index = low
    while index > low and not _centre(axis, index - 1) < value:
        index -= 1
    while index < high and _centre(axis, index) < value:
        index += 1
    return index


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _distance2(px: cython.double, pz: cython.double, segment: Segment) -> cython.double:
    """Squared distance from a point to a segment."""
    t: cython.double = 0.0
    if segment.length2 > 0.0:
        t = ((px - segment.xa) * segment.dx + (pz - segment.za) * segment.dz) / segment.length2
        if t < 0.0:
            t = 0.0
        elif t > 1.0:
            t = 1.0
    ex: cython.double = px - (segment.xa + t * segment.dx)
    ez: cython.double = pz - (segment.za + t * segment.dz)
    return ex * ex + ez * ez


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_near(d2: cython.double, limit: cython.double, strict: cython.bint) -> cython.bint:
    """Whether a squared distance blocks."""
    return d2 < limit or (d2 == limit and not strict)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _block_row(
    cells: cython.uchar[:, ::1],
    row: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    right: cython.Py_ssize_t,
    along_x: Axis,
    pz: cython.double,
    segment: Segment,
    limit: cython.double,
    strict: cython.bint,
) -> cython.void:
    """Block the cells of a row near the segment, none of which lie outside [left, right)."""
    c: cython.Py_ssize_t
    while left < right and not _is_near(
        _distance2(_centre(along_x, left), pz, segment), limit, strict
    ):
        left += 1
    while right > left and not _is_near(
        _distance2(_centre(along_x, right - 1), pz, segment), limit, strict
    ):
        right -= 1
    # Distance is convex along the row: with both ends near and the middle clearly nearer than
    # the limit, no cell between can be a tie.
    middle: cython.double = _centre(along_x, (left + right) // 2)
    certain: cython.bint = _distance2(middle, pz, segment) < limit * (1.0 - 1e-6)
    for c in range(left, right):
        if certain or _is_near(_distance2(_centre(along_x, c), pz, segment), limit, strict):
            cells[row, c + 1] = 0


@cython.locals(
    k=cython.Py_ssize_t,
    e=cython.Py_ssize_t,
    r=cython.Py_ssize_t,
    c=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    last=cython.Py_ssize_t,
    bottom=cython.Py_ssize_t,
    top=cython.Py_ssize_t,
    pz=cython.double,
    crossing=cython.double,
    inside=cython.uchar,
    along_x=Axis,
    along_z=Axis,
)
def fill(
    frame: cython.const[cython.double][::1],
    rect: cython.const[cython.longlong][::1],
    edges: cython.const[cython.double][:, ::1],
    starts: cython.const[cython.longlong][::1],
    marks: cython.uchar[:, ::1],
    spans: cython.longlong[:, ::1],
    cells: cython.uchar[:, ::1],
    value: cython.int,
    job: cython.longlong[::1],
) -> None:
    """Write `value` into the cells of `rect` that lie inside any of the polygons.

    Polygon k has the edges starts[k] to starts[k + 1]. Scratch, left as it came: `marks`, zero,
    a row and a column for each of `rect`'s; `spans`, for each row the first and past the last
    marked column, (columns, 0) when there is none.
    """
    row0: cython.Py_ssize_t = rect[0]
    row1: cython.Py_ssize_t = rect[1]
    column0: cython.Py_ssize_t = rect[2]
    column1: cython.Py_ssize_t = rect[3]
    polygons: cython.Py_ssize_t = starts.shape[0] - 1
    along_x = Axis(cell=frame[0], anchor=frame[1], offset=frame[3])
    along_z = Axis(cell=frame[0], anchor=frame[2], offset=frame[4])
    with cython.nogil:
        for k in range(polygons):
            if job[0] != 0:
                break
            bottom = row1
            top = row0
            for e in range(starts[k], starts[k + 1]):
                first = _first(edges[e, 1], along_z, row0, row1)
                last = _first(edges[e, 3], along_z, first, row1)
                if first < last:
                    bottom = min(bottom, first)
                    top = max(top, last)
                for r in range(first, last):
                    pz = _centre(along_z, r)
                    crossing = edges[e, 0] + (pz - edges[e, 1]) / (edges[e, 3] - edges[e, 1]) * (
                        edges[e, 2] - edges[e, 0]
                    )
                    c = _first(crossing, along_x, column0, column1) - column0
                    spans[r - row0, 0] = min(spans[r - row0, 0], c)
                    spans[r - row0, 1] = max(spans[r - row0, 1], c)
                    if c < column1 - column0:
                        marks[r - row0, c] ^= 1
            for r in range(bottom - row0, top - row0):
                inside = 0
                last = spans[r, 1]
                for c in range(spans[r, 0], last):
                    inside ^= marks[r, c]
                    marks[r, c] = 0
                    if inside:
                        cells[r + row0 + 1, c + column0 + 1] = value
                if last < column1 - column0:
                    marks[r, last] = 0
                spans[r, 0] = column1 - column0
                spans[r, 1] = 0
            job[1] += 1


@cython.locals(
    k=cython.Py_ssize_t,
    r=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    last=cython.Py_ssize_t,
    left=cython.Py_ssize_t,
    right=cython.Py_ssize_t,
    dx=cython.double,
    dz=cython.double,
    t0=cython.double,
    t1=cython.double,
    x0=cython.double,
    x1=cython.double,
    pz=cython.double,
    along_x=Axis,
    along_z=Axis,
    segment=Segment,
)
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
    row0: cython.Py_ssize_t = rect[0]
    row1: cython.Py_ssize_t = rect[1]
    column0: cython.Py_ssize_t = rect[2]
    column1: cython.Py_ssize_t = rect[3]
    limit: cython.double = reach * reach
    # Decides which cells are looked at, not which are blocked: generous against rounding.
    bound: cython.double = reach + 0.01 * frame[0]
    along_x = Axis(cell=frame[0], anchor=frame[1], offset=frame[3])
    along_z = Axis(cell=frame[0], anchor=frame[2], offset=frame[4])
    with cython.nogil:
        for k in range(segments.shape[0]):
            if job[0] != 0:
                break
            dx = segments[k, 2] - segments[k, 0]
            dz = segments[k, 3] - segments[k, 1]
            segment = Segment(
                xa=segments[k, 0], za=segments[k, 1], dx=dx, dz=dz, length2=dx * dx + dz * dz
            )
            first = _first(segments[k, 1] - bound, along_z, row0, row1)
            last = _first(segments[k, 3] + bound, along_z, first, row1)
            for r in range(first, last):
                pz = _centre(along_z, r)
                # The part of the segment at most `bound` above or below the row.
                t0 = 0.0
                t1 = 1.0
                if dz > 0.0:
                    t0 = max((pz - bound - segments[k, 1]) / dz, 0.0)
                    t1 = min((pz + bound - segments[k, 1]) / dz, 1.0)
                x0 = segments[k, 0] + t0 * dx
                x1 = segments[k, 0] + t1 * dx
                left = _first(min(x0, x1) - bound, along_x, column0, column1)
                right = _first(max(x0, x1) + bound, along_x, left, column1)
                _block_row(cells, r + 1, left, right, along_x, pz, segment, limit, strict)
            job[1] += 1
