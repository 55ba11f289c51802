# cython: boundscheck=False, wraparound=False
"""Draw cells with flat colours, crisp edges and a hatch, at any zoom.

Every device pixel has the colour of the cell under it. `columns` and `rows` are the cell column and
row of each pixel column and row, -1 outside the grid. Both are longer than the picture by `thick`
at each end, so that neighbouring cells can be read. Walkable cells have a rim of `thick` pixels
towards cells that aren't walkable; floor that isn't walkable is hatched at 45 degrees.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_walkable(
    walkable: cython.const[cython.uchar][:, ::1], row: cython.int, column: cython.int
) -> cython.bint:
    if row < 0 or column < 0:
        return False
    return walkable[row + 1, column + 1] != 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _kind(
    walkable: cython.const[cython.uchar][:, ::1],
    floor: cython.const[cython.uchar][:, :],
    row: cython.int,
    column: cython.int,
) -> cython.int:
    """Return the index of a cell's colour: 0 outside, 1 walkable, 2 floor that isn't walkable."""
    if row < 0 or column < 0:
        return 0
    if walkable[row + 1, column + 1] != 0:
        return 1
    return 2 if floor[row, column] != 0 else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rim(
    walkable: cython.const[cython.uchar][:, ::1],
    columns: cython.const[cython.int][::1],
    row: cython.int,
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    thick: cython.Py_ssize_t,
    colour: cython.uint,
    picture: cython.uint[:, ::1],
    y: cython.Py_ssize_t,
) -> cython.void:
    """Draw the left and right rims of a cell in a pixel row."""
    x: cython.Py_ssize_t
    for x in range(begin, min(end, begin + thick)):
        if not _is_walkable(walkable, row, columns[x]):
            picture[y, x] = colour
    for x in range(max(begin, end - thick), end):
        if not _is_walkable(walkable, row, columns[x + 2 * thick]):
            picture[y, x] = colour


def cells(
    walkable: cython.const[cython.uchar][:, ::1],
    floor: cython.const[cython.uchar][:, :],
    columns: cython.const[cython.int][::1],
    rows: cython.const[cython.int][::1],
    colours: cython.const[cython.uint][::1],
    thick: cython.Py_ssize_t,
    hatch: cython.Py_ssize_t,
    hatch_width: cython.Py_ssize_t,
    phase: cython.Py_ssize_t,
    picture: cython.uint[:, ::1],
) -> None:
    """Draw all of `picture`.

    `walkable` has a margin of one cell around the window, `floor` has none. `colours` are those of
    cells outside, walkable cells, floor that isn't walkable, its hatch, and the rim. With `thick` 0
    there is no rim, and with `hatch` (its period, pixels) 0 no hatch; `phase` shifts the hatch to
    the right.
    """
    height: cython.Py_ssize_t = picture.shape[0]
    width: cython.Py_ssize_t = picture.shape[1]
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    left: cython.Py_ssize_t
    column: cython.int
    kind: cython.int
    with cython.nogil:
        for y in range(height):
            begin = 0
            # Most pixel rows equal the previous one; only the hatch differs from row to row.
            if (
                y > 0
                and hatch == 0
                and rows[y] == rows[y - 1]
                and rows[y + thick] == rows[y + thick - 1]
                and rows[y + 2 * thick] == rows[y + 2 * thick - 1]
            ):
                for x in range(width):
                    picture[y, x] = picture[y - 1, x]
                begin = width
            while begin < width:
                column = columns[begin + thick]
                end = begin + 1
                while end < width and columns[end + thick] == column:
                    end += 1
                kind = _kind(walkable, floor, rows[y + thick], column)
                if kind == 1 and not (
                    _is_walkable(walkable, rows[y], column)
                    and _is_walkable(walkable, rows[y + 2 * thick], column)
                ):
                    kind = 4
                for x in range(begin, end):
                    picture[y, x] = colours[kind]
                if kind == 1:
                    _rim(
                        walkable, columns, rows[y + thick], begin, end, thick, colours[4],
                        picture, y,
                    )  # fmt: skip
                elif kind == 2 and hatch > 0:
                    # Start with the last hatch line that begins before this range of pixels.
                    left = begin - (begin + y + phase) % hatch
                    while left < end:
                        for x in range(max(left, begin), min(left + hatch_width, end)):
                            picture[y, x] = colours[3]
                        left += hatch
                begin = end
