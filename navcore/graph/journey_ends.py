"""Ends of paths over a network: the waypoints that a start or goal sees, and their costs."""

from typing import Final

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.graph.adjacency import Bools, Bytes, Ends, Floats, Rows
from navcore.graph.edge_places import PlaceOnEdge, ends_of, least_cost_of
from navcore.graph.graph import Graph
from navcore.level.model import Point
from navcore.path.cell_search import cell_for
from navcore.path.searcher import Searcher
from navcore.path.sight import seen_from
from navcore.path.terrain_shares import costs_from

__all__ = ["End", "floor_at"]

_FIRST: Final = 16
"""Waypoints in the first ring around an end."""

_GROWTH: Final = 2.0
"""Factor by which rings grow."""

_REACH: Final = 1.0
"""Distance in metres at which an agent has arrived at a waypoint (S3-022)."""


class End:
    """The start or the goal, with the waypoints that it is known to see."""

    def __init__(self, graph: Graph, grid: NavGrid, place: Point, may: Bools) -> None:
        """Take a place; `may` (n,) says at which waypoints a path may begin or end."""
        self.rays = 0
        away = graph.positions - place
        away *= away
        self.distances: Final[Floats] = np.sqrt(away[:, 0] + away[:, 1])
        self.place: Final = place
        self.bounds: Final[Floats] = self.distances * least_cost_of(grid)
        """(n,) the least that it can cost to get to each waypoint."""
        self._costs = self.distances.copy()
        self._grid = grid
        self._positions = graph.positions
        self._may = may
        self._left = may.copy()
        self._seen: list[Rows] = []
        self.via: Point | None = None
        """The place on an edge at which it joins the network; None: only at waypoints."""
        self.edges: frozenset[int] = frozenset()
        """Indices of the edges at `via`, or at the end itself."""
        self.via_cost = 0.0
        """Cost of reaching `via`."""
        near = self.distances[may]
        first = min(_FIRST, len(near)) - 1
        self._radius = float(np.partition(near, first)[first]) if len(near) else 0.0

    @property
    def sees(self) -> bool:
        """True if it sees a waypoint."""
        return bool(self._seen)

    @property
    def is_done(self) -> bool:
        """True if all waypoints were tested."""
        return not self._left.any()

    @property
    def joined(self) -> Ends:
        """The waypoints that it sees, as nodes at the cost of the way to them."""
        rows = np.concatenate(self._seen)
        return Ends(rows, self._costs[rows])

    def look(self, among: Bools) -> bool:
        """Test untested waypoints among these (n,); return whether one is seen."""
        rows = np.flatnonzero(self._left & among).astype(np.int32)
        self._left[rows] = False
        self.rays += len(rows)
        seen = rows[self._sees(rows)]
        if len(seen):
            self._seen.append(seen)
            if self._grid.has_costs:
                self._set_ground_costs(seen)
        return len(seen) > 0

    def _set_ground_costs(self, rows: Rows) -> None:
        """Add the cost of the ground on the lines to these waypoints."""
        places = self._positions[rows]
        floors = self._floors(places)
        distances = np.hypot(*(places - floors).T)
        costs = costs_from(self._grid, self.place, floors) + distances
        self._costs[rows] = np.maximum(costs, self.bounds[rows])

    def keep_to_nearest(self, graph: Graph, arcs: Bytes, *, leaves: bool) -> None:
        """Only join the place of the network in sight that is nearest: a waypoint or on an edge.

        If ground differs in cost, it is the place that costs least to reach. A place on an edge
        joins the ends to which the edge leads from there or, if a path `leaves`, the ends that lead
        to it.
        """
        self.look(self.bounds < self.joined.costs.min())
        ends = self.joined
        best = int(np.argmin(ends.costs))
        nearest, within = ends.rows[[best]], float(ends.costs[best])
        place = PlaceOnEdge.nearest(graph, arcs, self._may, self._grid, self.place, within)
        self.rays += place.rays
        if place.edges:
            self.via, self.edges, self.via_cost = place.via, place.edges, place.cost
            x, z = self.via or self.place
            rows = np.unique([ends_of(graph, arcs, edge, leaves=leaves) for edge in self.edges])
            rows = rows[rows >= 0].astype(np.int32)
            seen = rows[self._may[rows] & self._sees(rows, self.via or self.place)]
            if len(seen):
                away = np.hypot(*(self._positions[seen] - (x, z)).T)
                self._costs[seen] = away + self.via_cost
                nearest = seen
            else:
                self.via, self.edges, self.via_cost = None, frozenset(), 0.0
        self._seen = [nearest]

    def _sees(self, rows: Rows, place: Point | None = None) -> Bools:
        """Return (n,) which of these waypoints, or the floor where agents reach them, it sees.

        The line starts at `place` instead, if that is given.
        """
        floors = self._floors(self._positions[rows])
        return seen_from(self._grid, self.place if place is None else place, floors)

    def _floors(self, places: Floats) -> Floats:
        """Return (n, 2) the floor on which agents arrive at places."""
        floors = places.copy()
        for number in np.flatnonzero(~self._grid.are_walkable(places)).tolist():
            x, z = places[number].tolist()
            floors[number] = floor_at(self._grid, (x, z))
        return floors

    def look_around(self) -> bool:
        """Test rings of waypoints until another one is seen, or none is left."""
        while not self.is_done:
            found = self.look(self.distances <= self._radius)
            self._radius = max(self._radius, 1e-3) * _GROWTH
            if found:
                return True
        return False


def floor_at(grid: NavGrid, place: Point) -> Point:
    """Return where agents arrive at a waypoint: there, or on the nearest floor within a metre.

    Grown waypoints lie on the floor of their type. A waypoint drawn by hand may lie beside it, in
    the padding of a table, and so may one of another type's network.
    """
    if grid.is_walkable(*place):
        return place
    _, centre = cell_for(Searcher.of(grid), place, _REACH)
    return place if centre is None else centre
