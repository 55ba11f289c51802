# cython: boundscheck=False, wraparound=False, cdivision=True
"""Test corridors against segments: does any segment reach into the hull of two discs?

A corridor is the convex hull of two discs: a capsule, tapered if the radii differ. It is the
union of the discs around c(t) = a + t (b - a) with radii r(t) that change linearly, 0 <= t <= 1.
Its signed distance from a point p is therefore the minimum of |p - c(t)| - r(t). This is convex
in t and along a segment of points: unless line and segment cross, the minimum lies where t or the
position on the segment is at an end. So the margin between a corridor and a segment is the least
of four closed forms: both ends of the segment against the corridor, both discs against the
segment. A tree of boxes finds the few segments that are near (see edge_tree).

Segments come in three kinds, in this order: edges of obstacles, the outer edge of the floor, and
borders. The first two each have a margin that is added to the corridor's radius and may be
negative; borders only must not cross the line itself. A margin of one metre is the same as a
corridor that is one metre wider all along, and lowers the distance by one metre.
"""

import cython
from cython.cimports.libc.math import fabs, sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.edge_tree import Forest
else:
    from navcore.kernels.polygon.edge_tree import Forest

    Corridor = cython.struct(
        ax=cython.double,
        az=cython.double,
        bx=cython.double,
        bz=cython.double,
        ux=cython.double,
        uz=cython.double,
        length=cython.double,
        start=cython.double,
        end=cython.double,
        widest=cython.double,
        taper=cython.double,
        lean=cython.double,
        objects=cython.Py_ssize_t,
        walls=cython.Py_ssize_t,
        from_objects=cython.double,
        from_edge=cython.double,
        reach=cython.double,
    )
    Kinds = cython.struct(
        objects=cython.Py_ssize_t,
        walls=cython.Py_ssize_t,
        from_objects=cython.double,
        from_edge=cython.double,
    )

TIE = cython.declare(cython.double, 1e-9)
"""Largest depth at which a segment that reaches into a corridor only touches it, metres."""

THIN = cython.declare(cython.double, 4e-9)
"""Half the width of the line that must not meet a border, metres."""

CROSSED = cython.declare(cython.double, -1e9)
"""Margin where the line itself crosses a segment; the distance to the crossing is added."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def kinds_of(numbers: cython.const[cython.double][::1]) -> Kinds:
    """Return the kinds of segments from four numbers.

    These are the index past the edges of obstacles, the index past the outer edge, and the
    margins of obstacles and of the outer edge on top of the radius, metres.
    """
    return Kinds(
        objects=cython.cast(cython.Py_ssize_t, numbers[0]),
        walls=cython.cast(cython.Py_ssize_t, numbers[1]),
        from_objects=numbers[2],
        from_edge=numbers[3],
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def laid(
    ax: cython.double,
    az: cython.double,
    bx: cython.double,
    bz: cython.double,
    start: cython.double,
    end: cython.double,
    kinds: Kinds,
) -> Corridor:
    """Return the corridor from a to b with these radii.

    It is a single disc if one disc contains the other. Margins are raised where needed, so that
    the corridor is nowhere thinner than a line.
    """
    thinnest: cython.double = THIN - min(start, end)
    from_objects: cython.double = max(kinds.from_objects, thinnest)
    from_edge: cython.double = max(kinds.from_edge, thinnest)
    dx: cython.double = bx - ax
    dz: cython.double = bz - az
    length: cython.double = sqrt(dx * dx + dz * dz)
    unit: cython.double = 1.0 / length if length > 0.0 else 0.0
    taper: cython.double = (end - start) * unit
    lean: cython.double = 0.0
    if fabs(taper) < 1.0:
        lean = taper / sqrt(1.0 - taper * taper)
    return Corridor(
        ax=ax,
        az=az,
        bx=bx,
        bz=bz,
        ux=dx * unit,
        uz=dz * unit,
        length=length,
        start=start,
        end=end,
        widest=max(start, end),
        taper=taper,
        lean=lean,
        objects=kinds.objects,
        walls=kinds.walls,
        from_objects=from_objects,
        from_edge=from_edge,
        reach=max(start, end) + max(0.0, from_objects, from_edge),
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _from_point(c: Corridor, x: cython.double, z: cython.double) -> cython.double:
    """Return the signed distance of a point from a corridor."""
    dx: cython.double = x - c.ax
    dz: cython.double = z - c.az
    along: cython.double = dx * c.ux + dz * c.uz
    off: cython.double = fabs(dx * c.uz - dz * c.ux)
    at: cython.double
    if c.length == 0.0 or c.taper <= -1.0:
        # One disc: |p - a|.
        return sqrt(dx * dx + dz * dz) - (c.widest if c.length == 0.0 else c.start)
    if c.taper >= 1.0:
        return sqrt((x - c.bx) * (x - c.bx) + (z - c.bz) * (z - c.bz)) - c.end
    at = min(c.length, max(0.0, along + off * c.lean))
    return sqrt((along - at) * (along - at) + off * off) - (c.start + at * c.taper)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def apart(
    segments: cython.const[cython.double][:, ::1],
    e: cython.Py_ssize_t,
    x: cython.double,
    z: cython.double,
) -> cython.double:
    """Return the distance of a point from a segment."""
    dx: cython.double = segments[e, 2] - segments[e, 0]
    dz: cython.double = segments[e, 3] - segments[e, 1]
    px: cython.double = x - segments[e, 0]
    pz: cython.double = z - segments[e, 1]
    squared: cython.double = dx * dx + dz * dz
    t: cython.double = 0.0
    if squared > 0.0:
        t = min(1.0, max(0.0, (px * dx + pz * dz) / squared))
    px -= t * dx
    pz -= t * dz
    return sqrt(px * px + pz * pz)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def margin(
    segments: cython.const[cython.double][:, ::1],
    e: cython.Py_ssize_t,
    c: Corridor,
    more: cython.double,
) -> cython.double:
    """Return the signed distance of a segment from a corridor widened by `more` metres.

    Negative values are how deep the segment reaches in. The result is a lower bound, not exact,
    for a segment that lies entirely to one side of a corridor with a width.
    """
    widest: cython.double = c.widest + more
    px: cython.double = segments[e, 0] - c.ax
    pz: cython.double = segments[e, 1] - c.az
    qx: cython.double = segments[e, 2] - c.ax
    qz: cython.double = segments[e, 3] - c.az
    off_p: cython.double = px * c.uz - pz * c.ux
    off_q: cython.double = qx * c.uz - qz * c.ux
    along_p: cython.double
    along_q: cython.double
    if widest > 0.0 and min(fabs(off_p), fabs(off_q)) > widest and off_p * off_q > 0.0:
        return min(fabs(off_p), fabs(off_q)) - widest
    along_p = px * c.ux + pz * c.uz
    along_q = qx * c.ux + qz * c.uz
    if (off_p < 0.0) != (off_q < 0.0):
        px = along_p + (along_q - along_p) * off_p / (off_p - off_q)
        if 0.0 < px < c.length:
            return CROSSED + px
    px = min(
        _from_point(c, segments[e, 0], segments[e, 1]),
        _from_point(c, segments[e, 2], segments[e, 3]),
    )
    qx = min(
        apart(segments, e, c.ax, c.az) - c.start,
        apart(segments, e, c.bx, c.bz) - c.end,
    )
    return min(px, qx) - more


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _to_line(
    segments: cython.const[cython.double][:, ::1],
    e: cython.Py_ssize_t,
    c: Corridor,
    width: cython.double,
) -> cython.double:
    """Return the margin of a segment to the line of a corridor; `width` is half of its width."""
    none: Kinds = Kinds(objects=0, walls=0, from_objects=0.0, from_edge=0.0)
    return margin(segments, e, laid(c.ax, c.az, c.bx, c.bz, width, width, none), 0.0)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def misses(
    boxes: cython.const[cython.double][:, ::1], node: cython.Py_ssize_t, c: Corridor
) -> cython.bint:
    """Return whether a box is out of a corridor's reach along x, along z or across the line."""
    wide: cython.double
    high: cython.double
    off: cython.double
    if (
        boxes[node, 0] > max(c.ax, c.bx) + c.reach
        or boxes[node, 2] < min(c.ax, c.bx) - c.reach
        or boxes[node, 1] > max(c.az, c.bz) + c.reach
        or boxes[node, 3] < min(c.az, c.bz) - c.reach
    ):
        return True
    wide = 0.5 * (boxes[node, 2] - boxes[node, 0])
    high = 0.5 * (boxes[node, 3] - boxes[node, 1])
    off = (boxes[node, 0] + wide - c.ax) * c.uz - (boxes[node, 1] + high - c.az) * c.ux
    return fabs(off) > wide * fabs(c.uz) + high * fabs(c.ux) + c.reach + TIE


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def gap(
    segments: cython.const[cython.double][:, ::1], e: cython.Py_ssize_t, c: Corridor
) -> cython.double:
    """Return the distance of a segment beyond the margin of its kind; negative: it is too near."""
    if e < c.objects:
        return margin(segments, e, c, c.from_objects)
    if e < c.walls:
        return margin(segments, e, c, c.from_edge)
    return _to_line(segments, e, c, THIN)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def first_inside(forest: Forest, c: Corridor, guess: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index of a segment that blocks a corridor, or -1; test `guess` first.

    The segment that blocked the previous corridor often blocks the next one, too (S4-033).
    """
    node: cython.Py_ssize_t = forest.roots[0]
    end: cython.Py_ssize_t = forest.roots[1]
    i: cython.Py_ssize_t
    e: cython.Py_ssize_t
    if guess >= 0 and gap(forest.segments, guess, c) < -TIE:
        return guess
    while node < end:
        if misses(forest.boxes, node, c):
            node = forest.nodes[node, 2]
            continue
        node += 1
        if forest.nodes[node - 1, 2] == node:
            for i in range(forest.nodes[node - 1, 0], forest.nodes[node - 1, 1]):
                e = forest.order[i]
                if gap(forest.segments, e, c) < -TIE:
                    return e
    return -1
