# cython: boundscheck=False, wraparound=False, cdivision=True
"""Find for each place a point that it sees: the nearest points first, out to a maximum distance.

Points are sorted into the squares of a grid, and searched in rings of squares around a place.
Places are given row by row. Therefore the point that the previous place saw is tried first, and
for each point the segment that hid it from an earlier place: both are likely right again.

`cover_far` searches points at any distance, for the places that see none nearby. Its points are in
a tree of boxes: a segment that separates a place from all four corners of a box hides every point
in it. The segment that hid a point of the box from an earlier place is tried. Most places behind a
wall are therefore done with a few segments, however many points there are.
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
"""Same tolerance as in :mod:`corridors`."""


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
    """Return whether a place sees point k."""
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
    """Write the index of a point that each place sees to `seen`, or -1.

    Args:
        forest: Blocking segments, in its first tree.
        places: (n, 2); the disc around each must be clear.
        points: (m, 2); the disc around each must be clear.
        frame: x and z of the grid's first corner, side of a square, number of columns and rows.
        starts: Index in `order` of the first point of each square, row by row, and the end.
        order: (m,) indices of points, sorted by square.
        limits: Half the width of the corridors (radius of the discs), and the maximum length.
        numbers: Kinds of segments, see `corridors.kinds_of`.
        guesses: (m,) scratch, all -1.
        seen: (n,) receives the indices of points.
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
                    # The ring holds all of its first and last row, and both ends of the others.
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hides(
    segments: cython.const[cython.double][:, ::1],
    e: cython.longlong,
    x: cython.double,
    z: cython.double,
    boxes: cython.const[cython.double][:, ::1],
    node: cython.Py_ssize_t,
) -> cython.bint:
    """Return whether a segment crosses the lines from a place to all four corners of a box.

    The place is then on one side of the segment's line and the box on the other, and every line
    between them crosses the segment.
    """
    ax: cython.double = segments[e, 0] - x
    az: cython.double = segments[e, 1] - z
    bx: cython.double = segments[e, 2] - x
    bz: cython.double = segments[e, 3] - z
    # Positive if the segment leads counter-clockwise around the place.
    turn: cython.double = ax * bz - az * bx
    sign: cython.double = 1.0 if turn > 0.0 else -1.0
    corner: cython.Py_ssize_t
    for corner in range(4):
        cx: cython.double = boxes[node, 2 if corner & 1 else 0] - x
        cz: cython.double = boxes[node, 3 if corner & 2 else 1] - z
        if sign * (ax * cz - az * cx) <= 0.0 or sign * (cx * bz - cz * bx) <= 0.0:
            return False
        # Beyond the line of the segment.
        if sign * ((bx - ax) * (cz - az) - (bz - az) * (cx - ax)) >= 0.0:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _seen_far(
    forest: Forest,
    kinds: Kinds,
    x: cython.double,
    z: cython.double,
    points: cython.const[cython.double][:, ::1],
    boxes: cython.const[cython.double][:, ::1],
    nodes: cython.const[cython.longlong][:, ::1],
    limits: cython.const[cython.double][::1],
    hidden_by: cython.longlong[::1],
    guesses: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Return a point that a place sees, or -1."""
    node: cython.Py_ssize_t = 0
    above: cython.Py_ssize_t
    k: cython.Py_ssize_t
    while node < nodes.shape[0]:
        if hidden_by[node] >= 0 and _hides(forest.segments, hidden_by[node], x, z, boxes, node):
            node = cython.cast(cython.Py_ssize_t, nodes[node, 0])
            continue
        if nodes[node, 2] < 0:
            node += 1
            continue
        for k in range(nodes[node, 2], nodes[node, 3]):
            if _sees(forest, kinds, x, z, points, k, limits, guesses):
                return k
        # The segments known so far did not hide this box, nor any box around it.
        above = node
        while above >= 0:
            hidden_by[above] = guesses[nodes[node, 3] - 1]
            above = cython.cast(cython.Py_ssize_t, nodes[above, 1])
        node = cython.cast(cython.Py_ssize_t, nodes[node, 0])
    return -1


def cover_far(
    forest: Forest,
    places: cython.const[cython.double][:, ::1],
    points: cython.const[cython.double][:, ::1],
    boxes: cython.const[cython.double][:, ::1],
    nodes: cython.const[cython.longlong][:, ::1],
    limits: cython.const[cython.double][::1],
    numbers: cython.const[cython.double][::1],
    hidden_by: cython.longlong[::1],
    guesses: cython.longlong[::1],
    seen: cython.int[::1],
) -> None:
    """Write the index of a point that each place sees at any distance to `seen`, or -1.

    Args:
        forest: Blocking segments, in its first tree.
        places: (n, 2); the disc around each must be clear.
        points: (m, 2) in the order of the leaves; the disc around each must be clear.
        boxes: (t, 4) the box around the points of each node: least x and z, greatest x and z.
        nodes: (t, 4) of nodes, each before those in it: the node after all that is in it, the node
            that holds it or -1, and for leaves the first point and the point after the last; -1 for
            others.
        limits: Half the width of the corridors (radius of the discs), and the maximum length.
        numbers: Kinds of segments, see `corridors.kinds_of`.
        hidden_by: (t,) scratch, all -1.
        guesses: (m,) scratch, all -1.
        seen: (n,) receives the indices of points.
    """
    kinds: Kinds = kinds_of(numbers)
    i: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    x: cython.double
    z: cython.double
    with cython.nogil:
        for i in range(places.shape[0]):
            x = places[i, 0]
            z = places[i, 1]
            if last < 0 or not _sees(forest, kinds, x, z, points, last, limits, guesses):
                last = _seen_far(
                    forest, kinds, x, z, points, boxes, nodes, limits, hidden_by, guesses
                )
            seen[i] = cython.cast(cython.int, last)
