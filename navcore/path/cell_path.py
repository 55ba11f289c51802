"""Result of a search over cells: the outcome, and the cells where the path turns."""

from enum import IntEnum
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

NO_LIMIT: Final = 2**62

FAR: Final = 1e300
"""The cost of what can't be."""


NO_TURNS: Final[npt.NDArray[np.int32]] = np.empty((0, 2), np.int32)
NO_TURNS.flags.writeable = False


class Outcome(IntEnum):
    """Outcome of a search; the numbers are the kernels'."""

    REACHED = 0
    EXHAUSTED = 1
    LIMIT = 2
    FULL = 3


class Way(msgspec.Struct, frozen=True, eq=False):
    """Path found by a search over cells."""

    outcome: Outcome
    visited: int = 0
    """Cells taken from the queue."""
    operations: int = 0
    """Cells put into the queue or taken out of it."""
    cost: float = 0.0
    turns: npt.NDArray[np.int32] = NO_TURNS
    """(k, 2) column and row in the window of the cells in which the path turns, with both ends;
    consecutive ones are joined by a straight or diagonal line of free cells. Empty unless
    REACHED."""

    @property
    def cells(self) -> npt.NDArray[np.int32]:
        """(n, 2) column, row in the window of all cells of the way."""
        return cells_between(self.turns)


def cells_between(turns: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """(n, 2) all cells on straight and diagonal lines from each of (k, 2) cells to the next."""
    if len(turns) < 2:
        return turns.copy()
    steps = np.diff(turns, axis=0)
    counts = np.abs(steps).max(axis=1)
    if (counts == 1).all():
        return turns.copy()
    cells = np.empty((int(counts.sum()) + 1, 2), np.int32)
    cells[0] = turns[0]
    np.cumsum(np.repeat(np.sign(steps), counts, axis=0), axis=0, out=cells[1:])
    cells[1:] += turns[0]
    return cells


def corners_of(cells: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the cells in which a chain of neighbouring cells turns, with both ends."""
    if len(cells) < 3:
        return cells
    steps = np.diff(cells, axis=0)
    turning = (steps[1:] != steps[:-1]).any(axis=1)
    return cells[np.concatenate(([True], turning, [True]))]
