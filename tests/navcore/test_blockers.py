"""Problems and Why? name a crate that blocks a doorway alone, and fixes switch it off."""

import pytest
from msgspec.structs import replace
from rule_levels import DOOR, HALL, PLAYER, SETTINGS, agent, box, level_of

from navcore.level.model import Area, Element, Level, Obstacle, Ring
from navcore.proof.explain import explain
from navcore.proof.explanation import Reason
from navcore.proof.problems import problems
from navcore.world import World

NOTCHED = ((0, 0), (10, 0), (10, 3), (10.4, 3), (10.4, 5), (10, 5), (10, 8), (0, 8))
START, GOAL = (3.0, 4.0), (16.0, 4.0)
PLACES = {
    "through the doorway": box(9.6, 2.9, 10.8, 5.1),
    "filling it exactly": box(10, 3, 10.4, 5),
    "before it": box(8.9, 2.5, 9.9, 5.5),
    "behind it": box(10.5, 2.5, 11.5, 5.5),
}


def with_crate(ring: Ring, *more: Element, door: bool = True) -> Level:
    """Return the two rooms with a crate in the doorway: a door or a notch of an outline."""
    level = level_of(Obstacle(id=40, name="crate", polygon=ring), *more)
    return level if door else level.with_items({3: None, 1: replace(HALL, polygon=NOTCHED)})


@pytest.mark.parametrize("door", [True, False])
@pytest.mark.parametrize("place", PLACES)
def test_crate_in_a_doorway_is_named(place: str, *, door: bool) -> None:
    """One finding, and the same reason; either fix opens the way and undoes."""
    level = with_crate(PLACES[place], agent(*START, GOAL), door=door)
    world = World.build(level)
    (found,) = problems(world)
    assert (found.code, found.elements) == ("area-cut-off", (2, 40))
    assert found.text.startswith("store is cut off by crate:") or "store are cut off by crate:" in (
        found.text
    )
    assert found.fix is not None
    assert problems(World.build(found.fix.apply(level))) == ()
    told = explain(world, START, GOAL)
    assert told.reason is Reason.ISLAND
    assert told.elements[0] == 40
    assert told.fix is not None
    after = told.fix.apply(level)
    assert explain(World.build(after), START, GOAL).reason is Reason.NONE
    assert told.fix.inverse().apply(after) == level


def test_two_crates_that_shut_it_together_are_not_named_alone() -> None:
    """Removing either of them doesn't open the way; a locked one isn't named either."""
    one = Obstacle(id=41, name="chest", polygon=box(10.5, 2.5, 11.5, 5.5))
    (found,) = problems(World.build(with_crate(PLACES["before it"], one)))
    assert found.elements == (2,)
    level = with_crate(PLACES["before it"])
    locked = level.with_items({40: replace(level.obstacles[40], locked=True)})
    (found,) = problems(World.build(locked))
    assert found.elements == (2,)


def test_crate_beside_the_doorway_is_no_reason() -> None:
    """Agents get past it."""
    level = with_crate(box(8.0, 5.0, 9.0, 6.0))
    assert problems(World.build(level)) == ()
    assert explain(World.build(level), START, GOAL).reason is Reason.NONE


def test_wall_without_a_door_is_no_crate() -> None:
    """An obstacle beside the wall doesn't block it."""
    level = with_crate(box(9.0, 2.5, 9.9, 5.5)).with_items({DOOR.id: None})
    (found,) = problems(World.build(level))
    assert (found.code, found.elements) == ("area-cut-off", (2,))
    assert found.text.startswith("store is cut off:")


def test_rock_larger_than_the_floor_behind_it_is_no_blocker() -> None:
    """A wall around a corner: the place is the floor that is cut off, not the wall's middle."""
    hall = Area(id=1, name="hall", polygon=box(0, 0, 20, 16))
    ring = ((-1.0, 6.0), (6.0, 6.0), (6.0, -1.0), (6.6, -1.0), (6.6, 6.6), (-1.0, 6.6))
    rock = Obstacle(id=10, name="rock", polygon=ring)
    player = replace(PLAYER, position=(15.0, 10.0))
    level = Level(settings=SETTINGS).with_items({1: hall, 10: rock, PLAYER.id: player})
    (found,) = problems(World.build(level))
    assert (found.code, found.elements) == ("area-cut-off", (1,))
    assert max(found.place) < 6.0
