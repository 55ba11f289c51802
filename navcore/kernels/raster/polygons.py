# cython: boundscheck=False, wraparound=False, cdivision=True
"""Rasterise polygons into bitmaps, 64 cells at a time.

A centre (px, pz) is inside a polygon if an odd number of its edges satisfy
``(za > pz) != (zb > pz) and px < crossing`` (S0-022). Edges are given with their lower end first,
so two polygons compute the same crossing on an edge that they share, and leave no gap.
"""

import cython

Axis = cython.struct(
    cell=cython.double,
    scale=cython.double,
    anchor=cython.double,
    offset=cython.double,
    low=cython.Py_ssize_t,
    high=cython.Py_ssize_t,
)

ONE = cython.declare(cython.ulonglong, 1)
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


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
def _first(value: cython.double, axis: Axis) -> cython.Py_ssize_t:
    """Return the first index with a centre of at least `value`, or the end of the axis."""
    index: cython.Py_ssize_t
    guess: cython.double = (value - axis.anchor) * axis.scale - 0.5 - axis.offset
    if guess >= axis.high:
        index = axis.high
    elif guess > axis.low:
        index = cython.cast(cython.Py_ssize_t, guess)
    else:
        index = axis.low
    while index > axis.low and not _centre(axis, index - 1) < value:
        index -= 1
    while index < axis.high and _centre(axis, index) < value:
        index += 1
    return index


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sweep(
    words: cython.ulonglong[:, ::1],
    row: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    marks: cython.ulonglong[:, ::1],
    line: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    value: cython.bint,
) -> cython.void:
    """Write `value` between each odd mark of a line and the next mark, and clear the marks.

    Word w of the marks is word w + `at` of the cells. The marks lie in words `first` to `last`.
    """
    w: cython.Py_ssize_t
    inside: cython.ulonglong = 0
    bits: cython.ulonglong
    for w in range(first, last + 1):
        bits = marks[line, w]
        if bits != 0:
            marks[line, w] = 0
            bits ^= (bits << 1) & ALL
            bits ^= (bits << 2) & ALL
            bits ^= (bits << 4) & ALL
            bits ^= (bits << 8) & ALL
            bits ^= (bits << 16) & ALL
            bits ^= (bits << 32) & ALL
        bits ^= inside
        inside = ALL if bits >> 63 else 0
        if value:
            words[row, w + at] |= bits
        else:
            words[row, w + at] &= ~bits & ALL


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


@cython.locals(
    i=cython.Py_ssize_t,
    e=cython.Py_ssize_t,
    r=cython.Py_ssize_t,
    w=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    last=cython.Py_ssize_t,
    bottom=cython.Py_ssize_t,
    top=cython.Py_ssize_t,
    at=cython.Py_ssize_t,
    row0=cython.Py_ssize_t,
    pz=cython.double,
    crossing=cython.double,
    along_x=Axis,
    along_z=Axis,
)
def fill(
    frame: cython.const[cython.double][::1],
    rect: cython.const[cython.longlong][::1],
    edges: cython.const[cython.double][:, ::1],
    spans: cython.const[cython.longlong][:, ::1],
    chosen: cython.const[cython.longlong][::1],
    marks: cython.ulonglong[:, ::1],
    marked: cython.int[:, ::1],
    words: cython.ulonglong[:, ::1],
    value: cython.bint,
    job: cython.longlong[::1],
) -> None:
    """Write `value` to the cells of `rect` that are inside any of the chosen polygons.

    `frame` holds cell size, anchor x, anchor z, column and row of the window's first cell;
    `rect` holds row0, row1, column0, column1, half-open, within the window. Polygon k has the
    `edges` from spans[k, 0] to spans[k, 1]. `words` are lines with one bit for each cell, with a
    margin of one cell around the window and 64 more bits at the end. `job` is (cancel, done): the
    kernel stops if the first is not 0, and counts polygons in the second.

    Scratch, with one line for each row of `rect`, restored before return: `marks`, all 0, the
    words from that of column0 to that of column1; `marked`, the first and the last marked word,
    (2**31 - 1, -1) if there is none.
    """
    along_x = _axis(frame[0], frame[1], frame[3], rect[2], rect[3])
    along_z = _axis(frame[0], frame[2], frame[4], rect[0], rect[1])
    row0 = along_z.low
    at = (along_x.low + 1) >> 6
    with cython.nogil:
        for i in range(chosen.shape[0]):
            bottom = along_z.high
            top = row0
            for e in range(spans[chosen[i], 0], spans[chosen[i], 1]):
                if job[0] != 0:
                    break
                first = _first(edges[e, 1], along_z)
                last = _first(edges[e, 3], along_z)
                if first < last:
                    bottom = min(bottom, first)
                    top = max(top, last)
                for r in range(first, last):
                    pz = _centre(along_z, r)
                    crossing = edges[e, 0] + (pz - edges[e, 1]) / (edges[e, 3] - edges[e, 1]) * (
                        edges[e, 2] - edges[e, 0]
                    )
                    w = _first(crossing, along_x) + 1
                    marks[r - row0, (w >> 6) - at] ^= ONE << (w & 63)
                    w = (w >> 6) - at
                    marked[r - row0, 0] = min(marked[r - row0, 0], cython.cast(cython.int, w))
                    marked[r - row0, 1] = max(marked[r - row0, 1], cython.cast(cython.int, w))
            if job[0] != 0:
                break
            for r in range(bottom - row0, top - row0):
                _sweep(words, r + row0 + 1, at, marks, r, marked[r, 0], marked[r, 1], value)
                marked[r, 0] = 2147483647
                marked[r, 1] = -1
            job[1] += 1
