"""Stops: the places that agents and routes visit in turn, and what happens there."""

import math
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from navcore.level.affine import Affine, Point, Ring
from navcore.level.bases import Element, Find, Place, Sources

RouteMode: TypeAlias = Literal["loop", "return", "once"]
"""After the last stop: the first one again, the way back stop by stop, or nothing."""


class Stop(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True, gc=False,
           forbid_unknown_fields=True):  # fmt: skip
    """Behaviour of an agent at one of its goals. None: the default of the agent."""

    pause: float | None = None
    """Seconds that the agent stands there, at least 0; None: the agent's `wait`."""
    facing: float | None = None
    """Direction in which the agent looks while it stands there, radians; None: along its path."""
    layer: str | None = None
    """Storey of the goal; None: that of the agent."""
    waypoint: int | None = None
    """Id of the waypoint at which the goal lies and with which it moves; None: a place of its
    own."""


class RouteStop(Stop, frozen=True, rename="camel", omit_defaults=True, gc=False,
                forbid_unknown_fields=True):  # fmt: skip
    """A stop of a route: a :class:`Stop` with its place."""

    at: Point | None = None
    """Place of the stop. Files may leave it out if `waypoint` is given."""


PLAIN: Final = Stop()
"""A stop without settings of its own."""

UNPLACED: Final[Point] = (math.nan, math.nan)
"""Place of a stop whose file only names a waypoint, until the waypoint is looked up."""


class WithStops(Element, frozen=True, kw_only=True, rename="camel"):
    """An element with stops: an agent, or a route that agents share.

    It has `goals`, the places of its stops, and `stops`, the settings of each stop; a plain
    :class:`Stop` where the tuple is shorter. Goals are handles.
    """

    has_handles: ClassVar[bool] = True
    follows: ClassVar[tuple[str, ...]] = ("position", "layer")
    if TYPE_CHECKING:

        @property
        def goals(self) -> Ring:
            """The places of the stops."""

        @property
        def stops(self) -> tuple[Stop, ...]:
            """The settings of the stops."""

        @property
        def mode(self) -> RouteMode:
            """The behaviour after the last stop."""

        @property
        def network(self) -> bool:
            """True if agents keep to the network between stops."""

        @property
        def shortcuts(self) -> bool:
            """True if agents leave its edges for the furthest place of the path in sight."""

    @property
    def points(self) -> Ring:
        """The goals."""
        return self.goals

    def stop(self, index: int) -> Stop:
        """Return the settings of the goal with this index."""
        return self.stops[index] if index < len(self.stops) else PLAIN

    def with_stops(self, stops: tuple[Stop, ...], *, goals: Ring | None = None) -> Self:
        """Return the element with these stops, and these goals if they are given."""
        raise NotImplementedError

    def with_mode(self, mode: RouteMode) -> Self:
        """Return the element with something else that follows the last stop."""
        raise NotImplementedError

    def pause(self, index: int) -> float:
        """Return the seconds that any agent spends at the goal with this index."""
        return self.stop(index).pause or 0.0

    def with_points(self, points: Ring, sources: Sources) -> Self:
        """Return the element with other goals, each with the stop of the goal that it was."""
        stops = tuple(PLAIN if source is None else self.stop(source) for source in sources)
        return self.with_stops(stops, goals=points)

    def with_carried(self, affine: Affine, source: Self, indices: Collection[int]) -> Self:
        """Return the element with these goals mapped, and the facings of their stops turned."""
        stops = tuple(
            stop if stop.facing is None or index not in indices
            else replace(stop, facing=affine.heading(stop.facing))
            for index, stop in enumerate(source.stops)
        )  # fmt: skip
        return super().with_carried(affine, source, indices).with_stops(stops)

    @property
    def references(self) -> tuple[int, ...]:
        """Ids of the waypoints at which it stops."""
        return tuple(stop.waypoint for stop in self.stops if stop.waypoint is not None)

    def renumbered(self, ids: Mapping[int, int]) -> Self:
        """Return the element stopping at other waypoints; ids that are not in `ids` stay."""
        return self._with_waypoints(lambda one: ids.get(one, one))

    def released(self, gone: Collection[int]) -> Self | None:
        """Return the element without these waypoints; its stops stay where they were."""
        return self._with_waypoints(lambda one: None if one in gone else one)

    def followed(self, old: Element | None, find: Find) -> Self:
        """Return the element with its stops at their waypoints, also on their storeys.

        A stop that was itself moved away no longer belongs to its waypoint. A new element keeps the
        storeys of its stops, unless a stop only names a waypoint.

        Args:
            old: The same element before; None if it is new.
            find: Finds elements by id as they are now.
        """
        if not any(stop.waypoint is not None for stop in self.stops):
            return self
        before = _places(old) if isinstance(old, WithStops) else ()
        stops, goals = list(self.stops), list(self.goals)
        for index, (stop, goal) in enumerate(zip(self.stops, self.goals, strict=False)):
            found = None if stop.waypoint is None else find(stop.waypoint)
            if not isinstance(found, Place):
                continue
            is_bare = goal is UNPLACED
            storey = self.layer if stop.layer is None else stop.layer
            strays = found.layer != storey and (is_bare or old is not None)
            if goal == found.position and not strays:
                continue
            same = before[index : index + 1] if len(before) == len(goals) else before
            if old is None or is_bare or (goal, stop.layer) in same:
                goals[index] = found.position
                if strays:
                    own = None if found.layer == self.layer else found.layer
                    stops[index] = replace(stop, layer=own)
            else:
                stops[index] = replace(stop, waypoint=None)
        if goals == list(self.goals) and stops == list(self.stops):
            return self
        return self.with_stops(tuple(stops), goals=tuple(goals))

    def _with_waypoints(self, change: Callable[[int], int | None]) -> Self:
        stops = tuple(
            stop if stop.waypoint is None else replace(stop, waypoint=change(stop.waypoint))
            for stop in self.stops
        )
        return self if stops == self.stops else self.with_stops(stops)


def _places(one: WithStops) -> tuple[tuple[Point, str | None], ...]:
    """Return place and storey of each stop of an element."""
    return tuple((goal, one.stop(index).layer) for index, goal in enumerate(one.points))
