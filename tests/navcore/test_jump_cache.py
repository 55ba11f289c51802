"""Cache of jump points: paths are the same with and without it."""

import random

import maps
import numpy as np
import pytest
from hypothesis import given, settings
from strategies import generators, random_edit, random_level

from navcore.bake.grid import NavGrid
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Point
from navcore.path import jump_cache
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.searcher import Searcher, prepare
from navcore.world import World


def afresh(grid: NavGrid) -> NavGrid:
    """Return the same grid without a cache."""
    return NavGrid(
        grid.lattice, grid.padded, grid.agent_radius, grid.object_padding, grid.boundary_padding,
        grid.floor_y,
    )  # fmt: skip


def assert_as_afresh(grid: NavGrid, ends: list[tuple[Point, Point]]) -> None:
    """Check that each path equals that of a grid without a cache."""
    for start, goal in ends:
        found = find_path_to_nearest(grid, start, goal)
        assert maps.as_bytes(found) == maps.as_bytes(
            find_path_to_nearest(afresh(grid), start, goal)
        )


def random_ends(rng: random.Random, grid: NavGrid, count: int) -> list[tuple[Point, Point]]:
    """Pairs of points on the grid and near it."""
    return [
        (maps.random_point(rng, grid, 1.0), maps.random_point(rng, grid, 1.0)) for _ in range(count)
    ]


@settings(max_examples=25)
@given(generators)
def test_later_searches_find_the_same_ways(rng: random.Random) -> None:
    """A search may be the first on its grid or the tenth, with a prepared cache or not."""
    grid = maps.random_grid(rng, 40)
    if rng.random() < 0.5:
        prepare(grid)
    assert_as_afresh(grid, random_ends(rng, grid, 6))


@settings(max_examples=25)
@given(generators)
def test_little_room_changes_nothing(rng: random.Random) -> None:
    """When there is no room for more, all is forgotten, in the middle of a search as well."""
    grid = maps.random_grid(rng, 30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jump_cache, "_MOST_CORNERS", rng.randint(1, 6))
        patch.setattr(jump_cache, "_MOST_FOUND", 1)
        jump_cache.jump_cache_of(grid)
    assert_as_afresh(grid, random_ends(rng, grid, 6))


def test_circles_are_not_remembered() -> None:
    """A way around circles is followed by one without, and by one around others."""
    rng = random.Random(4)
    for _ in range(20):
        grid = maps.random_grid(rng, 30)
        for _ in range(4):
            (start, goal), *middles = random_ends(rng, grid, 4)
            circles = [(*one, 1.5 * grid.cell_size) for one, _ in middles]
            for avoid in (circles, None):
                assert maps.as_bytes(find_path(grid, start, goal, avoid=avoid)) == maps.as_bytes(
                    find_path(afresh(grid), start, goal, avoid=avoid)
                )


def follow(rng: random.Random, level: Level, edits: int) -> None:
    """Search a world, edit it, search again, and compare paths with those of a new bake."""
    world = World.build(level)
    for _ in range(edits):
        for _ in range(rng.randint(0, 3)):
            ends = random_ends(rng, world.grid, 1)[0]
            world.find_path_to_nearest(*ends)
        edit = random_edit(world.level, rng)
        before, world = world, world.update(edit.apply(world.level), edit, keep_lattice=True)
        assert_as_afresh(world.grid, random_ends(rng, world.grid, 3))
        if rng.random() < 0.3:
            # The one before has handed on what it knew, and finds its own ways all the same.
            assert_as_afresh(before.grid, random_ends(rng, before.grid, 2))


@settings(max_examples=25)
@given(generators)
def test_after_edits_ways_are_those_of_a_new_bake(rng: random.Random) -> None:
    """This includes several edits without a search, and the earlier worlds."""
    follow(rng, random_level(rng), 4)


def courtyard() -> Level:
    """Return floor with pillars, so that paths can turn at many corners."""
    pillars = {
        10 + i: Obstacle(id=10 + i, polygon=box(3 + 5 * (i % 4), 3 + 5 * (i // 4), 1.5))
        for i in range(16)
    }
    floor = Area(id=1, name="floor", polygon=((0, 0), (24, 0), (24, 24), (0, 24)))
    return Level().with_items({1: floor, **pillars})


def box(x: float, z: float, side: float) -> tuple[Point, ...]:
    """The corners of a square."""
    return ((x, z), (x + side, z), (x + side, z + side), (x, z + side))


def test_what_did_not_change_is_handed_on() -> None:
    """Changed parts are computed again; the previous world starts without data."""
    world = World.build(courtyard())
    prepare(world.grid)
    before = jump_cache.jump_cache_of(world.grid)
    count, used = before.count, before.used
    assert count
    edit = Edit.put(world.level, [Obstacle(id=99, polygon=box(20.6, 20.6, 1.0))])
    after = world.update(edit.apply(world.level), edit)
    taken = jump_cache.jump_cache_of(after.grid)
    assert taken is before
    assert taken.count == count
    prepare(after.grid)
    # Only what lies around the new pillar took more room.
    assert used < taken.used < 1.5 * used
    assert jump_cache.jump_cache_of(world.grid) is not before
    assert_as_afresh(after.grid, [((1, 1), (23, 23)), ((1, 23), (23, 1))])


def test_a_searcher_that_is_robbed_goes_on_without() -> None:
    """A searcher that is still referenced searches its own grid."""
    world = World.build(courtyard())
    held = Searcher.of(world.grid)
    start, goal = (held.space.free_cell_at(point) for point in ((1.0, 1.0), (23.0, 22.0)))
    way = held.way(start, goal, "jump", 10**9, mean=False).turns.copy()
    wall = Obstacle(id=99, polygon=((2, 11), (22, 11), (22, 12), (2, 12)))
    edit = Edit.put(world.level, [wall])
    after = world.update(edit.apply(world.level), edit)
    after.find_path((1, 1), (23, 22))
    assert np.array_equal(held.way(start, goal, "jump", 10**9, mean=False).turns, way)


def test_what_is_handed_on_ends_after_many_changes() -> None:
    """Worlds that are never searched leave nothing behind."""
    world = World.build(courtyard())
    before = jump_cache.jump_cache_of(world.grid)
    for i in range(80):
        edit = Edit.put(world.level, [Obstacle(id=99, polygon=box(20.6, 2 + 0.2 * (i % 9), 1.0))])
        world = world.update(edit.apply(world.level), edit)
    assert len(world.grid.derived.ancestors) <= 64
    assert jump_cache.jump_cache_of(world.grid) is not before
    assert_as_afresh(world.grid, [((1, 1), (23, 23))])
