# cython: boundscheck=False, wraparound=False, cdivision=True
"""Queries for many corridors at once: blocking segments, penetration depths, clearances."""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.corridors import (
        Corridor,
        Kinds,
        apart,
        first_inside,
        gap,
        kinds_of,
        laid,
        margin,
        misses,
    )
    from cython.cimports.navcore.kernels.polygon.edge_tree import Forest
else:
    from navcore.kernels.polygon.corridors import (
        Corridor,
        Kinds,
        apart,
        first_inside,
        gap,
        kinds_of,
        laid,
        margin,
        misses,
    )
    from navcore.kernels.polygon.edge_tree import Forest

TIE = cython.declare(cython.double, 1e-9)
"""Same tolerance as in :mod:`corridors`."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _line(
    lines: cython.const[cython.double][:, ::1],
    radii: cython.const[cython.double][:, ::1],
    k: cython.Py_ssize_t,
    kinds: Kinds,
) -> Corridor:
    """Return corridor k of a query."""
    return laid(lines[k, 0], lines[k, 1], lines[k, 2], lines[k, 3], radii[k, 0], radii[k, 1], kinds)


def blockers(
    forest: Forest,
    lines: cython.const[cython.double][:, ::1],
    radii: cython.const[cython.double][:, ::1],
    numbers: cython.const[cython.double][::1],
    found: cython.longlong[::1],
) -> None:
    """Write the index of a segment that blocks each corridor to `found`, or -1.

    Only the first tree of the forest is searched. `lines` (n, 4) are xa, za, xb, zb; `radii`
    (n, 2) are the radii at a and at b; `numbers` are the kinds of segments, see
    `corridors.kinds_of`.
    """
    k: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    kinds: Kinds = kinds_of(numbers)
    with cython.nogil:
        for k in range(lines.shape[0]):
            found[k] = first_inside(forest, _line(lines, radii, k, kinds), last)
            if found[k] >= 0:
                last = found[k]


def deepest(
    forest: Forest,
    lines: cython.const[cython.double][:, ::1],
    radii: cython.const[cython.double][:, ::1],
    numbers: cython.const[cython.double][::1],
    found: cython.longlong[::1],
    margins: cython.double[::1],
) -> None:
    """Write the segment that reaches deepest into each corridor, or -1, and its (negative) gap.

    Segments that cross the line itself count as deeper than others; among them the one that
    crosses it first counts as deepest. The gap is 0 where nothing blocks the corridor. Arguments
    as for :func:`blockers`.
    """
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    e: cython.Py_ssize_t
    node: cython.Py_ssize_t
    least: cython.double
    here: cython.double
    c: Corridor
    kinds: Kinds = kinds_of(numbers)
    with cython.nogil:
        for k in range(lines.shape[0]):
            c = _line(lines, radii, k, kinds)
            found[k] = -1
            least = -TIE
            node = forest.roots[0]
            while node < forest.roots[1]:
                if misses(forest.boxes, node, c):
                    node = forest.nodes[node, 2]
                    continue
                node += 1
                if forest.nodes[node - 1, 2] == node:
                    for i in range(forest.nodes[node - 1, 0], forest.nodes[node - 1, 1]):
                        e = forest.order[i]
                        here = gap(forest.segments, e, c)
                        if here < least:
                            least = here
                            found[k] = e
            margins[k] = least if found[k] >= 0 else 0.0


def room(
    forest: Forest,
    places: cython.const[cython.double][:, ::1],
    most: cython.double,
    numbers: cython.const[cython.double][::1],
    distances: cython.double[::1],
) -> None:
    """Write the clearance of each place (n, 2) to `distances`, from 0 to `most`.

    The clearance is the radius of the largest disc around the place that keeps the margin which
    each kind of segment demands. Borders count like the outer edge. Subtrees farther away than
    the nearest segment so far are skipped.
    """
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    node: cython.Py_ssize_t
    x: cython.double
    z: cython.double
    dx: cython.double
    dz: cython.double
    least: cython.double
    far: cython.double
    e: cython.Py_ssize_t
    kinds: Kinds = kinds_of(numbers)
    more: cython.double = max(kinds.from_objects, kinds.from_edge)
    with cython.nogil:
        for k in range(places.shape[0]):
            x = places[k, 0]
            z = places[k, 1]
            least = most
            node = forest.roots[0]
            while node < forest.roots[1]:
                dx = max(0.0, forest.boxes[node, 0] - x, x - forest.boxes[node, 2])
                dz = max(0.0, forest.boxes[node, 1] - z, z - forest.boxes[node, 3])
                far = least + more
                if far <= 0.0 or dx * dx + dz * dz >= far * far:
                    node = forest.nodes[node, 2]
                    continue
                node += 1
                if forest.nodes[node - 1, 2] == node:
                    for i in range(forest.nodes[node - 1, 0], forest.nodes[node - 1, 1]):
                        e = forest.order[i]
                        far = kinds.from_objects if e < kinds.objects else kinds.from_edge
                        least = min(least, apart(forest.segments, e, x, z) - far)
            distances[k] = max(0.0, least)


def distances(
    segments: cython.const[cython.double][:, ::1],
    chosen: cython.const[cython.longlong][::1],
    lines: cython.const[cython.double][:, ::1],
    found: cython.double[::1],
) -> None:
    """Write the distance of each line (n, 4) from segment `chosen[k]`; 0 where that is -1."""
    k: cython.Py_ssize_t
    c: Corridor
    none: Kinds = Kinds(objects=0, walls=0, from_objects=0.0, from_edge=0.0)
    with cython.nogil:
        for k in range(lines.shape[0]):
            found[k] = 0.0
            if chosen[k] >= 0:
                c = laid(lines[k, 0], lines[k, 1], lines[k, 2], lines[k, 3], 0.0, 0.0, none)
                found[k] = max(0.0, margin(segments, chosen[k], c, 0.0))
