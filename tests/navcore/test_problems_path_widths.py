"""Path widths that walls reach into are problems, with a fix that the exact oracle agrees with."""

import math
import random
from itertools import pairwise

import pytest
from msgspec.structs import replace

from navcore.graph.clearance import Clearance
from navcore.graph.corridors import grow_corridors
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Level, Obstacle, Waypoint
from navcore.proof.problem import Problem
from navcore.proof.problems import problems
from navcore.samples import names
from navcore.world import World
from tests.naive_corridors import Walls
from tests.network_levels import scattered
from tests.sample_worlds import world_of

HALL = Area(id=1, name="hall", polygon=((0, 0), (20, 0), (20, 10), (0, 10)))
ONE, TWO = (
    Waypoint(id=51, name="one", position=(4.0, 5.0), clear_radius=2.0),
    Waypoint(id=52, name="two", position=(16.0, 5.0), clear_radius=2.0),
)
EDGE = Edge(id=61, start=51, end=52)


def told(level: Level) -> list[Problem]:
    """Return the problems about path widths."""
    return [one for one in problems(World.build(level)) if one.code == "wide-path"]


def hall(*more: Obstacle | Waypoint | Area) -> Level:
    """Return a hall with two waypoints and a wide path between them."""
    level = Level()
    return Edit.put(level, [HALL, ONE, TWO, EDGE, *more]).apply(level)


def wall(x: float, low: float) -> Obstacle:
    """Return a wall from this height on."""
    return Obstacle(id=9, name="wall", polygon=((x, low), (x + 1, low), (x + 1, 10), (x, 10)))


def test_a_wall_that_moves_into_the_disc_is_named() -> None:
    """With both widths; the fix keeps what is free."""
    (found,) = told(hall(wall(3.5, 6.25)))
    assert (found.elements, found.place) == ((51,), (4.0, 5.0))
    assert found.text == "The path at one is 4.00 m wide, but wall leaves 2.50 m."
    after = found.fix.apply(hall(wall(3.5, 6.25)))
    assert after.of(Waypoint)[51].clear_radius == 1.25
    # Towards the wider end the path reaches into the corner of the wall.
    (left,) = told(after)
    assert left.elements == (61,)
    assert told(left.fix.apply(after)) == []


def test_a_wall_between_two_discs_is_told_of_the_edge() -> None:
    """Both ends become as narrow as it is there."""
    level = hall(wall(9.5, 6.5))
    (found,) = told(level)
    assert (found.elements, found.place) == ((61,), (10.0, 5.0))
    assert found.text == "The path from one to two is wider than wall leaves: 3.00 m."
    after = found.fix.apply(level)
    assert [one.clear_radius for one in after.of(Waypoint).values()] == [1.5, 1.5]
    assert told(after) == []


def test_the_edge_of_the_floor_is_a_wall() -> None:
    """Shut doors are not."""
    near = replace(ONE, position=(4.0, 1.0))
    (found,) = told(hall(near))
    assert found.text == "The path at one is 4.00 m wide, but the edge of the floor leaves 2.00 m."
    polygon = ((10.0, 9.0), (12.0, 9.0), (12.0, 14.0), (10.0, 14.0))
    door = Area(id=3, name="gate", door=True, available=False, polygon=polygon)
    inside = replace(ONE, position=(11.0, 11.0), clear_radius=0.9)
    assert told(hall(door, inside, replace(TWO, clear_radius=0.0))) == []


@pytest.mark.parametrize(
    "more",
    [
        (),
        (replace(ONE, clear_radius=0.0), wall(3.5, 6.25)),
        (replace(ONE, enabled=False), wall(3.5, 6.25)),
        (wall(3.5, 7.0),),
        (wall(9.5, 7.0),),
        # Off the floor, or an edge through a wall: told by other rules.
        (wall(3.5, 4.0),),
        (wall(9.5, 4.0),),
    ],
)
def test_these_have_none(more: tuple[Obstacle | Waypoint, ...]) -> None:
    """Without a width, off, with room to the millimetre, or told of already."""
    assert told(hall(*more)) == []


@pytest.mark.parametrize("seed", range(12))
def test_grown_widths_have_none_and_wider_ones_have(seed: int) -> None:
    """By the exact distance of each disc from all walls."""
    rng, level = random.Random(seed), scattered(seed, 8, 14.0)
    spots = [(rng.uniform(1, 13), rng.uniform(1, 13)) for _ in range(12)]
    walls = Walls(level)
    held = [
        Waypoint(id=1000 + i, name=f"w{i}", position=spot, order=i)
        for i, spot in enumerate(spots)
        if walls.is_free(spot)
    ]
    ids = [one.id for one in held]
    joined = [Edge(id=2000 + i, start=a, end=ids[0]) for i, a in enumerate(ids[1:])]
    level = Edit.put(level, [*held, *joined]).apply(level)
    grown = grow_corridors(level, Clearance.of(level)).apply(level)
    assert told(grown) == []
    wide = [
        replace(one, clear_radius=rng.choice((0.3, 0.8, 1.6, 3.0)))
        for one in grown.of(Waypoint).values()
    ]
    level = Edit.put(grown, wide).apply(grown)
    found = {one.elements[0] for one in told(level)} & {one.id for one in wide}
    for one in wide:
        distance = walls.distance(one.position, one.position)
        if math.isclose(distance, one.clear_radius, abs_tol=0.002):
            continue
        assert (one.id in found) == (distance < one.clear_radius)


def test_fixes_leave_no_width_that_reaches_into_a_wall() -> None:
    """One after the other, whatever order they come in."""
    level = scattered(3, 10, 14.0)
    walls = Walls(level)
    rng = random.Random(3)
    spots = [(rng.uniform(1, 13), rng.uniform(1, 13)) for _ in range(30)]
    held = [
        Waypoint(id=1000 + i, name=f"w{i}", position=spot, clear_radius=3.0)
        for i, spot in enumerate(spots)
        if walls.is_free(spot)
    ]
    joined = [Edge(id=2000 + i, start=a.id, end=b.id) for i, (a, b) in enumerate(pairwise(held))]
    level = Edit.put(level, [*held, *joined]).apply(level)
    for _ in range(200):
        found = told(level)
        if not found:
            break
        fixed = rng.choice(found).fix.apply(level)
        assert fixed != level
        level = fixed
    assert told(level) == []


@pytest.mark.parametrize("name", names())
def test_samples_have_none(name: str) -> None:
    """They have no path widths, or free ones."""
    assert [one for one in problems(world_of(name)) if one.code == "wide-path"] == []
