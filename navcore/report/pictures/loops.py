"""Outlines of sets of cells, so that floor is drawn as one path, not thousands of squares.

An edge runs between each cell of the set and each neighbour outside it, with the set on its left.
Consecutive edges along a line form a run. Runs along x and along z alternate, so loops are found by
going from the end of each run to the run that begins there. Where two cells of the set only touch
at a corner, either turn gives loops that the even-odd rule fills in the same way.
"""

from collections import defaultdict

import numpy as np
import numpy.typing as npt

Cells = npt.NDArray[np.bool_]
"""(depth, width), row 0 = lowest z."""

Run = tuple[tuple[int, int], tuple[int, int]]


def loops_of(cells: Cells) -> list[npt.NDArray[np.int64]]:
    """Return the closed outlines of cells: (n, 2) columns and rows of the corners of cells each."""
    padded = np.pad(cells.astype(np.int8), 1)
    across = _runs(padded[1:] - padded[:-1])
    along = _runs((padded[:, :-1] - padded[:, 1:]).T)
    from_x: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    from_z: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for start, end in across:
        from_x[start].append(end)
    for (row, column), (to_row, to_column) in along:
        from_z[column, row].append((to_column, to_row))
    return _joined(from_x, from_z)


def _joined(
    from_x: dict[tuple[int, int], list[tuple[int, int]]],
    from_z: dict[tuple[int, int], list[tuple[int, int]]],
) -> list[npt.NDArray[np.int64]]:
    loops = []
    for first, ends in from_x.items():
        while ends:
            loop = [first]
            at = ends.pop()
            ways = from_z
            while at != first or ways is from_z:
                loop.append(at)
                at = ways[at].pop()
                ways = from_x if ways is from_z else from_z
            loops.append(np.array(loop, np.int64))
    return loops


def _runs(steps: npt.NDArray[np.int8]) -> list[Run]:
    """Return runs of edges of one sign along each row of steps, from (column, row) to the end.

    A step of 1 leads to greater columns, a step of -1 back. Columns of `steps` are one more than
    columns of cells, because the cells were padded.
    """
    closed = np.pad(steps, ((0, 0), (1, 1)))
    begins = (closed[:, 1:] != closed[:, :-1]) & (closed[:, 1:] != 0)
    stops = (closed[:, 1:] != closed[:, :-1]) & (closed[:, :-1] != 0)
    rows, first = np.nonzero(begins)
    _, last = np.nonzero(stops)
    signs = closed[rows, first + 1]
    runs: list[Run] = []
    for row, start, end, sign in zip(
        rows.tolist(), (first - 1).tolist(), (last - 1).tolist(), signs.tolist(), strict=True
    ):
        ends: Run = ((start, row), (end, row))
        runs.append(ends if sign > 0 else (ends[1], ends[0]))
    return runs
