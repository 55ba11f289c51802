# cython: boundscheck=False, wraparound=False, cdivision=True
"""Find the parts of polygons' edges that other polygons don't cover: the boundary of their union.

Edges are (n, 4) xa, za, xb, zb. *Directed* edges have the inside of their polygon on their left.
Polygons are (k, 4) int64: first edge, edge past the last, id, and 1 if the polygon is *odd*. An
odd polygon touches or crosses itself or encloses no area, so neither side of an edge is certain to
be inside. Positions on an edge are metres from its start; offsets are metres to its right.
"""

import cython
from cython.cimports.libc.math import fabs, sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.edge_tree import Forest, sort
else:
    from navcore.kernels.polygon.edge_tree import Forest, sort

Line = cython.struct(
    x=cython.double,
    z=cython.double,
    ux=cython.double,
    uz=cython.double,
    length=cython.double,
)

Contacts = cython.struct(cuts=cython.Py_ssize_t, welds=cython.Py_ssize_t, odd=cython.bint)
"""Number of cuts, number of welds, and whether an edge of an odd polygon runs along the line."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _line(edges: cython.const[cython.double][:, ::1], e: cython.Py_ssize_t) -> Line:
    """Return an edge as start, unit direction and length; the direction is 0 if the length is."""
    dx: cython.double = edges[e, 2] - edges[e, 0]
    dz: cython.double = edges[e, 3] - edges[e, 1]
    length: cython.double = sqrt(dx * dx + dz * dz)
    unit: cython.double = 1.0 / length if length > 0.0 else 0.0
    return Line(x=edges[e, 0], z=edges[e, 1], ux=dx * unit, uz=dz * unit, length=length)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weld(
    low: cython.double,
    high: cython.double,
    off_low: cython.double,
    off_high: cython.double,
    weld: cython.double,
    found: cython.double[:, ::1],
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Add the stretch along which an edge of opposite direction is at most `weld` metres away.

    Adds none if the gap between the two widens beyond that: then it isn't a rounding error.
    """
    slope: cython.double = (off_high - off_low) / (high - low)
    if max(off_low, off_high) > weld or max(off_low, off_high) < -weld:
        return count
    if off_low < -weld:
        low = low + (-weld - off_low) / slope
    if off_high < -weld:
        high = high + (-weld - off_high) / slope
    found[count, 0] = low
    found[count, 1] = high
    found[count, 2] = 0.0
    return count + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _contacts(
    forest: Forest,
    count: cython.Py_ssize_t,
    line: Line,
    is_odd: cython.bint,
    limits: cython.const[cython.double][::1],
    cuts: cython.double[::1],
    welds: cython.double[:, ::1],
) -> Contacts:
    """Find where edges of another polygon cross the line, and where they run along it.

    The edges are the first `count` of `forest.found`. Writes positions of crossings to `cuts`, and
    stretches to `welds`: start, end, and 1 if the edge runs in the same direction, else 0.
    """
    weld: cython.double = limits[0]
    k: cython.Py_ssize_t
    e: cython.Py_ssize_t
    along0: cython.double
    along1: cython.double
    off0: cython.double
    off1: cython.double
    low: cython.double
    high: cython.double
    found: cython.Py_ssize_t = 0
    cut: cython.Py_ssize_t = 0
    odd: cython.bint = False
    for k in range(count):
        e = forest.found[k]
        low = forest.segments[e, 0] - line.x
        high = forest.segments[e, 1] - line.z
        along0 = low * line.ux + high * line.uz
        off0 = low * line.uz - high * line.ux
        low = forest.segments[e, 2] - line.x
        high = forest.segments[e, 3] - line.z
        along1 = low * line.ux + high * line.uz
        off1 = low * line.uz - high * line.ux
        if min(off0, off1) > weld or max(off0, off1) < -weld:
            continue
        low = max(min(along0, along1), 0.0)
        high = min(max(along0, along1), line.length)
        if low - high > weld:
            continue
        if fabs(off0) <= weld:
            # Rounding decides whether a corner on the line counts as a crossing: cut there, too.
            cuts[cut] = along0
            cut += 1
        if (off0 < 0.0) != (off1 < 0.0):
            cuts[cut] = along0 + (along1 - along0) * off0 / (off0 - off1)
            cut += 1
        if high - low <= 2.0 * weld:
            continue
        off0, off1 = (
            off0 + (low - along0) * (off1 - off0) / (along1 - along0),
            off0 + (high - along0) * (off1 - off0) / (along1 - along0),
        )
        if min(off0, off1) > weld or max(off0, off1) < -weld:
            continue
        odd = odd or is_odd
        if along1 < along0:
            found = _weld(low, high, off0, off1, weld, welds, found)
        elif max(fabs(off0), fabs(off1)) <= limits[1]:
            welds[found, 0] = low
            welds[found, 1] = high
            welds[found, 2] = 1.0
            found += 1
    for e in range(found):
        cuts[cut] = welds[e, 0]
        cuts[cut + 1] = welds[e, 1]
        cut += 2
    return Contacts(cuts=cut, welds=found, odd=odd)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _welded(
    position: cython.double, welds: cython.double[:, ::1], count: cython.Py_ssize_t
) -> cython.int:
    """Return 1 if an edge of opposite direction runs along here, 2 for the same, 0 for none."""
    k: cython.Py_ssize_t
    kind: cython.int = 0
    for k in range(count):
        if welds[k, 0] <= position <= welds[k, 1]:
            if welds[k, 2] == 0.0:
                return 1
            kind = 2
    return kind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cover_edge(
    forest: Forest,
    polygons: cython.const[cython.longlong][:, ::1],
    e: cython.Py_ssize_t,
    owner: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
    limits: cython.const[cython.double][::1],
    cuts: cython.double[::1],
    welds: cython.double[:, ::1],
    covers: cython.double[:, ::1],
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Add the stretches of an edge that polygon `other` covers; return the new number of rows.

    Returns -1 - that number if the polygon is odd and has an edge along this one.
    """
    line: Line = _line(forest.segments, e)
    # The reach includes rounding errors of coordinates.
    reach: cython.double = 2.0 * limits[0] + 1e-9 * (fabs(line.x) + fabs(line.z) + line.length)
    found: cython.Py_ssize_t = forest.near(
        other,
        min(forest.segments[e, 0], forest.segments[e, 2]) - reach,
        min(forest.segments[e, 1], forest.segments[e, 3]) - reach,
        max(forest.segments[e, 0], forest.segments[e, 2]) + reach,
        max(forest.segments[e, 1], forest.segments[e, 3]) + reach,
    )
    contacts: Contacts = _contacts(
        forest, found, line, polygons[other, 3] != 0, limits, cuts, welds
    )
    n: cython.Py_ssize_t = contacts.cuts
    k: cython.Py_ssize_t
    low: cython.double
    high: cython.double
    end: cython.double = -1.0
    kind: cython.int
    covered: cython.bint
    cuts[n] = 0.0
    cuts[n + 1] = line.length
    sort(cuts, n + 2)
    for k in range(n + 1):
        low = max(cuts[k], 0.0)
        high = min(cuts[k + 1], line.length)
        if high - low <= limits[2]:
            continue
        kind = _welded(0.5 * (low + high), welds, contacts.welds)
        if kind == 0:
            covered = forest.holds(
                other,
                line.x + 0.5 * (low + high) * line.ux,
                line.z + 0.5 * (low + high) * line.uz,
            )
        else:
            # Of two edges with the same direction keep one: that of the lower id.
            covered = kind == 1 or polygons[other, 2] < polygons[owner, 2]
        if covered:
            if low - end > limits[2] or end < 0.0:
                if count < covers.shape[0]:
                    covers[count, 0] = e
                    covers[count, 1] = low
                count += 1
            end = high
            if count <= covers.shape[0]:
                covers[count - 1, 2] = high
    return -1 - count if contacts.odd else count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_near(
    edges: cython.const[cython.double][:, ::1],
    e: cython.Py_ssize_t,
    boxes: cython.const[cython.double][:, ::1],
    k: cython.Py_ssize_t,
    reach: cython.double,
) -> cython.bint:
    """Return whether the bounding box of an edge is within `reach` of box k."""
    return (
        min(edges[e, 0], edges[e, 2]) <= boxes[k, 2] + reach
        and max(edges[e, 0], edges[e, 2]) >= boxes[k, 0] - reach
        and min(edges[e, 1], edges[e, 3]) <= boxes[k, 3] + reach
        and max(edges[e, 1], edges[e, 3]) >= boxes[k, 1] - reach
    )


def cover(
    forest: Forest,
    polygons: cython.const[cython.longlong][:, ::1],
    boxes: cython.const[cython.double][:, ::1],
    pairs: cython.const[cython.longlong][:, ::1],
    limits: cython.const[cython.double][::1],
    cuts: cython.double[::1],
    welds: cython.double[:, ::1],
    states: cython.uchar[::1],
    covers: cython.double[:, ::1],
) -> int:
    """Write the stretches of directed edges that the other polygon of each pair covers.

    Returns the number of rows. The forest has one tree for the edges of each polygon. A row of
    `covers` is an edge and the start and end of a covered stretch; rows that don't fit are counted
    but not written. Edges with state 0 are skipped; the state becomes 2 if an edge of an odd
    polygon runs along the edge.

    An edge is covered inside another polygon, and where an edge of opposite direction runs along
    it at most limits[0] metres away. Where an edge of the same direction runs along it at most
    limits[1] away, the edge of the polygon with the lower id stays uncovered. Stretches of at most
    limits[2] are ignored. Scratch: `cuts`, 4 items for each edge of the largest polygon and 2
    more; `welds`, one row for each of those edges.
    """
    count: cython.Py_ssize_t = 0
    p: cython.Py_ssize_t
    e: cython.Py_ssize_t
    owner: cython.Py_ssize_t
    other: cython.Py_ssize_t
    with cython.nogil:
        for p in range(2 * pairs.shape[0]):
            owner = pairs[p // 2, p % 2]
            other = pairs[p // 2, 1 - p % 2]
            for e in range(polygons[owner, 0], polygons[owner, 1]):
                if states[e] == 0 or not _is_near(forest.segments, e, boxes, other, limits[0]):
                    continue
                count = _cover_edge(
                    forest, polygons, e, owner, other, limits, cuts, welds, covers, count
                )
                if count < 0:
                    states[e] = 2
                    count = -1 - count
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _put(
    edges: cython.const[cython.double][:, ::1],
    e: cython.Py_ssize_t,
    line: Line,
    low: cython.double,
    high: cython.double,
    pieces: cython.double[:, ::1],
    at: cython.Py_ssize_t,
) -> cython.void:
    """Write a piece of an edge, with exact copies of the ends where nothing is cut off."""
    x0: cython.double = edges[e, 0]
    z0: cython.double = edges[e, 1]
    x1: cython.double = edges[e, 2]
    z1: cython.double = edges[e, 3]
    k: cython.Py_ssize_t
    for k in range(4):
        pieces[at, k] = edges[e, k]
    if low > 0.0:
        x0 = line.x + low * line.ux
        z0 = line.z + low * line.uz
    if high < line.length:
        x1 = line.x + high * line.ux
        z1 = line.z + high * line.uz
    pieces[at, 4] = low
    pieces[at, 5] = high
    if z1 < z0 or (z1 == z0 and x1 < x0):
        pieces[at, 6] = x1
        pieces[at, 7] = z1
        pieces[at, 8] = x0
        pieces[at, 9] = z0
    else:
        pieces[at, 6] = x0
        pieces[at, 7] = z0
        pieces[at, 8] = x1
        pieces[at, 9] = z1


def uncovered(
    edges: cython.const[cython.double][:, ::1],
    states: cython.const[cython.uchar][::1],
    covers: cython.const[cython.double][:, ::1],
    least: cython.double,
    owners: cython.longlong[::1],
    pieces: cython.double[:, ::1],
) -> int:
    """Write the pieces of edges that `covers` leaves; return their number.

    Edges with state 0 are skipped. `covers` is sorted by edge and position. What remains next to
    a cover is a piece only if it is longer than `least` metres. A row of `pieces` (n, 10) is the
    edge, start and end of the piece on it, and the piece as a segment with its lower end first,
    ties by x; `owners` receives the index of the edge. There are at most as many pieces as edges
    and covers together.
    """
    count: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t = 0
    e: cython.Py_ssize_t
    line: Line
    position: cython.double
    with cython.nogil:
        for e in range(edges.shape[0]):
            if states[e] == 0:
                continue
            line = _line(edges, e)
            position = 0.0
            while k < covers.shape[0] and covers[k, 0] == e:
                if covers[k, 1] - position > least:
                    _put(edges, e, line, position, covers[k, 1], pieces, count)
                    owners[count] = e
                    count += 1
                position = max(position, covers[k, 2])
                k += 1
            if line.length - position > least or (position == 0.0 and line.length > 0.0):
                _put(edges, e, line, position, line.length, pieces, count)
                owners[count] = e
                count += 1
    return count
