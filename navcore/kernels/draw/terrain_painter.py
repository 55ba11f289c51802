# cython: boundscheck=False, wraparound=False
"""Terrain to screen pixels: flat colours of cells or averages of them, and patterns over them.

Pixels are premultiplied ARGB, one 32-bit word each. A texel is a cell, or the average of 4, 16, 64
and so on of them where cells are smaller than pixels: its colour, the share of it that is painted
(255: all), and the class of one of its cells, which decides its pattern. Class 0 is nothing.
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
    """The four channels of a pixel, each with 16 bits."""
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
    """A pixel of which so much is left, of 255."""
    wide: cython.ulonglong = _wide(pixel) * share
    return _narrow(((wide + ((wide >> 8) & LOW) + HALF) >> 8) & LOW)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _halve(
    texels: cython.p_uint, shares: cython.p_uchar, kinds: cython.p_uchar, half: cython.Py_ssize_t
) -> cython.void:
    """Put the average of every 2 x 2 texels in the place of all; `half` is the new side."""
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
    at: cython.Py_ssize_t
    to: cython.Py_ssize_t
    side: cython.Py_ssize_t = 2 * half
    total: cython.ulonglong
    share: cython.uint
    for y in range(half):
        for x in range(half):
            # What is written lies before all that is still to be read.
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
    """Write the texels of a block of 64 x 64 cells from `row`, `column` on, `64 >> steps` a side.

    `runs` are pairs, cell after cell: a number, and how many cells have it. `classes_of` has the
    class of each number, `fills` the colour of each class. A texel is the average of 2 x 2 smaller
    ones, `steps` times over; its class is that of the first of them that is painted.
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
    """Put texels in place of the pixels over them, and the patterns of their classes.

    `columns` and `rows` tell the texel of each pixel column and row, -1 where there is none and
    the pixel stays. A texel takes so much of a pixel's place as its share. `inks` has the number of
    the pattern of each class, and the colour that is over all beneath where the pattern has a 1, in
    the texel's share. `patterns` are square tiles, repeated from `shift_x`, `shift_y` on, which are
    not negative.
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
