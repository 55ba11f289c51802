# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Counting agents that have something in common: a target, a square of floor that they walk on.

What they have in common is looked up in a table, so that nothing is sorted. A table is a power
of two long, and at least twice as long as there are agents.
"""

import cython
from cython.cimports.libc.math import floor, sqrt

FAR = cython.declare(cython.double, 1e9)
# Parts of a metre that tell targets apart in the table.
PARTS = cython.declare(cython.double, 1048576.0)
LOW = cython.declare(cython.longlong, 0xFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _whole(at: cython.double) -> cython.longlong:
    """A number for a coordinate, below 2^32."""
    if -FAR < at < FAR:
        return cython.cast(cython.longlong, at * PARTS) & LOW
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(one: cython.longlong, other: cython.longlong, size: cython.Py_ssize_t) -> cython.longlong:
    """Where in a table of this size two numbers below 2^32 are looked for first."""
    mixed: cython.longlong = (one * 73856093) ^ (other * 19349663)
    return (mixed ^ (mixed >> 29)) & (size - 1)


def table_size(count: cython.Py_ssize_t) -> int:
    """How long a table for so many agents is."""
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
        slots: Room for a table.
        firsts: (n,) takes the lowest row with the same target as each one.
        counts: (n,) takes for those rows how many have it; the others are left as they are.
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
    """Return how many squares somebody walks on.

    Args:
        walks: (n,) who counts.
        positions: (n, 2) metres.
        velocities: (n, 2) metres a second.
        storeys: (n,) on which each is.
        side: Of the squares, metres.
        row_length: Numbers of squares in a row of them, and of rows in a storey.
        slots: Room for a table.
        numbers: (n,) takes the numbers of the squares, as they come.
        counts: (n,) takes how many walk on each.
        sums: (n,) takes the sum of their speeds, metres a second.
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
