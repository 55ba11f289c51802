"""A network that grows again changes only what has become different."""

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from navcore.growing import Grower, Grown, Recipe
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Obstacle, Profile, Waypoint, Zone
from navcore.world import World
from tests.network_levels import box, level_of

SWIMMER = Profile(abilities=("swim",))
HALL = level_of([box(0, 0, 40, 12)], [box(4, 4, 7, 7), box(30, 4, 33, 7)])


def drawing(seed: int) -> Callable[[], int]:
    """Return a function that draws ids."""
    rng = random.Random(seed)
    return lambda: rng.randrange(1, 2**32)


def grown(level: Level, seed: int, *, widths: bool = False) -> Grown:
    """Return a network around corners, with ids drawn from this seed."""
    recipe = Recipe(method="visibility", widths=widths)
    found = Grower.of(World.build(level), SWIMMER).grow(recipe, random.Random(1), drawing(seed))
    assert found.edit.inverse().apply(found.level) == level
    return found


def edges_of(level: Level) -> set[frozenset[int]]:
    """Return the pairs of waypoints that edges join."""
    return {frozenset(edge.references) for edge in level.of(Edge).values()}


@pytest.mark.parametrize("widths", [False, True])
def test_network_that_grows_again_is_no_edit(*, widths: bool) -> None:
    """Path widths that grew before grow again as well."""
    once = grown(HALL, 1, widths=widths)
    assert once.returned == 0
    again = grown(once.level, 2, widths=widths)
    assert again.returned == len(once.level.of(Waypoint)) > 4
    assert not again.edit


def test_waypoints_at_the_same_place_keep_ids_when_an_obstacle_moves() -> None:
    """Those around the other block do; the network is that of a level without the old one."""
    once = grown(HALL, 1).level
    block = max(once.obstacles.values(), key=lambda one: one.polygon[0])
    moved = replace(block, polygon=box(28, 3, 31, 6))
    after = Edit.put(once, [moved]).apply(once)
    again = grown(after, 2)
    old, new = once.of(Waypoint), again.level.of(Waypoint)
    west = {key for key, one in old.items() if one.position[0] < 10}
    assert len(west) == 4
    assert {key: new.get(key) for key in west} == {key: old[key] for key in west}
    assert again.returned == len(old.keys() & new.keys()) == 4
    assert {pair for pair in edges_of(again.level) if pair <= west} == {
        pair for pair in edges_of(once) if pair <= west
    }
    # All else is as if it had been grown over the bare level.
    bare = Level(settings=HALL.settings).with_items(
        {one.id: one for one in (*after.areas.values(), *after.obstacles.values())}
    )
    fresh = grown(bare, 3).level

    def drawn(level: Level) -> set[frozenset[tuple[float, float]]]:
        places = {key: one.position for key, one in level.of(Waypoint).items()}
        return {frozenset(places[one] for one in pair) for pair in edges_of(level)}

    assert drawn(again.level) == drawn(fresh)
    assert len({one.name for one in new.values()}) == len(new)


def test_edge_of_a_waypoint_that_comes_back_goes_if_it_is_blocked() -> None:
    """The waypoints on both sides of a new wall keep their ids."""
    once = grown(HALL, 1).level
    wall = Obstacle(id=9, name="wall", polygon=box(18, -1, 18.5, 13))
    after = Edit.put(once, [wall]).apply(once)
    again = grown(after, 2).level
    old = once.of(Waypoint)
    assert old.keys() <= again.of(Waypoint).keys()
    west = {key for key, one in old.items() if one.position[0] < 10}
    assert any(pair & west and pair - west for pair in edges_of(once))
    assert not any(pair & west and pair - west for pair in edges_of(again))


def test_edge_keeps_its_id_when_water_comes_over_it() -> None:
    """It then needs swimmers, and no more once the water is gone."""
    once = grown(HALL, 1).level
    water = Zone(id=9, terrain="water", polygon=box(18, -1, 20, 13))
    flooded = grown(Edit.put(once, [water]).apply(once), 2).level
    wet = {key for key, edge in flooded.of(Edge).items() if edge.needs == ("swim",)}
    assert wet
    assert flooded.of(Edge).keys() == once.of(Edge).keys()
    assert grown(Edit.remove(flooded, [9]).apply(flooded), 3).level == once
