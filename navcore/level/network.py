"""Waypoints, the edges between them, and the routes that agents share (S3-021 to S3-039)."""

from typing import ClassVar, Literal, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from navcore.level.affine import Affine, Point, Ring
from navcore.level.bases import Element, Find, Join, Place
from navcore.level.bodies import Body, Line
from navcore.level.stops import UNPLACED, RouteMode, RouteStop, Stop, WithStops

WaypointType: TypeAlias = Literal[
    "navigation", "patrol", "guardPost", "spawn", "rest", "combat", "chokepoint", "cover", "harvest"
]
"""What a waypoint is for (S3-023); harvest has a colour in that source's editor (S3-079, X-027)."""


class Waypoint(Place, frozen=True, kw_only=True, rename="camel"):
    """A place of the network that agents come through."""

    type: WaypointType = "navigation"
    reach: float = msgspec.field(default=1.0, name="radius")
    """An agent of a game within so many metres of it has come to it, at least 0 (S3-022, S3-069).

    It is told in the graph. In runs agents go all the way: they turn at stops and stand on posts.
    """
    clear_radius: float = 0.0
    """Metres around it that are free of walls; between joined waypoints it goes over evenly from
    one to the other (S4-047, S4-048). 0: not said."""
    gives: tuple[str, ...] = ()
    """Abilities that agents have once they have come to it: keys that lie there."""
    enabled: bool = msgspec.field(default=True, name="active")
    """Whether agents use it."""

    @property
    def active(self) -> bool:
        """Whether agents use it."""
        return self.enabled


class Edge(Join, frozen=True, kw_only=True, rename="camel"):
    """A straight line between two waypoints that agents can walk along."""

    start: int = msgspec.field(name="from")
    end: int = msgspec.field(name="to")
    factor: float = 1.0
    """What a metre of it costs, at least 0 (X-006)."""
    one_way: bool = False
    """Whether it leads from `start` to `end` only."""
    needs: tuple[str, ...] = ()
    """Abilities without which nobody can take it."""

    joins: ClassVar[tuple[str, ...]] = ("start", "end")
    follows: ClassVar[str] = "layer"
    referred: ClassVar[tuple[str, ...]] = ("waypoints",)

    @property
    def misfit(self) -> tuple[str, str] | None:
        """Whether it joins two."""
        return ("to", "another waypoint than `from`") if self.start == self.end else None

    @property
    def references(self) -> tuple[int, ...]:
        """Ids of both waypoints."""
        return (self.start, self.end)

    def body(self, find: Find) -> Body | None:
        """The line between both; of thousands, as they move, in half the time."""
        start, end = find(self.start), find(self.end)
        if isinstance(start, Waypoint) and isinstance(end, Waypoint):
            return Line((start.position, end.position))
        return None if start is None and end is None else super().body(find)

    def followed(self, old: Element | None, find: Find) -> Self:
        """On the storey of the waypoint that it starts at."""
        start = find(self.start)
        if not isinstance(start, Element) or start.layer == self.layer:
            return self
        return replace(self, layer=start.layer)


class Route(WithStops, frozen=True, kw_only=True, rename="camel"):
    """Stops that agents come to in turn; those that walk it name it as their `route`."""

    mode: RouteMode = "loop"
    stops: tuple[RouteStop, ...]
    network: bool = False
    """Whether agents keep to the network between stops, rather than walk freely."""
    shortcuts: bool = False
    """Whether they leave its edges for the furthest place of their path that they see."""

    referred: ClassVar[tuple[str, ...]] = ("waypoints",)

    @property
    def goals(self) -> Ring:
        """The places of its stops."""
        return tuple(UNPLACED if stop.at is None else stop.at for stop in self.stops)

    @property
    def misfit(self) -> tuple[str, str] | None:
        """Whether it has stops, and each of them a place."""
        if not self.stops:
            return "stops", "a list of at least one stop"
        if any(stop.at is None and stop.waypoint is None for stop in self.stops):
            return "stops", "stops with a place (at) or a waypoint"
        return None

    def body(self, find: Find) -> Body | None:
        """The line through its stops."""
        goals = self.goals
        return Line((*goals, *goals[: self.closed])) if goals else None

    @property
    def anchor(self) -> Point | None:
        """Its first stop."""
        return next(iter(self.goals), None)

    @property
    def snap_points(self) -> Ring:
        """Its stops."""
        return self.goals

    @property
    def closed(self) -> bool:
        """Whether the first stop follows the last."""
        return self.mode == "loop"

    def with_mode(self, mode: RouteMode) -> Self:
        """The route with something else that follows its last stop."""
        return replace(self, mode=mode)

    def allows(self, points: Ring) -> bool:
        """Whether a stop is left."""
        return bool(points)

    def moved(self, affine: Affine) -> Self:
        """Moved with all its stops."""
        return self.with_carried(affine, self, range(len(self.stops)))

    def carried(self, affine: Affine) -> Self:
        """The route after the map: its stops are its handles."""
        return self.moved(affine)

    def with_stops(self, stops: tuple[Stop, ...], *, goals: Ring | None = None) -> Self:
        """The route with these stops, in these places if they are given."""
        places = self.goals if goals is None else goals
        put = tuple(
            RouteStop(stop.pause, stop.facing, stop.layer, stop.waypoint, place)
            for stop, place in zip(stops, places, strict=True)
        )
        return replace(self, stops=put)
