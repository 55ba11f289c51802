# cython: boundscheck=False, wraparound=False
"""Prepare the drawing of a crowd: interpolate agents between ticks, choose and sort sprites."""

import cython
from cython.cimports.libc.math import floor

TURN = cython.declare(cython.double, 6.283185307179586)
HALF_TURN = cython.declare(cython.double, 3.141592653589793)
OFFSET = cython.declare(cython.double, 1048576.0)
"""Offset that makes positions positive, so that truncation rounds down."""
ORIGIN = cython.declare(cython.longlong, 1048576)
TURNS_MOST = cython.declare(cython.double, 1e6)


def between(
    places_before: cython.const[cython.double][:, ::1],
    places: cython.const[cython.double][:, ::1],
    facings_before: cython.const[cython.double][::1],
    facings: cython.const[cython.double][::1],
    fraction: cython.double,
    shown_places: cython.double[:, ::1],
    shown_facings: cython.double[::1],
) -> None:
    """Interpolate places and facings between two ticks, and write them to the last two arguments.

    `fraction` is 0 for the previous tick and 1 for the current one. Places are (n, 2); facings are
    in radians and turn the shorter way.
    """
    i: cython.Py_ssize_t
    turn: cython.double
    with cython.nogil:
        for i in range(places.shape[0]):
            shown_places[i, 0] = places_before[i, 0] + fraction * (
                places[i, 0] - places_before[i, 0]
            )
            shown_places[i, 1] = places_before[i, 1] + fraction * (
                places[i, 1] - places_before[i, 1]
            )
            turn = facings[i] - facings_before[i]
            turn -= TURN * floor((turn + HALF_TURN) / TURN)
            shown_facings[i] = facings_before[i] + fraction * turn


def look(
    states: cython.const[cython.schar][::1],
    statuses: cython.const[cython.schar][::1],
    table: cython.const[cython.schar][:, ::1],
    looks: cython.schar[::1],
) -> None:
    """Look up the look of each agent by its state and status in `table`."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(looks.shape[0]):
            looks[i] = table[states[i], statuses[i]]


def choose(
    places: cython.const[cython.double][:, ::1],
    facings: cython.const[cython.double][::1],
    sizes: cython.const[cython.int][::1],
    kinds: cython.const[cython.schar][::1],
    players: cython.const[cython.uchar][::1],
    view: cython.const[cython.double][::1],
    tables: cython.const[cython.int][:, ::1],
    radix: cython.const[cython.int][::1],
    known: cython.const[cython.int][::1],
    figures: cython.int[:, ::1],
) -> cython.Py_ssize_t:
    """Choose the sprite and the centre pixel of each figure in view; return the number of figures.

    `places` are (n, 2) in metres. `view` is x of the left edge, z of the upper edge, pixels per
    metre, then the range of pixels in which the centre of a figure in view lies: least column,
    least row, end of columns, end of rows. `tables[0]` is the binary logarithm of the number of
    distinguished positions in a pixel for each size, `tables[1]` the number of distinguished
    facings.

    The key of a sprite combines size, kind (of `radix[0]`), player, facing (of `radix[1]`), and
    position down and across in the pixel (of `radix[2]` each); kinds from `radix[3]` on don't turn.
    `known` is the sprite of each key. Each figure in view has a row of `figures`: sprite, column,
    row, key; the sprite is negative if it doesn't exist yet.
    """
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    x: cython.double
    y: cython.double
    facing: cython.double
    turn: cython.longlong
    turns: cython.longlong
    key: cython.longlong
    across: cython.longlong
    down: cython.longlong
    column: cython.longlong
    row: cython.longlong
    bits: cython.int
    with cython.nogil:
        for i in range(places.shape[0]):
            x = (places[i, 0] - view[0]) * view[2]
            y = (view[1] - places[i, 1]) * view[2]
            # This also skips places that are NaN.
            if not (x >= view[3] and y >= view[4] and x < view[5] and y < view[6]):
                continue
            bits = tables[0, sizes[i]]
            across = cython.cast(cython.longlong, x * (1 << bits) + OFFSET + 0.5) - ORIGIN
            down = cython.cast(cython.longlong, y * (1 << bits) + OFFSET + 0.5) - ORIGIN
            column = across >> bits
            row = down >> bits
            turns = tables[1, sizes[i]]
            turn = 0
            facing = facings[i]
            if turns > 1 and kinds[i] < radix[3] and facing > -TURNS_MOST and facing < TURNS_MOST:
                turn = cython.cast(cython.longlong, floor(facing * (turns / TURN) + 0.5)) % turns
            key = (cython.cast(cython.longlong, sizes[i]) * radix[0] + kinds[i]) * 2 + players[i]
            key = (key * radix[1] + turn) * radix[2] + (down - (row << bits))
            key = key * radix[2] + (across - (column << bits))
            figures[count, 0] = known[key]
            figures[count, 1] = cython.cast(cython.int, column)
            figures[count, 2] = cython.cast(cython.int, row)
            figures[count, 3] = cython.cast(cython.int, key)
            count += 1
    return count


def bounds(
    figures: cython.const[cython.int][:, ::1],
    count: cython.Py_ssize_t,
    halves: cython.const[cython.int][::1],
    found: cython.int[::1],
) -> None:
    """Extend `found` by the bounding box of the first `count` figures.

    It holds the least column and row and the ends of columns and rows.
    """
    i: cython.Py_ssize_t
    half: cython.int
    with cython.nogil:
        for i in range(count):
            half = halves[figures[i, 0]]
            found[0] = min(found[0], figures[i, 1] - half)
            found[1] = min(found[1], figures[i, 2] - half)
            found[2] = max(found[2], figures[i, 1] + half)
            found[3] = max(found[3], figures[i, 2] + half)


def stack(
    figures: cython.const[cython.int][:, ::1],
    count: cython.Py_ssize_t,
    halves: cython.const[cython.int][::1],
    layers: cython.const[cython.int][::1],
    frame: cython.const[cython.int][::1],
    firsts: cython.int[::1],
    kinds: cython.int[::1],
    places: cython.int[::1],
) -> None:
    """Sort the first `count` figures into drawing order, by counting sort.

    `layers` is the layer of each sprite. In a layer, a figure with a lower top row is drawn over
    those with a higher one; of figures with the same row, the later one is drawn on top. `frame` is
    the column and row of the picture's upper left pixel, its width and height in pixels, and the
    number of layers. `firsts` is scratch with an item for each row of each layer and one more, all
    0. `kinds` receives the sprites in this order, `places` the indices of their upper left pixels.
    """
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    sprite: cython.int
    row: cython.Py_ssize_t
    total: cython.int = 0
    here: cython.int
    with cython.nogil:
        for i in range(count):
            sprite = figures[i, 0]
            row = figures[i, 2] - halves[sprite] - frame[1]
            firsts[layers[sprite] * cython.cast(cython.Py_ssize_t, frame[3]) + row] += 1
        for at in range(firsts.shape[0]):
            here = firsts[at]
            firsts[at] = total
            total += here
        for i in range(count):
            sprite = figures[i, 0]
            row = figures[i, 2] - halves[sprite] - frame[1]
            at = layers[sprite] * cython.cast(cython.Py_ssize_t, frame[3]) + row
            here = firsts[at]
            firsts[at] = here + 1
            kinds[here] = sprite
            places[here] = cython.cast(
                cython.int, row * frame[2] + (figures[i, 1] - halves[sprite] - frame[0])
            )
