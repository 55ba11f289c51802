# cython: boundscheck=False, wraparound=False
"""Draw antialiased straight lines with round ends into a picture.

Pixels are premultiplied ARGB, one 32-bit word each. Each line is drawn along its longer axis: in
every column (or row), the coverage of the pixels near the line depends on their distance from it.
"""

import cython
from cython.cimports.libc.math import ceil, fabs, floor, sqrt


def draw(
    lines: cython.const[cython.double][:, ::1],
    colour: cython.uint,
    thick: cython.double,
    picture: cython.uint[:, ::1],
    width: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
) -> None:
    """Draw straight lines of an opaque colour over a picture.

    `lines` (n, 4) are x and y of both ends in pixels; the centre of the first pixel is at 0.5. They
    may lie outside the picture, at most a million pixels away. They are `thick` pixels wide. Only
    the upper left `width` x `height` pixels of the picture are drawn.
    """
    i: cython.Py_ssize_t
    x: cython.double
    y: cython.double
    dx: cython.double
    dy: cython.double
    with cython.nogil:
        for i in range(lines.shape[0]):
            dx = lines[i, 2] - lines[i, 0]
            dy = lines[i, 3] - lines[i, 1]
            x = lines[i, 0]
            y = lines[i, 1]
            if fabs(dy) > fabs(dx):
                _walk(y, x, dy, dx, True, colour, thick, picture, height, width)
            else:
                _walk(x, y, dx, dy, False, colour, thick, picture, width, height)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk(
    start: cython.double,
    beside: cython.double,
    dx: cython.double,
    dy: cython.double,
    steep: cython.bint,
    colour: cython.uint,
    thick: cython.double,
    picture: cython.uint[:, ::1],
    along: cython.Py_ssize_t,
    across: cython.Py_ssize_t,
) -> cython.void:
    """Draw a line along its longer axis: the columns of the picture, or the rows if it is steep.

    `start` is its first end's position on that axis and `beside` that on the other axis; `along`
    and `across` are the numbers of pixels of the picture on both axes.
    """
    step: cython.longlong
    first: cython.longlong
    last: cython.longlong
    other: cython.longlong
    low: cython.longlong
    high: cython.longlong
    squared: cython.double = dx * dx + dy * dy
    shrink: cython.double = 1.0 / sqrt(squared) if squared > 0 else 0.0
    slope: cython.double = dy / dx if dx != 0 else 0.0
    half: cython.double = thick / 2
    # Greatest distance in a column between the line's middle and centres of pixels that it touches,
    # antialiased edge included, plus a little for rounding.
    reach: cython.double = (half + 0.5) * sqrt(1.0 + slope * slope) + 1e-4
    middle: cython.double
    px: cython.double
    py: cython.double
    share: cython.double
    far: cython.double
    cover: cython.double
    first = cython.cast(cython.longlong, floor(max(start + min(dx, 0.0) - half - 1.0, 0.0)))
    last = cython.cast(cython.longlong, ceil(min(start + max(dx, 0.0) + half + 1.0, along * 1.0)))
    for step in range(first, last):
        px = step + 0.5 - start
        # Beyond its ends, where the round caps are, the middle stays at the height of the end.
        middle = beside + slope * min(max(px, min(dx, 0.0)), max(dx, 0.0))
        # Pixels with centres within that distance; a cast is faster than a call of floor.
        low = cython.cast(cython.longlong, max(middle - reach + 0.5, 0.0))
        high = cython.cast(cython.longlong, min(max(middle + reach + 0.5, 0.0), across * 1.0))
        for other in range(low, high):
            py = other + 0.5 - beside
            # Only the caps need roots, which take half of the time.
            share = px * dx + py * dy
            if share <= 0:
                far = sqrt(px * px + py * py)
            elif share >= squared:
                far = sqrt((px - dx) * (px - dx) + (py - dy) * (py - dy))
            else:
                far = fabs(px * dy - py * dx) * shrink
            cover = half + 0.5 - far
            if cover <= 0:
                continue
            if steep:
                picture[step, other] = _over(picture[step, other], colour, cover)
            else:
                picture[other, step] = _over(picture[other, step], colour, cover)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _over(below: cython.uint, colour: cython.uint, cover: cython.double) -> cython.uint:
    """Return an opaque colour over a pixel; `cover` is the covered share, 1 or more for all."""
    share: cython.uint
    left: cython.uint
    odd: cython.uint
    even: cython.uint
    if cover >= 1:
        return colour
    share = cython.cast(cython.uint, cover * 255 + 0.5)
    left = 255 - share
    # Two channels at a time, 16 bits each; x // 255 is x + 1 + (x >> 8) >> 8 for all below 65,535.
    odd = (below >> 8 & 0xFF00FF) * left + (colour >> 8 & 0xFF00FF) * share + 0x7F007F
    even = (below & 0xFF00FF) * left + (colour & 0xFF00FF) * share + 0x7F007F
    odd += 0x10001 + (odd >> 8 & 0xFF00FF)
    even += 0x10001 + (even >> 8 & 0xFF00FF)
    return (odd >> 8 & 0xFF00FF) << 8 | (even >> 8 & 0xFF00FF)
