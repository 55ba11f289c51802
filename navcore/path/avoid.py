"""Circles to avoid, as marks beside the grid, which is never copied or changed."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.kernels.search import nearest as kernel
from navcore.level.model import Point
from navcore.path.searcher import Searcher
from navcore.path.space import numbers_of

__all__ = ["as_circles", "stamped"]


def as_circles(avoid: npt.ArrayLike | None) -> npt.NDArray[np.float64] | None:
    """Return (n, 3) x, z, radius in metres; None if there is nothing to avoid.

    Raises:
        NavcoreError: if the shape is another, a number is not finite, or a radius is below 0.
    """
    if avoid is None:
        return None
    # A copy: the same circles must be unmarked that were marked.
    try:
        circles = np.array(avoid, np.float64, order="C")
    except (TypeError, ValueError):
        message = f"avoid must be circles of three numbers (x, z, radius), got {avoid!r}"
        raise NavcoreError(message) from None
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
def stamped(grid: NavGrid, circles: npt.NDArray[np.float64], start: Point) -> Iterator[None]:
    """Block the cells under `circles` for this thread's stamped searches over the grid.

    A circle covers the cells whose centre lies in it or on its border, and always the cell that
    contains its own centre (S0-075). The cell that contains `start` stays as it is (S0-076).
    """
    searcher = Searcher.of(grid, stamped=True)
    stamps = searcher.stamps
    assert stamps is not None
    numbers = numbers_of(grid.lattice)
    own = searcher.space.free_cell_at(start)
    cells, rows, columns, lies, table = kernels.buffers(
        kernel, stamps.cells, stamps.rows, stamps.columns, numbers, circles
    )
    try:
        kernel.stamp(cells, rows, columns, lies, table, own, True)
        yield
    finally:
        kernel.stamp(cells, rows, columns, lies, table, -1, False)
