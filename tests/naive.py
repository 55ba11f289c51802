"""Obvious, slow references that the fast code is held against."""

import math

# Walking: the kernel motion


def walk(
    position: tuple[float, float],
    speed: float,
    points: list[tuple[float, float]],
    seconds: float,
) -> tuple[tuple[float, float], int]:
    """Where an agent is after `seconds` along `points`, and how many of them it has passed."""
    passed = 0
    for point in points:
        needed = math.dist(position, point) / speed
        if needed > seconds:
            share = seconds / needed
            x = position[0] + (point[0] - position[0]) * share
            z = position[1] + (point[1] - position[1]) * share
            return (x, z), passed
        position, seconds, passed = point, seconds - needed, passed + 1
    return position, passed


def angle_between(first: float, second: float) -> float:
    """How far two directions are apart, 0 to pi radians."""
    return abs(math.remainder(first - second, 2 * math.pi))
