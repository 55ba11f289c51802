# cython: boundscheck=False, wraparound=False, cdivision=True
"""Which places see a point: the nearest ones first, out to a reach.

Places come row by row, so that the point that the last one saw is likely to do, and what hid a
point from the last place hides it from this one: both are tried first. Points lie in squares, and
are looked through square ring by square ring around the place.
"""

import cython
from cython.cimports.libc.math import floor

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.corridors import (
        Corridor,
        Kinds,
        first_inside,
        gap,
        kinds_of,
        laid,
    )
    from cython.cimports.navcore.kernels.polygon.edge_tree import Forest
else:
    from navcore.kernels.polygon.corridors import (
        Corridor,
        Kinds,
        first_inside,
        gap,
        kinds_of,
        laid,
    )
    from navcore.kernels.polygon.edge_tree import Forest

TIE = cython.declare(cython.double, 1e-9)
"""As in corridors."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sees(
    forest: Forest,
    kinds: Kinds,
    x: cython.double,
    z: cython.double,
    points: cython.const[cython.double][:, ::1],
    k: cython.Py_ssize_t,
    limits: cython.const[cython.double][::1],
    guesses: cython.longlong[::1],
) -> cython.bint:
    """Whether a place sees point k."""
    dx: cython.double = points[k, 0] - x
    dz: cython.double = points[k, 1] - z
    c: Corridor
    if dx * dx + dz * dz > limits[1] * limits[1]:
        return False
    c = laid(x, z, points[k, 0], points[k, 1], limits[0], limits[0], kinds)
    if guesses[k] >= 0 and gap(forest.segments, guesses[k], c) < -TIE:
        return False
    guesses[k] = first_inside(forest, c, -1)
    return guesses[k] < 0


def cover(
    forest: Forest,
    places: cython.const[cython.double][:, ::1],
    points: cython.const[cython.double][:, ::1],
    frame: cython.const[cython.double][::1],
    starts: cython.const[cython.longlong][::1],
    order: cython.const[cython.longlong][::1],
    limits: cython.const[cython.double][::1],
    numbers: cython.const[cython.double][::1],
    guesses: cython.longlong[::1],
    seen: cython.int[::1],
) -> None:
    """Write for each place a point that it sees, or -1.

    Args:
        forest: What blocks, as its first tree.
        places: (n, 2), each with a clear disc of the radius.
        points: (m, 2), too.
        frame: x and z of the corner of the first square, the side of a square, and how many
            there are along each axis.
        starts: where the points of each square begin in `order`, row by row, and their end.
        order: (m,) points by square.
        limits: half the width of the corridors, and metres of the longest.
        numbers: the kinds of segments, see corridors.
        guesses: (m,) filled with -1; scratch.
        seen: (n,) takes the points.
    """
    kinds: Kinds = kinds_of(numbers)
    wide: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, frame[3])
    deep: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, frame[4])
    rings: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, limits[1] / frame[2]) + 1
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    ring: cython.Py_ssize_t
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    at_row: cython.Py_ssize_t
    at_column: cython.Py_ssize_t
    step: cython.Py_ssize_t
    last: cython.int = -1
    x: cython.double
    z: cython.double
    with cython.nogil:
        for i in range(places.shape[0]):
            x = places[i, 0]
            z = places[i, 1]
            seen[i] = -1
            if last >= 0 and _sees(forest, kinds, x, z, points, last, limits, guesses):
                seen[i] = last
                continue
            at_column = cython.cast(cython.Py_ssize_t, floor((x - frame[0]) / frame[2]))
            at_row = cython.cast(cython.Py_ssize_t, floor((z - frame[1]) / frame[2]))
            ring = 0
            while ring <= rings and seen[i] < 0:
                for row in range(max(0, at_row - ring), min(deep, at_row + ring + 1)):
                    # Whole rows at the top and the bottom of the ring, both ends of the others.
                    step = 1
                    if ring > 0 and at_row - ring < row < at_row + ring:
                        step = 2 * ring
                    column = at_column - ring
                    while column <= at_column + ring and seen[i] < 0:
                        if 0 <= column < wide:
                            for k in range(
                                starts[row * wide + column], starts[row * wide + column + 1]
                            ):
                                if order[k] != last and _sees(
                                    forest, kinds, x, z, points, order[k], limits, guesses
                                ):
                                    seen[i] = cython.cast(cython.int, order[k])
                                    break
                        column += step
                    if seen[i] >= 0:
                        break
                ring += 1
            if seen[i] >= 0:
                last = seen[i]
