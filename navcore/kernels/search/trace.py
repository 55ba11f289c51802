# cython: boundscheck=False, wraparound=False, cdivision=True
"""Turning cells of a path that a search has found, followed back from its goal.

Searches keep four int32 a cell in `nodes`; the last one is the cell that it was reached from, and
the start's own at the start. Paths are followed twice: to count the turns, then to write them from
the last to the first, so that nothing needs to be turned round.
"""

import cython


def trace_jumps(nodes, row_length, turns, goal, goal_first):
    """Put the turning cells of a path of jumps into `turns`, ends included; how many there are.

    A jump goes by diagonal steps first and straight ones then. The start comes first, or the goal
    with `goal_first`. When `turns` (n, 2), columns and rows, is too short, it holds none.
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
    """Put the turning cells of a path of single steps into `turns`, as :func:`trace_jumps`.

    It is followed back to the start, or to where a lane ends: a cell with the lowest bit of its
    third number.
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
            # Diagonal steps came first: the turn lies before the straight ones.
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
        # Ends are turns; else the steps before and after the cell differ.
        if node in (before, origin) or before - node != node - origin:
            count += 1
            if end > 0:
                turns[end - count, 0] = node % row_length
                turns[end - count, 1] = node // row_length
        if origin == node:
            return count
        before = node
        node = origin
