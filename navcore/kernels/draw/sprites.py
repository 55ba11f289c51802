# cython: boundscheck=False, wraparound=False
"""What is drawn of a crowd, figure by figure: where everybody is between two steps, which small
picture shows it, and which of them lie over which.
"""

import cython
from cython.cimports.libc.math import floor

TURN = cython.declare(cython.double, 6.283185307179586)
HALF_TURN = cython.declare(cython.double, 3.141592653589793)
OFFSET = cython.declare(cython.double, 1048576.0)
"""Makes places positive, so that what is cut off rounds down."""
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
    """Places, and facings by the shorter way round, at `fraction` of the way from before to now.

    Places are (n, 2); facings radians. What is found goes to the last two.
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
    """The look that `table` has for each state and status."""
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
    """Which sprite shows each figure, and on which pixel its middle lies; how many are in view.

    `places` are (n, 2) metres; `view` is the x of the left edge, the z of the upper one, pixels a
    metre, and between which columns and rows a middle has to lie: the least ones and both ends.
    `tables` has for each size as what power of two places within a pixel are told apart, and how
    many facings are.
    A sprite's key is made of size, kind (of `radix[0]`), player, facing (of `radix[1]`), and of
    down and across within the pixel (of `radix[2]` each); kinds from `radix[3]` on do not turn.
    `known` has the sprite of each key. Each figure in view gets a row: sprite, column, row, key;
    the sprite is negative where there is none yet.
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
            # Also false where a place is no number.
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
    """The least column and row of the first `count` figures, and the ends of both, in `found`."""
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
    """Put the first `count` figures in the order in which they are drawn.

    `layers` has the layer of each sprite; in a layer what begins lower lies over what begins
    higher, and else who comes later. `frame` is the column and row of the upper left pixel of the
    picture, how many pixels a row of it has, how many rows, and how many layers there are.
    `firsts` is 0 for each row of each layer, and one more. Of each figure in this order: its
    sprite in `kinds`, its upper left pixel in `places`.
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
