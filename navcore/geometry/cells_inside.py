"""Cells of a plain grid whose centres lie inside polygons, for tools that paint cells.

The bake has its own compiled version, which works on bits of a lattice.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Point: TypeAlias = tuple[float, float]
Mask: TypeAlias = npt.NDArray[np.bool_]


class CellBox(NamedTuple):
    """Ranges of columns and rows of cells, half-open; cell 0 starts at the origin."""

    column0: int
    row0: int
    column1: int
    row1: int

    @property
    def cells(self) -> int:
        """Number of cells."""
        return max(0, self.column1 - self.column0) * max(0, self.row1 - self.row0)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return (self.row1 - self.row0, self.column1 - self.column0)

    def meet(self, other: "CellBox") -> "CellBox":
        """Return the intersection of both boxes; it has no extent if they don't overlap."""
        column0, row0 = max(self.column0, other.column0), max(self.row0, other.row0)
        column1, row1 = min(self.column1, other.column1), min(self.row1, other.row1)
        return CellBox(column0, row0, max(column0, column1), max(row0, row1))

    def within(self, outer: "CellBox") -> tuple[slice, slice]:
        """Return the slices of these cells in an array of a box that contains them."""
        return (
            slice(self.row0 - outer.row0, self.row1 - outer.row0),
            slice(self.column0 - outer.column0, self.column1 - outer.column0),
        )


def box_of(rings: Sequence[Sequence[Point]], side: float) -> CellBox:
    """Return the box of cells with centres that may be inside some of these rings.

    `side` is the side of a cell, metres.
    """
    corners = np.array([corner for ring in rings for corner in ring], np.float64)
    if not len(corners):
        return CellBox(0, 0, 0, 0)
    low = np.floor(corners.min(axis=0) / side).astype(int).tolist()
    high = np.ceil(corners.max(axis=0) / side).astype(int).tolist()
    return CellBox(low[0], low[1], high[0], high[1])


def cells_inside(ring: Sequence[Point], side: float, box: CellBox) -> tuple[CellBox, Mask]:
    """Find the cells of a box with centres inside a ring, by the even-odd rule.

    Each edge toggles the cells to its right in every row that it crosses.

    Returns:
        The cells around the ring within the box, and (rows, columns) whether each is inside.
    """
    found = box_of([ring], side).meet(box)
    toggles = np.zeros((found.shape[0], found.shape[1] + 1), np.uint8)
    if not found.cells:
        return found, toggles[:, :-1].astype(np.bool_)
    for (ax, az), (bx, bz) in zip(ring, (*ring[1:], ring[0]), strict=True):
        # Lower end first, so that two rings compute the same crossing on a shared edge.
        (x0, z0), (x1, z1) = ((ax, az), (bx, bz)) if az <= bz else ((bx, bz), (ax, az))
        first = max(int(np.floor(z0 / side)) - 1, found.row0)
        rows = np.arange(first, min(int(np.ceil(z1 / side)) + 1, found.row1))
        centres = (rows + 0.5) * side
        crossed = (z0 <= centres) & (centres < z1)
        rows, centres = rows[crossed], centres[crossed]
        if not len(rows):
            continue
        crossings = x0 + (centres - z0) / (z1 - z0) * (x1 - x0)
        columns = np.ceil(crossings / side - 0.5).astype(np.int64) - found.column0
        np.clip(columns, 0, found.shape[1], out=columns)
        toggles[rows - found.row0, columns] ^= 1
    return found, np.logical_xor.accumulate(toggles[:, :-1], axis=1).astype(np.bool_)
