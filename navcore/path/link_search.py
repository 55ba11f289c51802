"""Search over links: the cheapest chain of walked legs and lanes between two cells, exactly.

A* over the near ends of lanes. What it costs to walk from the far end of one lane to the near end
of another is bounded by the octile distance at first. Only when that entry comes out of the queue
is the leg searched on its grid, and goes back with its true cost (lazy weighted A*: Cohen, Phillips
and Likhachev, "Planning Single-Arm Manipulations with n-Arm Robots", RSS 2014). The estimate of
what is left is the least sum of such bounds and of costs of lanes. It is consistent, so that a lane
is final when it comes out with its true cost. Before a query nothing is known but where lanes lie:
edits have nothing to keep up to date.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.grid import FOUR
from navcore.kernels import buffers
from navcore.kernels.search import link_bounds
from navcore.path.cell_path import Outcome, Way
from navcore.path.cell_search import check_engine, way_of
from navcore.path.links import Storeys
from navcore.path.options import Query
from navcore.path.result import PathResult, Status
from navcore.path.scratch import ScratchFull
from navcore.path.searcher import Searcher

__all__ = ["TIE", "Cell", "LimitHit", "LinkSearch", "Plain", "Route"]

TIE: Final = 1e-10
"""Share by which a path over links must be cheaper than one that is walked throughout."""

_FAR: Final = 1e300
_SQRT2: Final = 2.0**0.5

_ROUNDING: Final = 1e-12
"""Share by which a true cost may exceed its bound although both are the same but for rounding."""

_START: Final = -1
"""The start, where other numbers are those of lanes."""


class Cell(NamedTuple):
    """A walkable cell of a storey, by the number of the storey and its own id."""

    storey: int
    id: int


class Route(NamedTuple):
    """Legs, and the numbers of the lanes between them, one fewer."""

    legs: tuple[Way, ...]
    lanes: tuple[int, ...]
    cost: float


class LimitHit(Exception):
    """A leg reached the limit."""

    def __init__(self, route: Route) -> None:
        """With the route to where the leg begins, and as much of the leg as was asked for."""
        super().__init__()
        self.route = route


Plain: TypeAlias = Callable[[Query], PathResult]
"""Returns the path that takes no link."""


class _Fan(msgspec.Struct, eq=False):
    """All that may follow one lane: other lanes, or the goal, by ascending bound."""

    origin: int
    """The lane."""
    cell: Cell
    """Its far end."""
    cost: float
    """What it costs up to there."""
    order: list[int]
    """Numbers of what follows, the goal's last of all, from the highest bound to the lowest."""
    keys: npt.NDArray[np.float64]
    """By number: the bound of the whole route."""


class _Reached(NamedTuple):
    """The far end of a lane, or the goal, by a leg that was searched."""

    lane: int
    origin: int
    cost: float


class LinkSearch:
    """One query between two cells, at most one of them on a storey with marks; used once."""

    def __init__(
        self, storeys: Storeys, query: Query, start: Cell, goal: Cell, *, stamped: bool
    ) -> None:
        """With `stamped`, this thread's marks on the start's storey block cells as well."""
        self.visited = 0
        """Cells that searches took from their queues."""
        self.operations = 0
        self.searched = 0
        """Legs that were searched, and the path without links if it was."""
        self.storeys: Final = storeys
        self.query: Final = query
        self._start = start
        self._goal = goal
        self.stamped: Final = stamped
        self._row_length = storeys.grid(start.storey).lattice.width + 2
        self._four = storeys.grid(start.storey).connectivity == FOUR
        self._queue: list[tuple[float, int, int, _Fan | _Reached | PathResult | Plain]] = []
        self._serial = count()
        self._came_from: dict[int, int] = {}
        """For each lane that is final: the one before it."""
        self._ways: dict[tuple[Cell, Cell], Way] = {}
        self._bound_lanes(storeys.place_of(*goal))

    def run(self, plain: Plain | None) -> Route | PathResult | None:
        """Return the cheapest route, or what `plain` finds if that costs no more.

        None if there is no path. `plain` is None if no path can do without links.

        Raises:
            LimitHit: if a leg took the last of the cells that the query may take.
        """
        if plain is not None:
            row, column = divmod(self._goal.id, self._row_length)
            least = self._walk_bounds(self._start, np.array(column), np.array(row))
            self._push(float(least) * (1 - TIE), 0, plain)
        self._fan_out(_START, self._start, 0.0)
        while self._queue:
            key, _, _, found = heappop(self._queue)
            if isinstance(found, PathResult):
                return found
            if isinstance(found, _Fan):
                self._search_leg(found)
            elif not isinstance(found, _Reached):
                result = self._search_plain(found)
                if result.status is Status.LIMIT_REACHED:
                    return result
                if result.status is not Status.NO_PATH:
                    self._push(max(key, result.cost * (1 - TIE)), 0, result)
            elif found.lane == len(self.storeys.lanes):
                return self._route(found)
            elif found.lane not in self._came_from:
                self._came_from[found.lane] = found.origin
                self._fan_out(found.lane, self._far_end(found.lane), found.cost)
        return None

    def searcher(self, storey: int) -> Searcher:
        """Return what searches the cells of a storey."""
        stamped = self.stamped and storey == self._start.storey
        return Searcher.of(self.storeys.grid(storey), stamped=stamped)

    def rest(self) -> Query:
        """Return the query with what is left of its limit."""
        return replace(self.query, limit=max(0, self.query.limit - self.visited))

    def add(self, visited: int, operations: int) -> None:
        """Count cells that a leg took from its queue, and what it did to that."""
        self.visited += visited
        self.operations += operations

    def totals(self, result: PathResult) -> PathResult:
        """Return a result with the counts of all legs that were searched."""
        return replace(result, visited=self.visited, heap_operations=self.operations)

    def _push(self, key: float, rank: int, found: _Fan | _Reached | PathResult | Plain) -> None:
        heappush(self._queue, (key, rank, next(self._serial), found))

    def _bound_lanes(self, goal_place: int) -> None:
        """Bound what is left to the goal from each lane."""
        storeys, size = self.storeys, len(self.storeys.lanes)
        costs = storeys.costs
        if self.stamped:
            costs = np.where(self._is_stamped(), _FAR, costs)
        after = np.empty(size)
        if size:
            cells, places, each, leasts, bounds, done = buffers(
                link_bounds, storeys.cells, storeys.places, costs, storeys.leasts, after,
                np.zeros(size, np.uint8),
            )  # fmt: skip
            link_bounds.bound_lanes(
                cells, places, each, leasts, self._row_length, self._four, self._goal.id,
                goal_place, bounds, done,
            )  # fmt: skip
        near = np.append(storeys.cells[:, 0], np.int32(self._goal.id))
        # In this order, the goal after all lanes:
        self._rows, self._columns = np.divmod(near, self._row_length)
        self._near_places = np.append(storeys.places[:, 0], goal_place)
        self._left = np.append(costs + after, 0.0)

    def _is_stamped(self) -> npt.NDArray[np.bool_]:
        """(lanes,) whether an end lies in a marked cell."""
        stamps = Searcher.of(self.storeys.grid(self._start.storey), stamped=True).stamps
        assert stamps is not None
        here = (self.storeys.places >> 32) == self._start.storey
        marks = here & (stamps.cells[self.storeys.cells] != 0)
        either: npt.NDArray[np.bool_] = marks[:, 0] | marks[:, 1]
        return either

    def _walk_bounds(
        self, cell: Cell, columns: npt.NDArray[np.int32], rows: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.float64]:
        """The least that it can cost to walk from a cell to others of its storey."""
        row, column = divmod(cell.id, self._row_length)
        across, along = np.abs(columns - column), np.abs(rows - row)
        least = self.storeys.grid(cell.storey).least_cost
        if self._four:
            return (across + along) * least
        shorter = np.minimum(across, along)
        bounds: npt.NDArray[np.float64] = (across + along - 2 * shorter + shorter * _SQRT2) * least
        return bounds

    def _fan_out(self, lane: int, cell: Cell, cost: float) -> None:
        """Queue what may follow a lane."""
        keys = cost + self._walk_bounds(cell, self._columns, self._rows) + self._left
        keys[self._near_places != self.storeys.place_of(*cell)] = _FAR
        if lane == _START:
            keys[-1] = _FAR
        order = np.argsort(-keys, kind="stable")
        order = order[keys[order] < _FAR]
        self._push_fan(_Fan(lane, cell, cost, order.tolist(), keys))

    def _push_fan(self, fan: _Fan) -> None:
        if fan.order:
            self._push(float(fan.keys[fan.order[-1]]), 1, fan)

    def _search_leg(self, fan: _Fan) -> None:
        """Search the leg with the lowest bound."""
        lane = fan.order.pop()
        self._push_fan(fan)
        if lane in self._came_from:
            return
        way = self._way(fan, self._near_end(lane))
        if way.outcome is Outcome.REACHED:
            cost = fan.cost + way.cost
            key = (cost + float(self._left[lane])) * (1 - _ROUNDING)
            if lane < len(self.storeys.lanes):
                cost += self.storeys.lanes[lane].cost
            self._push(key, 0, _Reached(lane, fan.origin, cost))

    def _way(self, fan: _Fan, to: Cell) -> Way:
        """The cheapest way on foot, searched once; several lanes may share an end."""
        way = self._ways.get((fan.cell, to))
        if way is None:
            while way is None:
                searcher = self.searcher(to.storey)
                check_engine(searcher, self.query)
                try:
                    way = way_of(searcher, self.rest(), fan.cell.id, to.id)
                except ScratchFull:
                    continue
            self.searched += 1
            self.add(way.visited, way.operations)
            if way.outcome is Outcome.LIMIT:
                before = self._legs_to(fan.origin)
                raise LimitHit(Route((*before[0], way), before[1], fan.cost + way.cost))
            self._ways[fan.cell, to] = way
        return way

    def _search_plain(self, plain: Plain) -> PathResult:
        result = plain(self.rest())
        self.searched += 1
        self.add(result.visited, result.heap_operations)
        return result

    def _route(self, last: _Reached) -> Route:
        legs, lanes = self._legs_to(last.origin)
        return Route((*legs, self._ways[self._far_end(last.origin), self._goal]), lanes, last.cost)

    def _legs_to(self, lane: int) -> tuple[tuple[Way, ...], tuple[int, ...]]:
        """The legs and lanes up to the far end of a lane."""
        legs: list[Way] = []
        lanes: list[int] = []
        while lane != _START:
            origin = self._came_from[lane]
            legs.append(self._ways[self._far_end(origin), self._near_end(lane)])
            lanes.append(lane)
            lane = origin
        return tuple(reversed(legs)), tuple(reversed(lanes))

    def _near_end(self, lane: int) -> Cell:
        if lane == len(self.storeys.lanes):
            return self._goal
        taken = self.storeys.lanes[lane]
        return Cell(taken.storeys[0], taken.cells[0])

    def _far_end(self, lane: int) -> Cell:
        if lane == _START:
            return self._start
        taken = self.storeys.lanes[lane]
        return Cell(taken.storeys[1], taken.cells[1])
