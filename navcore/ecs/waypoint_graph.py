"""A waypoint graph as in source 003: counted ids, edges with a cost, queries with its names.

For games whose characters keep ids of waypoints, and change the graph at run time (S3-021 to
S3-039). Searches are those of `navcore.graph`: exact with any costs, even if they have no relation
to distance.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias, get_args

import numpy as np

from navcore.errors import NavcoreError
from navcore.graph.adjacency import Adjacency, Bytes, Ends, lengths_of
from navcore.graph.graph import Graph
from navcore.graph.near import Near
from navcore.level.model import Edge, Level, Waypoint
from navcore.level.network import WaypointType

__all__ = ["GraphEdge", "GraphWaypoint", "Position", "WaypointGraph"]

Position: TypeAlias = tuple[float, float, float]
"""x, y and z, metres; y is up and is ignored in distances (S3-037)."""

_LAST_ID: Final = 2**32 - 1
_TYPES: Final = get_args(WaypointType)


@dataclass(frozen=True, slots=True)
class GraphWaypoint:
    """A waypoint of a graph (S3-022)."""

    id: int
    position: Position
    waypoint_type: WaypointType = "navigation"
    radius: float = 1.0
    """Distance in metres at which an agent has arrived."""
    name: str | None = None
    tags: frozenset[str] = frozenset()
    active: bool = True
    """True if paths lead over it and queries find it."""

    def is_reached(self, position: Sequence[float]) -> bool:
        """Return whether an agent at x, y, z is at most `radius` away on the plane (S3-069)."""
        (x, _, z), (own_x, _, own_z) = _position(position), self.position
        return (x - own_x) ** 2 + (z - own_z) ** 2 <= self.radius**2


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An edge that leaves a waypoint (S3-024)."""

    target: int
    cost: float
    bidirectional: bool
    """True if there is an equal connection back (X-028)."""
    tags: frozenset[str] = frozenset()


class WaypointGraph:
    """Waypoints and the edges that leave them; one thread at a time.

    >>> graph = WaypointGraph()
    >>> ids = graph.create_patrol_route([(0, 0, 0), (4, 0, 0), (4, 0, 3)], loop_back=True)
    >>> graph.find_path(ids[0], ids[2])
    [1, 3]
    """

    def __init__(self) -> None:
        """Make an empty graph."""
        self._waypoints: dict[int, GraphWaypoint] = {}
        self._edges: dict[int, dict[int, tuple[float, frozenset[str]]]] = {}
        self._next_id = 1
        self._gone: set[int] = set()
        self._packed: _Packed | None = None

    @classmethod
    def of(cls, level: Level) -> "WaypointGraph":
        """Return the network of a level: its ids and costs, heights of storeys as y.

        Edges that are off are left out; of several between two waypoints the cheapest is kept.
        Abilities that edges need are dropped; see `Graph.find_path` for agents with abilities.
        """
        made, heights = cls(), {layer.name: layer.floor_y for layer in level.settings.layers}
        for one in sorted(level.of(Waypoint).values(), key=lambda one: one.id):
            x, z = one.position
            y = level.settings.floor_y + heights.get(level.settings.layer_of(one), 0.0)
            made._waypoints[one.id] = GraphWaypoint(
                one.id, (x, y, z), one.type, one.reach, one.name or None, frozenset(one.tags),
                one.enabled,
            )  # fmt: skip
            made._edges[one.id] = {}
        graph = Graph.of(level)
        prices = dict(zip(graph.edge_ids.tolist(), graph.prices.tolist(), strict=True))
        edges = [edge for edge in level.of(Edge).values() if edge.enabled]
        for edge in sorted(edges, key=lambda edge: (-prices[edge.id], edge.id)):
            tags = frozenset(edge.tags)
            made.connect(edge.start, edge.end, prices[edge.id], not edge.one_way, tags=tags)
        return made

    @property
    def waypoints(self) -> Mapping[int, GraphWaypoint]:
        """All waypoints by id."""
        return MappingProxyType(self._waypoints)

    @property
    def next_id(self) -> int:
        """The id of the next waypoint; none is given twice, also after one was removed (S3-021)."""
        while self._next_id in self._waypoints or self._next_id in self._gone:
            self._next_id += 1
        if self._next_id > _LAST_ID:
            message = f"no id is left below {_LAST_ID + 1:,}"
            raise NavcoreError(message)
        return self._next_id

    def edges(self, waypoint: int) -> list[GraphEdge]:
        """Return the edges that leave a waypoint, sorted by target; empty if it doesn't exist."""
        found = self._edges.get(waypoint, {})
        return [
            GraphEdge(target, cost, self._edges[target].get(waypoint) == (cost, tags), tags)
            for target, (cost, tags) in sorted(found.items())
        ]

    # Changes.

    def add_waypoint(
        self,
        position: Sequence[float],
        waypoint_type: WaypointType = "navigation",
        radius: float = 1.0,
        *,
        name: str | None = None,
        tags: Iterable[str] = (),
    ) -> int:
        """Add a waypoint, active; returns its id.

        Raises:
            NavcoreError: if the position is not three finite numbers, the radius less than 0, or
                the type unknown.
        """
        if waypoint_type not in _TYPES:
            message = f"type must be one of {', '.join(_TYPES)}, got {waypoint_type!r}"
            raise NavcoreError(message)
        if not (math.isfinite(radius) and radius >= 0):
            message = f"radius must be a finite number of at least 0, got {radius}"
            raise NavcoreError(message)
        made = GraphWaypoint(
            self.next_id, _position(position), waypoint_type, float(radius), name, frozenset(tags)
        )
        self._waypoints[made.id] = made
        self._edges[made.id] = {}
        self._next_id += 1
        self._packed = None
        return made.id

    def remove_waypoint(self, waypoint: int) -> bool:
        """Remove a waypoint and all edges from and to it (S3-039); False if there is none."""
        if self._waypoints.pop(waypoint, None) is None:
            return False
        del self._edges[waypoint]
        for targets in self._edges.values():
            targets.pop(waypoint, None)
        self._gone.add(waypoint)
        self._packed = None
        return True

    def set_active(self, waypoint: int, active: bool) -> bool:
        """Switch a waypoint on or off (S3-120); False if there is none."""
        found = self._waypoints.get(waypoint)
        if found is None:
            return False
        self._waypoints[waypoint] = replace(found, active=active)
        self._packed = None
        return True

    def connect(
        self,
        a: int,
        b: int,
        cost: float | None = None,
        bidirectional: bool = True,
        *,
        tags: Iterable[str] = (),
    ) -> bool:
        """Add an edge from `a` to `b`, and one back if it is bidirectional (S3-031).

        Existing edges get the new cost and tags. Returns False and does nothing if both waypoints
        are the same or one doesn't exist.

        Args:
            a: Id of the first waypoint.
            b: Id of the second one.
            cost: Any number of at least 0; None for their distance (X-006).
            bidirectional: Whether an edge leads back, too.
            tags: Tags of both edges.

        Raises:
            NavcoreError: if the cost is not finite, or less than 0.
        """
        if a == b or a not in self._waypoints or b not in self._waypoints:
            return False
        price = self._distance(a, b) if cost is None else float(cost)
        if not (math.isfinite(price) and price >= 0):
            message = f"cost must be a finite number of at least 0, got {cost}"
            raise NavcoreError(message)
        edge = (price, frozenset(tags))
        self._edges[a][b] = edge
        if bidirectional:
            self._edges[b][a] = edge
        self._packed = None
        return True

    def auto_connect(
        self,
        max_distance: float,
        *,
        max_height_difference: float | None = None,
        is_clear: Callable[[Position, Position], bool] | None = None,
    ) -> int:
        """Join all active waypoints within a distance of each other, both ways (S3-036).

        Pairs with an edge don't change, so a second call adds nothing.

        Args:
            max_distance: Metres in plan; nothing is joined at 0 or less (S3-073).
            max_height_difference: Most metres by which waypoints may differ in height, for floors
                above each other; None for any (S3-037).
            is_clear: Whether the straight line between two places is clear; None for always.

        Returns:
            The number of pairs that were joined.
        """
        if max_distance <= 0:
            return 0
        near, count = self._pack(), 0
        for row, one in enumerate(near.ids):
            a = self._waypoints[one]
            for other in near.near.within((a.position[0], a.position[2]), max_distance).tolist():
                b = self._waypoints[near.ids[other]]
                if other <= row or not (a.active and b.active):
                    continue
                if b.id in self._edges[a.id] or a.id in self._edges[b.id]:
                    continue
                if max_height_difference is not None and not (
                    abs(a.position[1] - b.position[1]) <= max_height_difference
                ):
                    continue
                if is_clear is None or is_clear(a.position, b.position):
                    count += self.connect(a.id, b.id)
        return count

    def create_patrol_route(
        self, positions: Iterable[Sequence[float]], loop_back: bool = False
    ) -> list[int]:
        """Add patrol waypoints, each joined with the next at their distance (S3-032).

        `loop_back` joins the last with the first, if there are two or more. Returns their ids.

        Raises:
            NavcoreError: if a position is not three finite numbers; nothing is added then.
        """
        places = [_position(position) for position in positions]
        ids = [self.add_waypoint(place, "patrol", 1.0) for place in places]
        for a, b in zip(ids, ids[1:] + ids[:1] * loop_back, strict=False):
            self.connect(a, b)
        return ids

    # Queries.

    def find_path(
        self,
        start: int,
        goal: int,
        *,
        include_tags: Collection[str] | None = None,
        exclude_tags: Collection[str] | None = None,
    ) -> list[int] | None:
        """Return the ids of the cheapest path, both ends included; None if there is none (S3-026).

        None also if a waypoint of the path would be inactive or does not exist (S3-029). Tags as
        for `Graph.find_path` (S3-038).
        """
        found = [self._waypoints.get(one) for one in (start, goal)]
        if not all(one is not None and one.active for one in found):
            return None
        if start == goal:
            return [start]
        packed = self._pack()
        first, last = packed.rows[start], packed.rows[goal]
        x, _, z = self._waypoints[goal].position
        path = packed.adjacency.search(
            Ends.at(first),
            Ends.at(last),
            is_open=self._open(packed, include_tags, exclude_tags),
            toward=(x, z),
            factor=packed.adjacency.factor,
        )
        return [packed.ids[row] for row in path.rows.tolist()] or None

    def nearest_waypoint(self, position: Sequence[float]) -> int | None:
        """Return the nearest active waypoint, the lower id if equal; None if none (S3-033).

        Raises:
            NavcoreError: if the position is not three finite numbers.
        """
        x, _, z = _position(position)
        packed = self._pack()
        row = packed.near.nearest((x, z), packed.active)
        return None if row < 0 else packed.ids[row]

    def waypoints_in_radius(self, position: Sequence[float], radius: float) -> list[int]:
        """Return ids, ascending, of active waypoints at most `radius` metres away (S3-034).

        Raises:
            NavcoreError: if the position is not three finite numbers.
        """
        x, _, z = _position(position)
        packed = self._pack()
        found = (packed.ids[row] for row in packed.near.within((x, z), radius).tolist())
        return [one for one in found if self._waypoints[one].active]

    def waypoints_by_type(self, waypoint_type: WaypointType) -> list[int]:
        """Return ids, ascending, of active waypoints of a type (S3-035)."""
        return self._ids_where(lambda one: one.waypoint_type == waypoint_type)

    def waypoints_with_tag(self, tag: str) -> list[int]:
        """Return ids, ascending, of active waypoints with a tag (S3-035)."""
        return self._ids_where(lambda one: tag in one.tags)

    def _ids_where(self, fits: Callable[[GraphWaypoint], bool]) -> list[int]:
        return sorted(one.id for one in self._waypoints.values() if one.active and fits(one))

    def _distance(self, a: int, b: int) -> float:
        (ax, _, az), (bx, _, bz) = self._waypoints[a].position, self._waypoints[b].position
        return math.dist((ax, az), (bx, bz))

    def _pack(self) -> "_Packed":
        """Return the arrays for searches, rebuilt after a change."""
        if self._packed is None:
            self._packed = _Packed(self._waypoints, self._edges)
        return self._packed

    def _open(
        self,
        packed: "_Packed",
        include: Collection[str] | None,
        exclude: Collection[str] | None,
    ) -> Bytes:
        """(e,) 1 for each edge that can be taken."""
        if include is None and not exclude:
            return packed.is_open
        wanted, shunned = frozenset(include or ()), frozenset(exclude or ())
        is_open = packed.is_open.copy()
        sources, targets = packed.adjacency.sources(), packed.adjacency.targets
        for at in np.flatnonzero(is_open).tolist():
            a, b = (self._waypoints[packed.ids[rows[at]]] for rows in (sources, targets))
            tags = self._edges[a.id][b.id][1]
            named = wanted & tags or (wanted & a.tags and wanted & b.tags)
            if shunned & (tags | a.tags | b.tags) or (include is not None and not named):
                is_open[at] = 0
        return is_open


class _Packed:
    """The arrays of a graph, in the order of ids."""

    def __init__(
        self,
        waypoints: Mapping[int, GraphWaypoint],
        edges: Mapping[int, Mapping[int, tuple[float, frozenset[str]]]],
    ) -> None:
        self.ids: Final = sorted(waypoints)
        self.rows: Final = {one: row for row, one in enumerate(self.ids)}
        places = [waypoints[one].position for one in self.ids]
        positions = np.array([(x, z) for x, _, z in places], np.float64).reshape(-1, 2)
        arcs = [(a, b, edges[a][b][0]) for a in self.ids for b in sorted(edges[a])]
        ends = np.array([(self.rows[a], self.rows[b]) for a, b, _ in arcs], np.int32).reshape(-1, 2)
        prices = np.array([price for *_, price in arcs], np.float64)
        self.near: Final = Near(positions)
        self.adjacency: Final = Adjacency.of(
            positions, ends, lengths_of(positions, ends), prices, np.ones(len(arcs), np.bool_)
        )
        self.active: Final = np.array([waypoints[one].active for one in self.ids], np.bool_)
        sources, targets = self.adjacency.sources(), self.adjacency.targets
        self.is_open: Final = (self.active[sources] & self.active[targets]).view(np.uint8)


def _position(given: Sequence[float]) -> Position:
    try:
        x, y, z = map(float, given)
    except (TypeError, ValueError):
        message = f"a position must be three numbers x, y, z, got {given!r}"
        raise NavcoreError(message) from None
    if not all(map(math.isfinite, (x, y, z))):
        message = f"a position must be finite, got {given!r}"
        raise NavcoreError(message)
    return (x, y, z)
