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
    """Cells to which legs lead: one end of all lanes, and another cell last; (lanes + 1,) arrays.

    Near ends and the goal, for legs that go on from a cell; far ends and the start, for those that
    lead to one.
    """

    def __init__(self, storeys: Storeys, last: Cell, *, far: bool = False) -> None:
        """For one query."""
        self.storeys: Final = storeys
        self.side: Final = 1 if far else 0
        """Which end of a lane it is."""
        self.cells: Final = np.append(storeys.cells[:, self.side], np.int32(last.id))
        self.places: Final = np.append(storeys.places[:, self.side], storeys.place_of(*last))
        grid = storeys.grid(last.storey)
        self.row_length: Final = grid.padded.shape[1]
        self.is_four: Final = grid.connectivity == FOUR
        row, column = divmod(last.id, self.row_length)
        self._rows = np.append(storeys.spots[:, 2 * self.side + 1], np.int32(row))
        self._columns = np.append(storeys.spots[:, 2 * self.side], np.int32(column))

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
    """Legs from one cell, or to it where the ends are far ends."""

    def __init__(self, ends: Ends, cell: Cell, strip: int = -1, along: float = 0.0) -> None:
        """Of a cell on a strip of lanes, or on none (-1)."""
        self.cell: Final = cell
        self.strip: Final = strip
        self.along: Final = along
        self.version = 0
        """Changes whenever more is known of legs than was asked."""
        self.ways: Final[dict[int, Way]] = {}
        """The cheapest ways that are known, by the ids of the cells at their other ends."""
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
        if searcher.weighs and way.visited:
            best = way.cost if way.outcome is Outcome.REACHED else most
            self._learn_of_taken(number, best, searcher, dearest)
            self.version += 1
        self.note(number, way, most)

    def note(self, number: int, way: Way, most: float) -> None:
        """Note the way that was found; none costs less than `most` if none was."""
        best = most
        if way.outcome is Outcome.REACHED:
            self.ways[int(self._ends.cells[number])] = way
            best = way.cost
        else:
            # Whoever comes here later has paid no less.
            self.useless.add(number)
        self.bounds[number] = max(self.bounds[number], best)

    def learn_beside(self, number: int) -> None:
        """Bound the legs to other ends on the same strip as one."""
        strips = self._ends.storeys.strips[:, self._ends.side]
        if number == len(strips) or strips[number] < 0:
            return
        along = self._ends.storeys.along[:, self._ends.side]
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
                    self.ways[cell] = searcher.way_to(
                        cell, float(costs[other]), backward=self._ends.side == 1
                    )
                except ScratchFull:
                    return
