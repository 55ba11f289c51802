# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Counts of agents with a common property: a target, or a square of floor that they walk on.

The property is looked up in a hash table, so that nothing is sorted. The length of a table is a
power of two, and at least twice the number of agents.
"""

import cython
from cython.cimports.libc.math import floor, sqrt

FAR = cython.declare(cython.double, 1e9)
# Resolution of targets in the table, parts of a metre.
PARTS = cython.declare(cython.double, 1048576.0)
LOW = cython.declare(cython.longlong, 0xFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _whole(at: cython.double) -> cython.longlong:
    """Return an integer for a coordinate, below 2^32."""
    if -FAR < at < FAR:
        return cython.cast(cython.longlong, at * PARTS) & LOW
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(one: cython.longlong, other: cython.longlong, size: cython.Py_ssize_t) -> cython.longlong:
    """Return the slot, in a table of this size, where two numbers below 2^32 are searched first."""
    mixed: cython.longlong = (one * 73856093) ^ (other * 19349663)
    return (mixed ^ (mixed >> 29)) & (size - 1)


def table_size(count: cython.Py_ssize_t) -> int:
    """Return the length of a table for this many agents."""
    size: cython.Py_ssize_t = 16
    while size < 2 * count:
        size *= 2
    return size


def count_targets(
    targets: cython.const[cython.double][:, ::1],
    slots: cython.int[::1],
    firsts: cython.int[::1],
    counts: cython.int[::1],
) -> None:
    """Count agents with the same target.

    Args:
        targets: (n, 2) metres.
        slots: Buffer for a table.
        firsts: (n,) takes the lowest row with the same target as each one.
        counts: (n,) takes the number of agents for those rows; the others stay unchanged.
    """
    i: cython.Py_ssize_t
    k: cython.longlong
    x: cython.double
    z: cython.double
    with cython.nogil:
        for i in range(slots.shape[0]):
            slots[i] = -1
        for i in range(targets.shape[0]):
            x = targets[i, 0]
            z = targets[i, 1]
            k = _slot(_whole(x), _whole(z), slots.shape[0])
            while slots[k] >= 0 and (targets[slots[k], 0] != x or targets[slots[k], 1] != z):
                k = (k + 1) & (slots.shape[0] - 1)
            if slots[k] < 0:
                slots[k] = cython.cast(cython.int, i)
                counts[i] = 0
            firsts[i] = slots[k]
            counts[slots[k]] += 1


def measure_squares(
    walks: cython.const[cython.uchar][::1],
    positions: cython.const[cython.double][:, ::1],
    velocities: cython.const[cython.double][:, ::1],
    storeys: cython.const[cython.uchar][::1],
    side: cython.double,
    row_length: cython.longlong,
    slots: cython.int[::1],
    numbers: cython.longlong[::1],
    counts: cython.longlong[::1],
    sums: cython.double[::1],
) -> int:
    """Return the number of squares with walkers.

    Args:
        walks: (n,) 1 for agents that count.
        positions: (n, 2) metres.
        velocities: (n, 2) metres per second.
        storeys: (n,) numbers of storeys.
        side: Side of the squares, metres.
        row_length: Numbers reserved for a row of squares, and rows for a storey.
        slots: Buffer for a table.
        numbers: (n,) takes the numbers of the squares, in the order of agents.
        counts: (n,) takes the number of walkers on each.
        sums: (n,) takes the sum of their speeds, metres per second.
    """
    i: cython.Py_ssize_t
    k: cython.longlong
    column: cython.longlong
    row: cython.longlong
    number: cython.longlong
    found: cython.int = 0
    with cython.nogil:
        for i in range(slots.shape[0]):
            slots[i] = -1
        for i in range(positions.shape[0]):
            if not walks[i]:
                continue
            column = cython.cast(cython.longlong, floor(positions[i, 0] / side))
            row = cython.cast(cython.longlong, floor(positions[i, 1] / side))
            number = (storeys[i] * row_length + row + row_length // 2) * row_length
            number += column + row_length // 2
            k = _slot(column & LOW, row & LOW, slots.shape[0])
            while slots[k] >= 0 and numbers[slots[k]] != number:
                k = (k + 1) & (slots.shape[0] - 1)
            if slots[k] < 0:
                slots[k] = found
                numbers[found] = number
                counts[found] = 0
                sums[found] = 0.0
                found += 1
            counts[slots[k]] += 1
            sums[slots[k]] += sqrt(
                velocities[i, 0] * velocities[i, 0] + velocities[i, 1] * velocities[i, 1]
            )
    return found
