"""Keeping to the network: agents on a round with that option walk from waypoint to waypoint.

Between two stops they enter by a waypoint that they see, follow open edges, and leave by a waypoint
that the stop sees (S4-006, S4-007, S4-011 to S4-015). If an edge leads to another storey, they take
the link that joins its waypoints, and plan on from its other end. Parts that their floor does not
let them walk straight, such as past a corner that the edge only just clears, are walked by the
shortest path between their ends. Agents that take shortcuts walk straight to a stop in sight,
without a query (S4-005). If the network leads nowhere, they walk freely, and an event says so
(S4-016). :mod:`navcore.sim.network_following` makes them follow the path.
"""

import math
from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.graph.edge_corridors import pulled_through
from navcore.graph.journeys import find_path_along
from navcore.level.model import Edge, Point, Profile, Waypoint
from navcore.level.profiles import on_layer
from navcore.path.find import find_path
from navcore.path.result import PathResult, Status
from navcore.path.sight import is_clear
from navcore.path.terrain_shares import cost_along
from navcore.sim.agents import CODES, NEVER, Floats
from navcore.sim.events import Kind
from navcore.sim.movement import Movement
from navcore.sim.rounds import is_off, round_of, stop_at, turns_of
from navcore.sim.run import Run
from navcore.world import World

TRY_BACK: Final = 3.0
"""Seconds, beyond those of the straight walk, that an agent tries to get back to its path."""

_SETS_OUT: Final = 0
"""Value in `Agents.back_by`: it left its path, and does not walk back yet."""


def keeps_to_network(run: Run, row: int) -> bool:
    """Return whether an agent goes to a stop of a round that keeps to the network."""
    if not run.has_network or run.agents.goal_indices[row] == NEVER:
        return False
    return round_of(run.world.level, run.agents.elements[row]).network


def takes_shortcuts(run: Run, row: int) -> bool:
    """Return whether an agent on the network may leave edges for places in sight (S4-040)."""
    return round_of(run.world.level, run.agents.elements[row]).shortcuts


def plan_over_network(run: Run, row: int, start: Point, goal: Point) -> PathResult | None:
    """Return an agent's path over the network, and store how it moves along it.

    An agent that left its path begins at the place where it left, if it sees that place (S4-009).
    None if the agent does not keep to the network, or the network leads nowhere.
    """
    agents = run.agents
    if not keeps_to_network(run, row):
        agents.movements[row] = Movement.FREE
        return None
    grid, profile = run.floors.grid_of(row), run.floors.profile_of(row)
    layers = (
        run.layer_names[int(agents.layers[row])],
        run.layer_names[int(agents.target_layers[row])],
    )
    agents.corridors[row] = 0.0
    if layers[0] == layers[1] and takes_shortcuts(run, row):
        agents.rays[row] += 1
        if walks_straight(grid, start, goal) and _keeps_clear(run, row, start, goal):
            agents.movements[row], agents.back_by[row] = Movement.IN_SIGHT, NEVER
            length = math.dist(start, goal)
            points = np.array([goal], np.float64)
            return PathResult(
                Status.COMPLETE, start, goal, points=points, length=length, cost=length, rays=1
            )
    left = _place_to_return_to(run, row, grid, start)
    snap_radius = run.settings.snap_radius
    result = _found(run.world, profile, left or start, goal, layers, snap_radius)
    agents.queries[row] += 1
    agents.rays[row] += result.rays
    if not result.ok:
        if agents.movements[row] != Movement.ASTRAY:
            run.tell(Kind.OFF_NETWORK, row, status=CODES[result.status])
        agents.movements[row] = Movement.ASTRAY
        agents.back_by[row] = NEVER
        return None
    agents.leg_starts[row] = start
    agents.movements[row] = Movement.ALONG
    if left is not None and len(result.points):
        agents.movements[row] = Movement.BACK
        result = replace(result, start=start, points=np.vstack((left, result.points)))
    return result


def walks_straight(grid: NavGrid, start: Point, goal: Point) -> bool:
    """Return whether a goal is in sight, over floor that is nowhere slower than at both ends."""
    if start == goal or not is_clear(grid, start, goal):
        return False
    if not grid.has_costs:
        return True
    ends = max(cost_along(grid, np.array((place, place)))[1] for place in (start, goal))
    return cost_along(grid, np.array((start, goal)))[1] <= ends


def _keeps_clear(run: Run, row: int, start: Point, goal: Point) -> bool:
    """Return whether a straight line keeps an agent's radius from walls, by the exact distance."""
    walls = run.walls_for(run.floors.profile_of(row))
    line = np.array([[*start, *goal]], np.float64)
    return walls is None or int(walls.blockers(line, float(run.agents.radii[row]))[0]) < 0


def path_over_network(
    world: World,
    profile: Profile,
    start: Point,
    goal: Point,
    *,
    goal_layer: str | None = None,
    snap_radius: float = 8.0,
) -> PathResult | None:
    """Return the path that an agent walks over the network; None if it leads nowhere.

    Args:
        world: The world with the network.
        profile: The type of the agent, on the storey of the start.
        start: Metres.
        goal: Metres.
        goal_layer: The storey of the goal; None: that of the start.
        snap_radius: How far an end may lie from free floor, metres.
    """
    layers = (profile.layer, goal_layer or profile.layer)
    result = _found(world, profile, start, goal, layers, snap_radius)
    return result if result.ok else None


def leave_networks(run: Run, changed: set[type]) -> None:
    """Let agents on a network plan anew after waypoints or edges changed."""
    if changed.isdisjoint({Waypoint, Edge}):
        return
    agents = run.agents
    agents.corridors[:] = 0.0
    for row in np.flatnonzero(agents.under_way).tolist():
        if keeps_to_network(run, row):
            agents.ask(row, run.step)


def leave_path(run: Run, row: int, place: Point) -> None:
    """Store where an agent leaves its path over the network: leftPos (S4-008).

    An agent that was off its path already keeps the first place.
    """
    agents = run.agents
    agents.corridors[row] = 0.0
    if agents.movements[row] == Movement.ALONG:
        agents.left_places[row], agents.back_by[row] = place, _SETS_OUT
    elif agents.movements[row] == Movement.BACK:
        agents.back_by[row] = _SETS_OUT


def leave_rounds(run: Run, rows: Iterable[int]) -> None:
    """Store the rounds that agents leave because they are sent elsewhere."""
    agents = run.agents
    for row in rows:
        if agents.goal_indices[row] != NEVER:
            leave_path(run, row, agents.place(row))
            agents.left_turns[row] = agents.goal_indices[row]
        agents.movements[row] = Movement.FREE


def return_to_round(run: Run, row: int) -> None:
    """Let an agent that was sent elsewhere continue its round, at the stop that it went to."""
    agents, level = run.agents, run.world.level
    round_ = round_of(level, agents.elements[row])
    turn, agents.left_turns[row] = int(agents.left_turns[row]), NEVER
    if agents.goal_indices[row] != NEVER or turn == NEVER or not round_.goals:
        return
    turn = min(turn, turns_of(round_) - 1)
    agents.goal_indices[row] = turn
    agents.under_way[row] = agents.aside[row] = False
    if not is_off(level, round_.stop(stop_at(round_, turn))):
        run.go_to_stop(row)
    elif not run.go_on(row):
        agents.goal_indices[row] = NEVER
        agents.left_turns[row] = turn


def seconds_back(run: Run, row: int) -> int:
    """Return the step by which an agent is to be back where it left its path (S4-009)."""
    agents = run.agents
    distance = math.dist(agents.place(row), agents.left_places[row].tolist())
    speed = max(float(agents.walk_speeds[row]), 1e-3)
    return run.step + round((distance / speed + TRY_BACK) * run.settings.steps_per_second)


def _place_to_return_to(run: Run, row: int, grid: NavGrid, start: Point) -> Point | None:
    """Return where an agent left its path, if it sees that place and has time left to get there."""
    agents = run.agents
    back_by = int(agents.back_by[row])
    if back_by == NEVER:
        return None
    x, z = agents.left_places[row].tolist()
    if back_by == _SETS_OUT:
        back_by = seconds_back(run, row)
    agents.rays[row] += 1
    is_there = math.dist(start, (x, z)) <= run.settings.walk_threshold
    if is_there or run.step > back_by or not walks_straight(grid, start, (x, z)):
        agents.back_by[row] = NEVER
        return None
    agents.back_by[row] = back_by
    return (x, z)


def _found(
    world: World,
    profile: Profile,
    start: Point,
    goal: Point,
    layers: tuple[str, str],
    snap_radius: float,
) -> PathResult:
    """Return the path over the network as it is walked, or a result that says why there is none."""

    def grid_of(layer: str) -> NavGrid:
        return world.grid_for(on_layer(profile, layer))

    result = find_path_along(
        world.graph_for(profile), grid_of, start, goal, layers=layers,
        abilities=profile.abilities, snap_radius=snap_radius,
    )  # fmt: skip
    if not result.ok:
        return result
    height = result.length - _flat(_begin(result), result.points)
    result = pulled_through(world.level, profile, grid_of, result)
    return _walked(grid_of, layers[0], result, height)


def _begin(result: PathResult) -> Point:
    """Return the place where a path begins, on the floor if the requested start is not."""
    return result.start if result.snapped_start is None else result.snapped_start


def _flat(start: Point, points: Floats) -> float:
    """Return the length from the start along points on the plan, metres."""
    return float(np.hypot(*np.diff(np.vstack((start, points)), axis=0).T).sum())


def _walked(
    grid_of: Callable[[str], NavGrid], layer: str, result: PathResult, height: float
) -> PathResult:
    """Return the path with walks around walls where points don't see each other.

    `layer` is the storey of its start. Links are taken as they come. `height` is the length that
    links add to the length on the plan, metres.
    """
    one = begin = _begin(result)
    points: list[Point] = []
    layers: list[str] = []
    links: list[int] = []
    names = result.layers or (layer,) * len(result.points)
    taken = result.links.tolist() or [0] * len(result.points)
    for (x, z), name, link in zip(result.points.tolist(), names, taken, strict=True):
        other, steps = (x, z), [(x, z)]
        if not link and not is_clear(grid_of(name), one, other):
            around = find_path(grid_of(name), one, other)
            if not around.ok:
                return replace(result, status=Status.NO_PATH, points=np.empty((0, 2)))
            steps = [(at[0], at[1]) for at in around.points.tolist()] or steps
        points += steps
        layers += [name] * len(steps)
        links += [link] * len(steps)
        one = other
    walked = np.array(points, np.float64).reshape(-1, 2)
    return replace(
        result,
        points=walked,
        length=height + _flat(begin, walked),
        layers=tuple(layers) if result.layers else (),
        links=np.array(links, np.int64) if len(result.links) else result.links,
    )
