"""Keeping to the network: agents on a route that says so walk from waypoint to waypoint.

Between two stops they enter by a waypoint that they see, follow edges that are open, and leave by
one that the stop sees (S4-006, S4-007, S4-011 to S4-015). A part that their floor does not let them
walk straight, past a corner that the edge only just clears, is walked by the shortest path between
its ends. Where the network leads nowhere they walk freely, so that nobody stands still for want of
a waypoint (S4-016).
"""

from itertools import pairwise

import numpy as np
from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.graph.journeys import find_path_along
from navcore.level.model import Edge, Point, Profile, Waypoint
from navcore.level.profiles import on_layer
from navcore.path.find import find_path
from navcore.path.result import PathResult
from navcore.path.sight import is_clear
from navcore.sim.agents import NEVER
from navcore.sim.rounds import round_of
from navcore.sim.run import Run
from navcore.world import World


def keeps_to_network(run: Run, row: int) -> bool:
    """Whether an agent goes to a stop of a round that keeps to the network."""
    agents = run.agents
    if not run.has_network or agents.goal_indices[row] == NEVER:
        return False
    same_storey = agents.layers[row] == agents.target_layers[row]
    return bool(same_storey) and round_of(run.world.level, agents.elements[row]).network


def plan_over_network(run: Run, row: int, start: Point, goal: Point) -> PathResult | None:
    """Return an agent's path over the network; None if it leads nowhere."""
    layer = run.layer_names[int(run.agents.layers[row])]
    return path_over_network(
        run.world, run.floors.grid_of(row), on_layer(run.floors.profile_of(row), layer), start,
        goal, snap_radius=run.settings.snap_radius,
    )  # fmt: skip


def path_over_network(
    world: World,
    grid: NavGrid,
    profile: Profile,
    start: Point,
    goal: Point,
    *,
    snap_radius: float = 8.0,
) -> PathResult | None:
    """Return the path that an agent walks over the network; None if it leads nowhere.

    Args:
        world: Whose network.
        grid: The floor of the agent on the storey of both ends.
        profile: Its type, on that storey.
        start: Metres.
        goal: Metres.
        snap_radius: How far an end may lie from free floor, metres.
    """
    result = find_path_along(
        world.graph_for(profile), grid, start, goal, layer=profile.layer,
        abilities=profile.abilities, snap_radius=snap_radius,
    )  # fmt: skip
    if not result.ok or result.layers:
        return None
    return _walked(grid, result)


def leave_networks(run: Run, changed: set[type]) -> None:
    """Let agents on a network plan anew after waypoints or edges changed."""
    if changed.isdisjoint({Waypoint, Edge}):
        return
    agents = run.agents
    for row in np.flatnonzero(agents.under_way).tolist():
        if keeps_to_network(run, row):
            agents.ask(row, run.step)


def _walked(grid: NavGrid, result: PathResult) -> PathResult | None:
    """The path with the parts that are not in sight of each other walked round what is there."""
    begin = result.start if result.snapped_start is None else result.snapped_start
    stops: list[Point] = [begin, *((x, z) for x, z in result.points.tolist())]
    points: list[Point] = []
    for one, other in pairwise(stops):
        if is_clear(grid, one, other):
            points.append(other)
            continue
        around = find_path(grid, one, other)
        if not around.ok:
            return None
        points += [(x, z) for x, z in around.points.tolist()] or [other]
    return replace(result, points=np.array(points, np.float64).reshape(-1, 2))
