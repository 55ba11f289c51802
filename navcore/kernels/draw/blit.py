# cython: boundscheck=False, wraparound=False
"""Draw many sprites, cells or outlines into a picture.

Pixels are premultiplied ARGB, one 32-bit word each. Sprites are stored as lists of their opaque
pixels and of their translucent pixels, without the transparent ones: the rows of a small sprite are
too short for a loop each.
"""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.draw.lines import fill_box
else:
    from navcore.kernels.draw.lines import fill_box

LOW = cython.declare(cython.ulonglong, 0x00FF00FF00FF00FF)
HALF = cython.declare(cython.ulonglong, 0x0080008000800080)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFF)
BITS = cython.declare(cython.int, 12)
"""Number of fractional bits: positions have a resolution of 1/4096 pixel."""
ONE = cython.declare(cython.longlong, 4096)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _over(above: cython.uint, below: cython.uint) -> cython.uint:
    """Return one premultiplied pixel over another, computed as four channels of 16 bits at once."""
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
    """Draw the first `count` sprites over `picture`, in order.

    Sprite number i is `kinds[i]`, with its upper left pixel at index `places[i]` of the picture,
    which is stored row by row. Sprites must lie inside the picture. The opaque pixels of sprite k
    are `starts[k, 0]` to `starts[k, 1]` exclusive, its translucent pixels are `starts[k, 1]` to
    `starts[k, 2]`. A pixel has a colour in `colours`, and in `spots` the difference of its index
    in the picture from that of the upper left pixel.
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
    """Clear the upper left `width` x `height` pixels of a picture that is `across` pixels wide."""
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
    """Fill `picture` with the colours of the classes of cells.

    `columns` and `rows` are the cell column and row of each pixel column and row; where they are
    -1, pixels become transparent. `colours[0]` are the colours of the classes, `colours[1]` those
    of a 45 degree hatch over them. The hatch repeats every `hatch` pixels, is `hatch_width` wide
    and shifted `phase` pixels to the right; with `hatch` 0 there is none.
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


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _share(colour: cython.uint, covered: cython.longlong) -> cython.uint:
    """Return a premultiplied colour that covers `covered` / 4096 of a pixel."""
    wide: cython.ulonglong = colour
    part: cython.ulonglong = (covered * 255 + 2048) >> 12
    wide = ((wide | (wide << 24)) & LOW) * part
    wide = ((wide + ((wide >> 8) & LOW) + HALF) >> 8) & LOW
    return cython.cast(cython.uint, (wide | (wide >> 24)) & WORD)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(
    corners: cython.const[cython.int][:, ::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    colour: cython.uint,
    crossings: cython.longlong[::1],
    picture: cython.uint[:, ::1],
    width: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
) -> cython.void:
    """Fill the pixels with centres inside a ring, by the even-odd rule."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    count: cython.Py_ssize_t
    y: cython.longlong
    x: cython.longlong
    x0: cython.longlong
    y0: cython.longlong
    x1: cython.longlong
    y1: cython.longlong
    at: cython.longlong
    low: cython.longlong = corners[first, 1]
    high: cython.longlong = corners[first, 1]
    for i in range(first + 1, end):
        low = min(low, corners[i, 1])
        high = max(high, corners[i, 1])
    for y in range(max(0, low >> 1), min(height, (high >> 1) + 1)):
        count = 0
        j = end - 1
        for i in range(first, end):
            y0 = corners[j, 1]
            y1 = corners[i, 1]
            # Corners are in half pixels, and so are the centres of rows.
            if (y0 <= 2 * y + 1) != (y1 <= 2 * y + 1):
                x0 = corners[j, 0]
                x1 = corners[i, 0]
                at = (x0 << (BITS - 1)) + (((2 * y + 1 - y0) * (x1 - x0)) << (BITS - 1)) // (
                    y1 - y0
                )
                k = count
                while k > 0 and crossings[k - 1] > at:
                    crossings[k] = crossings[k - 1]
                    k -= 1
                crossings[k] = at
                count += 1
            j = i
        for k in range(0, count - 1, 2):
            # Range of pixels with centres between two crossings.
            x0 = max(0, (crossings[k] + ONE // 2 - 1) >> BITS)
            x1 = min(width, (crossings[k + 1] + ONE // 2 - 1) >> BITS)
            if colour >> 24 == 255:
                for x in range(x0, x1):
                    picture[y, x] = colour
            else:
                for x in range(x0, x1):
                    picture[y, x] = _over(colour, picture[y, x])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slope(
    x0: cython.longlong,
    y0: cython.longlong,
    x1: cython.longlong,
    y1: cython.longlong,
    thick: cython.Py_ssize_t,
    steep: cython.bint,
    colour: cython.uint,
    picture: cython.uint[:, ::1],
    width: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
) -> cython.void:
    """Draw an antialiased line from (x0, y0) inclusive to (x1, y1) exclusive.

    In each column, it covers the part of each pixel between its two sides. Columns and rows of a
    steep line are swapped. Ends are in half pixels. Thick lines extend beyond both ends by half
    their thickness, so that consecutive lines join.
    """
    dx: cython.longlong = x1 - x0
    dy: cython.longlong = y1 - y0
    slope: cython.double = cython.cast(cython.double, dy) / dx
    reach: cython.longlong = cython.cast(
        cython.longlong, 0.5 * thick * sqrt(1.0 + slope * slope) * ONE + 0.5
    )
    along: cython.longlong
    begin: cython.longlong
    end: cython.longlong
    middle: cython.longlong
    low: cython.longlong
    high: cython.longlong
    pixel: cython.longlong
    covered: cython.longlong
    most: cython.Py_ssize_t = height if steep else width
    deep: cython.Py_ssize_t = width if steep else height
    # Columns with centres from the first end, inclusive, to the second, exclusive.
    if dx > 0:
        begin = x0 >> 1
        end = x1 >> 1
    else:
        begin = (x1 + 1) >> 1
        end = (x0 + 1) >> 1
    begin -= thick >> 1
    end += thick >> 1
    for along in range(max(0, begin), min(most, end)):
        middle = (y0 << (BITS - 1)) + (((2 * along + 1 - x0) * dy) << (BITS - 1)) // dx
        low = middle - reach
        high = middle + reach
        for pixel in range(max(0, low >> BITS), min(deep, ((high - 1) >> BITS) + 1)):
            covered = min(high, (pixel + 1) << BITS) - max(low, pixel << BITS)
            if steep:
                picture[along, pixel] = _over(_share(colour, covered), picture[along, pixel])
            else:
                picture[pixel, along] = _over(_share(colour, covered), picture[pixel, along])


def rings(
    corners: cython.const[cython.int][:, ::1],
    starts: cython.const[cython.int][::1],
    fills: cython.const[cython.uint][::1],
    colours: cython.const[cython.uint][::1],
    thick: cython.Py_ssize_t,
    crossings: cython.longlong[::1],
    picture: cython.uint[:, ::1],
    width: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
) -> None:
    """Draw closed rings in order: the inside of each by the even-odd rule, then its outline.

    `corners` are in half pixels, at most 8 million from 0: centres of pixels if the width of lines,
    `thick`, is odd, and corners of pixels if it is even. Ring k has the corners `starts[k]` to
    `starts[k + 1]` exclusive. `fills` and `colours` (of outlines, which must be opaque) are
    premultiplied; 0 for none. Lines along an axis are crisp, others antialiased; each corner is
    covered once. `crossings` is scratch with one item for each corner of the largest ring. Only the
    upper left `width` x `height` pixels of the picture are drawn; they don't depend on its size.
    """
    ring: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    colour: cython.uint
    x0: cython.longlong
    y0: cython.longlong
    x1: cython.longlong
    y1: cython.longlong
    with cython.nogil:
        for ring in range(starts.shape[0] - 1):
            if fills[ring] != 0:
                _fill(
                    corners, starts[ring], starts[ring + 1], fills[ring], crossings,
                    picture, width, height,
                )  # fmt: skip
            colour = colours[ring]
            if colour == 0:
                continue
            j = starts[ring + 1] - 1
            for i in range(starts[ring], starts[ring + 1]):
                x0 = corners[j, 0]
                y0 = corners[j, 1]
                x1 = corners[i, 0]
                y1 = corners[i, 1]
                j = i
                if x0 == x1 or y0 == y1:
                    fill_box(
                        (min(x0, x1) - thick) >> 1, (min(y0, y1) - thick) >> 1,
                        (max(x0, x1) + thick) >> 1, (max(y0, y1) + thick) >> 1,
                        colour, picture, width, height,
                    )  # fmt: skip
                    continue
                if max(x1 - x0, x0 - x1) >= max(y1 - y0, y0 - y1):
                    _slope(x0, y0, x1, y1, thick, False, colour, picture, width, height)
                else:
                    _slope(y0, x0, y1, x1, thick, True, colour, picture, width, height)
