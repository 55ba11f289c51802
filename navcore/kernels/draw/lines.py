# cython: boundscheck=False, wraparound=False
"""Straight lines from pixel to pixel, put into one large picture.

Pixels are premultiplied ARGB, one 32-bit word each. A line replaces what it covers.
"""

import cython


def draw(
    points: cython.const[cython.int][:, ::1],
    joined: cython.const[cython.int][::1],
    colour: cython.uint,
    thick: cython.Py_ssize_t,
    picture: cython.uint[:, ::1],
    width: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
) -> None:
    """Draw straight lines from each point to the next one, where `joined` is not 0 at it.

    `points` are columns and rows of pixels, which may lie outside, at most a million away. Pixels
    are replaced, so that lines over each other are no stronger; they are `thick` pixels wide.
    Only the upper left `width` x `height` pixels of the picture are used.
    """
    count: cython.Py_ssize_t = points.shape[0] - 1
    i: cython.Py_ssize_t
    step: cython.longlong
    steps: cython.longlong
    first: cython.longlong
    last: cython.longlong
    x: cython.longlong
    y: cython.longlong
    old_x: cython.longlong
    old_y: cython.longlong
    top: cython.longlong
    left: cython.longlong
    dx: cython.longlong
    dy: cython.longlong
    with cython.nogil:
        for i in range(count):
            if joined[i] == 0:
                continue
            dx = points[i + 1, 0] - points[i, 0]
            dy = points[i + 1, 1] - points[i, 1]
            steps = max(dx, -dx, dy, -dy)
            if steps == 0:
                steps = 1
            # From near, most of a line lies outside: it is walked where it may be seen.
            first = max(
                _first_step(points[i, 0], dx, steps, thick, width),
                _first_step(points[i, 1], dy, steps, thick, height),
            )
            last = min(
                _last_step(points[i, 0], dx, steps, thick, width),
                _last_step(points[i, 1], dy, steps, thick, height),
            )
            old_x = old_y = 0
            for step in range(first, last + 1):
                # Rounded to the nearest pixel, in whole numbers: the same on every machine.
                x = points[i, 0] + (2 * step * dx + steps) // (2 * steps)
                y = points[i, 1] + (2 * step * dy + steps) // (2 * steps)
                # A step goes to a neighbour: what it covers anew is one row, one column or both.
                if step == first:
                    fill_box(x, y, x + thick, y + thick, colour, picture, width, height)
                elif y != old_y:
                    top = y + thick - 1 if y > old_y else y
                    fill_box(x, top, x + thick, top + 1, colour, picture, width, height)
                if x != old_x:
                    left = x + thick - 1 if x > old_x else x
                    fill_box(left, y, left + 1, y + thick, colour, picture, width, height)
                old_x, old_y = x, y


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _first_step(
    start: cython.longlong,
    way: cython.longlong,
    steps: cython.longlong,
    thick: cython.longlong,
    size: cython.longlong,
) -> cython.longlong:
    """The first step of a line that may cover pixels from 0 to `size`, of one axis; none is less.

    It may be two steps early, never late.
    """
    if way > 0 and start < -thick:
        return max(0, (-thick - start - 1) * steps // way - 2)
    if way < 0 and start > size:
        return max(0, (start - size - 1) * steps // -way - 2)
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _last_step(
    start: cython.longlong,
    way: cython.longlong,
    steps: cython.longlong,
    thick: cython.longlong,
    size: cython.longlong,
) -> cython.longlong:
    """The last step of a line that may cover pixels from 0 to `size`, of one axis; none is more.

    It may be two steps late, never early; before the first one where the line covers none.
    """
    if way == 0 and (start < -thick or start > size):
        return -1
    if way > 0:
        return min(steps, (size - start + 1) * steps // way + 2) if start <= size else -1
    if way < 0:
        return min(steps, (start + thick + 1) * steps // -way + 2) if start >= -thick else -1
    return steps


def fill_box(x0, y0, x1, y1, colour, picture, width, height):
    """Replace a box of pixels, as far as it lies in the picture."""
    y: cython.longlong
    x: cython.longlong
    for y in range(max(0, y0), min(height, y1)):
        for x in range(max(0, x0), min(width, x1)):
            picture[y, x] = colour
