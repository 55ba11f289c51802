# cython: boundscheck=False, wraparound=False, cdivision=True
"""Find bottlenecks between segments: pairs of points on segments with an empty disc between them.

The line from one point to the other is a diameter of the disc, and no segment reaches into it.
Such a pair is a saddle of the distance to all segments: there is more room on both sides of it.
"""

import cython
from cython.cimports.libc.math import atan2, cos, fabs, sin, sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.polygon.spatial_bins import Bins
else:
    from navcore.kernels.polygon.spatial_bins import Bins

PARALLEL = cython.declare(cython.double, 4e-6)
"""Largest squared sine between two segments that count as parallel.

It is not 0 because files hold rounded corners.
"""
TOUCH = cython.declare(cython.double, 1e-5)
"""Depth in metres up to which a segment may reach into a disc that counts as empty."""
LEAST = cython.declare(cython.double, 1e-3)
"""Least width of a bottleneck, in metres; a narrower one counts as closed."""
PI = cython.declare(cython.double, 3.141592653589793)
TURNS = cython.declare(cython.int, 200)
"""Maximum number of steps of an ascent to more room."""
INFINITE = cython.declare(cython.double, float("inf"))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_free(
    bins: Bins,
    row: cython.double[::1],
) -> cython.bint:
    """Return whether no segment reaches into the disc between the two points of a row."""
    inner: cython.double = row[4] / 2 - TOUCH
    x: cython.double = (row[0] + row[2]) / 2
    z: cython.double = (row[1] + row[3]) / 2
    return bins.nearest(x, z, row[4] / 2, inner) >= inner


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ends_at(
    bins: Bins,
    k: cython.Py_ssize_t,
    x: cython.double,
    z: cython.double,
) -> cython.bint:
    """Return whether segment k starts or ends at a point."""
    return (fabs(bins.segments[k, 0] - x) < TOUCH and fabs(bins.segments[k, 1] - z) < TOUCH) or (
        fabs(bins.segments[k, 2] - x) < TOUCH and fabs(bins.segments[k, 3] - z) < TOUCH
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _beside(
    bins: Bins,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    row: cython.double[::1],
) -> cython.bint:
    """Return whether two segments are parallel and overlap along their direction.

    Writes the two points in the middle of the overlap, the width of the gap and the length of
    the overlap to `row`.
    """
    ux: cython.double = bins.segments[i, 2] - bins.segments[i, 0]
    uz: cython.double = bins.segments[i, 3] - bins.segments[i, 1]
    vx: cython.double = bins.segments[j, 2] - bins.segments[j, 0]
    vz: cython.double = bins.segments[j, 3] - bins.segments[j, 1]
    u: cython.double = ux * ux + uz * uz
    cross: cython.double = ux * vz - uz * vx
    first: cython.double
    last: cython.double
    t: cython.double
    s: cython.double
    if u == 0.0 or cross * cross > PARALLEL * u * (vx * vx + vz * vz):
        return False
    first = (
        (bins.segments[j, 0] - bins.segments[i, 0]) * ux
        + (bins.segments[j, 1] - bins.segments[i, 1]) * uz
    ) / u
    last = (
        (bins.segments[j, 2] - bins.segments[i, 0]) * ux
        + (bins.segments[j, 3] - bins.segments[i, 1]) * uz
    ) / u
    if first > last:
        first, last = last, first
    first = max(first, 0.0)
    last = min(last, 1.0)
    row[5] = (last - first) * sqrt(u)
    if row[5] < LEAST:
        return False
    t = (first + last) / 2
    row[0] = bins.segments[i, 0] + t * ux
    row[1] = bins.segments[i, 1] + t * uz
    s = bins.along(j, row[0], row[1])
    row[2] = bins.segments[j, 0] + s * vx
    row[3] = bins.segments[j, 1] + s * vz
    row[4] = min(
        bins.apart(j, bins.segments[i, 0] + first * ux, bins.segments[i, 1] + first * uz),
        bins.apart(j, bins.segments[i, 0] + last * ux, bins.segments[i, 1] + last * uz),
    )
    row[4] = sqrt(row[4])
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _known(
    bins: Bins,
    partners: cython.const[cython.longlong][::1],
    row: cython.double[::1],
) -> cython.bint:
    """Return whether a pair of points is an end of a gap between two parallel segments.

    :func:`beside` found such gaps already.
    """
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    b: cython.Py_ssize_t = bins.row(row[1]) * bins.wide + bins.column(row[0])
    for k in range(bins.starts[b], bins.starts[b + 1]):
        if not _ends_at(bins, bins.items[k], row[0], row[1]):
            continue
        for p in range(partners[bins.items[k]], partners[bins.items[k] + 1]):
            if bins.apart(partners[p], row[2], row[3]) < TOUCH * TOUCH:
                return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _put(
    found: cython.double[:, ::1],
    count: cython.Py_ssize_t,
    row: cython.double[::1],
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
) -> cython.void:
    k: cython.Py_ssize_t
    if count < found.shape[0]:
        for k in range(6):
            found[count, k] = row[k]
        found[count, 6] = i
        found[count, 7] = j


def beside(
    bins: Bins,
    most: cython.double,
    stamps: cython.int[::1],
    row: cython.double[::1],
    found: cython.double[:, ::1],
) -> int:
    """Write the bottlenecks between parallel segments to `found`, and return their number.

    A bottleneck lies in the middle of the overlap of two segments that are at most `most` metres
    apart. A row of `found` (n, 8) holds both points, the width, the length of the overlap (depth)
    and the indices of both segments. Bottlenecks beyond n rows are counted but not written.
    `stamps` is scratch with one item for each segment, all -1; `row` is scratch for 8 numbers.
    """
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    b: cython.Py_ssize_t
    c: cython.Py_ssize_t
    r: cython.Py_ssize_t
    with cython.nogil:
        for i in range(bins.segments.shape[0]):
            stamps[i] = cython.cast(cython.int, i)
            for r in range(
                bins.row(min(bins.segments[i, 1], bins.segments[i, 3]) - most),
                bins.row(max(bins.segments[i, 1], bins.segments[i, 3]) + most) + 1,
            ):
                for c in range(
                    bins.column(min(bins.segments[i, 0], bins.segments[i, 2]) - most),
                    bins.column(max(bins.segments[i, 0], bins.segments[i, 2]) + most) + 1,
                ):
                    b = r * bins.wide + c
                    for k in range(bins.starts[b], bins.starts[b + 1]):
                        j = bins.items[k]
                        if j < i or stamps[j] == i:
                            continue
                        stamps[j] = cython.cast(cython.int, i)
                        if (
                            _beside(bins, i, j, row)
                            and LEAST <= row[4] <= most
                            and _is_free(bins, row)
                        ):
                            _put(found, count, row, i, j)
                            count += 1
    return count


def facing(
    bins: Bins,
    corners: cython.const[cython.double][:, ::1],
    most: cython.double,
    partners: cython.const[cython.longlong][::1],
    stamps: cython.int[::1],
    row: cython.double[::1],
    found: cython.double[:, ::1],
) -> int:
    """Write the bottlenecks between a corner and a segment to `found`, and return their number.

    Arguments not described here are those of :func:`beside`. `corners` (n, 3) holds each end of
    the segments once: x, z and the index of one segment that has this end. Ends of gaps that
    :func:`beside` found are left out: `partners[partners[k]:partners[k + 1]]` are the segments
    that it found parallel to segment k.
    """
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    b: cython.Py_ssize_t
    c: cython.Py_ssize_t
    r: cython.Py_ssize_t
    with cython.nogil:
        for i in range(corners.shape[0]):
            row[0] = corners[i, 0]
            row[1] = corners[i, 1]
            row[5] = 0.0
            for r in range(bins.row(row[1] - most), bins.row(row[1] + most) + 1):
                for c in range(bins.column(row[0] - most), bins.column(row[0] + most) + 1):
                    b = r * bins.wide + c
                    for k in range(bins.starts[b], bins.starts[b + 1]):
                        j = bins.items[k]
                        if stamps[j] == i:
                            continue
                        stamps[j] = cython.cast(cython.int, i)
                        if (
                            _pairs(bins, j, most, row)
                            and _is_free(bins, row)
                            and not _known(bins, partners, row)
                        ):
                            _put(
                                found, count, row, cython.cast(cython.Py_ssize_t, corners[i, 2]), j
                            )
                            count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pairs(
    bins: Bins,
    j: cython.Py_ssize_t,
    most: cython.double,
    row: cython.double[::1],
) -> cython.bint:
    """Return whether a corner and the nearest point of segment j can form a bottleneck.

    Writes that point and the distance to `row`. A pair of two corners is accepted from one side.
    """
    t: cython.double = bins.along(j, row[0], row[1])
    row[2] = bins.segments[j, 0] + t * (bins.segments[j, 2] - bins.segments[j, 0])
    row[3] = bins.segments[j, 1] + t * (bins.segments[j, 3] - bins.segments[j, 1])
    if t == 1.0:
        row[2] = bins.segments[j, 2]
        row[3] = bins.segments[j, 3]
    row[4] = sqrt((row[2] - row[0]) * (row[2] - row[0]) + (row[3] - row[1]) * (row[3] - row[1]))
    if not LEAST <= row[4] <= most:
        return False
    # A pair of two corners comes up twice, once from each of them: accept it once.
    return 0.0 < t < 1.0 or row[0] < row[2] or (row[0] == row[2] and row[1] < row[3])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _away(
    bins: Bins,
    x: cython.double,
    z: cython.double,
    reach: cython.double,
    angles: cython.double[::1],
) -> cython.double:
    """Return the angle of a direction away from all segments within `reach`, in radians.

    It bisects the widest gap between the directions from these segments, if that gap is wider
    than half a turn; otherwise returns infinity.
    """
    count: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    b: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    t: cython.double
    angle: cython.double
    widest: cython.double
    gap: cython.double
    for row in range(bins.row(z - reach), bins.row(z + reach) + 1):
        for column in range(bins.column(x - reach), bins.column(x + reach) + 1):
            b = row * bins.wide + column
            for i in range(bins.starts[b], bins.starts[b + 1]):
                k = bins.items[i]
                if count == angles.shape[0] or bins.apart(k, x, z) > reach * reach:
                    continue
                t = bins.along(k, x, z)
                angle = atan2(
                    z - bins.segments[k, 1] - t * (bins.segments[k, 3] - bins.segments[k, 1]),
                    x - bins.segments[k, 0] - t * (bins.segments[k, 2] - bins.segments[k, 0]),
                )
                k = count
                while k > 0 and angles[k - 1] > angle:
                    angles[k] = angles[k - 1]
                    k -= 1
                angles[k] = angle
                count += 1
    if count == 0:
        return INFINITE
    widest = angles[0] + 2 * PI - angles[count - 1]
    angle = angles[0] + (2 * PI - widest) / 2
    for k in range(1, count):
        gap = angles[k] - angles[k - 1]
        if gap > widest:
            widest = gap
            angle = angles[k] + (2 * PI - gap) / 2
    return angle if widest > PI * 1.0001 else INFINITE


def ascend(
    bins: Bins,
    most: cython.double,
    begun: cython.const[cython.double][:, ::1],
    angles: cython.double[::1],
    tops: cython.double[:, ::1],
) -> None:
    """Climb from each start to a local maximum of the clearance, and write where that ends.

    The clearance is the distance to the nearest segment, in metres. A row of `begun` (n, 6) is a
    point, a unit direction, the distance to go along it first, and the clearance at the point.
    A row of `tops` (n, 3) receives x, z and the clearance there: at most `most`, where the climb
    stops, and 0 where the direction leads into a wall. `angles` is scratch.
    """
    k: cython.Py_ssize_t
    turn: cython.Py_ssize_t
    x: cython.double
    z: cython.double
    left: cython.double
    room: cython.double
    step: cython.double
    share: cython.double
    angle: cython.double
    with cython.nogil:
        for k in range(begun.shape[0]):
            x = begun[k, 0]
            z = begun[k, 1]
            left = begun[k, 4]
            room = begun[k, 5]
            while left > 0.0:
                step = min(left, room / 2)
                x += step * begun[k, 2]
                z += step * begun[k, 3]
                left -= step
                room = bins.nearest(x, z, most, 0.0)
                if room < begun[k, 5] / 4:
                    room = 0.0
                    break
            share, turn = 0.25, 0
            while 0.0 < room < most and share > 0.01 and turn < TURNS:
                turn += 1
                angle = _away(bins, x, z, room * (1.0 + share), angles)
                if angle == INFINITE:
                    share /= 2
                    continue
                step = room * share / 2
                x += step * cos(angle)
                z += step * sin(angle)
                room = bins.nearest(x, z, most, 0.0)
            tops[k, 0] = x
            tops[k, 1] = z
            tops[k, 2] = room
