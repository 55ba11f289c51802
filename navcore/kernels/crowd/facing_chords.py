# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Chords between walls that face each other, whatever their direction.

A chord is a straight run of walkable cells between two blocked ones. It measures a width if the
walls at its ends face each other:

- Nearly the whole disc over it is free: no wall is much nearer to its middle than its ends are.
- No wall leans over an end: cells beside the end, a little farther in, are free. Along rows and
  columns this is not asked.
- Floor goes on from its middle to one side. A chord from corner to corner of a crossing has the two
  other corners beside it, as near as its ends are, and is no width.

All hold between parallel walls for chords that are about perpendicular to them, and between two
jambs. In a corner of 90 degrees a wall is at 0.7 of half the chord, and leans by 45 degrees.

The chords of one direction are the runs along parallel lines of cells, which are found in one pass
over the rows. The work for a grid is that of one pass for each direction.
"""

import cython
from cython.cimports.libc.math import floor, sqrt

# Distance of cells in columns without walls, cells; no distance is greater.
FAR = cython.declare(cython.longlong, 4096)
# A wall leans over a chord's end if it has a cell so far to the side and no farther in, cells.
SIDEWAYS = cython.declare(cython.double, 3.0)
INWARDS = cython.declare(cython.double, 1.5)
# Floor is wider beside a chord if the square of its width is so many times the chord's.
WIDER = cython.declare(cython.double, 1.3)
# Floor goes on if it does so for this many times the length of the chord.
LONG = cython.declare(cython.double, 0.75)
# Shorter chords count along rows and columns only: walls askew to the cells have steps of some
# cells, between which other lines run.
SHORTEST = cython.declare(cython.double, 6.0)


def measure_distances(
    walkable: cython.const[cython.uchar][:, ::1],
    squares: cython.int[:, ::1],
    lows: cython.longlong[:, ::1],
) -> None:
    """Write the square of the distance from each cell to the nearest blocked one, in cells.

    First come the distances along columns. Then the squares of a row are the lower envelope of
    parabolas, one for each column (Meijster, Roerdink and Hesselink 2000). There are no walls
    outside of the cells.

    Args:
        walkable: (n, m) 0: blocked.
        squares: (n, m) takes the squares.
        lows: (3, m) buffer.
    """
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    rows: cython.Py_ssize_t = walkable.shape[0]
    columns: cython.Py_ssize_t = walkable.shape[1]
    far: cython.int = cython.cast(cython.int, FAR)
    with cython.nogil:
        for r in range(rows):
            for c in range(columns):
                if walkable[r, c] == 0:
                    squares[r, c] = 0
                elif r == 0:
                    squares[r, c] = far
                else:
                    squares[r, c] = min(squares[r - 1, c] + 1, far)
        r = rows - 2
        while r >= 0:
            for c in range(columns):
                squares[r, c] = min(squares[r, c], squares[r + 1, c] + 1)
            r -= 1
        for r in range(rows):
            _take_envelope(squares, lows, r)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _take_envelope(
    squares: cython.int[:, ::1], lows: cython.longlong[:, ::1], r: cython.Py_ssize_t
) -> cython.void:
    """Replace the distances along columns in a row by squares of distances in all directions.

    `lows` takes the columns of the parabolas that are lowest somewhere, the first column where each
    of them is, and the squares of the distances along columns.
    """
    q: cython.Py_ssize_t = 0
    c: cython.Py_ssize_t
    columns: cython.Py_ssize_t = squares.shape[1]
    other: cython.longlong
    begins: cython.longlong
    for c in range(columns):
        lows[2, c] = cython.cast(cython.longlong, squares[r, c]) * squares[r, c]
    lows[0, 0] = 0
    lows[1, 0] = 0
    for c in range(1, columns):
        while q >= 0:
            begins = lows[1, q]
            if _parabola(lows, lows[0, q], begins) <= _parabola(lows, c, begins):
                break
            q -= 1
        if q < 0:
            q = 0
            lows[0, 0] = c
            lows[1, 0] = 0
            continue
        other = lows[0, q]
        begins = c * c - other * other + lows[2, c] - lows[2, other]
        begins = 1 + begins // (2 * (c - other))
        if begins < columns:
            q += 1
            lows[0, q] = c
            lows[1, q] = begins
    c = columns - 1
    while c >= 0:
        squares[r, c] = cython.cast(cython.int, min(_parabola(lows, lows[0, q], c), FAR * FAR))
        if c == lows[1, q]:
            q -= 1
        c -= 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _parabola(
    lows: cython.longlong[:, ::1], middle: cython.longlong, at: cython.longlong
) -> cython.longlong:
    """Return the height at a column of the parabola about another one."""
    return (at - middle) * (at - middle) + lows[2, middle]


def mark_chords(
    walkable: cython.const[cython.uchar][:, ::1],
    squares: cython.const[cython.int][:, ::1],
    first: cython.longlong,
    slope: cython.double,
    faces: cython.double,
    slack: cython.double,
    gaps: cython.double,
    ladder: cython.const[cython.int][::1],
    classes: cython.uchar[:, ::1],
    starts: cython.int[::1],
) -> None:
    """Lower the classes of the cells on chords of one direction to the classes of their lengths.

    Cells of a chord share sides, so that cells on either side of it don't touch each other by
    corners. Chords that reach an edge of the rows have no end there, and are left out.

    Args:
        walkable: (n, m) 0: blocked; the first and the last column are blocked.
        squares: (n, m) results of :func:`measure_distances`.
        first: The number of the first row: lines of other parts of the same grid go on here.
        slope: Columns for each row, at most 1 and at least -1.
        faces: A chord faces walls if twice the distance from its middle to the nearest wall is this
            part of its length, or more.
        slack: By so many cells twice the distance may be less: walls askew to the cells have steps.
        gaps: Chords up to this length, in cells, are marked in gaps only.
        ladder: Ascending widths in cells; chords longer than the last one are not marked.
        classes: (n, m) numbers of the widths that fit, which are lowered.
        starts: (n + m + 2,) buffer.
    """
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    line: cython.Py_ssize_t
    rows: cython.Py_ssize_t = walkable.shape[0]
    columns: cython.Py_ssize_t = walkable.shape[1]
    one: cython.Py_ssize_t = _shift(first, slope)
    other: cython.Py_ssize_t = _shift(first + rows - 1, slope)
    shift: cython.Py_ssize_t
    step: cython.double = sqrt(1.0 + slope * slope)
    count: cython.int
    least: cython.double = 1.5 if slope == 0.0 else SHORTEST
    most: cython.double = ladder[ladder.shape[0] - 1]
    number: cython.uchar
    with cython.nogil:
        for line in range(columns + max(one, other) - min(one, other)):
            starts[line] = -1
        for r in range(rows):
            shift = _shift(first + r, slope)
            for c in range(columns):
                if walkable[r, c]:
                    continue
                # Lines are numbered by their columns in the row with the greatest shift.
                line = c - shift + max(one, other)
                count = cython.cast(cython.int, r) - starts[line]
                if (
                    starts[line] >= 0
                    and count * step > least
                    and count * step - 1.0 < most
                    and _is_round(
                        squares, starts[line], count, c - shift, first, slope, faces, slack
                    )
                    and (
                        slope == 0.0 or _is_flat(walkable, starts[line], r, c - shift, first, slope)
                    )
                    and (
                        count * step > gaps
                        or _is_gap(squares, starts[line], count, c - shift, first, slope)
                    )
                    and _is_across(walkable, starts[line], count, c - shift, first, slope)
                ):
                    number = 0
                    while ladder[number] <= count * step - 1.0:
                        number += 1
                    _mark(classes, starts[line], r, c - shift, first, slope, number)
                starts[line] = cython.cast(cython.int, r)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_round(
    squares: cython.const[cython.int][:, ::1],
    start: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
    first: cython.longlong,
    slope: cython.double,
    faces: cython.double,
    slack: cython.double,
) -> cython.bint:
    """Return whether nearly the whole disc over a chord is free."""
    middle: cython.Py_ssize_t = start + count // 2
    step: cython.double = sqrt(1.0 + slope * slope)
    clear: cython.double = sqrt(squares[middle, line + _shift(first + middle, slope)])
    if count & 1:
        # The middle of the chord is half a step from the middle of this cell.
        clear += 0.5 * step
    return 2.0 * clear >= faces * count * step - slack


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_flat(
    walkable: cython.const[cython.uchar][:, ::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
    first: cython.longlong,
    slope: cython.double,
) -> cython.bint:
    """Return whether no wall leans over the ends of a chord."""
    n: cython.int
    row: cython.double
    column: cython.double
    aside: cython.double
    step: cython.double = sqrt(1.0 + slope * slope)
    for n in range(4):
        aside = SIDEWAYS / step if n < 2 else -SIDEWAYS / step
        row = start + INWARDS / step if n & 1 else end - INWARDS / step
        column = line + (first + row) * slope + aside
        row -= aside * slope
        if not _is_free(walkable, row, column):
            return False
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_gap(
    squares: cython.const[cython.int][:, ::1],
    start: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
    first: cython.longlong,
    slope: cython.double,
) -> cython.bint:
    """Return whether floor is wider on both sides of a chord, half its length from its middle."""
    n: cython.int
    row: cython.double
    column: cython.double
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    for n in range(2):
        row = start + 0.5 * count
        column = line + (first + row) * slope
        row += 0.5 * slope * count if n else -0.5 * slope * count
        column -= 0.5 * count if n else -0.5 * count
        r = cython.cast(cython.Py_ssize_t, floor(row + 0.5))
        c = cython.cast(cython.Py_ssize_t, floor(column + 0.5))
        if (
            0 <= r < squares.shape[0]
            and 0 <= c < squares.shape[1]
            and 4.0 * squares[r, c] < WIDER * count * count * (1.0 + slope * slope)
        ):
            return False
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_across(
    walkable: cython.const[cython.uchar][:, ::1],
    start: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
    first: cython.longlong,
    slope: cython.double,
) -> cython.bint:
    """Return whether floor goes on to one side of a chord, from its middle."""
    middle: cython.double = start + 0.5 * count
    step: cython.double = sqrt(1.0 + slope * slope)
    side: cython.int
    far: cython.double
    for side in range(2):
        far = 1.0
        while far <= LONG * count * step and _is_free(
            walkable,
            middle + (far if side else -far) * slope / step,
            line + (first + middle) * slope - (far if side else -far) / step,
        ):
            far += 1.0
        if far > LONG * count * step:
            return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_free(
    walkable: cython.const[cython.uchar][:, ::1], row: cython.double, column: cython.double
) -> cython.bint:
    """Return whether the cell at a place is walkable, or none of the cells."""
    r: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, floor(row + 0.5))
    c: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, floor(column + 0.5))
    return not (0 <= r < walkable.shape[0] and 0 <= c < walkable.shape[1]) or walkable[r, c] != 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mark(
    classes: cython.uchar[:, ::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
    first: cython.longlong,
    slope: cython.double,
    number: cython.uchar,
) -> cython.void:
    """Lower the classes along a line from one row to another to a number."""
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t = line + _shift(first + start, slope)
    next_: cython.Py_ssize_t
    for r in range(start, end):
        next_ = line + _shift(first + r + 1, slope)
        classes[r, c] = min(classes[r, c], number)
        classes[r, next_] = min(classes[r, next_], number)
        c = next_


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shift(row: cython.longlong, slope: cython.double) -> cython.Py_ssize_t:
    """Return by how many columns lines are shifted in a row."""
    return cython.cast(cython.Py_ssize_t, floor(row * slope + 0.5))
