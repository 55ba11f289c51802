# cython: boundscheck=False, wraparound=False, cdivision=True
"""Shorten a path with turns that may each move within a disc.

This is coordinate descent. In each sweep, every turn in order moves to the point of its disc that
makes the path between its two neighbours shortest. Sweeps end once one hardly shortens the path.
The length is a convex function of all turns together and no move lengthens the path, so the sweeps
converge to the shortest path. A sweep costs a ternary search for each turn on the rim of its disc.
"""

import cython
from cython.cimports.libc.math import atan2, cos, sin, sqrt

HALF_TURN = cython.declare(cython.double, 3.141592653589793)
CUTS = cython.declare(cython.int, 60)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _apart(
    ax: cython.double, az: cython.double, bx: cython.double, bz: cython.double
) -> cython.double:
    return sqrt((bx - ax) * (bx - ax) + (bz - az) * (bz - az))


def pull(
    centres: cython.const[cython.double][:, ::1],
    radii: cython.const[cython.double][::1],
    turns: cython.double[:, ::1],
    sweeps: cython.int,
    still: cython.double,
) -> None:
    """Move turns in place to where the path is shortest.

    `turns` (n + 2, 2) holds a fixed start, one turn for each disc, and a fixed end; `centres`
    (n, 2) and `radii` (n,), at least 0, are the discs. Stops after `sweeps` sweeps, or once a
    sweep shortens the path by less than `still` metres.
    """
    count: cython.Py_ssize_t = radii.shape[0]
    sweep: cython.int
    k: cython.Py_ssize_t
    length: cython.double = -1.0
    now: cython.double
    with cython.nogil:
        for sweep in range(sweeps):
            now = 0.0
            for k in range(count):
                _move(centres, radii, turns, k)
                now += _apart(turns[k, 0], turns[k, 1], turns[k + 1, 0], turns[k + 1, 1])
            now += _apart(
                turns[count, 0], turns[count, 1], turns[count + 1, 0], turns[count + 1, 1]
            )
            if sweep > 0 and length - now < still:
                break
            length = now


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _move(
    centres: cython.const[cython.double][:, ::1],
    radii: cython.const[cython.double][::1],
    turns: cython.double[:, ::1],
    k: cython.Py_ssize_t,
) -> cython.void:
    """Move turn k to the point of its disc with the least total distance to its neighbours."""
    cx: cython.double = centres[k, 0]
    cz: cython.double = centres[k, 1]
    radius: cython.double = radii[k]
    ax: cython.double = turns[k, 0]
    az: cython.double = turns[k, 1]
    bx: cython.double = turns[k + 2, 0]
    bz: cython.double = turns[k + 2, 1]
    dx: cython.double = bx - ax
    dz: cython.double = bz - az
    squared: cython.double = dx * dx + dz * dz
    t: cython.double = 0.0
    toward: cython.double
    low: cython.double
    high: cython.double
    one: cython.double
    other: cython.double
    _cut: cython.int
    if squared > 0.0:
        t = min(1.0, max(0.0, ((cx - ax) * dx + (cz - az) * dz) / squared))
    dx = ax + t * dx
    dz = az + t * dz
    if not _apart(dx, dz, cx, cz) <= radius:
        # On the half of the rim that faces the ends, the length is a convex function of the angle.
        toward = atan2(dz - cz, dx - cx)
        low = toward - 0.5 * HALF_TURN
        high = toward + 0.5 * HALF_TURN
        for _cut in range(CUTS):
            one = low + (high - low) / 3.0
            other = high - (high - low) / 3.0
            if _over(cx, cz, radius, one, ax, az, bx, bz) > _over(
                cx, cz, radius, other, ax, az, bx, bz
            ):
                low = one
            else:
                high = other
        toward = 0.5 * (low + high)
        dx = cx + radius * cos(toward)
        dz = cz + radius * sin(toward)
    turns[k + 1, 0] = dx
    turns[k + 1, 1] = dz


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _over(
    cx: cython.double,
    cz: cython.double,
    radius: cython.double,
    angle: cython.double,
    ax: cython.double,
    az: cython.double,
    bx: cython.double,
    bz: cython.double,
) -> cython.double:
    """Return the length of the path from a to b over the point at an angle on a disc's rim."""
    x: cython.double = cx + radius * cos(angle)
    z: cython.double = cz + radius * sin(angle)
    return _apart(ax, az, x, z) + _apart(x, z, bx, bz)
