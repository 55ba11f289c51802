# cython: boundscheck=False, wraparound=False, cdivision=True
"""Trace the cells where a path turns, back from the goal of a search.

Searches keep four int32 for each cell in `nodes`. The last one is the cell's predecessor; the start
is its own predecessor. A path is followed twice: first to count the turns, then to write them from
the last to the first, so the result needs no reversal.
"""

import cython


def trace_jumps(nodes, row_length, turns, goal, goal_first):
    """Write the cells where a path of jumps turns to `turns`, ends included; return their number.

    A jump makes its diagonal steps before its straight ones. The start comes first, or with
    `goal_first` the goal. Rows of `turns` (n, 2) are column and row; nothing is written if there
    are too few.
    """
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = _follow_jumps(nodes, row_length, turns, goal, 0)
    if count <= turns.shape[0]:
        _follow_jumps(nodes, row_length, turns, goal, count)
        if goal_first:
            for i in range(count // 2):
                _swap(turns, i, count - 1 - i)
    return count


def trace_steps(nodes, row_length, turns, goal):
    """Write the cells where a path of single steps turns to `turns`, as :func:`trace_jumps`.

    The path is followed back to the start, or to the end of a lane: a cell with the lowest bit of
    its third number set.
    """
    count: cython.Py_ssize_t = _follow_steps(nodes, row_length, turns, goal, 0)
    if count <= turns.shape[0]:
        _follow_steps(nodes, row_length, turns, goal, count)
    return count


def _swap(turns, i, j):
    x: cython.int = turns[i, 0]
    z: cython.int = turns[i, 1]
    turns[i, 0] = turns[j, 0]
    turns[i, 1] = turns[j, 1]
    turns[j, 0] = x
    turns[j, 1] = z


def _follow_jumps(nodes, row_length, turns, node, end):
    """Number of turning cells; writes them up to before `end`."""
    count: cython.Py_ssize_t = 0
    x: cython.int = node % row_length
    z: cython.int = node // row_length
    origin: cython.int
    dx: cython.int
    dz: cython.int
    straight: cython.int
    while True:
        count += 1
        if end > 0:
            turns[end - count, 0] = x
            turns[end - count, 1] = z
        origin = nodes[4 * cython.cast(cython.Py_ssize_t, node) + 3]
        if origin == node:
            return count
        dx = x - origin % row_length
        dz = z - origin // row_length
        straight = abs(dx) - abs(dz)
        if straight != 0 and dx != 0 and dz != 0:
            # The diagonal steps came first, so the turn is before the straight ones.
            count += 1
            if end > 0:
                turns[end - count, 0] = x
                turns[end - count, 1] = z
                if straight > 0:
                    turns[end - count, 0] -= straight if dx > 0 else -straight
                else:
                    turns[end - count, 1] -= -straight if dz > 0 else straight
        node = origin
        x -= dx
        z -= dz


def _follow_steps(nodes, row_length, turns, node, end):
    """Number of turning cells; writes them up to before `end`."""
    count: cython.Py_ssize_t = 0
    origin: cython.int
    before: cython.int = node
    at: cython.Py_ssize_t
    while True:
        at = 4 * cython.cast(cython.Py_ssize_t, node)
        origin = node if nodes[at + 2] & 1 else nodes[at + 3]
        # A cell is a turn if it is an end, or if the steps before and after it differ.
        if node in (before, origin) or before - node != node - origin:
            count += 1
            if end > 0:
                turns[end - count, 0] = node % row_length
                turns[end - count, 1] = node // row_length
        if origin == node:
            return count
        before = node
        node = origin
