# cython: boundscheck=False, wraparound=False
"""Many small pictures put into one large one.

Pixels are premultiplied ARGB, one 32-bit word each. Small pictures are square and lie one after
the other in `store`. `spans` tells of each row of pixels where it ceases to be clear, where a run
of opaque ones begins and ends, and where the rest of it is clear: what is clear costs nothing,
and what is opaque is copied.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _over(above: cython.uint, below: cython.uint) -> cython.uint:
    """One pixel over another, both premultiplied; two channels at a time."""
    left: cython.uint = 255 - (above >> 24)
    even: cython.uint = (below & 0x00FF00FF) * left
    even = ((even + ((even >> 8) & 0x00FF00FF) + 0x00800080) >> 8) & 0x00FF00FF
    odd: cython.uint = ((below >> 8) & 0x00FF00FF) * left
    odd = ((odd + ((odd >> 8) & 0x00FF00FF) + 0x00800080) >> 8) & 0x00FF00FF
    return above + (even | (odd * 256))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _blend(
    store: cython.const[cython.uint][::1],
    line: cython.Py_ssize_t,
    picture: cython.uint[:, ::1],
    y: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.void:
    """A part of a row over what is there."""
    x: cython.Py_ssize_t
    for x in range(begin, end):
        if store[line + x] != 0:
            picture[y, left + x] = _over(store[line + x], picture[y, left + x])


def sprites(
    store: cython.const[cython.uint][::1],
    spans: cython.const[cython.int][:, ::1],
    starts: cython.const[cython.int][:, ::1],
    kinds: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    rows: cython.const[cython.int][::1],
    picture: cython.uint[:, ::1],
    width: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
) -> None:
    """Put sprite `kinds[i]` over `picture`, its upper left pixel at (`columns[i]`, `rows[i]`).

    In this order, each over those before it. Only the upper left `width` x `height` pixels of
    the picture are used; what reaches beyond them is cut off. `starts[k]` are the number of
    pixels across and down sprite k, its first pixel in the store and its first row in `spans`.
    """
    count: cython.Py_ssize_t = kinds.shape[0]
    i: cython.Py_ssize_t
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
    side: cython.Py_ssize_t
    left: cython.Py_ssize_t
    top: cython.Py_ssize_t
    least: cython.Py_ssize_t
    most: cython.Py_ssize_t
    line: cython.Py_ssize_t
    span: cython.Py_ssize_t
    opaque: cython.Py_ssize_t
    rest: cython.Py_ssize_t
    with cython.nogil:
        for i in range(count):
            side = starts[kinds[i], 0]
            left = columns[i]
            top = rows[i]
            least = max(0, -left)
            most = min(side, width - left)
            for y in range(max(0, -top), min(side, height - top)):
                line = starts[kinds[i], 1] + y * side
                span = starts[kinds[i], 2] + y
                opaque = min(most, max(least, spans[span, 1]))
                rest = min(most, max(least, spans[span, 2]))
                _blend(store, line, picture, top + y, left, max(least, spans[span, 0]), opaque)
                for x in range(opaque, rest):
                    picture[top + y, left + x] = store[line + x]
                _blend(store, line, picture, top + y, left, rest, min(most, spans[span, 3]))
