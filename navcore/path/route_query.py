"""A query over links: between which cells, and what its searches have counted."""

from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.path.cell_path import FAR, Way
from navcore.path.links import Storeys
from navcore.path.options import Query
from navcore.path.result import PathResult
from navcore.path.searcher import Searcher

__all__ = ["TIE", "Cell", "LimitHit", "Route", "RouteQuery"]

TIE: Final = 1e-10
"""Relative saving by which a path over links must beat a path without links."""


class Cell(NamedTuple):
    """A walkable cell of a storey: number of the storey, and id of the cell."""

    storey: int
    id: int


class Route(NamedTuple):
    """Legs, and the numbers of the lanes between them, one fewer; with one leg all is walked."""

    legs: tuple[Way, ...]
    lanes: tuple[int, ...]
    cost: float


class LimitHit(Exception):
    """A search reached the limit."""

    def __init__(self, route: Route) -> None:
        """Keep the route so far, with the requested part of its last leg."""
        super().__init__()
        self.route = route


class RouteQuery:
    """A single query between two cells; can't be reused."""

    def __init__(
        self, storeys: Storeys, query: Query, start: Cell, goal: Cell, *, stamped: bool
    ) -> None:
        """Prepare a query; if `stamped`, this thread's marks block the start's storey."""
        self.storeys: Final = storeys
        self.query: Final = query
        self.start: Final = start
        self.goal: Final = goal
        self.stamped: Final = stamped
        self.visited = 0
        """Cells that searches took from their queues."""
        self.operations = 0
        self.searched = 0
        """Number of searches so far."""

    @cached_property
    def lane_costs(self) -> npt.NDArray[np.float64]:
        """(lanes,) cost of each lane; `FAR` if a mark blocks one of its ends."""
        storeys = self.storeys
        if not self.stamped:
            return storeys.costs
        stamps = self.searcher(self.start.storey).stamps
        assert stamps is not None
        here = (storeys.places >> 32) == self.start.storey
        is_marked = (here & (stamps.cells[storeys.cells] != 0)).any(axis=1)
        return np.where(is_marked, FAR, storeys.costs)

    @cached_property
    def group_costs(self) -> npt.NDArray[np.float64]:
        """(groups,) cost of the cheapest lane of each group."""
        return self.storeys.groups.costs(self.lane_costs)

    @cached_property
    def group_bounds(self) -> npt.NDArray[np.float64]:
        """(groups,) the least that it costs from the far end of each group to the goal."""
        storey, cell = self.goal
        place = self.storeys.place_of(storey, cell)
        grid = self.storeys.grid(storey)
        return self.storeys.groups.bounds_to(grid, cell, place, self.group_costs)

    @property
    def is_walkable(self) -> bool:
        """True if the goal can be reached from the start when marks are ignored."""
        return self.storeys.place_of(*self.start) == self.storeys.place_of(*self.goal)

    def searcher(self, storey: int) -> Searcher:
        """Return what searches the cells of a storey."""
        return Searcher.of(self.storeys.grid(storey), stamped=self.is_marked(storey))

    def is_marked(self, storey: int) -> bool:
        """Return whether there may be marks on a storey."""
        return self.stamped and storey == self.start.storey

    def rest(self) -> Query:
        """Return the query with the rest of its limit."""
        return replace(self.query, limit=max(0, self.query.limit - self.visited))

    def add(self, visited: int, operations: int) -> None:
        """Count the expanded cells and the queue operations of a search."""
        self.visited += visited
        self.operations += operations

    def totals(self, result: PathResult) -> PathResult:
        """Return a result with the counts of all searches."""
        return replace(result, visited=self.visited, heap_operations=self.operations)
