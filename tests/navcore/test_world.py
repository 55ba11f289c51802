"""World: the cells of a level, and the world's answers."""

import random
import subprocess
import sys

import msgspec
import naive
import numpy as np
import pytest
from hypothesis import given
from strategies import generators, random_level

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.errors import Cancelled, LevelTooLarge, NavcoreError, UnknownArea
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Polygon, Ring, Settings
from navcore.path.result import Status
from navcore.world import World

SQUARE: Ring = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


def rectangle(x0: float, z0: float, x1: float, z1: float) -> Ring:
    """A rectangle along the axes."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def level_of(*elements: Polygon, **settings: float | str) -> Level:
    """A level of these elements."""
    return Level(
        settings=Settings(**settings),
        areas={e.id: e for e in elements if isinstance(e, Area)},
        obstacles={e.id: e for e in elements if isinstance(e, Obstacle)},
    )


def two_rooms(**settings: float | str) -> Level:
    """Two rooms and the door area between them."""
    return level_of(
        Area(id=1, name="west", polygon=rectangle(0, 0, 10, 8)),
        Area(id=2, name="east", polygon=rectangle(11, 0, 21, 8)),
        Area(id=3, name="door", door=True, polygon=rectangle(10, 3, 11, 5)),
        **settings,
    )


@given(generators)
def test_build_equals_brute_force(rng):
    """Floor and walkable cells of any level without boundary padding (S0-021 to S0-028)."""
    level = random_level(rng)
    settings = msgspec.structs.replace(level.settings, boundary_padding=0.0)
    world = World.build(level.with_settings(settings))
    expected = naive.floor_cells(level, world.grid.lattice)
    assert (world.floor == expected).all()
    blocked = naive.obstacle_cells(level, world.grid.lattice)
    assert (world.grid.walkable == (expected & ~blocked)).all()


def test_square_has_its_margin_and_its_cells():
    """The example of S0-010 and S0-011, and the header."""
    world = World.build(level_of(Area(id=1, polygon=SQUARE), floor_y=2.5))
    grid = world.grid
    assert (grid.width, grid.depth, grid.min_x, grid.min_z) == (33, 33, -1.5, -1.5)
    assert (grid.agent_radius, grid.object_padding, grid.boundary_padding) == (0.45, 0.25, 0.0)
    assert grid.floor_y == 2.5
    assert grid.walkable.sum() == 25 * 25
    assert not grid.padded[0].any()
    assert not grid.padded[:, -1].any()
    assert world.dirty is None
    assert world.version == 0


def test_radius_alone_does_not_erode_boundaries():
    """The cell centred 0.1 m inside the edge is walkable (S0-029)."""
    world = World.build(level_of(Area(id=1, polygon=SQUARE)))
    assert world.is_walkable(0.1, 5.0)
    assert not world.is_walkable(-0.1, 5.0)
    assert not world.is_walkable(-50.0, 5.0)


def test_overlapping_areas_are_a_union():
    """S0-023."""
    world = World.build(
        level_of(Area(id=1, polygon=SQUARE), Area(id=2, polygon=rectangle(5, 5, 15, 15)))
    )
    assert world.is_walkable(7.0, 7.0)
    assert world.is_walkable(12.0, 12.0)
    assert not world.is_walkable(12.0, 2.0)


def test_unavailable_areas_count_for_the_bounds_only():
    """S0-010 and S0-024; obstacles do not extend the bounds."""
    shut = Area(id=2, polygon=rectangle(20, 0, 30, 10), available=False)
    far = Obstacle(id=3, polygon=rectangle(90, 90, 99, 99))
    world = World.build(level_of(Area(id=1, polygon=SQUARE), shut, far))
    assert world.grid.width == 83
    assert not world.is_walkable(25.0, 5.0)
    assert not World.build(level_of(shut)).grid.walkable.any()


def test_obstacles_win_in_any_order():
    """S0-028: permuted lists give the same grid."""
    for seed in range(30):
        rng = random.Random(seed)
        level = random_level(rng)
        areas, obstacles = list(level.areas.items()), list(level.obstacles.items())
        rng.shuffle(areas)
        rng.shuffle(obstacles)
        other = Level(settings=level.settings, areas=dict(areas), obstacles=dict(obstacles))
        built, again = World.build(level), World.build(other)
        assert built.grid.padded.tobytes() == again.grid.padded.tobytes()
        assert built.floor.tobytes() == again.floor.tobytes()


def test_obstacle_switched_off_blocks_nothing():
    """An obstacle without a radius blocks only the cells that it covers."""
    block = Obstacle(id=2, polygon=rectangle(4, 4, 6, 6))
    off = msgspec.structs.replace(block, enabled=False)
    area = Area(id=1, polygon=SQUARE)
    assert World.build(level_of(area, off)).grid.walkable.sum() == 25 * 25
    exact = World.build(level_of(area, block, agent_radius=0.0, object_padding=0.0))
    assert exact.is_walkable(3.9, 5.0)
    assert not exact.is_walkable(5.0, 5.0)


@pytest.mark.parametrize("origin", ["bounds", "cells"])
def test_level_without_areas_answers_everything_cleanly(origin):
    """One blocked cell (S0-010)."""
    world = World.build(level_of(Obstacle(id=1, polygon=SQUARE), grid_origin=origin))
    assert world.grid.walkable.tolist() == [[0]]
    assert not world.is_walkable(0.1, 0.1)
    assert world.find_path((0.0, 0.0), (1.0, 1.0)).status is Status.BAD_START
    assert len(world.find_path_to_nearest((0.0, 0.0), (1.0, 1.0)).points) == 0


def test_path_leads_through_the_door_while_it_is_open():
    """S0-031, and queries go to the grid of this world."""
    world = World.build(two_rooms())
    assert world.find_path((2.0, 2.0), (19.0, 2.0)).status is Status.COMPLETE
    shut = world.set_area_available("door", False)
    assert shut.find_path((2.0, 2.0), (19.0, 2.0)).status is Status.NO_PATH
    nearest = shut.find_path_to_nearest((2.0, 2.0), (19.0, 2.0), smoothing="none")
    assert nearest.status is Status.PARTIAL
    assert world.find_path((2.0, 2.0), (19.0, 2.0)).status is Status.COMPLETE


def test_door_off_and_on_is_byte_identical():
    """S0-030: equal to a rebuild, both ways; the same flag does no work."""
    world = World.build(two_rooms(boundary_padding=0.3))
    shut = world.set_area_available("door", False)
    assert shut.level.areas[3].available is False
    assert shut.grid.padded.tobytes() == World.build(shut.level).grid.padded.tobytes()
    again = shut.set_area_available("door", True)
    assert again.grid.padded.tobytes() == world.grid.padded.tobytes()
    assert again.floor.tobytes() == world.floor.tobytes()
    assert again.version == 2
    assert again.set_area_available("door", True) is again


def test_unknown_area_is_an_error_that_helps():
    """S0-030: nothing is rebuilt, and the message lists the names."""
    world = World.build(two_rooms())
    with pytest.raises(UnknownArea, match="no area is named 'doors'; areas here: 'door'"):
        world.set_area_available("doors", False)
    with pytest.raises(UnknownArea, match="areas here: 'door', 'east', 'west'"):
        world.set_area_available("xyz", False)


def test_world_from_a_grid_has_no_areas():
    """S0-019: the door call fails and changes nothing; the header is kept."""
    grid = World.build(two_rooms(floor_y=1.0, boundary_padding=0.2)).grid
    world = World.from_grid(grid)
    before = grid.padded.tobytes()
    with pytest.raises(UnknownArea, match="build it from a level"):
        world.set_area_available("door", False)
    assert world.grid is grid
    assert grid.padded.tobytes() == before
    assert (world.floor == grid.walkable).all()
    assert world.level.settings.floor_y == 1.0
    assert world.level.settings.boundary_padding == 0.2
    assert world.find_path((2.0, 2.0), (19.0, 2.0)).ok


def test_world_from_a_grid_keeps_it_until_something_is_drawn():
    """An edit of outlines bakes the level that it makes."""
    grid = NavGrid.from_array(np.ones((5, 5)))
    world = World.from_grid(grid)
    same = world.update(world.level, Edit())
    assert same.grid is grid
    assert same.dirty == ()
    edit = Edit.put(world.level, [Area(id=1, polygon=SQUARE)])
    drawn = world.update(edit.apply(world.level), edit)
    assert drawn.grid.padded.tobytes() == World.build(drawn.level).grid.padded.tobytes()
    assert drawn.dirty is None


def test_lattice_that_is_given_is_used_exactly():
    """Cells of the same place are the same cells."""
    level = two_rooms()
    own = World.build(level)
    lattice = own.grid.lattice.window(-5, 3, 30, 10)
    other = World.build(level, lattice=lattice)
    assert other.grid.lattice == lattice
    assert (other.grid.walkable[:, 5:] == own.grid.walkable[3:13, :25]).all()
    assert not other.grid.walkable[:, :5].any()


def test_too_many_cells_are_refused_unless_asked_for():
    """The limit holds for the worlds that follow, too."""
    level = level_of(Area(id=1, polygon=SQUARE))
    with pytest.raises(LevelTooLarge, match="a cell size of"):
        World.build(level, max_cells=1000)
    with pytest.raises(LevelTooLarge, match="the lattice has 1,200 cells"):
        World.build(level, max_cells=1000, lattice=Lattice(0.4, 0.0, 0.0, 40, 30))
    huge = level_of(Area(id=1, polygon=rectangle(0, 0, 1e9, 1)))
    with pytest.raises(LevelTooLarge):
        World.build(huge)
    world = World.build(level, max_cells=1089)
    edit = Edit.put(level, [Area(id=1, polygon=rectangle(0, 0, 10, 20))])
    for keep in (False, True):
        with pytest.raises(LevelTooLarge):
            world.update(edit.apply(level), edit, keep_lattice=keep)
    assert World.build(level).update(edit.apply(level), edit).grid.depth == 58


@pytest.mark.parametrize(
    ("ring", "message"),
    [
        ((), "area 'hall': a polygon needs at least 3 corners, got 0"),
        (((0.0, 0.0), (1.0, 1.0)), "area 'hall': a polygon needs at least 3 corners, got 2"),
        (((0.0, 0.0), (1.0, float("nan")), (2.0, 2.0)), r"area 'hall': corner 2 is at"),
        (((0.0, 0.0), (1.0, float("inf")), (2.0, 2.0)), r"area 'hall': corner 2 is at"),
        (((0.0, 0.0), (1.0, 9.0), (1.7e308, 2.0)), r"area 'hall': corner 3 is at \(1.7e\+308, 2\)"),
        (((-1.000001e9, 0.0), (1.0, 9.0), (2.0, 2.0)), "must lie within 1,000,000,000 m"),
    ],
)
def test_outline_that_is_none_is_refused_by_name(ring: Ring, message: str):
    """Levels made in code did not pass a reader."""
    with pytest.raises(NavcoreError, match=message):
        World.build(level_of(Area(id=1, name="hall", polygon=ring)))


@pytest.mark.parametrize(
    ("field", "key", "values"),
    [
        ("cell_size", "cellSize", (0.0, -0.4, float("nan"), float("inf"))),
        ("agent_radius", "agentRadius", (-0.1, float("nan"))),
        ("object_padding", "objectPadding", (-0.1, float("inf"))),
        ("boundary_padding", "boundaryPadding", (-0.1, float("nan"), float("inf"))),
        ("seam", "seam", (-0.1, float("nan"))),
        ("floor_y", "floorY", (float("nan"), float("-inf"))),
    ],
)
def test_settings_out_of_their_limits_are_refused_by_name(
    field: str, key: str, values: tuple[float, ...]
):
    """S0-004 to S0-008 for levels made in code, with areas and without, built and updated."""
    for value in values:
        for level in (Level(), two_rooms()):
            wrong = msgspec.structs.replace(level.settings, **{field: value})
            with pytest.raises(NavcoreError, match=f"^{key} must be a"):
                World.build(level.with_settings(wrong))
            with pytest.raises(NavcoreError, match=f"^{key} must be a"):
                Edit.put(level, [wrong])
            edit = Edit({0: level.settings}, {0: wrong})
            with pytest.raises(NavcoreError, match=f"^{key} must be a"):
                World.build(level).update(edit.apply(level), edit)


def test_areas_without_a_name_are_no_doors():
    """S0-030: an empty name asks for none of them."""
    world = World.build(level_of(Area(id=1, polygon=SQUARE), Area(id=2, polygon=SQUARE)))
    with pytest.raises(UnknownArea):
        world.set_area_available("", False)


def test_height_has_no_part_in_search():
    """S0-001 and S0-008: the points are the same on another floor; the grid has the height."""
    low, high = World.build(two_rooms()), World.build(two_rooms(floor_y=-2.5))
    for start, goal in (((2.0, 2.0), (19.0, 6.0)), ((1.0, 7.0), (50.0, 5.0))):
        below = low.find_path_to_nearest(start, goal)
        above = high.find_path_to_nearest(start, goal)
        assert below.points.tobytes() == above.points.tobytes()
    assert (low.grid.floor_y, high.grid.floor_y) == (0.0, -2.5)


def test_cancelled_build_and_update_raise():
    """The existing world stays unchanged."""
    level = two_rooms(boundary_padding=0.3)
    job = np.array([1, 0], np.int64)
    with pytest.raises(Cancelled):
        World.build(level, job=job)
    world = World.build(level)
    before = world.grid.padded.tobytes()
    edit = Edit.put(level, [msgspec.structs.replace(level.areas[3], available=False)])
    with pytest.raises(Cancelled):
        world.update(edit.apply(level), edit, job=job)
    assert world.grid.padded.tobytes() == before


def test_progress_counts_what_is_done():
    """Every area, outer edge, obstacle and obstacle edge."""
    job = np.zeros(2, np.int64)
    World.build(level_of(Area(id=1, polygon=SQUARE), Obstacle(id=2, polygon=SQUARE)), job=job)
    assert job.tolist() == [0, 1 + 1 + 4]


def test_arrays_handed_out_are_read_only():
    """No world in anybody's hands ever changes."""
    world = World.build(two_rooms())
    for array in (world.floor, world.grid.walkable, world.grid.padded):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


def test_repr_is_short():
    """A level may hold thousands of corners."""
    assert repr(World.build(level_of(Area(id=1, polygon=SQUARE)))) == (
        "<World version 0, 33 x 33 cells>"
    )


def test_importing_navcore_loads_no_shapely():
    """The names of the package are loaded on first use."""
    code = "import navcore, sys; sys.exit('shapely' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
