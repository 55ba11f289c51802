# cython: boundscheck=False, wraparound=False
"""Draw antialiased straight lines with round ends into a picture.

Pixels are premultiplied ARGB, one 32-bit word each. Each line is drawn along its longer axis: in
every column (or row), the coverage of the pixels near the line depends on their distance from it.
"""

import cython
from cython.cimports.libc.math import ceil, fabs, floor, sqrt


def draw(
    lines: cython.const[cython.double][:, ::1],
    colours: cython.const[cython.uint][::1],
    thick: cython.const[cython.double][::1],
    picture: cython.uint[:, ::1],
    width: cython.Py_ssize_t,
    top: cython.Py_ssize_t,
    bottom: cython.Py_ssize_t,
) -> None:
    """Draw straight lines over a picture, one over the other.

    `lines` (n, 4) are x and y of both ends in pixels; the centre of the first pixel is at 0.5. They
    may lie outside the picture, at most a million pixels away. `colours` (n,) are opaque, `thick`
    (n,) widths in pixels. Only the `width` pixels at the left of the rows from `top`, before
    `bottom`, are drawn; rows are drawn alike in one call and in several, also at the same time.
    """
    i: cython.Py_ssize_t
    x: cython.double
    y: cython.double
    dx: cython.double
    dy: cython.double
    reach: cython.double
    with cython.nogil:
        for i in range(lines.shape[0]):
            x = lines[i, 0]
            y = lines[i, 1]
            dx = lines[i, 2] - x
            dy = lines[i, 3] - y
            reach = thick[i] / 2 + 1.0
            if y + max(dy, 0.0) + reach < top or y + min(dy, 0.0) - reach > bottom:
                continue
            _walk(lines, i, fabs(dy) > fabs(dx), colours[i], thick[i], picture, width, top, bottom)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk(
    lines: cython.const[cython.double][:, ::1],
    i: cython.Py_ssize_t,
    steep: cython.bint,
    colour: cython.uint,
    thick: cython.double,
    picture: cython.uint[:, ::1],
    width: cython.Py_ssize_t,
    top: cython.Py_ssize_t,
    bottom: cython.Py_ssize_t,
) -> cython.void:
    """Draw line `i` along its longer axis: the columns of the picture, or the rows if it is steep.

    Everything below is named as for columns; for rows both axes change places.
    """
    start: cython.double = lines[i, 1] if steep else lines[i, 0]
    beside: cython.double = lines[i, 0] if steep else lines[i, 1]
    dx: cython.double = lines[i, 3 if steep else 2] - start
    dy: cython.double = lines[i, 2 if steep else 3] - beside
    least: cython.double = top if steep else 0
    along: cython.double = bottom if steep else width
    lowest: cython.double = 0 if steep else top
    across: cython.double = width if steep else bottom
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
    first = cython.cast(cython.longlong, floor(max(start + min(dx, 0.0) - half - 1.0, least * 1.0)))
    last = cython.cast(cython.longlong, ceil(min(start + max(dx, 0.0) + half + 1.0, along * 1.0)))
    for step in range(first, last):
        px = step + 0.5 - start
        # Beyond its ends, where the round caps are, the middle stays at the height of the end.
        middle = beside + slope * min(max(px, min(dx, 0.0)), max(dx, 0.0))
        # Pixels with centres within that distance; a cast is faster than a call of floor.
        low = cython.cast(cython.longlong, max(middle - reach + 0.5, lowest))
        high = cython.cast(cython.longlong, min(max(middle + reach + 0.5, 0.0), across))
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
