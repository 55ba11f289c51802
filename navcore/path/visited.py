"""What a search has learned about the cells that it took from its queue."""

from math import sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.path.scratch import SCRATCH
from navcore.path.space import Space

__all__ = ["costs_of_taken", "nearest_visited"]

_SQRT2: Final = sqrt(2.0)


def nearest_visited(space: Space, goal: int, *, weighed: bool) -> tuple[int, float]:
    """Return the cell nearest to `goal` that this thread's last search took from its queue.

    Also returns what the path there costs: with `weighed` as the search over terrain counts it,
    else the length in cells. Distances are Euclidean between cells; ties go to the cheaper path,
    then to the lower index. The cell is -1 if the search took none. All that searches write about
    cells is read once: 1024 x 1024 cells take some milliseconds.
    """
    cells = SCRATCH.nodes[: 4 * len(space.cells)].reshape(-1, 4)
    taken = np.flatnonzero(_is_taken(cells[:, 2]))
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


def costs_of_taken(cells: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """Return what the paths to (n,) cells cost that this thread's last search took.

    Infinite for cells that it did not take. It must have weighed cells.
    """
    at = 4 * cells.astype(np.int64)
    costs = SCRATCH.nodes.view(np.float64)[at >> 1]
    return np.where(_is_taken(SCRATCH.nodes[at + 2]), costs, np.inf)


def _is_taken(marks: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Whether the last search took cells, by their marks."""
    # 16 * generation, + 8 once a cell is taken; three bits below say how it was reached.
    taken: npt.NDArray[np.bool_] = marks >> 3 == 2 * SCRATCH.generation + 1
    return taken
