"""Counts in the cells of a lattice; they keep their place in the world if the lattice changes."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.lattice import Lattice
from navcore.sim.agents import Floats, Integers

Cells: TypeAlias = npt.NDArray[np.float32]


class CellCounts:
    """Some grids of counts, (depth, width) each, row 0 = lowest z."""

    def __init__(self, lattice: Lattice, grids: int) -> None:
        """Create this many grids without any counts."""
        self.lattice = lattice
        self.grids: list[Cells] = [np.empty(0, np.float32)] * grids
        self.reset()

    def reset(self) -> None:
        """Set all counts to 0."""
        shape = (self.lattice.depth, self.lattice.width)
        self.grids = [np.zeros(shape, np.float32) for _ in self.grids]

    def add(self, grid: int, positions: Floats, amount: float) -> None:
        """Add an amount in the cell of each position, (n, 2) metres; ignore places outside."""
        lattice = self.lattice
        with np.errstate(invalid="ignore"):
            columns = _cells_of(
                positions[:, 0], lattice.anchor_x, lattice.cell_size, lattice.column
            )
            rows = _cells_of(positions[:, 1], lattice.anchor_z, lattice.cell_size, lattice.row)
        inside = (columns >= 0) & (columns < lattice.width) & (rows >= 0) & (rows < lattice.depth)
        cells = rows * lattice.width + columns
        np.add.at(self.grids[grid].reshape(-1), cells[inside], np.float32(amount))

    def fit(self, lattice: Lattice) -> None:
        """Change to another lattice; counts keep their place in the world.

        A cell's count goes to the cell that contains its centre; outside the lattice it is lost.
        """
        if lattice == self.lattice:
            return
        old, self.lattice = self.lattice, lattice
        columns = _cells_of(old.centres_x(), lattice.anchor_x, lattice.cell_size, lattice.column)
        rows = _cells_of(old.centres_z(), lattice.anchor_z, lattice.cell_size, lattice.row)
        self.grids = [_moved(grid, rows, columns, lattice) for grid in self.grids]

    def at(self, x: float, z: float) -> tuple[float, ...] | None:
        """Return the count of each grid in the cell at a place; None outside the lattice."""
        column, row = self.lattice.cell_of(x, z)
        if not self.lattice.holds(column, row):
            return None
        return tuple(float(grid[row, column]) for grid in self.grids)


def _cells_of(places: Floats, anchor: float, size: float, first: int) -> Integers:
    """Return columns or rows of places; -1 for places too far out to be counted."""
    cells = np.floor((places - anchor) / size) - first
    far = ~(np.abs(cells) < 2**40)
    return np.where(far, -1, cells).astype(np.int64)


def _moved(cells: Cells, rows: Integers, columns: Integers, lattice: Lattice) -> Cells:
    """Return the counts in another lattice, given its rows and columns for the old ones."""
    kept = (rows >= 0) & (rows < lattice.depth)
    tall = np.zeros((lattice.depth, cells.shape[1]), np.float32)
    np.add.at(tall, rows[kept], cells[kept])
    kept = (columns >= 0) & (columns < lattice.width)
    made = np.zeros((lattice.depth, lattice.width), np.float32)
    np.add.at(made.T, columns[kept], tall.T[kept])
    return made
