"""Facts that a search has learned about the cells that it expanded."""

from math import sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.path.scratch import SCRATCH
from navcore.path.space import Space

__all__ = ["nearest_visited", "taken_cells"]

_SQRT2: Final = sqrt(2.0)


def nearest_visited(space: Space, goal: int, *, weighed: bool) -> tuple[int, float]:
    """Return the expanded cell of this thread's last search that is nearest to `goal`.

    Also returns the cost of the path there: with `weighed` the cost over terrain, else the length
    in cells. Distances are Euclidean between cells; ties go to the cheaper path, then to the lower
    index. The cell is -1 if none was expanded. The state of all cells is read once: 1024 x 1024
    cells take some milliseconds.
    """
    cells = SCRATCH.nodes[: 4 * len(space.cells)].reshape(-1, 4)
    taken = taken_cells(len(space.cells))
    if not len(taken):
        return -1, 0.0
    rows, columns = np.divmod(taken, space.row_length)
    row, column = divmod(goal, space.row_length)
    squares = (rows - row) ** 2 + (columns - column) ** 2
    nearest = taken[squares == squares.min()]
    if weighed:
        costs = SCRATCH.nodes[: 4 * len(space.cells)].view(np.float64)[2 * nearest]
    else:
        costs = cells[nearest, 0] + cells[nearest, 1] * _SQRT2
    best = int(np.argmin(costs))
    return int(nearest[best]), float(costs[best])


def taken_cells(count: int) -> npt.NDArray[np.int64]:
    """Return the cells among the first `count` that this thread's last search expanded, (n,)."""
    # 16 * generation, + 8 once a cell is taken; three bits below say how it was reached.
    marks = SCRATCH.nodes[2 : 4 * count : 4]
    return np.flatnonzero(marks >> 3 == 2 * SCRATCH.generation + 1)
