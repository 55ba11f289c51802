"""Cache of jump points: later searches read what one search has scanned from the grid.

A cache belongs to one thread, so searches take no lock, and the cache ends with its thread. After
an edit the thread moves its cache to the new grid and only forgets entries around the changed
cells. The new grid records which grid it came from, once, before it is searched; this never
changes, so any number of threads may read it while others bake.
"""

import threading
from collections.abc import Sequence
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np

from navcore.bake.grid import Ancestor, NavGrid, Token
from navcore.bake.raster import CellRect
from navcore.kernels import buffers
from navcore.kernels.raster import bitmap_scan
from navcore.kernels.search import jump_cache

__all__ = ["NO_LINES", "hand_on", "jump_cache_of"]

NO_LINES: Final = np.zeros((0, 1), np.uint64)

_MOST_CORNERS: Final = 1 << 16
"""Most cells whose jump points a cache holds."""
_MOST_FOUND: Final = 1 << 22
"""Most numbers that a cache stores for them."""
_MOST_CHANGES: Final = 64
"""Rectangles of changed cells after which a new grid begins with an empty cache."""


class _Caches(threading.local):
    """The caches of the current thread."""

    def __init__(self) -> None:
        self.by_grid: WeakKeyDictionary[Token, jump_cache.Successors] = WeakKeyDictionary()


_CACHES: Final = _Caches()


def jump_cache_of(grid: NavGrid) -> jump_cache.Successors:
    """Return this thread's cache for a grid, taken over from an earlier grid if possible."""
    caches = _CACHES.by_grid
    token = grid.derived.token
    found = caches.get(token)
    if found is None:
        found = caches[token] = _taken_over(grid) or _empty_cache(grid)
    return found


def hand_on(before: NavGrid, after: NavGrid, changes: Sequence[CellRect]) -> None:
    """Let threads move their caches from `before` to `after`, which must not be searched yet.

    Both have the same lattice; their cells differ within `changes` only.
    """
    old, new = before.derived, after.derived
    if new is old:
        return
    ancestors = (Ancestor(old.token, tuple(changes), old.changed), *old.ancestors)
    new.changed = old.changed + len(changes)
    # From the oldest on: every mouse move of a drag gets here, and drops one or two.
    kept = len(ancestors)
    while kept and new.changed - ancestors[kept - 1].changed > _MOST_CHANGES:
        kept -= 1
    new.ancestors = ancestors[:kept]


def _taken_over(grid: NavGrid) -> jump_cache.Successors | None:
    """Return the thread's cache for the nearest ancestor, moved to this grid; None without one."""
    caches = _CACHES.by_grid
    changes: list[CellRect] = []
    for ancestor in grid.derived.ancestors:
        changes += ancestor.changes
        cache = caches.pop(ancestor.token, None)
        if cache is not None:
            cache.move(*_lines_of(grid))
            for rect in changes:
                # The padded array begins one cell before the window.
                cache.forget(rect.column0 + 1, rect.row0 + 1, rect.column1, rect.row1)
            return cache
    return None


def _empty_cache(grid: NavGrid) -> jump_cache.Successors:
    depth, width = grid.padded.shape
    room = max(_MOST_FOUND, jump_cache.least_room(depth, width))
    memory = buffers(
        jump_cache, np.zeros(depth * width, np.int32), np.empty(_MOST_CORNERS, np.int32),
        np.empty((_MOST_CORNERS, 4), np.int32), np.empty(room, np.int32),
    )  # fmt: skip
    return jump_cache.Successors(*_lines_of(grid), width, *memory)


def _lines_of(grid: NavGrid) -> tuple[bitmap_scan.Lines, bitmap_scan.Lines]:
    rows, columns, none = buffers(bitmap_scan, grid.bitmaps.rows, grid.bitmaps.columns, NO_LINES)
    return bitmap_scan.Lines(rows, none), bitmap_scan.Lines(columns, none)
