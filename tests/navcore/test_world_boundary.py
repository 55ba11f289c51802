"""Boundary padding: the outer edge erodes, doors between available areas do not close."""

import math

import msgspec
import naive
import numpy as np
import pytest
from hypothesis import given
from strategies import generators, random_level, random_settings, turned

from navcore.level.model import Area, Level, Obstacle, Point, Ring, Settings
from navcore.path.result import Status
from navcore.world import World

TIE = 1e-3
"""Metres: closing rounds the outer edge by up to a tenth of this at the ends of a gap."""


def _rectangle(x0: float, z0: float, x1: float, z1: float) -> Ring:
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def _level(*rings: Ring, **settings: float | str) -> Level:
    areas = {i + 1: Area(id=i + 1, name=str(i + 1), polygon=ring) for i, ring in enumerate(rings)}
    return Level(settings=Settings(**settings), areas=areas)


@given(generators)
def test_padding_equals_a_global_union(rng):
    """Any areas, crossing themselves and each other, away from ties (S0-025, S0-026)."""
    padding = rng.choice((0.3, 0.45, 1.0, 2.0))
    settings = msgspec.structs.replace(random_settings(rng), boundary_padding=padding)
    level = random_level(rng).with_settings(settings)
    world = World.build(level)
    lattice = world.grid.lattice
    free = naive.floor_cells(level, lattice) & ~naive.obstacle_cells(level, lattice)
    distance = naive.outer_distance(level, lattice)
    sure = np.abs(distance - padding) > TIE
    assert (world.grid.walkable == (free & (distance >= padding)))[sure].all()
    assert (world.floor == naive.floor_cells(level, lattice)).all()


@pytest.mark.parametrize("cell_size", [0.1, 0.25, 0.4])
def test_outermost_walkable_centre_keeps_the_padding(cell_size: float):
    """10 x 10 m, padding 1: at least 1 m from the edge, and no more than needed (S0-025)."""
    world = World.build(_level(_rectangle(0, 0, 10, 10), boundary_padding=1, cell_size=cell_size))
    rows, columns = np.nonzero(world.grid.walkable)
    xs, zs = world.grid.lattice.centres_x()[columns], world.grid.lattice.centres_z()[rows]
    for values in (xs, zs):
        assert 1.0 <= values.min() < 1.0 + cell_size
        assert 9.0 - cell_size < values.max() <= 9.0
    assert len(rows) == len(set(rows)) * len(set(columns))


def test_padding_of_exactly_the_distance_is_walkable():
    """Only nearer than the padding is blocked (S0-025); obstacles block at it (S0-027)."""
    level = _level(
        _rectangle(0, 0, 8, 8),
        boundary_padding=0.75, agent_radius=0.5, cell_size=0.5, grid_origin="cells",
    )  # fmt: skip
    world = World.build(level)
    assert world.is_walkable(0.75, 4.25)
    assert not world.is_walkable(0.25, 4.25)
    block = Obstacle(id=9, polygon=_rectangle(-5, -5, 0, 20))
    blocked = World.build(level.with_items({9: block}))
    assert not blocked.is_walkable(0.75, 4.25)
    assert blocked.is_walkable(1.25, 4.25)


def test_padding_beyond_half_the_area_leaves_nothing():
    """The floor is still known (S0-007)."""
    world = World.build(_level(_rectangle(0, 0, 10, 10), boundary_padding=6))
    assert not world.grid.walkable.any()
    assert world.floor.sum() == 625


@pytest.mark.parametrize("gap", [0.0, 1e-13, 0.005, 0.0099, -0.2])
def test_door_at_any_angle_stays_passable(gap: float, exhaustive: bool):
    """A door 1.5 m wide at padding 0.45 and 0.3 m cells is no matter of luck (S0-026).

    A gap of millimetres is closed for the outer edge; the floor has no cell whose centre falls
    right into it, so whether a way leads across is asked without one only.
    """
    for step in range(180 if exhaustive else 12):
        angle = step * math.pi / 90 if exhaustive else step * 0.53
        rings = [
            turned(ring, angle, (7.0, -3.0))
            for ring in (
                _rectangle(0, 0, 6, 5),
                _rectangle(6 + gap, 1.7, 6.8, 3.2),
                _rectangle(6.8 + gap, 0, 13, 5),
            )
        ]
        level = _level(*rings, boundary_padding=0.45, cell_size=0.3)
        world = World.build(level)
        start, goal = _turned_point((3, 2), angle), _turned_point((10, 2), angle)
        if gap < 1e-6:
            assert world.find_path(start, goal).status is Status.COMPLETE, angle
        shut = world.set_area_available("2", False)
        assert shut.find_path(start, goal).status is Status.NO_PATH
        expected = naive.outer_distance(level, world.grid.lattice)
        sure = np.abs(expected - 0.45) > TIE
        free = (world.floor != 0) & (expected >= 0.45)
        assert (world.grid.walkable == free)[sure].all()


def test_polygon_that_geos_loses_at_one_distance():
    """Shrinking these two rooms by exactly half the seam, GEOS 3.14 drops one of them."""
    hall = ((9.7, 5.7), (16.1, 5.7), (16.1, 12.600000000000001), (9.7, 12.600000000000001))
    crossed = (
        (9.802367502939727, 2.4207437726832493), (11.7, 3.4), (10.0, 4.3), (11.4, 3.7),
        (6.1, 9.1), (7.3, 1.0), (3.3, 4.1),
    )  # fmt: skip
    level = _level(hall, crossed, boundary_padding=0.3, seam=0.3, cell_size=0.1)
    level = level.with_settings(msgspec.structs.replace(level.settings, agent_radius=0.0))
    world = World.build(level)
    expected = naive.outer_distance(level, world.grid.lattice)
    sure = np.abs(expected - 0.3) > TIE
    assert (world.grid.walkable == ((world.floor != 0) & (expected >= 0.3)))[sure].all()


def test_rooms_that_all_but_share_a_wall_are_joined():
    """A turned room against a longer one: GEOS loses it from their union without a grid."""
    room = (
        (-1.156973453009615, -2.436398590469188), (-4.519841284464307, -0.8394723641148081),
        (-3.362867831454692, 1.5969262263543798), (0.0, 0.0),
    )  # fmt: skip
    hall = (
        (-5.302326731462843, -2.4872599042443433), (-9.51014582276962, -0.48909137683132053),
        (-7.5706869227614675, 3.5950947537674023), (-3.362867831454692, 1.5969262263543798),
    )  # fmt: skip
    world = World.build(_level(room, hall, boundary_padding=0.45))
    assert world.find_path((-2.0, -0.5), (-6.0, 0.5)).status is Status.COMPLETE
    joined = (room[0], room[3], hall[3], *hall[2:0:-1], hall[0], room[1])
    whole = World.build(_level(joined, boundary_padding=0.45))
    assert (world.grid.walkable == whole.grid.walkable).all()


def test_rooms_far_from_the_origin_are_padded_as_near_it():
    """A thousand kilometres out a shared wall is still no outer edge, at any seam."""
    rings = (
        (
            (-999999.7, 1000000.7), (-1000002.8287611267, 1000004.1689814118),
            (-1000006.8265710339, 1000000.5632566343), (-1000003.6978099071, 999997.0942752224),
        ),
        (
            (-1000002.8287611267, 1000004.1689814118), (-1000005.4859559147, 1000007.1151185421),
            (-1000007.954858751, 1000004.8883533038), (-1000005.297663963, 1000001.9422161736),
        ),
    )  # fmt: skip
    for seam in (0.0, 0.01):
        level = _level(*rings, boundary_padding=0.45, seam=seam)
        world = World.build(level)
        distance = naive.outer_distance(level, world.grid.lattice)
        sure = np.abs(distance - 0.45) > TIE
        free = (world.floor != 0) & (distance >= 0.45)
        assert (world.grid.walkable == free)[sure].all()


def test_offsets_that_cross_are_made_whole():
    """GEOS offsets a corner between two rooms to an outline that crosses itself."""
    rings = (
        (
            (0.0, 0.0), (5.94935379439467, -0.2977054362635308), (12.0, 16.0),
            (-0.2799227404798056, -5.593983902721544),
        ),
        (
            (1.1540366203375614, -5.565614052665536), (1.1190524199132104, -6.264739295895008),
            (-0.2039146087499242, -6.198538076394243), (-0.1689304083255732, -5.499412833164771),
        ),
        (
            (-0.3049114550686279, -6.093359076456882), (-0.5194514415773015, -10.380732188632447),
            (4.570962149536184, -10.635456289984775), (4.785502136044857, -6.348083177809211),
        ),
    )  # fmt: skip
    level = _level(*rings, boundary_padding=0.45, seam=0.07)
    world = World.build(level)
    distance = naive.outer_distance(level, world.grid.lattice)
    sure = np.abs(distance - 0.45) > 0.07
    assert (world.grid.walkable == ((world.floor != 0) & (distance >= 0.45)))[sure].all()


def _turned_point(point: Point, angle: float) -> Point:
    return turned((point,), angle, (7.0, -3.0))[0]


def test_shut_door_makes_its_wall_outer_edge_again():
    """S0-026: with the door area switched off the rooms are padded there as elsewhere."""
    level = _level(
        _rectangle(0, 0, 10, 8), _rectangle(10, 3, 11, 5), _rectangle(11, 0, 21, 8),
        boundary_padding=0.5,
    )  # fmt: skip
    world = World.build(level)
    assert world.is_walkable(9.9, 4.0)
    assert world.is_walkable(10.5, 4.0)
    assert not world.is_walkable(9.9, 1.0)
    shut = world.set_area_available("2", False)
    assert not shut.is_walkable(9.9, 4.0)
    assert not shut.is_walkable(11.1, 4.0)
    assert shut.is_walkable(9.3, 4.0)


def test_abutting_areas_are_padded_as_one():
    """However a floor is cut up, the cells are those of the whole (X-043)."""
    whole = World.build(_level(_rectangle(0, 0, 12, 9), boundary_padding=0.7))
    cut = World.build(
        _level(
            _rectangle(0, 0, 5.3, 9), _rectangle(5.3, 0, 12, 2.7), _rectangle(5.3, 2.7, 12, 9),
            boundary_padding=0.7,
        )
    )  # fmt: skip
    assert (cut.grid.walkable == whole.grid.walkable).all()


def test_jambs_are_not_nicked():
    """Beside a door the wall ends exactly at the jamb."""
    level = _level(
        _rectangle(0, 0, 4, 4), _rectangle(4, 1, 4.5, 3), boundary_padding=0.5, cell_size=0.01
    )
    world = World.build(level)
    distance = naive.outer_distance(level, world.grid.lattice)
    wrong = world.grid.walkable != ((world.floor != 0) & (distance >= 0.5))
    assert np.abs(distance[wrong] - 0.5).max(initial=0.0) < TIE
    assert wrong.sum() < 200
