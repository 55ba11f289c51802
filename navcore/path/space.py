"""What searches run on: the cells of a grid, flat, and the memory that searches share."""

import math
import threading
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.level.model import Point

_FARTHEST: Final = 2.0**62
"""Cells farther away than this count as this far, so that every point has a cell."""


@dataclass(frozen=True, slots=True)
class Space:
    """The padded cells of a grid in one row, or a copy of them with some blocked.

    A cell's id is its place in `cells`; ids of cells in the window fit in int32.
    """

    lattice: Lattice
    cells: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, grid: NavGrid) -> "Space":
        """The cells of `grid` as they are."""
        return cls(grid.lattice, grid.padded.reshape(-1))

    @property
    def row_length(self) -> int:
        """Cells in a row, both cells of the ring included."""
        return self.lattice.width + 2

    def cell_of(self, point: Point) -> tuple[int, int]:
        """Column and row of the cell that holds the point, however far outside it lies."""
        lattice = self.lattice
        x = (point[0] - lattice.anchor_x) / lattice.cell_size
        z = (point[1] - lattice.anchor_z) / lattice.cell_size
        return (
            math.floor(max(-_FARTHEST, min(_FARTHEST, x))) - lattice.column,
            math.floor(max(-_FARTHEST, min(_FARTHEST, z))) - lattice.row,
        )

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
        return cell if self.cells[cell] else -1

    def to_cells(self, point: Point) -> Point:
        """The point in cells from the corner of the padded array, from metres.

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

    def centres(self, cells: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """(n, 2) centres in metres of (n, 2) columns and rows."""
        lattice = self.lattice
        counted = (lattice.column, lattice.row) + cells.astype(np.float64) + 0.5
        return (lattice.anchor_x, lattice.anchor_z) + counted * lattice.cell_size


def _counted(value: float, anchor: float, cell_size: float, first: int) -> float:
    scaled = (value - anchor) / cell_size
    whole = scaled // 1.0
    cell = whole - first
    return min(cell + (scaled - whole), math.nextafter(cell + 1.0, 0.0))


class Scratch(threading.local):
    """What a search writes while it runs: one set a thread, kept from query to query.

    It grows to the largest grid that was searched and is never cleared: each search takes a
    new generation, by which it tells its own marks from older ones.
    """

    def __init__(self) -> None:
        """Empty, until the first search asks for room."""
        self.nodes = np.zeros(0, np.int32)
        self.heap_keys = np.zeros(2 * 4096, np.float64)
        self.heap_ids = np.zeros(4096, np.int32)
        self.generation = 0

    def begin(self, cells: int) -> int:
        """Make room for a search over `cells` cells; returns its generation, 1 or more."""
        if len(self.nodes) < 4 * cells or self.generation >= 2**30 - 1:
            # Fresh zeros cost nothing until a page of them is touched.
            self.nodes = np.zeros(max(4 * cells, len(self.nodes)), np.int32)
            self.generation = 0
        self.generation += 1
        return self.generation

    def grow_heap(self) -> None:
        """Double the room of the heap, its entries kept."""
        self.heap_keys = np.concatenate((self.heap_keys, np.zeros_like(self.heap_keys)))
        self.heap_ids = np.concatenate((self.heap_ids, np.zeros_like(self.heap_ids)))


SCRATCH: Final = Scratch()
