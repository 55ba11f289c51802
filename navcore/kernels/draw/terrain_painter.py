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


def halve(
    texels: cython.const[cython.uint][:, ::1],
    shares: cython.const[cython.uchar][:, ::1],
    classes: cython.const[cython.uchar][:, ::1],
    half_texels: cython.uint[:, ::1],
    half_shares: cython.uchar[:, ::1],
    half_classes: cython.uchar[:, ::1],
) -> None:
    """Write the average of every 2 x 2 texels; the class is that of the first that is painted."""
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
    total: cython.ulonglong
    share: cython.uint
    with cython.nogil:
        for y in range(half_texels.shape[0]):
            for x in range(half_texels.shape[1]):
                total = (
                    _wide(texels[2 * y, 2 * x])
                    + _wide(texels[2 * y, 2 * x + 1])
                    + _wide(texels[2 * y + 1, 2 * x])
                    + _wide(texels[2 * y + 1, 2 * x + 1])
                )
                half_texels[y, x] = _narrow(((total + TWO) >> 2) & LOW)
                share = shares[2 * y, 2 * x]
                share += shares[2 * y, 2 * x + 1]
                share += shares[2 * y + 1, 2 * x]
                share += shares[2 * y + 1, 2 * x + 1]
                half_shares[y, x] = cython.cast(cython.uchar, (share + 2) >> 2)
                if classes[2 * y, 2 * x] != 0:
                    half_classes[y, x] = classes[2 * y, 2 * x]
                elif classes[2 * y, 2 * x + 1] != 0:
                    half_classes[y, x] = classes[2 * y, 2 * x + 1]
                elif classes[2 * y + 1, 2 * x] != 0:
                    half_classes[y, x] = classes[2 * y + 1, 2 * x]
                else:
                    half_classes[y, x] = classes[2 * y + 1, 2 * x + 1]


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
