"""A* over a padded grid.

Cells are flat int32 ids into an array with a margin of one blocked cell, so no neighbour needs a
bounds check. `nodes` holds the search's state, four int32 for each cell:

    0  straight steps from the start
    1  diagonal steps from the start
    2  mark: 16 * generation, plus 8 once the cell is done; any other value: not reached yet
    3  predecessor on the path

Each search has a new generation, so `nodes` is never cleared.

The cost of a path is stored as two counts, straight and diagonal steps, and is converted to a
number only for comparisons. So paths of equal cost compare as equal to the last bit, whatever the
order of their steps. Ties are real ties, and the order of expansion (lower f, then lower h, then
lower index) is the same on every machine (S0-036, S0-039).

The open list is a binary heap. The last slot of its arrays is not part of the heap: it holds the
best new neighbour, which often is expanded next and then never enters the heap; its id is -1 if
there is none.

`steps` has six int32 for each neighbour: offset of its id, column step, row step, 1 if diagonal,
and the offsets of the two cells that must be free, too (S0-035); straight steps repeat their own
offset.
"""

import cython

DONE = cython.declare(cython.int, 8)
SQRT2 = cython.declare(cython.double, 1.4142135623730951)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _before(
    keys: cython.const[cython.double][::1],
    ids: cython.const[cython.int][::1],
    place: cython.Py_ssize_t,
    f: cython.double,
    h: cython.double,
    node: cython.int,
) -> cython.bint:
    """Return whether the heap's entry at `place` comes before the entry f, h, node."""
    if keys[2 * place] != f:
        return keys[2 * place] < f
    if keys[2 * place + 1] != h:
        return keys[2 * place + 1] < h
    return ids[place] < node


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _put(
    keys: cython.double[::1],
    ids: cython.int[::1],
    place: cython.Py_ssize_t,
    f: cython.double,
    h: cython.double,
    node: cython.int,
) -> cython.void:
    keys[2 * place] = f
    keys[2 * place + 1] = h
    ids[place] = node


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
    """Push an entry onto a heap of `size` entries."""
    hole: cython.Py_ssize_t = size
    above: cython.Py_ssize_t
    while hole > 0:
        above = (hole - 1) >> 1
        if _before(keys, ids, above, f, h, node):
            break
        _put(keys, ids, hole, keys[2 * above], keys[2 * above + 1], ids[above])
        hole = above
    _put(keys, ids, hole, f, h, node)


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
    """Replace the first entry of a heap of `size` entries."""
    hole: cython.Py_ssize_t = 0
    below: cython.Py_ssize_t = 1
    while below < size:
        if below + 1 < size and _before(
            keys, ids, below + 1, keys[2 * below], keys[2 * below + 1], ids[below]
        ):
            below = below + 1
        if not _before(keys, ids, below, f, h, node):
            break
        _put(keys, ids, hole, keys[2 * below], keys[2 * below + 1], ids[below])
        hole = below
        below = 2 * hole + 1
    _put(keys, ids, hole, f, h, node)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _take(
    keys: cython.double[::1], ids: cython.int[::1], size: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Move the first entry to the last slot; return the new size of the heap.

    There must be an entry, in the heap or in the last slot.
    """
    last: cython.Py_ssize_t = ids.shape[0] - 1
    f: cython.double = keys[2 * last]
    h: cython.double = keys[2 * last + 1]
    node: cython.int = ids[last]
    if node >= 0 and (size == 0 or not _before(keys, ids, 0, f, h, node)):
        return size
    _put(keys, ids, last, keys[0], keys[1], ids[0])
    if node < 0:
        size = size - 1
        f = keys[2 * size]
        h = keys[2 * size + 1]
        node = ids[size]
    _put_on_top(keys, ids, size, f, h, node)
    return size


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _add(
    keys: cython.double[::1],
    ids: cython.int[::1],
    size: cython.Py_ssize_t,
    f: cython.double,
    h: cython.double,
    node: cython.int,
) -> cython.Py_ssize_t:
    """Put an entry into the last slot if it is the best so far, else into the heap.

    Returns the new size of the heap.
    """
    last: cython.Py_ssize_t = ids.shape[0] - 1
    if ids[last] < 0:
        _put(keys, ids, last, f, h, node)
        return size
    if _before(keys, ids, last, f, h, node):
        _push(keys, ids, size, f, h, node)
    else:
        _push(keys, ids, size, keys[2 * last], keys[2 * last + 1], ids[last])
        _put(keys, ids, last, f, h, node)
    return size + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _is_blocked(
    cells: cython.const[cython.uchar][::1],
    stamped: cython.const[cython.uchar][::1],
    node: cython.Py_ssize_t,
) -> cython.bint:
    return cells[node] == 0 or (stamped.shape[0] != 0 and stamped[node] != 0)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _reach(
    nodes: cython.int[::1],
    node: cython.int,
    straight: cython.int,
    diagonal: cython.int,
    mark: cython.int,
    origin: cython.int,
) -> cython.bint:
    """Store a path to a cell if it is the cheapest so far; return whether it is."""
    at: cython.Py_ssize_t = 4 * cython.cast(cython.Py_ssize_t, node)
    if nodes[at + 2] == mark + DONE:
        return False
    if nodes[at + 2] == mark and straight + diagonal * SQRT2 >= nodes[at] + nodes[at + 1] * SQRT2:
        return False
    nodes[at] = straight
    nodes[at + 1] = diagonal
    nodes[at + 2] = mark
    nodes[at + 3] = origin
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def _expand(
    cells: cython.const[cython.uchar][::1],
    stamped: cython.const[cython.uchar][::1],
    row_length: cython.int,
    steps: cython.const[cython.int][::1],
    node: cython.int,
    goal: cython.int,
    nodes: cython.int[::1],
    keys: cython.double[::1],
    ids: cython.int[::1],
    size: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Add the free neighbours of a cell that is done; return the new size of the heap."""
    at: cython.Py_ssize_t = 4 * cython.cast(cython.Py_ssize_t, node)
    mark: cython.int = nodes[at + 2] - DONE
    straight: cython.int = nodes[at]
    diagonal: cython.int = nodes[at + 1]
    columns: cython.int = node % row_length - goal % row_length
    rows: cython.int = node // row_length - goal // row_length
    neighbour: cython.int
    next_straight: cython.int
    next_diagonal: cython.int
    across: cython.int
    along: cython.int
    shorter: cython.int
    i: cython.Py_ssize_t
    for i in range(0, steps.shape[0], 6):
        neighbour = node + steps[i]
        if _is_blocked(cells, stamped, neighbour):
            continue
        if _is_blocked(cells, stamped, node + steps[i + 4]):
            continue
        if _is_blocked(cells, stamped, node + steps[i + 5]):
            continue
        next_straight = straight + 1 - steps[i + 3]
        next_diagonal = diagonal + steps[i + 3]
        if _reach(nodes, neighbour, next_straight, next_diagonal, mark, node):
            across = abs(columns + steps[i + 1])
            along = abs(rows + steps[i + 2])
            shorter = min(across, along)
            across = across + along - 2 * shorter
            size = _add(
                keys,
                ids,
                size,
                (next_straight + across) + (next_diagonal + shorter) * SQRT2,
                across + shorter * SQRT2,
                neighbour,
            )
    return size


@cython.boundscheck(False)
@cython.wraparound(False)
def astar(
    cells: cython.const[cython.uchar][::1],
    stamped: cython.const[cython.uchar][::1],
    row_length: cython.int,
    steps: cython.const[cython.int][::1],
    start: cython.int,
    goal: cython.int,
    nodes: cython.int[::1],
    keys: cython.double[::1],
    ids: cython.int[::1],
    state: cython.longlong[::1],
) -> int:
    """Expand cells in order of f until the goal is expanded.

    `stamped` marks cells that dynamic obstacles block, or is empty. `state` holds the generation,
    the size of the heap, the number of expanded cells, their limit, and the number of heap
    operations. With a heap of size 0 and no expanded cells a new search starts; otherwise the
    search continues.

    Returns 0 if the goal was reached, 1 if no path exists, 2 if the limit was reached, and 3 if
    the heap must be larger before the search can continue.
    """
    mark: cython.int = cython.cast(cython.int, 16 * state[0])
    size: cython.Py_ssize_t = state[1]
    taken: cython.longlong = state[2]
    limit: cython.longlong = state[3]
    last: cython.Py_ssize_t = ids.shape[0] - 1
    outcome: cython.int = 1
    taken_out: cython.longlong = 0
    node: cython.int
    at: cython.Py_ssize_t
    with cython.nogil:
        ids[last] = -1
        if size == 0 and taken == 0:
            _reach(nodes, start, 0, 0, mark, start)
            _put(keys, ids, last, 0.0, 0.0, start)
        while size > 0 or ids[last] >= 0:
            size = _take(keys, ids, size)
            node = ids[last]
            at = 4 * cython.cast(cython.Py_ssize_t, node) + 2
            ids[last] = -1
            taken_out = taken_out + 1
            if nodes[at] == mark + DONE:
                continue
            if taken >= limit or size + steps.shape[0] > last:
                outcome = 2 if taken >= limit else 3
                # Push the cell back with a key that sorts it first.
                _push(keys, ids, size, -1.0, 0.0, node)
                size = size + 1
                break
            nodes[at] = mark + DONE
            taken = taken + 1
            if node == goal:
                outcome = 0
                break
            size = _expand(cells, stamped, row_length, steps, node, goal, nodes, keys, ids, size)
    # Each entry that was popped, or is still in the heap, was pushed once.
    state[4] += 2 * taken_out + size - state[1] + (ids[last] >= 0)
    state[1] = size
    state[2] = taken
    return outcome


@cython.boundscheck(False)
@cython.wraparound(False)
def way_length(nodes: cython.const[cython.int][::1], goal: cython.int) -> int:
    """Return the number of cells on the path to `goal`, ends included, after a search."""
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
    """Write the columns and rows, in the padded array, of the cells on the path to `goal`."""
    node: cython.int = goal
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(out.shape[0] - 1, -1, -1):
            out[i, 0] = node % row_length
            out[i, 1] = node // row_length
            node = nodes[4 * cython.cast(cython.Py_ssize_t, node) + 3]
