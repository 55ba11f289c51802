"""Explain why an agent can't get from one place to another: the least change that helps.

There is no path, so something has to be relaxed. The explanation is the smallest relaxation that
makes a path, in this order:

1. Switches: areas opened, abilities given, one-way links taken both ways. Fewer abilities and links
come first, then fewer doors, so doors alone come before everything else.
2. Every gap widened by d metres, alone; the smallest d.
3. Both: the smallest d with everything open, then as in 1 with gaps widened by that.
4. Start and goal moved to where there is a path without changes; the fewest metres in total.

Each step is only tried if no earlier one has an answer. All are exact: each relaxation is baked
like any level, switches are found over pieces of floor (:mod:`navcore.proof.pieces`,
:mod:`navcore.proof.fewest`), and d, in whole millimetres, by bisection: a wider gap never closes a
path. Distances between cells are those between their centres.
"""

from math import hypot
from typing import Final, NamedTuple

import numpy as np

from navcore.i18n import tr
from navcore.level.model import Link, Point, Profile
from navcore.level.profiles import on_layer
from navcore.path.links import Storeys
from navcore.path.options import Over, checked, checked_over
from navcore.path.result import Status
from navcore.proof import reasons
from navcore.proof.ends import End, end_at
from navcore.proof.explanation import Explanation, Relaxation
from navcore.proof.fewest import fewest_switches
from navcore.proof.narrow_place import path_between
from navcore.proof.network_reasons import explain_over_network
from navcore.proof.pieces import PieceGraph, all_open, relaxation_of
from navcore.proof.relaxed import MILLIMETRE, RelaxedWorlds
from navcore.world import World

__all__ = ["explain", "explain_ends", "nearest_joined"]


def explain(
    world: World,
    start: Point,
    goal: Point,
    *,
    profile: Profile | None = None,
    layer: str | None = None,
    goal_layer: str | None = None,
    over: Over = "cells",
    limit: int | None = None,
) -> Explanation:
    """Explain why agents of a profile can't get from start to goal, and propose a fix.

    They must reach the goal itself. `find_path` snaps an end off the floor by up to 8 m; here an
    end is only moved, at no cost, if it lies on open floor nearer to a wall than the agent can
    come.

    Args:
        world: The world of the level.
        start: x and z, metres; anywhere.
        goal: x and z, metres; anywhere.
        profile: The agent type; None for agents of the level's radius.
        layer: The storey of the start; None for the profile's storey.
        goal_layer: The storey of the goal; None for the storey of the start.
        over: "cells", or "graph" for a path over waypoints.
        limit: The most cells or waypoints that a search may expand; None for no limit.

    Returns:
        The reason, a sentence, marks, and if possible an edit after which there is a path.

    Raises:
        NavcoreError: as `World.find_path`.
    """
    query = checked(start, goal, limit=limit)
    agent_type = profile or Profile()
    own = layer or agent_type.layer
    layers = (own, goal_layer or own)
    ends = (
        end_at(world, agent_type, query.start, layers[0], tr("The start")),
        end_at(world, agent_type, query.goal, layers[1], tr("The goal")),
    )
    if checked_over(over, to_nearest=False) == "graph" and all(
        end.beside is not None or end.is_free(world, agent_type) for end in ends
    ):
        return explain_over_network(world, agent_type, ends, limit=limit)
    return explain_ends(world, agent_type, ends, limit=limit)


def explain_ends(
    world: World, profile: Profile, ends: tuple[End, End], *, limit: int | None = None
) -> Explanation:
    """Say why agents can't get from an end to another; see :func:`explain`."""
    relaxation = _Search(world, profile, ends).smallest()
    if relaxation is None:
        return reasons.nothing_leads_there(world, profile, ends)
    if not relaxation and limit is not None:
        found = path_between(world, profile, ends, limit=limit)
        if found.status is Status.LIMIT_REACHED:
            return reasons.gave_up(ends, limit)
    return reasons.explanation(
        world, profile, ends, relaxation, lambda later: _Search(later, profile, ends).smallest()
    )


def nearest_joined(world: World, profile: Profile, ends: tuple[End, End]) -> Relaxation | None:
    """Return the nearest places to which ends can be moved for a path without changes, if any."""
    return _Search(world, profile, ends).moved()


class _Reach(NamedTuple):
    """A region near an end."""

    cells: float
    """Distance of its nearest cell from the end's cell, in cells."""
    cell: int
    """Id of that cell."""
    place: int
    """Its number among regions of all storeys."""


class _Search:
    """Looks for the smallest relaxation, step by step."""

    def __init__(self, world: World, profile: Profile, ends: tuple[End, End]) -> None:
        self._world: Final = world
        self._profile: Final = profile
        self._ends: Final = ends
        self._worlds: Final = RelaxedWorlds(world, profile)
        names = world.level.settings.layer_names
        self._layers: Final = names if world.level.of(Link) else (ends[0].layer,)

    def smallest(self) -> Relaxation | None:
        """The smallest relaxation; an empty one if there is a path, None if there is none."""
        if self._is_joined(0, everything=False):
            return Relaxation()
        if self._is_joined(0, everything=True):
            return self._switched(0)
        alone = self._least_width(everything=False)
        if alone is not None:
            return Relaxation(width=alone * MILLIMETRE)
        wider = self._least_width(everything=True)
        if wider is not None:
            return self._switched(wider)
        return self.moved()

    def _switched(self, wider: int) -> Relaxation:
        """Return the fewest switches that make a path with gaps wider by these millimetres."""
        graph = PieceGraph(self._worlds, wider, self._layers)
        start, goal = (graph.node_at(end.layer, end.cell) for end in self._ends)
        assert start is not None
        assert goal is not None
        places = (self._ends[0].point, self._ends[1].point)
        found = fewest_switches(graph, start, goal, places)
        assert found is not None
        return relaxation_of(found, wider * MILLIMETRE)

    def _least_width(self, *, everything: bool) -> int | None:
        """Return how many millimetres wider gaps must be for a path; None if nothing is enough."""
        most = self._worlds.most
        if most == 0 or not self._is_joined(most, everything=everything):
            return None
        low, high = 0, most
        while high - low > 1:
            middle = (low + high) // 2
            if self._is_joined(middle, everything=everything):
                high = middle
            else:
                low = middle
        return high

    def _is_joined(self, wider: int, *, everything: bool) -> bool:
        """Return whether there is a path with gaps this much wider, and optionally all open."""
        profile = self._worlds.profile_at(wider)
        if everything:
            world, profile = all_open(self._worlds, wider)
        else:
            world = self._worlds.at(wider)
        ends = self._ends
        if not all(end.is_free(world, profile) for end in ends):
            return False
        if ends[0].layer == ends[1].layer and not world.level.of(Link):
            regions = world.grid_for(on_layer(profile, ends[0].layer)).regions
            length = world.grid.width + 2
            one, other = (regions.region_at(_id_of(end.cell, length)) for end in ends)
            return one == other
        storeys = world.storeys_for(profile)
        places = [_place(storeys, end) for end in ends]
        return places[1] in _reached(storeys, places[0])

    def moved(self) -> Relaxation | None:
        """Return the ends in the nearest cells that a path joins; None if there are none."""
        storeys = self._world.storeys_for(self._profile)
        near = [_near(storeys, end) for end in self._ends]
        goals = {one.place: one for one in near[1]}
        best: tuple[float, _Reach, _Reach] | None = None
        for start in near[0]:
            if best is not None and start.cells >= best[0]:
                break
            for place in _reached(storeys, start.place):
                goal = goals.get(place)
                if goal is None:
                    continue
                total = start.cells + goal.cells
                if best is None or total < best[0]:
                    best = (total, start, goal)
        if best is None:
            return None
        moved = [
            None if reach.cells == 0 else self._centre(storeys, end, reach)
            for end, reach in zip(self._ends, best[1:], strict=True)
        ]
        metres = best[0] * self._world.grid.cell_size
        return Relaxation(start=moved[0], goal=moved[1], moved=metres)

    @staticmethod
    def _centre(storeys: Storeys, end: End, reach: _Reach) -> Point:
        grid = storeys.grid(storeys.number_of(end.layer))
        row, column = divmod(reach.cell, grid.width + 2)
        return grid.centre_of(column - 1, row - 1)


def _id_of(cell: tuple[int, int], length: int) -> int:
    """Return the id of a cell in the padded array with rows of this length."""
    return (cell[1] + 1) * length + cell[0] + 1


def _place(storeys: Storeys, end: End) -> int:
    """Return the region of an end, as storeys number them."""
    number = storeys.number_of(end.layer)
    return storeys.place_of(number, _id_of(end.cell, storeys.grid(number).width + 2))


def _reached(storeys: Storeys, place: int) -> set[int]:
    """Return all regions that are reached from one, itself among them."""
    reached = np.array([place])
    while len(storeys.places):
        led_to = storeys.places[np.isin(storeys.places[:, 0], reached), 1]
        more = np.union1d(reached, led_to)
        if len(more) == len(reached):
            break
        reached = more
    return set(reached.tolist())


def _near(storeys: Storeys, end: End) -> list[_Reach]:
    """Return all regions of an end's storey, the nearest first."""
    number = storeys.number_of(end.layer)
    grid = storeys.grid(number)
    column, row = end.cell
    found = []
    for region in range(1, grid.regions.count + 1):
        cell = int(grid.regions.nearest_in(region, column, row)[0])
        z, x = divmod(cell, grid.width + 2)
        away = hypot(x - 1 - column, z - 1 - row)
        found.append(_Reach(away, cell, number << 32 | region))
    return sorted(found)
