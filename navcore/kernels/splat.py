# cython: boundscheck=False, wraparound=False
"""Many small pictures put into one large one.

Pixels are premultiplied ARGB, one 32-bit word each. Small pictures are square and lie one after
the other in `store`; what is clear in them costs next to nothing, what is opaque is copied.
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


def sprites(
    store: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    sides: cython.const[cython.int][::1],
    kinds: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    rows: cython.const[cython.int][::1],
    picture: cython.uint[:, ::1],
    width: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
) -> None:
    """Put sprite `kinds[i]` over `picture`, its upper left pixel at (`columns[i]`, `rows[i]`).

    In this order, each over those before it. Only the upper left `width` x `height` pixels of
    the picture are used; what reaches beyond them is cut off.
    Sprite k is `sides[k]` pixels wide and high and begins at `store[starts[k]]`.
    """
    count: cython.Py_ssize_t = kinds.shape[0]
    i: cython.Py_ssize_t
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
    side: cython.Py_ssize_t
    left: cython.Py_ssize_t
    top: cython.Py_ssize_t
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    line: cython.Py_ssize_t
    pixel: cython.uint
    alpha: cython.uint
    with cython.nogil:
        for i in range(count):
            side = sides[kinds[i]]
            left = columns[i]
            top = rows[i]
            first = 0 if left >= 0 else -left
            end = side if left + side <= width else width - left
            for y in range(0 if top >= 0 else -top, side if top + side <= height else height - top):
                line = starts[kinds[i]] + y * side
                for x in range(first, end):
                    pixel = store[line + x]
                    alpha = pixel >> 24
                    if alpha == 255:
                        picture[top + y, left + x] = pixel
                    elif alpha != 0:
                        picture[top + y, left + x] = _over(pixel, picture[top + y, left + x])
