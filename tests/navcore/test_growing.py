"""Networks grown in the samples are on the floor of their agent type."""

import itertools
import random

import numpy as np
import pytest

from navcore.bake.profile import boundary_padding_for, radius_in
from navcore.growing import Grower, Grown, Method, Recipe
from navcore.level.model import Area, Level, Profile, Settings
from navcore.open_doors import all_open
from navcore.samples import names
from navcore.world import World
from tests.naive_corridors import Walls
from tests.network_levels import box, level_of, sample_ground
from tests.sample_worlds import level_of as sample

METHODS: tuple[Method, ...] = ("visibility", "interest", "walk", "spread")


def grown(world: World, profile: Profile, method: Method) -> Grown:
    """Return a network for a type; an even spread is sparse, so that it is fast."""
    ids = itertools.count(10**6)
    spacing = 3.0 if method == "spread" else None
    recipe = Recipe(method=method, seconds=120.0, spacing=spacing, widths=method == "interest")
    return Grower.of(world, profile).grow(recipe, random.Random(1), lambda: next(ids))


def types_of(level: Level) -> list[Profile]:
    """Agents of no type, and the types of a level."""
    return [Profile(), *level.settings.profiles]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("method", METHODS)
def test_grown_waypoints_lie_on_the_floor_of_their_type(name: str, method: Method) -> None:
    """They are in walkable cells; edges keep the distances of the floor, and stay near it."""
    level = sample(name)
    world = World.build(level)
    for profile in types_of(level):
        proposal = grown(world, profile, method).proposal
        grid = all_open(world).grid_for(profile)
        assert grid.are_walkable(proposal.positions).all()
        # A line can be clear where it cuts the corner of a cell with a centre that is too near.
        near = np.array(list(itertools.product((-1, 0, 1), repeat=2))) * grid.cell_size
        for ax, az, bx, bz in proposal.lines[:: 1 + len(proposal.lines) // 300].tolist():
            steps = np.linspace(0, 1, 2 + int(np.hypot(bx - ax, bz - az) / 0.2))[:, None]
            places = np.array((ax, az)) + steps * np.array((bx - ax, bz - az))
            around = grid.are_walkable((places[:, None] + near).reshape(-1, 2))
            assert around.reshape(len(places), -1).any(axis=1).all()


@pytest.mark.parametrize("name", names())
def test_grown_edges_keep_both_distances(name: str) -> None:
    """Radius and object padding from obstacles; the boundary padding from the outer edge."""
    level = sample_ground(name)
    profile, settings = Profile(), level.settings
    radius = radius_in(profile, settings)
    boundary = max(radius, boundary_padding_for(radius, settings))
    proposal = grown(World.build(level), profile, "visibility").proposal
    obstacles = Walls(level.with_items(dict.fromkeys(level.areas)))
    edge = Walls(level.with_items(dict.fromkeys(level.obstacles)))
    for ax, az, bx, bz in proposal.lines.tolist():
        line = ((ax, az), (bx, bz))
        assert obstacles.distance(*line) >= radius + settings.object_padding - 1e-4
        assert edge.distance(*line) >= boundary - 1e-4


@pytest.mark.parametrize("method", METHODS)
def test_growing_tells_which_share_is_done(method: Method) -> None:
    """The share never decreases, and ends at 1."""
    shares: list[float] = []
    recipe, ids = Recipe(method=method, seconds=60.0), itertools.count(10**6)
    grower = Grower.of(World.build(sample("dungeon")), Profile())
    grower.grow(recipe, random.Random(1), lambda: next(ids), shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    many = method in {"walk", "spread"}
    assert len(shares) > (10 if many else 2)


def test_padding_of_objects_shuts_no_door() -> None:
    """It counts from obstacles alone: a network leads through a door 1.4 m wide."""
    door = Area(id=5, name="gate", polygon=box(10, 4, 11, 5.4), door=True, available=False)
    level = level_of([box(0, 0, 10, 10), box(11, 0, 20, 10)])
    settings = Settings(agent_radius=0.45, object_padding=0.3, boundary_padding=0.45)
    level = level.with_settings(settings).with_items({5: door})
    proposal = grown(World.build(level), Profile(), "visibility").proposal
    lines = proposal.lines
    assert ((lines[:, 0] < 10) & (lines[:, 2] > 11) | (lines[:, 0] > 11) & (lines[:, 2] < 10)).any()
