"""Legs of routes: from stop to stop, on whose floor, and what lies under the mouse."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

from navcore.bake.profile import profile_of
from navcore.geometry.polygons import nearest_on_segment
from navcore.level.handles import SideHit, line_through
from navcore.level.model import Agent, Point, Profile, Ring, Settings
from navcore.level.profiles import grounded
from navcore.path.result import PathResult
from navcore.world import World


class Leg(NamedTuple):
    """A path that is asked for."""

    start: Point
    """Metres."""
    goal: Point
    profile: Profile | None = None
    """On whose floor; None: that of the level's agents of no type."""


KnownPaths: TypeAlias = Callable[[Sequence[Leg]], Sequence[PathResult | None]]
"""Returns the path of each leg as far as it is known, and searches none."""


def walks_as(agent: Agent, settings: Settings) -> Profile | None:
    """Return the profile on which floor an agent plans; None: that of the level's agents."""
    profile = profile_of(agent, settings)
    return None if profile == Profile() else profile


def known_to(world: World, profile: Profile | None) -> Profile | None:
    """Return a profile on the ground where the world, which may lag behind, lacks its storey."""
    if profile is None or profile.layer in world.level.settings.layer_names:
        return profile
    return grounded(profile)


def ends_of(agent: Agent) -> list[tuple[Point, Point]]:
    """Return where each leg of an agent's route begins and where it is to lead."""
    return [(one, other) for one, other in pairwise(line_through(agent)) if one != other]


def legs_of(agent: Agent, settings: Settings) -> list[Leg]:
    """Return the legs to the first stop, from stop to stop, and back to the first of a loop.

    On the floor that the agent plans on in a level with these settings.
    """
    profile = walks_as(agent, settings)
    return [Leg(start, goal, profile) for start, goal in ends_of(agent)]


def leg_at(
    point: Point, reach: float, agents: Iterable[Agent], settings: Settings, known: KnownPaths
) -> SideHit | None:
    """Return the leg of these routes whose path is nearest to a point, and within `reach` of it.

    A leg whose path is not known is a straight line, as it is drawn.
    """
    best: tuple[float, SideHit] | None = None
    for agent in agents:
        legs = legs_of(agent, settings)
        paths = dict(zip(legs, known(legs), strict=True))
        profile = legs[0].profile if legs else None
        for number, ends in enumerate(pairwise(line_through(agent)), -1):
            path = paths.get(Leg(*ends, profile))
            line = ends if path is None else _line_of(path)
            for one, other in pairwise(line):
                place = nearest_on_segment(point, one, other)
                away = math.dist(place, point)
                if away <= reach and (best is None or away < best[0]):
                    best = (away, SideHit(agent.id, number, place, line))
    return best[1] if best else None


def _line_of(path: PathResult) -> Ring:
    """The path from where it was to begin to its goal, also where nobody gets there."""
    places = (path.start, *((float(x), float(z)) for x, z in path.points), path.goal)
    return tuple(place for place, _ in groupby(places))
