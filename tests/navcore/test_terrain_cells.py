"""Terrain: cells of zones and tiles, costs for profiles; updates equal new bakes."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from interpreted import load_interpreted
from msgspec.structs import replace
from terrain_levels import (
    naive_costs,
    random_profile,
    random_terrain_edit,
    random_terrain_level,
    terrain_names,
    tiles_of,
)

from navcore.bake import drawn_terrain, terrain, terrain_grids
from navcore.bake.bitmaps import Bitmaps
from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.terrain import TerrainCells
from navcore.bake.terrain_grids import TerrainGrids
from navcore.level.elements import TILES
from navcore.level.model import Area, Layer, Level, Profile, Settings, Terrain, Tiles, Zone
from navcore.level.tables import GROUND
from navcore.world import World

LATTICE = Lattice(1.0, 0.0, 0.0, 10, 10)


def box(x0: float, z0: float, x1: float, z1: float) -> tuple[tuple[float, float], ...]:
    """A rectangle along the axes."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def level_of(*elements: Zone | Tiles, **settings: object) -> Level:
    """A floor of 10 x 10 m with terrain; cells of 1 m."""
    held = {
        kind: {one.id: one for one in elements if isinstance(one, kind)} for kind in (Zone, Tiles)
    }
    numbers = {"cell_size": 1.0, "agent_radius": 0.0, "object_padding": 0.0} | settings
    floor = Area(id=1, name="floor", polygon=box(0, 0, 10, 10))
    return Level(settings=Settings(**numbers), areas={1: floor}, elements=held)


def names_of(cells: TerrainCells) -> np.ndarray:
    """(depth, width) names of the terrains."""
    return np.array([row.name for row in cells.table], object)[cells.cells[1:-1, 1:-1]]


def test_later_zone_lies_on_top_and_tiles_on_all() -> None:
    """Painted counts more than drawn, also where ground is painted."""
    kinds = np.zeros((TILES, TILES), np.int64)
    kinds[4, 4], kinds[5, 5] = 1, 2
    level = level_of(
        Zone(id=2, order=2, polygon=box(0, 0, 6, 6), terrain="mud"),
        Zone(id=3, order=1, polygon=box(3, 3, 9, 9), terrain="water"),
        tiles_of(0, 0, ("ice", "ground"), kinds),
    )
    cells = TerrainCells.of(level, GROUND, LATTICE)
    expected = {
        (1.5, 1.5): "mud", (4.5, 3.5): "mud", (7.5, 7.5): "water", (9.5, 0.5): "ground",
        (4.5, 4.5): "ice", (5.5, 5.5): "ground", (-3.0, 0.0): "ground", (float("nan"), 1): "ground",
    }  # fmt: skip
    assert {place: cells.at(*place).name for place in expected} == expected


def test_cell_has_the_terrain_of_its_centre() -> None:
    """A zone that covers most of a cell but not its centre leaves it ground."""
    zone = Zone(id=2, polygon=box(0, 0, 1.49, 10), terrain="mud")
    cells = TerrainCells.of(level_of(zone), GROUND, LATTICE)
    assert (names_of(cells)[:, :3] == ["mud", "ground", "ground"]).all()


@pytest.mark.parametrize(("tile", "rows"), [(0.0, 1), (2.0, 2), (0.2, 0)])
def test_tiles_have_a_size_of_their_own(tile: float, rows: int) -> None:
    """Row 1 of tiles of 2 m covers two rows of cells; a tile of 0.2 m covers no centre."""
    kinds = np.zeros((TILES, TILES), np.int64)
    kinds[1] = 1
    level = level_of(tiles_of(0, 0, ("mud",), kinds), tile_size=tile)
    names = names_of(TerrainCells.of(level, GROUND, LATTICE))
    assert (names == "mud").sum() == rows * 10


def test_unknown_terrain_is_ground() -> None:
    """Also where the table has lost a row."""
    zone = Zone(id=2, polygon=box(0, 0, 9, 9), terrain="tar")
    assert (names_of(TerrainCells.of(level_of(zone), GROUND, LATTICE)) == GROUND).all()


def test_storeys_have_terrain_of_their_own() -> None:
    """A zone upstairs doesn't change the ground."""
    zone = Zone(id=2, polygon=box(0, 0, 9, 9), terrain="mud", layer="upstairs")
    level = level_of(zone, layers=(Layer(name=GROUND), Layer(name="upstairs")))
    assert (names_of(TerrainCells.of(level, GROUND, LATTICE)) == GROUND).all()
    assert (names_of(TerrainCells.of(level, "upstairs", LATTICE)) == "mud").any()


def grid_of(level: Level, profile: Profile) -> NavGrid:
    """The grid of a profile on a level's ground."""
    return World.build(level).grid_for(profile)


def plain_of(level: Level, lattice: Lattice, profile: Profile) -> NavGrid:
    """The grid of a profile's radius on the level without any terrain."""
    settings = replace(level.settings, terrains=())
    bare = Level(settings=settings, areas=level.areas, obstacles=level.obstacles)
    return World.build(bare, lattice=lattice).grid_for(Profile(radius=profile.radius))


def test_cost_of_a_terrain_can_differ_by_profile() -> None:
    """A profile's own price, else the table's."""
    zone = Zone(id=2, polygon=box(0, 0, 10, 10), terrain="mud")
    level = level_of(zone)
    assert set(grid_of(level, Profile()).cost[1:-1, 1:-1].ravel().tolist()) == {0, 1.5}
    cart = grid_of(level, Profile(costs={"mud": 4.0}))
    assert set(cart.cost[1:-1, 1:-1].ravel().tolist()) == {0, 4}


def test_terrain_that_needs_an_ability_is_not_walkable_without_it() -> None:
    """Swimmers cross at their price."""
    zone = Zone(id=2, polygon=box(0, 3, 10, 5), terrain="water")
    level = level_of(zone)
    walker, swimmer = grid_of(level, Profile()), grid_of(level, Profile(abilities=("swim",)))
    assert walker.cost is None
    assert not walker.has_costs
    assert not walker.is_walkable(5.5, 4.5)
    assert swimmer.is_walkable(5.5, 4.5)
    assert walker.regions.count == 2
    assert swimmer.regions.count == 1
    assert set(swimmer.cost[1:-1, 1:-1].ravel().tolist()) == {0, 1, 2}


@pytest.mark.parametrize("name", ["grass", "ground", "tar"])
def test_terrain_that_costs_nothing_more_shares_the_plain_grid(name: str) -> None:
    """Jump points go on."""
    level = level_of(Zone(id=2, polygon=box(0, 0, 9, 9), terrain=name))
    plain = plain_of(level, LATTICE, Profile())
    assert TerrainGrids.of(level, GROUND, plain.lattice).grid(plain, Profile()) is plain
    assert World.build(level).grid.cost is None


def test_terrain_where_nobody_walks_shares_the_plain_grid() -> None:
    """Mud under a wall has no effect on costs."""
    level = level_of(Zone(id=2, polygon=box(20, 20, 29, 29), terrain="mud"))
    plain = plain_of(level, LATTICE.window(0, 0, 40, 40), Profile())
    assert TerrainGrids.of(level, GROUND, plain.lattice).grid(plain, Profile()) is plain


def test_ground_can_cost_too() -> None:
    """There may be no zones; the cost is for all or for one profile."""
    level = level_of(terrains=(Terrain(name=GROUND, cost=2.0),))
    assert grid_of(level, Profile()).least_cost == 2.0
    assert grid_of(level_of(), Profile(costs={GROUND: 3.0})).least_cost == 3.0
    assert grid_of(level_of(), Profile()).cost is None


def test_price_of_terrain_that_does_not_slow() -> None:
    """Slowness is 1 there, and the cost stays."""
    rows = (Terrain(name="mud", cost=1.5), Terrain(name="danger", cost=5.0, slows=False))
    level = level_of(
        Zone(id=2, polygon=box(0, 0, 5, 10), terrain="mud"),
        Zone(id=3, polygon=box(5, 0, 10, 10), terrain="danger"),
        terrains=rows,
    )
    world = World.build(level)
    assert set(world.grid.cost.ravel().tolist()) == {0, 1.5, 5}
    assert set(world.slowness_for(Profile()).ravel().tolist()) == {0, 1, 1.5}
    assert World.build(level_of()).slowness_for(Profile()) is None


def assert_is_a_bake(grid: NavGrid, costs: np.ndarray) -> None:
    """Check that the grid has these costs and everything derived from them, as in a new bake."""
    assert (grid.walkable == (costs > 0)).all()
    if grid.cost is None:
        assert set(costs.ravel().tolist()) <= {0.0, 1.0}
    else:
        assert grid.cost[1:-1, 1:-1].tobytes() == costs.tobytes()
        assert not grid.cost[[0, -1]].any()
        assert not grid.cost[:, [0, -1]].any()
    there = costs[costs > 0]
    assert grid.least_cost == (there.min() if len(there) else 1.0)
    assert grid.has_costs == (len(set(there.tolist())) > 1)
    fresh = NavGrid.from_array(grid.walkable)
    bitmaps = Bitmaps.of(grid.padded)
    assert grid.bitmaps.rows.tobytes() == bitmaps.rows.tobytes()
    assert grid.bitmaps.columns.tobytes() == bitmaps.columns.tobytes()
    assert grid.regions.labels.tobytes() == fresh.regions.labels.tobytes()


def follow(seed: int, steps: int) -> None:
    """Edits one after the other: terrain and the grids of some profiles equal a build."""
    rng = random.Random(seed)
    level = random_terrain_level(rng)
    world = World.build(level)
    profiles = [random_profile(rng) for _ in range(2)]
    past: list[NavGrid] = []
    for _ in range(steps):
        edit = random_terrain_edit(level, rng)
        level = edit.apply(level)
        before, world = world, world.update(level, edit, keep_lattice=rng.random() < 0.8)
        lattice = world.grid.lattice
        names = terrain_names(level, lattice)
        cells = world.on(GROUND).terrain
        assert (names_of(cells) == names).all()
        built = TerrainCells.of(level, GROUND, lattice)
        assert cells.cells.tobytes() == built.cells.tobytes()
        assert_dirty(before, world)
        if rng.random() < 0.1:
            profiles[0] = replace(profiles[0], costs={"mud": rng.uniform(0.5, 3)})
        # At times nobody asks, and grids lag behind.
        for profile in [Profile(), *rng.sample(profiles, rng.randint(0, 2))]:
            plain = plain_of(level, lattice, profile)
            grid = world.grid_for(profile)
            assert grid is world.grid_for(profile)
            assert grid.connectivity == profile.neighbours
            assert_is_a_bake(grid, naive_costs(level, names, plain.walkable, profile))
            # Grids that are held keep their memory, and others get none of it.
            past = [*past[-2:], grid] if rng.random() < 0.5 else past[:1]


def assert_dirty(before: World, after: World) -> None:
    """Check that cells, costs and terrain are unchanged outside the dirty cells."""
    if after.dirty is None:
        return
    old, new = before.grid, after.grid
    differs = old.padded != new.padded
    differs |= (old.padded if old.cost is None else old.cost) != (
        new.padded if new.cost is None else new.cost
    )
    names = (names_of(world.on(GROUND).terrain) for world in (before, after))
    differs[1:-1, 1:-1] |= next(names) != next(names)
    for rect in after.dirty:
        differs[rect.padded] = False
    assert not differs.any()


def test_updated_equals_built(exhaustive: bool) -> None:
    """10,000 random edits with --exhaustive."""
    for seed in range(500 if exhaustive else 12):
        follow(seed, 20)


def test_grids_that_are_held_never_change() -> None:
    """Later edits don't change them: their memory is reused only when nothing refers to it."""
    rng = random.Random(5)
    level = random_terrain_level(rng)
    world = World.build(level)
    held: list[tuple[NavGrid, bytes, bytes]] = []
    for _ in range(30):
        edit = random_terrain_edit(level, rng)
        level = edit.apply(level)
        world = world.update(level, edit, keep_lattice=True)
        grid = world.grid_for(Profile(abilities=("swim",)))
        cost = b"" if grid.cost is None else grid.cost.tobytes()
        held.append((grid, grid.padded.tobytes(), cost))
    for grid, padded, cost in held:
        assert grid.padded.tobytes() == padded
        assert grid.cost is None or grid.cost.tobytes() == cost


def test_costs_are_made_when_they_are_asked_for() -> None:
    """Painting writes none: they take four bytes a cell, in memory that is new at first."""
    rng = random.Random(6)
    level = random_terrain_level(rng)
    worlds = [World.build(level)]
    for _ in range(12):
        edit = random_terrain_edit(level, rng)
        level = edit.apply(level)
        worlds.append(worlds[-1].update(level, edit, keep_lattice=True))
    profile, later = Profile(costs={GROUND: 2.0}), Profile(costs={GROUND: 3.0})
    priced = [
        grid
        for grid in (world.grid_for(profile) for world in worlds)
        if grid.derived.late_cost is not None
    ]
    assert len(priced) > len(worlds) / 2
    for grid in priced:
        with pytest.raises(AttributeError):
            NavGrid.__dict__["cost"].__get__(grid)
    assert all(grid.four_connected.cost is grid.cost for grid in priced)
    # In any order, long after the edits.
    asked = [(world, world.grid_for(later)) for world in worlds]
    rng.shuffle(asked)
    for world, grid in asked:
        names = terrain_names(world.level, world.grid.lattice)
        plain = plain_of(world.level, world.grid.lattice, later)
        assert_is_a_bake(grid, naive_costs(world.level, names, plain.walkable, later))


def test_threads_ask_while_edits_go_on() -> None:
    """Each thread gets the grids of its version, regardless of the thread that computes them."""
    rng = random.Random(8)
    level = random_terrain_level(rng)
    worlds = [World.build(level)]
    for _ in range(12):
        edit = random_terrain_edit(level, rng)
        level = edit.apply(level)
        worlds.append(worlds[-1].update(level, edit, keep_lattice=True))
    profiles = [random_profile(rng) for _ in range(4)]
    asked = [(world, profile) for world in worlds for profile in profiles] * 2
    rng.shuffle(asked)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda one: one[0].grid_for(one[1]), asked))
    for (world, profile), grid in zip(asked, found, strict=True):
        plain = plain_of(world.level, world.grid.lattice, profile)
        names = terrain_names(world.level, world.grid.lattice)
        assert_is_a_bake(grid, naive_costs(world.level, names, plain.walkable, profile))


def test_interpreted_equals_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python makes the same cells of the same edits."""
    for module in (drawn_terrain, terrain, terrain_grids):
        monkeypatch.setattr(module, "kernel", load_interpreted("terrain_cells"))
    follow(3, 3)
