"""Pieces of a set of cells: cells that hang together by their sides."""

import numpy as np
import numpy.typing as npt

from navcore.geometry.rings import Ints
from navcore.kernels import buffers
from navcore.kernels.search import spanner as kernel

Cells = npt.NDArray[np.bool_]
"""(depth, width), row 0 = lowest z."""

Labels = npt.NDArray[np.int32]
"""(depth, width) number of the piece of each cell, from 1; 0 outside the set."""


def components(count: int, pairs: Ints) -> Ints:
    """Return (count,) for each node the least node that pairs (m, 2) connect it with."""
    labels = np.arange(count, dtype=np.int32)
    kernel.label(*buffers(kernel, np.ascontiguousarray(pairs, np.int32), labels))
    return labels.astype(np.int64)


def label(cells: Cells) -> tuple[Labels, int]:
    """Return the piece of each cell and the number of pieces, in the order of their first cells.

    Rows are cut into runs of cells, and runs of neighbouring rows that share a column are joined
    (He, Chao and Suzuki 2008).
    """
    depth, width = cells.shape
    labels: Labels = np.zeros((depth, width), np.int32)
    edges = np.diff(cells.astype(np.int8), axis=1, prepend=0, append=0)
    rows, starts = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    # Numbered along all rows, both ends of the runs ascend; no run reaches into the next row.
    first, last = rows * (width + 1) + starts, rows * (width + 1) + ends
    low = np.searchsorted(last, first + width + 1, side="right")
    high = np.searchsorted(first, last + width + 1, side="left")
    counts = np.maximum(high - low, 0)
    run = np.repeat(np.arange(len(rows)), counts)
    above = np.arange(len(run)) - np.repeat(np.cumsum(counts) - counts, counts) + low[run]
    roots = components(len(rows), np.column_stack((run, above)))
    # The root of a piece is its first run.
    numbers = np.cumsum(roots == np.arange(len(rows)))
    labels[cells] = np.repeat(numbers[roots], ends - starts)
    return labels, int(numbers[-1]) if len(numbers) else 0


def innermost(cells: Cells) -> tuple[int, int]:
    """Return column and row of the first cell that is farthest from the edge of a set of cells.

    Farthest: in the middle of the widest square of cells. Widths are tried by halving, each with
    one look at sums over all squares of a width. The set must not be empty.
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
