"""Nearest free cell; stamps of dynamic obstacles on a grid; circles near a segment."""

import cython
from cython.cimports.libc.math import floor


@cython.boundscheck(False)
@cython.wraparound(False)
def nearest_free(
    cells: cython.const[cython.uchar][::1],
    stamped: cython.const[cython.uchar][::1],
    row_length: cython.int,
    x: cython.double,
    z: cython.double,
    column: cython.longlong,
    row: cython.longlong,
    first_ring: cython.longlong,
    last_ring: cython.longlong,
) -> int:
    """Return the free cell with the centre nearest to a point, or -1 if the rings have none.

    Searches square rings around the point's cell. Columns, rows and the point (in cells) count
    from the corner of the padded array. A cell of ring r is at least r - 1/2 away, so the scan
    ends once that exceeds the best distance (S0-041). Ties go to the lower index. `stamped` marks
    cells that dynamic obstacles block, or is empty.
    """
    depth: cython.longlong = cells.shape[0] // row_length
    has_stamps: cython.bint = stamped.shape[0] != 0
    best: cython.longlong = -1
    least: cython.double = 0.0
    ring: cython.longlong
    r: cython.longlong
    c: cython.longlong
    c0: cython.longlong
    c1: cython.longlong
    stride: cython.longlong
    node: cython.longlong
    dx: cython.double
    dz: cython.double
    with cython.nogil:
        for ring in range(first_ring, last_ring + 1):
            if best >= 0 and (ring - 0.5) * (ring - 0.5) > least:
                break
            r = max(0, row - ring)
            while r <= row + ring and r < depth:
                c0 = column - ring
                c1 = column + ring
                stride = 1
                if r != row - ring and r != row + ring and ring > 0:
                    # Between its first and last row, a ring has only two cells in a row.
                    stride = 2 * ring
                elif c0 < 0:
                    c0 = 0
                c = c0
                while c <= c1 and c < row_length:
                    node = r * row_length + c
                    if c >= 0 and cells[node] != 0 and not (has_stamps and stamped[node] != 0):
                        dx = c + 0.5 - x
                        dz = r + 0.5 - z
                        dx = dx * dx + dz * dz
                        if best < 0 or dx < least or (dx == least and node < best):
                            best = node
                            least = dx
                    c = c + stride
                r = r + 1
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _clipped(cell: cython.double, low: cython.int, high: cython.int) -> cython.int:
    """Return `cell` rounded down and clamped to `low` and `high`, without overflow."""
    if not cell > low:
        return low
    if not cell < high:
        return high
    return cython.cast(cython.int, floor(cell))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_within(dx: cython.double, dz: cython.double, radius: cython.double) -> cython.bint:
    """Return whether a place is at most this far away; metres."""
    return dx * dx + dz * dz <= radius * radius


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def stamp(
    stamped: cython.uchar[::1],
    rows: cython.ulonglong[:, ::1],
    columns: cython.ulonglong[:, ::1],
    frame: cython.const[cython.double][::1],
    circles: cython.const[cython.double][:, ::1],
    kept: cython.Py_ssize_t,
    blocked: cython.bint,
) -> None:
    """Mark the cells that circles cover, or remove the marks.

    The marks are 1 in `stamped`, a padded grid, and bits in `rows` and `columns`, see `Bitmaps`.
    The cell `kept` is never marked; -1 for none. `frame` is the anchor's x and z, the cell size,
    and the window's first column and row; circles are x, z, radius in metres. A circle covers a
    cell if the cell's centre is at most a radius away, or if the cell contains the circle's centre
    (S0-075).
    """
    row_length: cython.int = cython.cast(cython.int, columns.shape[0])
    depth: cython.int = cython.cast(cython.int, rows.shape[0])
    bit: cython.ulonglong
    one: cython.ulonglong = 1
    size: cython.double = frame[2]
    i: cython.Py_ssize_t
    x: cython.double
    z: cython.double
    radius: cython.double
    dz: cython.double
    column: cython.int
    row: cython.int
    column0: cython.int
    column1: cython.int
    last: cython.int
    row1: cython.int
    own: cython.double
    own_column: cython.double
    own_row: cython.double
    at: cython.Py_ssize_t
    with cython.nogil:
        for i in range(circles.shape[0]):
            x = circles[i, 0]
            z = circles[i, 1]
            radius = circles[i, 2]
            own_column = floor((x - frame[0]) / size) - frame[3]
            own_row = floor((z - frame[1]) / size) - frame[4]
            column0 = _clipped(own_column - radius / size - 1.0, 0, row_length - 2)
            column1 = _clipped(own_column + radius / size + 3.0, 0, row_length - 2)
            row = _clipped(own_row - radius / size - 1.0, 0, depth - 2)
            row1 = _clipped(own_row + radius / size + 3.0, 0, depth - 2)
            while row < row1:
                dz = frame[1] + (frame[4] + row + 0.5) * size - z
                own = own_column if row == own_row else -1.0
                # What a circle covers of a row hangs together: it is looked for from both ends.
                column = column0
                last = column1 - 1
                while (
                    column <= last
                    and column != own
                    and not _is_within(frame[0] + (frame[3] + column + 0.5) * size - x, dz, radius)
                ):
                    column = column + 1
                while (
                    column <= last
                    and last != own
                    and not _is_within(frame[0] + (frame[3] + last + 0.5) * size - x, dz, radius)
                ):
                    last = last - 1
                while column <= last:
                    at = (row + 1) * cython.cast(cython.Py_ssize_t, row_length) + column + 1
                    if at != kept and stamped[at] != blocked:
                        stamped[at] = blocked
                        bit = one << ((column + 1) & 63)
                        rows[row + 1, (column + 1) >> 6] ^= bit
                        bit = one << ((row + 1) & 63)
                        columns[column + 1, (row + 1) >> 6] ^= bit
                    column = column + 1
                row = row + 1


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def beside(
    circles: cython.const[cython.double][:, ::1],
    own: cython.Py_ssize_t,
    ax: cython.double,
    az: cython.double,
    bx: cython.double,
    bz: cython.double,
    reach: cython.double,
    out: cython.double[:, ::1],
) -> int:
    """Write circles with centres within `reach` of the segment ab to `out`; return their number.


    Circle `own` is left out; -1 for none. `out` needs room for all circles (S0-073).
    """
    k: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    dx: cython.double = bx - ax
    dz: cython.double = bz - az
    square: cython.double = dx * dx + dz * dz
    low_x: cython.double = min(ax, bx) - reach
    high_x: cython.double = max(ax, bx) + reach
    ex: cython.double
    ez: cython.double
    share: cython.double
    with cython.nogil:
        for k in range(circles.shape[0]):
            if k == own or circles[k, 0] < low_x or circles[k, 0] > high_x:
                continue
            ex = circles[k, 0] - ax
            ez = circles[k, 1] - az
            share = 0.0
            if square > 0.0:
                share = max(0.0, min(1.0, (ex * dx + ez * dz) / square))
            ex -= share * dx
            ez -= share * dz
            if ex * ex + ez * ez <= reach * reach:
                out[count, 0] = circles[k, 0]
                out[count, 1] = circles[k, 1]
                out[count, 2] = circles[k, 2]
                count += 1
    return count
