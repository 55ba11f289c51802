# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Delay of an agent on a path through a crowd, and the squares that the crowd stands on."""

import cython
from cython.cimports.libc.math import floor, sqrt

INFINITE = cython.declare(cython.double, float("inf"))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _place(
    number: cython.longlong, squares: cython.const[cython.longlong][::1]
) -> cython.Py_ssize_t:
    """Return the index of a square in ascending numbers of squares, or -1."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = squares.shape[0]
    middle: cython.Py_ssize_t
    while low < high:
        middle = (low + high) // 2
        if squares[middle] < number:
            low = middle + 1
        else:
            high = middle
    if low < squares.shape[0] and squares[low] == number:
        return low
    return -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _speed(
    number: cython.longlong,
    squares: cython.const[cython.longlong][::1],
    speeds: cython.const[cython.double][::1],
) -> cython.double:
    """Return the speed on a square, infinite if unknown; the numbers of squares ascend."""
    at: cython.Py_ssize_t = _place(number, squares)
    return INFINITE if at < 0 else speeds[at]


def hang_together(
    begin: cython.longlong,
    squares: cython.const[cython.longlong][::1],
    row_length: cython.longlong,
    seen: cython.uchar[::1],
    found: cython.longlong[::1],
) -> int:
    """Find the squares that are connected with one by their sides; return how many.

    Args:
        begin: The number of the first square.
        squares: (s,) ascending numbers of squares to search.
        row_length: Numbers reserved for a row of squares.
        seen: (s,) zeros.
        found: (m,) takes at most m numbers, ordered by steps from the first square.
    """
    k: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = _place(begin, squares)
    count: cython.Py_ssize_t = 1
    side: cython.int
    number: cython.longlong
    with cython.nogil:
        found[0] = begin
        if at >= 0:
            seen[at] = 1
        while k < count < found.shape[0]:
            for side in range(4):
                number = found[k]
                if side < 2:
                    number += 1 if side == 0 else -1
                else:
                    number += row_length if side == 2 else -row_length
                at = _place(number, squares)
                if at >= 0 and not seen[at] and count < found.shape[0]:
                    seen[at] = 1
                    found[count] = number
                    count += 1
            k += 1
    return count


def look_along(
    path: cython.const[cython.double][:, ::1],
    squares: cython.const[cython.longlong][::1],
    speeds: cython.const[cython.double][::1],
    frame: cython.const[cython.double][::1],
    row_length: cython.longlong,
    storey: cython.longlong,
    walk: cython.double,
    places: cython.double[:, ::1],
    slower: cython.double[::1],
    found: cython.double[::1],
) -> int:
    """Return the number of places at which a path was looked at.

    Args:
        path: (k, 2) the agent's place and the points after it, metres.
        squares: (s,) ascending numbers of squares on which the crowd was measured.
        speeds: (s,) its speeds there, metres per second.
        frame: Metres between places, metres that are looked ahead, and the side of the squares,
            metres; the least speed that counts, and the one below which a crowd creeps.
        row_length: Numbers reserved for a row of squares, and rows for a storey.
        storey: Number of the path's storey.
        walk: Speed of the agent alone, metres per second.
        places: (m, 2) takes the places; m is the greatest possible number.
        slower: (m,) takes the delay in each piece of the path, seconds.
        found: (2,) takes the length of the path, metres, and the index of the first place where
            the crowd creeps, -1 for none.
    """
    leg: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = path.shape[0] - 2
    count: cython.int = 0
    first: cython.int = -1
    j: cython.Py_ssize_t
    dx: cython.double
    dz: cython.double
    length: cython.double
    share: cython.double
    crowd: cython.double
    column: cython.longlong
    row: cython.longlong
    stride: cython.double = frame[0]
    at: cython.double = stride / 2
    end: cython.double
    total: cython.double = 0.0
    with cython.nogil:
        for j in range(last + 1):
            dx = path[j + 1, 0] - path[j, 0]
            dz = path[j + 1, 1] - path[j, 1]
            total += sqrt(dx * dx + dz * dz)
        dx = path[1, 0] - path[0, 0]
        dz = path[1, 1] - path[0, 1]
        length = sqrt(dx * dx + dz * dz)
        end = length
        while at < min(total, frame[1]) and count < places.shape[0]:
            while end < at and leg < last:
                leg += 1
                dx = path[leg + 1, 0] - path[leg, 0]
                dz = path[leg + 1, 1] - path[leg, 1]
                length = sqrt(dx * dx + dz * dz)
                end += length
            share = (at - (end - length)) / max(length, 1e-9)
            places[count, 0] = path[leg, 0] + dx * share
            places[count, 1] = path[leg, 1] + dz * share
            column = cython.cast(cython.longlong, floor(places[count, 0] / frame[2]))
            row = cython.cast(cython.longlong, floor(places[count, 1] / frame[2]))
            row = (storey * row_length + row + row_length // 2) * row_length
            crowd = _speed(row + column + row_length // 2, squares, speeds)
            if crowd < frame[4] and first < 0:
                first = count
            slower[count] = max(stride / max(crowd, frame[3]) - stride / walk, 0.0)
            count += 1
            at = stride / 2 + count * stride
        found[0] = total
        found[1] = first
    return count
