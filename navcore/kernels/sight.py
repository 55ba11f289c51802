"""Exact line of sight over a padded grid, and string pulling by it.

A segment is clear when every cell that its inside touches is free: the cells it crosses, both
cells beside a corner it passes through, both rows when it runs along a line between them, and
the cells that hold its ends. Touching is meant to within `TOLERANCE`: when it is open whether
a corner is passed on this side or that, both sides must be free (S0-052).

How: along the longer axis the segment moves at most one cell across for each cell along, so
what it touches is known from the places where it crosses the lines across that axis: there
the row or two rows that it touches, in the cells before and after the line.

Points are in cells, counted from the corner of the padded array; the cell that holds a point is
its whole part. The kernels work on the segment from its lower end to its upper one, so both
directions have the same answer.
"""

import cython

TOLERANCE = cython.declare(cython.double, 1e-9)
SHRINK = cython.declare(cython.double, 1e-6)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def _blocker(
    cells: cython.const[cython.uchar][::1],
    row_length: cython.int,
    ax: cython.double,
    az: cython.double,
    bx: cython.double,
    bz: cython.double,
) -> cython.int:
    """A blocked cell that the segment from a to b touches, the first from a on; -1 if clear."""
    depth: cython.int = cython.cast(cython.int, cells.shape[0] // row_length)
    if not (1.0 <= ax and ax < row_length - 1 and 1.0 <= az and az < depth - 1):
        return 0
    if not (1.0 <= bx and bx < row_length - 1 and 1.0 <= bz and bz < depth - 1):
        return 0
    first: cython.int = cython.cast(cython.int, az) * row_length + cython.cast(cython.int, ax)
    last: cython.int = cython.cast(cython.int, bz) * row_length + cython.cast(cython.int, bx)
    if cells[first] == 0:
        return first
    if first == last:
        return -1
    # From here on: `along` the axis on which the segment is longer, `across` the other one,
    # counted from the end that is lower along, so that both directions get the same numbers.
    along: cython.int = 1
    across: cython.int = row_length
    low: cython.double = ax
    high: cython.double = bx
    low_across: cython.double = az
    high_across: cython.double = bz
    swapped: cython.double
    if (bx - ax if bx > ax else ax - bx) < (bz - az if bz > az else az - bz):
        along = row_length
        across = 1
        low = az
        high = bz
        low_across = ax
        high_across = bx
    backward: cython.bint = low > high
    if backward:
        swapped = low
        low = high
        high = swapped
        swapped = low_across
        low_across = high_across
        high_across = swapped
    slope: cython.double = (high_across - low_across) / (high - low)
    line: cython.int = cython.cast(cython.int, low) + 1
    end: cython.int = cython.cast(cython.int, high)
    ends_on_line: cython.bint = high == end
    if ends_on_line:
        end = end - 1
    count: cython.int = end - line + 1
    step: cython.int = 1
    node: cython.int
    if ends_on_line:
        # The last cell it crosses lies before the line, not in the cell that holds its end.
        node = cython.cast(cython.int, high_across)
        if slope > 0.0 and high_across == node:
            node = node - 1
        node = end * along + node * across
        if cells[node] == 0:
            return node
    if backward:
        line = end
        step = -1
    at: cython.double
    under: cython.int
    over: cython.int
    while count > 0:
        at = low_across + (line - low) * slope
        under = line * along + cython.cast(cython.int, at - TOLERANCE) * across
        over = line * along + cython.cast(cython.int, at + TOLERANCE) * across
        if cells[under] == 0:
            return under
        if cells[under - along] == 0:
            return under - along
        if over != under:
            if cells[over] == 0:
                return over
            if cells[over - along] == 0:
                return over - along
        line = line + step
        count = count - 1
    return -1 if cells[last] != 0 else last


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shades(
    x: cython.double,
    z: cython.double,
    ax: cython.double,
    az: cython.double,
    bx: cython.double,
    bz: cython.double,
) -> cython.bint:
    """Whether the cell with its centre at x, z lies between a and b beyond doubt."""
    half: cython.double = 0.5 - SHRINK
    dx: cython.double = bx - ax
    dz: cython.double = bz - az
    if (ax > x + half and bx > x + half) or (ax < x - half and bx < x - half):
        return False
    if (az > z + half and bz > z + half) or (az < z - half and bz < z - half):
        return False
    offset: cython.double = dx * (z - az) - dz * (x - ax)
    reach: cython.double = half * ((dx if dx > 0.0 else -dx) + (dz if dz > 0.0 else -dz))
    return -reach <= offset and offset <= reach


@cython.boundscheck(False)
@cython.wraparound(False)
def first_blocked(
    cells: cython.const[cython.uchar][::1],
    row_length: cython.int,
    points: cython.const[cython.double][:, ::1],
) -> int:
    """Index of the first point that is not in sight of the one before it; -1 if all are."""
    i: cython.Py_ssize_t
    found: cython.Py_ssize_t = -1
    with cython.nogil:
        for i in range(1, points.shape[0]):
            if (
                _blocker(
                    cells,
                    row_length,
                    points[i - 1, 0],
                    points[i - 1, 1],
                    points[i, 0],
                    points[i, 1],
                )
                >= 0
            ):
                found = i
                break
    return found


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def pull(
    cells: cython.const[cython.uchar][::1],
    row_length: cython.int,
    points: cython.const[cython.double][:, ::1],
    runs: cython.int[::1],
    kept: cython.int[::1],
) -> int:
    """From each kept point keep the last one in its sight; writes indices, returns their number.

    Each point must be in sight of the one before it. The last one in sight is looked for from
    the end backward. A cell that hides one point often hides those before it too, which needs no
    walk over the grid to see; and as the shadow of a cell is convex, a straight run whose two
    ends lie in it is passed over at once. `runs` is room for as many numbers as points.
    """
    size: cython.Py_ssize_t = points.shape[0]
    count: cython.int = 0
    anchor: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    node: cython.int
    run: cython.int
    ax: cython.double
    az: cython.double
    x: cython.double
    z: cython.double
    with cython.nogil:
        for i in range(size):
            if i < 2:
                runs[i] = 0
            elif (
                points[i, 0] - points[i - 1, 0] == points[i - 1, 0] - points[i - 2, 0]
                and points[i, 1] - points[i - 1, 1] == points[i - 1, 1] - points[i - 2, 1]
            ):
                runs[i] = runs[i - 1]
            else:
                runs[i] = cython.cast(cython.int, i - 1)
        while anchor < size - 1:
            ax = points[anchor, 0]
            az = points[anchor, 1]
            node = -1
            x = 0.0
            z = 0.0
            i = size - 1
            while i > anchor + 1:
                if node >= 0 and _shades(x, z, ax, az, points[i, 0], points[i, 1]):
                    run = runs[i]
                    if run > anchor and _shades(x, z, ax, az, points[run, 0], points[run, 1]):
                        i = run
                    i = i - 1
                    continue
                node = _blocker(cells, row_length, ax, az, points[i, 0], points[i, 1])
                if node < 0:
                    break
                x = node % row_length + 0.5
                z = node // row_length + 0.5
                if not _shades(x, z, ax, az, points[i, 0], points[i, 1]):
                    # Touched only, at a corner or an edge: such a cell casts no shadow.
                    i = i - 1
            i = anchor + 1 if i < anchor + 1 else i
            kept[count] = cython.cast(cython.int, i)
            count = count + 1
            anchor = i
    return count
