"""Search over links with jump points: the exactly cheapest chain of legs and lanes.

A* over the near ends of lanes. The cost of walking from the far end of one lane to the near end of
another is first only bounded. When that entry comes out of the queue, the leg is searched on its
grid, and goes back with its true cost (lazy weighted A*: Cohen, Phillips and Likhachev, "Planning
Single-Arm Manipulations with n-Arm Robots", RSS 2014). The heuristic of a lane is the least sum of
bounds of legs and costs of lanes to the goal. It is consistent, so a lane is final when it comes
out with its true cost. Nothing is precomputed except the positions of lanes, so edits have nothing
to update. A leg over weighted cells would take longer than `joined_search` takes for the whole
query, so such queries are left to that.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.path.cell_path import FAR, Outcome, Way
from navcore.path.cell_search import check_engine, way_of
from navcore.path.legs import ROUNDING, Ends, Legs
from navcore.path.options import Query
from navcore.path.result import PathResult, Status
from navcore.path.route_query import TIE, Cell, LimitHit, Route, RouteQuery
from navcore.path.scratch import ScratchFull

__all__ = ["LinkSearch", "Plain", "WeighedLeg"]

_START: Final = -1
"""Number of the start, where other numbers are lanes."""


class WeighedLeg(Exception):
    """A leg leads over cells that are weighed."""


Plain: TypeAlias = Callable[[Query], PathResult]
"""Returns the path that takes no link."""


class _Fan(msgspec.Struct, eq=False):
    """All that may follow one lane, by ascending bound: other lanes, or the goal."""

    origin: int
    """The lane."""
    legs: Legs
    """Legs from the far end of the lane."""
    cost: float
    """Cost of the path up to the far end."""
    keys: npt.NDArray[np.float64]
    """(lanes + 1,) by number, the goal's the last: the bound of the whole route."""
    done: npt.NDArray[np.bool_]
    """By number: whether the successor has been handled, or can't follow."""
    version: int
    """Version of the legs from which the bounds were taken."""
    next: int = -1
    """The successor with the least bound; -1 if none is left."""


class _Reached(NamedTuple):
    """The far end of a lane, or the goal, by a leg that was searched."""

    lane: int
    origin: int
    cost: float


class LinkSearch:
    """A single query between two cells; can't be reused."""

    def __init__(self, asked: RouteQuery) -> None:
        """Prepare a query."""
        self.asked: Final = asked
        self._ends = Ends(asked.storeys, asked.goal)
        onward = asked.lane_costs + asked.group_bounds[asked.storeys.groups.of_lanes]
        self._onward: Final = np.append(onward, 0.0)
        """(lanes + 1,) the least that it costs to take each lane and go on to the goal."""
        self._queue: list[tuple[float, int, int, _Fan | _Reached | PathResult | Plain]] = []
        self._serial = count()
        self._best = FAR
        """Cost of the cheapest path known so far."""
        self._came_from: dict[int, int] = {}
        """For each final lane, the lane before it."""
        self._legs: dict[Cell, Legs] = {}

    def run(self, plain: Plain | None) -> Route | PathResult | None:
        """Return the cheapest route, or the result of `plain` if that costs no more.

        None if there is no path. Without `plain`, the path that takes no link is searched as a leg
        like others.

        Raises:
            LimitHit: if a leg used up the cells that the query may expand.
            WeighedLeg: if a leg has to be searched over weighted cells.
        """
        if plain is not None:
            least = float(self._legs_from(_START).bounds[-1])
            self._push(least * (1 - TIE), 0, plain)
        self._fan_out(_START, 0.0, with_goal=plain is None)
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
            elif found.lane == len(self.asked.storeys.lanes):
                return self._route(found)
            elif found.lane not in self._came_from:
                self._came_from[found.lane] = found.origin
                self._fan_out(found.lane, found.cost, with_goal=True)
        return None

    def _push(self, key: float, rank: int, found: _Fan | _Reached | PathResult | Plain) -> None:
        if isinstance(found, PathResult) or (
            isinstance(found, _Reached) and found.lane == len(self.asked.storeys.lanes)
        ):
            self._best = min(self._best, key)
        heappush(self._queue, (key, rank, next(self._serial), found))

    def _legs_from(self, lane: int) -> Legs:
        """Return the legs from the far end of a lane; lanes may share them."""
        cell = self._far_end(lane)
        found = self._legs.get(cell)
        if found is None:
            strip, along = -1, 0.0
            if lane != _START and not self.asked.is_marked(cell.storey):
                taken = self.asked.storeys.lanes[lane]
                strip, along = taken.strips[1], taken.along[1]
            found = self._legs[cell] = Legs(self._ends, cell, strip, along)
        return found

    def _fan_out(self, lane: int, cost: float, *, with_goal: bool) -> None:
        """Queue what may follow a lane."""
        legs = self._legs_from(lane)
        keys = cost + legs.bounds + self._onward
        done = keys >= FAR
        done[-1] |= not with_goal
        self._push_fan(_Fan(lane, legs, cost, keys, done, -1))

    def _push_fan(self, fan: _Fan) -> None:
        """Queue a fan by its lowest bound, if it may still lead to the best route."""
        if fan.version != fan.legs.version:
            fan.version = fan.legs.version
            fan.keys = fan.cost + fan.legs.bounds + self._onward
            if fan.origin == _START:
                fan.keys[-1] *= 1 - TIE
            fan.keys[fan.done] = FAR
        fan.next = int(fan.keys.argmin())
        key = float(fan.keys[fan.next])
        if key < self._best:
            self._push(key, 1, fan)

    def _search_leg(self, fan: _Fan) -> None:
        """Queue what follows by the leg with the lowest bound, which is searched if need be."""
        lane, legs = fan.next, fan.legs
        if fan.version == legs.version:
            is_needed = lane not in self._came_from
            way = legs.ways.get(int(self._ends.cells[lane]))
            if is_needed and way is None and not self._learn_from_strip(legs, lane):
                way = self._search(fan, lane)
            if way is not None or not is_needed:
                fan.done[lane], fan.keys[lane] = True, FAR
                if is_needed and way is not None and way.outcome is Outcome.REACHED:
                    self._push_reached(fan, lane, way)
        self._push_fan(fan)

    def _push_reached(self, fan: _Fan, lane: int, way: Way) -> None:
        cost = fan.cost + way.cost
        if lane < len(self.asked.storeys.lanes):
            cost += self.asked.storeys.lanes[lane].cost
        found = _Reached(lane, fan.origin, cost)
        self._push(self._key(found), 0, found)

    def _key(self, found: _Reached) -> float:
        """Return the least that a route over a leg that was searched can cost."""
        if found.lane == len(self.asked.storeys.lanes):
            return found.cost * (1 - (TIE if found.origin == _START else ROUNDING))
        after = float(self._onward[found.lane]) - self.asked.storeys.lanes[found.lane].cost
        return (found.cost + after) * (1 - ROUNDING)

    def _learn_from_strip(self, legs: Legs, lane: int) -> bool:
        """Bound a leg by legs from neighbouring cells; return whether the bound improved."""
        bound = 0.0
        if legs.strip >= 0:
            for other in self._legs.values():
                if other.strip == legs.strip and other is not legs:
                    bound = max(bound, float(other.bounds[lane]) - legs.beside(other))
        return legs.raise_bound(lane, bound * (1 - ROUNDING))

    def _search(self, fan: _Fan, lane: int) -> Way:
        """Search a leg."""
        legs, asked, query = fan.legs, self.asked, self.asked.rest()
        to = self._ends.cell(lane, legs.cell.storey)
        while True:
            searcher = asked.searcher(to.storey)
            if searcher.weighs:
                raise WeighedLeg
            check_engine(searcher, query)
            try:
                way = way_of(searcher, query, legs.cell.id, to.id)
                break
            except ScratchFull:
                continue
        asked.searched += 1
        asked.add(way.visited, way.operations)
        if way.outcome is Outcome.LIMIT:
            before, lanes = self._legs_to(fan.origin)
            raise LimitHit(Route((*before, way), lanes, fan.cost + way.cost))
        legs.note(lane, way)
        if not asked.is_marked(to.storey):
            legs.learn_beside(lane)
        return way

    def _search_plain(self, plain: Plain) -> PathResult:
        result = plain(self.asked.rest())
        self.asked.searched += 1
        self.asked.add(result.visited, result.heap_operations)
        return result

    def _route(self, last: _Reached) -> Route:
        legs, lanes = self._legs_to(last.origin)
        way = self._legs[self._far_end(last.origin)].ways[self.asked.goal.id]
        return Route((*legs, way), lanes, last.cost)

    def _legs_to(self, lane: int) -> tuple[tuple[Way, ...], tuple[int, ...]]:
        """Return the legs and lanes up to the far end of a lane."""
        legs: list[Way] = []
        lanes: list[int] = []
        while lane != _START:
            origin = self._came_from[lane]
            legs.append(self._legs[self._far_end(origin)].ways[int(self._ends.cells[lane])])
            lanes.append(lane)
            lane = origin
        return tuple(reversed(legs)), tuple(reversed(lanes))

    def _far_end(self, lane: int) -> Cell:
        if lane == _START:
            return self.asked.start
        taken = self.asked.storeys.lanes[lane]
        return Cell(taken.storeys[1], taken.cells[1])
