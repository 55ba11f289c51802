"""Routes and networks of the sample levels keep their clearance, and agents walk them."""

import itertools
import math
from collections.abc import Iterable

import numpy as np
import pytest
import shapely
from msgspec.structs import replace
from naive_corridors import Walls
from sample_worlds import goals_of, level_of, world_of

from navcore.graph.clearance import Clearance
from navcore.level.edit import Edit
from navcore.level.model import Agent, Edge, Level, Point, Route, Waypoint
from navcore.path.result import Status
from navcore.sim.queries import stuck
from navcore.sim.rounds import round_of
from navcore.sim.simulation import Simulation
from navcore.world import World

RADIUS = 0.45
"""Radius of all agents on routes of the samples, metres."""

ROUTES = {
    "tavern": {"serving_round": ("loop", 2)},
    "dungeon": {"hall_round": ("loop", 2), "west_watch": ("return", 2)},
    "market_town": {"gate_watch": ("loop", 5), "town_round": ("loop", 2)},
    "cave": {"goblin_run": ("return", 2)},
}
"""Names of the routes, each with its mode and the number of agents that share it."""

NETWORKS = {"dungeon": (16, 16), "market_town": (25, 28), "cave": (129, 220)}
"""Waypoints and edges of the samples that have any."""

AMID = ("prisoner_5", "rat")
"""Agents that can't get to where they want to go, on purpose."""


def walkers(level: Level) -> list[Agent]:
    """The agents that share routes."""
    return [agent for agent in level.agents.values() if agent.route is not None]


def keepers(level: Level) -> list[Agent]:
    """The agents with routes that keep to the network."""
    return [agent for agent in walkers(level) if round_of(level, agent).network]


def lines_of(level: Level) -> list[tuple[Point, Point]]:
    """Both ends of each edge."""
    waypoints = level.of(Waypoint)
    edges = level.of(Edge).values()
    return [(waypoints[edge.start].position, waypoints[edge.end].position) for edge in edges]


def all_open(level: Level) -> Level:
    """The level with all doors open, as networks are laid."""
    opened = [replace(area, available=True) for area in level.areas.values()]
    return Edit.put(level, opened).apply(level)


def stops_in_turn(level: Level, route: Route) -> Iterable[tuple[Point, Point]]:
    """Yield each stop of a route with the next one."""
    goals = route.goals
    return itertools.pairwise((*goals, goals[0]) if route.closed else goals)


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_samples_have_the_routes_of_the_table(name: str) -> None:
    """Every agent on a route has no goals of its own."""
    level = level_of(name)
    shared = [agent.route for agent in walkers(level)]
    found = {route.name: (route.mode, shared.count(route.id)) for route in level.of(Route).values()}
    assert found == ROUTES[name]
    assert all(agent.radius == RADIUS and not agent.goals for agent in walkers(level))


@pytest.mark.parametrize("name", sorted(NETWORKS))
def test_edges_of_samples_keep_the_radius(name: str) -> None:
    """This holds for obstacles and the outer edge, by the exact test and by shapely."""
    level = level_of(name)
    lines = lines_of(level)
    assert (len(level.of(Waypoint)), len(lines)) == NETWORKS[name]
    clearance, walls = Clearance.of(level), Walls(all_open(level))
    for a, b in lines:
        assert clearance.blocked(a, b, RADIUS) is None, (a, b)
        assert all(map(walls.is_free, (a, b))), (a, b)
        assert walls.distance(a, b) >= RADIUS, (a, b)


@pytest.mark.parametrize("name", sorted(NETWORKS))
def test_every_waypoint_of_samples_is_joined(name: str) -> None:
    """And no two are joined twice."""
    level = level_of(name)
    pairs = [frozenset((edge.start, edge.end)) for edge in level.of(Edge).values()]
    assert len(set(pairs)) == len(pairs)
    assert frozenset().union(*pairs) == set(level.of(Waypoint))


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_routes_of_samples_reach_all_stops(name: str) -> None:
    """Paths lead from each stop to the next, and end in it."""
    level, world = level_of(name), world_of(name)
    for route in level.of(Route).values():
        for start, goal in stops_in_turn(level, route):
            path = world.find_path(start, goal)
            assert path.status is Status.COMPLETE, (route.name, start, goal)
            assert path.snapped_start is path.snapped_goal is None, (route.name, start, goal)


@pytest.mark.parametrize(("name", "seconds"), [("tavern", 90), ("dungeon", 90), ("cave", 180)])
def test_agents_come_to_all_stops(name: str, seconds: int) -> None:
    """Each agent does, in a run with all agents."""
    level, run = level_of(name), Simulation(world_of(name))
    left = {agent.id: set(goals_of(level, agent)) for agent in walkers(level)}
    while any(left.values()) and run.seconds < seconds:
        for _ in range(6):
            run.step()
        for key, goals in left.items():
            x, z = run.agents.positions[run.agents.index[key]].tolist()
            goals -= {goal for goal in goals if math.dist(goal, (x, z)) < 0.6}
    assert not any(left.values())


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_nobody_on_a_route_is_stuck(name: str) -> None:
    """For a minute no other agent is either, except for those shut in on purpose."""
    level, run = level_of(name), Simulation(world_of(name))
    rows = [run.agents.index[one.id] for one in level.agents.values() if one.name not in AMID]
    for _ in range(3600):
        run.step()
        assert not stuck(run.agents)[rows].any(), run.seconds


def distances_from_edges(level: Level, run: Simulation, seconds: int) -> np.ndarray:
    """Metres of each agent that keeps to the network from the nearest edge, ten times a second."""
    network = shapely.MultiLineString(lines_of(level))
    rows = [run.agents.index[agent.id] for agent in keepers(level)]
    found = []
    for _ in range(10 * seconds):
        for _ in range(6):
            run.step()
        found.append(shapely.distance(network, shapely.points(run.agents.positions[rows])))
    return np.array(found)


@pytest.mark.parametrize("name", NETWORKS)
def test_networks_of_samples_lie_on_the_floor(name: str) -> None:
    """This holds for every waypoint, and for every edge with open doors."""
    world = World.build(all_open(level_of(name)))
    assert world.grid.are_walkable(world.graph.positions).all()
    assert world.graph.open.all()


@pytest.mark.parametrize("name", ["cave", "market_town"])
def test_agents_keep_to_networks_of_samples(name: str) -> None:
    """Within 0.6 m of its edges for a minute."""
    level = level_of(name)
    others = set(level.agents) - {agent.id for agent in keepers(level)}
    alone = Edit.change(level, dict.fromkeys(others), "").apply(level)
    assert distances_from_edges(alone, Simulation(World.build(alone)), 60).max() < 0.6


@pytest.mark.parametrize("name", ["cave", "market_town"])
def test_agents_leave_networks_only_to_make_room(name: str) -> None:
    """In a run with all agents they step aside for a moment, and come back."""
    away = distances_from_edges(level_of(name), Simulation(world_of(name)), 60)
    assert ((away < 0.6).mean(axis=0) > 0.9).all()
    assert away.max() < 2.0
