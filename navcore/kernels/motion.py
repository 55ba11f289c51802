"""Carrying agents along their paths.

The rules, in words: a step covers exactly speed x time; it is cut at each point of the path
and its rest is spent on the next, so the line that is walked is the path itself at any length
of step (S0-084). An agent turns toward where it walks, by the shorter way round, at its
rotation speed, for as long as it walks that way (S0-085).
"""

import cython
from cython.cimports.libc.math import atan2, floor, sqrt


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.cdivision(True)
def _turned(facing: cython.double, aim: cython.double, limit: cython.double) -> cython.double:
    """`facing` turned toward `aim` by at most `limit` radians, within [-pi, pi)."""
    pi: cython.double = 3.141592653589793
    delta: cython.double = aim - facing
    delta = delta - 2.0 * pi * floor((delta + pi) / (2.0 * pi))
    if delta > limit:
        delta = limit
    elif delta < -limit:
        delta = -limit
    else:
        return aim
    turned: cython.double = facing + delta
    return turned - 2.0 * pi * floor((turned + pi) / (2.0 * pi))


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def follow(
    dt: cython.double,
    positions: cython.double[:, ::1],
    facings: cython.double[::1],
    walk_speeds: cython.double[::1],
    rotation_speeds: cython.double[::1],
    points: cython.double[:, ::1],
    current: cython.longlong[::1],
    end: cython.longlong[::1],
) -> None:
    """Move every agent for `dt` seconds; writes positions, facings and current.

    Agent i walks to points[current[i]], then on, up to before points[end[i]]; current[i] is
    moved past each point that it comes to.
    """
    i: cython.Py_ssize_t
    j: cython.longlong
    x: cython.double
    z: cython.double
    dx: cython.double
    dz: cython.double
    distance: cython.double
    left: cython.double
    stride: cython.double
    facing: cython.double
    with cython.nogil:
        for i in range(positions.shape[0]):
            j = current[i]
            left = walk_speeds[i] * dt
            if j >= end[i] or not left > 0.0:
                continue
            x = positions[i, 0]
            z = positions[i, 1]
            facing = facings[i]
            while j < end[i]:
                dx = points[j, 0] - x
                dz = points[j, 1] - z
                distance = sqrt(dx * dx + dz * dz)
                stride = min(left, distance)
                if distance > 0.0:
                    facing = _turned(
                        facing, atan2(dz, dx), rotation_speeds[i] * (stride / walk_speeds[i])
                    )
                if distance > left:
                    x = x + dx * (left / distance)
                    z = z + dz * (left / distance)
                    break
                x = points[j, 0]
                z = points[j, 1]
                left = left - distance
                j = j + 1
            positions[i, 0] = x
            positions[i, 1] = z
            facings[i] = facing
            current[i] = j
