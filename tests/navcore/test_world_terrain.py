"""Terrain and paths: exact costs for every profile, and the cost of each terrain."""

import itertools
import math
import random

import maps
import naive_paths
import numpy as np
import pytest
from terrain_levels import naive_costs, random_profile, random_terrain_level, terrain_names

from navcore.bake.grid import NavGrid
from navcore.level.edit import Edit
from navcore.level.model import Area, Layer, Level, Profile, Settings, Zone
from navcore.level.tables import GROUND
from navcore.path.result import PathResult, Status
from navcore.world import World


def box(x0: float, z0: float, x1: float, z1: float) -> tuple[tuple[float, float], ...]:
    """A rectangle along the axes."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def field(*zones: tuple[str, tuple[tuple[float, float], ...]], **settings: object) -> World:
    """A field of 20 x 10 m with zones of these terrains; cells of 0.5 m."""
    numbers = {"cell_size": 0.5, "agent_radius": 0.0, "object_padding": 0.0} | settings
    drawn = {
        2 + i: Zone(id=2 + i, order=i, terrain=name, polygon=ring)
        for i, (name, ring) in enumerate(zones)
    }
    floor = Area(id=1, name="field", polygon=box(0, 0, 20, 10))
    return World.build(
        Level(settings=Settings(**numbers), areas={1: floor}, elements={Zone: drawn})
    )


def assert_costs_are_dijkstras(seed: int) -> None:
    """Assert for a random level that paths of a random profile cost what plain Dijkstra finds."""
    rng = random.Random(seed)
    level = random_terrain_level(rng)
    world, profile = World.build(level), random_profile(rng)
    plain = World.build(
        Level(settings=level.settings, areas=level.areas, obstacles=level.obstacles),
        lattice=world.grid.lattice,
    ).grid_for(Profile(radius=profile.radius, abilities=("swim", "wade")))
    names = terrain_names(level, world.grid.lattice)
    costs = naive_costs(level, names, plain.walkable, profile)
    start = maps.random_free(rng, costs)
    if start is None:
        return
    mean = rng.random() < 0.5
    expected = naive_paths.weighted_costs_from(
        costs, costs, start, mean=mean, straight=profile.neighbours == 4
    )
    free = [(column, row) for row, column in np.argwhere(costs > 0).tolist()]
    for goal in rng.sample(free, min(len(free), 12)):
        if goal == start:
            continue
        path = world.find_path(
            world.grid.centre_of(*start), world.grid.centre_of(*goal), profile=profile,
            smoothing="none", step_rule="mean" if mean else "entered",
        )  # fmt: skip
        assert (path.status is Status.NO_PATH) == (goal not in expected)
        if path.ok:
            assert path.cost == pytest.approx(expected[goal], rel=1e-9)
            assert tuple(path.cells[-1]) == goal


def test_paths_cost_what_dijkstra_says(exhaustive: bool) -> None:
    """3,000 random levels with --exhaustive: abilities, prices, both step rules, 4 and 8."""
    for seed in range(3000 if exhaustive else 50):
        assert_costs_are_dijkstras(seed)


def test_detour_round_mud_appears_exactly_when_it_is_cheaper() -> None:
    """Lower total wins (S1-016)."""
    mud = ("mud", box(8, 0, 12, 6))
    straight = field(mud).find_path((7, 1), (13, 1), profile=Profile(costs={"mud": 1.3}))
    assert straight.points[:, 1].max() < 1.6
    around = field(mud).find_path((7, 1), (13, 1), profile=Profile(costs={"mud": 9.0}))
    assert around.points[:, 1].max() > 6.0


def test_walker_avoids_water_that_a_swimmer_crosses() -> None:
    """Water lets only swimmers in (S3-043)."""
    world = field(("water", box(8, 0, 12, 10)))
    assert world.find_path((2, 5), (18, 5)).status is Status.NO_PATH
    assert world.find_path((2, 5), (18, 5), profile=Profile(abilities=("swim",))).ok


@pytest.mark.parametrize("step_rule", ["entered", "mean"])
def test_ice_keeps_the_heuristic_admissible(step_rule: str) -> None:
    """Costs below 1 (X-003): a detour over ice is found."""
    world = field(("ice", box(0, 4, 20, 6)), profiles=())
    profile = Profile(costs={"ice": 0.1})
    path = world.find_path((1, 1), (19, 1), profile=profile, step_rule=step_rule)
    assert path.points[:, 1].max() > 4.0


def test_terrain_at_a_place() -> None:
    """By its cell, on a storey; ground where nothing is."""
    layers = (Layer(name=GROUND), Layer(name="cellar"))
    world = field(("mud", box(0, 0, 5, 5)), layers=layers)
    assert world.terrain_at(1, 1).name == "mud"
    assert world.terrain_at(1, 1).cost == 1.5
    assert world.terrain_at(1, 1, layer="cellar").name == GROUND
    assert world.terrain_at(9, 9).name == world.terrain_at(math.inf, 0).name == GROUND
    given = World.from_grid(NavGrid.from_array(np.ones((3, 3)), cost=np.full((3, 3), 2.0)))
    assert given.terrain_at(1, 1).name == GROUND


def test_a_given_grid_keeps_its_costs() -> None:
    """Zones drawn over it change nothing."""
    given = World.from_grid(NavGrid.from_array(np.ones((9, 9)), cost=np.full((9, 9), 2.0)))
    edit = Edit.put(given.level, [Zone(id=7, polygon=box(0, 0, 9, 9), terrain="water")])
    later = given.update(edit.apply(given.level), edit)
    assert later.grid is given.grid
    assert later.slowness_for(Profile())[1:-1, 1:-1].tolist() == np.full((9, 9), 2.0).tolist()


def test_terrain_on_a_path() -> None:
    """Metres and costs are given in the order of the path."""
    world = field(("mud", box(5, 0, 11.2, 10)), ("ice", box(15, 0, 20, 10)), cell_size=0.2)
    path = world.find_path((1, 5), (19, 5), profile=Profile(costs={"ice": 1.0}))
    shares = world.terrain_on(path)
    found = [(share.terrain.name, round(share.metres, 6), round(share.cost, 6)) for share in shares]
    assert found == [("ground", 7.8, 7.8), ("mud", 6.2, 9.3), ("ice", 4.0, 3.2)]
    own = world.terrain_on(path, profile=Profile(costs={"mud": 3.0, "ice": 1.0}))
    assert [round(share.cost, 6) for share in own] == [7.8, 18.6, 4.0]


def test_no_terrain_on_no_path() -> None:
    """Also not where there is nothing to walk."""
    world = field(("water", box(8, 0, 12, 10)))
    assert world.terrain_on(world.find_path((2, 5), (18, 5))) == []


def naive_total(grid: NavGrid, path: PathResult) -> float:
    """Return the cost of a path's points, metres times costs, in rational numbers."""
    start = path.snapped_start or path.start
    costs = grid.walkable.astype(float) if grid.cost is None else grid.cost[1:-1, 1:-1]
    places = [maps.in_cells(grid, (float(x), float(z))) for x, z in (start, *path.points)]
    return (
        sum(
            float(naive_paths.ground_cost(costs, a, b)) * math.dist(a, b)
            for a, b in itertools.pairwise(places)
        )
        * grid.cell_size
    )


@pytest.mark.parametrize("smoothing", ["taut", "greedy", "none"])
def test_terrain_on_random_paths_adds_up(smoothing: str, exhaustive: bool) -> None:
    """Terrain adds up to the length and to the cost of the points."""
    for seed in range(400 if exhaustive else 25):
        rng = random.Random(seed)
        world, profile = World.build(random_terrain_level(rng)), random_profile(rng)
        grid = world.grid_for(profile)
        for _ in range(4):
            ends = [maps.random_point(rng, grid, beyond=1.0) for _ in range(2)]
            path = world.find_path(*ends, profile=profile, smoothing=smoothing)
            shares = world.terrain_on(path, profile=profile)
            moved = 0.0
            if path.snapped_start is not None and path.ok:
                moved = math.dist(path.start, path.snapped_start)
            metres = sum(share.metres for share in shares)
            assert metres == pytest.approx(path.length - moved, abs=1e-9)
            cost = sum(share.cost for share in shares)
            assert cost == pytest.approx(naive_total(grid, path) if len(path.points) else 0.0)
            assert len({share.terrain.name for share in shares}) == len(shares)
