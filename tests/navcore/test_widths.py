"""Gaps: their widths, and the agents that fit through."""

import math
from pathlib import Path

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interpreted import load_interpreted
from msgspec.structs import replace

from navcore import load_level
from navcore.bake.lattice import Lattice
from navcore.geometry import bottlenecks, rings
from navcore.geometry.polygons import contains, segments_meet
from navcore.level.model import Area, Level, Obstacle, Settings
from navcore.level.profiles import Profile
from navcore.proof.clearances import passages, verdict_of
from navcore.world import World

DEFAULTS = Settings()
EDGED = Settings(boundary_padding=0.45)
FOLLOWING = Settings(boundary_padding=0.45, boundary_follows_radius=True)
LIMITS = 1e-6


@pytest.mark.parametrize(
    ("width", "kind"),
    [(1.2, "never"), (1.4, "never"), (1.41, "by luck"), (1.6, "by luck"), (1.8, "always")],
)
def test_the_source_numbers_between_two_obstacles(width, kind):
    """Agents 0.9 m wide, 0.25 m of padding, cells of 0.4 m: 1.4 and 1.8 m."""
    verdict = verdict_of(width, DEFAULTS)
    assert verdict.kind == kind
    assert verdict.needed == pytest.approx(1.4)
    assert verdict.always_from == pytest.approx(1.8)


def test_at_an_angle_more_is_needed():
    """Sqrt 2 cells in the worst direction."""
    assert verdict_of(1.9, DEFAULTS, axis_aligned=False).kind == "by luck"
    assert verdict_of(2.0, DEFAULTS, axis_aligned=False).kind == "always"


def test_each_side_has_its_own_clearance():
    """Padding of the boundary, radius and padding of objects, or one of each."""
    assert verdict_of(1.0, EDGED, sides=("edge", "edge")).needed == pytest.approx(0.9)
    assert verdict_of(1.0, EDGED, sides=("obstacle", "edge")).needed == pytest.approx(1.15)


def test_another_radius_moves_the_edge_only_where_it_follows():
    """S0-029: by itself the radius does not change the boundary padding."""
    edge = ("edge", "edge")
    assert verdict_of(2, EDGED, radius=0.9, sides=edge).needed == pytest.approx(0.9)
    assert verdict_of(2, FOLLOWING, radius=0.9, sides=edge).needed == pytest.approx(1.8)
    assert verdict_of(2, FOLLOWING, radius=0.0, sides=edge).needed == pytest.approx(0.0)


@given(
    width=st.floats(0.0, 6.0),
    settings=st.sampled_from(
        [DEFAULTS, EDGED, FOLLOWING, replace(FOLLOWING, boundary_padding=1.0, agent_radius=0.2)]
    ),
    sides=st.sampled_from(
        [("obstacle", "obstacle"), ("obstacle", "edge"), ("edge", "obstacle"), ("edge", "edge")]
    ),
    axis_aligned=st.booleans(),
)
def test_the_greatest_radius_just_fits(width, settings, sides, axis_aligned):
    """An agent of this radius always passes, a slightly larger one doesn't."""

    def kind(radius):
        asked = verdict_of(width, settings, radius=radius, sides=sides, axis_aligned=axis_aligned)
        return asked.kind

    most = verdict_of(width, settings, sides=sides, axis_aligned=axis_aligned).greatest_radius
    if most is None:
        assert kind(0.0) != "always"
    elif math.isinf(most):
        assert kind(50.0) == "always"
    else:
        assert kind(max(0.0, most - LIMITS)) == "always"
        assert kind(most + LIMITS) != "always"


# Gaps against grids.

MIDDLE = (10.0, 10.0)


def turned(place, turn):
    """A place about the middle of the hall, turned."""
    x, z = place
    cos, sin = math.cos(turn), math.sin(turn)
    return (MIDDLE[0] + x * cos - z * sin, MIDDLE[1] + x * sin + z * cos)


def block(x0, z0, x1, z1, turn):
    """A rectangle about the middle, turned."""
    return tuple(turned(place, turn) for place in ((x0, z0), (x1, z0), (x1, z1), (x0, z1)))


def hall(offset):
    """A floor that cells begin at another place of."""
    x, z = offset
    return Area(id=1, name="hall", polygon=((-x, -z), (20, -z), (20, 20), (-x, 20)))


def walled(width, depth, turn, offset, settings):
    """A hall with a wall across that has one gap in the middle."""
    half = width / 2
    walls = {
        2: Obstacle(id=2, name="left", polygon=block(-30, -depth / 2, -half, depth / 2, turn)),
        3: Obstacle(id=3, name="right", polygon=block(half, -depth / 2, 30, depth / 2, turn)),
    }
    return Level(settings=settings, areas={1: hall(offset)}, obstacles=walls)


def pointed(width, turn, offset, settings):
    """The same with the walls ending in points that face each other."""
    half = width / 2
    ways = {2: -1.0, 3: 1.0}
    walls = {}
    for key, way in ways.items():
        ring = tuple(turned((way * x, z), turn) for x, z in ((half, 0), (30, -18), (30, 18)))
        walls[key] = Obstacle(id=key, polygon=ring)
    return Level(settings=settings, areas={1: hall(offset)}, obstacles=walls)


def doored(width, depth, turn, offset, settings):
    """Two rooms with a door between them."""
    half = depth / 2
    areas = {
        1: Area(id=1, name="south", polygon=block(-6, -6, 6, -half, turn)),
        2: Area(id=2, name="north", polygon=block(-6, half, 6, 6, turn)),
        3: Area(id=3, door=True, polygon=block(-width / 2, -half, width / 2, half, turn)),
        4: Area(id=4, available=False, polygon=hall(offset).polygon),
    }
    return Level(settings=settings, areas=areas)


def is_open(level):
    """Return whether both sides of the gap are one on the grid."""
    return World.build(level).grid.regions.count == 1


OFFSETS = [(a / 7, b / 5) for a, b in ((0, 0), (1, 3.3), (2.1, 0.4), (3.7, 1.9), (0.6, 2.6))]
widths_and_turns = given(
    width=st.floats(0.95, 2.4),
    depth=st.sampled_from([0.05, 0.3, 0.8, 2.0]),
    turn=st.sampled_from([0.0, math.pi / 4]) | st.floats(0.0, 1.6),
    settings=st.sampled_from([DEFAULTS, EDGED, replace(EDGED, cell_size=0.25)]),
)
few = hypothesis.settings(max_examples=40, deadline=None)


def holds(make, settings, width, kind):
    """Assert that the one passage in the middle has the width, and that no grid contradicts."""
    (found,) = [
        passage for passage in passages(make(OFFSETS[0])) if math.dist(passage.place, MIDDLE) < 0.5
    ]
    assert found.width == pytest.approx(width, abs=1e-6)
    assert found.kind == kind
    opened = {is_open(make(offset)) for offset in OFFSETS}
    if found.verdict == "always":
        assert opened == {True}
    if found.verdict == "never":
        assert opened == {False}
    return found


@few
@widths_and_turns
def test_a_gap_in_a_wall_is_as_open_as_it_says(width, depth, turn, settings):
    """Always: on every grid; never: on none."""
    found = holds(
        lambda offset: walled(width, depth, turn, offset, settings), settings, width, "gap"
    )
    assert set(found.between) == {2, 3}


@few
@widths_and_turns
def test_a_gap_between_points_is_as_open_as_it_says(width, depth, turn, settings):
    """Where corners face each other one step may lead past them."""
    holds(lambda offset: pointed(width, turn, offset, settings), settings, width, "gap")


@few
@widths_and_turns
def test_a_door_is_as_open_as_it_says(width, depth, turn, settings):
    """Between two rooms, in a wall that is thicker than a cell."""
    settings = replace(EDGED, cell_size=settings.cell_size)
    deep = max(depth, 0.8)
    found = holds(
        lambda offset: doored(width, deep, turn, offset, settings), settings, width, "door"
    )
    assert found.door == 3


# The samples.

SAMPLES = Path(__file__).parent.parent.parent / "sample_levels"
SMALL = ("tavern", "cave", "broken_mill", "arena")


def sample(name):
    """A sample level, all its doors open."""
    level = load_level(SAMPLES / f"{name}.json")
    doors = [replace(area, available=True) for area in level.areas.values() if area.door]
    return level.with_items({door.id: door for door in doors})


def by_names(level, radius=None):
    """Return passages by the names of their sides."""
    found = {}
    for passage in passages(level, radius=radius):
        names = frozenset(level.element(key).name for key in passage.between)
        found.setdefault(names, passage)
    return found


@pytest.mark.parametrize(
    ("name", "between", "width", "verdict"),
    [
        ("cave", {"ledge_east", "ledge_far_east"}, 1.35, "never"),
        ("cave", {"ledge_middle_west", "ledge_middle_east"}, 2.2, "always"),
        ("cave", {"wall_east_south", "wall_east_north"}, 3.2, "always"),
        ("broken_mill", {"bale_wall_west", "bale_wall_east"}, 1.2, "never"),
        ("broken_mill", {"cabinet_south", "cabinet_north"}, 1.6, "by luck"),
        ("tavern", {"front_door"}, 2.0, "always"),
        ("tavern", {"landlord_door"}, 1.8, "always"),
        ("arena", {"west_gate"}, 5.0, "always"),
    ],
)
def test_known_widths(name, between, width, verdict):
    """These are the widths in the samples' notes."""
    found = by_names(load_level(SAMPLES / f"{name}.json"))[frozenset(between)]
    assert found.width == pytest.approx(width, abs=1e-3)
    assert found.verdict == verdict


def test_every_door_of_the_tavern_is_told():
    """Shut ones too."""
    level = load_level(SAMPLES / "tavern.json")
    doors = {area.id for area in level.areas.values() if area.door}
    assert {passage.door for passage in passages(level)} >= doors


def crossed(grid, ends):
    """Return whether a step between walkable cells crosses the line."""
    (x0, z0), (x1, z1) = ends
    size = grid.cell_size
    column0, row0 = grid.cell_of(min(x0, x1) - size, min(z0, z1) - size)
    column1, row1 = grid.cell_of(max(x0, x1) + size, max(z0, z1) + size)
    for row in range(row0, row1 + 1):
        for column in range(column0, column1 + 1):
            here = grid.centre_of(column, row)
            for there in (grid.centre_of(column + 1, row), grid.centre_of(column, row + 1)):
                free = grid.is_walkable(*here) and grid.is_walkable(*there)
                if free and segments_meet(here, there, *ends) is not None:
                    return True
    return False


def worlds_of(level, count):
    """Bakes of a level on cells that begin at other places."""
    own = World.build(level).grid.lattice
    for number in range(count):
        off_x, off_z = (number * 0.618 % 1 - 1, number * 0.414 % 1 - 1)
        lattice = Lattice(
            own.cell_size, own.min_x + off_x * own.cell_size, own.min_z + off_z * own.cell_size,
            own.width + 2, own.depth + 2,
        )  # fmt: skip
        yield World.build(level, lattice=lattice)


def disagreeing(name, count):
    """Return passages of a sample that some grid contradicts, for three radii."""
    level = sample(name)
    worlds = list(worlds_of(level, count))
    wrong = []
    for radius in (0.2, level.settings.agent_radius, 0.9):
        grids = [world.grid_for(Profile(radius=radius)) for world in worlds]
        for passage in passages(level, radius=radius):
            found = {crossed(grid, passage.ends) for grid in grids}
            said = {"always": {True}, "never": {False}}.get(passage.verdict, found)
            if found != said:
                wrong.append(passage)
    return wrong


@pytest.mark.parametrize("name", [*SMALL, "dungeon", "market_town"])
def test_no_grid_of_a_sample_says_otherwise(name, exhaustive):
    """Always is open on every grid, never on none."""
    assert disagreeing(name, 24 if exhaustive else 4) == []


@pytest.mark.parametrize("name", SMALL)
def test_lines_lie_on_the_floor(name):
    """From side to side nothing is crossed, and a little beyond each end the floor is over."""
    level = sample(name)
    areas = [area.polygon for area in level.areas.values() if area.available]
    solid = [obstacle.polygon for obstacle in level.obstacles.values() if obstacle.enabled]

    def is_floor(share, ends):
        (ax, az), (bx, bz) = ends
        place = (ax + share * (bx - ax), az + share * (bz - az))
        return any(contains(ring, place) for ring in areas) and not any(
            contains(ring, place) for ring in solid
        )

    for passage in passages(level):
        assert all(is_floor(share, passage.ends) for share in (0.01, 0.26, 0.51, 0.76, 0.99))
        assert not is_floor(-0.01, passage.ends)
        assert not is_floor(1.01, passage.ends)
        assert math.dist(*passage.ends) == pytest.approx(passage.width, abs=0.02)


def test_the_rest_is_left_out():
    """Rooms without gaps, levels without anything, slits and touching furniture."""
    assert passages(Level()) == ()
    room = Area(id=1, polygon=((0, 0), (9, 0), (9, 9), (0, 9)))
    assert passages(Level(areas={1: room})) == ()
    barrels = {
        2: Obstacle(id=2, polygon=((0.1, 0), (1, 0), (1, 1), (0.1, 1))),
        3: Obstacle(id=3, polygon=((1, 0), (2, 0), (2, 1), (1, 1))),
    }
    assert passages(Level(areas={1: room}, obstacles=barrels)) == ()


def test_door_that_requires_an_ability_is_measured_for_those_who_have_it():
    """For all others it is no floor, open or shut."""
    rooms = (((0, 0), (5, 0), (5, 5), (0, 5)), ((6, 0), (11, 0), (11, 5), (6, 5)))
    areas = {n: Area(id=n, name=f"room_{n}", polygon=ring) for n, ring in enumerate(rooms, 1)}
    for available in (True, False):
        door = Area(
            id=9, name="door", polygon=((5, 2), (6, 2), (6, 3.5), (5, 3.5)), door=True,
            needs=("key",), available=available,
        )  # fmt: skip
        level = Level(areas={**areas, 9: door})
        assert passages(level) == passages(level, abilities=("badge",)) == ()
        (found,) = passages(level, abilities=("key", "badge"))
        assert (found.door, found.width) == (9, 1.5)


def test_kernels_as_plain_python_find_the_same(monkeypatch):
    """They are equal to the last bit."""
    level = sample("broken_mill")
    compiled = passages(level)
    monkeypatch.setattr(bottlenecks, "spatial_bins", load_interpreted("spatial_bins"))
    monkeypatch.setattr(bottlenecks, "kernel", load_interpreted("bottlenecks"))
    monkeypatch.setattr(rings, "kernel", load_interpreted("packed_rings"))
    assert passages(level) == compiled
