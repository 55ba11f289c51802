"""The cave and the broken mill: losses of each radius, islands, faults."""

import itertools

import msgspec
import numpy as np
import pytest
from sample_worlds import agent_named, fitted, islands, level_of, shifted, world_for, world_of

from navcore.level.edit import Edit
from navcore.level.profiles import Profile
from navcore.path.result import Status
from navcore.world import World

CHAMBERS = [
    (0.2, [3_278]),
    (0.45, [2_801, 286]),
    (0.9, [1_991, 489, 238]),
    (1.5, [713, 491, 423, 405, 171]),
]
"""Radius, and the parts of the cave that it sees, with the boundary padding following."""


@pytest.mark.parametrize(("radius", "expected"), CHAMBERS)
def test_which_chambers_each_radius_loses(
    radius: float, expected: list[float], exhaustive: bool
) -> None:
    """Wherever the cells fall: the nest, the north chamber, then every chamber alone."""
    level = fitted(level_of("cave"), radius)
    assert islands(World.build(level))[1] == pytest.approx(expected, abs=1)
    fit = World.from_grid(world_of("cave").grid_for(Profile(radius=radius)))
    assert islands(fit)[1] == pytest.approx(expected, rel=0.03, abs=2)
    steps = 20 if exhaustive else 5
    offsets = (np.arange(steps) + 0.5) * 0.4 / steps
    # Five offsets that share no row and no column, or all there are.
    pairs = itertools.product(offsets, repeat=2)
    places = pairs if exhaustive else zip(offsets, np.roll(offsets, 2), strict=True)
    for right, up in places:
        _, parts = islands(shifted(level, float(right), float(up)))
        assert len(parts) == len(expected), (right, up)
        assert parts == pytest.approx(expected, rel=0.03, abs=2)


def test_who_gets_into_the_nest() -> None:
    """The rat does already; a goblin does if the gap is 1.8 m wide."""
    level = level_of("cave")
    rat, goblin = agent_named(level, "rat"), agent_named(level, "goblin_1")
    nest = rat.goals[0]
    assert world_for("cave", rat.radius).find_path(rat.position, nest).status is Status.COMPLETE
    assert world_of("cave").find_path(goblin.position, nest).status is Status.NO_PATH
    ledge = next(wall for wall in level.obstacles.values() if wall.name == "ledge_far_east")
    ring = tuple((78.8 if x == 78.35 else x, z) for x, z in ledge.polygon)
    wider = Edit.put(level, [msgspec.structs.replace(ledge, polygon=ring)]).apply(level)
    assert World.build(wider).find_path(goblin.position, nest).status is Status.COMPLETE


def test_the_islands_of_the_broken_mill() -> None:
    """They are the main floor and the parts that bales, missing doors and cabinets cut off."""
    _, parts = islands(world_of("broken_mill"))
    assert parts == pytest.approx([197, 59.5, 29.9, 29.4, 13], abs=0.5)


def test_that_the_mills_cabinets_are_open_by_luck_only() -> None:
    """Moving the far edge of the yard by 0.1 m opens the gap between them."""
    level = level_of("broken_mill")
    yard = level.area_named("yard")
    assert yard is not None
    ring = tuple((x, -10.1 if z == -10 else z) for x, z in yard.polygon)
    moved = Edit.put(level, [msgspec.structs.replace(yard, polygon=ring)]).apply(level)
    west, east = (16.0, 3.0), (20.5, 3.0)
    assert world_of("broken_mill").find_path(west, east).status is Status.NO_PATH
    assert World.build(moved).find_path(west, east).status is Status.COMPLETE


def test_the_mills_agents() -> None:
    """The miller and the player are sound; the thief is stuck, the carter wants to leave."""
    level, world = level_of("broken_mill"), world_of("broken_mill")
    miller, carter = agent_named(level, "miller"), agent_named(level, "carter")
    assert world.find_path(miller.position, miller.goals[0]).status is Status.COMPLETE
    assert world.is_walkable(*agent_named(level, "player").position)
    assert not world.is_walkable(*agent_named(level, "thief").position)
    assert world.is_walkable(*carter.position)
    assert carter.goals[0] == (11, -14)


def test_the_mills_outlines() -> None:
    """Two obstacles are equal; the inner door is on the mill's floor."""
    level = level_of("broken_mill")
    rings = {element.name: element.polygon for element in level.polygons()}
    assert rings["millstone"] == rings["millstone_copy"]
    shut = world_of("broken_mill").set_area_available("inner_door", flag=False)
    assert np.array_equal(shut.grid.walkable, world_of("broken_mill").grid.walkable)
    low, high = max(z for _, z in rings["loft_door"]), min(z for _, z in rings["loft"])
    assert high - low == pytest.approx(0.3)
