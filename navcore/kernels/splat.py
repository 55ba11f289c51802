# cython: boundscheck=False, wraparound=False
"""Many small pictures, or the colours of many cells, put into one large picture.

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


def blocks(
    classes: cython.const[cython.uchar][:, ::1],
    columns: cython.const[cython.int][::1],
    rows: cython.const[cython.int][::1],
    colours: cython.const[cython.uint][:, ::1],
    hatch: cython.Py_ssize_t,
    hatch_width: cython.Py_ssize_t,
    phase: cython.Py_ssize_t,
    picture: cython.uint[:, ::1],
) -> None:
    """Fill `picture`: every pixel takes the colour of the class of the cell under it.

    `columns` and `rows` tell the cell of each pixel column and row, -1 where there is none and
    the pixel stays clear. `colours[0]` are those of the classes, `colours[1]` those of the 45
    degree hatch over them, every `hatch` pixels, `hatch_width` wide, `phase` pixels to the right;
    0 for no hatch.
    """
    height: cython.Py_ssize_t = rows.shape[0]
    width: cython.Py_ssize_t = columns.shape[0]
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
    at: cython.Py_ssize_t
    row: cython.int
    with cython.nogil:
        for y in range(height):
            row = rows[y]
            if row < 0:
                for x in range(width):
                    picture[y, x] = 0
            elif hatch == 0:
                if y > 0 and rows[y - 1] == row:
                    for x in range(width):
                        picture[y, x] = picture[y - 1, x]
                    continue
                for x in range(width):
                    picture[y, x] = 0 if columns[x] < 0 else colours[0, classes[row, columns[x]]]
            else:
                at = (y + phase) % hatch
                for x in range(width):
                    if columns[x] < 0:
                        picture[y, x] = 0
                    else:
                        picture[y, x] = colours[
                            1 if at < hatch_width else 0, classes[row, columns[x]]
                        ]
                    at = at + 1 if at + 1 < hatch else 0


def lines(
    points: cython.const[cython.int][:, ::1],
    joined: cython.const[cython.int][::1],
    colour: cython.uint,
    thick: cython.Py_ssize_t,
    picture: cython.uint[:, ::1],
    width: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
) -> None:
    """Straight lines from each point to the next one, where `joined` is not 0 at it.

    `points` are columns and rows of pixels, which may lie outside, at most a million away. Pixels
    are replaced, so that lines over each other are no stronger; they are `thick` pixels wide.
    Only the upper left `width` x `height` pixels of the picture are used.
    """
    count: cython.Py_ssize_t = points.shape[0] - 1
    i: cython.Py_ssize_t
    step: cython.Py_ssize_t
    steps: cython.Py_ssize_t
    x: cython.Py_ssize_t
    y: cython.Py_ssize_t
    across: cython.Py_ssize_t
    down: cython.Py_ssize_t
    dx: cython.Py_ssize_t
    dy: cython.Py_ssize_t
    with cython.nogil:
        for i in range(count):
            if joined[i] == 0:
                continue
            dx = points[i + 1, 0] - points[i, 0]
            dy = points[i + 1, 1] - points[i, 1]
            steps = max(dx, -dx, dy, -dy)
            if steps == 0:
                steps = 1
            for step in range(steps + 1):
                # Rounded to the nearest pixel, in whole numbers: the same on every machine.
                x = points[i, 0] + (2 * step * dx + steps) // (2 * steps)
                y = points[i, 1] + (2 * step * dy + steps) // (2 * steps)
                if x < -thick or y < -thick or x >= width or y >= height:
                    continue
                for down in range(max(0, y), min(height, y + thick)):
                    for across in range(max(0, x), min(width, x + thick)):
                        picture[down, across] = colour
