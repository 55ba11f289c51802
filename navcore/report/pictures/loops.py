"""Outlines of sets of cells, so that floor is one path instead of thousands of squares.

Between a cell of the set and one beside it that is none runs an edge, the set at its left. Edges
that follow each other along a line are one run. Runs along x and runs along z take turns, so loops
are found by going from the end of each run to one that begins there. Where two cells of the set
touch at a corner alone, either turn gives loops that the even-odd rule fills alike.
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
    """Runs of edges of one sign along each row of steps, from (column, row) to (column, row).

    A step of 1 leads towards greater columns, one of -1 back. A column of `steps` is one beyond
    that of the cells, which were padded.
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
