"""Finding ways: from point to point, and as near as possible."""

from typing import Literal, TypeAlias

import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.level.model import Point
from navcore.path.result import PathResult

__all__ = ["Smoothing", "find_path", "find_path_to_nearest"]

Smoothing: TypeAlias = Literal["greedy", "none"]


def find_path(
    grid: NavGrid,
    start: Point,
    goal: Point,
    *,
    snap_radius: float = 8.0,
    avoid: npt.ArrayLike | None = None,
    smoothing: Smoothing = "greedy",
    limit: int | None = None,
) -> PathResult:
    """The shortest way from start to goal."""
    raise NotImplementedError


def find_path_to_nearest(
    grid: NavGrid,
    start: Point,
    goal: Point,
    *,
    snap_radius: float = 8.0,
    avoid: npt.ArrayLike | None = None,
    smoothing: Smoothing = "greedy",
    limit: int | None = None,
) -> PathResult:
    """The way to the goal, or to the reachable place nearest to it."""
    raise NotImplementedError
