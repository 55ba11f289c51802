"""The square lattice of cells: indices, neighbours, and conversion to world coordinates.

Cells are counted from an *anchor* that stays when the window of baked cells grows, so that the
centre of a cell is bit-identical in every window (S0-010 to S0-013).
"""

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.level.model import Point

SQRT2: Final = math.sqrt(2.0)

NEIGHBOURS: Final[tuple[tuple[int, int, float], ...]] = (
    (1, 0, 1.0), (0, 1, 1.0), (-1, 0, 1.0), (0, -1, 1.0),
    (1, 1, SQRT2), (-1, 1, SQRT2), (-1, -1, SQRT2), (1, -1, SQRT2),
)  # fmt: skip
"""Column step, row step and step cost in cells, in the order in which searches try them."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Square cells of `cell_size` metres in a window of `width` columns and `depth` rows.

    `column` and `row` place the window's first cell relative to the anchor. Column and row
    arguments of the methods count from the window's first cell.
    """

    cell_size: float
    anchor_x: float
    anchor_z: float
    width: int
    depth: int
    column: int = 0
    row: int = 0

    @property
    def min_x(self) -> float:
        """Left edge of the window, metres."""
        return self.anchor_x + self.column * self.cell_size

    @property
    def min_z(self) -> float:
        """Lower edge of the window, metres."""
        return self.anchor_z + self.row * self.cell_size

    @property
    def max_x(self) -> float:
        """Right edge of the window, metres."""
        return self.anchor_x + (self.column + self.width) * self.cell_size

    @property
    def max_z(self) -> float:
        """Upper edge of the window, metres."""
        return self.anchor_z + (self.row + self.depth) * self.cell_size

    @property
    def cells(self) -> int:
        """Number of cells in the window."""
        return self.width * self.depth

    def cell_of(self, x: float, z: float) -> tuple[int, int]:
        """Column and row of the cell that holds the point; may lie outside the window."""
        return (
            math.floor((x - self.anchor_x) / self.cell_size) - self.column,
            math.floor((z - self.anchor_z) / self.cell_size) - self.row,
        )

    def holds(self, column: int, row: int) -> bool:
        """Return whether the cell is in the window."""
        return 0 <= column < self.width and 0 <= row < self.depth

    def centre_of(self, column: int, row: int) -> Point:
        """Centre of the cell, metres."""
        return (
            self.anchor_x + (self.column + column + 0.5) * self.cell_size,
            self.anchor_z + (self.row + row + 0.5) * self.cell_size,
        )

    def centres_x(self) -> npt.NDArray[np.float64]:
        """(width,) x of all columns' centres, metres."""
        cells = np.arange(self.width, dtype=np.float64)
        return self.anchor_x + (self.column + cells + 0.5) * self.cell_size

    def centres_z(self) -> npt.NDArray[np.float64]:
        """(depth,) z of all rows' centres, metres."""
        cells = np.arange(self.depth, dtype=np.float64)
        return self.anchor_z + (self.row + cells + 0.5) * self.cell_size

    def shares_cells(self, other: "Lattice") -> bool:
        """Return whether both are windows onto the same cells."""
        return (self.cell_size, self.anchor_x, self.anchor_z) == (
            other.cell_size,
            other.anchor_x,
            other.anchor_z,
        )

    def window(self, column: int, row: int, width: int, depth: int) -> "Lattice":
        """Return the same cells in another window; `column` and `row` are relative to this one."""
        return replace(
            self, column=self.column + column, row=self.row + row, width=width, depth=depth
        )
