"""Known bounds of the cost of walking from one cell to the ends of lanes and to the goal.

At first the bounds are octile distances. Every leg that is searched improves them: by its own cost,
and by bounds for neighbouring places along the end of a wide link. Many lanes therefore need few
searches.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import FOUR
from navcore.path.cell_path import FAR, Outcome, Way
from navcore.path.lane_groups import octile
from navcore.path.links import Storeys
from navcore.path.route_query import Cell

__all__ = ["ROUNDING", "Ends", "Legs"]

ROUNDING: Final = 1e-12
"""Relative difference up to which costs count as equal, since orders of addition differ."""

Costs = npt.NDArray[np.float64]


class Ends:
    """Cells where legs end: the near ends of all lanes, and the goal; (lanes + 1,) arrays."""

    def __init__(self, storeys: Storeys, goal: Cell) -> None:
        """Collect the ends for one query."""
        self.storeys: Final = storeys
        self.cells: Final = np.append(storeys.cells[:, 0], np.int32(goal.id))
        self.places: Final = np.append(storeys.places[:, 0], storeys.place_of(*goal))
        grid = storeys.grid(goal.storey)
        self.row_length: Final = grid.padded.shape[1]
        row, column = divmod(goal.id, self.row_length)
        self._rows = np.append(storeys.spots[:, 1], np.int32(row))
        self._columns = np.append(storeys.spots[:, 0], np.int32(column))

    def octile(self, cell: Cell) -> Costs:
        """Return the least that it can cost to walk from a cell to the ends, if on its storey."""
        row, column = divmod(cell.id, self.row_length)
        across, along = np.abs(self._columns - column), np.abs(self._rows - row)
        grid = self.storeys.grid(cell.storey)
        return octile(across, along, is_four=grid.connectivity == FOUR) * grid.least_cost

    def cell(self, number: int, storey: int) -> Cell:
        """Return an end that lies on this storey."""
        return Cell(storey, int(self.cells[number]))


class Legs:
    """Legs from one cell."""

    def __init__(self, ends: Ends, cell: Cell, strip: int = -1, along: float = 0.0) -> None:
        """Start at a cell on a strip of lanes, or on none (-1)."""
        self.cell: Final = cell
        self.strip: Final = strip
        self.along: Final = along
        self.version = 0
        """Changes whenever a search has improved bounds of other legs than the one searched."""
        self.ways: Final[dict[int, Way]] = {}
        """The cheapest ways that are known, by the ids of the cells at their other ends."""
        self._ends = ends
        self._is_here = ends.places == ends.storeys.place_of(*cell)
        self.bounds: Final = np.where(self._is_here, ends.octile(cell), FAR)
        """(lanes + 1,) the least that each leg costs."""

    def raise_bound(self, number: int, bound: float) -> bool:
        """Note that a leg costs no less; whether that is news."""
        is_news = bound > self.bounds[number] * (1 + ROUNDING)
        if is_news:
            self.bounds[number] = bound
            self.version += 1
        return bool(is_news)

    def beside(self, other: "Legs") -> float:
        """Return the most by which legs from here and from another cell can differ in cost."""
        return abs(self.along - other.along)

    def note(self, number: int, way: Way) -> None:
        """Store the result of the search for a leg."""
        if way.outcome is Outcome.REACHED:
            self.ways[int(self._ends.cells[number])] = way
            self.bounds[number] = max(self.bounds[number], way.cost)
        else:
            self.bounds[number] = FAR
            self.version += 1

    def learn_beside(self, number: int) -> None:
        """Bound the legs to other ends on the same strip as one."""
        strips = self._ends.storeys.strips[:, 0]
        if number == len(strips) or strips[number] < 0:
            return
        along = self._ends.storeys.along[:, 0]
        same = np.flatnonzero(strips == strips[number])
        bounds = self.bounds[number] * (1 - ROUNDING) - np.abs(along[same] - along[number])
        self.bounds[same] = np.maximum(self.bounds[same], bounds)
        self.version += 1
