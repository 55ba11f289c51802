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
"""Purpose of a waypoint (S3-023); source 003's editor has a colour for harvest (S3-079, X-027)."""


class Waypoint(Place, frozen=True, kw_only=True, rename="camel"):
    """A node of the network through which agents walk."""

    type: WaypointType = "navigation"
    reach: float = msgspec.field(default=1.0, name="radius")
    """Distance in metres, at least 0, at which an agent of a game has arrived (S3-022, S3-069).

    It is exported with the graph. In runs agents go all the way: they turn at stops and stand on
    posts.
    """
    clear_radius: float = 0.0
    """Radius around the waypoint that is free of walls, metres; along an edge it changes linearly
    from one waypoint's to the other's (S4-047, S4-048). 0: not set."""
    gives: tuple[str, ...] = ()
    """Abilities that agents get by coming here: keys that lie at the waypoint."""
    enabled: bool = msgspec.field(default=True, name="active")
    """True if agents use it."""

    @property
    def active(self) -> bool:
        """True if agents use it."""
        return self.enabled


class Edge(Join, frozen=True, kw_only=True, rename="camel"):
    """A straight line between two waypoints, along which agents can walk."""

    start: int = msgspec.field(name="from")
    end: int = msgspec.field(name="to")
    factor: float = 1.0
    """Cost of a metre of the edge, at least 0 (X-006)."""
    one_way: bool = False
    """True if the edge can only be taken from `start` to `end`."""
    needs: tuple[str, ...] = ()
    """Abilities that an agent must have to take the edge."""
    enabled: bool = msgspec.field(default=True, name="active")
    """True if agents take it. A network that is grown again lays no other in its place."""

    joins: ClassVar[tuple[str, ...]] = ("start", "end")
    follows: ClassVar[tuple[str, ...]] = ("layer",)
    referred: ClassVar[tuple[str, ...]] = ("waypoints",)

    @property
    def active(self) -> bool:
        """True if agents take it."""
        return self.enabled

    @property
    def misfit(self) -> tuple[str, str] | None:
        """The rule for `to` if the edge joins a waypoint to itself; else None."""
        return ("to", "another waypoint than `from`") if self.start == self.end else None

    @property
    def references(self) -> tuple[int, ...]:
        """Ids of both waypoints."""
        return (self.start, self.end)

    def body(self, find: Find) -> Body | None:
        """Return the line between both waypoints; twice as fast as the general method."""
        start, end = find(self.start), find(self.end)
        if isinstance(start, Waypoint) and isinstance(end, Waypoint):
            return Line((start.position, end.position))
        return None if start is None and end is None else super().body(find)

    def followed(self, old: Element | None, find: Find) -> Self:
        """Return the edge on the storey of the waypoint at its start."""
        start = find(self.start)
        if not isinstance(start, Element) or start.layer == self.layer:
            return self
        return replace(self, layer=start.layer)


class Route(WithStops, frozen=True, kw_only=True, rename="camel"):
    """Shared stops that agents visit in turn; agents name the route in their `route`."""

    mode: RouteMode = "loop"
    stops: tuple[RouteStop, ...]
    network: bool = False
    """True if agents stay on the network between stops."""
    shortcuts: bool = False
    """True if agents leave the edges for the furthest place of their path that they see."""

    referred: ClassVar[tuple[str, ...]] = ("waypoints",)

    @property
    def goals(self) -> Ring:
        """The places of the stops."""
        return tuple(UNPLACED if stop.at is None else stop.at for stop in self.stops)

    @property
    def misfit(self) -> tuple[str, str] | None:
        """The rule for `stops` if there are none, or one has no place; else None."""
        if not self.stops:
            return "stops", "a list of at least one stop"
        if any(stop.at is None and stop.waypoint is None for stop in self.stops):
            return "stops", "stops with a place (at) or a waypoint"
        return None

    def body(self, find: Find) -> Body | None:
        """Return the line through the stops."""
        goals = self.goals
        return Line((*goals, *goals[: self.closed])) if goals else None

    @property
    def anchor(self) -> Point | None:
        """The first stop."""
        return next(iter(self.goals), None)

    @property
    def snap_points(self) -> Ring:
        """The places of the stops."""
        return self.goals

    @property
    def closed(self) -> bool:
        """True if the first stop follows the last."""
        return self.mode == "loop"

    def with_mode(self, mode: RouteMode) -> Self:
        """Return the route with another mode."""
        return replace(self, mode=mode)

    def allows(self, points: Ring) -> bool:
        """Return whether at least one stop is left."""
        return bool(points)

    def moved(self, affine: Affine) -> Self:
        """Return the route with all stops moved."""
        return self.with_carried(affine, self, range(len(self.stops)))

    def carried(self, affine: Affine) -> Self:
        """Return the route after the map: its stops are its handles."""
        return self.moved(affine)

    def with_stops(self, stops: tuple[Stop, ...], *, goals: Ring | None = None) -> Self:
        """Return the route with these stops, at these places if given."""
        places = self.goals if goals is None else goals
        put = tuple(
            RouteStop(stop.pause, stop.facing, stop.layer, stop.waypoint, place)
            for stop, place in zip(stops, places, strict=True)
        )
        return replace(self, stops=put)
