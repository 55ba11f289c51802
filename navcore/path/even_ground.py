"""Maps of cells that cost no more than a limit, on which paths are pulled taut.

A taut path never leaves the bounding box of the path that it comes from, so a map of that box is
enough, and quick to make. Maps of the whole grid are made, and kept, once there were so many
queries that they would have been cheaper: an edit of a large level makes a new grid, on which a
probe may ask for one path only.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import Bitmaps
from navcore.bake.grid import NavGrid

_MOST_LEVELS: Final = 16
"""Most costs for which a grid keeps maps of all its cells."""

_PATIENCE: Final = 4
"""A map of all cells is made when small maps together had one in this many of its cells."""

_MARGIN: Final = 2
"""Cells around a way that belong to its map."""


class EvenMap(NamedTuple):
    """Cells that cost no more than a limit, in a window of the grid."""

    bitmaps: Bitmaps
    column: int
    """First column of the window, counted from the grid's first cell."""
    row: int
    level: float | None
    """The limit if it is a map of the whole grid, which is kept; else None."""


class EvenGround:
    """The maps of one grid, with the marks of one thread."""

    def __init__(
        self, grid: NavGrid, cost: npt.NDArray[np.float32], stamped: npt.NDArray[np.uint8]
    ) -> None:
        """Use these costs; `stamped` marks cells that are blocked too, or is empty."""
        self._cost = cost
        self._stamped = stamped.reshape(cost.shape) if len(stamped) else None
        self._levels = grid.derived.bitmaps_up_to
        self._spent: dict[float, int] = {}

    def map_for(self, most: float, turns: npt.NDArray[np.int32]) -> EvenMap:
        """Return a map on which a path over these cells can be pulled taut.

        All of its cells cost no more than `most`. Only small maps leave out stamped cells.
        """
        whole = self._levels.get(most)
        if whole is not None:
            return EvenMap(whole, 0, 0, most)
        depth, width = self._cost.shape[0] - 2, self._cost.shape[1] - 2
        low = np.maximum(turns.min(axis=0) - _MARGIN, 0).tolist()
        high = np.minimum(turns.max(axis=0) + _MARGIN + 1, (width, depth)).tolist()
        spent = self._spent.get(most, 0) + (high[0] - low[0]) * (high[1] - low[1])
        self._spent[most] = spent
        if _PATIENCE * spent > depth * width and len(self._levels) < _MOST_LEVELS:
            cells = (self._cost > 0) & (self._cost <= most)
            whole = self._levels[most] = Bitmaps.of(cells.astype(np.uint8))
            return EvenMap(whole, 0, 0, most)
        index = (slice(low[1] + 1, high[1] + 1), slice(low[0] + 1, high[0] + 1))
        cost = self._cost[index]
        there = (cost > 0) & (cost <= most)
        if self._stamped is not None:
            there &= self._stamped[index] == 0
        return EvenMap(Bitmaps.of(np.pad(there, 1).astype(np.uint8)), low[0], low[1], None)
