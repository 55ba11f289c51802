"""Many ways at once, on all cores."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import count
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.path.find import Options, find_path
from navcore.path.result import PathResult

__all__ = ["find_paths"]


def find_paths(
    grid: NavGrid,
    starts: npt.ArrayLike,
    goals: npt.ArrayLike,
    *,
    threads: int | None = None,
    **options: Unpack[Options],
) -> list[PathResult]:
    """The shortest way from each start to the goal in the same place, in this order.

    Each is what `find_path` says of that pair, whatever the number of threads.

    Args:
        grid: what is walkable and what it costs; never changed.
        starts: (n, 2) x, z in metres.
        goals: (n, 2) x, z in metres.
        threads: how many to share the work between; None for one a core.
        options: those of `find_path`, for all pairs; `avoid` is one set of circles for all.

    Raises:
        NavcoreError: if the shapes are others or differ, or an argument is out of its range.
    """
    froms, tos = _points("starts", starts), _points("goals", goals)
    if len(froms) != len(tos):
        message = f"starts and goals must be as many, got {len(froms)} and {len(tos)}"
        raise NavcoreError(message)
    pairs = list(zip(froms, tos, strict=True))
    if threads is not None and threads < 1:
        message = f"threads must be at least 1, or None, got {threads}"
        raise NavcoreError(message)
    workers = min(len(pairs), threads or os.cpu_count() or 1)
    found: list[Any] = [None] * len(pairs)
    turn = count()

    def work() -> None:
        for i in _numbers(turn, len(pairs)):
            found[i] = find_path(grid, *pairs[i], **options)

    if workers <= 1:
        work()
    else:
        _together(work, workers)
    return found


def _points(name: str, given: npt.ArrayLike) -> list[tuple[float, float]]:
    points = np.asarray(given, np.float64)
    if points.size == 0:
        return []
    if points.ndim != 2 or points.shape[1] != 2:
        message = f"{name} must be (n, 2): x, z; got shape {points.shape}"
        raise NavcoreError(message)
    return [(x, z) for x, z in points.tolist()]


def _numbers(turn: "count[int]", end: int) -> Iterator[int]:
    """Whole numbers below `end`, each to only one of those who share the counter."""
    i = next(turn)
    while i < end:
        yield i
        i = next(turn)


def _together(work: Callable[[], None], workers: int) -> None:
    """Do the work in this thread and in others; raises what one of them raised."""
    others = [_pool(workers - 1).submit(work) for _ in range(workers - 1)]
    try:
        work()
    finally:
        for other in others:
            other.exception()
    for other in others:
        other.result()


@lru_cache(maxsize=1)
def _pool(workers: int) -> ThreadPoolExecutor:
    """Threads that stay, with the memory that their searches write in."""
    return ThreadPoolExecutor(workers, "navcore-path")
