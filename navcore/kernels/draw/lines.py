# cython: boundscheck=False, wraparound=False
"""Draw straight lines from pixel to pixel into a picture.

Pixels are premultiplied ARGB, one 32-bit word each. A line replaces the pixels that it covers.
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
    """Draw a straight line from each point with non-zero `joined` to the next point.

    `points` are columns and rows of pixels, which may lie outside the picture, at most a million
    pixels away. Lines are `thick` pixels wide and replace pixels, so overlapping lines look no
    stronger. Only the upper left `width` x `height` pixels of the picture are drawn.
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
            # Skip steps outside the picture: at high zoom, most of a line is outside.
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
                # Round to the nearest pixel in integers: the result is the same on every machine.
                x = points[i, 0] + (2 * step * dx + steps) // (2 * steps)
                y = points[i, 1] + (2 * step * dy + steps) // (2 * steps)
                # A step moves to a neighbour: it newly covers one row, one column or both.
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
    """Return the first step of a line that may cover pixels from 0 to `size` on an axis.

    It is at least 0. It may be two steps early, but is never late.
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
    """Return the last step of a line that may cover pixels from 0 to `size` on an axis.

    It is at most `steps`. It may be two steps late, but is never early. It is less than the first
    step if the line covers no pixels.
    """
    if way == 0 and (start < -thick or start > size):
        return -1
    if way > 0:
        return min(steps, (size - start + 1) * steps // way + 2) if start <= size else -1
    if way < 0:
        return min(steps, (start + thick + 1) * steps // -way + 2) if start >= -thick else -1
    return steps


def fill_box(x0, y0, x1, y1, colour, picture, width, height):
    """Fill the part of a box of pixels that lies in the picture."""
    y: cython.longlong
    x: cython.longlong
    for y in range(max(0, y0), min(height, y1)):
        for x in range(max(0, x0), min(width, x1)):
            picture[y, x] = colour
