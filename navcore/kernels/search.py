"""Searching a padded grid: A*, flooding, the nearest free cell, and stamps.

Cells are flat int32 ids into an array padded by one blocked ring, so that no neighbour needs a
bounds check. What a search knows of a cell lies in `nodes`, four int32 a cell:

    0  straight steps from the start       (flood: the next cell that is as near as this one)
    1  diagonal steps from the start
    2  mark: 2 * generation, plus 1 once the cell is done; any other value: not seen yet
    3  the cell it was reached from        (flood: the next cell of the stack)

A new search takes the next generation, so nothing is ever cleared.

The cost of a way is kept as two counts, straight and diagonal steps, and turned into a number
only to be compared. Equal ways therefore compare equal to the last bit, in whatever order
their steps come: ties are real ties, and the order in which cells are taken, lower f, then
lower h, then lower index, is the same everywhere (S0-036, S0-039).

`steps` has six int32 a neighbour: offset of its id, column step, row step, 1 if diagonal, and
the offsets of the two cells that must be free as well (S0-035); straight steps repeat their own.
"""

import cython
from cython.cimports.libc.math import floor


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _push(
    keys: cython.double[::1],
    ids: cython.int[::1],
    size: cython.Py_ssize_t,
    f: cython.double,
    h: cython.double,
    node: cython.int,
) -> cython.void:
    """Put an entry on a binary heap of `size` entries; keys are pairs f, h."""
    hole: cython.Py_ssize_t = size
    above: cython.Py_ssize_t
    while hole > 0:
        above = (hole - 1) >> 1
        if keys[2 * above] < f:
            break
        if keys[2 * above] == f and (
            keys[2 * above + 1] < h or (keys[2 * above + 1] == h and ids[above] <= node)
        ):
            break
        keys[2 * hole] = keys[2 * above]
        keys[2 * hole + 1] = keys[2 * above + 1]
        ids[hole] = ids[above]
        hole = above
    keys[2 * hole] = f
    keys[2 * hole + 1] = h
    ids[hole] = node


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _put_on_top(
    keys: cython.double[::1],
    ids: cython.int[::1],
    size: cython.Py_ssize_t,
    f: cython.double,
    h: cython.double,
    node: cython.int,
) -> cython.void:
    """Put an entry in the place of the heap's first one."""
    hole: cython.Py_ssize_t = 0
    below: cython.Py_ssize_t = 1
    other: cython.Py_ssize_t
    while below < size:
        other = below + 1
        if other < size and (
            keys[2 * other] < keys[2 * below]
            or (
                keys[2 * other] == keys[2 * below]
                and (
                    keys[2 * other + 1] < keys[2 * below + 1]
                    or (keys[2 * other + 1] == keys[2 * below + 1] and ids[other] < ids[below])
                )
            )
        ):
            below = other
        if f < keys[2 * below]:
            break
        if f == keys[2 * below] and (
            h < keys[2 * below + 1] or (h == keys[2 * below + 1] and node <= ids[below])
        ):
            break
        keys[2 * hole] = keys[2 * below]
        keys[2 * hole + 1] = keys[2 * below + 1]
        ids[hole] = ids[below]
        hole = below
        below = 2 * hole + 1
    keys[2 * hole] = f
    keys[2 * hole + 1] = h
    ids[hole] = node


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def astar(
    cells: cython.const[cython.uchar][::1],
    row_length: cython.int,
    steps: cython.const[cython.int][::1],
    diagonal_cost: cython.double,
    start: cython.int,
    goal: cython.int,
    nodes: cython.int[::1],
    generation: cython.int,
    keys: cython.double[::1],
    ids: cython.int[::1],
    progress: cython.longlong[::1],
    limit: cython.longlong,
) -> int:
    """Take cells in order of f until the goal is taken.

    `progress` is the size of the heap and the number of cells taken; both 0 begin a search,
    else it goes on. Returns 0 when the goal was reached, 1 when nothing is left, 2 when
    `limit` cells were taken, 3 when the heap needs to grow before the search can go on.
    """
    fresh: cython.int = 2 * generation
    done: cython.int = fresh + 1
    size: cython.Py_ssize_t = progress[0]
    taken: cython.longlong = progress[1]
    capacity: cython.Py_ssize_t = ids.shape[0]
    step_end: cython.Py_ssize_t = steps.shape[0]
    goal_column: cython.int = goal % row_length
    goal_row: cython.int = goal // row_length
    outcome: cython.int = 1
    node: cython.int
    neighbour: cython.int
    column: cython.int
    row: cython.int
    across: cython.int
    along: cython.int
    shorter: cython.int
    straight: cython.int
    diagonal: cython.int
    next_straight: cython.int
    next_diagonal: cython.int
    held: cython.int = -1
    held_f: cython.double = 0.0
    held_h: cython.double = 0.0
    f: cython.double
    h: cython.double
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        if size == 0 and taken == 0:
            nodes[4 * start] = 0
            nodes[4 * start + 1] = 0
            nodes[4 * start + 2] = fresh
            nodes[4 * start + 3] = start
            held = start
        while True:
            # The best new neighbour is held back: it is often the next to be taken, and then
            # it never enters the heap.
            if held >= 0 and (
                size == 0
                or held_f < keys[0]
                or (
                    held_f == keys[0]
                    and (held_h < keys[1] or (held_h == keys[1] and held <= ids[0]))
                )
            ):
                node = held
            elif size == 0:
                break
            else:
                node = ids[0]
                if held >= 0:
                    _put_on_top(keys, ids, size, held_f, held_h, held)
                else:
                    size = size - 1
                    _put_on_top(keys, ids, size, keys[2 * size], keys[2 * size + 1], ids[size])
            held = -1
            at = 4 * cython.cast(cython.Py_ssize_t, node)
            if nodes[at + 2] == done:
                continue
            straight = nodes[at]
            diagonal = nodes[at + 1]
            if taken >= limit or size + step_end > capacity:
                outcome = 2 if taken >= limit else 3
                # Back to the heap: f and h don't matter, it must be the first to come out.
                _push(keys, ids, size, -1.0, 0.0, node)
                size = size + 1
                break
            nodes[at + 2] = done
            taken = taken + 1
            if node == goal:
                outcome = 0
                break
            column = node % row_length
            row = node // row_length
            for i in range(0, step_end, 6):
                neighbour = node + steps[i]
                if cells[neighbour] == 0:
                    continue
                if cells[node + steps[i + 4]] == 0 or cells[node + steps[i + 5]] == 0:
                    continue
                at = 4 * cython.cast(cython.Py_ssize_t, neighbour)
                if nodes[at + 2] == done:
                    continue
                next_diagonal = diagonal + steps[i + 3]
                next_straight = straight + 1 - steps[i + 3]
                if (
                    nodes[at + 2] == fresh
                    and next_straight + next_diagonal * diagonal_cost
                    >= nodes[at] + nodes[at + 1] * diagonal_cost
                ):
                    continue
                nodes[at] = next_straight
                nodes[at + 1] = next_diagonal
                nodes[at + 2] = fresh
                nodes[at + 3] = node
                across = column + steps[i + 1] - goal_column
                along = row + steps[i + 2] - goal_row
                across = -across if across < 0 else across
                along = -along if along < 0 else along
                shorter = across if across < along else along
                h = (across + along - 2 * shorter) + shorter * diagonal_cost
                f = (next_straight + across + along - 2 * shorter) + (
                    next_diagonal + shorter
                ) * diagonal_cost
                if held < 0:
                    held = neighbour
                    held_f = f
                    held_h = h
                elif f < held_f or (
                    f == held_f and (h < held_h or (h == held_h and neighbour < held))
                ):
                    _push(keys, ids, size, held_f, held_h, held)
                    size = size + 1
                    held = neighbour
                    held_f = f
                    held_h = h
                else:
                    _push(keys, ids, size, f, h, neighbour)
                    size = size + 1
    progress[0] = size
    progress[1] = taken
    return outcome


@cython.boundscheck(False)
@cython.wraparound(False)
def way_length(nodes: cython.const[cython.int][::1], goal: cython.int) -> int:
    """Number of cells from the start to `goal`, both included, after a search took `goal`."""
    count: cython.int = 1
    node: cython.int = goal
    with cython.nogil:
        while nodes[4 * cython.cast(cython.Py_ssize_t, node) + 3] != node:
            node = nodes[4 * cython.cast(cython.Py_ssize_t, node) + 3]
            count = count + 1
    return count


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def way(
    nodes: cython.const[cython.int][::1],
    goal: cython.int,
    row_length: cython.int,
    out: cython.int[:, ::1],
) -> None:
    """Write the columns and rows of the window, start first, of the cells that lead to `goal`."""
    node: cython.int = goal
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(out.shape[0] - 1, -1, -1):
            out[i, 0] = node % row_length - 1
            out[i, 1] = node // row_length - 1
            node = nodes[4 * cython.cast(cython.Py_ssize_t, node) + 3]


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def flood(
    cells: cython.const[cython.uchar][::1],
    row_length: cython.int,
    steps: cython.const[cython.int][::1],
    start: cython.int,
    goal_column: cython.longlong,
    goal_row: cython.longlong,
    nodes: cython.int[::1],
    generation: cython.int,
    found: cython.longlong[::1],
    limit: cython.longlong,
) -> None:
    """Visit every cell that can be reached once; find those nearest to a cell anywhere.

    Straight steps alone reach all that diagonal ones reach, as those need both sides free.
    `found` receives: cells visited; 1 if `limit` cut it short; the first of the nearest cells,
    each of which names the next in `nodes`, -1 after the last; how many they are. Goal column
    and row are at most 2**30 away from 0.
    """
    mark: cython.int = 2 * generation
    stack: cython.int = start
    visited: cython.longlong = 0
    nearest: cython.int = -1
    ties: cython.longlong = 0
    least: cython.longlong = 0
    distance: cython.longlong
    across: cython.longlong
    along: cython.longlong
    node: cython.int
    neighbour: cython.int
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    step_end: cython.Py_ssize_t = steps.shape[0]
    with cython.nogil:
        nodes[4 * cython.cast(cython.Py_ssize_t, start) + 2] = mark
        nodes[4 * cython.cast(cython.Py_ssize_t, start) + 3] = -1
        while stack >= 0 and visited < limit:
            node = stack
            at = 4 * cython.cast(cython.Py_ssize_t, node)
            stack = nodes[at + 3]
            visited = visited + 1
            across = node % row_length - goal_column
            along = node // row_length - goal_row
            distance = across * across + along * along
            if nearest < 0 or distance < least:
                least = distance
                nodes[at] = -1
                nearest = node
                ties = 1
            elif distance == least:
                nodes[at] = nearest
                nearest = node
                ties = ties + 1
            for i in range(0, step_end, 6):
                if steps[i + 3] != 0:
                    continue
                neighbour = node + steps[i]
                at = 4 * cython.cast(cython.Py_ssize_t, neighbour)
                if cells[neighbour] != 0 and nodes[at + 2] != mark:
                    nodes[at + 2] = mark
                    nodes[at + 3] = stack
                    stack = neighbour
    found[0] = visited
    found[1] = 1 if stack >= 0 else 0
    found[2] = nearest
    found[3] = ties


@cython.boundscheck(False)
@cython.wraparound(False)
def nearest_free(
    cells: cython.const[cython.uchar][::1],
    row_length: cython.int,
    x: cython.double,
    z: cython.double,
    column: cython.longlong,
    row: cython.longlong,
    first_ring: cython.longlong,
    last_ring: cython.longlong,
) -> int:
    """The free cell whose centre is nearest to a point, by square rings around its cell.

    Columns, rows and the point (in cells) count from the corner of the padded array. A cell of
    ring r is at least r - 1/2 away, so the scan ends when that exceeds the best distance
    (S0-041). Ties go to the lower index. Returns -1 when the rings hold no free cell.
    """
    depth: cython.longlong = cells.shape[0] // row_length
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
            r = row - ring if row - ring > 0 else 0
            while r <= row + ring and r < depth:
                c0 = column - ring
                c1 = column + ring
                stride = 1
                if r != row - ring and r != row + ring and ring > 0:
                    # Between its lowest and highest row a ring has its two ends only.
                    stride = 2 * ring
                elif c0 < 0:
                    c0 = 0
                c = c0
                while c <= c1 and c < row_length:
                    node = r * row_length + c
                    if c >= 0 and cells[node] != 0:
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
    """`cell` as an integer between `low` and `high`, whatever its size."""
    if not cell > low:
        return low
    if not cell < high:
        return high
    return cython.cast(cython.int, floor(cell))


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def stamp(
    cells: cython.uchar[::1],
    source: cython.const[cython.uchar][::1],
    row_length: cython.int,
    frame: cython.const[cython.double][::1],
    circles: cython.const[cython.double][:, ::1],
    restore: cython.bint,
) -> None:
    """Block the cells that circles cover, or bring back what `source` has in their places.

    `frame` is the anchor's x and z, the cell size, and the window's first column and row;
    circles are x, z, radius in metres. A cell is covered when its centre is at most a radius
    away or when it holds the circle's centre (S0-075).
    """
    depth: cython.int = cython.cast(cython.int, cells.shape[0] // row_length)
    size: cython.double = frame[2]
    i: cython.Py_ssize_t
    x: cython.double
    z: cython.double
    radius: cython.double
    dx: cython.double
    dz: cython.double
    column: cython.int
    row: cython.int
    column0: cython.int
    column1: cython.int
    row1: cython.int
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
                column = column0
                while column < column1:
                    dx = frame[0] + (frame[3] + column + 0.5) * size - x
                    if dx * dx + dz * dz <= radius * radius or (
                        column == own_column and row == own_row
                    ):
                        at = (row + 1) * cython.cast(cython.Py_ssize_t, row_length) + column + 1
                        cells[at] = source[at] if restore else 0
                    column = column + 1
                row = row + 1
