# cython: boundscheck=False, wraparound=False, cdivision=True
"""Test whether a path of walkable cells follows a line within a narrow band, never backward.

The line is followed column by column along its longer axis. In each column, the cells within
`band` of the line are bits of a mask. The reachable bits first spread to walkable neighbours in
the column, then move straight on to the next column. Diagonal steps need both cells beside them
(S0-035), so they reach no other cells. A line costs a few nanoseconds for each cell of its band.
"""

import cython
from cython.cimports.libc.math import floor

if not cython.compiled:
    from math import floor


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _spread(reached: cython.ulonglong, free: cython.ulonglong) -> cython.ulonglong:
    """Return the cells of a column that are connected by free cells to reached ones."""
    before: cython.ulonglong = 0
    while reached != before:
        before = reached
        reached = (reached | (reached << 1) | (reached >> 1)) & free
    return reached


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leads(
    cells: cython.const[cython.uchar][:, ::1],
    x0: cython.double,
    z0: cython.double,
    x1: cython.double,
    z1: cython.double,
    band: cython.longlong,
) -> cython.bint:
    """Return whether walkable cells follow the line; its ends are in cells of the array."""
    steep: cython.bint = abs(z1 - z0) > abs(x1 - x0)
    if steep:
        x0, z0, x1, z1 = z0, x0, z1, x1
    if x1 < x0:
        x0, z0, x1, z1 = x1, z1, x0, z0
    width: cython.longlong = cells.shape[0] if steep else cells.shape[1]
    depth: cython.longlong = cells.shape[1] if steep else cells.shape[0]
    first: cython.longlong = cython.cast(cython.longlong, floor(x0))
    last: cython.longlong = cython.cast(cython.longlong, floor(x1))
    if first < 0 or last >= width:
        return False
    slope: cython.double = (z1 - z0) / (x1 - x0) if x1 > x0 else 0.0
    one: cython.ulonglong = 1
    reached: cython.ulonglong = 0
    free: cython.ulonglong = 0
    before: cython.longlong = 0
    middle: cython.double
    column: cython.longlong
    row: cython.longlong
    at: cython.longlong
    k: cython.longlong
    for column in range(first, last + 1):
        middle = column + 0.5
        middle = min(max(middle, x0), x1)
        row = cython.cast(cython.longlong, floor(z0 + (middle - x0) * slope))
        free = 0
        for k in range(2 * band + 1):
            at = row - band + k
            if 0 <= at < depth and (cells[column, at] if steep else cells[at, column]):
                free |= one << k
        if column == first:
            at = cython.cast(cython.longlong, floor(z0)) - row + band
            reached = free & (one << at)
            if reached == 0:
                reached = free
        elif row >= before:
            reached = reached >> (row - before)
        else:
            reached = reached << (before - row)
        reached = _spread(reached & free, free)
        if reached == 0:
            return False
        before = row
    at = cython.cast(cython.longlong, floor(z1)) - before + band
    return free & (one << at) == 0 or reached & (one << at) != 0


@cython.boundscheck(False)
def lead(
    cells: cython.const[cython.uchar][:, ::1],
    lines: cython.const[cython.double][:, ::1],
    band: cython.longlong,
    found: cython.uchar[::1],
):
    """Mark the lines (n, 4) that walkable cells follow with 1.

    A line is x and z of both ends, in cells. An end in a blocked cell stands for all walkable
    cells of its column in the band. `cells` is 0 for blocked cells; `band` is at most 30.
    """
    i: cython.Py_ssize_t
    for i in range(lines.shape[0]):
        found[i] = _leads(cells, lines[i, 0], lines[i, 1], lines[i, 2], lines[i, 3], band)
