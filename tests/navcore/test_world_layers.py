"""Storeys: each bakes like a level of its own elements, whatever happens on the others."""

import pickle
import random

import maps
import msgspec
import pytest
from hypothesis import given
from strategies import ABILITIES, generators, random_storeys, random_storeys_edit
from towers import put, rectangle, tower
from vaults import EAST, WEST

from navcore.bake.grid import NavGrid
from navcore.bake.layers import LayerBake
from navcore.errors import UnknownLayer
from navcore.level.model import Agent, Area, Layer, Level, Obstacle, Profile, Settings
from navcore.path.find import find_path_to_nearest
from navcore.path.searcher import prepare
from navcore.world import World

PROFILES = (
    Profile(),
    Profile(radius=0.7),
    Profile(abilities=ABILITIES[:1]),
    Profile(radius=0.2, abilities=ABILITIES, neighbours=4),
)


def alone(level: Level, layer: str) -> Level:
    """A level with the elements of one storey, and no table of storeys."""
    settings = level.settings
    height = sum(row.floor_y for row in settings.layers if row.name == layer)
    kept = {
        kind: {key: one for key, one in held.items() if settings.layer_of(one) == layer}
        for kind, held in level.held.items()
    }
    plain = msgspec.structs.replace(settings, layers=(), floor_y=settings.floor_y + height)
    return Level(settings=plain, elements=kept)


def assert_storey_is_a_build(world: World, layer: str, rng: random.Random) -> None:
    """For a few profiles, with all that searches read."""
    own = World.build(alone(world.level, layer), lattice=world.grid.lattice)
    storey = world.on(layer)
    assert storey.name == layer
    assert storey.floor.tobytes() == own.floor.tobytes()
    assert storey.tangled == own.tangled
    assert storey.gaps_left_open == own.gaps_left_open
    for profile in (Profile(), *rng.sample(PROFILES, 2)):
        found = world.grid_for(msgspec.structs.replace(profile, layer=layer))
        expected = own.grid_for(profile)
        assert found.padded.tobytes() == expected.padded.tobytes()
        assert found.bitmaps.rows.tobytes() == expected.bitmaps.rows.tobytes()
        assert found.bitmaps.columns.tobytes() == expected.bitmaps.columns.tobytes()
        assert found.regions.sizes.tolist() == expected.regions.sizes.tolist()
        assert (found.floor_y, found.agent_radius) == (expected.floor_y, expected.agent_radius)
    profile = Profile(layer=layer, abilities=ABILITIES)
    expected_floor = own.floor_for(Profile(abilities=ABILITIES))
    assert world.floor_for(profile).tobytes() == expected_floor.tobytes()


def assert_no_wider_than_it_says(old: LayerBake, new: LayerBake) -> None:
    """Outside of its dirty cells a storey is as it was."""
    if new.dirty is None:
        return
    assert new.grid.lattice == old.grid.lattice
    differ = (new.grid.walkable != old.grid.walkable) | (new.floor != old.floor)
    for rect in new.dirty:
        assert differ[rect.row0 : rect.row1, rect.column0 : rect.column1].any()
        differ[rect.row0 : rect.row1, rect.column0 : rect.column1] = False
    assert not differ.any()


def assert_paths_are_those_of_a_new_bake(grid: NavGrid, rng: random.Random) -> None:
    """Jump points that are remembered are those of the storey."""
    start, goal = maps.random_point(rng, grid), maps.random_point(rng, grid)
    afresh = pickle.loads(pickle.dumps(grid))
    found, expected = (find_path_to_nearest(one, start, goal) for one in (grid, afresh))
    assert maps.as_bytes(found) == maps.as_bytes(expected)


def _follow(rng: random.Random, steps: int) -> None:
    level = random_storeys(rng)
    world = World.build(level)
    for _ in range(steps):
        # Some storeys are asked for the first time only after edits of them.
        asked = [name for name in level.settings.layer_names if rng.random() < 0.7]
        before = {name: world.on(name) for name in asked}
        edit = random_storeys_edit(level, rng)
        level = edit.apply(level)
        keep = rng.random() < 0.6
        after = world.update(level, edit, keep_lattice=keep)
        assert after.version == world.version + 1
        if not keep:
            flat = level.with_settings(msgspec.structs.replace(level.settings, layers=()))
            assert after.grid.lattice == World.build(flat).grid.lattice
            assert after.grid.lattice == World.build(level).grid.lattice
        for name in level.settings.layer_names:
            if name in before or rng.random() < 0.3:
                assert after.on(name).grid.lattice == after.grid.lattice
                assert_storey_is_a_build(after, name, rng)
                assert_paths_are_those_of_a_new_bake(after.on(name).grid, rng)
            if name in before:
                assert_no_wider_than_it_says(before[name], after.on(name))
        assert after.on("ground").grid is after.grid
        assert after.on("ground").floor is after.floor
        assert after.on("ground").dirty == after.dirty
        world = after


@given(generators)
def test_update_equals_build_on_every_storey(rng) -> None:
    """Elements go from storey to storey, and the table changes."""
    _follow(rng, 5)


def test_update_equals_build_on_every_storey_after_thousands_of_edits(exhaustive: bool) -> None:
    """The same world carried on and on."""
    for seed in range(60 if exhaustive else 6):
        _follow(random.Random(seed), 100 if exhaustive else 40)


def test_level_without_a_table_has_the_ground_only() -> None:
    """The storeys that elements name don't matter: earlier files bake as before."""
    level = tower("sky").with_settings(Settings())
    world = World.build(level)
    plain = {key: msgspec.structs.replace(one, layer="") for key, one in level.areas.items()}
    expected = World.build(level.with_items(plain))
    assert world.grid.padded.tobytes() == expected.grid.padded.tobytes()
    with pytest.raises(UnknownLayer, match=r"layers here: ground$"):
        world.on("sky")


def test_all_storeys_lie_on_the_lattice_of_all_areas() -> None:
    """This includes one that is larger than the ground, and one without areas."""
    level = tower("sky", "underground")
    wing = Area(id=9, name="wing", layer="sky", polygon=rectangle(12, 0, 30, 6))
    world = World.build(level.with_items({9: wing, 3: None}))
    assert world.grid.lattice.max_x > 30
    assert world.on("sky").grid.lattice == world.grid.lattice
    assert world.on("underground").grid.lattice == world.grid.lattice
    assert not world.on("underground").floor.any()
    assert world.find_path(WEST, (29, 3), layer="sky").ok
    back = put(world, msgspec.structs.replace(wing, polygon=rectangle(12, 0, 15, 6)))
    assert back.grid.lattice == World.build(back.level).grid.lattice
    assert back.dirty is None


def test_edit_of_one_storey_leaves_the_bakes_of_all_others() -> None:
    """Not a cell is copied: the grids are the same objects."""
    world = World.build(tower("sky", "underground"))
    sky, below = world.on("sky"), world.on("underground")
    after = put(world, Obstacle(id=60, layer="sky", polygon=rectangle(2, 2, 3, 3)))
    assert after.grid is world.grid
    assert after.floor is world.floor
    assert after.dirty == ()
    assert after.on("underground").grid is below.grid
    assert after.on("underground").dirty == ()
    assert after.on("sky").dirty
    assert after.on("sky").grid.padded.tobytes() != sky.grid.padded.tobytes()
    assert not after.is_walkable(2.5, 2.5, layer="sky")


def test_element_that_goes_to_another_storey_touches_both() -> None:
    """It is gone from the one and stands in the way on the other."""
    world = World.build(tower("sky"))
    world.on("sky")
    wall = msgspec.structs.replace(world.level.obstacles[50], layer="sky")
    after = put(world, wall)
    assert after.find_path(WEST, EAST).ok
    assert not after.find_path(WEST, EAST, layer="sky").ok
    assert after.dirty
    assert after.on("sky").dirty == after.dirty


def test_jump_points_stay_on_their_storey() -> None:
    """Memory of searches on one storey is not used on another, after edits of either."""
    rng = random.Random(4)
    names = ("ground", "sky", "underground")
    pillars = {}
    for key in range(100, 160):
        x, z = rng.uniform(0.5, 11), rng.uniform(0.3, 5)
        ring = rectangle(x, z, x + 0.3, z + 0.3)
        pillars[key] = Obstacle(id=key, layer=names[key % 3], polygon=ring)
    level = tower(*names[1:], agent_radius=0.1, object_padding=0.0)
    world = World.build(level.with_items({**pillars, 50: None}))
    for _ in range(12):
        for name in names:
            prepare(world.on(name).grid)
        key = rng.choice(list(pillars))
        ring = tuple((x + 0.4, z) for x, z in world.level.obstacles[key].polygon)
        world = put(world, msgspec.structs.replace(world.level.obstacles[key], polygon=ring))
        for name in rng.sample(names, 3):
            for _ in range(4):
                assert_paths_are_those_of_a_new_bake(world.on(name).grid, rng)


def test_storey_that_is_asked_for_late_may_differ_anywhere() -> None:
    """It was not baked in the world before."""
    world = World.build(tower("sky"))
    after = put(world, Obstacle(id=60, layer="sky", polygon=rectangle(2, 2, 3, 3)))
    assert after.on("sky").dirty is None
    assert put(after, Agent(id=70, position=(1, 1))).on("sky").dirty == ()


def test_table_that_comes_or_goes_sorts_elements_anew() -> None:
    """An element whose storey is not in the table is on the ground."""
    level = tower("sky")
    flat = level.with_settings(msgspec.structs.replace(level.settings, layers=()))
    roof = Obstacle(id=60, layer="sky", polygon=rectangle(2, 2, 3, 3))
    world = World.build(flat.with_items({60: roof}))
    assert not world.is_walkable(2.5, 2.5)
    storeys = put(
        world, msgspec.structs.replace(world.level.settings, layers=level.settings.layers)
    )
    assert storeys.is_walkable(2.5, 2.5)
    assert not storeys.is_walkable(2.5, 2.5, layer="sky")
    assert len(storeys.dirty) == 1
    again = put(storeys, msgspec.structs.replace(world.level.settings, layers=()))
    assert again.grid.padded.tobytes() == world.grid.padded.tobytes()
    with pytest.raises(UnknownLayer):
        again.on("sky")


def test_storey_that_leaves_the_table_is_gone() -> None:
    """It was baked; its elements are on the ground now, and the other storeys stay."""
    world = World.build(tower("sky", "underground"))
    sky = world.on("sky").grid
    roof = Obstacle(id=60, layer="underground", polygon=rectangle(2, 2, 3, 3))
    world = put(world, roof)
    assert not world.is_walkable(2.5, 2.5, layer="underground")
    layers = (Layer(name="ground"), Layer(name="sky"))
    after = put(world, msgspec.structs.replace(world.level.settings, layers=layers))
    with pytest.raises(UnknownLayer, match="layers here: ground, sky"):
        after.on("underground")
    assert not after.is_walkable(2.5, 2.5)
    assert after.on("sky").grid.padded is sky.padded


def test_height_of_a_storey_is_above_the_floor_of_the_level() -> None:
    """An edit of either follows, and no cell is baked for it."""
    level = tower("sky", floor_y=1.5)
    layers = (Layer(name="ground"), Layer(name="sky", floor_y=3.0))
    world = put(World.build(level), msgspec.structs.replace(level.settings, layers=layers))
    sky = world.on("sky")
    assert (world.grid.floor_y, sky.grid.floor_y) == (1.5, 4.5)
    assert world.grid_for(Profile(radius=0.3, layer="sky")).floor_y == 4.5
    raised = put(world, msgspec.structs.replace(world.level.settings, floor_y=2.0))
    assert (raised.grid.floor_y, raised.on("sky").grid.floor_y) == (2.0, 5.0)
    assert raised.grid_for(Profile(radius=0.3, layer="sky")).floor_y == 5.0
    assert raised.on("sky").dirty == ()
    assert raised.on("sky").grid.padded is sky.grid.padded


def test_outlines_that_are_too_complex_are_named_on_every_storey() -> None:
    """They are named whether the storey was requested before or not."""
    rng = random.Random(1)
    tangle = tuple((rng.uniform(0, 10), rng.uniform(0, 5)) for _ in range(400))
    level = tower("sky").with_items({60: Obstacle(id=60, layer="sky", polygon=tangle)})
    assert World.build(level).tangled == {60}
