"""World.update: equal to a build on its lattice, byte for byte, and no wider than it says."""

import random

import msgspec
import numpy as np
import pytest
from hypothesis import given
from strategies import generators, random_edit, random_level, random_settings

from navcore.bake.bitmaps import Bitmaps
from navcore.bake.grid import NavGrid
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle, Settings
from navcore.world import CellRect, World


def assert_follows(old: World, new: World) -> None:
    """`new` equals a build of its level; outside the dirty cells it equals `old`."""
    built = World.build(new.level, lattice=new.grid.lattice)
    assert new.grid.padded.tobytes() == built.grid.padded.tobytes()
    assert new.floor.tobytes() == built.floor.tobytes()
    assert_searches_read_the_same(new.grid, built.grid)
    assert new.version == old.version + 1
    settings = new.level.settings
    assert new.grid.agent_radius == settings.agent_radius
    assert new.grid.floor_y == settings.floor_y
    if new.dirty is None:
        return
    assert new.grid.lattice == old.grid.lattice
    differ = (new.grid.walkable != old.grid.walkable) | (new.floor != old.floor)
    outside = differ.copy()
    for rect in new.dirty:
        assert differ[rect.row0 : rect.row1, rect.column0 : rect.column1].any()
        outside[rect.row0 : rect.row1, rect.column0 : rect.column1] = False
    assert not outside.any()


def assert_searches_read_the_same(grid: NavGrid, built: NavGrid) -> None:
    """Bitmaps and regions follow from the cells, and come with the bake."""
    fresh = Bitmaps.of(grid.padded)
    for bitmaps in (grid.derived.bitmaps, built.derived.bitmaps):
        assert bitmaps.rows.tobytes() == fresh.rows.tobytes()
        assert bitmaps.columns.tobytes() == fresh.columns.tobytes()
    one, other = grid.derived.regions, built.derived.regions
    assert one.sizes.tolist() == other.sizes.tolist()
    cells = np.flatnonzero(grid.padded)[::7].tolist()
    assert [one.region_at(cell) for cell in cells] == [other.region_at(cell) for cell in cells]


def _follow(rng: random.Random, steps: int) -> None:
    level = random_level(rng)
    world = World.build(level)
    for _ in range(steps):
        edit = random_edit(level, rng)
        level = edit.apply(level)
        keep = rng.random() < 0.6
        after = world.update(level, edit, keep_lattice=keep)
        assert_follows(world, after)
        if not keep:
            assert after.grid.lattice == World.build(level).grid.lattice
        world = after


@given(generators)
def test_update_equals_build_after_any_edits(rng):
    """Add, delete, move, corner drag, switch, rename and settings, drags among them."""
    _follow(rng, 5)


def test_update_equals_build_after_thousands_of_edits(exhaustive: bool):
    """The same world carried on and on."""
    for seed in range(100 if exhaustive else 8):
        _follow(random.Random(seed), 100 if exhaustive else 50)


@given(generators)
def test_joined_edits_update_as_one_by_one(rng):
    """The editor joins the edits since its last bake."""
    level = random_level(rng)
    world = World.build(level)
    stepwise, joined = world, Edit()
    for _ in range(4):
        edit = random_edit(stepwise.level, rng)
        stepwise = stepwise.update(edit.apply(stepwise.level), edit)
        joined = joined.then(edit)
    at_once = world.update(stepwise.level, joined)
    assert at_once.grid.lattice == stepwise.grid.lattice
    assert at_once.grid.padded.tobytes() == stepwise.grid.padded.tobytes()
    back = at_once.update(level, joined.inverse())
    assert back.grid.padded.tobytes() == world.grid.padded.tobytes()


def _town(**settings: float | str) -> Level:
    square = ((0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0))
    areas = {
        1: Area(id=1, name="square", polygon=square),
        2: Area(id=2, name="door", polygon=((30.0, 9.0), (31.0, 9.0), (31.0, 11.0), (30.0, 11.0))),
        3: Area(id=3, name="hall", polygon=((31.0, 0.0), (50.0, 0.0), (50.0, 30.0), (31.0, 30.0))),
    }
    stall = ((5.0, 5.0), (7.0, 5.0), (7.0, 7.0), (5.0, 7.0))
    return Level(
        settings=Settings(**settings), areas=areas, obstacles={9: Obstacle(id=9, polygon=stall)}
    )


@pytest.mark.parametrize(
    "change",
    [{"name": "plaza"}, {"note": "wet"}, {"locked": True}, {"group": "Town"}, {"order": 5.0}],
)
def test_words_about_an_element_cost_nothing(change):
    """The arrays are the same objects and nothing is dirty."""
    level = _town(boundary_padding=0.3)
    world = World.build(level)
    edit = Edit.put(level, [msgspec.structs.replace(level.areas[1], **change)])
    after = world.update(edit.apply(level), edit)
    assert after.grid.padded is world.grid.padded
    assert after.level.areas[1] == edit.after[1]
    assert after.dirty == ()
    assert_follows(world, after)


def test_agents_and_header_cost_nothing():
    """An agent is not baked; the floor's height is only written down."""
    level = _town()
    world = World.build(level)
    settings = msgspec.structs.replace(level.settings, floor_y=3.0, title="Town", seam=0.02)
    edit = Edit.put(level, [Agent(id=77, position=(1.0, 1.0)), settings])
    after = world.update(edit.apply(level), edit)
    assert after.grid.padded is world.grid.padded
    assert after.grid.floor_y == 3.0
    assert after.dirty == ()


@pytest.mark.parametrize(
    "change",
    [
        {"cell_size": 0.5}, {"agent_radius": 0.2}, {"object_padding": 0.0},
        {"boundary_padding": 0.5}, {"grid_origin": "cells"},
    ],
)  # fmt: skip
def test_settings_that_every_cell_depends_on_bake_in_full(change):
    """`dirty` is None then."""
    level = _town()
    world = World.build(level)
    edit = Edit.put(level, [msgspec.structs.replace(level.settings, **change)])
    after = world.update(edit.apply(level), edit)
    assert after.dirty is None
    assert_follows(world, after)
    assert after.grid.lattice == World.build(after.level).grid.lattice


def test_dragged_corner_dirties_its_surroundings_only():
    """The obstacle's clearance around the swept triangles."""
    level = _town()
    world = World.build(level)
    ring = level.obstacles[9].polygon
    moved = msgspec.structs.replace(level.obstacles[9], polygon=(*ring[:2], (8.0, 8.0), ring[3]))
    edit = Edit.put(level, [moved])
    after = world.update(edit.apply(level), edit)
    assert_follows(world, after)
    (rect,) = after.dirty
    low, high = world.grid.cell_of(4.3, 4.3), world.grid.cell_of(8.7, 8.7)
    assert low[0] <= rect.column0 < rect.column1 <= high[0] + 1
    assert low[1] <= rect.row0 < rect.row1 <= high[1] + 1
    assert after.floor.tobytes() == world.floor.tobytes()
    assert not np.shares_memory(after.grid.padded, world.grid.padded)


def test_moved_obstacle_dirties_both_its_places():
    """Cells between the two places aren't dirty."""
    level = _town()
    world = World.build(level)
    far = tuple((x + 35, z + 15) for x, z in level.obstacles[9].polygon)
    edit = Edit.put(level, [msgspec.structs.replace(level.obstacles[9], polygon=far)])
    after = world.update(edit.apply(level), edit)
    assert_follows(world, after)
    assert len(after.dirty) == 2


def test_door_dirties_its_surroundings_only():
    """Boundary padding included: the rooms' walls far away are not done again."""
    world = World.build(_town(boundary_padding=0.5))
    shut = world.set_area_available("door", False)
    assert_follows(world, shut)
    for rect in shut.dirty:
        assert world.grid.centre_of(rect.column0, rect.row0) >= (29.0, 8.0)
        assert world.grid.centre_of(rect.column1 - 1, rect.row1 - 1) <= (32.0, 12.0)
    assert_follows(shut, shut.set_area_available("door", True))


def test_edit_that_changes_no_cell_is_not_dirty():
    """A tenth of a millimetre between centres."""
    ring = tuple((x + 0.05, z + 0.05) for x, z in _town().obstacles[9].polygon)
    town, rock = _town(), Obstacle(id=9, polygon=ring)
    level = Level(settings=town.settings, areas=town.areas, obstacles={9: rock})
    world = World.build(level)
    nudged = tuple((x + 1e-4, z) for x, z in ring)
    edit = Edit.put(level, [msgspec.structs.replace(level.obstacles[9], polygon=nudged)])
    after = world.update(edit.apply(level), edit)
    assert after.dirty == ()
    assert_follows(world, after)


def test_kept_lattice_grows_by_whole_cells_and_the_release_lays_the_levels_own():
    """A drag of the outline to the left and back."""
    level = _town()
    start = World.build(level)
    world = start
    ring = level.areas[1].polygon
    for x in (-1.0, -5.5, -2.0, 0.0):
        edit = Edit.put(
            world.level,
            [msgspec.structs.replace(world.level.areas[1], polygon=((x, 0.0), *ring[1:]))],
        )
        after = world.update(edit.apply(world.level), edit, keep_lattice=True)
        assert_follows(world, after)
        assert after.grid.lattice.shares_cells(start.grid.lattice)
        assert after.grid.width >= world.grid.width
        world = after
    assert world.grid.lattice.column == -14
    released = world.update(world.level, Edit())
    assert released.grid.lattice == start.grid.lattice
    assert released.grid.padded.tobytes() == start.grid.padded.tobytes()
    assert released.dirty is None


@given(generators)
def test_any_window_of_the_same_cells_updates(rng):
    """It grows, shrinks, moves or is apart: cells in both windows are kept, the rest is baked."""
    level = random_level(rng)
    settings = msgspec.structs.replace(random_settings(rng), grid_origin="cells")
    level = level.with_settings(settings)
    own = World.build(level)
    lattice = own.grid.lattice.window(
        rng.randint(-40, 40), rng.randint(-40, 40), rng.randint(1, 50), rng.randint(1, 50)
    )
    elsewhere = World.build(level, lattice=lattice)
    back = elsewhere.update(level, Edit())
    assert back.grid.lattice == own.grid.lattice
    assert back.grid.padded.tobytes() == own.grid.padded.tobytes()
    assert back.floor.tobytes() == own.floor.tobytes()


def test_element_may_become_of_another_kind():
    """The same id as an area and then as an obstacle."""
    level = _town()
    world = World.build(level)
    edit = Edit.put(level, [Obstacle(id=2, polygon=level.areas[2].polygon)])
    after = world.update(edit.apply(level), edit)
    assert_follows(world, after)
    assert_follows(after, after.update(level, edit.inverse()))


def test_older_worlds_stay_as_they_were():
    """Arrays are shared, never written."""
    rng = random.Random(5)
    worlds = [World.build(_town(boundary_padding=0.4))]
    kept = [worlds[0].grid.padded.tobytes()]
    for _ in range(30):
        edit = random_edit(worlds[-1].level, rng)
        worlds.append(worlds[-1].update(edit.apply(worlds[-1].level), edit, keep_lattice=True))
        kept.append(worlds[-1].grid.padded.tobytes())
    assert [world.grid.padded.tobytes() for world in worlds] == kept


def test_rectangle_of_cells_counts_them():
    """Ranges are half-open, and sizes never negative."""
    assert CellRect(1, 4, 2, 4).cells == 6
    assert CellRect(4, 1, 2, 4).cells == 0
