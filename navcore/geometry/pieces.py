"""Connected components of a set of cells, connected by their sides."""

import numpy as np
import numpy.typing as npt

from navcore.geometry.rings import Ints
from navcore.kernels import buffers
from navcore.kernels.search import spanner as kernel

Cells = npt.NDArray[np.bool_]
"""(depth, width), row 0 = lowest z."""

Labels = npt.NDArray[np.int32]
"""(depth, width) number of each cell's component, from 1; 0 outside the set."""


def components(count: int, pairs: Ints) -> Ints:
    """Return (count,) the least node of each node's component, with edges `pairs` (m, 2)."""
    labels = np.arange(count, dtype=np.int32)
    kernel.label(*buffers(kernel, np.ascontiguousarray(pairs, np.int32), labels))
    return labels.astype(np.int64)


def label(cells: Cells) -> tuple[Labels, int]:
    """Label the components of a set of cells; return the labels and the number of components.

    Components are numbered in the order of their first cells. Rows are divided into runs of cells,
    and runs of neighbouring rows that share a column are joined (He, Chao and Suzuki 2008).
    """
    depth, width = cells.shape
    labels: Labels = np.zeros((depth, width), np.int32)
    edges = np.diff(cells.astype(np.int8), axis=1, prepend=0, append=0)
    rows, starts = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    # With cells numbered along all rows, both ends of the runs are sorted, and rows stay apart.
    first, last = rows * (width + 1) + starts, rows * (width + 1) + ends
    low = np.searchsorted(last, first + width + 1, side="right")
    high = np.searchsorted(first, last + width + 1, side="left")
    counts = np.maximum(high - low, 0)
    run = np.repeat(np.arange(len(rows)), counts)
    above = np.arange(len(run)) - np.repeat(np.cumsum(counts) - counts, counts) + low[run]
    roots = components(len(rows), np.column_stack((run, above)))
    # The root of a component is its first run.
    numbers = np.cumsum(roots == np.arange(len(rows)))
    labels[cells] = np.repeat(numbers[roots], ends - starts)
    return labels, int(numbers[-1]) if len(numbers) else 0


def innermost(cells: Cells) -> tuple[int, int]:
    """Return column and row of the first cell that is farthest from the edge of a set of cells.

    This is the middle of the largest square of cells. Bisection finds its width; each step tests
    all squares of one width by prefix sums. The set must not be empty.
    """
    depth, width = cells.shape
    sums = np.zeros((depth + 1, width + 1), np.int64)
    sums[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)

    def middles(reach: int) -> npt.NDArray[np.int64]:
        side = 2 * reach + 1
        inside = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side]
        return np.flatnonzero(inside + sums[:-side, :-side] == side * side)

    least, most = 0, (min(depth, width) - 1) // 2
    while least < most:
        reach = (least + most + 1) // 2
        if len(middles(reach)):
            least = reach
        else:
            most = reach - 1
    row, column = divmod(int(middles(least)[0]), width - 2 * least)
    return column + least, row + least
