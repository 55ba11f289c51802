# cython: boundscheck=False, wraparound=False
"""Many small pictures, or the colours of many cells, put into one large picture.

Pixels are premultiplied ARGB, one 32-bit word each. Of small pictures only the pixels are kept
that are not clear, opaque ones apart from those that one sees through: no row of a small picture
is long enough for a loop of its own to be worth it.
"""

import cython

LOW = cython.declare(cython.ulonglong, 0x00FF00FF00FF00FF)
HALF = cython.declare(cython.ulonglong, 0x0080008000800080)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _over(above: cython.uint, below: cython.uint) -> cython.uint:
    """One pixel over another, both premultiplied; four channels of 16 bits at a time."""
    wide: cython.ulonglong = below
    wide = ((wide | (wide << 24)) & LOW) * (255 - (above >> 24))
    wide = ((wide + ((wide >> 8) & LOW) + HALF) >> 8) & LOW
    return above + cython.cast(cython.uint, (wide | (wide >> 24)) & WORD)


def sprites(
    colours: cython.const[cython.uint][::1],
    spots: cython.const[cython.int][::1],
    starts: cython.const[cython.int][:, ::1],
    kinds: cython.const[cython.int][::1],
    places: cython.const[cython.int][::1],
    count: cython.Py_ssize_t,
    picture: cython.uint[::1],
) -> None:
    """Put sprite `kinds[i]` over `picture`, its upper left pixel at `places[i]`, of the first
    `count`.

    In this order, each over those before it. The picture is a row of pixels after the other, and
    nothing of a sprite may lie outside of it. Sprite k is its opaque pixels, from `starts[k, 0]`
    on, and those that one sees through, from `starts[k, 1]` to `starts[k, 2]`: `colours`, and
    `spots`, how far each is from the upper left one in the picture.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    at: cython.Py_ssize_t
    first: cython.Py_ssize_t
    clear: cython.Py_ssize_t
    end: cython.Py_ssize_t
    with cython.nogil:
        for i in range(count):
            at = places[i]
            first = starts[kinds[i], 0]
            clear = starts[kinds[i], 1]
            end = starts[kinds[i], 2]
            for j in range(first, clear):
                picture[at + spots[j]] = colours[j]
            for j in range(clear, end):
                picture[at + spots[j]] = _over(colours[j], picture[at + spots[j]])


def clear(
    picture: cython.uint[::1],
    across: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
) -> None:
    """Make the upper left `width` x `height` pixels of a picture clear that is `across` wide."""
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
    with cython.nogil:
        for y in range(height):
            for x in range(y * across, y * across + width):
                picture[x] = 0


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
