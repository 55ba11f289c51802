"""Paths along routes, as their agents would walk them."""

import math
from collections.abc import Iterable
from typing import Final

from editor.tools.legs import known_to
from editor.tools.preview import Mark, Stroke
from navcore.level.model import Point, Profile
from navcore.path.result import PathResult
from navcore.world import World

MOST_KNOWN: Final = 1024
"""So many paths are remembered while the world stays."""
LOOK: Final = 18.0
"""Pixels of the line that shows where an agent looks."""


class RoutePaths:
    """Paths between places, each searched once for a world."""

    def __init__(self) -> None:
        """None is known."""
        self._world: World | None = None
        self._known: dict[tuple[Point, Point, Profile | None], PathResult] = {}

    def between(
        self, start: Point, goal: Point, world: World, profile: Profile | None = None
    ) -> PathResult:
        """The path to the goal, or to the reachable place nearest to it, on a profile's floor."""
        if world is not self._world or len(self._known) > MOST_KNOWN:
            self._world, self._known = world, {}
        found = self._known.get((start, goal, profile))
        if found is None:
            found = world.find_path_to_nearest(start, goal, profile=known_to(world, profile))
            self._known[start, goal, profile] = found
        return found


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
