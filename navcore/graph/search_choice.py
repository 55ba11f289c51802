"""The choice of the search that answers a query: over one grid, storeys and links, or waypoints."""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from navcore.bake.grid import NavGrid
from navcore.graph.graph import Graph
from navcore.graph.journeys import find_path_over
from navcore.level.model import Point, Profile
from navcore.path import across, find
from navcore.path.links import Storeys
from navcore.path.options import Journey, checked_over
from navcore.path.result import PathResult


class Searched(Protocol):
    """The interface of a world that searches need."""

    @property
    def grid(self) -> NavGrid:
        """The ground, for agents of the level's radius."""

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
        return partial(find_path_over, world.graph_for(profile), grid_of, **rest)
    rest |= {"layer": own, "goal_layer": goal_layer or own}
    to_all = across.find_nearest_across if to_nearest else across.find_path_across
    return partial(to_all, world.storeys_for(profile), **rest)
