"""One world answers for agents of every radius as a bake for that radius would."""

import math
import random
from concurrent.futures import ThreadPoolExecutor

import msgspec
import naive
import numpy as np
import pytest
from hypothesis import given, settings
from strategies import generators, random_edit, random_level

import navcore
from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.regions import Regions
from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Settings
from navcore.world import World

PADDED = {
    "cell_size": 1.0, "boundary_padding": 0.4, "agent_radius": 0.4, "grid_origin": "cells"
}  # fmt: skip
ROOM = ((0.0, 0.0), (10.0, 0.0), (10.0, 8.0), (0.0, 8.0))


def grid_for(world: World, radius: float) -> NavGrid:
    """The grid for agents of a radius."""
    return world.grid_for(navcore.Profile(radius=radius))


def padding_for(radius: float, settings: Settings) -> float:
    """Return the distance that agents keep from the outer edge."""
    more = radius - settings.agent_radius if settings.boundary_follows_radius else 0.0
    return max(0.0, settings.boundary_padding + more)


def baked_for(world: World, radius: float) -> World:
    """The world of a level that is made for this radius, on the same lattice."""
    settings = world.level.settings
    changed = msgspec.structs.replace(
        settings, agent_radius=radius, boundary_padding=padding_for(radius, settings)
    )
    level = world.level.with_settings(changed)
    return World.build(level, lattice=world.grid.lattice)


def assert_answers(world: World, radius: float) -> None:
    """Cells, bits, regions and header are those of a bake for the radius."""
    grid, built = grid_for(world, radius), baked_for(world, radius).grid
    assert grid.padded.tobytes() == built.padded.tobytes()
    assert grid.bitmaps.rows.tobytes() == built.bitmaps.rows.tobytes()
    assert grid.bitmaps.columns.tobytes() == built.bitmaps.columns.tobytes()
    assert grid.regions.count == built.regions.count
    assert (grid.regions.labels == built.regions.labels).all()
    assert grid.agent_radius == radius
    assert grid.boundary_padding == built.boundary_padding
    assert (grid.object_padding, grid.floor_y) == (built.object_padding, built.floor_y)
    assert grid.lattice == world.grid.lattice
    assert not grid.padded.flags.writeable
    assert grid_for(world, radius) is grid


@pytest.mark.parametrize("width", [62, 63, 64, 126, 127])
@pytest.mark.parametrize("depth", [62, 63, 64])
def test_that_the_ring_is_written_wherever_it_lies(width: int, depth: int) -> None:
    """It is sometimes in tiles of its own, in memory that was used before."""
    world = World.build(room(), lattice=Lattice(1.0, -3.0, -3.0, width, depth))
    for size in range(1000, 60000, 500):
        np.full(size, 7, np.uint8)
    assert_answers(world, 1.0)


def random_world_level(rng: random.Random) -> Level:
    """A random level, in half of which the padding follows the radius."""
    level = random_level(rng)
    changed = msgspec.structs.replace(
        level.settings,
        boundary_follows_radius=rng.random() < 0.5,
        boundary_padding=rng.choice((0.0, 0.0, 0.3, 0.45)),
    )
    return level.with_settings(changed)


def random_radius(rng: random.Random, world: World) -> float:
    """Often one at which cells are just at their clearance, or small, or very large."""
    settings, lattice = world.level.settings, world.grid.lattice
    kind = rng.randrange(6)
    if kind < 3:
        return rng.choice((0.0, 0.1, 0.25, 0.3, 0.5, 0.75, 1.0, 1.5))
    if kind == 3:
        return rng.uniform(0, 6)
    column, row = rng.randrange(lattice.width), rng.randrange(lattice.depth)
    px, pz = (np.array(value) for value in lattice.centre_of(column, row))
    rings = [o.polygon for o in world.level.obstacles.values() if o.enabled]
    squares = [float(naive.distance2(a, b, px, pz)) for ring in rings for a, b in naive.edges(ring)]
    radius = math.sqrt(min(squares)) - settings.object_padding if squares else 0.2
    return radius if 0 <= radius < 50 else 0.2


@settings(max_examples=60)
@given(generators)
def test_that_any_radius_equals_a_bake_for_it(rng) -> None:
    """Larger, smaller, at ties; several of one world (S0-025 to S0-029)."""
    world = World.build(random_world_level(rng))
    for _ in range(4):
        assert_answers(world, random_radius(rng, world))


def follow(rng: random.Random, steps: int) -> None:
    """Edit a level step by step; ask for a few radii now and then."""
    level = random_world_level(rng)
    world = World.build(level)
    radii = [random_radius(rng, world) for _ in range(3)]
    for _ in range(steps):
        if rng.random() < 0.7:
            assert_answers(world, rng.choice(radii))
        if rng.random() < 0.05:
            follows = not level.settings.boundary_follows_radius
            put = msgspec.structs.replace(level.settings, boundary_follows_radius=follows)
            edit = Edit.put(level, [put])
        else:
            edit = random_edit(level, rng)
        level = edit.apply(level)
        world = world.update(level, edit, keep_lattice=rng.random() < 0.8)
    for radius in radii:
        assert_answers(world, radius)


@settings(max_examples=40)
@given(generators)
def test_that_any_radius_follows_edits(rng) -> None:
    """Asked for after each edit or after several at once."""
    follow(rng, 6)


def test_that_any_radius_follows_thousands_of_edits(exhaustive: bool) -> None:
    """The same world carried on and on."""
    for seed in range(200 if exhaustive else 4):
        follow(random.Random(seed), 100 if exhaustive else 40)


def test_that_a_long_history_is_no_burden() -> None:
    """A radius that wasn't requested for long is computed again on request."""
    level = room(Obstacle(id=2, polygon=((4.0, 4.0), (5.0, 4.0), (5.0, 5.0))))
    world = World.build(level)
    grid_for(world, 0.8)
    for step in range(300):
        x = 1.0 + step % 7
        moved = Obstacle(id=2, polygon=((x, 4.0), (x + 1.0, 4.0), (x + 1.0, 5.0)))
        edit = Edit.put(level, [moved])
        level = edit.apply(level)
        world = world.update(level, edit)
    assert_answers(world, 0.8)


def room(*obstacles: Obstacle, **values: float | bool | str) -> Level:
    """A room of 10 x 8 m."""
    return Level(
        settings=Settings(**values),
        areas={1: Area(id=1, name="room", polygon=ROOM)},
        obstacles={obstacle.id: obstacle for obstacle in obstacles},
    )


def test_that_the_levels_own_radius_has_the_worlds_grid() -> None:
    """Said or not."""
    world = World.build(room())
    assert world.grid_for(navcore.Profile()) is world.grid
    assert grid_for(world, world.level.settings.agent_radius) is world.grid


def test_that_the_padding_follows_the_radius_where_the_level_says_so() -> None:
    """1 m cells: the outermost cells are half a metre from the edge, the next 1.5 m."""
    plain = World.build(room(**PADDED))
    assert grid_for(plain, 1.0).walkable.sum() == plain.grid.walkable.sum() == 80
    follows = World.build(room(**PADDED, boundary_follows_radius=True))
    assert grid_for(follows, 1.0).walkable.sum() == 8 * 6
    assert grid_for(follows, 1.0).boundary_padding == 1.0
    assert grid_for(follows, 0.1).walkable.sum() == 80
    assert grid_for(follows, 0.1).boundary_padding == pytest.approx(0.1)
    assert grid_for(follows, 0.0).boundary_padding == 0.0


def test_that_regions_are_brought_up_to_date() -> None:
    """Requested regions are updated together with the cells."""
    level = room(Obstacle(id=2, polygon=((4.0, 0.0), (5.0, 0.0), (5.0, 8.0), (4.0, 8.0))))
    world = World.build(level)
    assert grid_for(world, 0.3).regions.count == 2
    edit = Edit.remove(level, [2])
    world = world.update(edit.apply(level), edit)
    grid = grid_for(world, 0.3)
    assert grid.regions.count == 1
    assert grid.regions.labels.tolist() == Regions.of(grid.bitmaps).labels.tolist()


@pytest.mark.parametrize("radius", [-0.1, math.nan, math.inf, 1e6])
def test_that_a_radius_out_of_its_limits_is_refused(radius: float) -> None:
    """The message has the allowed and the given value."""
    with pytest.raises(NavcoreError, match=r"radius must be a number of at least 0.*got"):
        grid_for(World.build(room()), radius)


def test_that_an_unknown_layer_is_refused() -> None:
    """The message lists the existing layers."""
    with pytest.raises(NavcoreError, match="no layer is named 'roof'; layers here: ground"):
        World.build(room()).grid_for(navcore.Profile(layer="roof"))


def test_that_a_world_from_a_grid_knows_its_own_radius_only() -> None:
    """Its level has no obstacles to measure to."""
    grid = World.build(room(agent_radius=0.5)).grid
    world = World.from_grid(grid)
    assert grid_for(world, 0.5) is grid
    with pytest.raises(NavcoreError, match=r"made from a grid for agents of radius 0\.5; build it"):
        grid_for(world, 0.6)


def test_that_threads_get_the_same_grid() -> None:
    """The first thread that asks makes it."""
    world = World.build(room(Obstacle(id=2, polygon=((4.0, 4.0), (5.0, 4.0), (5.0, 5.0)))))
    with ThreadPoolExecutor(4) as pool:
        grids = list(pool.map(lambda _: grid_for(world, 0.9), range(8)))
    assert len(set(map(id, grids))) == 1
