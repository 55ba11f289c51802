"""Many ways at once, on all cores."""

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, Unpack

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.level.model import Point
from navcore.path.find import find_path
from navcore.path.options import Options
from navcore.path.result import PathResult

__all__ = ["find_all", "find_paths"]

_MOST_THREADS: Final = 64
"""Most worker threads that all callers share."""


def find_paths(
    grid: NavGrid,
    starts: npt.ArrayLike,
    goals: npt.ArrayLike,
    *,
    threads: int | None = None,
    **options: Unpack[Options],
) -> list[PathResult]:
    """Return the shortest path for each pair of a start and a goal, in order.

    Each equals the result of `find_path` for the pair, with any number of threads.

    Args:
        grid: walkable cells and their costs; never changed.
        starts: (n, 2) x, z in metres.
        goals: (n, 2) x, z in metres.
        threads: number of threads; None for one per core.
        options: options of `find_path` for all pairs; `avoid` is one set of circles for all.

    Raises:
        NavcoreError: if shapes are wrong or differ, or an argument is out of its range.
    """
    return find_all(partial(find_path, grid, **options), starts, goals, threads=threads)


def find_all(
    find: Callable[[Point, Point], PathResult],
    starts: npt.ArrayLike,
    goals: npt.ArrayLike,
    *,
    threads: int | None = None,
) -> list[PathResult]:
    """Return the results of `find` for each pair of start and goal, see :func:`find_paths`."""
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
    left = deque(range(len(pairs)))

    def work() -> None:
        while (i := _pop_number(left)) is not None:
            found[i] = find(*pairs[i])

    if workers <= 1:
        work()
    else:
        _together(work, workers)
    return found


def _points(name: str, given: npt.ArrayLike) -> list[tuple[float, float]]:
    try:
        points = np.asarray(given, np.float64)
    except (TypeError, ValueError):
        message = f"{name} must be (n, 2): x, z; got points of different lengths, or no numbers"
        raise NavcoreError(message) from None
    if points.size == 0:
        return []
    if points.ndim != 2 or points.shape[1] != 2:
        message = f"{name} must be (n, 2): x, z; got shape {points.shape}"
        raise NavcoreError(message)
    return [(x, z) for x, z in points.tolist()]


def _pop_number(left: deque[int]) -> int | None:
    """Remove and return one of the remaining numbers, for one thread only; None if none."""
    try:
        return left.popleft()
    except IndexError:
        return None


def _together(work: Callable[[], None], workers: int) -> None:
    """Do the work in this thread and in others; raise what one of them raised."""
    others = [_POOL.threads.submit(work) for _ in range(workers - 1)]
    try:
        work()
    finally:
        for other in others:
            other.exception()
    for other in others:
        other.result()


class _Pool:
    """Threads that stay, with the memory that their searches write in; started when needed."""

    def __init__(self) -> None:
        self.renew()
        if hasattr(os, "register_at_fork"):
            # A forked process has none of the threads, and would wait for them for ever.
            os.register_at_fork(after_in_child=self.renew)

    def renew(self) -> None:
        self.threads = ThreadPoolExecutor(_MOST_THREADS, "navcore-path")


_POOL: Final = _Pool()
