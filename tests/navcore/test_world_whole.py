"""World.update with everything at once: each product of each agent type equals a build."""

import random

import maps
import numpy as np
import pytest
from msgspec.structs import replace
from whole_levels import random_type, random_whole_edit, random_whole_level

from navcore.bake.grid import NavGrid
from navcore.bake.layers import LayerBake
from navcore.level.model import Profile
from navcore.world import World


def bytes_of(array: np.ndarray | None) -> bytes | None:
    """The numbers of an array; None for none."""
    return None if array is None else np.ascontiguousarray(array).tobytes()


def assert_same_grid(found: NavGrid, built: NavGrid) -> None:
    """Cells, costs, bitmaps, regions and the numbers that go with them."""
    assert found.lattice == built.lattice
    assert found.padded.tobytes() == built.padded.tobytes()
    assert bytes_of(found.cost) == bytes_of(built.cost)
    assert (found.least_cost, found.has_costs) == (built.least_cost, built.has_costs)
    assert found.connectivity == built.connectivity
    assert (found.agent_radius, found.floor_y) == (built.agent_radius, built.floor_y)
    assert found.boundary_padding == built.boundary_padding
    assert found.bitmaps.rows.tobytes() == built.bitmaps.rows.tobytes()
    assert found.bitmaps.columns.tobytes() == built.bitmaps.columns.tobytes()
    assert found.regions.labels.tobytes() == built.regions.labels.tobytes()
    assert found.regions.sizes.tolist() == built.regions.sizes.tolist()


def assert_same_storey(world: World, built: World, layer: str) -> None:
    """Assert that everything common to all agents is equal."""
    found, expected = world.on(layer), built.on(layer)
    assert found.floor.tobytes() == expected.floor.tobytes()
    assert found.tangled == expected.tangled
    assert found.gaps_left_open == expected.gaps_left_open
    assert found.terrain.table == expected.terrain.table
    assert bytes_of(found.terrain.cells) == bytes_of(expected.terrain.cells)
    assert_same_grid(found.grid, expected.grid)


def assert_same_for(world: World, built: World, profile: Profile) -> None:
    """Assert that a profile's floor and edge band, costs, regions and links are equal."""
    assert_same_grid(world.grid_for(profile), built.grid_for(profile))
    assert world.floor_for(profile).tobytes() == built.floor_for(profile).tobytes()
    found, expected = world.slowness_for(profile), built.slowness_for(profile)
    assert bytes_of(found) == bytes_of(expected)
    one, other = world.storeys_for(profile), built.storeys_for(profile)
    assert one.lanes == other.lanes
    assert one.places.tolist() == other.places.tolist()


def assert_same_paths(world: World, built: World, profile: Profile, rng: random.Random) -> None:
    """A path and one to the nearest place, from storey to storey."""
    names = world.level.settings.layer_names
    start, goal = (maps.random_point(rng, world.grid, beyond=0.5) for _ in range(2))
    options = {
        "profile": profile, "layer": rng.choice(names), "goal_layer": rng.choice(names),
        "step_rule": rng.choice(("entered", "mean")),
    }  # fmt: skip
    for search in ("find_path", "find_path_to_nearest"):
        found, expected = (getattr(one, search)(start, goal, **options) for one in (world, built))
        assert maps.as_bytes(found) == maps.as_bytes(expected)
        assert found.links.tolist() == expected.links.tolist()
        assert found.layers == expected.layers


def assert_no_wider_than_it_says(old: LayerBake, new: LayerBake) -> None:
    """Outside of its dirty cells a storey is as it was: cells, costs and terrain."""
    if new.dirty is None:
        return
    assert new.grid.lattice == old.grid.lattice
    differ = old.floor != new.floor
    for of in (_costs, _terrains):
        differ |= of(old) != of(new)
    for rect in new.dirty:
        differ[rect.row0 : rect.row1, rect.column0 : rect.column1] = False
    assert not differ.any()


def _costs(storey: LayerBake) -> np.ndarray:
    grid = storey.grid
    return grid.walkable if grid.cost is None else grid.cost[1:-1, 1:-1]


def _terrains(storey: LayerBake) -> np.ndarray:
    rows = np.array([str(row) for row in storey.terrain.table])
    return rows[storey.terrain.cells[1:-1, 1:-1]]


def follow(seed: int, steps: int) -> None:
    """Edit one level repeatedly; results that were read before, and new ones, are right."""
    rng = random.Random(seed)
    level = random_whole_level(rng)
    world = World.build(level)
    others = [random_type(rng) for _ in range(2)]
    for _ in range(steps):
        # Some storeys are asked for the first time only after edits of them.
        asked = [name for name in level.settings.layer_names if rng.random() < 0.5]
        before = {name: world.on(name) for name in asked}
        edit = random_whole_edit(level, rng)
        level = edit.apply(level)
        world = world.update(level, edit, keep_lattice=rng.random() < 0.7)
        built = World.build(level, lattice=world.grid.lattice)
        names = level.settings.layer_names
        for layer in rng.sample(names, min(len(names), rng.randint(1, 3))):
            assert_same_storey(world, built, layer)
            if layer in before:
                assert_no_wider_than_it_says(before[layer], world.on(layer))
        if rng.random() < 0.1:
            others[0] = random_type(rng)
        # At times nobody asks, and what was baked for a type lags behind.
        types = [Profile(), *others, *level.settings.profiles]
        for profile in rng.sample(types, rng.randint(0, 2)):
            assert_same_for(world, built, replace(profile, layer=rng.choice(names)))
            assert_same_paths(world, built, profile, rng)
    assert world.version == steps


@pytest.mark.timeout(3600)
def test_update_equals_build_for_every_product_of_every_type(exhaustive: bool) -> None:
    """10,000 random edits with --exhaustive."""
    for seed in range(400 if exhaustive else 6):
        follow(seed, 25)
