"""Legs of routes from stop to stop: their profiles, and picking them with the mouse."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.profile import profile_of
from navcore.geometry.polygons import nearest_on_segment
from navcore.level.handles import SideHit
from navcore.level.model import (
    Agent,
    Element,
    Level,
    Link,
    Point,
    Profile,
    Ring,
    Settings,
    Waypoint,
    WithStops,
)
from navcore.level.profiles import grounded, on_layer
from navcore.level.shared_routes import walkers_of
from navcore.level.storeys import BETWEEN, first_of_end, layers_of
from navcore.level.tables import DRAWN
from navcore.level.waypoint_stops import storey_of_stop
from navcore.path.result import PathResult
from navcore.path.searcher import Engine
from navcore.path.smooth import Smoothing
from navcore.sim.networks import path_over_network
from navcore.world import World


class Leg(NamedTuple):
    """A path to be searched."""

    start: Point
    """Metres."""
    goal: Point
    profile: Profile | None = None
    """Profile whose floor is used; None: agents without a type on the ground."""
    goal_layer: str | None = None
    """Storey of the goal; None: that of the start."""
    network: bool = False
    """True if it is walked over the network of waypoints, where that leads there."""
    engine: Engine = "auto"
    """Engine of the search over cells."""
    smoothed: Smoothing | None = None
    """Smoothing of a path over waypoints; None: a path over cells, or as `network` says."""
    state: str | None = None
    """State of the level for the search, "" as drawn; None: the shown state."""


class Side(NamedTuple):
    """A leg of a route, and where it lies on the line through the stops."""

    leg: Leg
    number: int
    """Index of the side of the line that leads to its goal; -1: to the first stop, from the
    agent's place."""
    leads_in: bool
    """True if it begins at the agent's place."""


KnownPaths: TypeAlias = Callable[[Sequence[Leg]], Sequence[PathResult | None]]
"""Function that returns the known paths of legs, without searching."""


def walks_as(agent: Agent, settings: Settings) -> Profile | None:
    """Return the profile on whose floor an agent plans; None: the level's default."""
    profile = profile_of(agent, settings)
    return None if profile == Profile() else profile


def known_to(world: World, profile: Profile | None) -> Profile | None:
    """Return a profile on the ground where the world, which may lag behind, lacks its storey."""
    if profile is None or profile.layer in world.level.settings.layer_names:
        return profile
    return grounded(profile)


def storeys_of_stops(one: WithStops, settings: Settings) -> list[str]:
    """Return the storey of each stop."""
    home = _home(one, settings)
    return [storey_of_stop(one, index, settings, home) for index in range(len(one.goals))]


def storeys_along(one: WithStops, settings: Settings) -> list[str]:
    """Return the storeys of an agent's place and its stops, and of the first again in a loop.

    For a route only those of its stops.
    """
    lead = [_home(one, settings)] if one.lead else []
    stops = storeys_of_stops(one, settings)
    return lead + stops + stops[:1] * one.closed


def _home(one: WithStops, settings: Settings) -> str:
    """Return the storey on which an agent or a route begins."""
    if isinstance(one, Agent):
        return profile_of(one, settings).layer
    return settings.layer_of(one)


def storey_of_handle(element: Element, index: int, settings: Settings) -> str:
    """Return the storey on which a handle lies: an end of a link, a stop, a corner."""
    if isinstance(element, WithStops):
        return storeys_of_stops(element, settings)[index]
    if isinstance(element, BETWEEN) and index >= first_of_end(element):
        return layers_of(settings, element)[-1]
    return settings.layer_of(element)


def is_out_of_reach(element: Element, index: int, settings: Settings, storey: str) -> bool:
    """Return whether a handle can't be selected because it is on another storey than `storey`.

    The far end of a link is drawn, and can be selected if the near end does not cover it.
    """
    if storey_of_handle(element, index, settings) == storey:
        return False
    if not isinstance(element, Link):
        return True
    here = element.start if index >= len(element.start) else element.end
    return element.points[index] in here


def legs_of(one: WithStops, settings: Settings, walker: Agent | None = None) -> list[Leg]:
    """Return the legs to the first stop, from stop to stop, and back to the first of a loop.

    They are on the floor on which the agent plans; for a route, on the floor of the `walker`, or of
    agents without a type.
    """
    return [side.leg for side in sides_of(one, settings, walker)]


def sides_of(
    one: WithStops, settings: Settings, walker: Agent | None = None, off: Collection[int] = ()
) -> list[Side]:
    """Return the legs as :func:`legs_of` with their sides, past the stops that are `off`.

    Sides without length are no legs.
    """
    return _joined(one, settings, walker, _stations(one, settings, off))


def passed_by(
    one: WithStops, settings: Settings, walker: Agent | None, off: Collection[int]
) -> list[Side]:
    """Return the sides to and from stops that are `off`, which agents skip."""
    every = _stations(one, settings, ())
    ends = (pair for pair in pairwise(every) if {end.stop for end in pair} & {*off})
    return [side for pair in ends for side in _joined(one, settings, walker, pair)]


class _Station(NamedTuple):
    """A place on the line through the stops, and its storey."""

    stop: int
    """Index of the stop; -1: the agent's place."""
    place: Point
    storey: str


def _stations(one: WithStops, settings: Settings, off: Collection[int]) -> list[_Station]:
    """The agent's place and the stops that are not off, and the first of these again in a loop."""
    storeys = storeys_of_stops(one, settings)
    lead = [_Station(-1, place, _home(one, settings)) for place in one.lead]
    stops = [_Station(i, one.goals[i], storeys[i]) for i in range(len(storeys)) if i not in off]
    return lead + stops + stops[:1] * one.closed


def _joined(
    one: WithStops, settings: Settings, walker: Agent | None, stations: Sequence[_Station]
) -> list[Side]:
    """Return the legs from each of the stations to the next."""
    walker = one if isinstance(one, Agent) else walker
    profile = None if walker is None else walks_as(walker, settings)
    sides: list[Side] = []
    for a, b in pairwise(stations):
        if (a.place, a.storey) == (b.place, b.storey):
            continue
        leg = Leg(a.place, b.place, profile, network=one.network)
        if settings.layers:
            ends = (a.place, a.storey, b.place, b.storey)
            leg = leg_between(*ends, profile, network=one.network)
        leads_in = a.stop < 0
        number = b.stop - 1 if b.stop or leads_in else len(one.goals) - 1
        sides.append(Side(leg, number, leads_in))
    return sides


def leg_between(
    start: Point,
    layer: str,
    goal: Point,
    goal_layer: str,
    profile: Profile | None,
    *,
    network: bool = False,
) -> Leg:
    """Return the leg from a place on one storey to a place on another, or the same."""
    on_start = on_layer(profile or Profile(), layer)
    floor = None if on_start == Profile() else on_start
    return Leg(start, goal, floor, None if goal_layer == layer else goal_layer, network)


def world_in(world: World, state: str) -> World:
    """Return the world in a state; as drawn where its level, which may lag behind, lacks that."""
    has = any(state == one.name for one in world.level.states)
    return world.in_state(state if has else DRAWN)


def find_leg(leg: Leg, world: World) -> PathResult:
    """Search the path of a leg, or to the reachable place nearest to its goal."""
    world = world if leg.state is None else world_in(world, leg.state)
    profile, names = known_to(world, leg.profile), world.level.settings.layer_names
    to = leg.goal_layer if leg.goal_layer in names else None
    if leg.smoothed is not None:
        return world.find_path(
            leg.start, leg.goal, profile=profile, goal_layer=to, over="graph",
            smoothing=leg.smoothed,
        )  # fmt: skip
    if leg.network and world.level.of(Waypoint):
        walker = profile or Profile()
        over = path_over_network(world, walker, leg.start, leg.goal, goal_layer=to)
        if over is not None:
            return over
    return world.find_path_to_nearest(
        leg.start, leg.goal, profile=profile, goal_layer=to, engine=leg.engine
    )


@dataclass(frozen=True, slots=True)
class RouteSight:
    """The visible routes of a level: those of one storey, or of all."""

    settings: Settings
    storey: str | None
    """The active storey; None: all of them, or the only one."""
    walkers: Callable[[int], Sequence[Agent]] = lambda route_id: ()
    """Returns the agents that share the route of an id."""
    waypoints: Mapping[int, Waypoint] = field(default_factory=dict)
    """The waypoints at which stops may be."""

    @staticmethod
    def of(level: Level, storey: str | None) -> "RouteSight":
        """Return the visible routes of a level; `storey` is the active one, None for all."""
        walkers = partial(walkers_of, level)
        return RouteSight(level.settings, storey, walkers, level.of(Waypoint))

    def skips(self, one: WithStops, index: int) -> bool:
        """Return whether agents skip a stop because its waypoint is switched off."""
        found = self.waypoints.get(one.stop(index).waypoint or 0)
        return found is not None and not found.enabled

    def walker(self, one: WithStops) -> Agent | None:
        """Return the agent on whose floor a route leads: its first walker."""
        return None if isinstance(one, Agent) else next(iter(self.walkers(one.id)), None)

    def off(self, one: WithStops) -> tuple[int, ...]:
        """Return indices of the stops that agents pass by."""
        if not one.stops:
            return ()
        return tuple(index for index in range(len(one.goals)) if self.skips(one, index))

    def sides(self, one: WithStops) -> list[Side]:
        """Return the legs that an agent walks, or the first of the walkers of a route."""
        return sides_of(one, self.settings, self.walker(one), self.off(one))

    def legs(self, one: WithStops) -> list[Leg]:
        """Return the legs without their lines."""
        return [side.leg for side in self.sides(one)]

    def passed(self, one: WithStops) -> list[Side]:
        """Return the sides to and from stops that agents pass by, and do not walk."""
        off = self.off(one)
        return passed_by(one, self.settings, self.walker(one), off) if off else []

    def stops(self, one: WithStops) -> list[int]:
        """Return indices of the stops that are seen."""
        every = range(len(one.goals))
        if self.storey is None or not self.settings.layers:
            return [*every]
        names = storeys_of_stops(one, self.settings)
        return [index for index in every if names[index] == self.storey]

    def sees(self, leg: Leg, *, goal: bool) -> bool:
        """Return whether the start of a leg, or its goal, is visible."""
        start = Profile().layer if leg.profile is None else leg.profile.layer
        at = leg.goal_layer if goal and leg.goal_layer is not None else start
        return self.storey is None or not self.settings.layers or at == self.storey

    def lines(self, leg: Leg, path: PathResult) -> list[npt.NDArray[np.float64]]:
        """Return the lines, (n, 2) metres, that are walked where it is seen; none through links."""
        start = path.start if path.snapped_start is None else path.snapped_start
        points = np.vstack([np.array(start), np.asarray(path.points, np.float64).reshape(-1, 2)])
        if not len(path.links):
            return [points] if self.sees(leg, goal=False) else []
        cuts = np.flatnonzero(path.links) + 1
        first = Profile().layer if leg.profile is None else leg.profile.layer
        layers = (first, *(path.layers or [first] * len(path.points)))
        pieces = zip(np.split(points, cuts), (0, *cuts.tolist()), strict=True)
        return [
            piece for piece, at in pieces
            if self.storey is None or layers[at] == self.storey
        ]  # fmt: skip


def leg_at(
    point: Point, reach: float, routes: Iterable[WithStops], sight: RouteSight, known: KnownPaths
) -> SideHit | None:
    """Return the leg of these routes with the path nearest to a point, and within `reach` of it.

    A leg without a known path is a straight line, as drawn, and so is one to a stop that agents
    skip.
    """
    best: tuple[float, SideHit] | None = None
    for route in routes:
        walked, passed = sight.sides(route), sight.passed(route)
        paths = [*known([side.leg for side in walked]), *(None for _ in passed)]
        for side, path in zip((*walked, *passed), paths, strict=True):
            for line in _lines_of(side.leg, path, (side.leg.start, side.leg.goal), sight):
                for one, other in pairwise(line):
                    place = nearest_on_segment(point, one, other)
                    away = math.dist(place, point)
                    if away <= reach and (best is None or away < best[0]):
                        best = (away, SideHit(route.id, side.number, place, line))
    return best[1] if best else None


def line_of_legs(one: WithStops, sight: RouteSight, known: KnownPaths) -> Ring:
    """Return the places along all that is seen of a route, straight where a path is not known."""
    legs = sight.legs(one)
    lines = (
        _lines_of(leg, path, (leg.start, leg.goal), sight)
        for leg, path in zip(legs, known(legs), strict=True)
    )
    places = tuple(place for drawn in lines for line in drawn for place in line)
    return places or one.goals[:1]


def _lines_of(
    leg: Leg, path: PathResult | None, plain: tuple[Point, Point], sight: RouteSight
) -> list[Ring]:
    """Return the visible lines of a leg: a straight line if its path is not known."""
    if path is None:
        return [plain] if sight.sees(leg, goal=False) or sight.sees(leg, goal=True) else []
    if not len(path.links):
        return [_line_of(path)] if sight.sees(leg, goal=False) else []
    lines = sight.lines(leg, path)
    return [tuple((float(x), float(z)) for x, z in line.tolist()) for line in lines]


def _line_of(path: PathResult) -> Ring:
    """Return the path from its requested start to its goal, even if it doesn't reach it."""
    places = (path.start, *((float(x), float(z)) for x, z in path.points), path.goal)
    return tuple(place for place, _ in groupby(places))
