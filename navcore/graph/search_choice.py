"""The choice of the search that answers a query: over one grid, storeys and links, or waypoints."""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any, Protocol

from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.bake.profile import radius_in
from navcore.graph.clearance import Clearance
from navcore.graph.graph import Graph
from navcore.graph.journeys import find_path_over
from navcore.graph.smoothing import Sight, smoothed_over
from navcore.level.model import Level, Point, Profile
from navcore.path import across, find
from navcore.path.links import Storeys
from navcore.path.options import Journey, checked_over, checked_smoothing
from navcore.path.result import PathResult
from navcore.path.smooth import Smoothing


class Searched(Protocol):
    """The interface of a world that searches need."""

    @property
    def grid(self) -> NavGrid:
        """The ground, for agents of the level's radius."""

    @property
    def level(self) -> Level:
        """The drawing."""

    @property
    def given_grid(self) -> NavGrid | None:
        """The grid that the world was made of; None if it was built from its level."""

    @property
    def has_links(self) -> bool:
        """True if a path may lead over more than one grid."""

    def grid_on(self, profile: Profile | None, layer: str | None) -> NavGrid:
        """Return the grid of a profile on a storey; None: the profile's own storey."""

    def storeys_for(self, profile: Profile) -> Storeys:
        """Return what agents of a profile move on, with links."""

    def graph_for(self, profile: Profile) -> Graph:
        """Return the waypoints that agents of a profile walk on."""


def search_for(
    world: Searched, options: Journey, *, to_nearest: bool = False
) -> Callable[[Point, Point], PathResult]:
    """Return a search between two points with these options.

    `to_nearest`: paths lead to the nearest reachable place.

    Raises:
        NavcoreError: if an option has an invalid value, or does not go with the others.
    """
    search = find.find_path_to_nearest if to_nearest else find.find_path
    if not options and not world.has_links:
        return partial(search, world.grid)
    rest: dict[str, Any] = {**options}
    over = checked_over(rest.pop("over", "cells"), to_nearest=to_nearest)
    profile: Profile | None = rest.pop("profile", None)
    layer, goal_layer = rest.pop("layer", None), rest.pop("goal_layer", None)
    if over == "cells" and not world.has_links and (goal_layer or layer) == layer:
        return partial(search, world.grid_on(profile, layer), **rest)
    profile = profile or Profile()
    own = layer or profile.layer
    if over == "graph":
        rest |= {"abilities": profile.abilities, "layers": (own, goal_layer or own)}
        grid_of = partial(world.grid_on, profile)
        how = checked_smoothing(rest.pop("smoothing", "none"))
        search_over = partial(find_path_over, world.graph_for(profile), grid_of, **rest)
        if how == "none":
            return search_over
        sight_on = partial(_sight_on, world, profile)
        return partial(_find_smoothed, search_over, own, sight_on, how)
    rest |= {"layer": own, "goal_layer": goal_layer or own}
    to_all = across.find_nearest_across if to_nearest else across.find_path_across
    return partial(to_all, world.storeys_for(profile), **rest)


def _find_smoothed(
    search_over: Callable[[Point, Point], PathResult],
    layer: str,
    sight_on: Callable[[str], Sight],
    how: Smoothing,
    start: Point,
    goal: Point,
) -> PathResult:
    """Return the path over waypoints, smoothed; `layer` is the storey of the start."""
    began = perf_counter()
    result = smoothed_over(search_over(start, goal), layer, sight_on, how)
    return replace(result, time=perf_counter() - began)


def _sight_on(world: Searched, profile: Profile, layer: str) -> Sight:
    """Return the lines that agents of a profile may walk on a storey, past shut doors as drawn."""
    walls = None
    if world.given_grid is None:
        walls = Clearance.of(world.level, layer, abilities=profile.abilities, through_doors=False)
    return Sight(world.grid_on(profile, layer), walls, radius_in(profile, world.level.settings))
