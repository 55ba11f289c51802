"""Gaps: how wide they are, and who gets through."""

import math

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from navcore.level.model import Area, Level, Obstacle, Settings
from navcore.proof.widths import passages, verdict_of
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
    """It always passes, and whoever is a little larger does not."""

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
    """Whether both sides of the gap are one on the grid."""
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
    """The one passage in the middle has the width, and no grid says otherwise."""
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
