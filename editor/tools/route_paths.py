"""Paths along routes, as their agents would walk them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from editor.tools.legs import Leg, find_leg, leg_between, storeys_along, walks_as
from editor.tools.preview import Mark, Stroke
from navcore.level.model import Agent, Point, Settings
from navcore.path.result import PathResult
from navcore.world import World

MOST_KNOWN: Final = 1024
"""So many paths are remembered while the world stays."""
LOOK: Final = 18.0
"""Pixels of the line that shows where an agent looks."""


MOST_SHOWN: Final = 8
"""Of more agents with different last stops, so many have their paths to the mouse shown."""

Placed: TypeAlias = tuple[Point, str]
"""A place, metres, and its storey."""


class RoutePaths:
    """Paths between places, each searched once for a world."""

    def __init__(self) -> None:
        """None is known."""
        self._world: World | None = None
        self._known: dict[Leg, PathResult] = {}

    def of(self, leg: Leg, world: World) -> PathResult:
        """The path of a leg, or to the reachable place nearest to its goal."""
        if world is not self._world or len(self._known) > MOST_KNOWN:
            self._world, self._known = world, {}
        found = self._known.get(leg)
        if found is None:
            found = self._known[leg] = find_leg(leg, world)
        return found


@dataclass(frozen=True, slots=True)
class RouteDraft:
    """A route that is drawn: whose it is, and the stops that are set."""

    paths: RoutePaths
    agents: Sequence[Agent]
    placed: Sequence[Placed]
    settings: Settings
    world: World

    def between(self, start: Placed, goal: Placed) -> PathResult:
        """The path on the floor of the first of the agents, who most often are of one type."""
        profile = walks_as(self.agents[0], self.settings) if self.agents else None
        return self.paths.of(leg_between(*start, *goal, profile), self.world)

    def ends(self) -> list[Placed]:
        """Where the routes of the agents end, or they stand that have none."""
        ends: dict[Placed, None] = {}
        for agent in self.agents:
            storeys = storeys_along(agent, self.settings)
            place = (agent.goals or (agent.position,))[-1]
            ends[place, storeys[len(agent.goals)]] = None
        return [*ends]

    def starts(self) -> list[Placed]:
        """From where the next stop is walked to."""
        return [self.placed[-1]] if self.placed else self.ends()[:MOST_SHOWN]

    def stops(self) -> list[Placed]:
        """The stops of the first agent, and those that are set."""
        agent = self.agents[0]
        storeys = storeys_along(agent, self.settings)[1:]
        return [*zip(agent.goals, storeys, strict=False), *self.placed]

    def drawn(self) -> list[PathResult]:
        """The paths to the stops that are set."""
        if not self.placed:
            return []
        first = [self.between(start, self.placed[0]) for start in self.ends()[:MOST_SHOWN]]
        return [*first, *(self.between(a, b) for a, b in pairwise(self.placed))]

    def ahead(self, place: Placed) -> list[PathResult]:
        """The paths from the last stop, or from where each agent's route ends, to a place."""
        return [self.between(start, place) for start in self.starts()]

    def length_round(self, places: Sequence[Placed]) -> float:
        """Metres of the paths from stop to stop and back to the first one."""
        return sum(self.between(a, b).length for a, b in pairwise([*places, places[0]]))


def reaches(path: PathResult) -> bool:
    """Whether an agent comes to the goal itself."""
    return path.ok and path.snapped_goal is None


def strokes_of(path: PathResult, style: str) -> list[Stroke]:
    """The line that is walked, in a style, and what is left of it to the goal."""
    walked = tuple((float(x), float(z)) for x, z in path.points)
    start = path.start if path.snapped_start is None else path.snapped_start
    strokes = [Stroke((start, *walked), style)] if walked else []
    if path.end != path.goal:
        strokes.append(Stroke((path.end, path.goal), "route_cut"))
    return strokes


def crosses_of(paths: Iterable[PathResult]) -> list[Mark]:
    """A mark at each goal that no path leads to."""
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
