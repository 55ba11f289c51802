"""Paths along routes, as their agents would walk them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from editor.tools.legs import Leg, find_leg, leg_between, storeys_along, storeys_of_stops, walks_as
from editor.tools.preview import Mark, Stroke
from navcore.level.model import Agent, Level, Point, Stop, WithStops
from navcore.level.shared_routes import walkers_of
from navcore.path.result import PathResult
from navcore.world import World

MOST_KNOWN: Final = 1024
"""Most paths that are cached while the world stays the same."""
LOOK: Final = 18.0
"""Pixels of the line that shows where an agent looks."""


_WALK_SPEED: Final = Agent(id=1, position=(0.0, 0.0)).walk_speed
"""Metres a second of an agent that says nothing of it."""

MOST_SHOWN: Final = 8
"""Most agents with different last stops whose paths to the mouse are shown."""

Placed: TypeAlias = tuple[Point, str]
"""A place, metres, and its storey."""


class RoutePaths:
    """Paths between places, each searched once for a world."""

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._world: World | None = None
        self._known: dict[Leg, PathResult] = {}

    def of(self, leg: Leg, world: World) -> PathResult:
        """Return the path of a leg, or to the reachable place nearest to its goal."""
        if world is not self._world or len(self._known) > MOST_KNOWN:
            self._world, self._known = world, {}
        found = self._known.get(leg)
        if found is None:
            found = self._known[leg] = find_leg(leg, world)
        return found


@dataclass(frozen=True, slots=True)
class RouteDraft:
    """A route in progress: its agents or routes, and the stops set so far."""

    paths: RoutePaths
    routes: Sequence[WithStops]
    """Agents and routes that the stops are appended to; none: a new route."""
    placed: Sequence[Placed]
    level: Level
    world: World
    network: bool = False
    """True if it keeps to the network."""

    @property
    def walkers(self) -> list[Agent]:
        """The agents that walk it."""
        return [
            agent for one in self.routes
            for agent in ([one] if isinstance(one, Agent) else walkers_of(self.level, one.id))
        ]  # fmt: skip

    def between(self, start: Placed, goal: Placed) -> PathResult:
        """Return the path on the floor of the first agent; usually all have the same type."""
        walkers = self.walkers
        profile = walks_as(walkers[0], self.level.settings) if walkers else None
        leg = leg_between(*start, *goal, profile, network=self.network)
        return self.paths.of(leg, self.world)

    def ends(self) -> list[Placed]:
        """Return the last stops of the routes, or the places of agents without stops."""
        ends: dict[Placed, None] = {}
        for one in self.routes:
            place = (*one.lead, *one.goals)[-1]
            storeys = [*storeys_along(one, self.level.settings)[: len(one.lead)]]
            storeys += storeys_of_stops(one, self.level.settings)
            ends[place, storeys[-1]] = None
        return [*ends]

    def starts(self) -> list[Placed]:
        """Return the places from which the next stop is reached."""
        return [self.placed[-1]] if self.placed else self.ends()[:MOST_SHOWN]

    def stops(self) -> list[Placed]:
        """Return the stops of the first route, and the new ones."""
        if not self.routes:
            return [*self.placed]
        storeys = storeys_of_stops(self.routes[0], self.level.settings)
        return [*zip(self.routes[0].goals, storeys, strict=True), *self.placed]

    def drawn(self) -> list[PathResult]:
        """Return the paths to the stops that are set."""
        if not self.placed:
            return []
        first = [self.between(start, self.placed[0]) for start in self.ends()[:MOST_SHOWN]]
        return [*first, *(self.between(a, b) for a, b in pairwise(self.placed))]

    def ahead(self, place: Placed) -> list[PathResult]:
        """The paths from the last stop, or from where each agent's route ends, to a place."""
        return [self.between(start, place) for start in self.starts()]

    def length_to(self, place: Placed) -> float:
        """Return metres of the longest of the paths to a place."""
        return max((path.length for path in self.ahead(place)), default=0.0)

    def round(self, places: Sequence[Placed], added: Sequence[Stop] = ()) -> "Round":
        """Return the round from stop to stop and back to the first one.

        Args:
            places: Places of the stops of the first route, and of the new ones.
            added: Settings of the new stops.
        """
        paths = [self.between(a, b) for a, b in pairwise([*places, places[0]])]
        length, walkers = sum(path.length for path in paths), self.walkers
        stops = [self.routes[0].stop(row) for row in range(len(places) - len(added))]
        seconds = length / slowest(walkers) + longest_pause([*stops, *added], walkers)
        lost = {row % len(places) for row, path in enumerate(paths, 1) if not reaches(path)}
        return Round(length, seconds, tuple(sorted(row + 1 for row in lost)))


class Round(NamedTuple):
    """A way round and round."""

    length: float
    """Metres."""
    seconds: float
    """Duration with the pauses at the stops."""
    lost: tuple[int, ...]
    """Numbers of the stops that the paths don't reach."""


def slowest(agents: Iterable[Agent]) -> float:
    """Return the lowest speed of these agents, metres per second; the default if none."""
    return min((agent.walk_speed for agent in agents), default=_WALK_SPEED)


def longest_pause(stops: Sequence[Stop], walkers: Sequence[Agent]) -> float:
    """Return the longest total pause of these agents at stops, seconds; without waits if none."""
    waits = [agent.wait for agent in walkers] or [0.0]
    return max(
        sum(wait if one.pause is None else one.pause for one in stops) for wait in waits
    )  # fmt: skip


def reaches(path: PathResult) -> bool:
    """Return whether the path reaches the goal itself."""
    return path.ok and path.snapped_goal is None


def strokes_of(path: PathResult, style: str) -> list[Stroke]:
    """Return the walked line in a style, and the remaining line to the goal."""
    walked = tuple((float(x), float(z)) for x, z in path.points)
    start = path.start if path.snapped_start is None else path.snapped_start
    strokes = [Stroke((start, *walked), style)] if walked else []
    if path.end != path.goal:
        strokes.append(Stroke((path.end, path.goal), "route_cut"))
    return strokes


def crosses_of(paths: Iterable[PathResult]) -> list[Mark]:
    """Return a mark at each goal that no path leads to."""
    return [Mark(path.goal, "route_cross") for path in paths if not reaches(path)]


def look_strokes(
    places: Iterable[Point], looks: Iterable[float | None], length: float
) -> list[Stroke]:
    """A line of `length` metres from each place that has a direction, degrees, to look in."""
    strokes = []
    for (x, z), look in zip(places, looks, strict=False):
        if look is not None:
            turn = math.radians(look)
            end = (x + length * math.cos(turn), z + length * math.sin(turn))
            strokes.append(Stroke(((x, z), end), "route_look"))
    return strokes
