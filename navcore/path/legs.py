"""What a query over links knows of walking from one cell to where it may go on.

At first that is the octile distance. Every leg that is searched teaches more: its own cost; where
cells are weighed, the true cost to all other ends that the search took from its queue, and a bound
for those that it didn't take, since they come after the goal; and bounds for the places beside it
along the end of a wide link. So many lanes take few searches.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import FOUR
from navcore.path.cell_path import FAR, Outcome, Way
from navcore.path.links import Storeys
from navcore.path.scratch import ScratchFull
from navcore.path.searcher import Searcher
from navcore.path.visited import costs_of_taken

__all__ = ["ROUNDING", "Cell", "Ends", "Legs"]

ROUNDING: Final = 1e-12
"""Share by which equal costs may differ, for they were added up in different orders."""

_SQRT2: Final = 2.0**0.5

Costs = npt.NDArray[np.float64]


class Cell(NamedTuple):
    """A walkable cell of a storey, by the number of the storey and its own id."""

    storey: int
    id: int


class Ends:
    """Where legs end: the near ends of all lanes, and last of all the goal; (lanes + 1,) arrays."""

    def __init__(self, storeys: Storeys, goal: Cell) -> None:
        """For one query."""
        self.storeys: Final = storeys
        self.cells: Final = np.append(storeys.cells[:, 0], np.int32(goal.id))
        self.places: Final = np.append(storeys.places[:, 0], storeys.place_of(*goal))
        grid = storeys.grid(goal.storey)
        self.row_length: Final = grid.padded.shape[1]
        self.is_four: Final = grid.connectivity == FOUR
        row, column = divmod(goal.id, self.row_length)
        self._rows = np.append(storeys.spots[:, 1], np.int32(row))
        self._columns = np.append(storeys.spots[:, 0], np.int32(column))

    def octile(self, cell: Cell) -> Costs:
        """The least that it can cost to walk between a cell and the ends, if on its storey."""
        row, column = divmod(cell.id, self.row_length)
        across, along = np.abs(self._columns - column), np.abs(self._rows - row)
        least = self.storeys.grid(cell.storey).least_cost
        shorter = np.minimum(across, along) * (0.0 if self.is_four else 2.0 - _SQRT2)
        bounds: Costs = (across + along - shorter) * least
        return bounds

    def cell(self, number: int, storey: int) -> Cell:
        """One of the ends, which lies on this storey."""
        return Cell(storey, int(self.cells[number]))


class Legs:
    """Legs from one cell."""

    def __init__(self, ends: Ends, cell: Cell, strip: int, along: float) -> None:
        """From a cell on a strip of lanes, or on none (-1)."""
        self.cell: Final = cell
        self.strip: Final = strip
        self.along: Final = along
        self.version = 0
        """Changes whenever more is known of legs than was asked."""
        self.ways: Final[dict[int, Way]] = {}
        """The cheapest ways that are known, by the ids of the cells to which they lead."""
        self._ends = ends
        self._is_here = ends.places == ends.storeys.place_of(*cell)
        self.bounds: Final = np.where(self._is_here, ends.octile(cell), FAR)
        """(lanes + 1,) the least that each leg costs."""
        self.useless: Final[set[int]] = set()
        """Numbers of legs that can't be part of the best route."""

    def raise_bound(self, number: int, bound: float) -> bool:
        """Note that a leg costs no less; whether that is news."""
        is_news = bound > self.bounds[number] * (1 + ROUNDING)
        if is_news:
            self.bounds[number] = bound
            self.version += 1
        return bool(is_news)

    def beside(self, other: "Legs") -> float:
        """The most by which legs from here are longer or shorter than those from another cell."""
        return abs(self.along - other.along)

    def learn(self, number: int, way: Way, most: float, searcher: Searcher, dearest: Costs) -> None:
        """Take over all that a search has found out.

        Args:
            number: The end to which it went.
            way: What it found.
            most: What the way had to cost less than.
            searcher: What searched last in this thread.
            dearest: (lanes + 1,) what legs must cost less than to be of use.
        """
        is_reached = way.outcome is Outcome.REACHED
        if is_reached:
            self.ways[int(self._ends.cells[number])] = way
        else:
            # Whoever comes here later has paid no less.
            self.useless.add(number)
        best = way.cost if is_reached else most
        if searcher.weighs and way.visited:
            self._learn_of_taken(number, best, searcher, dearest)
            self.version += 1
        self.bounds[number] = max(self.bounds[number], best)

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

    def _learn_of_taken(self, number: int, best: float, searcher: Searcher, dearest: Costs) -> None:
        """Bound the legs to all ends by what the search wrote about their cells.

        A cell was taken when its cost is final, if that and the least from there to where the
        search went make less than what the search found; else they make at least that.
        """
        ends = self._ends
        costs = costs_of_taken(ends.cells)
        onward = ends.octile(ends.cell(number, self.cell.storey))
        is_final = self._is_here & (costs + onward < best * (1 - ROUNDING))
        rest = (best - onward) * (1 - ROUNDING) if best < FAR else np.full(len(costs), FAR)
        bounds = np.where(is_final, costs, rest)
        np.maximum(self.bounds, bounds, out=self.bounds, where=self._is_here)
        for other in np.flatnonzero(is_final & (costs < dearest)).tolist():
            cell = int(ends.cells[other])
            if cell not in self.ways:
                try:
                    self.ways[cell] = searcher.way_to(cell, float(costs[other]))
                except ScratchFull:
                    return
