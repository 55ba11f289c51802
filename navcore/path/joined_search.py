"""Search over links on weighted cells: exact A* over the cells of all storeys at once.

A lane is a step from one cell to another. The heuristic is the least of the cost of walking to the
goal and of walking to any group of lanes (see the kernel `lane_map`). Each cell is therefore
expanded once, however many lanes there are. Nothing is precomputed except the positions of lanes,
so edits have nothing to update.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers
from navcore.kernels.search import lane_map, weighted_astar
from navcore.path.cell_path import FAR, Outcome, Way
from navcore.path.cell_search import check_engine
from navcore.path.lane_groups import octile
from navcore.path.route_query import TIE, LimitHit, Route, RouteQuery
from navcore.path.scratch import SCRATCH, ScratchFull
from navcore.path.space import NO_STAMPS
from navcore.path.visited import taken_cells

__all__ = ["JoinedSearch"]

_LISTED: Final = 4
"""Groups that the list of a block can hold; if a block has more, all groups are listed."""


class JoinedSearch:
    """A single query between two cells; can't be reused."""

    def __init__(self, asked: RouteQuery) -> None:
        """Prepare a query."""
        self._asked = asked
        self._grids = asked.storeys.joined(asked.start.storey, asked.goal.storey)
        self._start = self._grids.cell_of(*asked.start)
        self._goal = self._grids.cell_of(*asked.goal)
        self._extra = self._extra_cost()
        self._map = self._lane_map()

    def run(self) -> Route | None:
        """Return the cheapest route, or None if there is none.

        Raises:
            NavcoreError: if the engine is none for cells that are weighed.
            LimitHit: if the search took the last of the cells that the query may take.
        """
        for storey in self._grids.storeys:
            check_engine(self._asked.searcher(storey), self._asked.query)
        if self._start == self._goal:
            turns = np.array(divmod(self._asked.start.id, self._grids.row_length), np.int32) - 1
            return Route((Way(Outcome.REACHED, turns=turns[None, ::-1].copy()),), (), 0.0)
        if self._estimates(np.array((self._start,), np.int32))[0] >= FAR:
            return None
        while True:
            try:
                return self._search()
            except ScratchFull:
                continue

    def _search(self) -> Route | None:
        asked, query = self._asked, self._asked.rest()
        grids = self._grids
        SCRATCH.fit(grids.rows, grids.row_length)
        weigher = self._weigher()
        outcome = weigher.search(
            self._start, self._goal, SCRATCH.begin(), query.limit, query.mean, grids.is_four
        )
        if outcome == Outcome.FULL:
            SCRATCH.grow()
            raise ScratchFull
        cell = self._goal
        route: Route | None = None
        if outcome == Outcome.LIMIT:
            cell = self._nearest_taken() if query.partial else -1
        if outcome != Outcome.EXHAUSTED and cell >= 0:
            route = self._route(weigher, cell, Outcome(outcome))
        asked.add(weigher.visited, weigher.operations)
        asked.searched += 1
        if outcome == Outcome.LIMIT:
            raise LimitHit(route or Route((Way(Outcome.LIMIT),), (), 0.0))
        return route

    def _extra_cost(self) -> float:
        """Return an extra cost of lanes, so that among equal paths the one without links wins."""
        asked = self._asked
        if not asked.is_walkable:
            return 0.0
        rows, columns = np.divmod(np.array((asked.start.id, asked.goal.id)), self._grids.row_length)
        away = octile(np.abs(np.diff(columns)), np.abs(np.diff(rows)), is_four=self._grids.is_four)
        return TIE * float(away[0]) * asked.storeys.grid(asked.goal.storey).least_cost

    def _lane_map(self) -> lane_map.LaneMap:
        asked, grids = self._asked, self._grids
        groups, goal = asked.storeys.groups, np.array((asked.storeys.place_of(*asked.goal),))
        left = asked.group_costs + asked.group_bounds
        there = np.flatnonzero(left < FAR)
        boxes = np.empty((len(there) + 1, 4), np.int32)
        boxes[:-1] = groups.boxes[there, :4]
        boxes[:-1, 2:] += grids.row_of(groups.places[there, 0])[:, None]
        row, column = divmod(self._goal, grids.row_length)
        boxes[-1] = column, column, row, row
        places = np.append(groups.places[there, 0], goal)
        least = asked.storeys.grid(asked.goal.storey).least_cost
        room = len(grids.storeys) * (len(boxes) + 1) + _LISTED * grids.blocks
        held, regions, bases, leasts, costs, lists, pool = buffers(
            lane_map, boxes, grids.regions_of(places), np.append(left[there], 0.0),
            np.append(groups.leasts[there, 0], least), asked.lane_costs + self._extra,
            np.full(grids.blocks, -1, np.int32), np.empty(room, np.int32),
        )  # fmt: skip
        return lane_map.LaneMap(
            grids.index, held, regions, bases, leasts, costs, lists, pool, grids.is_four
        )

    def _weigher(self) -> weighted_astar.Weigher:
        asked, grids = self._asked, self._grids
        marks = NO_STAMPS
        if asked.stamped:
            stamps = asked.searcher(asked.start.storey).stamps
            assert stamps is not None
            marks = stamps.cells
        costs, marks, *memory = buffers(
            weighted_astar, grids.costs, marks, SCRATCH.nodes, SCRATCH.nodes.view(np.float64),
            SCRATCH.heads, SCRATCH.levels, SCRATCH.entries.reshape(-1), SCRATCH.ahead.turns,
        )  # fmt: skip
        weigher = weighted_astar.Weigher(costs, marks, grids.row_length, grids.least, *memory)
        weigher.join(self._map, self._start - asked.start.id)
        return weigher

    def _estimates(self, cells: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """(n,) the least that is left from each of (n,) cells."""
        estimates = np.empty(len(cells))
        held = buffers(lane_map, cells, estimates)
        self._map.estimate(held[0], self._grids.row_length, held[1])
        return estimates

    def _nearest_taken(self) -> int:
        """Return the expanded cell with the least estimated remaining cost; -1 if none."""
        cells = taken_cells(len(self._grids.costs))
        if not len(cells):
            return -1
        return int(cells[self._estimates(cells.astype(np.int32)).argmin()])

    def _route(self, weigher: weighted_astar.Weigher, cell: int, outcome: Outcome) -> Route:
        """Return the route to a cell that the search has reached."""
        cost = float(SCRATCH.nodes.view(np.float64)[2 * cell])
        grids = self._grids
        legs: list[Way] = []
        lanes: list[int] = []
        while True:
            count = weigher.trace(cell)
            if count > len(SCRATCH.ahead.turns):
                SCRATCH.grow(count)
                raise ScratchFull
            turns: npt.NDArray[np.int32] = SCRATCH.ahead.turns[:count] - 1
            first = int(turns[0, 1] + 1) * grids.row_length + int(turns[0, 0] + 1)
            turns[:, 1] -= cell // grids.row_length // grids.storey_rows * grids.storey_rows
            legs.append(Way(outcome if not legs else Outcome.REACHED, turns=turns))
            if not SCRATCH.nodes[4 * first + 2] & 1:
                break
            cell = int(SCRATCH.nodes[4 * first + 3])
            same = np.flatnonzero((grids.lanes == (cell, first)).all(axis=1))
            lanes.append(int(same[self._asked.lane_costs[same].argmin()]))
        cost -= self._extra * len(lanes)
        if not lanes:
            legs[0] = Way(outcome, cost=cost, turns=legs[0].turns)
        return Route(tuple(reversed(legs)), tuple(reversed(lanes)), cost)
