"""Terrain under a crowd slows agents, and its changes make them plan again."""

import itertools
import random

import maps
import naive_paths
import numpy as np
import pytest
from interpreted import interpret_crowds
from msgspec.structs import replace
from sim_levels import agent, box, change, room, run_for, simulate
from terrain_levels import tiles_of

from navcore.bake.grid import NavGrid
from navcore.kernels import buffers
from navcore.kernels.crowd import agents as bodies
from navcore.kernels.crowd import path_following, walkability
from navcore.level.edit import Edit
from navcore.level.elements import TILES
from navcore.level.model import Level, Profile, Terrain, Zone
from navcore.sim.floor_changes import Near, change_between
from navcore.sim.floors import ground_of
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

ROWS = (Terrain(name="mud", cost=2.0), Terrain(name="danger", cost=4.0, slows=False),
        Terrain(name="water", cost=2.0, needs=("swim",)))  # fmt: skip
SWIMMER = Profile(name="swimmer", abilities=("swim",))
CALM = SimulationSettings(mover_replans_per_step=0)


def field(*zones: tuple[str, tuple[float, float, float, float]], **settings: object) -> Level:
    """A field of 40 x 20 m with zones; ids from 500 on."""
    level = room(40, 20)
    numbers = {"terrains": ROWS, "profiles": (SWIMMER,)} | settings
    level = level.with_settings(replace(level.settings, **numbers))
    return level.with_items({500 + i: zone(500 + i, *given) for i, given in enumerate(zones)})


def zone(zone_id: int, terrain: str, corners: tuple[float, float, float, float]) -> Zone:
    """A rectangle of a terrain."""
    return Zone(id=zone_id, order=zone_id, terrain=terrain, polygon=box(*corners))


def seconds_to(level: Level, goal: tuple[float, float] = (30, 10), **fields: object) -> float:
    """Return the time of an agent from (10, 10)."""
    run = simulate(level, agent(1, (10, 10), **fields))
    run.send([1], goal)
    while not run.arrivals and run.seconds < 120:
        run.step()
    return run.seconds


def test_cost_is_time() -> None:
    """Twice the cost takes twice the time (X-046), unless the terrain does not slow."""
    plain = seconds_to(field())
    assert seconds_to(field(("mud", (5, 0, 35, 20)))) == pytest.approx(2 * plain, rel=0.02)
    assert seconds_to(field(("danger", (5, 0, 35, 20)))) == pytest.approx(plain, rel=0.02)
    mixed = field(("danger", (5, 0, 20, 20)), ("mud", (20, 0, 35, 20)))
    assert seconds_to(mixed) == pytest.approx(1.5 * plain, rel=0.02)


def test_each_profile_has_its_own_pace() -> None:
    """The price of its own slows it."""
    profiles = (Profile(name="cart", costs={"mud": 4.0}), Profile(name="boar", costs={"mud": 1.0}))
    level = field(("mud", (5, 0, 35, 20)), profiles=profiles)
    plain = seconds_to(field())
    paces = [seconds_to(level, profile=name) / plain for name in ("", "cart", "boar")]
    assert paces == pytest.approx([2, 4, 1], rel=0.02)


def test_terrain_slows_nobody_if_told_so() -> None:
    """It still costs, so paths lead around it."""
    level = field(("mud", (5, 0, 35, 20)))
    run = simulate(level, agent(1, (10, 10)), settings=SimulationSettings(terrain_slows=False))
    run.send([1], (30, 10))
    run_for(run, seconds_to(field()) + 0.2)
    assert not run.agents.is_moving(1)


def test_slow_agents_are_not_taken_for_stuck() -> None:
    """Getting on is measured by the pace of each floor."""
    swimmer = agent(1, (10, 10), profile="swimmer")
    run = simulate(field(("water", (5, 0, 35, 20)), terrains=(
        Terrain(name="water", cost=9.0, needs=("swim",)),)), swimmer)  # fmt: skip
    run.send([1], (30, 10))
    run_for(run, 20.0)
    assert run.agents.replans.tolist() == [0]
    assert not run.stuck().any()


def walking(level: Level, *goals: tuple[tuple, tuple], **fields: object) -> Simulation:
    """Return a run with agents between places, after a second."""
    settings = fields.pop("settings", CALM)
    agents = (agent(i + 1, start, **fields) for i, (start, _) in enumerate(goals))
    run = simulate(level, *agents, settings=settings)
    for i, (_, goal) in enumerate(goals):
        run.send([i + 1], goal)
    run_for(run, 1.0)
    return run


def drawn(run: Simulation, *zones: Zone) -> None:
    """Draw or replace zones under the agents."""
    change(run, Edit.put(run.world.level, zones))
    run_for(run, 0.3)


def test_zone_drawn_across_a_long_path_makes_it_lead_around() -> None:
    """A straight path has no point near the zone: every cell that it crosses counts (S1-054)."""
    run = walking(field(), ((2, 10), (38, 10)), ((2, 2), (38, 2)))
    drawn(run, zone(500, "mud", (15, 8, 25, 12)))
    assert run.agents.replans.tolist() == [1, 0]
    assert len(run.agents.path_of(1)) > 1
    assert run.agents.path_of(2).tolist() == [[38, 2]]


def test_zone_behind_a_walker_changes_nothing() -> None:
    """Points already passed don't count (S1-054)."""
    run = walking(field(), ((10, 10), (38, 10)))
    drawn(run, zone(500, "mud", (2, 8, 8, 12)))
    assert run.agents.replans.tolist() == [0]


@pytest.mark.parametrize(("gap", "replans"), [(0.9, 1), (2.0, 0)])
def test_within_one_cell_counts(gap: float, replans: int) -> None:
    """With cells of 0.4 m, the row beside the path's own is near."""
    run = walking(field(), ((2.2, 10.2), (38.2, 10.2)))
    drawn(run, zone(500, "mud", (15, 10.2 + gap * 0.4, 25, 14)))
    assert run.agents.replans.tolist() == [replans]


def test_bridge_opens_a_shorter_way() -> None:
    """It is painted over water: agents nearby plan again and cross (S1-055)."""
    level = field(("water", (18, -1, 22, 17)))
    run = walking(level, ((10, 16), (30, 16)), ((30, 2), (38, 2)))
    assert run.agents.path_of(1)[:, 1].max() > 16.5
    kinds = np.zeros((TILES, TILES), np.int64)
    kinds[38:42, 44:56] = 1
    bridge = tiles_of(0, 0, ("ground",), kinds)
    change(run, Edit.put(run.world.level, [bridge]))
    run_for(run, 0.3)
    assert run.agents.replans.tolist() == [1, 0]
    assert run.agents.path_of(1).tolist() == [[30, 16]]


def test_who_could_not_get_there_crosses_the_bridge() -> None:
    """Wherever it waits: it tries again where its floor changes."""
    run = walking(field(("water", (18, -1, 22, 21))), ((2, 10), (38, 10)))
    kinds = np.zeros((TILES, TILES), np.int64)
    kinds[4:8, 44:56] = 1
    change(run, Edit.put(run.world.level, [tiles_of(0, 0, ("ground",), kinds)]))
    run_for(run, 60.0)
    assert run.agents.positions[0].tolist() == [38, 10]


def test_flood_blocks_walkers_and_swimmers_pay() -> None:
    """An agent with a blocked floor goes around; one that swims only counts the cost."""
    level = field()
    run = simulate(level, agent(1, (2, 10)), agent(2, (2, 12), profile="swimmer"), settings=CALM)
    run.send([1, 2], (38, 10))
    run_for(run, 1.0)
    drawn(run, zone(500, "water", (18, 4, 22, 20)))
    assert run.agents.replans.tolist() == [1, 1]
    assert run.agents.path_of(1)[:, 1].min() < 4.5
    assert run.agents.path_of(2).tolist() == [[38, 10]]


def test_terrain_that_changes_nothing_for_a_profile_leaves_its_agents_alone() -> None:
    """Grass has the cost of the ground."""
    run = walking(field(terrains=()), ((2, 10), (38, 10)))
    drawn(run, zone(500, "grass", (15, 8, 25, 12)))
    assert run.agents.replans.tolist() == [0]


@pytest.mark.parametrize("seeks", [False, True])
def test_cheaper_ground_far_from_any_path_is_noticed_if_asked(seeks: bool) -> None:
    """Everybody plans again with `seeks_shorter` (S1-055); not when it became dearer."""
    settings = SimulationSettings(mover_replans_per_step=0, seeks_shorter=seeks)
    run = walking(field(("mud", (12, -1, 18, 15))), ((2, 5), (38, 5)), settings=settings)
    drawn(run, zone(501, "danger", (30, 17, 32, 19)))
    assert run.agents.replans.tolist() == [0]
    drawn(run, zone(501, "mud", (30, 17, 32, 19)))
    assert run.agents.replans.tolist() == [int(seeks)]


def random_change(rng: random.Random) -> tuple[NavGrid, NavGrid]:
    """A grid with costs, and the same with a few other cells."""
    cells = maps.random_cells(rng, 20)
    cost = np.array([[rng.choice((1.0, 2.0)) for _ in row] for row in cells])
    other, other_cost = cells.copy(), cost.copy()
    for _ in range(rng.randint(0, 4)):
        row, column = rng.randrange(len(cells)), rng.randrange(len(cells[0]))
        if rng.random() < 0.5:
            other[row, column] ^= 1
        else:
            other_cost[row, column] = 3 - other_cost[row, column]
    size = rng.choice((0.4, 1.0))
    return tuple(
        NavGrid.from_array(one, cost=each, cell_size=size, min_x=-3.1, min_z=2.7)
        for one, each in ((cells, cost), (other, other_cost))
    )


def test_paths_near_changes_are_found(exhaustive: bool) -> None:
    """The reference goes cell by cell: a path counts within one cell of a changed one."""
    for seed in range(2000 if exhaustive else 150):
        rng = random.Random(seed)
        before, after = random_change(rng)
        change = change_between(before, after)
        old, new = (grid.cost[1:-1, 1:-1] for grid in (before, after))
        assert (change is None) == bool((old == new).all())
        if change is None:
            continue
        assert change.has_opened == bool(((new > 0) & ((old == 0) | (new < old))).any())
        better = (old != new) & (new > 0)
        assert (change.near is None) == (not better.any())
        if change.near is None:
            continue
        marked = np.ones((after.depth + 40, after.width + 40), bool)
        for row, column in np.argwhere(better).tolist():
            marked[row + 19 : row + 22, column + 19 : column + 22] = False
        for _ in range(6):
            points = np.array([maps.random_point(rng, after, beyond=4.0) for _ in range(4)])
            places = [maps.in_cells(after, (float(x), float(z))) for x, z in points]
            shifted = [(x + 20, z + 20) for x, z in places]
            legs = list(itertools.pairwise(shifted))
            expected = any(naive_paths.crosses_blocked(marked, a, b) for a, b in legs)
            possible = any(naive_paths.touches_blocked(marked, a, b, 1e-6) for a, b in legs)
            found = coming_near(change.near, points)
            assert found == expected or (found == possible and not expected)


def coming_near(near: Near, points: np.ndarray) -> bool:
    """Return whether the kernel finds that a path from the first point comes near."""
    ends = (np.array([0]), np.array([1]), np.array([len(points)]))
    ways = bodies.Ways(*buffers(bodies, points, *ends))
    floors = walkability.Floors(
        near.ground, *buffers(walkability, np.zeros(0, np.uint8), np.empty((0, 7)))
    )
    courses = path_following.Courses(floors, ways, *buffers(path_following, points[:1].copy()))
    found = np.zeros(1, np.uint8)
    b = buffers(path_following, np.ones(1, np.uint8), found)
    courses.coming_near(near.ground, *near.box, *b)
    return bool(found[0])


def test_interpreted_equals_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python finds the same paths near a change, and walks as slowly."""
    places = []
    for interpreted in (False, True):
        if interpreted:
            interpret_crowds(monkeypatch)
        run = walking(field(("mud", (2, 0, 12, 20))), ((8, 10), (38, 10)), ((8, 2), (38, 2)))
        drawn(run, zone(501, "mud", (15, 8, 25, 12)))
        places.append((run.agents.positions.tolist(), run.agents.replans.tolist()))
    assert places[0] == places[1]


def test_only_tiles_with_other_stamps_are_looked_at() -> None:
    """Bakes say where; the answer is that of looking at all."""
    level = field(("mud", (2, 2, 9, 9)))
    world = World.build(level)
    edit = Edit.put(level, [zone(501, "danger", (30, 12, 31, 13))])
    later = world.update(edit.apply(level), edit)
    assert world.grid.derived.stamps.shape == later.grid.derived.stamps.shape
    found = change_between(world.grid, later.grid)
    plain = [
        NavGrid(grid.lattice, grid.padded, cost=grid.cost) for grid in (world.grid, later.grid)
    ]
    whole = change_between(*plain)
    assert (found.box, found.has_opened, found.near.box) == (
        whole.box, whole.has_opened, whole.near.box
    )  # fmt: skip
    assert found.box.min_x > 28
    assert ground_of(later.grid, later.slowness_for(Profile())).passes(2, 2, 3, 3)
