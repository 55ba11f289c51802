"""Queries of worlds about storeys: grids, paths, profiles and refusals by name."""

import copy
import pickle

import msgspec
import numpy as np
import pytest
from strategies import STOREYS
from towers import put, rectangle, tower
from vaults import EAST, WEST, vault

from navcore.bake.profile import profile_of
from navcore.errors import NavcoreError, UnknownLayer
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Layer, Obstacle, Profile
from navcore.path.result import Status
from navcore.world import World


def test_block_in_one_storey_does_not_touch_another() -> None:
    """A path in the sky leads over a wall of the ground (S1-040)."""
    world = World.build(tower("sky"))
    assert world.find_path(WEST, EAST).status is Status.NO_PATH
    over = world.find_path(WEST, EAST, layer="sky")
    assert over.status is Status.COMPLETE
    assert len(over.points) == 1
    assert not world.is_walkable(5.5, 3.0)
    assert world.is_walkable(5.5, 3.0, layer="sky")
    assert world.find_path_to_nearest(WEST, EAST).status is Status.PARTIAL
    assert world.find_path_to_nearest(WEST, EAST, layer="sky").ok
    assert [one.ok for one in world.find_paths([WEST], [EAST])] == [False]
    assert [one.ok for one in world.find_paths([WEST], [EAST], layer="sky")] == [True]


def test_layer_is_that_of_the_profile_where_none_is_named() -> None:
    """If the profile names none either, it is the ground (S1-043)."""
    world = World.build(tower("sky", "underground"))
    bird = Profile(name="bird", layer="sky")
    assert world.find_path(WEST, EAST, profile=bird).ok
    assert not world.find_path(WEST, EAST, profile=bird, layer="ground").ok
    assert world.find_path(WEST, EAST, profile=Profile(), layer="underground").ok
    assert world.grid_for(bird) is world.on("sky").grid
    assert world.grid_for(Profile()) is world.grid


@pytest.mark.parametrize("profile", [None, Profile(), Profile(layer="sky")])
def test_nothing_joins_storeys(profile: Profile | None) -> None:
    """No path leads from one to another, each end is looked for on its own."""
    world = World.build(tower("sky"))
    for options in (
        {"layer": "ground", "goal_layer": "sky"},
        {"layer": "sky", "goal_layer": "ground"},
    ):
        for search in (world.find_path, world.find_path_to_nearest):
            found = search(WEST, EAST, profile=profile, **options)
            assert (found.status, found.start, found.goal) == (Status.NO_PATH, WEST, EAST)
            assert search(WEST, WEST, profile=profile, **options).status is Status.NO_PATH
        both = world.find_paths([WEST, EAST], [EAST, WEST], profile=profile, threads=2, **options)
        assert [one.status for one in both] == [Status.NO_PATH] * 2
    far = (200.0, 200.0)
    assert world.find_path(far, EAST, goal_layer="sky", layer="ground").status is Status.BAD_START
    assert world.find_path(WEST, far, goal_layer="sky", layer="ground").status is Status.BAD_END
    same = world.find_path(WEST, EAST, profile=Profile(layer="sky"), goal_layer="sky")
    assert same.status is Status.COMPLETE


def test_arguments_of_paths_between_storeys_are_checked() -> None:
    """The checks are those of all paths."""
    world = World.build(tower("sky"))
    with pytest.raises(NavcoreError, match="engine must be"):
        world.find_path(WEST, EAST, goal_layer="sky", engine="fast")
    with pytest.raises(NavcoreError, match="goal"):
        world.find_path(WEST, (1.0,), goal_layer="sky")


def test_unknown_storey_is_refused_with_those_there_are() -> None:
    """Wherever a name is given."""
    world = World.build(tower("sky"))
    said = "no layer is named 'attic'; layers here: ground, sky"
    asks = (
        lambda: world.on("attic"),
        lambda: world.grid_for(Profile(layer="attic")),
        lambda: world.floor_for(Profile(layer="attic")),
        lambda: world.is_walkable(1, 1, layer="attic"),
        lambda: world.find_path(WEST, EAST, layer="attic"),
        lambda: world.find_path(WEST, EAST, goal_layer="attic"),
    )
    for ask in asks:
        with pytest.raises(UnknownLayer, match=said):
            ask()


def test_eight_storeys_bake_apart() -> None:
    """As many as a level can have, each with a wall at a place of its own."""
    level = tower(*STOREYS[1:])
    walls = {
        100 + row: Obstacle(id=100 + row, layer=name, polygon=rectangle(row, 2, row + 0.5, 4))
        for row, name in enumerate(STOREYS)
    }
    world = World.build(level.with_items(walls))
    for row, name in enumerate(STOREYS):
        blocked = [not world.is_walkable(x + 0.25, 3.0, layer=name) for x in range(12)]
        assert blocked[row]
        assert world.find_path((0.5, 0.7), (4.0, 0.7), layer=name).ok
        assert np.count_nonzero(world.on(name).floor) == np.count_nonzero(world.floor)
    assert len({world.on(name).grid.padded.tobytes() for name in STOREYS}) == 8


def test_areas_that_need_abilities_open_on_their_storey() -> None:
    """A key of the ground opens nothing in the sky, and the other way round."""
    level = vault()
    areas = {
        10 + key: msgspec.structs.replace(
            area, id=10 + key, layer="sky", name=f"high_{area.name}",
            needs=("badge",) if area.needs else (),
        )
        for key, area in level.areas.items()
    }  # fmt: skip
    layers = (Layer(name="ground"), Layer(name="sky"))
    level = level.with_items(areas).with_settings(
        msgspec.structs.replace(level.settings, layers=layers)
    )
    world = World.build(level)
    for edit in (Edit(), Edit.put(level, [Agent(id=99, position=(1, 1))])):
        world = world.update(edit.apply(level), edit)
        for layer, needed in (("ground", "key"), ("sky", "badge")):
            for ability in ("key", "badge"):
                profile = Profile(abilities=(ability,), layer=layer)
                assert world.find_path(WEST, EAST, profile=profile).ok is (ability == needed)
        assert world.grid_for(Profile(abilities=("badge",))) is world.grid


def test_doors_of_storeys_open_and_shut_by_name() -> None:
    """Each affects its storey alone."""
    level = vault(needs=())
    layers = (Layer(name="ground"), Layer(name="sky"))
    areas = {key: msgspec.structs.replace(area, layer="sky") for key, area in level.areas.items()}
    settings = msgspec.structs.replace(level.settings, layers=layers)
    world = World.build(level.with_items(areas).with_settings(settings))
    assert world.find_path(WEST, EAST, layer="sky").ok
    shut = world.set_area_available("door", False)
    assert shut.grid is world.grid
    assert not shut.find_path(WEST, EAST, layer="sky").ok
    assert shut.set_area_available("door", True).find_path(WEST, EAST, layer="sky").ok


def test_worlds_with_storeys_are_pickled_and_copied() -> None:
    """The copy gives the same answers for every storey."""
    world = World.build(tower("sky"))
    world = put(world, Obstacle(id=60, layer="sky", polygon=rectangle(2, 2, 3, 3)))
    back = pickle.loads(pickle.dumps(world))
    assert back.version == world.version
    assert back.grid.lattice == world.grid.lattice
    for name in ("ground", "sky"):
        assert back.on(name).grid.padded.tobytes() == world.on(name).grid.padded.tobytes()
    assert copy.copy(world) is copy.deepcopy(world) is world


def test_world_from_a_grid_has_the_ground_only() -> None:
    """Once it is baked from its level, the storeys are those of the table."""
    world = World.from_grid(World.build(tower("sky")).grid)
    assert world.on("ground").grid is world.grid
    assert world.on("ground").floor.tobytes() == world.grid.walkable.tobytes()
    with pytest.raises(UnknownLayer, match=r"layers here: ground$"):
        world.on("sky")
    layers = (Layer(name="ground"), Layer(name="sky"))
    table = msgspec.structs.replace(world.level.settings, layers=layers)
    hall = Area(id=1, layer="sky", polygon=rectangle(0, 0, 12, 6))
    assert put(world, table, hall).find_path(WEST, EAST, layer="sky").ok


@pytest.mark.parametrize(
    ("own", "drawn", "layer"),
    [
        ("ground", "", "ground"), ("ground", "sky", "sky"), ("ground", "attic", "ground"),
        ("sky", "", "sky"), ("sky", "underground", "sky"), ("attic", "sky", "sky"),
    ],
)  # fmt: skip
def test_agent_plans_on_its_storey_unless_its_type_has_one(own, drawn, layer) -> None:
    """A bird is in the sky wherever it was drawn; unknown storeys become the ground."""
    bird = Profile(name="bird", layer=own)
    settings = tower("sky", "underground").settings
    settings = msgspec.structs.replace(settings, profiles=(bird,), profile_follows_body=True)
    agent = Agent(id=9, position=WEST, profile="bird", layer=drawn)
    assert profile_of(agent, settings) == msgspec.structs.replace(bird, layer=layer)
    wide = msgspec.structs.replace(agent, profile="", radius=0.8)
    expected = drawn if drawn in {"sky", "underground"} else "ground"
    assert profile_of(wide, settings) == Profile(radius=0.8, layer=expected)
    flat = msgspec.structs.replace(settings, layers=())
    assert profile_of(agent, flat) == msgspec.structs.replace(bird, layer="ground")
