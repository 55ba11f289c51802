"""Paths from one storey to another."""

from typing import Unpack

from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.level.canonical import as_point
from navcore.level.model import Point
from navcore.path.find import find_path
from navcore.path.options import Options
from navcore.path.result import PathResult, Status

__all__ = ["find_path_between"]


def find_path_between(
    grid: NavGrid, goal_grid: NavGrid, start: Point, goal: Point, **options: Unpack[Options]
) -> PathResult:
    """Return the path from a start on one storey to a goal on another.

    Nothing joins storeys yet, so it is `NoPath`; or `BadStart` or `BadEnd`, where an end has no
    walkable cell on its own storey.

    Args:
        grid: The start's storey.
        goal_grid: The goal's, on the same lattice.
        start: x and z, metres; anywhere.
        goal: x and z, metres; anywhere.
        options: Those of :func:`navcore.path.find.find_path`.

    Raises:
        NavcoreError: as `find_path`.
    """
    leaves = find_path(grid, start, start, **options)
    goal = as_point(goal, "goal")
    arrives = find_path(goal_grid, goal, goal, **options)
    status = Status.NO_PATH
    if leaves.status is Status.BAD_START:
        status = Status.BAD_START
    elif arrives.status is Status.BAD_START:
        status = Status.BAD_END
    return replace(leaves, status=status, goal=goal, time=leaves.time + arrives.time)
