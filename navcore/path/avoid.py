"""Circles to walk around: stamped on a copy of the grid, never on the grid."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.kernels import nearby as kernel
from navcore.level.model import Point
from navcore.path.space import Space

__all__ = ["as_circles", "stamped"]


class _Copies(threading.local):
    """One copy of one grid a thread, equal to it between queries.

    It holds the grid itself, so that nobody takes its memory for another while the copy lives.
    """

    grid: NavGrid | None = None
    cells: npt.NDArray[np.uint8] = np.empty(0, np.uint8)


_COPIES: Final = _Copies()


def as_circles(avoid: npt.ArrayLike | None) -> npt.NDArray[np.float64] | None:
    """(n, 3) x, z, radius in metres; None when there is nothing to avoid.

    Raises:
        NavcoreError: if the shape is another, a number is not finite, or a radius is below 0.
    """
    if avoid is None:
        return None
    circles = np.ascontiguousarray(avoid, np.float64)
    if circles.size == 0:
        return None
    if circles.ndim != 2 or circles.shape[1] != 3:
        message = f"avoid must be (n, 3): x, z, radius; got shape {circles.shape}"
        raise NavcoreError(message)
    wrong = ~np.isfinite(circles).all(axis=1) | (circles[:, 2] < 0)
    if wrong.any():
        row = int(np.argmax(wrong))
        message = (
            f"avoid[{row}] must be finite with a radius of at least 0, got {circles[row].tolist()}"
        )
        raise NavcoreError(message)
    return circles


@contextmanager
def stamped(grid: NavGrid, circles: npt.NDArray[np.float64], start: Point) -> Iterator[Space]:
    """The grid with the cells under `circles` blocked, for as long as the context lasts.

    A circle covers the cells whose centre lies in it, its border included, and always the one
    that holds its own centre (S0-075). The cell that holds `start` stays as it is (S0-076).
    """
    source = grid.padded.reshape(-1)
    if _COPIES.grid is not grid:
        _COPIES.grid = None
        if len(_COPIES.cells) == len(source):
            _COPIES.cells[:] = source
        else:
            _COPIES.cells = source.copy()
        _COPIES.grid = grid
    lattice = grid.lattice
    space = Space(lattice, _COPIES.cells)
    frame = np.array(
        (lattice.anchor_x, lattice.anchor_z, lattice.cell_size, lattice.column, lattice.row)
    )
    own = space.free_cell_at(start)
    cells, original, numbers, table = kernels.buffers(kernel, space.cells, source, frame, circles)
    try:
        kernel.stamp(cells, original, space.row_length, numbers, table, False)
        if own >= 0:
            space.cells[own] = 1
        yield space
    finally:
        kernel.stamp(cells, original, space.row_length, numbers, table, True)
