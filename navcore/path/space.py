"""Flat cells of a grid, and marks on temporarily blocked cells, for searches."""

from math import floor, nextafter
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.level.model import Point

_FARTHEST: Final = 2.0**62
"""Cells farther away than this count as this far, so that every point has a cell."""

NO_STAMPS: Final = np.zeros(0, np.uint8)


class Space:
    """The padded cells of a grid in one row, and marks on cells that are temporarily blocked.

    A cell's id is its place in `cells`; ids of cells in the window fit in int32.
    """

    __slots__ = ("cells", "lattice", "row_length", "stamped")

    def __init__(
        self,
        lattice: Lattice,
        cells: npt.NDArray[np.uint8],
        stamped: npt.NDArray[np.uint8] = NO_STAMPS,
    ) -> None:
        """Take the cells of a padded grid, and 1 for each cell blocked by a mark; may be empty."""
        self.lattice = lattice
        self.cells = cells
        self.stamped = stamped
        self.row_length = lattice.width + 2
        """Cells in a row, both cells of the ring included."""

    @classmethod
    def of(cls, grid: NavGrid) -> "Space":
        """Return the cells of `grid` as they are."""
        return cls(grid.lattice, grid.padded.reshape(-1))

    def is_free(self, cell: int) -> bool:
        """Return whether the cell with this id is walkable and not stamped."""
        return bool(self.cells[cell]) and not (len(self.stamped) and self.stamped[cell])

    def cell_of(self, point: Point) -> tuple[int, int]:
        """Column and row of the cell that holds the point, however far outside it lies."""
        lattice = self.lattice
        x = (point[0] - lattice.anchor_x) / lattice.cell_size
        z = (point[1] - lattice.anchor_z) / lattice.cell_size
        if not (-_FARTHEST < x < _FARTHEST and -_FARTHEST < z < _FARTHEST):
            x = max(-_FARTHEST, min(_FARTHEST, x))
            z = max(-_FARTHEST, min(_FARTHEST, z))
        return floor(x) - lattice.column, floor(z) - lattice.row

    def id_of(self, column: int, row: int) -> int:
        """Id of a cell of the window."""
        return (row + 1) * self.row_length + column + 1

    def place_of(self, cell: int) -> tuple[int, int]:
        """Column and row of an id."""
        row, column = divmod(cell, self.row_length)
        return column - 1, row - 1

    def centre_of(self, cell: int) -> Point:
        """Centre of the cell with this id, metres."""
        return self.lattice.centre_of(*self.place_of(cell))

    def free_cell_at(self, point: Point) -> int:
        """Id of the cell that holds the point if it is walkable, else -1."""
        column, row = self.cell_of(point)
        if not self.lattice.holds(column, row):
            return -1
        cell = self.id_of(column, row)
        return cell if self.is_free(cell) else -1

    def to_cells(self, point: Point) -> Point:
        """Return the point in cells from the corner of the padded array, from metres.

        Its whole part is the cell that `cell_of` says, to the last bit.
        """
        lattice = self.lattice
        return (
            _counted(point[0], lattice.anchor_x, lattice.cell_size, lattice.column - 1),
            _counted(point[1], lattice.anchor_z, lattice.cell_size, lattice.row - 1),
        )

    def all_to_cells(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """(n, 2) points in cells, each as `to_cells` gives it, from metres."""
        lattice = self.lattice
        scaled = (points - (lattice.anchor_x, lattice.anchor_z)) / lattice.cell_size
        with np.errstate(invalid="ignore"):
            whole = np.floor(scaled)
            cell = whole - (lattice.column - 1, lattice.row - 1)
            return np.minimum(cell + (scaled - whole), np.nextafter(cell + 1.0, 0.0))


def _counted(value: float, anchor: float, cell_size: float, first: int) -> float:
    scaled = (value - anchor) / cell_size
    whole = scaled // 1.0
    cell = whole - first
    return min(cell + (scaled - whole), nextafter(cell + 1.0, 0.0))


def numbers_of(lattice: Lattice) -> npt.NDArray[np.float64]:
    """Return the numbers of a lattice as kernels read them."""
    return np.array(
        (lattice.anchor_x, lattice.anchor_z, lattice.cell_size, lattice.column, lattice.row),
        np.float64,
    )
