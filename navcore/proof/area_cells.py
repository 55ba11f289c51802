"""Cells of a lattice whose centres lie in an outline."""

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import cells_of, words_in
from navcore.bake.lattice import Lattice
from navcore.bake.raster import CellRect, fill_bits, rects_around, whole
from navcore.geometry.rings import packed
from navcore.level.model import Ring


def cells_in_area(lattice: Lattice, ring: Ring) -> tuple[CellRect | None, npt.NDArray[np.bool_]]:
    """Return the rectangle of cells around an outline, and which of its cells lie in it.

    None and an empty array if it contains no cells. Inside is even-odd, as in the bake.
    """
    xs, zs = zip(*ring, strict=True)
    rects = rects_around(lattice, [(min(xs), min(zs), max(xs), max(zs))])
    if not rects:
        return None, np.zeros((0, 0), np.bool_)
    (rect,) = rects
    window = lattice.window(
        rect.column0, rect.row0, rect.column1 - rect.column0, rect.row1 - rect.row0
    )
    words = np.zeros((window.depth + 2, words_in(window.width + 2)), np.uint64)
    fill_bits(window, whole(window), packed([ring]), np.zeros(1, np.int64), words, value=True)
    return rect, cells_of(words, window.width + 2)[1:-1, 1:-1] != 0
