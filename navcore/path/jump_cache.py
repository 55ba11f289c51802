"""What searches find out about a grid, kept for the next ones and for the grids after it."""

from collections.abc import Sequence
from threading import get_ident
from typing import Final, NamedTuple

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.bake.raster import CellRect
from navcore.kernels import buffers, lines, successors

__all__ = ["NO_LINES", "hand_on", "known_of"]

NO_LINES: Final = np.zeros((0, 1), np.uint64)

_MOST_CORNERS: Final = 1 << 16
"""Cells of which a thread keeps the jump points that follow on them."""
_MOST_FOUND: Final = 1 << 22
"""Numbers in which it keeps them."""
_MOST_CHANGES: Final = 64
"""So many changes of the grid later all is looked up anew."""

_KNOWN: Final = "known"
_HANDED: Final = "handed on"


class _Held(NamedTuple):
    """What a thread found out about a grid."""

    known: successors.Successors
    serial: int
    """Another one: since then a later grid has taken it over."""


class _Handed(NamedTuple):
    """What a thread found out about an earlier grid, and where that one differs."""

    held: _Held
    changes: tuple[CellRect, ...]


def known_of(grid: NavGrid) -> successors.Successors:
    """What this thread's searches over a grid found out about it."""
    kept = grid.derived.kept
    key = (_KNOWN, get_ident())
    found: _Held | None = kept.get(key)
    if found is None or found.known.serial != found.serial:
        known = _taken_over(grid) or _nothing_of(grid)
        found = kept[key] = _Held(known, known.serial)
    return found.known


def hand_on(before: NavGrid, after: NavGrid, changes: Sequence[CellRect]) -> None:
    """Let searches over `after` use what is known of `before`, which differs in `changes` only.

    Both have the same lattice. Each thread takes over its own when it searches first.
    """
    handed: dict[int, _Handed] = {}
    olds = before.derived.kept.copy()
    for thread, old in olds.get(_HANDED, {}).items():
        if len(old.changes) + len(changes) <= _MOST_CHANGES:
            handed[thread] = old._replace(changes=(*old.changes, *changes))
    for key, held in olds.items():
        if isinstance(key, tuple) and key[0] == _KNOWN:
            handed[key[1]] = _Handed(held, tuple(changes))
    after.derived.kept[_HANDED] = handed


def _taken_over(grid: NavGrid) -> successors.Successors | None:
    handed: _Handed | None = grid.derived.kept.get(_HANDED, {}).pop(get_ident(), None)
    if handed is None or handed.held.known.serial != handed.held.serial:
        return None
    known = handed.held.known
    known.move(*_lines_of(grid))
    for rect in handed.changes:
        # The padded array begins one cell before the window.
        known.forget(rect.column0 + 1, rect.row0 + 1, rect.column1, rect.row1)
    return known


def _nothing_of(grid: NavGrid) -> successors.Successors:
    depth, width = grid.padded.shape
    room = max(_MOST_FOUND, successors.least_room(depth, width))
    memory = buffers(
        successors, np.zeros(depth * width, np.int32), np.empty(_MOST_CORNERS, np.int32),
        np.empty((_MOST_CORNERS, 4), np.int32), np.empty(room, np.int32),
    )  # fmt: skip
    return successors.Successors(*_lines_of(grid), width, *memory)


def _lines_of(grid: NavGrid) -> tuple[lines.Lines, lines.Lines]:
    rows, columns, none = buffers(lines, grid.bitmaps.rows, grid.bitmaps.columns, NO_LINES)
    return lines.Lines(rows, none), lines.Lines(columns, none)
