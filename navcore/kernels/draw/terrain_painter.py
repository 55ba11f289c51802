# cython: boundscheck=False, wraparound=False
"""Draw terrain: flat colours of cells or averages of several cells, with patterns over them.

Pixels are premultiplied ARGB, one 32-bit word each. A texel is a cell, or the average of 4, 16, 64
and so on where cells are smaller than pixels. It has a colour, the share of it that is painted
(255: all), and the class of one of its cells, which selects the pattern. Class 0 is unpainted.
"""

import cython

LOW = cython.declare(cython.ulonglong, 0x00FF00FF00FF00FF)
HALF = cython.declare(cython.ulonglong, 0x0080008000800080)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFF)
TWO = cython.declare(cython.ulonglong, 0x0002000200020002)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _wide(pixel: cython.uint) -> cython.ulonglong:
    """Return the four channels of a pixel with 16 bits each."""
    wide: cython.ulonglong = pixel
    return (wide | (wide << 24)) & LOW


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _narrow(wide: cython.ulonglong) -> cython.uint:
    return cython.cast(cython.uint, (wide | (wide >> 24)) & WORD)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _faded(pixel: cython.uint, share: cython.uint) -> cython.uint:
    """Return a pixel multiplied by `share` / 255."""
    wide: cython.ulonglong = _wide(pixel) * share
    return _narrow(((wide + ((wide >> 8) & LOW) + HALF) >> 8) & LOW)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _halve(
    texels: cython.p_uint, shares: cython.p_uchar, kinds: cython.p_uchar, half: cython.Py_ssize_t
) -> cython.void:
    """Replace each 2 x 2 texels by their average, in place; `half` is the new side."""
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
    at: cython.Py_ssize_t
    to: cython.Py_ssize_t
    side: cython.Py_ssize_t = 2 * half
    total: cython.ulonglong
    share: cython.uint
    for y in range(half):
        for x in range(half):
            # Writes never overtake reads: `to` is at most `at`.
            at, to = 2 * (y * side + x), y * half + x
            total = _wide(texels[at]) + _wide(texels[at + 1])
            total += _wide(texels[at + side]) + _wide(texels[at + side + 1])
            texels[to] = _narrow(((total + TWO) >> 2) & LOW)
            share = shares[at]
            share += shares[at + 1]
            share += shares[at + side]
            share += shares[at + side + 1]
            shares[to] = cython.cast(cython.uchar, (share + 2) >> 2)
            if kinds[at] != 0:
                kinds[to] = kinds[at]
            elif kinds[at + 1] != 0:
                kinds[to] = kinds[at + 1]
            elif kinds[at + side] != 0:
                kinds[to] = kinds[at + side]
            else:
                kinds[to] = kinds[at + side + 1]


def put_block(
    runs: cython.const[cython.int][::1],
    classes_of: cython.const[cython.uchar][::1],
    fills: cython.const[cython.uint][::1],
    steps: cython.Py_ssize_t,
    row: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
    texels: cython.uint[:, ::1],
    shares: cython.uchar[:, ::1],
    classes: cython.uchar[:, ::1],
) -> None:
    """Write the texels of a block of 64 x 64 cells at `row`, `column`, `64 >> steps` on a side.

    `runs` is a run-length encoding of the cells: pairs of a number and a count. `classes_of` is the
    class of each number, `fills` the colour of each class. Texels are averaged over 2 x 2 smaller
    ones `steps` times; the class is that of the first painted one of these.
    """
    pixels = cython.declare(cython.uint[4096])
    parts = cython.declare(cython.uchar[4096])
    kinds = cython.declare(cython.uchar[4096])
    kind: cython.uchar
    i: cython.Py_ssize_t
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    side: cython.Py_ssize_t = 64
    with cython.nogil:
        for i in range(0, runs.shape[0] - 1, 2):
            kind = classes_of[runs[i]]
            end = min(at + runs[i + 1], 4096)
            while at < end:
                kinds[at] = kind
                pixels[at] = fills[kind]
                parts[at] = 255 if kind != 0 else 0
                at += 1
        while side > 64 >> steps:
            side >>= 1
            _halve(pixels, parts, kinds, side)
        at = 0
        for y in range(side):
            for x in range(side):
                texels[row + y, column + x] = pixels[at]
                shares[row + y, column + x] = parts[at]
                classes[row + y, column + x] = kinds[at]
                at += 1


def paint(
    texels: cython.const[cython.uint][:, ::1],
    shares: cython.const[cython.uchar][:, ::1],
    classes: cython.const[cython.uchar][:, ::1],
    columns: cython.const[cython.int][::1],
    rows: cython.const[cython.int][::1],
    patterns: cython.const[cython.uchar][:, :, ::1],
    inks: cython.const[cython.uint][:, ::1],
    shift_x: cython.Py_ssize_t,
    shift_y: cython.Py_ssize_t,
    picture: cython.uint[:, ::1],
) -> None:
    """Draw texels into a picture, and the patterns of their classes over them.

    `columns` and `rows` are the texel column and row of each pixel column and row; where they are
    -1, pixels stay as they are. A texel replaces a pixel in proportion to its share. `inks[0]` is
    the number of each class's pattern, `inks[1]` the colour drawn over everything where the pattern
    is 1, also in proportion to the share. `patterns` are square tiles, repeated with the offsets
    `shift_x`, `shift_y`, which must not be negative.
    """
    height: cython.Py_ssize_t = rows.shape[0]
    width: cython.Py_ssize_t = columns.shape[0]
    step: cython.Py_ssize_t = patterns.shape[1]
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
    at: cython.Py_ssize_t
    line: cython.Py_ssize_t
    row: cython.int
    column: cython.int
    share: cython.uint
    kind: cython.uint
    ink: cython.uint
    pixel: cython.uint
    with cython.nogil:
        for y in range(height):
            row = rows[y]
            if row < 0:
                continue
            at = shift_x % step
            line = (y + shift_y) % step
            for x in range(width):
                column = columns[x]
                if column >= 0:
                    share = shares[row, column]
                    if share != 0:
                        pixel = texels[row, column]
                        if share != 255:
                            pixel += _faded(picture[y, x], 255 - share)
                        kind = inks[0, classes[row, column]]
                        if patterns[kind, line, at] != 0:
                            ink = inks[1, classes[row, column]]
                            if share != 255:
                                ink = _faded(ink, share)
                            pixel = ink + _faded(pixel, 255 - (ink >> 24))
                        picture[y, x] = pixel
                at = at + 1 if at + 1 < step else 0
