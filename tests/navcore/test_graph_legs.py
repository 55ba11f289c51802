"""Paths to a network and from it over terrain, compared with brute force."""

import math
import random

import naive_paths
import networks
import numpy as np
import pytest
from interpreted import load_interpreted
from small_level import box

from navcore.graph.journey_ends import floor_at
from navcore.graph.journeys import find_path_along
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Element,
    Level,
    Obstacle,
    Point,
    Profile,
    Route,
    RouteStop,
    Settings,
    Terrain,
    Waypoint,
    Zone,
)
from navcore.path import terrain_shares
from navcore.path.result import PathResult, Status
from navcore.path.sight import is_clear
from navcore.path.space import Space
from navcore.path.terrain_shares import cost_along, costs_from
from navcore.sim.simulation import Simulation
from navcore.world import World

TERRAINS = (
    Terrain(name="mud", cost=4.0),
    Terrain(name="road", cost=0.5),
    Terrain(name="water", cost=1.0, needs=("swim",)),
)
SETTINGS = Settings(
    agent_radius=0.3, cell_size=0.25, object_padding=0.0, terrains=TERRAINS,
    profiles=(Profile(name="otter", abilities=("swim",)),),
)  # fmt: skip
HALL = Area(id=1, polygon=box(0.0, 0.0, 20.0, 20.0))


def world_of(*elements: Element) -> World:
    """The world of these elements in a hall."""
    level = Level(settings=SETTINGS)
    return World.build(Edit.put(level, [HALL, *elements]).apply(level))


def scene(rng: random.Random) -> World:
    """A hall with pillars, mud and roads, and a network across it."""
    count = rng.randint(2, 30)
    pillars = [
        Obstacle(id=10 + n, polygon=box(x, z, x + 2.0, z + 1.0))
        for n in range(rng.randint(0, 8))
        for x, z in [(rng.uniform(0, 18), rng.uniform(0, 18))]
    ]
    zones = [
        Zone(id=50 + n, terrain=rng.choice(("mud", "road")), polygon=box(x, z, x + 5.0, z + 6.0))
        for n in range(rng.randint(1, 6))
        for x, z in [(rng.uniform(0, 15), rng.uniform(0, 14))]
    ]
    waypoints = [
        Waypoint(id=100 + n, position=(rng.uniform(0, 20), rng.uniform(0, 20)))
        for n in range(count)
    ]
    edges = [
        Edge(id=1000 + n, start=100 + a, end=100 + b, factor=rng.choice((0.2, 1.0, 2.0)))
        for n in range(2 * count)
        for a, b in [rng.sample(range(count), 2)]
    ]
    return world_of(*pillars, *zones, *waypoints, *edges)


def cost_of(world: World, a: Point, b: Point) -> float:
    """Return the cost of the terrain from a to b, cell by cell."""
    grid = world.grid
    if grid.cost is None or a == b:
        return math.dist(a, b)
    ends = (Space.of(grid).to_cells(place) for place in (a, b))
    share = naive_paths.ground_cost(grid.cost, *((float(x), float(z)) for x, z in ends))
    return float(share) * math.dist(a, b)


def least(world: World, start: Point, goal: Point) -> float:
    """Return the cost of the cheapest path, straight or over any waypoints that the ends see."""
    level, grid, graph = world.level, world.grid, world.graph
    shut = set(graph.edge_ids[~graph.open].tolist())
    edges = {one: edge for one, edge in level.of(Edge).items() if one not in shut}
    arcs = networks.passable_arcs(Level(elements={Waypoint: level.of(Waypoint), Edge: edges}))

    def leg(end: Point, one: Waypoint) -> float:
        floor = floor_at(grid, one.position)
        if not is_clear(grid, end, floor):
            return math.inf
        return cost_of(world, end, floor) + math.dist(floor, one.position)

    found = [cost_of(world, start, goal)] if is_clear(grid, start, goal) else []
    nodes = level.of(Waypoint).values()
    starts = {one.id: cost for one in nodes if (cost := leg(start, one)) < math.inf}
    costs = naive_paths.arc_costs_from(arcs, starts)
    found += [costs[one.id] + leg(goal, one) for one in nodes if one.id in costs]
    return min(found, default=math.inf)


def test_legs_cost_what_the_ground_costs(exhaustive: bool) -> None:
    """The path is the cheapest of all, regardless of the surroundings of its ends."""
    tried = straight = 0
    for seed in range(150 if exhaustive else 14):
        rng = random.Random(seed)
        world = scene(rng)
        for _ in range(4):
            start = (rng.uniform(0, 20), rng.uniform(0, 20))
            goal = (rng.uniform(0, 20), rng.uniform(0, 20))
            if not (world.is_walkable(*start) and world.is_walkable(*goal)):
                continue
            result = world.find_path(start, goal, over="graph")
            cost = least(world, start, goal)
            assert result.ok == (cost < math.inf), seed
            if result.ok:
                assert result.cost == pytest.approx(cost, rel=1e-6), seed
                tried += 1
                straight += not len(result.nodes)
    assert tried > 20
    assert 2 < straight < tried - 2


def test_costs_of_many_lines_are_those_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled and interpreted."""
    grid = scene(random.Random(3)).grid
    assert grid.has_costs
    rng = np.random.default_rng(2)
    start = (1.0, 1.0)
    ends = rng.uniform(0.5, 19.5, (200, 2))
    ends = ends[[is_clear(grid, start, (x, z)) for x, z in ends.tolist()]]
    assert len(ends) > 10
    costs = costs_from(grid, start, ends)
    each = [cost_along(grid, np.array((start, (x, z))))[0] for x, z in ends.tolist()]
    assert costs == pytest.approx(each)
    monkeypatch.setattr(terrain_shares, "kernel", load_interpreted("terrain"))
    assert costs_from(grid, start, ends).tobytes() == costs.tobytes()


def entrance(*zones: Zone) -> World:
    """Return a chain along z = 10, and a waypoint near the start joined to its other end."""
    waypoints = [
        Waypoint(id=11, position=(4.0, 6.0)),
        Waypoint(id=12, position=(7.5, 2.0)),
        Waypoint(id=13, position=(16.0, 6.0)),
    ]
    edges = [Edge(id=21, start=11, end=13), Edge(id=22, start=12, end=13)]
    return world_of(*waypoints, *edges, *zones)


def along(world: World, start: Point, goal: Point, profile: Profile | None = None) -> PathResult:
    """The path of an agent that keeps to the network."""
    profile = profile or Profile()
    return find_path_along(
        world.graph_for(profile), lambda _: world.grid_for(profile), start, goal,
        layers=(profile.layer, profile.layer), abilities=profile.abilities,
    )  # fmt: skip


def test_the_entrance_is_the_one_to_which_the_way_costs_least() -> None:
    """With mud in between it is not the nearest one (S4-011)."""
    start, goal = (3.8, 2.0), (16.0, 8.0)
    plain = along(entrance(), start, goal)
    assert plain.nodes.tolist() == [12, 13]
    mud = Zone(id=50, terrain="mud", polygon=box(5.0, 0.0, 7.0, 4.0))
    muddy = along(entrance(mud), start, goal)
    assert muddy.nodes.tolist() == [11, 13]
    assert muddy.cost == pytest.approx(math.hypot(0.2, 4.0) + 12.0 + 2.0)


def test_the_way_out_is_the_one_that_costs_least() -> None:
    """It works like the way in, from the other end (S4-013)."""
    mud = Zone(id=50, terrain="mud", polygon=box(5.0, 0.0, 7.0, 4.0))
    start, goal = (16.0, 8.0), (3.8, 2.0)
    assert along(entrance(), start, goal).nodes.tolist() == [13, 12]
    assert along(entrance(mud), start, goal).nodes.tolist() == [13, 11]


def test_a_leg_over_mud_counts_where_there_is_no_other() -> None:
    """Metres times the cost of the ground."""
    everywhere = Zone(id=50, terrain="mud", polygon=box(0.0, 0.0, 14.0, 4.0))
    result = along(entrance(everywhere), (7.5, 1.0), (16.0, 8.0))
    assert result.nodes.tolist() == [12, 13]
    assert result.length == pytest.approx(1.0 + math.hypot(8.5, 4.0) + 2.0)
    assert result.cost == pytest.approx(4.0 + math.hypot(8.5, 4.0) + 2.0)


WATER = Zone(id=50, terrain="water", polygon=box(0.0, 3.0, 20.0, 5.0))


def test_legs_that_terrain_shuts_are_not_taken() -> None:
    """The nearest waypoint is across the water; swimmers take it."""
    world = world_of(
        Waypoint(id=11, position=(4.0, 6.0)), Waypoint(id=13, position=(16.0, 6.0)),
        Waypoint(id=14, position=(14.0, 1.0)), Waypoint(id=15, position=(18.0, 1.0)),
        Edge(id=21, start=11, end=13), Edge(id=22, start=14, end=15),
        Edge(id=23, start=13, end=15), WATER,
    )  # fmt: skip
    start, goal = (4.0, 2.0), (18.0, 2.0)
    walker, otter = along(world, start, goal), along(world, start, goal, SETTINGS.profiles[0])
    assert walker.nodes.tolist() == [14, 15]
    assert otter.nodes.tolist() == [11, 13]
    assert along(world, start, (18.0, 9.0)).status is Status.NO_PATH


def test_one_that_keeps_to_the_network_never_crosses_what_is_shut() -> None:
    """This is checked in a run, at every step."""
    world = world_of(
        Waypoint(id=11, position=(4.0, 6.0)), Waypoint(id=13, position=(16.0, 6.0)),
        Waypoint(id=14, position=(14.0, 1.0)), Waypoint(id=15, position=(18.0, 1.0)),
        Edge(id=21, start=11, end=13), Edge(id=22, start=14, end=15), WATER,
        Route(id=31, mode="once", stops=(RouteStop(at=(18.0, 2.0)),), network=True),
        Agent(id=41, position=(4.0, 2.0), radius=0.3, route=31),
    )  # fmt: skip
    run = Simulation(world)
    for _ in range(60 * 30):
        run.step()
        assert world.is_walkable(*run.agents.place(0))
        if run.arrivals:
            break
    assert math.dist(run.agents.place(0), (18.0, 2.0)) < 0.1
    assert run.agents.queries[0] == 1
