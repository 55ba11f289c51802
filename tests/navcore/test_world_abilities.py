"""Areas that need abilities, and profiles that name them, number of neighbours included."""

import msgspec
import pytest
from hypothesis import given, settings
from strategies import generators, random_edit, random_level
from vaults import EAST, WEST, vault

from navcore.bake.profile import profile_of
from navcore.errors import NavcoreError
from navcore.formats.level import read_level, write_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Profile, Settings
from navcore.path.result import Status
from navcore.world import World


def test_area_that_needs_an_ability_is_shut_to_those_without_it() -> None:
    """Agents with it pass."""
    world = World.build(vault())
    assert world.find_path(WEST, EAST).status is Status.NO_PATH
    for abilities, status in (
        (("key",), Status.COMPLETE),
        (("swim",), Status.NO_PATH),
        (("swim", "key"), Status.COMPLETE),
    ):
        assert world.find_path(WEST, EAST, profile=Profile(abilities=abilities)).status is status


def test_all_needs_must_be_met() -> None:
    """One of two is not enough."""
    world = World.build(vault(needs=("key", "badge")))
    assert not world.find_path(WEST, EAST, profile=Profile(abilities=("key",))).ok
    assert world.find_path(WEST, EAST, profile=Profile(abilities=("badge", "key"))).ok


def test_floor_of_a_profile_holds_the_areas_that_it_may_enter() -> None:
    """It has the cells beneath its edge band, one array for profiles with the same areas."""
    world = World.build(vault())
    column, row = world.grid.lattice.cell_of(5.5, 3.0)
    assert world.floor_for(Profile(radius=0.9)) is world.floor
    assert not world.floor[row, column]
    assert world.floor_for(Profile(abilities=("key",)))[row, column]
    assert world.floor_for(Profile(abilities=("key",))).shape == world.floor.shape


def test_door_that_is_shut_stays_shut_to_its_key() -> None:
    """A key doesn't open a closed door."""
    shut = World.build(vault()).set_area_available("door", False)
    assert not shut.find_path(WEST, EAST, profile=Profile(abilities=("key",))).ok


def test_radius_and_ability_go_together() -> None:
    """The door that opens may be too narrow."""
    world = World.build(vault())
    for radius, status in ((0.6, Status.COMPLETE), (1.1, Status.NO_PATH)):
        profile = Profile(radius=radius, abilities=("key",))
        assert world.find_path(WEST, EAST, profile=profile).status is status


def test_four_neighbours_never_step_diagonally() -> None:
    """Cells are shared with the grid of eight neighbours (X-044)."""
    world = World.build(vault(needs=()))
    straight = world.find_path(WEST, EAST, profile=Profile(neighbours=4), smoothing="none")
    columns, rows = straight.cells.T.tolist()
    steps = zip(columns, columns[1:], rows, rows[1:], strict=False)
    assert all(abs(b - a) + abs(d - c) == 1 for a, b, c, d in steps)
    assert straight.cost > world.find_path(WEST, EAST, smoothing="none").cost
    assert world.grid_for(Profile(neighbours=4)) is world.grid_for(Profile(neighbours=4))
    assert world.grid_for(Profile(neighbours=4)).padded is world.grid.padded


def test_four_neighbours_walk_at_the_height_of_the_floor() -> None:
    """Also once it was raised, which bakes no cell anew."""
    level = vault()
    world = World.build(level)
    assert world.grid_for(Profile(neighbours=4)).floor_y == 0.0
    edit = Edit.put(level, [msgspec.structs.replace(level.settings, floor_y=2.5)])
    raised = world.update(edit.apply(level), edit)
    assert raised.grid_for(Profile(neighbours=4)).floor_y == raised.grid.floor_y == 2.5
    assert world.grid_for(Profile(neighbours=4)).floor_y == 0.0


@given(generators)
@settings(max_examples=60)
def test_grid_of_a_profile_equals_a_bake_of_the_areas_that_it_may_enter(rng) -> None:
    """After any edits: areas within its abilities are plain floor, all others are no floor."""
    level = random_level(rng)
    names = ("key", "badge")
    gated = {
        key: msgspec.structs.replace(
            area, needs=tuple(rng.sample(names, rng.randrange(3))) if rng.random() < 0.5 else ()
        )
        for key, area in level.areas.items()
    }
    level = level.with_items(gated)
    world = World.build(level)
    for _ in range(4):
        for abilities in ((), ("key",), names):
            profile = Profile(radius=rng.choice((None, 0.5)), abilities=abilities)
            open_to_it = {
                key: msgspec.structs.replace(area, needs=())
                if set(area.needs) <= set(abilities)
                else msgspec.structs.replace(area, needs=(), available=False)
                for key, area in world.level.areas.items()
            }
            plain = World.build(world.level.with_items(open_to_it), lattice=world.grid.lattice)
            expected = plain.grid_for(Profile(radius=profile.radius))
            found = world.grid_for(profile)
            assert (found.padded == expected.padded).all()
            assert found.regions.count == expected.regions.count
        edit = random_edit(world.level, rng)
        world = world.update(edit.apply(world.level), edit)


def test_profile_of_an_agent_is_the_one_that_it_names() -> None:
    """Otherwise it is the level's, or that of its body rounded up to 5 cm."""
    cart = Profile(name="cart", radius=0.9)
    numbers = Settings(agent_radius=0.45, profiles=(cart,))
    agent = Agent(id=1, position=(0.0, 0.0), radius=1.52)
    named = msgspec.structs.replace(agent, profile="cart")
    lost = msgspec.structs.replace(agent, profile="ghost")
    assert profile_of(named, numbers) is cart
    assert profile_of(agent, numbers) == profile_of(lost, numbers) == Profile()
    follows = msgspec.structs.replace(numbers, profile_follows_body=True)
    assert profile_of(named, follows) is cart
    assert profile_of(agent, follows) == profile_of(lost, follows) == Profile(radius=1.55)
    exact = msgspec.structs.replace(agent, radius=0.6)
    assert profile_of(exact, follows) == Profile(radius=0.6)
    thin = msgspec.structs.replace(agent, radius=0.2)
    assert profile_of(thin, follows) == Profile()


def test_profiles_come_back_from_files_as_version_2() -> None:
    """Levels without them stay version 1."""
    cart = Profile(name="cart", radius=0.9, abilities=("key",), neighbours=4)
    level = vault(cart)
    agent = Agent(id=9, name="carter", position=(1.0, 1.0), profile="cart")
    level = level.with_items({9: agent})
    text = write_level(level)
    assert '"version": 2' in text
    read = read_level(text, "vault.json")
    assert read.level == level
    assert read.warnings == ()
    plain = write_level(vault(needs=()).with_settings(Settings()))
    assert '"version": 1' in plain
    assert "profile" not in plain


@pytest.mark.parametrize(
    ("profiles", "message"),
    [
        ((Profile(),), r"profiles\[0\].name must be a text"),
        ((Profile(name="a"), Profile(name="a")), r"profiles\[1\].name must be another name"),
        ((Profile(name="a", neighbours=6),), r"profiles\[0\].neighbours must be 4 or 8"),
        ((Profile(name="a", radius=0.0),), r"profiles\[0\].radius must be a number over 0"),
    ],
)
def test_profiles_that_no_level_can_have_are_refused(profiles, message) -> None:
    """The sentence names row and key."""
    with pytest.raises(NavcoreError, match=message):
        World.build(vault(*profiles))
