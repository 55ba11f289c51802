# cython: boundscheck=False, wraparound=False, cdivision=True
"""Distance fields: distances from cells to segments, as 16-bit numbers of steps.

A value is 0 inside a closed outline, and otherwise 1 plus the distance to the nearest segment in
steps, rounded down, with an error of at most one step; it is 65535 beyond the reach.

`frame`, `rect`, `edges`, `spans`, `chosen`, `words` and `job` are those of the kernel
`offset_raster`. A field has a margin of one cell around the window, too.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

Scale = cython.struct(limit=cython.double, steps=cython.double, per_step=cython.double)
Line = cython.struct(dx=cython.double, dz=cython.double, per_length2=cython.double)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cell(
    value: cython.double, low: cython.Py_ssize_t, high: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return a coordinate in cells, rounded down and clamped to the range."""
    if value <= low:
        return low
    if value >= high:
        return high
    return cython.cast(cython.Py_ssize_t, value)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fold_row(
    field: cython.ushort[:, ::1],
    row: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    right: cython.Py_ssize_t,
    px: cython.double,
    pz: cython.double,
    line: Line,
    scale: Scale,
) -> cython.void:
    """Lower the values of a row to the distance from a segment that starts at 0, 0, in cells."""
    c: cython.Py_ssize_t
    t: cython.double
    ex: cython.double
    ez: cython.double
    step: cython.int
    for c in range(left, right):
        ex = px + c
        t = (ex * line.dx + pz * line.dz) * line.per_length2
        t = min(max(t, 0.0), 1.0)
        ex -= t * line.dx
        ez = pz - t * line.dz
        ex = ex * ex + ez * ez
        step = field[row, c + 1] - 1
        # Compare squares first: most cells are nearer to another edge and need no root.
        if ex < step * scale.per_step * step and ex <= scale.limit:
            step = 1 + cython.cast(cython.int, sqrt(ex) * scale.steps)
            field[row, c + 1] = cython.cast(cython.ushort, step)


@cython.locals(
    i=cython.Py_ssize_t,
    k=cython.Py_ssize_t,
    r=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    last=cython.Py_ssize_t,
    left=cython.Py_ssize_t,
    right=cython.Py_ssize_t,
    xa=cython.double,
    za=cython.double,
    dx=cython.double,
    dz=cython.double,
    t0=cython.double,
    t1=cython.double,
    length2=cython.double,
    pz=cython.double,
    line=Line,
)
def fold(
    frame: cython.const[cython.double][::1],
    rect: cython.const[cython.longlong][::1],
    edges: cython.const[cython.double][:, ::1],
    spans: cython.const[cython.longlong][:, ::1],
    chosen: cython.const[cython.longlong][::1],
    reach: cython.double,
    steps: cython.double,
    field: cython.ushort[:, ::1],
    job: cython.longlong[::1],
) -> None:
    """Lower the field in `rect` to the distances from the edges of the chosen polygons.

    Edges beyond `reach` of a cell don't count. `reach` is in cells and `steps` is the number of
    steps in a cell; their product is at most 65533.
    """
    row0: cython.Py_ssize_t = rect[0]
    row1: cython.Py_ssize_t = rect[1]
    column0: cython.Py_ssize_t = rect[2]
    column1: cython.Py_ssize_t = rect[3]
    per_cell: cython.double = 1.0 / frame[0]
    scale = Scale(limit=reach * reach, steps=steps, per_step=1.0 / (steps * steps))
    with cython.nogil:
        for i in range(chosen.shape[0]):
            if job[0] != 0:
                break
            for k in range(spans[chosen[i], 0], spans[chosen[i], 1]):
                # Position of the lower end, in cells from the centre of the first cell.
                xa = (edges[k, 0] - frame[1]) * per_cell - frame[3] - 0.5
                za = (edges[k, 1] - frame[2]) * per_cell - frame[4] - 0.5
                dx = (edges[k, 2] - edges[k, 0]) * per_cell
                dz = (edges[k, 3] - edges[k, 1]) * per_cell
                length2 = dx * dx + dz * dz
                line = Line(dx=dx, dz=dz, per_length2=1.0 / length2 if length2 > 0.0 else 0.0)
                first = _cell(za - reach, row0, row1)
                last = _cell(za + dz + reach + 1.0, first, row1)
                for r in range(first, last):
                    # Part of the edge within reach of the row.
                    pz = r - za
                    t0 = 0.0
                    t1 = 1.0
                    if dz > 0.0:
                        t0 = min(max((pz - reach) / dz, 0.0), 1.0)
                        t1 = min(max((pz + reach) / dz, 0.0), 1.0)
                    left = _cell(xa + min(t0 * dx, t1 * dx) - reach, column0, column1)
                    right = _cell(xa + max(t0 * dx, t1 * dx) + reach + 1.0, left, column1)
                    _fold_row(field, r + 1, left, right, -xa, pz, line, scale)
            job[1] += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _distance2(
    px: cython.double,
    pz: cython.double,
    xa: cython.double,
    za: cython.double,
    dx: cython.double,
    dz: cython.double,
) -> cython.double:
    """Return the squared distance of a point from a segment.

    The result equals that of the kernel `offset_raster` to the last bit.
    """
    t: cython.double = 0.0
    length2: cython.double = dx * dx + dz * dz
    if length2 > 0.0:
        t = ((px - xa) * dx + (pz - za) * dz) / length2
        if t < 0.0:
            t = 0.0
        elif t > 1.0:
            t = 1.0
    ex: cython.double = px - (xa + t * dx)
    ez: cython.double = pz - (za + t * dz)
    return ex * ex + ez * ez


def block_cells(
    frame: cython.const[cython.double][::1],
    places: cython.const[cython.longlong][:, ::1],
    edges: cython.const[cython.double][:, ::1],
    spans: cython.const[cython.longlong][:, ::1],
    boxes: cython.const[cython.double][:, ::1],
    chosen: cython.const[cython.longlong][::1],
    reach: cython.double,
    strict: cython.bint,
    words: cython.ulonglong[:, ::1],
) -> None:
    """Clear the bits of cells (row, column) that are within `reach` of an edge.

    `boxes` are the bounding boxes of the edges of each span. `reach` is in metres; a distance of
    exactly `reach` counts unless `strict`.
    """
    limit: cython.double = reach * reach
    bound: cython.double = reach + 0.01 * frame[0]
    one: cython.ulonglong = 1
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    px: cython.double
    pz: cython.double
    d2: cython.double
    with cython.nogil:
        for i in range(places.shape[0]):
            at = places[i, 1] + 1
            px = frame[1] + (frame[3] + places[i, 1] + 0.5) * frame[0]
            pz = frame[2] + (frame[4] + places[i, 0] + 0.5) * frame[0]
            for j in range(chosen.shape[0]):
                k = chosen[j]
                if (
                    boxes[k, 0] > px + bound
                    or boxes[k, 2] < px - bound
                    or boxes[k, 1] > pz + bound
                    or boxes[k, 3] < pz - bound
                ):
                    continue
                for k in range(spans[chosen[j], 0], spans[chosen[j], 1]):
                    d2 = _distance2(
                        px,
                        pz,
                        edges[k, 0],
                        edges[k, 1],
                        edges[k, 2] - edges[k, 0],
                        edges[k, 3] - edges[k, 1],
                    )
                    if d2 < limit or (d2 == limit and not strict):
                        words[places[i, 0] + 1, at >> 6] &= ~(one << (at & 63))
