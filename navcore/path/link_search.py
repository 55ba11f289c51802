"""Search over links: the cheapest chain of walked legs and lanes between two cells, exactly.

A* over the near ends of lanes. What it costs to walk from the far end of one lane to the near end
of another is only bounded at first. When that entry comes out of the queue the leg is searched on
its grid, and goes back with its true cost (lazy weighted A*: Cohen, Phillips and Likhachev,
"Planning Single-Arm Manipulations with n-Arm Robots", RSS 2014). What is left from each lane is
estimated by the least sum of bounds of legs and costs of lanes. That is consistent, so a lane is
final when it comes out with its true cost. The estimate rises when a search from the goal tells
more of what is left; what is queued by a lower one is queued again. Before a query nothing is known
but where lanes lie: edits have nothing to keep up to date.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.kernels import buffers
from navcore.kernels.search import link_bounds
from navcore.path.cell_path import FAR, Outcome, Way
from navcore.path.cell_search import check_engine, way_of
from navcore.path.legs import ROUNDING, Cell, Ends, Legs
from navcore.path.links import Storeys
from navcore.path.options import Query
from navcore.path.result import PathResult, Status
from navcore.path.scratch import ScratchFull
from navcore.path.searcher import Searcher

__all__ = ["TIE", "LimitHit", "LinkSearch", "Plain", "Route"]

TIE: Final = 1e-10
"""Share by which a path over links must be cheaper than one that is walked throughout."""

_START: Final = -1
"""The start, where other numbers are those of lanes."""


class Route(NamedTuple):
    """Legs, and the numbers of the lanes between them, one fewer; with one leg all is walked."""

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
    """All that may follow one lane, by ascending bound: other lanes, or the goal."""

    origin: int
    """The lane."""
    legs: Legs
    """From its far end."""
    cost: float
    """What it costs up to there."""
    keys: npt.NDArray[np.float64]
    """(lanes + 1,) by number, the goal's the last: the bound of the whole route."""
    done: npt.NDArray[np.bool_]
    """By number: what follows already, or can't."""
    version: int
    """That of the legs from which the bounds were taken."""
    next: int = -1
    """What follows by the lowest bound; -1 if nothing is left."""


class _Reached(NamedTuple):
    """The far end of a lane, or the goal, by a leg that was searched."""

    lane: int
    origin: int
    cost: float


class LinkSearch:
    """One query between two cells; used once."""

    def __init__(
        self, storeys: Storeys, query: Query, start: Cell, goal: Cell, *, stamped: bool
    ) -> None:
        """With `stamped`, this thread's marks on the start's storey block cells as well."""
        self.storeys: Final = storeys
        self.query: Final = query
        self.stamped: Final = stamped
        self.visited = 0
        """Cells that searches took from their queues."""
        self.operations = 0
        self.searched = 0
        """Legs that were searched, and the path without links if it was."""
        self.start: Final = start
        self._goal = goal
        self._ends = Ends(storeys, goal)
        self._to_goal = Legs(Ends(storeys, start, far=True), goal)
        """Legs from the far ends of lanes to the goal, where cells are weighed."""
        self._costs = np.where(self._is_stamped(), FAR, storeys.costs) if stamped else storeys.costs
        self._onward = self._bounds_to_goal()
        self._news = 0
        """How often more was learned of what is left to the goal."""
        self._queue: list[tuple[float, int, int, _Fan | _Reached | PathResult | Plain]] = []
        self._serial = count()
        self._best = FAR
        """What the cheapest path costs that is known."""
        self._came_from: dict[int, int] = {}
        """For each lane that is final: the one before it."""
        self._legs: dict[Cell, Legs] = {}

    def run(self, plain: Plain | None) -> Route | PathResult | None:
        """Return the cheapest route; or what `plain` finds, if that costs no more.

        None if there is no path. Without `plain` the path that takes no link is a route like
        others, searched as its legs are.

        Raises:
            LimitHit: if a leg took the last of the cells that the query may take.
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
            elif found.lane == len(self.storeys.lanes):
                return self._route(found)
            elif found.lane not in self._came_from:
                now = self._key(found)
                if now > key:
                    self._push(now, 0, found)
                    continue
                self._came_from[found.lane] = found.origin
                self._fan_out(found.lane, found.cost, with_goal=True)
        return None

    def searcher(self, storey: int) -> Searcher:
        """Return what searches the cells of a storey."""
        stamped = self.stamped and storey == self.start.storey
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
        if isinstance(found, PathResult) or (
            isinstance(found, _Reached) and found.lane == len(self.storeys.lanes)
        ):
            self._best = min(self._best, key)
        heappush(self._queue, (key, rank, next(self._serial), found))

    def _bounds_to_goal(self) -> npt.NDArray[np.float64]:
        """(lanes + 1,) the least that it costs to take each lane and go on to the goal."""
        storeys, size = self.storeys, len(self.storeys.lanes)
        onward = np.zeros(size + 1)
        if size:
            spots, places, costs, leasts, walks, bounds, done = buffers(
                link_bounds, storeys.spots, storeys.places, self._costs, storeys.leasts,
                self._to_goal.bounds[:size], onward[:size], np.zeros(size, np.uint8),
            )  # fmt: skip
            link_bounds.bound_lanes(
                spots, places, costs, leasts, self._ends.is_four, walks, bounds, done
            )
            onward[:size] += self._costs
        return onward

    def _is_stamped(self) -> npt.NDArray[np.bool_]:
        """(lanes,) whether an end lies in a marked cell."""
        stamps = Searcher.of(self.storeys.grid(self.start.storey), stamped=True).stamps
        assert stamps is not None
        here = (self.storeys.places >> 32) == self.start.storey
        marks = here & (stamps.cells[self.storeys.cells] != 0)
        either: npt.NDArray[np.bool_] = marks[:, 0] | marks[:, 1]
        return either

    def _legs_from(self, lane: int) -> Legs:
        """The legs from the far end of a lane; lanes may share it."""
        cell = self._far_end(lane)
        found = self._legs.get(cell)
        if found is None:
            strip, along = -1, 0.0
            if lane != _START and not self._is_marked(cell.storey):
                strip, along = self.storeys.lanes[lane].strips[1], self.storeys.lanes[lane].along[1]
            found = self._legs[cell] = Legs(self._ends, cell, strip, along)
        return found

    def _is_marked(self, storey: int) -> bool:
        """Whether marks may lie between cells of one strip."""
        return self.stamped and storey == self.start.storey

    def _fan_out(self, lane: int, cost: float, *, with_goal: bool) -> None:
        """Queue what may follow a lane."""
        legs = self._legs_from(lane)
        keys = cost + legs.bounds + self._onward
        done = keys >= FAR
        done[-1] |= not with_goal
        self._push_fan(_Fan(lane, legs, cost, keys, done, -1))

    def _push_fan(self, fan: _Fan) -> None:
        """Queue a fan by its lowest bound, if it may still lead to the best route."""
        if fan.version != fan.legs.version + self._news:
            fan.version = fan.legs.version + self._news
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
        if fan.version == legs.version + self._news:
            is_needed = lane not in self._came_from and lane not in legs.useless
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
        if lane < len(self.storeys.lanes):
            cost += self.storeys.lanes[lane].cost
        found = _Reached(lane, fan.origin, cost)
        self._push(self._key(found), 0, found)

    def _key(self, found: _Reached) -> float:
        """The least that a route over a leg that was searched can cost."""
        if found.lane == len(self.storeys.lanes):
            return found.cost * (1 - (TIE if found.origin == _START else ROUNDING))
        after = float(self._onward[found.lane]) - self.storeys.lanes[found.lane].cost
        return (found.cost + after) * (1 - ROUNDING)

    def _learn_from_strip(self, legs: Legs, lane: int) -> bool:
        """Bound a leg by those from cells beside; whether that is news."""
        bound = 0.0
        if legs.strip >= 0:
            for other in self._legs.values():
                if other.strip == legs.strip and other is not legs:
                    bound = max(bound, float(other.bounds[lane]) - legs.beside(other))
        return legs.raise_bound(lane, bound * (1 - ROUNDING))

    def _search(self, fan: _Fan, lane: int) -> Way | None:
        """Search a leg, as far as it may be part of the best route; None if others come first.

        Where cells are weighed, legs from lanes to the goal are searched from the goal, which
        tells of all other lanes that end on the way; a partial path has to come from their ends.
        """
        legs, query = fan.legs, self.rest()
        to = self._ends.cell(lane, legs.cell.storey)
        is_last = lane == len(self.storeys.lanes)
        most = FAR
        while True:
            searcher = self.searcher(to.storey)
            check_engine(searcher, query)
            backward = is_last and fan.origin != _START
            backward &= searcher.weighs and not query.partial
            if backward:
                known = self._to_goal.ways.get(legs.cell.id)
                if known is not None:
                    legs.ways[to.id] = known
                    return known
                if legs.raise_bound(lane, float(self._to_goal.bounds[fan.origin])):
                    return None
            if searcher.weighs and self._best < FAR and (not is_last or backward):
                most = self._best - fan.cost - float(self._onward[lane])
            try:
                way = way_of(searcher, query, legs.cell.id, to.id, most=most, backward=backward)
                break
            except ScratchFull:
                continue
        self.searched += 1
        self.add(way.visited, way.operations)
        if way.outcome is Outcome.LIMIT:
            before, lanes = self._legs_to(fan.origin)
            raise LimitHit(Route((*before, way), lanes, fan.cost + way.cost))
        if backward:
            dearest = np.full(len(self._onward), self._best)
            self._to_goal.learn(fan.origin, way, most, searcher, dearest)
            if not self._is_marked(to.storey):
                self._to_goal.learn_beside(fan.origin)
            legs.note(lane, way, most)
            self._onward = self._bounds_to_goal()
            self._news += 1
        else:
            legs.learn(lane, way, most, searcher, self._best - fan.cost - self._onward)
            if not self._is_marked(to.storey):
                legs.learn_beside(lane)
        return way

    def _search_plain(self, plain: Plain) -> PathResult:
        result = plain(self.rest())
        self.searched += 1
        self.add(result.visited, result.heap_operations)
        return result

    def _route(self, last: _Reached) -> Route:
        legs, lanes = self._legs_to(last.origin)
        way = self._legs[self._far_end(last.origin)].ways[self._goal.id]
        return Route((*legs, way), lanes, last.cost)

    def _legs_to(self, lane: int) -> tuple[tuple[Way, ...], tuple[int, ...]]:
        """The legs and lanes up to the far end of a lane."""
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
            return self.start
        taken = self.storeys.lanes[lane]
        return Cell(taken.storeys[1], taken.cells[1])
