"""Graph: the waypoints and edges of one version of a level, and searches over them."""

from collections.abc import Collection, Iterable
from functools import cached_property
from time import perf_counter
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.variants import Variants
from navcore.graph.adjacency import (
    NO_LIMIT,
    Adjacency,
    Bools,
    Bytes,
    Ends,
    Floats,
    Found,
    Ids,
    Rows,
    lengths_of,
)  # fmt: skip
from navcore.graph.corridors import leaves_room
from navcore.graph.records import Edges, Waypoints, rows_joined
from navcore.graph.ties import NO_TIES, Ties
from navcore.level.canonical import as_point
from navcore.level.model import Edge, Level, Point, Waypoint
from navcore.level.network import WaypointType
from navcore.path.result import PathResult, Status

__all__ = ["Graph", "Passable"]


class Passable:
    """Masks of a query: nodes (n,) where it may begin and end, and arcs (e,); 1 means yes."""

    __slots__ = ("arcs", "nodes")

    def __init__(self, nodes: Bools, arcs: Bytes) -> None:
        """Take both masks, which must not change."""
        self.nodes: Final = nodes
        self.arcs: Final = arcs


class Graph:
    """The network of a level: waypoints and the edges between them, immutable (S3-021 to S3-039).

    Rows of arrays are sorted by id. Distances are straight lines in plan, regardless of storeys
    (S3-037); an edge costs its length times its factor, in metres. Disabled waypoints are never
    passed, and queries don't return them. Any number of threads may query a graph.
    """

    def __init__(
        self,
        waypoints: Waypoints,
        edges: Edges,
        adjacency: Adjacency,
        is_open: Bools | None = None,
        ties: Ties = NO_TIES,
    ) -> None:
        """Take arrays that fit together, as :meth:`of` and :meth:`changed` make them."""
        self._waypoints: Final = waypoints
        self._edges: Final = edges
        self._adjacency: Final = adjacency
        self.are_on: Final = edges.enabled
        """(m,) whether each edge is switched on."""
        self.open: Final = self.are_on if is_open is None else is_open
        """(m,) whether each edge can be taken: it is on and, in a world, on a profile's floor."""
        self.ties: Final = ties
        """Links by which arcs between storeys are taken, in a world."""
        self._passable: Final[Variants[Passable]] = Variants()

    def __repr__(self) -> str:
        """Return the numbers of waypoints and edges."""
        return f"<Graph of {len(self.ids)} waypoints, {len(self.edge_ids)} edges>"

    @classmethod
    def of(cls, level: Level) -> "Graph":
        """Return the network of a level, all edges open that are switched on.

        Raises:
            NavcoreError: if an edge leads to a missing waypoint: no file and no Edit makes such a
                level.
        """
        waypoints = Waypoints.of(level.of(Waypoint), level.settings)
        return cls._joined(waypoints, Edges.of(level.of(Edge)))

    def changed(self, level: Level, ids: Iterable[int]) -> "Graph":
        """Return the network of a later version of the level; equals :meth:`of` it.

        The result is this graph if neither waypoints nor edges differ. If a few waypoints move,
        only their edges are updated.

        Args:
            level: The later level.
            ids: Ids of all elements that may differ from those of this graph's level.
        """
        ids = tuple(ids)
        waypoints = self._waypoints.changed(level.of(Waypoint), level.settings, ids)
        edges = self._edges.changed(level.of(Edge), ids)
        if waypoints is self._waypoints and edges is self._edges:
            return self
        if waypoints.ids is not self.ids or edges is not self._edges:
            return Graph._joined(waypoints, edges, self)
        adjacency = self._adjacency
        if waypoints.places is not self._waypoints.places:
            positions = waypoints.places.positions
            differ = positions != self.positions
            moved = differ[:, 0] | differ[:, 1]
            ends, lengths = adjacency.ends, adjacency.lengths.copy()
            of_moved = np.flatnonzero(moved[ends[:, 0]] | moved[ends[:, 1]])
            lengths[of_moved] = lengths_of(positions, ends[of_moved])
            adjacency = adjacency.moved(positions, lengths, lengths * edges.factors)
        return Graph(waypoints, edges, adjacency)

    @classmethod
    def _joined(cls, waypoints: Waypoints, edges: Edges, before: "Graph | None" = None) -> "Graph":
        """Return the graph of these waypoints and edges; unchanged parts of `before` are reused."""
        known = None if before is None else (before._waypoints, before._edges, before.edge_rows)  # noqa: SLF001
        ends = rows_joined(waypoints, edges, known)
        positions = waypoints.places.positions
        lengths = lengths_of(positions, ends)
        prices = lengths * edges.factors
        adjacency = Adjacency.of(positions, ends, lengths, prices, edges.one_way)
        return cls(waypoints, edges, adjacency)

    def opened(self, is_open: Bools, ties: Ties = NO_TIES) -> "Graph":
        """These edges (m,) open if they are on; arcs with a tie cost that times their factor."""
        is_open = is_open & self.are_on
        if ties is self.ties and np.array_equal(is_open, self.open):
            return self
        factors = self._edges.factors[self.records[list(ties.by_arc)]].tolist()
        prices = {
            arc: tie.cost * by for (arc, tie), by in zip(ties.by_arc.items(), factors, strict=True)
        }
        adjacency = self._adjacency.priced(prices) if prices else self._adjacency
        return Graph(self._waypoints, self._edges, adjacency, is_open, ties)

    def leaving_room(self, radius: float) -> "Graph":
        """Return this graph without edges that are too narrow at a waypoint for agents (S4-050)."""
        room = leaves_room(self._waypoints.clear, radius)
        return self if room.all() else self.opened(self.open & room[self.edge_rows].all(axis=1))

    # Arrays.

    @property
    def ids(self) -> Ids:
        """(n,) int64 ids of all waypoints, ascending."""
        return self._waypoints.ids

    @property
    def positions(self) -> Floats:
        """(n, 2) float64 x, z of waypoints, metres."""
        return self._waypoints.places.positions

    @property
    def enabled(self) -> Bools:
        """(n,) whether each waypoint is switched on."""
        return self._waypoints.enabled

    @property
    def storeys(self) -> tuple[str, ...]:
        """Names of all storeys, the ground first."""
        return self._waypoints.storeys

    @property
    def layers(self) -> npt.NDArray[np.int8]:
        """(n,) int8 number in `storeys` of the storey of each waypoint."""
        return self._waypoints.layers

    @property
    def edge_ids(self) -> Ids:
        """(m,) int64 ids of all edges, ascending."""
        return self._edges.ids

    @property
    def edge_rows(self) -> Rows:
        """(m, 2) int32 rows of the waypoints that each edge joins."""
        return self._adjacency.ends

    @property
    def lengths(self) -> Floats:
        """(m,) float64 straight length of each edge, metres."""
        return self._adjacency.lengths

    @property
    def prices(self) -> Floats:
        """(m,) float64 cost of each edge: length times factor, metres."""
        return self._adjacency.prices

    @property
    def offsets(self) -> Rows:
        """(n + 1,) int32: directed edges offsets[i] to offsets[i + 1] leave the waypoint of row i.

        A two-way edge is there twice.
        """
        return self._adjacency.offsets

    @property
    def targets(self) -> Rows:
        """(e,) int32 index of the target waypoint of each directed edge."""
        return self._adjacency.targets

    @property
    def costs(self) -> Floats:
        """(e,) float64 cost of each directed edge, metres."""
        return self._adjacency.costs

    @property
    def records(self) -> Rows:
        """(e,) int32 row of the edge that each directed edge is one direction of."""
        return self._adjacency.records

    @cached_property
    def lines(self) -> Floats:
        """(m, 4) float64 x and z of both ends of each edge, metres."""
        return self.positions[self.edge_rows].reshape(-1, 4)

    # Waypoints, looked up.

    def row_of(self, waypoint: int) -> int:
        """Row of the waypoint with this id; -1 if there is none."""
        known = waypoint in self._waypoints.held
        return int(np.searchsorted(self.ids, waypoint)) if known else -1

    def nearest(self, point: Point, *, layer: str | None = None) -> int | None:
        """Return the id of the nearest enabled waypoint, the lower id if equal (S3-033).

        None if there is none. `layer` restricts the search to one storey.

        Raises:
            NavcoreError: if the point is not two finite numbers.
        """
        row = self._waypoints.places.near.nearest(as_point(point), self.on(layer))
        return None if row < 0 else int(self.ids[row])

    def within(self, point: Point, radius: float, *, layer: str | None = None) -> Ids:
        """Return (k,) int64 ascending ids of waypoints at most `radius` metres away (S3-034).

        Only enabled waypoints are returned. `layer` restricts the search to one storey.

        Raises:
            NavcoreError: if the point is not two finite numbers.
        """
        rows = self._waypoints.places.near.within(as_point(point), radius)
        return self.ids[rows[self.on(layer)[rows]]]

    def of_type(self, waypoint_type: WaypointType) -> Ids:
        """(k,) int64 ids, ascending, of waypoints of a type that are switched on (S3-035)."""
        return self._enabled_of(self._waypoints.types.having((waypoint_type,)))

    def with_tag(self, tag: str) -> Ids:
        """(k,) int64 ids, ascending, of waypoints with a tag that are switched on (S3-035)."""
        return self._enabled_of(self._waypoints.tags.having((tag,)))

    def on(self, layer: str | None) -> Bools:
        """(n,) whether each waypoint is switched on, and on this storey; None: on any."""
        if layer is None:
            return self.enabled
        number = self.storeys.index(layer) if layer in self.storeys else -1
        return np.asarray(self.enabled & (self.layers == number))

    def _enabled_of(self, rows: Rows) -> Ids:
        return self.ids[rows[self.enabled[rows]]]

    # Paths.

    def find_path(
        self,
        start: int,
        goal: int,
        *,
        abilities: Collection[str] = (),
        include_tags: Collection[str] | None = None,
        exclude_tags: Collection[str] | None = None,
        limit: int | None = None,
    ) -> PathResult:
        """Return the cheapest path from waypoint to waypoint (S3-026 to S3-030).

        Args:
            start: Id of the first waypoint.
            goal: Id of the last one.
            abilities: Abilities of the agent; edges that need others are not taken.
            include_tags: If given, only edges that have one of these tags, or whose waypoints both
                have one, are taken (S3-038).
            limit: The most waypoints to expand; None for no limit.

        Returns:
            `Complete` with the waypoints of the path in `nodes`, both ends included, their places
            except the first in `points`, and `cost` in metres. `AlreadyThere` with the one waypoint
            if both ends are the same. `BadStart` and `BadEnd` if a waypoint does not exist or is
            disabled (S3-029); `NoPath`, `LimitReached`.
        """
        began = perf_counter()
        first, last = self.row_of(start), self.row_of(goal)
        places = self.place_of(first), self.place_of(last)
        for row, status in ((first, Status.BAD_START), (last, Status.BAD_END)):
            if row < 0 or not self.enabled[row]:
                return PathResult(status, places[0], places[1], time=perf_counter() - began)
        if first == last:
            result = PathResult(Status.ALREADY_THERE, places[0], places[1], nodes=self.ids[[first]])
            return replace(result, time=perf_counter() - began)
        found = self.search(
            Ends.at(first),
            Ends.at(last),
            self.passable(abilities, include_tags, exclude_tags),
            toward=places[1],
            factor=self.factor,
            limit=NO_LIMIT if limit is None else limit,
        )
        return PathResult(
            found.status,
            places[0],
            places[1],
            points=self.positions[found.rows[1:]],
            length=float(self.lengths[self.records[found.arcs]].sum()),
            cost=found.cost if len(found.rows) else 0.0,
            visited=found.visited,
            heap_operations=found.operations,
            nodes=self.ids[found.rows],
            layers=self.layers_along(found.rows),
            time=perf_counter() - began,
        )

    def search(
        self,
        starts: Ends,
        ends: Ends,
        passable: Passable,
        *,
        toward: Point,
        factor: float,
        limit: int = NO_LIMIT,
    ) -> Found:
        """Search between rows; see :meth:`Adjacency.search`."""
        return self._adjacency.search(
            starts, ends, is_open=passable.arcs, toward=toward, factor=factor, limit=limit
        )

    @property
    def factor(self) -> float:
        """The least cost of a metre of any edge; distance times this is a lower bound of cost."""
        return self._adjacency.factor

    def place_of(self, row: int) -> Point:
        """Return where the waypoint of a row is, metres; (0, 0) for row -1."""
        if row < 0:
            return (0.0, 0.0)
        x, z = self.positions[row].tolist()
        return (x, z)

    def layers_along(self, rows: Rows) -> tuple[str, ...]:
        """The storey of each waypoint but the first; empty if all lie on one (`PathResult`)."""
        layers = self.layers[rows]
        if not len(layers) or (layers == layers[0]).all():
            return ()
        return tuple(self.storeys[number] for number in layers[1:].tolist())

    def passable(
        self,
        abilities: Collection[str] = (),
        include_tags: Collection[str] | None = None,
        exclude_tags: Collection[str] | None = None,
    ) -> Passable:
        """Return the masks for a query of :meth:`find_path`; cached for the same arguments."""
        key = (
            frozenset(abilities),
            None if include_tags is None else frozenset(include_tags),
            frozenset(exclude_tags or ()),
        )
        return self._passable.get(key, lambda: self._passable_with(*key))

    def _passable_with(
        self,
        abilities: frozenset[str],
        include: frozenset[str] | None,
        exclude: frozenset[str],
    ) -> Passable:
        waypoints, edges, ends = self._waypoints, self._edges, self.edge_rows
        nodes, records = self.enabled.copy(), self.open.copy()
        for needs, rows in edges.needs.all.items():
            if not abilities.issuperset(needs):  # type: ignore[arg-type]  # sets of words
                records[rows] = False
        if exclude:
            nodes[waypoints.tags.having(exclude)] = False
            records[edges.tags.having(exclude)] = False
        records &= nodes[ends[:, 0]] & nodes[ends[:, 1]]
        if include is not None:
            named = np.zeros(len(nodes), np.bool_)
            named[waypoints.tags.having(include)] = True
            allowed = named[ends[:, 0]] & named[ends[:, 1]]
            allowed[edges.tags.having(include)] = True
            records &= allowed
            named[ends[records]] = True
            nodes &= named
        arcs = records[self.records]
        arcs[self.ties.untied] = False
        return Passable(nodes, arcs.view(np.uint8))
